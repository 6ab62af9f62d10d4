"""Trajectories: one column of numbers per variable, as every importer writes them."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

WORDS = {"true": 1.0, "false": 0.0}


@dataclass
class Trajectory:
    """Values by variable name; all columns, "time" included, have one value per communication point."""

    columns: dict[str, np.ndarray]

    @property
    def names(self) -> list[str]:
        return [name for name in self.columns if name != "time"]

    def __len__(self) -> int:
        return len(self.columns["time"])

    def after_the_start(self) -> "Trajectory":
        return Trajectory({name: values[1:] for name, values in self.columns.items()})

    def only(self, names: Iterable[str]) -> "Trajectory":
        return Trajectory({name: self.columns[name] for name in ("time", *names)})

    @classmethod
    def read_csv(cls, path: Path) -> "Trajectory":
        with path.open(newline="") as file:
            header, *rows = csv.reader(file)
        numbers = np.array([[_number(cell) for cell in row] for row in rows], dtype=float)
        return cls({name.strip(): numbers[:, i] for i, name in enumerate(header)})

    def write_csv(self, path: Path) -> None:
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(self.columns)
            writer.writerows([repr(float(value)) for value in row] for row in zip(*self.columns.values()))

    @classmethod
    def from_fmpy(cls, result: np.ndarray) -> "Trajectory":
        """FMPy's structured array; an array variable becomes one column per element, named as in FMI 2.0."""
        columns = {}
        for name in result.dtype.names:
            values = np.asarray(result[name], dtype=float)
            for index in np.ndindex(values.shape[1:]):
                columns[name + _subscript(index)] = values[(slice(None), *index)]
        return cls(columns)


def _number(cell: str) -> float:
    word = cell.strip().lower()
    return WORDS[word] if word in WORDS else float(word)


def _subscript(index: tuple[int, ...]) -> str:
    return "[" + ",".join(str(i + 1) for i in index) + "]" if index else ""


def assert_equal(actual: Trajectory, expected: Trajectory) -> None:
    """All columns of `expected`, bit for bit: the same binary on the same points has no reason to differ."""
    __tracebackhide__ = True
    missing = [name for name in expected.names if name not in actual.columns]
    assert not missing, f"missing columns: {', '.join(missing)}"
    assert len(actual) == len(expected), f"{len(actual)} rows instead of {len(expected)}"
    findings = [_difference(name, actual, expected) for name in expected.names]
    assert not any(findings), "\n".join(filter(None, findings))


def _difference(name: str, actual: Trajectory, expected: Trajectory) -> str:
    a, e = actual.columns[name], expected.columns[name]
    if np.array_equal(a, e):
        return ""
    worst = int(np.argmax(np.where(np.isfinite(a), np.abs(a - e), np.inf)))
    return (f"{name}: {np.count_nonzero(a != e)} of {len(e)} points differ, most at t = "
            f"{float(expected.columns['time'][worst])!r}: {float(a[worst])!r} instead of {float(e[worst])!r}")
