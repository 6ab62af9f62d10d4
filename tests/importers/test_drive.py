"""Elevator and drive as two FMUs: the loop converges with the communication step, and can be restored in the middle of a ride."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
REEVE = ROOT / "build" / "bin" / "reeve"
sys.path.insert(0, str(ROOT / "tools" / "lib" / "drive"))

from master import System    # noqa: E402

pytestmark = pytest.mark.skipif(
    REEVE.exists() and not {"Drive", "Elevator"} <= {line.split()[0] for line in subprocess.run(
        [REEVE, "models"], capture_output=True, text=True).stdout.splitlines() if line},
    reason="this build does not hold both models")

SEEN = ["cabin_position", "cabin_velocity", "sheave_angle", "cabin_anchor_tension"]


@pytest.fixture(scope="module", params=[2, 3])
def fmus(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(f"fmi{request.param}")
    for name, settings in (("Elevator", ["--set", "drive.mode=1"]), ("Drive", [])):
        subprocess.run([REEVE, "export", name, "--fmi", str(request.param), *settings, "-o", folder / f"{name}.fmu"], check=True)
    return folder / "Elevator.fmu", folder / "Drive.fmu"


def ride(system, steps, h, first=0):
    references = system.elevator.references(SEEN)
    rows = []
    for k in range(first, first + steps):
        system.step(k * h, h)
        rows.append(system.elevator.get_reals(references))
    return np.array(rows)


def test_differences_shrink_with_the_communication_step(fmus):
    """Both FMUs are exact to their tolerance, so what is left is the coupling: first order in the step."""
    runs = {}
    for h in (4e-3, 2e-3, 1e-3, 0.5e-3):
        system = System(*fmus, {}, {})
        runs[h] = ride(system, round(4 / h), h)[:, 0][round(4e-3 / h) - 1::round(4e-3 / h)]
        system.close()
    steps = sorted(runs, reverse=True)
    gaps = [np.abs(runs[a] - runs[b]).max() for a, b in zip(steps, steps[1:])]
    assert gaps[0] / gaps[1] >= 1.8 and gaps[1] / gaps[2] >= 1.8, gaps


def test_restored_in_the_middle_of_a_ride_both_go_on_bit_by_bit(fmus):
    h = 1e-3
    system = System(*fmus, {"cabin_payload": 500}, {})
    ride(system, 3000, h)
    saved = system.elevator.save(), system.drive.save()
    first = ride(system, 2000, h, 3000)
    system.elevator.restore(saved[0])
    system.drive.restore(saved[1])
    again = ride(system, 2000, h, 3000)
    system.close()
    assert np.array_equal(first, again)
    assert np.ptp(first[:, 0]) > 5    # the cabin was riding [m]


@pytest.mark.parametrize("h", [1e-3, 1e-2])
def test_a_ride_ends_at_the_floor(fmus, h):
    system = System(*fmus, {}, {})
    rows = ride(system, round(22 / h), h)
    state = system.drive.get_integer("state")
    system.close()
    assert state == 1                             # standing, brake applied
    assert abs(rows[-1, 0] - 50) < 1e-3           # levelling: 1 mm
    assert abs(rows[-1, 1]) < 5e-3                # bounce that is left [m/s]


@pytest.mark.parametrize("case", ["l2", "l3", "l4", "l11", "stop"])
def test_a_load_case_gives_the_numbers_it_says(case, tmp_path):
    done = subprocess.run([sys.executable, ROOT / "tools/lib/drive/main.py", case, "--fmi", "3", "--out", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "as expected" in (tmp_path / "index.html").read_text()
