"""1000 s of model exchange under CVode leave the elevator where it belongs: on its equilibrium, however it got there.

Drift is measured against an elevator that starts in the equilibrium of that place (start.travel), so against no other integration. The place is
that of the rope at the drive, on which it creeps. At rest from the start: test_model_exchange.py.
"""

import fmpy
import numpy as np
import pytest

from test_model_exchange import fmus, table

STOP, INTERVAL = 1000.0, 0.5    # s; FMPy allows CVode 500 steps in an interval
SEEN = ["cabin_position", "holding_torque", "sheave_angle", "rope_material_at_drive"]
ROPING = 2
SPEED = 0.4                     # rad/s, 50 m in all
AT_REST = {"ride.start": 2000.0, "ride.distance": 1.0}


def run(plant, start_values, stop=STOP, inputs=None):
    return fmpy.simulate_fmu(str(plant.path), fmi_type="ModelExchange", stop_time=stop, output_interval=INTERVAL, output=SEEN, input=inputs,
                             start_values=start_values, record_events=False, validate=False)


def assert_in_equilibrium(plant, ride, metres, newton_metres):
    travelled = abs(ride["rope_material_at_drive"][-1] - ride["rope_material_at_drive"][0]) / ROPING
    rest = run(plant, {"start.travel": travelled, **AT_REST}, stop=INTERVAL)
    assert abs(ride["cabin_position"][-1] - rest["cabin_position"][0]) < metres
    assert abs(ride["holding_torque"][-1] - rest["holding_torque"][0]) < newton_metres


@pytest.mark.parametrize("plant", fmus("Elevator"), ids=str)
def test_after_a_ride_it_stands_where_it_arrived(plant):
    ride = run(plant, {})
    stands = ride["time"] > STOP / 2    # long after the last bounce
    assert np.ptp(ride["cabin_position"][stands]) < 1e-9
    assert_in_equilibrium(plant, ride, 1e-9, 1e-3)    # as at rest from the start; it is 1e-13


@pytest.mark.parametrize("plant", fmus("Elevator"), ids=str)
def test_at_a_steady_speed_the_sheave_turns_with_time_and_the_cabin_moves_with_the_rope(plant):
    ride = run(plant, {"drive.mode": 3}, inputs=table(STOP, ["drive_speed"], [(0, 0), (1, SPEED)]))
    steady = ride["time"] > 20
    assert np.ptp(ride["sheave_angle"][steady] - SPEED * ride["time"][steady]) < 1e-9    # rad, of 400; rounding is 1e-12
    # It is 9e-9 m and 3e-4 N m, which is what a rope in motion at 0.1 m/s adds to one at rest.
    assert_in_equilibrium(plant, ride, 1e-7, 1e-2)
