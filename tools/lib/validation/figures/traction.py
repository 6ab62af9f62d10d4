"""Ropes that friction holds on the drive sheave, through FMUs: creep, slip, and the reeving's contact against the contact-resolved rope."""

import re
from dataclasses import replace

import numpy as np

from curves import curve
from fmu_run import run
from rigid_stop import RigidStop, Side, running_integral

GRAVITY = 9.81
PRESETS = {"ElevatorLowRise": 630, "ElevatorMidRise": 1000, "ElevatorHighRise": 1600, "Elevator": 0}    # payload of the full cabin [kg]
RATIOS = (1.1, 1.2, 1.25, 1.3, 1.35)
ELEMENTS = 144     # of RopePulley: 288 change its slip by 0.2 %, of single strokes by 0.6 %; the 36 it ships with make 9 % more at a ratio of 1.35
FRICTIONS = (0.25, 0.1972, 0.15)


def measure(folder):
    creep, stops, takehara, belt, paper = creep_of_round_trips(folder), emergency_stops(folder), strokes(folder), belt_drive(folder), ride(folder)
    figures = creep[0] | stops[0] | takehara[0] | belt[0] | paper[0]
    return figures, creep[1] + stops[1] + takehara[1] + paper[1], stops[2], takehara[2]


def number(done, name: str) -> float:
    """Start value of a parameter."""
    return float(done.start_values[name])


# Creep: a mark on the rope after a ride up and a ride down

def creep_of_round_trips(folder):
    gained, integrals, marks = [], [], []
    for preset, payload in PRESETS.items():
        def leg(title, *settings):
            return run(f"{preset} {title}", preset, 2, [f"cabin_payload={payload}", "drive.contact=3", *settings], None, 0.01, folder)
        up = leg("up")
        down = leg("down", f"start.travel={up.start_values['ride.distance']}", f"ride.distance=-{up.start_values['ride.distance']}")
        legs = [(number(r, "drive.radius") * r.columns["sheave_angle"], r.columns) for r in (up, down)]
        integrals.append(1e3 * sum(0.5 * running_integral(np.sign(way[-1]) * way, c["tension_cabin_side"] - c["tension_counterweight_side"])[-1]
                                   for way, c in legs) / number(up, "rope.EA"))
        gained.append(1e3 * sum(c["rope_drift"][-1] for _, c in legs))
        (there, a), (back, b) = legs
        marks.append(curve(spoken(preset), np.concatenate([there, there[-1] + back]) / there[-1],
                           1e3 * np.concatenate([a["rope_drift"], a["rope_drift"][-1] + b["rope_drift"]]) / there[-1]))
    figures = {"creep": gained, "creep against the integral": [100 * (a / b - 1) for a, b in zip(gained, integrals)]}
    return figures, [{"title": "A mark on the rope, full cabin up and down", "x": "travel / whole travel",
                      "y": "sheave ahead [mm/m]", "curves": marks}]


def spoken(preset: str) -> str:
    return {"Elevator": "100 m elevator"}.get(preset, re.sub(r"Elevator(\w+)Rise", r"\1-rise", preset).capitalize())


# Emergency stops of the low-rise lift at mid-travel, brake sized for 5 m/s2 of rigid ropes

