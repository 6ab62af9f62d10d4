"""The load cases as one HTML file, in the clothes of the validation's and the ride's pages."""

import html
import json
from pathlib import Path

from plotly.offline import get_plotlyjs
from validation.curves import curve

LIB = Path(__file__).resolve().parents[1]

PLOTS = [    # title, unit, factor, what
    ("speed", "m/s", 1, {"reference": "reference_speed", "sheave": "cabin_speed_by_sheave", "cabin": "cabin_velocity"}),
    ("torque on the sheave", "N.m", 1, {"drive": "drive_torque", "to hold it now": "holding_torque"}),
    ("tension at the cabin's anchor", "kN", 1e-3, {"load signal": "cabin_anchor_tension"}),
    ("traction used", "1", 1, {"utilisation": "traction_utilisation"}),
    ("slip of the rope", "mm", 1e3, {"sheave ahead": "slip_distance"}),
    ("power from the grid", "kW", 1e-3, {"power": "electrical_power"}),
    ("energy", "kJ", 1e-3, {"from the grid": "electrical_energy", "work of the shaft": "mechanical_energy", "lost in the motor": "loss_energy"}),
    ("state and brake", "1", 1, {"state": "state", "brake": "brake"}),
]


def page(cases, version: int, step: float) -> str:
    data = json.dumps([[plot for run in case.runs for plot in _plots(run)] for case in cases], separators=(",", ":")).replace("</", "<\\/")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reeve: elevator and drive</title>
<style>{(LIB / "ride/page.css").read_text()}{(LIB / "validation/page.css").read_text()}</style></head>
<body><header><h1>Elevator and drive</h1><p>Two FMUs of FMI {version}.0, coupled every {1e3 * step:g} ms. Made by tools/drive.</p></header>
<main>{"".join(_chapter(i, case) for i, case in enumerate(cases))}</main>
<script>{get_plotlyjs()}</script><script id="data" type="application/json">{data}</script>
<script>{(LIB / "validation/page.js").read_text()}</script></body></html>
"""


def _plots(run) -> list[dict]:
    return [{"title": f"{run.name}: {title}", "x": "time [s]", "y": f"[{unit}]",
             "curves": [curve(name, run.time, factor * run[column]) for name, column in what.items()]}
            for title, unit, factor, what in PLOTS]


def _chapter(number: int, case) -> str:
    rows = "".join(_row(row) for row in case.rows)
    return (f"<section class=chapter><h2>{html.escape(case.title)}</h2><p class=meaning>{html.escape(case.text)}</p>"
            f"<table class=claims><thead><tr><th>run<th>figure<th>expected<th>ours<th>verdict</thead><tbody>{rows}</tbody></table>"
            f"<div class=plots data-chapter={number}></div></section>")


def _row(row) -> str:
    verdict = ""
    if row.agrees is not None:
        kind, word = ("reproduced", "as expected") if row.agrees else ("refuted", "differs")
        verdict = f"<span class='verdict {kind}'>{word}</span> <span class=meaning>{html.escape(row.differs)}</span>"
    if not row.holds:
        verdict += " <strong class=wrong>not what the case says</strong>"
    unit = "" if row.unit == "1" else f" {row.unit}"
    return (f"<tr><td>{html.escape(row.run)}<td title='{html.escape(row.meaning, quote=True)}'>{html.escape(row.figure)}"
            f"<td class=number>{html.escape(row.expected)}<td class=number>{row.found:.5g}{html.escape(unit)}<td>{verdict}")
