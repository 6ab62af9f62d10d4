"""The FMU of a sweep: where it lies, what its variables are, and what tells it from another."""

import difflib
import itertools
import os
import subprocess
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fmpy import read_model_description

from sweep import WrongUse

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("REEVE_BUILD_DIR", ROOT / "build"))
SETTABLE = ("parameter", "input")
COMPUTES = ("modelDescription.xml", "binaries/", "resources/")    # parts of an FMU that decide about its results


@dataclass(frozen=True)
class Variable:
    """A scalar, or one element of an FMI 3.0 array under the name that FMI 2.0 gives it."""

    name: str
    kind: type                 # float, int, bool or str
    unit: str
    settable: bool
    array: str = ""            # name of the array that this is an element of
    index: tuple[int, ...] = ()


@dataclass(frozen=True)
class Fmu:
    path: Path

    @cached_property
    def description(self):
        try:
            return read_model_description(str(self.path), validate=False)
        except Exception as error:    # FMPy raises whatever zip, XML and its own checks raise
            raise WrongUse(f"{self.path} is no FMU that can be read: {error}") from error

    @cached_property
    def variables(self) -> dict[str, Variable]:
        return {v.name: v for declared in self.description.modelVariables for v in _scalars(declared)}

    @cached_property
    def outputs(self) -> list[str]:
        return [v.name for d in self.description.modelVariables if d.causality == "output" for v in _scalars(d)]

    @cached_property
    def fingerprint(self) -> str:
        """The token, and the checksums of what computes: a library that was built again keeps its token."""
        with zipfile.ZipFile(self.path) as archive:
            sums = sorted(f"{m.filename} {m.CRC:08x}" for m in archive.infolist() if m.filename.startswith(COMPUTES))
        return "\n".join([self.description.guid, *sums])

    def default(self, name: str) -> float | None:
        """A number of the default experiment."""
        value = getattr(self.description.defaultExperiment, name, None)
        return None if value is None else float(value)

    def variable(self, name: str, known: Iterable[str] = ()) -> Variable:
        """Whoever mistyped a name is shown the nearest of the known ones; all are known if none are given."""
        if name in self.variables:
            return self.variables[name]
        hint = suggestion(name, known or self.variables)
        elements = [element for element in self.variables if element.startswith(f"{name}[")]
        if elements:
            hint = f"; its elements are {elements[0]} to {elements[-1]}"
        raise WrongUse(f"{self.path.stem} has no variable '{name}'{hint}")

    def settable(self, name: str) -> Variable:
        settable = [v.name for v in self.variables.values() if v.settable]
        variable = self.variable(name, settable)
        if variable.settable:
            return variable
        if variable.array and self.description_of(variable.array).causality in SETTABLE:
            raise WrongUse(f"{name}: one element of an FMI 3.0 array cannot be set alone; take --fmi 2")
        raise WrongUse(f"{name} cannot be set: it is neither a parameter nor an input{suggestion(name, settable)}")

    def description_of(self, name: str):
        return next(declared for declared in self.description.modelVariables if declared.name == name)


def suggestion(name: str, known) -> str:
    close = difflib.get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def find(model: str, version: int, folder: Path) -> Fmu:
    """MODEL of the command line: a model's name, FILE.fmu, or FILE.toml, which is exported into `folder`."""
    if model.endswith(".toml"):
        return Fmu(_export(Path(model), version, folder))
    if model.endswith(".fmu"):
        if not Path(model).is_file():
            raise WrongUse(f"{model}: there is no such file")
        return Fmu(Path(model))
    built = BUILD / "fmus" / f"fmi{version}" / f"{model}.fmu"
    if not built.is_file():
        names = sorted(path.stem for path in built.parent.glob("*.fmu"))
        raise WrongUse(f"no FMU of a model '{model}' is built{suggestion(model, names)}\n"
                       f"Built are: {', '.join(names) or 'none'}")
    return Fmu(built)


def _export(description: Path, version: int, folder: Path) -> Path:
    if not description.is_file():
        raise WrongUse(f"{description}: there is no such file")
    folder.mkdir(parents=True, exist_ok=True)
    fmu = folder / f"{description.stem}.fmi{version}.fmu"
    command = [BUILD / "bin" / "reeve", "export", description, "--fmi", str(version), "-o", fmu]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        raise WrongUse(f"{description} does not become an FMU:\n{run.stdout.strip()}")
    return fmu


def _scalars(declared):
    """The variables that can be swept or measured in one declared variable; none for binary data and clocks."""
    kind = {"Boolean": bool, "String": str, "Real": float, "Float32": float, "Float64": float}.get(declared.type)
    if kind is None and declared.type.startswith(("Int", "UInt", "Enumeration")):
        kind = int
    if kind is None:
        return
    unit = declared.unit or (declared.declaredType and declared.declaredType.unit) or ""
    settable = declared.causality in SETTABLE
    if not declared.shape:
        yield Variable(declared.name, kind, unit, settable)
        return
    for index in itertools.product(*(range(n) for n in declared.shape)):
        subscript = ",".join(str(i + 1) for i in index)
        yield Variable(f"{declared.name}[{subscript}]", kind, unit, False, declared.name, index)
