"""Rows and runs as text for the terminal and as CSV."""

import csv
import math
from pathlib import Path

from traction.formulas import Row
from traction.lift import Machine
from traction.runs import Result

SIMULATED = ["brake [N.m]", "stop begins at [m]", "speed there [m/s]", "peak utilisation", "slip [m]", "duration of slip [s]", "stopping distance [m]",
             "peak deceleration [m/s2]", "remark"]
DIRECTIONS = {1: "up", -1: "down", 0: "at rest"}


def line(row: Row) -> str:
    one, other = row.tensions
    return (f"{row.title}: {one.symbol} {one.value:.0f} N, {other.symbol} {other.value:.0f} N, {row.requirement}, "
            f"{100 * row.utilisation.value:.0f} % used: {row.verdict}")


def figures(result: Result) -> str:
    """What the run gave, in one sentence."""
    parts = []
    if result.run:
        parts.append(f"peak {100 * result.peak_utilisation:.0f} % used")
        parts.append(f"slips {1e3 * result.slip:.1f} mm in {result.slip_time:.2f} s" if result.slip > 0 else "no slip")
    if not math.isnan(result.stopping_distance):
        parts.append(f"stops in {result.stopping_distance:.2f} m, peak {result.peak_deceleration:.2f} m/s2")
    return ", ".join(parts) + ("; " if parts and result.remark else "") + result.remark


def run_line(result: Result) -> str:
    brake = f"brake {result.brake.name}" + (f", {result.brake.torque:.0f} N.m: " if result.run else ": ") if result.brake else ""
    return brake + figures(result)


def write_csv(path: Path, machine: Machine, cases: list[tuple[Row, list[Result]]]) -> None:
    """One line per row; SI units."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["case", "what", "load [kg]", "car at", "direction", "a [m/s2]", "alpha [rad]", "mu", "f", "e^(f alpha)",
                         f"T_{machine.car} [N]", f"T_{machine.counterweight} [N]", "T1/T2", "utilisation", "verdict",
                         *(f"{brake} brake: {name}" for brake in ("described", "sized") for name in SIMULATED)])
        for row, results in cases:
            writer.writerow([row.case, row.what, row.load, row.place, DIRECTIONS[row.direction], row.a, row.alpha, row.mu.value, row.f.value,
                             row.limit.value, *(T.value for T in row.tensions), row.ratio.value, row.utilisation.value, row.verdict,
                             *(cell for result in results for cell in _simulated(result))])


def _simulated(result: Result) -> list:
    numbers = [result.brake.torque if result.run and result.brake else math.nan, result.begin, result.speed, result.peak_utilisation, result.slip, result.slip_time,
               result.stopping_distance, result.peak_deceleration]
    return ["" if math.isnan(number) else number for number in numbers] + [result.remark]