def emergency_stops(folder):
    rows, figures, curves, stiff = [], {}, [], []
    for up in (True, False):
        name = "empty up" if up else "full down"
        pairs = [emergency_stop(up, f, folder) for f in FRICTIONS]
        more = [slipped_more(*emergency_stop(up, f, folder, *STIFF)) for f in FRICTIONS]
        figures[f"stop {name}"] = [slipped_more(*pair) for pair in pairs]
        rows += [[f"{name}, f = {f}", f"{rigid.slipping:.4f}", f"{1e3 * rigid.slip:.2f}", f"{1e3 * slipped(done):.2f}",
                  f"{slipped_more(rigid, done):+.1f}", f"{m:+.1f}"] for f, (rigid, done), m in zip(FRICTIONS, pairs, more)]
        stiff += more
        grid = np.linspace(FRICTIONS[-1], FRICTIONS[0], 41)
        wrap = pairs[0][0].friction / FRICTIONS[0]
        curves += [curve(f"{name}, by hand", grid, 1e3 * np.array([replace(pairs[0][0], friction=f * wrap).slip for f in grid])),
                   curve(f"{name}, elastic ropes", np.array(FRICTIONS), 1e3 * np.array([slipped(done) for _, done in pairs]), "markers")]
        if up:
            shown = pairs[1][1]
    figures["stop of stiff ropes"] = stiff
    window = (shown.time > STOP - 0.05) & (shown.time < STOP + 0.75)
    at = lambda name, factor=1.0: factor * shown.columns[name][window]    # noqa: E731
    time = shown.time[window] - STOP
    plots = [
        {"title": "Emergency stop, empty up, f = 0.1972", "x": "time since the brake closes [s]", "y": "[m/s]",
         "curves": [curve("surface of the sheave", time, at("sheave_speed", number(shown, "drive.radius"))),
                    curve("rope on it", time, at("sheave_speed", number(shown, "drive.radius")) - at("slip_velocity")),
                    curve("cabin", time, at("cabin_velocity"))]},
        {"title": "Slip of emergency stops from 1 m/s", "x": "friction f of the groove", "y": "slip [mm]", "curves": curves},
    ]
    table = {"title": "Emergency stops of the low-rise lift: v^2/2 (1/a_rope - 1/a_sheave) by hand, and elastic ropes",
             "head": ["stop", "a_rope [m/s2]", "by hand [mm]", "ours [mm]", "more [%]", "more with 100 EA [%]"], "rows": rows}
    return figures, plots, table


STOP = 3.0    # when the brake closes [s]
STIFF = ("rope.EA=14.66e8", "cabin_anchor.stiffness=1e8", "counterweight_anchor.stiffness=1e8")    # a hundred times the preset's


def slipped(done) -> float:
    return abs(done.columns["slip_distance"][-1])


def slipped_more(rigid, done) -> float:
    """Than by hand [%]."""
    return 100 * (slipped(done) / rigid.slip - 1)


def emergency_stop(up: bool, f: float, folder, *more):
    """Weights by hand: 13 m of rope of 2.082 kg/m on either side; a deviation sheave (0.5 kg m2, R = 0.2 m) with the counterweight.

    Smoothly to 1 m/s, for the ropes must not bounce when the brake closes; that is at mid-travel, 2 m from the start.
    """
    radius, payload, sign, density = 0.2, 0 if up else 630, 1 if up else -1, 2.082
    cabin, counterweight = 850 + payload + 13 * density, 1165 + 13 * density
    sides = Side(GRAVITY * cabin, cabin), Side(GRAVITY * counterweight, counterweight + 0.5 / radius**2)
    leading, trailing = sides if up else sides[::-1]
    wheel = 45 / radius**2
    mass = leading.mass + trailing.mass + wheel
    brake = 5 * mass + trailing.weight - leading.weight
    step = 1e-3
    time = np.arange(0, 6, step)
    acceleration = sign * np.where(time < 2, np.sin(np.pi * time / 2) ** 2, 0)
    way = running_integral(time, running_integral(time, acceleration)) - 2 * sign    # from mid-travel, up
    torque = radius * (sides[0].weight - sides[1].weight - 2 * density * GRAVITY * way + mass * acceleration)
    inputs = np.zeros(len(time), dtype=[("time", float), ("drive_torque", float), ("brake", float)])
    inputs["time"], inputs["brake"] = time, time > STOP - step / 2
    inputs["drive_torque"] = np.where(inputs["brake"] > 0, 0, torque)
    done = run(f"stop {'up' if up else 'down'} {f}", "ElevatorLowRise", 2,
               ["drive.mode=1", "drive.contact=3", f"start.travel={9 - 2 * sign}", f"cabin_payload={payload}", f"brake.torque={radius * brake!r}",
                f"drive.friction={f}", f"drive.friction_kinetic={f}", *more], 6.0, step, folder, inputs)
    speed = radius * abs(done.columns["sheave_speed"][np.searchsorted(done.time, STOP - step / 2)])
    return RigidStop(leading, trailing, wheel, brake, f * number(done, "drive.wrap"), speed), done


