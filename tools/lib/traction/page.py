"""The calculation and its runs as one HTML file, in the clothes of the ride's page."""

import html
import math
from pathlib import Path

import numpy as np
from ride import report
from traction import table
from traction.formulas import BRAKING, LOADING, Row, largest_deceleration, number
from traction.lift import Machine
from traction.runs import Result

HERE = Path(__file__).parent
MOST_POINTS = 500    # per curve and frames of one of many runs

HOW = """An emergency stop begins at rated speed; then the motor is off and the brake applied, once with the torque of the description and once with what slows
rigid ropes down with the row's deceleration. Friction is the row's, constant: that of the rated rope speed. Towards an end of the travel the stop begins where a ride
would slow down for the last floor, or earlier if it needs more room; away from it, one second after the rated speed was reached. What the rope's speed takes off its
pressure counts here, not in the calculation. Time counts from the stop. Loading: the brake holds the car at rest. Stalled: a buffer is put under the body for this
run, the sheave turns slowly until the body stands on it, and one radian more."""


def page(machine: Machine, cases: list[tuple[Row, list[Result]]], drawing: str) -> str:
    shown = [result for row, results in cases for result in results if result.run and row.case != LOADING]    # a car at rest is no sight
    first = max((i for i, result in enumerate(shown) if result.row.case == BRAKING), key=lambda i: shown[i].row.utilisation.value, default=0)
    failing = [row for row, _ in cases if row.fails]
    return report.fill((HERE / "page.html").read_text(), {
        "title": html.escape(machine.name),
        "description": html.escape(machine.description),
        "headline": f"<strong class=wrong>{len(failing)} of {len(cases)} cases fail.</strong>" if failing else "<strong>No case fails.</strong>",
        "style": "".join((HERE.parent / folder / "page.css").read_text() for folder in ("ride", "validation", "traction")),
        "tension_heads": "<th>".join(f"T {_nice(name)}" for name in (machine.car, machine.counterweight)),
        "cases": "\n".join(_case(machine, row, results, shown) for row, results in cases),
        "how": HOW,
        "choices": "".join(f"<option value={i}{' selected' * (i == first)}>{html.escape(_title(result))}" for i, result in enumerate(shown)),
        "stage": report.stage(drawing),
        "masses": _masses(machine),
        "facts": "".join(f"<tr><th scope=row>{name}<td class=value>{value}<td class=meaning>{meaning}" for name, value, meaning in _facts(machine)),
        "assumptions": "".join(f"<li>{html.escape(text)}" for text in machine.assumptions),
        "script": (HERE / "page.js").read_text(),
        **report.viewer([_run(machine, result) for result in shown]),
    })


def _nice(name: str) -> str:
    return html.escape(name.replace("_", " "))


def _title(result: Result) -> str:
    return result.row.title + (f": brake {result.brake.name}" if result.brake else "")


# --- cases -----------------------------------------------------------------------------------------------------------


def _case(machine: Machine, row: Row, results: list[Result], shown: list[Result]) -> str:
    verdict = "refuted" if row.fails else "reproduced" if row.holds else "not-decidable"    # colours of the verdicts of tools/validate
    used = row.utilisation.value
    meter = f"<div class=meter><i class={verdict} style='width:{100 * min(used, 1):.0f}%'></i></div>{100 * used:.0f} %"
    car = f"{row.place}, {f'{number(row.load)} kg' if row.load else 'empty'}" + (f", {table.DIRECTIONS[row.direction]}" if row.direction else "")
    simulated = [_simulated(result, shown) for result in results] + [""] * (2 - len(results))
    cells = [("", f"{row.case}: {_nice(row.what)}"), ("car", car), *((T.symbol, f"{T.value:.0f} N") for T in row.tensions),
             ("T1/T2", f"{row.ratio.value:.3f}"), ("limit", f"{row.limit.value:.3f}"), ("", meter), ("", f"<span class='verdict {verdict}'>{row.verdict}</span>"),
             ("simulated:", simulated[0]), ("simulated, sized brake:", simulated[1])]
    tds = "".join(_cell(name, text) for name, text in cells if text)
    formulas = "".join(f"<p class=formula>{html.escape(str(formula))}</p>" for formula in row.formulas())
    if row.case == BRAKING:
        formulas += f"<p class=formula>largest deceleration before the rope slips, rigid ropes = {number(largest_deceleration(machine.lift, row))} m/s2</p>"
    return f"<tbody><tr>{tds}<tr><td colspan={len(cells)}><details><summary>formulas with their numbers</summary>{formulas}</details></tbody>"


def _cell(name: str, text: str) -> str:
    """The name is shown where the table has no head, on a phone."""
    label = f' data-name="{_nice(name)}"' if name else ""
    return f"<td class=number{label}>{text}"


