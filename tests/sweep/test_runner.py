"""How one point runs, without Dask."""

from types import SimpleNamespace

import numpy as np
import pytest
from fmpy import simulate_fmu

from sweep import measures
from sweep.runner import Runner

STOP, STEP = 1.0, 1e-2
MEASURES = [*(f"{kind}:cabin_velocity" for kind in measures.KINDS), "max:rope_tension_end[2]", "end:slack"]


@pytest.fixture
def runner(elevator, tmp_path):
    runner = Runner(elevator.path.read_bytes(), STOP, STEP, measures.parse(elevator, MEASURES), own_workers=False)
    worker = SimpleNamespace(local_directory=str(tmp_path))
    runner.setup(worker)
    yield runner
    runner.teardown(worker)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("reeve-sweep-")]


def test_the_measures_are_those_of_a_simulation_by_fmpy(runner, elevator):
    point = {"cabin_payload": 500.0, "rope.axial_modes": 2, "sheaves.flux": False}
    element = next(m for m in runner.measures if m.index or "[" in m.variable)
    run = simulate_fmu(str(elevator.path), stop_time=STOP, output_interval=STEP, start_values=dict(point),
                       output=["cabin_velocity", element.array, "slack"])
    v, t = run["cabin_velocity"], run["time"]
    tension = run[element.array][:, 1] if element.index else run[element.array]
    mean = lambda y: np.sum((y[1:] + y[:-1]) / 2 * np.diff(t)) / t[-1]    # noqa: E731
    expected = [v.min(), v.max(), abs(v).max(), v.max() - v.min(), mean(v), np.sqrt(mean(v * v)), v[0], v[-1],
                tension.max(), run["slack"][-1]]
    outcome = runner.run(point)
    assert outcome["status"] == "ok", outcome["message"]
    assert outcome["values"] == pytest.approx([float(value) for value in expected], rel=1e-12, abs=1e-15)


def test_a_point_gives_the_same_bits_whatever_ran_before_it(runner):
    """The instance is reset and used again, also after a failure."""
    point = {"cabin_payload": 500.0}
    alone = runner.run(point)["values"]
    assert runner.run({"cabin.mass": -1.0})["status"] == "failed"
    assert runner.run({"cabin_payload": 900.0, "rope.axial_modes": 5})["values"] != alone
    assert runner.run(point)["values"] == alone


def test_a_failed_point_carries_the_message_of_the_fmu(runner):
    outcome = runner.run({"cabin.mass": -1.0})
    assert outcome["status"] == "failed" and outcome["values"] is None
    assert "cabin.mass = -1 kg: expected greater than 0 kg" in outcome["message"]


def test_messages_of_an_earlier_point_do_not_return(runner):
    runner.run({"cabin.mass": -1.0})
    assert "cabin.mass" not in runner.run({"rope.EA": 0.0})["message"]


def test_the_last_step_ends_at_the_stop_time(runner):
    times = []
    runner.step = 0.3
    runner._fresh_instance()
    step = runner.instance.doStep
    runner.instance.doStep = lambda **at: times.append(sum(at.values())) or step(**at)
    assert runner.run({})["status"] == "ok"
    assert times == pytest.approx([0.3, 0.6, 0.9, 1.0])
