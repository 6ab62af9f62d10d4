"""A lift whose counterweight comes down on a buffer, behind FMI: conformance, one trajectory under our solver and under CVode, a picture."""

import fmpy
import foreign_process
import numpy as np
import pytest

from fmu_under_test import BUILD, ROOT

SEEN = ["counterweight_position", "counterweight_velocity", "pit_force"]
STIFFNESS, DAMPING, TOP = 5e4, 2.0, 15.05    # N/m, s/m, m: after a ride of 3 m the counterweight would be 5 cm below the top
BUFFER = f'buffer = [{{name = "pit", under = "counterweight", top = {TOP}, stiffness = {STIFFNESS}, damping = {DAMPING}}}]\n'


@pytest.fixture(scope="module")
def description(tmp_path_factory):
    text = (ROOT / "resources/reevings/elevator-low-rise.toml").read_text()
    text = text.replace("rated", BUFFER + "rated", 1).replace("[start]", '[start]\n"ride.distance" = 3').replace("stop = 22", "stop = 7")
    file = tmp_path_factory.mktemp("lift") / "lift.toml"
    file.write_text(text)
    return file


@pytest.fixture(scope="module", params=[2, 3], ids=["fmi2", "fmi3"])
def lift(request, description):
    fmu = description.with_name(f"Lift{request.param}.fmu")
    foreign_process.run(BUILD / "bin" / "reeve", "export", description, "-o", fmu, "--fmi", request.param)
    return str(fmu)


@pytest.mark.slow
def test_it_meets_every_check(lift):
    foreign_process.run(BUILD / "bin" / "reeve-conformance", lift, "--jobs", 2)


def run(lift, kind, **more):
    return fmpy.simulate_fmu(lift, fmi_type=kind, stop_time=7, output_interval=0.01, output=SEEN, record_events=False, validate=False, **more)


def test_cvode_and_our_solver_stand_on_it_alike(lift):
    exchange = run(lift, "ModelExchange", relative_tolerance=1e-9)
    ours = run(lift, "CoSimulation", start_values={"solver.tolerance": 1e-9})
    assert ours["pit_force"][0] == 0 and ours["pit_force"][-1] > 1000
    times = np.arange(0.01, 7, 0.01)
    for name, allowed in {"counterweight_position": 1e-6, "pit_force": 0.1}.items():    # of 3 m and 2 kN: 1e-6 m on 5e4 N/m, twice
        one, other = (np.interp(times, result["time"], result[name]) for result in (exchange, ours))
        assert np.max(np.abs(one - other)) < allowed, name


def test_its_force_is_its_law(lift):
    ours = run(lift, "CoSimulation")
    x, rate = TOP - ours["counterweight_position"], -ours["counterweight_velocity"]
    law = np.where(x > 0, np.maximum(0, STIFFNESS * x * (1 + DAMPING * rate)), 0)
    assert ours["pit_force"] == pytest.approx(law, abs=1e-3)    # N: an event comes 1e-9 m late


def test_it_is_drawn(description):
    svg = foreign_process.run(BUILD / "bin" / "reeve", "draw", description)
    assert svg.count('class="buffer" data-name="pit" data-under="counterweight"') == 1
