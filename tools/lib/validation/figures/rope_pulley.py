"""The rope on its pulley and the belt drive, through their FMUs as shipped."""

import numpy as np

import elastica
from curves import curve
from fmu_run import run

RATIOS = (1.1, 1.2, 1.25, 1.3, 1.35)
FIRST_TRIP = 0.5 + 2 * (0.2 / 0.1 + 0.05 + 0.1)    # s: start, two strokes with their ramps and pauses, as motion.* says

WEIGHTS = (0.05, 0.2, 1.0)                     # kg, of the source's Table 1
IDENTIFIED = 6e8                               # N/m2, E_b that the source found from the shape under 1 kg
E_BENDING = (3e8, 4.5e8, IDENTIFIED, 8e8, 1.2e9)
STIFFER = (6e9, 1.8e10)                        # N/m2
AREA, INERTIA = np.pi * 0.01**2 / 4, np.pi * 0.01**4 / 64    # m2 and m4, of the rope of 10 mm
HALF, DENSITY, GRAVITY = 0.5, 1091.0, 9.81     # m, kg/m3, m/s2


def lying(weight, E_bending, folder):
    """Right half of 1 m of rope that lies on a hard pulley without guides, from its top: x and y of the nodes [m]."""
    settings = {"rope.length": 2 * HALF, "left_mass": weight, "right_mass": weight, "rope.E_bending": E_bending, "guide.stiffness": 0,
                "pulley.stiffness": 2e8, "friction.stiffness": 2e8, "motion.mode": 1}
    rest = run(f"lying {weight} kg {E_bending:.3g}", "RopePulley", 2, [f"{k}={v!r}" for k, v in settings.items()], 1e-3, 1e-3, folder)
    x, y = (np.array([rest.columns[n][0] for n in rest.elements(f"node_{axis}")]) for axis in "xy")
    top = len(x) // 2
    return x[top:] - x[top], y[top:] - y[top]


def theory(weight, E_bending):
    return elastica.shape(E_bending * INERTIA, HALF, GRAVITY * weight, GRAVITY * DENSITY * AREA)


def off(found, exact):
    """Largest distance of the nodes from the elastica at the same length of rope [mm]."""
    x, y = exact
    at = np.linspace(0, 1, len(found[0]))
    s = np.linspace(0, 1, len(x))
    return 1e3 * float(np.max(np.hypot(found[0] - np.interp(at, s, x), found[1] - np.interp(at, s, y))))


def measure(folder):
    def first_trip(ratio, E_bending=IDENTIFIED):
        return run(f"ratio {ratio} E_b {E_bending:.3g}", "RopePulley", 2, [f"left_mass={294.7 * ratio!r}", f"rope.E_bending={E_bending!r}"],
                   FIRST_TRIP, 0.01, folder)

    shapes = {weight: {E: lying(weight, E, folder) for E in E_BENDING} for weight in WEIGHTS}
    exact = {weight: {E: theory(weight, E) for E in E_BENDING} for weight in WEIGHTS}
    rides = {ratio: first_trip(ratio) for ratio in RATIOS}
    stiffer = {ratio: [ride.columns["slip_number"][-1] for ride in (rides[ratio], *(first_trip(ratio, E) for E in STIFFER))]
               for ratio in (1.2, 1.3)}
    belt = run("belt", "BeltDrive", 2, [], None, 1e-3, folder)
    idle = run("belt without load", "BeltDrive", 2, ["motion.load=0"], 2.0, 1e-3, folder)
    at_end = lambda ride, name: float(np.mean(ride.columns[name][ride.time > ride.time[-1] - 0.05]))    # noqa: E731
    stationary = lambda ride: [at_end(ride, "span_tension[2]"), at_end(ride, "span_tension[1]"),    # noqa: E731
                               1 - at_end(ride, "driven_speed") / 12]
    held = rides[1.35]
    figures = {
        "shapes": [off(shapes[weight][IDENTIFIED], exact[weight][IDENTIFIED]) for weight in WEIGHTS],
        "slip of stiffer ropes": stiffer[1.2] + stiffer[1.3],
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
    reach = lambda halves: np.array([2 * x[-1] for x, _ in halves.values()])    # noqa: E731
    both_halves = lambda x, y, name, mode="lines": curve(name, np.concatenate([-x[::-1], x]), np.concatenate([y[::-1], y]), mode)    # noqa: E731
    plots = [
        {"title": "1 m of rope lying on the pulley, E_b 6e8: nodes and elastica", "x": "x [m]", "y": "y [m]",
         "curves": [c for w in WEIGHTS for c in (both_halves(*exact[w][IDENTIFIED], f"elastica, {w} kg"),
                                                 both_halves(*shapes[w][IDENTIFIED], f"nodes, {w} kg", "markers"))]},
        {"title": "How E_b is identified: distance of the two ends", "x": "E_b [GPa]", "y": "distance [m]",
         "curves": [c for w in WEIGHTS
                    for c in (curve(f"elastica, {w} kg", np.array(E_BENDING) / 1e9, reach(exact[w])),
                              curve(f"model, {w} kg", np.array(E_BENDING) / 1e9, reach(shapes[w]), "markers"))]},
        {"title": "Slip number of the first trip over the bending modulus", "x": "E_b [GPa]", "y": "slip number",
         "curves": [curve(f"ratio {ratio}", np.array((IDENTIFIED, *STIFFER)) / 1e9, np.array(numbers), "lines+markers") for ratio, numbers in stiffer.items()]},
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
