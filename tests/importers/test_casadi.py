"""CasADi: exact Jacobians of the FMU's derivatives and outputs, and its own integrator up to the first event (it handles none).

FMI 2.0 where states are arrays in FMI 3.0, which CasADi cannot take; not required of Drive.
"""

import casadi
import fmpy
import numpy as np
import pytest

from test_model_exchange import fmus

REEVINGS = ["Elevator", "ElevatorLowRise", "ElevatorMidRise", "ElevatorHighRise", "Hoist"]
PLANTS = [plant for plant in fmus("FrictionBlock", *REEVINGS) if plant.version == 2 or plant.model == "FrictionBlock"]
INPUTS = {"brake": 0.5, "cabin_payload": 100.0, "hook_payload": 100.0, "plate_velocity": 0.1, "normal_force": 9.81}    # the others: 0
NO_REALS = ["slack"]    # CasADi would read it as a real


class Imported:
    """The FMU in CasADi, and the start of a run."""

    def __init__(self, plant, folder):
        self.dae = casadi.DaeBuilder(plant.model, str(fmpy.extract(str(plant.path), str(folder))), {})
        self.dae.set_y([name for name in self.dae.y() if name not in NO_REALS])
        self.inputs = {name: INPUTS.get(name, 0.0) for name in self.dae.u()}
        start = fmpy.simulate_fmu(str(plant.path), fmi_type="ModelExchange", stop_time=0.01, output=self.dae.x(), start_values=self.inputs,
                                  validate=False)
        self.x, self.u = np.array([start[name][0] for name in self.dae.x()]), np.array(list(self.inputs.values()))


def differences(function, at, h=1e-6):
    columns = [(function(at + step) - function(at - step)) / (2 * h) for step in h * np.eye(len(at))]
    return np.array(columns).T


@pytest.mark.parametrize("plant", PLANTS, ids=str)
@pytest.mark.parametrize("of", ["ode", "y"])
def test_casadi_gets_the_jacobians_that_differences_give(plant, of, tmp_path):
    """A and B of the derivatives, C and D of the outputs."""
    fmu, time = Imported(plant, tmp_path), 0.5
    f = fmu.dae.create("f", ["t", "x", "u"], [of])
    exact = [np.array(block) for block in f.factory("J", ["t", "x", "u"], [f"jac:{of}:x", f"jac:{of}:u"])(time, fmu.x, fmu.u)]
    expected = [differences(lambda x: np.array(f(time, x, fmu.u)).ravel(), fmu.x),
                differences(lambda u: np.array(f(time, fmu.x, u)).ravel(), fmu.u)]
    for block, wanted in zip(exact, expected):
        scale = np.max(np.abs(wanted), axis=1, keepdims=True) + 1.0
        assert np.isfinite(block).all()
        # Rounding of values (positions rounded, times stiffness over mass) over the step of the differences.
        assert np.max(np.abs(block - wanted) / scale) < 1e-4


def first_event(plant, inputs, most):
    """FMPy records an event twice; the first one, or `most` seconds."""
    time = fmpy.simulate_fmu(str(plant.path), fmi_type="ModelExchange", stop_time=most, start_values=inputs, record_events=True, validate=False)["time"]
    return next(iter(time[1:][np.diff(time) == 0]), most)


@pytest.mark.parametrize("plant", [plant for plant in PLANTS if plant.model in ("FrictionBlock", "Elevator", "Hoist")], ids=str)
def test_casadi_integrates_up_to_the_first_event_what_we_simulate(plant, tmp_path):
    fmu = Imported(plant, tmp_path)
    end = first_event(plant, fmu.inputs, 4.0)    # s; an elevator's is where its acceleration is reached
    t, x, u = casadi.MX.sym("t"), casadi.MX.sym("x", len(fmu.x)), casadi.MX.sym("u", len(fmu.u))
    rates = fmu.dae.create("f", ["t", "x", "u"], ["ode"])(t, x, u)
    cvodes = casadi.integrator("run", "cvodes", {"t": t, "x": x, "u": u, "ode": rates}, 0, [end], {"abstol": 1e-10, "reltol": 1e-10})
    reached = np.array(cvodes(x0=fmu.x, u=fmu.u)["xf"]).ravel()
    ours = fmpy.simulate_fmu(str(plant.path), fmi_type="CoSimulation", stop_time=end, output_interval=end, output=fmu.dae.x(), validate=False,
                             start_values=fmu.inputs | {"solver.tolerance": 1e-9})
    for name, value in zip(fmu.dae.x(), reached):
        # Of CVode's against our solver at 1e-9: the target for the cabin, 1e-6 m; drive_work and others are as large as 5e4 J.
        assert abs(value - ours[name][-1]) < 1e-6 * max(1.0, abs(value)), name
