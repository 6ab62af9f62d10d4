"""The report as one HTML file: plots by Plotly, which is put inside, and a drawing that moves."""

import html
import json
from importlib import metadata
from pathlib import Path

import numpy as np
from plotly.offline import get_plotlyjs

from ride import summary

HERE = Path(__file__).parent
MOST_POINTS = 1500    # per curve and frames of the animation: more than a screen is wide
DIGITS = 7            # of the numbers in the page; ride.csv has all


def page(ride, others: dict, drawing: str) -> str:
    data = {"time": frames(ride.time), "plots": plots(ride, others), "animation": animation(ride)}
    return fill((HERE / "page.html").read_text(), {
        "title": html.escape(ride.description.modelName),
        "description": html.escape(ride.description.description or ""),
        "fmi": ride.description.fmiVersion,
        "style": (HERE / "page.css").read_text(),
        "stage": stage(drawing),
        "summary": summary_rows(ride),
        "messages": messages(ride),
        "parameters": parameter_rows(ride),
        "script": (HERE / "page.js").read_text(),
        **viewer(data),
    })


def fill(text: str, parts: dict[str, str]) -> str:
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def stage(drawing: str) -> str:
    return fill((HERE / "stage.html").read_text(), {"drawing": drawing})


def viewer(data) -> dict[str, str]:
    """What draws plots and moves the drawing, on this page and on that of tools/traction."""
    return {"plotly": get_plotlyjs(), "viewer": (HERE / "plots.js").read_text() + (HERE / "animation.js").read_text(),
            "data": json.dumps(data, separators=(",", ":")).replace("</", "<\\/"),
            "made_with": f"FMPy {metadata.version('FMPy')}, Plotly {metadata.version('plotly')}"}


# --- plots ----------------------------------------------------------------------------------------------------------


def plots(ride, others: dict) -> list[dict]:
    first, *_ = summary.sides(ride)
    bodies = summary.sides(ride)
    nice = lambda name: name.replace("_", " ")    # noqa: E731
    out = [
        plot("Position", ride, [(nice(b), f"{b}_position") for b in bodies]),
        plot("Velocity", ride, [(nice(b), f"{b}_velocity") for b in bodies]),
        plot("Acceleration", ride, [(nice(b), f"{b}_acceleration") for b in bodies]),
        plot("Vibration: position against rigid ropes", ride, [(nice(b), f"{b}_vibration") for b in bodies], 1e3, "mm"),
        plot("Torque on the drive sheave", ride, [("motor", "motor_torque"), ("to hold it now", "holding_torque")]),
    ]
    for rope in summary.ropes(ride):
        ends = [(f"span {i + 1} {end}", f"{rope}_tension_{end}[{i + 1}]")
                for i in range(len(ride.elements(f"{rope}_tension_end"))) for end in ("start", "end")]
        out.append(plot(f"Tension at the ends of the spans of {nice(rope)}", ride, ends, 1e-3, "kN"))
    out.append(plot("Traction used: 1 is the limit", ride, [("utilisation", "traction_utilisation")]))
    if others:
        rope = summary.ropes(ride)[0]
        for title, name, factor, unit in [
            (f"Formulations: vibration of {nice(first)}", f"{first}_vibration", 1e3, "mm"),
            (f"Formulations: acceleration of {nice(first)}", f"{first}_acceleration", 1, "m/s2"),
            ("Formulations: torque on the drive sheave", "motor_torque", 1, "N.m"),
            ("Formulations: torque from constitutive tensions, the paper's way", "motor_torque_from_tensions", 1, "N.m"),
            (f"Formulations: tension at the end of span 1 of {nice(rope)}", f"{rope}_tension_end[1]", 1e-3, "kN"),
            (f"Formulations: EA strain at the end of span 1 of {nice(rope)}, the paper's way",
             f"{rope}_tension_end_constitutive[1]", 1e-3, "kN"),
        ]:
            curves = [curve(variant, run.time, factor * run.columns[name]) for variant, run in others.items()]
            out.append({"title": title, "unit": unit, "curves": curves})
    return out