# Takehara's strokes: two weights on a rope over one sheave

HARD = {"pulley.stiffness": 2e7, "friction.stiffness": 2e8, "rope.E_bending": 6e7}    # ten times as hard, a tenth of the bending
BANDWIDTH = 100.0     # of the filter behind drive_speed [rad/s]
STEP = 2e-3           # of communication [s]


def strokes(folder):
    mesh = folder / "rope-pulley.toml"
    mesh.write_text(f"""
model = "RopePulley"
name = "RopePulley"
rope = {{ elements = {ELEMENTS}, contact_points = 4, closed = false }}
pulley = [ {{ name = "pulley", x = 0, y = 0, radius = 0.1, drive = "rim_speed" }} ]
""")

    def resolved(title, ratio, **changes):
        """The first trip, two strokes of 2.05 s with their pauses from 0.5 s on."""
        settings = {"left_mass": 294.7 * ratio, "motion.trips": 1} | changes
        return run(f"{title} {ratio}", str(mesh), 2, [f"{k}={v!r}" for k, v in settings.items()],
                   0.5 + 2 * (2.05 + settings["motion.pause"]), 0.05, folder)

    def pairs(title, **changes):
        """By ratio: RopePulley's trip, and the same as a reeving."""
        return {ratio: (done, as_reeving(done, ratio, folder)) for ratio in RATIOS for done in (resolved(title, ratio, **changes),)}

    short, long = pairs("short", **{"motion.pause": 0.1}), pairs("long", **{"motion.pause": 1.0})
    hard = {ratio: (resolved("hard", ratio, **{"motion.pause": 1.0}, **HARD), long[ratio][1]) for ratio in RATIOS}
    off = lambda slips: [100 * (b / a - 1) for a, b in slips]    # noqa: E731
    whole = lambda runs: [(slip_of_pulley(a)[-1], slip_of(b)[-1]) for a, b in runs.values()]    # noqa: E731
    single = lambda runs: [pair for a, b in runs.values()    # noqa: E731
                           for pair in zip(each_stroke(a, slip_of_pulley(a)), each_stroke(b, slip_of(b)))]
    round_trip = 2 * number(short[1.1][0], "motion.stroke")
    numbers = [(a / round_trip, b / round_trip) for a, b in whole(short)]
    figures = {"trips": off(whole(short)), "strokes, pauses of 1 s": off(single(long)), "strokes, pauses of 0.1 s": off(single(short)),
               "strokes, hard pulley": off(single(hard))}
    plots = [
        {"title": "Takehara's strokes: slip of the rope", "x": "time [s]", "y": "slip distance [mm]",
         "curves": [c for ratio in (1.2, 1.3, 1.35) for a, b in (short[ratio],)
                    for c in (curve(f"reeving, {ratio}", b.time, 1e3 * slip_of(b)),
                              curve(f"RopePulley, {ratio}", a.time[::2], 1e3 * slip_of_pulley(a)[::2], "markers"))]},
        {"title": "Slip number of the first trip", "x": "ratio of the weights", "y": "slip number",
         "curves": [curve("reeving", np.array(RATIOS), np.array([b for _, b in numbers])),
                    curve(f"RopePulley, {ELEMENTS} elements", np.array(RATIOS), np.array([a for a, _ in numbers]), "markers")]},
    ]
    per_stroke = single(long)
    table = {"title": "Takehara's first trip: slip number (pauses of 0.1 s), slip of each stroke (pauses of 1 s)",
             "head": ["ratio", "RopePulley", "reeving", "[%]", "out [mm]", "reeving", "[%]", "back [mm]", "reeving", "[%]"],
             "rows": [[ratio, f"{a:.5f}", f"{b:.5f}", f"{100 * (b / a - 1):+.1f}",
                       *(text for x, y in per_stroke[2 * k:2 * k + 2] for text in (f"{1e3 * x:.2f}", f"{1e3 * y:.2f}", f"{100 * (y / x - 1):+.1f}"))]
                      for k, (ratio, (a, b)) in enumerate(zip(RATIOS, numbers))]}
    return figures, plots, table