def _simulated(result: Result, shown: list[Result]) -> str:
    text = html.escape(table.figures(result))
    return f"<button type=button data-run={shown.index(result)}>{text}</button>" if result in shown else f"<span class=meaning>{text}</span>"


# --- runs ------------------------------------------------------------------------------------------------------------


def _run(machine: Machine, result: Result) -> dict:
    run, r = result.run, machine.lift.ends["bottom"][0].r
    surface = machine.parameters["drive.radius"] * run.columns["sheave_speed"] / r
    rope = surface - run.columns["slip_velocity"] / r
    curve = lambda name, values: report.curve(name, run.time, values, MOST_POINTS)    # noqa: E731
    plot = lambda title, unit, *curves: {"title": title, "unit": unit, "curves": list(curves)}    # noqa: E731
    car = machine.car
    plots = [
        plot(f"Speed, as travel of {_nice(car)}", "m/s", curve("surface of the drive sheave", surface), curve("rope on it", rope),
             curve(_nice(car), run.columns[f"{car}_velocity"])),
        plot("Traction used: 1 is the limit", "1", curve("utilisation", run.columns["traction_utilisation"])),
        plot("Slip of the rope on the sheave, in either direction", "mm", curve("slip", 1e3 * (run.columns["slip_path"] - run.columns["slip_path"][0]))),
        plot("Acceleration", "m/s2", *(curve(_nice(body), run.columns[f"{body}_acceleration"]) for body in (car, machine.counterweight))),
        plot("Tension at the drive sheave", "kN", *(curve(f"side of {_nice(body)}", 1e-3 * run.columns[f"tension_{body}_side"])
                                                    for body in (car, machine.counterweight))),
    ]
    return {"time": report.frames(run.time, MOST_POINTS), "plots": plots, "animation": report.animation(run, MOST_POINTS), "figures": _figures(result)}


def _figures(result: Result) -> list[tuple[str, str, str]]:
    calculated = f"peak; calculated {100 * result.row.utilisation.value:.0f} %"
    brake = [("brake", result.brake.torque, "N.m", result.brake.name)] if result.brake else []
    shown = [*brake, ("begins at", result.begin, "m", "height of the car"),
             ("speed there", result.speed, "m/s", ""), ("traction used", 100 * result.peak_utilisation, "%", calculated),
             ("slip", 1e3 * result.slip, "mm", "of the rope on the sheave"), ("duration of slip", result.slip_time, "s", ""),
             ("stopping distance", result.stopping_distance, "m", "of the car, until it stands for the first time"),
             ("peak deceleration", result.peak_deceleration, "m/s2", "of the car, bounce included")]
    rows = [(name, f"{value:.5g} {unit}", meaning) for name, value, unit, meaning in shown if not math.isnan(value)]
    return rows + ([("remark", "", result.remark)] if result.remark else [])


# --- the lift --------------------------------------------------------------------------------------------------------


def _masses(machine: Machine) -> str:
    sides = [(place, side) for place, both in machine.lift.ends.items() for side in both]
    rows = [("M", "mass without load", "mass"), ("r", "roping ratio", "r"), ("M_SR", "ropes in the fall at the sheave", "rope"),
            ("M_CR", "compensation that hangs on it", "compensation"), ("M_Comp", "tension mass", "tension_mass"),
            ("sum(i m_P)", "pulleys on it", "pulleys"), ("m_DP", "deflection pulleys", "deflection")]
    head = "".join(f"<th>{_nice(side.name)}, car at the {place}" for place, side in sides)
    return f"<thead><tr><th>[kg]{head}</thead>" + "".join(_mass_row(symbol, meaning, [getattr(side, field) for _, side in sides]) for symbol, meaning, field in rows)


def _mass_row(symbol: str, meaning: str, values: list[float]) -> str:
    return f"<tr><td>{symbol} <span class=meaning>{meaning}</span>" + "".join(f"<td>{number(value)}" for value in values) if any(values) else ""


def _facts(machine: Machine) -> list[tuple[str, str, str]]:
    lift = machine.lift
    factor = lift.groove.factor()
    return [("rated load", f"{number(lift.load)} kg", "Q"), ("rated speed", f"{number(lift.speed)} m/s", f"v; the rope runs with r v = {number(lift.rope_speed)} m/s"),
            ("travel", f"{number(machine.travel)} m", "between the two ends"), ("wrap", f"{number(np.degrees(lift.alpha))}°", f"alpha = {number(lift.alpha)} rad"),
            ("groove", lift.groove.kind if lift.groove.kind != "plain" else "not described", html.escape(str(factor))), ("gravity", f"{number(lift.g)} m/s2", "g")]
