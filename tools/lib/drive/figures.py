"""What is read off a run, one function a figure; a load case names them. Lengths in mm, everything else SI unless said."""

import linear
import numpy as np
from rigid_stop import RigidStop, Side

GRAVITY = 9.81
STANDING, PRETORQUE, RELEASING, RIDING, LEVELLING, APPLYING, UNLOADING, STOPPED = range(1, 9)


class CannotTell(Exception):
    """The run does not show what the figure is about; the message is meant for the user."""


def _when(run, condition, what: str) -> np.ndarray:
    """Indices at which it holds."""
    found = np.flatnonzero(condition)
    if not len(found):
        raise CannotTell(f"{run.name}: {what}, in steps of {run.time[1] - run.time[0]:g} s up to {run.time[-1]:g} s")
    return found


def arrival(run) -> float:
    """Time of the ride itself, from the open brake to the end of the reference [s]."""
    riding = run.time[_when(run, run["state"] == RIDING, "the cabin never rides")]
    return riding[-1] - riding[0]


def door_to_door(run) -> float:
    """From the start to the applied brake [s]."""
    return run.time[_when(run, run["state"] >= APPLYING, "the brake is never applied again")[0]]


def level_error(run) -> float:
    """Largest distance from the floor over the last second, bounce included [mm]."""
    last = run.time > run.time[-1] - 1
    return 1e3 * np.abs(run["cabin_position"][last] - run.floor).max()


def overshoot(run) -> float:
    """How far beyond the floor the cabin goes before it is levelled [mm]."""
    way = np.sign(run.floor - run["cabin_position"][0])
    return 1e3 * max(0.0, (way * (run["cabin_position"] - run.floor)).max())


def peak_torque(run) -> float:
    """Largest torque in the direction of the ride [N m]."""
    return (np.sign(run.floor - run["cabin_position"][0]) * run["drive_torque"]).max()


def peak_shaft_power(run) -> float:
    """Largest power of the shaft [W]."""
    return (run["drive_torque"] * run["sheave_speed"]).max()


def peak_electrical_power(run) -> float:
    return run["electrical_power"].max()


def electrical_energy(run) -> float:
    """[kJ]"""
    return 1e-3 * run["electrical_energy"][-1]


def shaft_work(run) -> float:
    """Work of the torque on the sheave, by the trapezoidal rule on the communication points [kJ]."""
    power = run["drive_torque"] * run["sheave_speed"]
    return 1e-3 * float(np.sum(0.5 * (power[1:] + power[:-1]) * np.diff(run.time)))


def energy_gap(run) -> float:
    """Electrical energy against work, losses, efficiency and standby, summed over the run [% of the work done either way]."""
    p, power = run.parameters, run["drive_torque"] * run["sheave_speed"]
    shaft = 0.5 * (power[1:] + power[:-1]) * np.diff(run.time)
    link = shaft + np.diff(run["loss_energy"])
    grid = np.where(link > 0, link / p["power.efficiency"], link * p["power.efficiency"] * p["power.regeneration"])
    expected = grid.sum() + p["power.standby"] * run.time[-1]
    return 100 * abs(run["electrical_energy"][-1] - expected) / np.abs(shaft).sum()


def roll_back(run) -> float:
    """How far the sheave moves against the ride before that takes it along [mm of the cabin]."""
    way = np.sign(run.floor - run["cabin_position"][0])
    return 1e3 * run.lift * max(0.0, -(way * run["sheave_angle"]).min())


def pretorque_error(run) -> float:
    """Torque of the drive against what holds the sheave, when the brake has just opened [% of the torque limit]."""
    opened = _when(run, run["brake"] == 0, "the brake never opens")[0]
    return 100 * abs(run["drive_torque"][opened] - run["holding_torque"][opened]) / run.settings["torque_limit"]


def free_acceleration(run) -> float:
    """Of the sheave while nothing holds it, as cabin acceleration; slope over the bounce's periods behind the opened brake [m/s2]."""
    opened = run.time[_when(run, run["brake"] == 0, "the brake never opens")[0]]
    window = (run.time >= opened) & (run.time <= opened + run.settings["window"])
    return abs(run.lift * np.polyfit(run.time[window], run["sheave_speed"][window], 1)[0])


def sink(run) -> float:
    """How far the cabin is below the floor, mean over the last four seconds [mm]."""
    return 1e3 * (run.floor - run["cabin_position"][run.time > run.time[-1] - 4].mean())


def deepest(run) -> float:
    """How far the cabin sinks before it is levelled [mm]."""
    return 1e3 * (run.floor - run["cabin_position"].min())


def stopping_way(run) -> float:
    """Of the sheave from the emergency stop to standstill, as way of the cabin [m]."""
    stopped = _when(run, run["state"] == STOPPED, "the emergency stop never comes")
    return abs(run.lift * (run["sheave_angle"][-1] - run["sheave_angle"][stopped[0]]))


def brake_deceleration(run) -> float:
    """Mean from the fully applied brake to the first standstill of the sheave [m/s2 of the cabin]."""
    begin = _when(run, (run["state"] == STOPPED) & (run["brake"] >= 1), "the brake is never fully applied")[0]
    v = run.lift * run["sheave_speed"][begin:]
    end = _when(run, v * v[0] <= 0, "the sheave never stands still")[0]
    return float(abs(v[0]) / (run.time[begin + end] - run.time[begin]))


