"""The same FMU on every platform it carries."""

import csv
import os
from pathlib import Path

import numpy as np
import pytest

from emulators import AGREEMENT, drive, verdicts

# How far a run may lie from that on Linux, as part of the largest value of a variable (of an array: of all its elements).
# The compilers keep to the same arithmetic, without fused operations, and square roots are exact everywhere; only sin, exp,
# tanh and the like come from other mathematical libraries and differ in their last bit.
#
# In the default experiments of elevators, hoist, drives, conduit and RopePulley the motion needs none of them and has the same
# bits; an angle or an exponential among the outputs is a few last bits off.
LAST_BITS = 1e-14
# Where they are part of the equations of motion, the last bit grows over the run's many stiff steps.
# The yardstick is Linux itself: the same library on a processor without fused operations, for which glibc has other
# variants of these functions (GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA), is off by the number at the right. Each bound is
# ten to thirty times that: far below every solver's tolerance, far above another draw of the same roundings.
GROWN = {"FrictionBlock": 1e-11,    # 7e-13, tanh of the friction law
         "FlexibleSheet": 1e-10,    # 6e-12, sines of the joints; on ARM also Eigen's kernel of large products, which is fused
         "BeltDrive": 1e-8}         # 4e-10, cosine of the ramps; friction_sum is what is left of forces that cancel


def test_every_check_passes_on_windows(fmu):
    done = drive("windows", fmu, "--time-limit", 240, "--jobs", os.cpu_count())
    assert done.returncode == 0, verdicts(done)


@pytest.fixture(scope="module")
def agreement():
    with open(AGREEMENT, "w", encoding="utf-8") as log:
        yield log


@pytest.mark.parametrize("platform", ["windows", "arm"])
def test_the_default_experiment_is_that_of_linux(platform, fmi3_fmu, tmp_path, agreement):
    names, here = recorded("linux", fmi3_fmu, tmp_path)
    others, there = recorded(platform, fmi3_fmu, tmp_path)
    assert names == others and here.shape == there.shape and np.isfinite(there).all()
    worst, name = largest_difference(names, here, there)
    print(f"{fmi3_fmu.name:18s} {platform:8s} {worst:9.2e} {name}", file=agreement, flush=True)
    assert worst <= GROWN.get(fmi3_fmu.name, LAST_BITS), name


def recorded(platform: str, fmu: Path, folder: Path) -> tuple[list[str], np.ndarray]:
    """Names of the variables, and a row of their values at every communication point."""
    file = folder / f"{platform}.csv"
    done = drive(platform, fmu, "--record", file)
    assert done.returncode == 0, verdicts(done)
    with open(file, newline="", encoding="utf-8") as text:
        names = next(csv.reader(text))
        return names, np.loadtxt(text, delimiter=",", ndmin=2)


def largest_difference(names: list[str], here: np.ndarray, there: np.ndarray) -> tuple[float, str]:
    sizes: dict[str, float] = {}
    for name, size in zip(names, np.abs(here).max(axis=0)):
        sizes[whole(name)] = max(size, sizes.get(whole(name), 0.0))
    differences = np.abs(here - there).max(axis=0)
    return max((float(difference / (sizes[whole(name)] or 1.0)), name) for name, difference in zip(names, differences))


def whole(name: str) -> str:
    """The array that an element belongs to: a node that stands still has no size of its own."""
    return name.rpartition("[")[0] or name
