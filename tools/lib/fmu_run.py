"""One run of an FMU by FMPy: every output and local variable, its parameters, what it said."""

import csv
import re
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import fmpy
import numpy as np
from fmpy.model_description import ModelDescription

REEVE = Path(__file__).resolve().parents[2] / "build" / "bin" / "reeve"

# FMPy's logger proxy keeps a bare pointer to the last logger of the process, so no logger may be collected.
_loggers = []


class RunFailed(Exception):
    """The message is meant for the user."""


@dataclass
class Run:
    title: str
    description: ModelDescription
    columns: dict[str, np.ndarray]    # "time" first; arrays as name[1], name[2] .. or name[1,1], name[1,2] ..
    start_values: dict[str, str]      # of parameters and inputs
    messages: list[str]
    cpu: float                        # of the FMU and FMPy together [s]

    @property
    def time(self) -> np.ndarray:
        return self.columns["time"]

    def unit(self, name: str) -> str:
        return self.variable(name).unit or ""

    def variable(self, name: str):
        plain = name.split("[")[0]
        return next(v for v in self.description.modelVariables if v.name in (name, plain))

    def names(self, ending: str) -> list[str]:
        return [name for name in self.columns if name.endswith(ending)]

    def elements(self, array: str) -> list[str]:
        return [name for name in self.columns if name.startswith(array + "[")]

    def write_csv(self, path: Path) -> None:
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(self.columns)
            writer.writerows(zip(*(column.tolist() for column in self.columns.values())))


def run(title: str, source: str, version: int, settings: list[str], stop: float | None, step: float | None, folder: Path,
        inputs: np.ndarray | None = None) -> Run:
    fmu = export(source, version, settings, folder / f"{title.replace(' ', '_').replace(',', '')}.fmu")
    return simulate(title, fmu, stop, step, inputs=inputs)


def export(source: str, version: int, settings: list[str], fmu: Path) -> Path:
    fmu.parent.mkdir(parents=True, exist_ok=True)
    reeve("export", source, "--fmi", str(version), "-o", str(fmu), *(word for s in settings for word in ("--set", s)))
    return fmu


def simulate(title: str, fmu: Path, stop: float | None = None, step: float | None = None, start_values: dict | None = None,
             inputs: np.ndarray | None = None, recorded: tuple[str, ...] = ("output", "local")) -> Run:
    """fmu: a file, or the folder it is unpacked in. inputs: a column "time", columns of inputs and of tunable parameters that
    change; FMPy interpolates between its rows. Other inputs keep their start values."""
    description = fmpy.read_model_description(str(fmu), validate=False)
    stop = stop or float(description.defaultExperiment.stopTime)
    step = step or float(description.defaultExperiment.stepSize)
    names = [v.name for v in description.modelVariables if v.causality in recorded]
    messages = []
    _loggers.append(lambda *arguments: messages.append(_text(arguments[-1])))
    started = time.process_time()
    try:
        result = fmpy.simulate_fmu(str(fmu), stop_time=stop, output_interval=step, output=names, debug_logging=False, model_description=description,
                                   start_values=start_values or {}, input=None if inputs is None else _complete(inputs, description),
                                   logger=_loggers[-1], step_finished=_progress(title, stop))
    except Exception as error:    # FMPy raises plain exceptions
        raise RunFailed("; ".join(messages) or str(error)) from error
    _end_progress()
    values = {v.name: v.start for v in description.modelVariables if v.causality in ("parameter", "input")} | (start_values or {})
    return Run(title, description, _flat(result), values, messages, time.process_time() - started)


def drawing(source: str) -> str:
    return reeve("draw", source)


def reeve(*words: str) -> str:
    """What the command line prints."""
    done = subprocess.run([REEVE, *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise RunFailed(done.stderr.strip().removeprefix("reeve: "))
    return done.stdout


def packed_description(fmu: Path) -> str:
    """The text that an exported FMU was made from; with settings in it `reeve` has written it anew, in the TOML 1.0 that Python reads."""
    with zipfile.ZipFile(fmu) as archive:
        return archive.read("resources/description.toml").decode()


def with_item(description: str, table: str, item: str) -> str:
    """The text of a description with one more item, an inline table, in one of its arrays."""
    text, found = re.subn(rf'^"?{table}"? *= *\[', rf"\g<0>{item}, ", description, count=1, flags=re.MULTILINE)
    return text if found else f"{table} = [{item}]\n{description}"


def _complete(inputs: np.ndarray, description: ModelDescription) -> np.ndarray:
    """With every input of the FMU, for FMPy complains of those that are missing."""
    start = {v.name: v.start for v in description.modelVariables if v.causality == "input"} | {name: inputs[name] for name in inputs.dtype.names}
    out = np.zeros(len(inputs), dtype=[("time", float), *((name, float) for name in start if name != "time")])
    for name, value in start.items():
        out[name] = value
    return out


def _text(message) -> str:
    return message.decode() if isinstance(message, bytes) else str(message)


def _flat(result) -> dict[str, np.ndarray]:
    """FMI 2.0 has names with indices, FMI 3.0 arrays: here both look like FMI 2.0."""
    columns = {}
    for name in result.dtype.names:
        values = result[name]
        if values.ndim == 1:
            columns[name] = values
        else:
            for index in np.ndindex(values.shape[1:]):
                columns[f"{name}[{','.join(str(i + 1) for i in index)}]"] = values[:, *index]
    return columns


def _progress(title: str, stop: float):
    if not sys.stderr.isatty():
        return None
    shown = [-1]

    def step_finished(now, _recorder):
        percent = int(100 * now / stop)
        if percent != shown[0]:
            shown[0] = percent
            print(f"\r{title}: {percent:3d} %", end="", file=sys.stderr, flush=True)
        return True

    return step_finished


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