def traction(run) -> float:
    """Largest share of the traction that is used; a rope that slips uses all of it, and a tied one (drive.contact = 1) may ask for more."""
    return run["traction_utilisation"].max()


def slip(run) -> float:
    """How far the rope slips on the sheave, net [mm]."""
    return 1e3 * abs(run["slip_distance"][-1])


def slip_path(run) -> float:
    """How far the rope slips on the sheave, in both directions together [mm]."""
    return 1e3 * run["slip_path"][-1]


def slip_by_hand(run) -> float:
    """The same stop with rigid ropes [mm]."""
    return 1e3 * _rigid(run).slip


def cabin_deceleration(run) -> float:
    """Mean of the cabin while the rope slips on a sheave that stands [m/s2]."""
    slips = _when(run, (run["slip_velocity"] != 0) & (run["brake"] >= 1) & (run["sheave_speed"] == 0), "the rope never slips on a standing sheave")
    return abs(float(np.polyfit(run.time[slips], run["cabin_velocity"][slips], 1)[0]))


def slipping_by_hand(run) -> float:
    """Largest deceleration that friction can give the cabin, rigid ropes [m/s2]."""
    return _rigid(run).slipping / run.parameters["roping.ratio"]


def slide(run) -> float:
    """Acceleration of the cabin with which it slides away, from the start on [m/s2]."""
    return abs(float(np.polyfit(run.time, run["cabin_velocity"], 1)[0]))


def force_on_buffer(run) -> float:
    """Mean on the buffer while the rope slips [N]."""
    slips = _when(run, run["slip_velocity"] != 0, "the rope never slips")
    return float(_buffer(run)[slips].mean())


def rise_over_buffer(run) -> float:
    """Of the cabin, from the touch on [mm]."""
    touch = _touch(run)
    return 1e3 * float(run["cabin_position"][touch:].max() - run["cabin_position"][touch])


def flight(run) -> float:
    """How far the counterweight rises from the moment when a rope goes slack [mm]."""
    slack = _when(run, run["slack"] > 0, "no rope goes slack")[0]
    return 1e3 * float(run["counterweight_position"][slack:].max() - run["counterweight_position"][slack])


def goes_slack(run) -> float:
    """1 if a rope end did not pull at any time."""
    return float(run["slack"].max())


def _buffer(run) -> np.ndarray:
    return run[f"{run.settings['buffer']['name']}_force"]


def _touch(run) -> int:
    return _when(run, _buffer(run) > 0, "the buffer is never touched")[0]


def _rigid(run) -> RigidStop:
    """plant of the case: weight [N] and mass [kg] at the rope of the side whose tension falls, of the other, I/R^2 of the sheave [kg], f alpha."""
    plant, p = run.settings["plant"], run.parameters
    begin = _when(run, run["state"] == STOPPED, "the emergency stop never comes")[0]
    brake = run.settings["elevator"]["brake.torque"] / p["sheave.radius"]
    return RigidStop(Side(*plant["leading"]), Side(*plant["trailing"]), plant["wheel"], brake, plant["friction"],
                     p["sheave.radius"] * abs(run["sheave_speed"][begin]), p["brake.apply_time"])


def resonance(run) -> float:
    """Frequency of the ripple when the cabin shakes most [Hz]."""
    riding = _sweep(run) & _turns(run)
    worst = np.argmax(_shake(run)[riding])
    return float(run.settings["order"] * abs(run["sheave_speed"][riding][worst]) / (2 * np.pi))


def shaking(run) -> float:
    """Largest acceleration of the cabin beyond its mean over half a second [m/s2]."""
    return float(_shake(run)[_sweep(run)].max())


def resonance_of_three_masses(run) -> float:
    """The same sweep of ripple on the linear model of linear.py [Hz]."""
    p, riding = run.parameters, _sweep(run) & _turns(run)
    control = {name: p[f"control.{name}"] for name in ("inertia", "bandwidth", "integral_time", "position_bandwidth")}
    speed = run["reference_speed"][riding] / run.lift
    angle = np.concatenate([[0], np.cumsum(0.5 * (speed[1:] + speed[:-1]) * np.diff(run.time[riding]))])
    a = linear.cabin_acceleration(run.settings["plant"] | {"lift": run.lift}, control, run.time[riding],
                                  np.sin(run.settings["order"] * angle))
    return float(run.settings["order"] * speed[np.argmax(np.abs(a))] / (2 * np.pi))


def _sweep(run) -> np.ndarray:
    """While ripple sweeps through the frequencies."""
    begin = run.time[_when(run, run["state"] == RIDING, "the cabin never rides")[0]]
    return (run["state"] == RIDING) & (run.time < begin + run.settings["sweep"])


def _turns(run) -> np.ndarray:
    """Fast enough for ripple to be a frequency."""
    return run["reference_speed"] > 0.02


def _shake(run) -> np.ndarray:
    width = max(1, int(0.5 / (run.time[1] - run.time[0])))
    return np.abs(run["cabin_acceleration"] - np.convolve(run["cabin_acceleration"], np.ones(width) / width, mode="same"))