def as_reeving(like, ratio, folder):
    """The rig of a RopePulley run as a reeving: same masses, rope, free lengths, half a turn, mu, motion of the rim.

    RopePulley's bristles give mu once they are bent, by mu N/k_t = 10 um, so Coulomb's f_s = f_k = mu of a flat groove is their law here;
    there is no epsilon in it.
    """
    p = lambda name: number(like, name)    # noqa: E731
    radius, area = p("pulley.radius"), np.pi * p("rope.diameter") ** 2 / 4
    file = two_weights(folder / f"rig {like.title}.toml", left=ratio * p("right_mass"), right=p("right_mass"), EA=p("rope.E_axial") * area,
                       density=p("rope.density") * area, damping=p("rope.damping"), free=(p("rope.length") - np.pi * radius) / 2,
                       radius=radius, friction=p("friction.mu"))
    course = {name: p(f"motion.{name}") for name in ("start", "stroke", "speed", "ramp", "pause")}
    stop = like.time[-1]
    return run(f"rig {like.title}", str(file), 2, [], stop, STEP, folder, speed_input(lambda t: rim(t, **course), stop, radius))


def slip_of_pulley(done) -> np.ndarray:
    return done.columns["slip_distance"]


def each_stroke(done, slip: np.ndarray) -> list[float]:
    """Slip of the stroke out and of the stroke back, each with its pause [m]; they are equally long and begin at 0.5 s."""
    half = slip[np.searchsorted(done.time, (0.5 + done.time[-1]) / 2 - 1e-6)]
    return [half, slip[-1] - half]


def slip_of(done) -> np.ndarray:
    """As RopePulley defines it: way of the rim minus travel of the rope, mean of both ends [m]."""
    left, right = (done.columns[f"{body}_position"] - done.columns[f"{body}_position"][0] for body in ("left", "right"))
    return number(done, "drive.radius") * done.columns["sheave_angle"] - 0.5 * (left - right)


def two_weights(file, *, left, right, EA, density, damping, free, radius, friction):
    """Two weights on a rope over a driven sheave whose speed is an input; a positive one raises the left weight."""
    file.write_text(f"""
model = "Reeving"
name = "Rig"
body = [{{name = "left", mass = {left!r}, height = 0}}, {{name = "right", mass = {right!r}, height = 0}}]
anchor = [{{name = "left_end", on = "left"}}, {{name = "right_end", on = "right"}}]
rope = [{{name = "rope", EA = {float(EA)!r}, density = {float(density)!r}, damping = {damping!r}, path = ["left_end", "drive", "right_end"]}}]
drive = {{height = {float(free)!r}, radius = {radius!r}, inertia = 1, sides = ["left", "right"], wrap = 180, friction = {friction!r}}}
[start]
"drive.mode" = 3
"drive.contact" = 3
"drive.bandwidth" = {BANDWIDTH!r}
""")
    return file


def rim(t, start, stroke, speed, ramp, pause):
    """Speed of RopePulley's rim over one trip (T-ROP.15), and its first two derivatives."""
    period = stroke / speed + ramp + pause
    back = t >= start + period
    tau = t - start - np.where(back, period, 0)
    moving, w = period - pause, np.pi / ramp
    out, braking = np.zeros((3, len(t))), tau > moving - ramp
    x = np.where(braking, moving - tau, tau)           # both ramps alike, the second backwards
    ramps = (tau > 0) & (tau < moving) & (x < ramp)
    out[0][(tau > 0) & (tau < moving)] = speed
    out[:, ramps] = speed / 2 * np.array([1 - np.cos(w * x), np.where(braking, -w, w) * np.sin(w * x), w**2 * np.cos(w * x)])[:, ramps]
    return np.where(back, -1, 1) * out


