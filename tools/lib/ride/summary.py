"""Figures of a ride that an engineer looks at first, and which other formulations it is compared with."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Figure:
    title: str
    text: str
    meaning: str = ""


def sides(run) -> list[str]:
    """Bodies that the drive moves, the one it raises first."""
    return [name.removesuffix("_vibration") for name in run.names("_vibration")]


def ropes(run) -> list[str]:
    return [name.removesuffix(".formulation") for name in run.start_values if name.endswith(".formulation")]


def tensions(run) -> list[str]:
    return [name for rope in ropes(run) for end in ("start", "end") for name in run.elements(f"{rope}_tension_{end}")]


def ride_end(run) -> float:
    """Time at which the sheave stands still for good, or the end of the run."""
    moving = np.flatnonzero(run.columns["sheave_speed"])
    return float(run.time[min(moving[-1] + 1, len(run.time) - 1)]) if len(moving) else 0.0


def headlines(run) -> list[Figure]:
    return figures(run)[:3]


def figures(run) -> list[Figure]:
    torque = run.columns["motor_torque"]
    pulls = np.array([run.columns[name] for name in tensions(run)])
    first = sides(run)[0]
    travel = run.columns[f"{first}_position"]
    work = np.max(np.abs(run.columns["drive_work"]))
    residual = np.max(np.abs(run.columns["energy_residual"]))
    out = [
        Figure("peak torque", f"{np.max(np.abs(torque)):.0f} N.m", "largest torque on the drive sheave"),
        Figure("tensions", f"{np.min(pulls) / 1e3:.2f} .. {np.max(pulls) / 1e3:.2f} kN", "over all span ends"),
        Figure("ride time", f"{ride_end(run):.2f} s", "until the drive sheave stands still"),
        Figure("travel", f"{travel[-1] - travel[0]:.3f} m", f"of {first}"),
        Figure("largest speed", f"{np.max(np.abs(run.columns[first + '_velocity'])):.2f} m/s", f"of {first}"),
        Figure("largest acceleration", f"{np.max(np.abs(run.columns[first + '_acceleration'])):.2f} m/s2", f"of {first}"),
        Figure("largest vibration", f"{1e3 * np.max(np.abs(run.columns[first + '_vibration'])):.2f} mm",
               f"{first} against rigid ropes"),
        residual_vibration(run, first),
        *traction(run),
        Figure("energy residual", f"{residual:.3g} J ({residual / work:.1e} of the work)" if work > 0 else f"{residual:.3g} J",
               "energy that the balance cannot explain"),
        Figure("computing time", f"{run.cpu:.2f} s", "FMU and FMPy together"),
    ]
    return out


def traction(run) -> list[Figure]:
    """How much of the groove's friction is used, and what the rope did beyond; nothing where a drum holds the rope."""
    if "slip_path" not in run.columns:
        return []
    friction, wrap = (float(run.start_values[f"drive.{name}"]) for name in ("friction", "wrap"))
    slip = run.columns["slip_path"][-1]
    return [
        Figure("traction used", f"{100 * np.max(run.columns['traction_utilisation']):.0f} %",
               f"of the limit exp(f wrap) = {np.exp(friction * wrap):.3f}, f = {friction:.4f}, {np.degrees(wrap):.0f} deg; "
               "the rope slips at 100 %"),
        Figure("slip", f"{1e3 * slip:.1f} mm, {run.columns['slip_energy'][-1]:.0f} J" if slip > 0 else "none",
               "sliding of the rope on the drive sheave, and its heat"),
        Figure("creep", f"{1e3 * run.columns['creep_distance'][-1]:.2f} mm",
               f"rope that has crept towards {sides(run)[0]}"),
    ]


def residual_vibration(run, body: str) -> Figure:
    """In the last second; a parabola, which is the braking going on, is taken out."""
    last = run.time >= run.time[-1] - 1.0
    vibration = run.columns[body + "_vibration"][last]
    time = run.time[last] - run.time[-1]
    bounce = vibration - np.polyval(np.polyfit(time, vibration, 2), time)
    return Figure("residual vibration", f"{1e3 * np.ptp(bounce):.2f} mm", f"peak to peak of {body} in the last second")


def variants(run) -> list[tuple[str, list[str]]]:
    """Title and settings, as in figures 11 to 16 of Escalona and Mohammadi, whose ropes are tied to the drive sheave."""
    def settings(formulation: int, modes: int, sheaves: int) -> list[str]:
        each = [word for rope in ropes(run) for word in (f"{rope}.formulation={formulation}", f"{rope}.axial_modes={modes}")]
        return each + [f"sheaves.model={sheaves}", "drive.contact=1"]

    return [("ALEM 3 modes", settings(1, 3, 1)), ("ALEM 0 modes", settings(1, 0, 1)), ("ALE-ANCF", settings(2, 3, 1)),
            ("ALEM 3 modes, massless sheaves", settings(1, 3, 2)), ("ALEM 0 modes, massless sheaves", settings(1, 0, 2))]
