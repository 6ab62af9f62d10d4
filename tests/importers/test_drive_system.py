"""The system of elevator and drive as SSP, run by masters that are not ours: they agree, the better the smaller the step."""

import sys
from pathlib import Path

import foreign_process
import numpy as np
import pytest
from fmpy.ssp.ssd import read_ssd
from trajectory import Trajectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "lib" / "drive"))

import ssp    # noqa: E402
from test_drive import pytestmark    # noqa: E402, F401: both models are needed

# FMPy's ssp module and libcosim are for FMI 2.0; "reeve" has no FMUs at all.
MASTERS = {2: ["fmpy", "ecos", "libcosim", "script", "reeve"], 3: ["ecos", "script", "reeve"]}
STEPS = [4e-3, 2e-3, 1e-3, 0.5e-3]
STOP = 5.0                # s; the ride is at its full acceleration
HALVING = 1.8             # all of them exchange values at communication points only: first order, a factor of 2
# Below these, gaps count as none: masters add up time differently, [m], [rad/s]; for the energy [J] 1e-6 of what flows, because from the
# sampling period of 1 ms on it matters into which sample a value falls and no more how large the step is.
BITS = {"cabin_position": 1e-9, "sheave_speed": 1e-8, "electrical_energy": 0.2}


@pytest.fixture(scope="module", params=[2, 3])
def system(request, tmp_path_factory):
    return request.param, ssp.write(tmp_path_factory.mktemp("ssp") / "ElevatorDrive.ssp", request.param)


@pytest.fixture(scope="module")
def runs(system, tmp_path_factory):
    """By master and step, at the points they have in common."""
    version, file = system
    folder = tmp_path_factory.mktemp("runs")
    out = {}
    for master in MASTERS[version]:
        for step in STEPS:
            csv = folder / f"{master}-{step}.csv"
            foreign_process.run(sys.executable, Path(__file__).with_name("run_system.py"), master, file, step, round(STOP / step), csv)
            every = round(STEPS[0] / step)
            out[master, step] = {name: values[every - 1::every] for name, values in Trajectory.read_csv(csv).columns.items()}
    return out


def test_the_description_follows_the_schema_and_names_both_parts(system):
    _, file = system
    description = read_ssd(str(file), validate=True)
    assert {element.name for element in description.system.elements} == {"elevator", "drive"}
    assert len(description.system.connections) == len(ssp.TO_DRIVE) + len(ssp.TO_ELEVATOR)


@pytest.mark.parametrize("name", BITS)
def test_masters_agree_the_better_the_smaller_the_step(system, runs, name):
    masters = MASTERS[system[0]]
    for i, a in enumerate(masters):
        for b in masters[i + 1:]:
            gaps = [np.abs(runs[a, step][name] - runs[b, step][name]).max() for step in STEPS]
            for coarse, fine in zip(gaps, gaps[2:]):   # over two halvings: a single sample that sees one count of the encoder more moves one gap
                assert fine <= max(coarse / HALVING**2, BITS[name]), (a, b, gaps)


@pytest.mark.parametrize("name", BITS)
def test_every_master_converges(system, runs, name):
    for master in MASTERS[system[0]]:
        gaps = [np.abs(runs[master, a][name] - runs[master, b][name]).max() for a, b in zip(STEPS, STEPS[1:])]
        for coarse, fine in zip(gaps, gaps[1:]):
            assert fine <= coarse / HALVING, (master, gaps)
