"""The rope on its pulley and the belt drive, through their FMUs as shipped."""

import numpy as np

from curves import curve
from fmu_run import run

RATIOS = (1.1, 1.2, 1.25, 1.3, 1.35)
FIRST_TRIP = 0.5 + 2 * (0.2 / 0.1 + 0.05 + 0.1)    # s: start, two strokes with their ramps and pauses, as motion.* says


def measure(folder):
    rides = {ratio: run(f"ratio {ratio}", "RopePulley", 2, [f"left_mass={294.7 * ratio!r}"], FIRST_TRIP, 0.01, folder) for ratio in RATIOS}
    belt = run("belt", "BeltDrive", 2, [], None, 1e-3, folder)
    idle = run("belt without load", "BeltDrive", 2, ["motion.load=0"], 2.0, 1e-3, folder)
    at_end = lambda ride, name: float(np.mean(ride.columns[name][ride.time > ride.time[-1] - 0.05]))    # noqa: E731
    stationary = lambda ride: [at_end(ride, "span_tension[2]"), at_end(ride, "span_tension[1]"),    # noqa: E731
                               1 - at_end(ride, "driven_speed") / 12]
    held = rides[1.35]
    figures = {
        "friction": held.columns["friction_sum"][0],
        "slip numbers": [r.columns["slip_number"][-1] for r in rides.values()],
        "belt": stationary(belt),
        "belt without load": stationary(idle),
        "unconverged": sum(int(r.columns["unconverged_steps"][-1]) for r in [*rides.values(), belt, idle]),
    }
    angle = np.array([held.columns[n][0] for n in held.elements("contact_angle")])
    touching = np.array([held.columns[n][0] for n in held.elements("contact_normal")]) > 0
    order = np.argsort(angle[touching])
    over = lambda name: np.array([held.columns[n][0] for n in held.elements(name)])[touching][order]    # noqa: E731
    plots = [
        {"title": "Slip number of the first trip over the ratio of the weights", "x": "ratio", "y": "slip number",
         "curves": [curve("36 elements, Gauss points, bristles", np.array(RATIOS), np.array(figures["slip numbers"]), "lines+markers")]},
        {"title": "Forces over the pulley at rest, ratio 1.35", "x": "angle [deg]", "y": "force of a contact point [N]",
         "curves": [curve("normal", np.degrees(angle[touching][order]), over("contact_normal"), "lines+markers"),
                    curve("friction", np.degrees(angle[touching][order]), over("contact_friction"), "lines+markers")]},
        {"title": "Slip of the rope over two strokes", "x": "time [s]", "y": "slip distance [mm]",
         "curves": [curve(f"ratio {ratio}", r.time, 1e3 * r.columns["slip_distance"]) for ratio, r in rides.items()]},
        {"title": "Belt drive: tensions of the spans", "x": "time [s]", "y": "[N]",
         "curves": [curve(name, belt.time, belt.columns[f"span_tension[{k}]"]) for k, name in ((2, "tight"), (1, "slack"))]},
        {"title": "Belt drive: speed of the driven pulley", "x": "time [s]", "y": "[rad/s]",
         "curves": [curve("driven", belt.time, belt.columns["driven_speed"])]},
    ]
    return figures, plots
