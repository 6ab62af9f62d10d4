"""The 100 m elevator of Escalona and Mohammadi, through its FMU and the command line."""

import re

import numpy as np

from curves import curve
from fmu_run import reeve, run

VARIANTS = [("ALEM 0 modes, massless", 1, 0, 2), ("ALEM 0 modes", 1, 0, 1), ("ALEM 3 modes, massless", 1, 3, 2),
            ("ALEM 3 modes", 1, 3, 1), ("ALE-ANCF", 2, 3, 1)]


TIED = "drive.contact=1"    # the paper's eq. 21: the sheave carries R theta of unstretched rope


def settings(formulation, modes, sheaves):
    return [f"rope.formulation={formulation}", f"rope.axial_modes={modes}", f"sheaves.model={sheaves}"]


def modes(*words) -> tuple[int, list[float]]:
    text = reeve("modes", "Elevator", *(w for s in (TIED, *words) for w in ("--set", s)))
    return int(text.split()[0]), [float(hz) for hz in re.findall(r"([\d.]+) Hz", text)]


def measure(folder):
    ride = lambda title, *more, stop=None: run(title, "Elevator", 2, [TIED, *more], stop, None, folder)    # noqa: E731
    rides = {title: ride(title, *settings(*kind)) for title, *kind in VARIANTS}
    full = rides["ALEM 3 modes"]
    no_flux = ride("no flux", "sheaves.flux=false")
    start = {name: column[0] for name, column in full.columns.items()}
    bare = {name: column[0] for name, column in rides["ALEM 0 modes"].columns.items()}
    t6 = np.searchsorted(full.time, 6.0)
    pull = lambda r: r.columns["rope_tension_end[1]"][t6] - 1500 * (9.81 + r.columns["cabin_acceleration"][t6])    # noqa: E731
    lower = start["rope_tension_end_constitutive[1]"] - start["rope_tension_end[1]"]
    upper = start["rope_tension_start_constitutive[1]"] - start["rope_tension_start[1]"]
    across = full.columns["rope_tension_end[1]"] - full.columns["rope_tension_start[2]"]
    work = np.max(np.abs(full.columns["drive_work"]))
    figures = {
        "freedoms": [modes(*settings(*kind))[0] for _, *kind in VARIANTS],
        "frequencies": modes()[1][:4],
        "error of three modes": 100 * lower / start["rope_tension_end[1]"],
        "errors at both ends": [lower, upper],
        "static torques": [bare["motor_torque_from_tensions"], start["motor_torque_from_tensions"], start["motor_torque"]],
        "static tensions": [start[f"rope_tension_{end}[{k}]"] for k, end in ((1, "end"), (1, "start"), (3, "end"), (3, "start"))],
        "across the sheave": np.max(np.abs(across)),
        "travel of cabin and rope": [full.columns["cabin_position"][-1] - full.columns["cabin_position"][0],
                                     0.25 * full.columns["sheave_angle"][-1]],
        "flux": [pull(full), pull(no_flux)],
        "energy": np.max(np.abs(full.columns["energy_residual"])) / work,
    }
    compared = lambda title, name, factor, unit: {    # noqa: E731
        "title": title, "x": "time [s]", "y": f"[{unit}]",
        "curves": [curve(kind, r.time, factor * r.columns[name]) for kind, r in rides.items()]}
    plots = [
        compared("Vibration of the cabin", "cabin_vibration", 1e3, "mm"),
        compared("Torque on the drive sheave", "motor_torque", 1, "N.m"),
        compared("Tension at the cabin, from the end force", "rope_tension_end[1]", 1e-3, "kN"),
        compared("Tension at the cabin, EA strain as in the paper", "rope_tension_end_constitutive[1]", 1e-3, "kN"),
        {"title": "Tension at the cabin minus m (g + a)/2: momentum of the rope", "x": "time [s]", "y": "[N]", "curves": [
            curve(name, r.time, r.columns["rope_tension_end[1]"] - 1500 * (9.81 + r.columns["cabin_acceleration"]))
            for name, r in (("with flux at the sheaves", full), ("without, as in the paper", no_flux))]},
    ]
    return figures, plots
