"""From the command line and files to the list of points. A point is a dictionary: name of a variable, its value."""

import csv
import itertools
import math
from decimal import Decimal, InvalidOperation
from pathlib import Path

from sweep import WrongUse
from sweep.fmu import Fmu, Variable

TRUTH = {"true": True, "1": True, "false": False, "0": False}
EXPECTED = {float: "a finite number", int: "an integer", bool: "true or false"}
MOST_VALUES = 1_000_000    # in one range: a mistyped step should not fill the memory

Point = dict[str, float | int | bool | str]


def all_points(fmu: Fmu, fixed: list[str], varied: list[str], file: Path | None) -> list[Point]:
    """Every row of the file with every point of the grid, the last name varying fastest, fixed values in each."""
    common = {name: values[0] for name, values in (_axis(fmu, "--set", text) for text in fixed)}
    axes = _axes(fmu, varied)
    rows = read_file(fmu, file) if file else [{}]
    for origin, names in (("--vary", axes), ("--points", rows[0])):
        _refuse_twice(names, common, f"{origin} and --set")
    _refuse_twice(rows[0], axes, "--points and --vary")
    grid = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    return [{**common, **row, **point} for row in rows for point in grid]


def _refuse_twice(names, others, where: str) -> None:
    for name in names:
        if name in others:
            raise WrongUse(f"{name} is given twice: by {where}")


def _axes(fmu: Fmu, varied: list[str]) -> dict[str, list]:
    axes = {}
    for text in varied:
        name, values = _axis(fmu, "--vary", text)
        _refuse_twice([name], axes, "--vary and --vary")
        axes[name] = values
    return axes


def _axis(fmu: Fmu, option: str, text: str) -> tuple[str, list]:
    name, separator, values = text.partition("=")
    if not separator or not values:
        example = "cabin.mass=3000" if option == "--set" else "cabin.mass=2000:4000:500 or cabin.mass=2000,2500"
        raise WrongUse(f"{option} {text}: expected NAME=VALUE{'' if option == '--set' else 'S'}, for example {example}")
    variable = fmu.settable(name)
    if option == "--set":
        return name, [read_value(variable, values, f"{option} {text}")]
    return name, read_values(variable, values, f"{option} {text}")


def read_values(variable: Variable, text: str, where: str) -> list:
    """Comma-separated values and ranges first:last:step; a range contains its last value if the step leads there."""
    values = []
    for item in text.split(","):
        if ":" in item and variable.kind in (float, int):
            values.extend(_range(variable, item, where))
        else:
            values.append(read_value(variable, item, where))
    return values


def read_value(variable: Variable, text: str, where: str):
    text = text.strip()
    try:
        if variable.kind is bool:
            return TRUTH[text.lower()]
        value = variable.kind(text)
        if variable.kind is float and not math.isfinite(value):
            raise ValueError
        return value
    except (ValueError, KeyError):
        expected = EXPECTED[variable.kind]
        raise WrongUse(f"{where}: '{text}' is no value of {variable.name}; expected {expected}") from None


def _range(variable: Variable, text: str, where: str) -> list:
    """Counted in decimals, so that 0:0.3:0.1 ends with 0.3 and holds the numbers as one would type them."""
    try:
        first, last, step = (Decimal(part.strip()) for part in text.split(":"))
        count = int((last - first) / step) + 1
    except (InvalidOperation, ValueError, ArithmeticError):
        raise WrongUse(f"{where}: '{text}' is no range; expected FIRST:LAST:STEP with a step other than 0") from None
    if (last - first) * step < 0:
        raise WrongUse(f"{where}: the range '{text}' is empty; its step leads away from its last value")
    if count > MOST_VALUES:
        raise WrongUse(f"{where}: the range '{text}' has {count} values; at most {MOST_VALUES} are allowed")
    return [read_value(variable, _plain(first + k * step), where) for k in range(count)]


def _plain(number: Decimal) -> str:
    """3000 rather than 3E+3, which no integer can be read from; 2.0 becomes 2 for the same reason."""
    return str(int(number)) if number == int(number) else str(number)


def read_file(fmu: Fmu, file: Path) -> list[Point]:
    """A CSV file with the names of variables in its first line and a point in each other line."""
    try:
        with file.open(newline="", encoding="utf-8-sig") as stream:
            lines = [(number, row) for number, row in enumerate(csv.reader(stream), 1) if any(map(str.strip, row))]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise WrongUse(f"--points {file}: cannot be read: {error}") from error
    if not lines:
        raise WrongUse(f"--points {file}: is empty; expected a line with names, then a line of values per point")
    names = [name.strip() for name in lines[0][1]]
    if all(map(_is_number, names)):
        raise WrongUse(f"--points {file}: has no header; its first line must name the variables, one per column")
    for i, name in enumerate(names):
        _refuse_twice([name], names[:i], f"two columns of {file}")
    try:
        variables = [fmu.settable(name) for name in names]
    except WrongUse as error:
        raise WrongUse(f"--points {file}: {error}") from error
    if len(lines) == 1:
        raise WrongUse(f"--points {file}: has names but no points")
    return [_row(variables, row, f"{file}:{number}") for number, row in lines[1:]]


def _is_number(text: str) -> bool:
    try:
        float(text)
        return True
    except ValueError:
        return False


def _row(variables: list[Variable], cells: list[str], where: str) -> Point:
    if len(cells) != len(variables):
        raise WrongUse(f"{where}: {len(cells)} values for {len(variables)} names")
    return {variable.name: read_value(variable, cell, where) for variable, cell in zip(variables, cells)}