def speed_input(course, stop, radius):
    """Command that makes the sheave's surface follow a course v(t), v', v'': the filter v'' = w^2 (u - v) - 2 w v' turned round. An input holds
    for a step, so each row has the value of the middle of its step."""
    time = np.arange(0, stop + STEP, STEP)
    v, slope, curvature = course(time + STEP / 2)
    out = np.zeros(len(time), dtype=[("time", float), ("drive_speed", float)])
    out["time"], out["drive_speed"] = time, (v + 2 * slope / BANDWIDTH + curvature / BANDWIDTH**2) / radius
    return out


# The driver of the belt drive

def belt_drive(folder):
    """A reeving has no closed ropes, but its drive sheave between the belt's two tensions, held by weights, is the belt's driver; the driven
    pulley turns with what runs off on the slack side. The belt is drawn with a prestrain e0: unstretched it has 1 - e0 of its length, and
    |r'| = 1 - e0 + T/EA = (1 - e0)(1 + T/(EA (1 - e0))). Damping is ours, to have done with the bounce; the rope has no weight."""
    belt = run("belt", "BeltDrive", 2, [], None, 1e-3, folder)
    p = lambda name: number(belt, name)    # noqa: E731
    settled = belt.time > belt.time[-1] - 0.05
    tight, slack, driven = (float(np.mean(belt.columns[name][settled])) for name in ("span_tension[2]", "span_tension[1]", "driven_speed"))
    EA, radius = p("rope.E_axial") * np.pi * p("rope.diameter") ** 2 / 4 * (1 - p("rope.prestrain")), p("driver.radius")
    file = two_weights(folder / "driver.toml", left=tight / GRAVITY, right=slack / GRAVITY, EA=EA, density=1e-6, damping=0.3, free=30.0,
                       radius=radius, friction=p("friction.mu"))
    surface = p("motion.speed") * radius
    course = lambda t: rim(t, 0.0, 1e3, surface, 4.0, 0.0)    # noqa: E731
    ours = run("driver", str(file), 2, [], 16.0, STEP, folder, speed_input(course, 16.0, radius))
    leaving = -np.mean(ours.columns["right_velocity"][ours.time > 15])
    return {"belt": [float(leaving) / radius, driven]},


# The paper's ride

def ride(folder):
    go = lambda title, *settings: run(title, "Elevator", 2, list(settings), None, 0.01, folder)    # noqa: E731
    tied, creeping = go("tied", "drive.contact=1"), go("creeping", "drive.contact=2")
    slips = {f: go(f"f {f}", "drive.contact=3", f"drive.friction={f}", f"drive.friction_kinetic={f}") for f in (0.25, 0.2)}
    lower = 1e3 * (tied.columns["cabin_position"] - creeping.columns["cabin_position"])
    figures = {"lower": lower[-1], "slip of the paper's ride": [1e3 * r.columns["slip_path"][-1] for r in slips.values()]}
    plots = [
        {"title": "The paper's ride: what eq. 21 leaves out", "x": "time [s]", "y": "cabin lower by [mm]",
         "curves": [curve("tied minus creeping", tied.time, lower)]},
        {"title": "The paper's ride: traction used", "x": "time [s]", "y": "[1]",
         "curves": [curve(f"f = {f}", r.time, r.columns["traction_utilisation"]) for f, r in slips.items()]},
        {"title": "The paper's ride with f = 0.2: slip", "x": "time [s]", "y": "slip [mm]",
         "curves": [curve("slip", slips[0.2].time, 1e3 * slips[0.2].columns["slip_path"])]},
    ]
    return figures, plots
