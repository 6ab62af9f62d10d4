"""Ropes that creep and slip on the drive, behind FMI: conformance, and one trajectory under our solver and under CVode."""

import fmpy
import foreign_process
import numpy as np
import pytest

from fmu_under_test import BUILD

SEEN = ["cabin_position", "slip_distance", "creep_distance", "traction_utilisation"]


@pytest.fixture(scope="module", params=[2, 3], ids=["fmi2", "fmi3"])
def lift(request, tmp_path_factory):
    """A low-rise lift whose grooves are so smooth that the rope slips while the empty car slows down on its way up."""
    fmu = tmp_path_factory.mktemp("lift") / "Lift.fmu"
    settings = {"drive.contact": 3, "drive.friction": 0.13, "drive.friction_kinetic": 0.13, "ride.distance": 3}
    foreign_process.run(BUILD / "bin" / "reeve", "export", "ElevatorLowRise", "-o", fmu, "--fmi", request.param,
                        *(word for name, value in settings.items() for word in ("--set", f"{name}={value}")))
    return str(fmu)


@pytest.mark.slow
def test_it_meets_every_check(lift):
    foreign_process.run(BUILD / "bin" / "reeve-conformance", lift, "--jobs", 2)


def run(lift, kind, stop, interval=0.01, **more):
    return fmpy.simulate_fmu(lift, fmi_type=kind, stop_time=stop, output_interval=interval, output=SEEN, record_events=False, validate=False, **more)


def test_cvode_and_our_solver_slip_alike(lift):
    exchange = run(lift, "ModelExchange", 7, relative_tolerance=1e-9)
    ours = run(lift, "CoSimulation", 7, start_values={"solver.tolerance": 1e-9})
    assert abs(ours["slip_distance"][-1]) > 1e-3
    times = np.arange(0.01, 7, 0.01)
    for name, allowed in {"cabin_position": 1e-6, "slip_distance": 1e-6, "creep_distance": 1e-8}.items():    # of 3 m, 60 mm, 0.3 mm
        one, other = (np.interp(times, result["time"], result[name]) for result in (exchange, ours))
        assert np.max(np.abs(one - other)) < allowed, name


def test_a_rope_that_sticks_for_1000_s_does_not_drift(lift):
    still = run(lift, "ModelExchange", 1000, interval=10, start_values={"ride.start": 2000.0})
    assert np.ptp(still["cabin_position"]) < 1e-9
    assert np.all(still["slip_distance"] == 0) and np.all(still["creep_distance"] == 0)
    assert 0.5 < still["traction_utilisation"][0] < 1