def plot(title, run, names, factor=1.0, unit=None) -> dict:
    unit = unit or run.unit(names[0][1])
    return {"title": title, "unit": unit, "curves": [curve(shown, run.time, factor * run.columns[name]) for shown, name in names]}


def curve(name: str, time, values, most: int = MOST_POINTS) -> dict:
    """With times of its own where rows are left out; without, it has the page's."""
    if len(values) <= most:
        return {"name": name, "y": _numbers(values)}
    rows = telling_rows(values, most)
    return {"name": name, "x": _numbers(time[rows]), "y": _numbers(values[rows])}


def telling_rows(values, most: int = MOST_POINTS):
    """At most `most` rows that draw the same curve: the first, the last, and of every bucket the lowest and the highest."""
    buckets = np.array_split(np.arange(len(values)), (most - 2) // 2)
    extremes = [bucket[pick(values[bucket])] for bucket in buckets for pick in (np.argmin, np.argmax)]
    return np.unique([0, *extremes, len(values) - 1])


def animation(ride, most: int = MOST_POINTS) -> dict:
    """What the drawing needs: heights of the bodies, turns of the wheels, tension of every span, slip of ropes on wheels."""
    bodies = [name.removesuffix("_position") for name in ride.names("_position")]
    step = np.diff(ride.time, prepend=ride.time[0])
    wheels = {name.removesuffix("_speed"): np.cumsum(ride.columns[name] * step) for name in ride.names("_speed")
              if name != "sheave_speed"}
    wheels["drive"] = ride.columns["sheave_angle"]
    spans = {}
    for rope in summary.ropes(ride):
        for i, (a, b) in enumerate(zip(ride.elements(f"{rope}_tension_start"), ride.elements(f"{rope}_tension_end"))):
            spans[f"{rope} {i + 1}"] = frames(0.5 * (ride.columns[a] + ride.columns[b]), most)
    return {"bodies": {b: frames(ride.columns[f"{b}_position"], most) for b in bodies},
            "wheels": {name: frames(turn, most) for name, turn in wheels.items()}, "spans": spans, "slips": slips(ride, wheels, most)}


def slips(ride, wheels: dict, most: int) -> dict:
    """Per wheel on which a rope may slip: how far the rope on it has turned [rad], and how fast it slips [m/s]."""
    out = {}
    for name, turn in wheels.items():
        prefix = "" if name == "drive" else f"{name}_"
        if f"{prefix}slip_distance" in ride.columns:
            behind = ride.columns[f"{prefix}slip_distance"] / float(ride.start_values[f"{name}.radius"])
            out[name] = {"turn": frames(turn - behind, most), "speed": frames(ride.columns[f"{prefix}slip_velocity"], most)}
    return out


def frames(values, most: int = MOST_POINTS) -> list[float]:
    """Evenly spread rows, the first and the last among them."""
    return _numbers(values[np.linspace(0, len(values) - 1, min(len(values), most)).round().astype(int)])


def _numbers(values) -> list[float]:
    return [float(f"{x:.{DIGITS}g}") for x in values]


# --- tables ---------------------------------------------------------------------------------------------------------


def summary_rows(ride) -> str:
    row = "<tr><th scope=row>{}<td class=value>{}<td class=meaning>{}"
    return "\n".join(row.format(*map(html.escape, (f.title, f.text, f.meaning))) for f in summary.figures(ride))


def messages(ride) -> str:
    if not ride.messages:
        return ""
    return "<div class=note><strong>The FMU says</strong><ul>" + "".join(
        f"<li>{html.escape(message)}" for message in ride.messages) + "</ul></div>"


def parameter_rows(ride) -> str:
    rows = []
    for name, value in ride.start_values.items():
        variable = ride.variable(name)
        cells = map(html.escape, (name, str(value), variable.unit or "", variable.description or ""))
        rows.append("<tr><th scope=row>{}<td class=value>{}<td>{}<td class=meaning>{}".format(*cells))
    return "\n".join(rows)
