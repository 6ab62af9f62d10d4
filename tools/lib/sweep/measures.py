"""What a sweep keeps of a run: one number per measure, from the values at the communication points."""

from dataclasses import dataclass

import numpy as np

from sweep import WrongUse
from sweep.fmu import Fmu, suggestion


def _mean(time, values):
    """Over time, by trapezoids; the last step may be shorter than the others."""
    return np.trapezoid(values, time) / (time[-1] - time[0])


KINDS = {
    "min": lambda time, values: np.min(values),
    "max": lambda time, values: np.max(values),
    "absmax": lambda time, values: np.max(np.abs(values)),
    "range": lambda time, values: np.ptp(values),
    "mean": _mean,
    "rms": lambda time, values: np.sqrt(_mean(time, values * values)),
    "start": lambda time, values: values[0],
    "end": lambda time, values: values[-1],
}
BY_DEFAULT = ("min", "max", "end")    # of every output


@dataclass(frozen=True)
class Measure:
    kind: str
    variable: str
    array: str                 # what FMPy records: the variable, or the array it is an element of
    index: tuple[int, ...]
    unit: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.variable}"

    def of(self, record) -> float:
        """From a structured array of FMPy's Recorder."""
        values = record[self.array][(slice(None), *self.index)].astype(float)
        return float(KINDS[self.kind](record["time"], values))


def parse(fmu: Fmu, texts: list[str]) -> list[Measure]:
    """KIND:NAME each; without any, the smallest, largest and last value of every output."""
    numbers = [name for name in fmu.outputs if fmu.variables[name].kind is not str]
    texts = texts or [f"{kind}:{name}" for name in numbers for kind in BY_DEFAULT]
    return [_parse(fmu, text) for text in dict.fromkeys(texts)]


def _parse(fmu: Fmu, text: str) -> Measure:
    kind, separator, name = text.partition(":")
    if not separator:
        raise WrongUse(f"--measure {text}: expected KIND:NAME with KIND one of {', '.join(KINDS)}")
    if kind not in KINDS:
        raise WrongUse(f"--measure {text}: '{kind}' is none of {', '.join(KINDS)}" + suggestion(kind, KINDS))
    variable = fmu.variable(name)
    if variable.kind is str:
        raise WrongUse(f"--measure {text}: {name} is a text; only numbers can be measured")
    return Measure(kind, name, variable.array or name, variable.index, variable.unit)
