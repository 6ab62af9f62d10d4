"""What is read off a run, one function a figure; a load case names them. Lengths in mm, everything else SI unless said."""

import numpy as np

GRAVITY = 9.81
STANDING, PRETORQUE, RELEASING, RIDING, LEVELLING, APPLYING, UNLOADING, STOPPED = range(1, 9)


def arrival(run) -> float:
    """Time of the ride itself, from the open brake to the end of the reference [s]."""
    riding = run.time[run["state"] == RIDING]
    return riding[-1] - riding[0]


def door_to_door(run) -> float:
    """From the start to the applied brake [s]."""
    return run.time[run["state"] >= APPLYING][0]


def level_error(run) -> float:
    """Largest distance from the floor over the last second, bounce included [mm]."""
    last = run.time > run.time[-1] - 1
    return 1e3 * np.abs(run["cabin_position"][last] - run.target).max()


def overshoot(run) -> float:
    """How far beyond the floor the cabin goes before it is levelled [mm]."""
    way = np.sign(run.target - run["cabin_position"][0])
    return 1e3 * max(0.0, (way * (run["cabin_position"] - run.target)).max())


def peak_torque(run) -> float:
    """Largest torque in the direction of the ride [N m]."""
    return (np.sign(run.target - run["cabin_position"][0]) * run["drive_torque"]).max()


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


def roll_back(run) -> float:
    """How far the sheave moves against the ride before that takes it along [mm of the cabin]."""
    way = np.sign(run.target - run["cabin_position"][0])
    return 1e3 * run.lift * max(0.0, -(way * run["sheave_angle"]).min())


def pretorque_error(run) -> float:
    """Torque of the drive against what holds the sheave, when the brake has just opened [% of the torque limit]."""
    opened = np.flatnonzero(run["brake"] == 0)[0]
    return 100 * abs(run["drive_torque"][opened] - run["holding_torque"][opened]) / run.settings["torque_limit"]


def free_acceleration(run) -> float:
    """Of the sheave while nothing holds it, as cabin acceleration; slope over the bounce's periods behind the opened brake [m/s2]."""
    opened = run.time[run["brake"] == 0][0]
    window = (run.time >= opened) & (run.time <= opened + run.settings["window"])
    return abs(run.lift * np.polyfit(run.time[window], run["sheave_speed"][window], 1)[0])


def sink(run) -> float:
    """How far the cabin is below the floor, mean over the last four seconds [mm]."""
    return 1e3 * (run.target - run["cabin_position"][run.time > run.time[-1] - 4].mean())


def deepest(run) -> float:
    """How far the cabin sinks before it is levelled [mm]."""
    return 1e3 * (run.target - run["cabin_position"].min())


def stopping_way(run) -> float:
    """Of the sheave from the emergency stop to standstill, as way of the cabin [m]."""
    stopped = np.flatnonzero(run["state"] == STOPPED)
    return abs(run.lift * (run["sheave_angle"][-1] - run["sheave_angle"][stopped[0]]))


def brake_deceleration(run) -> float:
    """Mean from the fully applied brake to the first standstill of the sheave [m/s2 of the cabin]."""
    begin = np.flatnonzero((run["state"] == STOPPED) & (run["brake"] >= 1))[0]
    v = run.lift * run["sheave_speed"][begin:]
    end = np.flatnonzero(v * v[0] <= 0)[0]
    return float(abs(v[0]) / (run.time[begin + end] - run.time[begin]))


def traction(run) -> float:
    """Largest share of the traction limit; no slip is assumed, which is invalid above 1."""
    return run["traction_utilisation"].max()


def resonance(run) -> float:
    """Frequency of the ripple when the cabin shakes most [Hz]."""
    order = run.settings["order"]
    t, a = run.time, run["cabin_acceleration"]
    width = int(0.5 / (t[1] - t[0]))
    slow = np.convolve(a, np.ones(width) / width, mode="same")
    shake = np.abs(a - slow)
    riding = (run["state"] == RIDING) & (run["reference_speed"] > 0.02) & (t < t[run["state"] == RIDING][0] + run.settings["sweep"])
    return float(order * abs(run["sheave_speed"][riding][np.argmax(shake[riding])]) / (2 * np.pi))


def shaking(run) -> float:
    """Largest acceleration of the cabin beyond its mean over half a second [m/s2]."""
    t, a = run.time, run["cabin_acceleration"]
    width = int(0.5 / (t[1] - t[0]))
    slow = np.convolve(a, np.ones(width) / width, mode="same")
    riding = (run["state"] == RIDING) & (t < t[run["state"] == RIDING][0] + run.settings["sweep"])
    return float(np.abs(a - slow)[riding].max())
