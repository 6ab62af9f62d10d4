"""Elevator and drive under one CVode, both for model exchange: what the coupling of two co-simulations converges to."""

import sys
from pathlib import Path

import numpy as np
import pytest

from run_system import SEEN, in_reeve
from test_drive import export, pytestmark as both_models_are_built

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "lib" / "drive"))

from one_solver import OneSolver    # noqa: E402

STOP = 1.0                          # s: brake open at 0.5 s, then the ride at its full jerk; CVode begins anew at every sample, 1000 times
TOLERANCE = 1e-8                    # leaves 1e-7 m, of 6e-6 m at the shortest step
POINTS = 1e-3                       # s, where all are compared
STEPS = [1e-3, 0.5e-3, 0.25e-3]
HALVING = 1.8                       # first order is a factor of 2
APART = 1e-3                        # m at the first of the steps, of the cabin

pytestmark = [both_models_are_built]


def under_one_solver(version, folder):
    system = OneSolver(*export(folder, version), {}, {}, TOLERANCE)
    parts = {"elevator": system.elevator, "drive": system.drive}
    rows = []
    for k in range(1, round(STOP / POINTS) + 1):
        system.advance(k * POINTS)
        rows.append([parts[element].get_reals(parts[element].references([name]))[0] for name, element in SEEN.items()])
    system.close()
    return dict(zip(SEEN, np.array(rows).T))


def coupled(step):
    columns = in_reeve(None, step, round(STOP / step))
    every = round(POINTS / step)
    return {name: column[every - 1::every] for name, column in zip(SEEN, columns)}


@pytest.mark.parametrize("version", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_coupled_models_converge_to_one_system_at_first_order(version, tmp_path):
    exact = under_one_solver(version, tmp_path)
    runs = [coupled(step) for step in STEPS]
    for name in ("cabin_position", "electrical_energy"):    # not the sheave's speed: the encoder counts, and a count falls into one sample or the next
        gaps = [np.abs(run[name] - exact[name]).max() for run in runs]
        assert all(wide / narrow >= HALVING for wide, narrow in zip(gaps, gaps[1:])), (name, gaps)
    assert np.abs(runs[0]["cabin_position"] - exact["cabin_position"]).max() <= APART
