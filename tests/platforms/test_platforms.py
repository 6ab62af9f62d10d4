"""The same FMU on every platform it carries."""

import csv
from pathlib import Path

import pytest

from emulators import AGREEMENT, drive, verdicts

# How far the whole default experiment may lie from that on Linux, as part of each variable's largest value. The compilers
# keep to the same arithmetic (no fused operations); only exp, sin, pow and the like come from other mathematical
# libraries and differ in their last bit. A solver with error control answers that with its own tolerance at the most;
# stick and slip turn it into another instant of slipping.
LARGEST_DIFFERENCE = {"FrictionBlock": 1e-6, "RopePulley": 1e-4, "BeltDrive": 1e-4}
SMOOTH = 1e-7


def test_every_check_passes_on_windows(fmu):
    done = drive("windows", fmu, "--time-limit", 240)
    assert done.returncode == 0, verdicts(done)


@pytest.mark.parametrize("platform", ["windows", "arm"])
def test_the_default_experiment_is_that_of_linux(platform, fmi3_fmu, tmp_path):
    here, there = recorded("linux", fmi3_fmu, tmp_path), recorded(platform, fmi3_fmu, tmp_path)
    assert [name for name in here] == [name for name in there]
    worst = max(((difference(here[name], there[name]), name) for name in here))
    with open(AGREEMENT, "a", encoding="utf-8") as log:
        log.write(f"{fmi3_fmu.name:20s} {platform:8s} {worst[0]:9.2e} {worst[1]}\n")
    assert worst[0] <= LARGEST_DIFFERENCE.get(fmi3_fmu.name, SMOOTH), worst


def recorded(platform: str, fmu: Path, folder: Path) -> dict[str, list[float]]:
    file = folder / f"{platform}.csv"
    done = drive(platform, fmu, "--record", file)
    assert done.returncode == 0, verdicts(done)
    with open(file, newline="", encoding="utf-8") as rows:
        header, *numbers = csv.reader(rows)
    return {name: [float(row[i]) for row in numbers] for i, name in enumerate(header)}


def difference(a: list[float], b: list[float]) -> float:
    size = max(map(abs, a)) or 1.0
    return max((abs(x - y) for x, y in zip(a, b, strict=True)), default=0.0) / size
