"""One built FMU: where it lies, what its description says, how the tests run it."""

import math
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fmpy import read_model_description
from fmpy.model_description import ModelDescription, ScalarVariable

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("REEVE_BUILD_DIR", ROOT / "build"))
FMU_FOLDER = Path(os.environ.get("REEVE_FMU_DIR", BUILD / "fmus"))

LONGEST_RUN = 1.0     # s, keeps the suite fast
SHARE = 0.2           # of the default experiment, for the same reason: costly models have short ones
MOST_STEPS = 2000     # for the same reason
NUDGE = 0.1           # in the unit of each input: enough to set a model in motion that is at rest by default


@dataclass(frozen=True)
class Fmu:
    path: Path
    version: int

    def __str__(self) -> str:
        return f"fmi{self.version}-{self.model}"

    @property
    def model(self) -> str:
        return self.path.stem

    @cached_property
    def description(self) -> ModelDescription:
        return read_model_description(str(self.path), validate=False)

    @cached_property
    def outputs(self) -> list[ScalarVariable]:
        return self._variables("output")

    @cached_property
    def inputs(self) -> dict[str, float]:
        """What the tests set: the start value of each continuous scalar input plus a nudge, within its limits."""
        real = [v for v in self._variables("input") if v.type in ("Real", "Float64") and not v.dimensions]
        return {v.name: _nudged(v) for v in real}

    @property
    def step(self) -> float:
        return float(self.description.defaultExperiment.stepSize)

    @property
    def tolerance(self) -> float | None:
        tolerance = self.description.defaultExperiment.tolerance
        return None if tolerance is None else float(tolerance)

    @property
    def step_count(self) -> int:
        stop = min(SHARE * float(self.description.defaultExperiment.stopTime), LONGEST_RUN)
        return max(1, min(round(stop / self.step), MOST_STEPS))

    def twin(self, version: int) -> "Fmu":
        """The same model in the other version of the standard."""
        return Fmu(FMU_FOLDER / f"fmi{version}" / self.path.name, version)

    def _variables(self, causality: str) -> list[ScalarVariable]:
        return [v for v in self.description.modelVariables if v.causality == causality]


def _nudged(variable: ScalarVariable) -> float:
    lowest = -math.inf if variable.min is None else float(variable.min)
    highest = math.inf if variable.max is None else float(variable.max)
    return min(max(float(variable.start) + NUDGE, lowest), highest)


def built_fmus(version: int) -> list[Fmu]:
    return [Fmu(path, version) for path in sorted((FMU_FOLDER / f"fmi{version}").glob("*.fmu"))]
