"""The result of a sweep as one HTML page that needs no network: Plotly's script is inside.

One varied parameter gives a curve per measure, two give a curve for each value of the one with fewer values, more give
parallel coordinates. Points that failed are listed below with their messages.
"""

import html
from pathlib import Path

import plotly.graph_objects as go
import pyarrow as pa

from sweep.fmu import Fmu
from sweep.measures import Measure

MOST_CHARTS = 12
MOST_FAILURES = 200
STYLE = "body{font-family:sans-serif;margin:2em;max-width:75em}td,th{text-align:left;padding:.2em 1em .2em 0}"


def write(table: pa.Table, fmu: Fmu, measures: list[Measure], path: Path) -> None:
    varied = [name for name in _parameters(table, measures) if len(set(table[name].to_pylist())) > 1]
    rows = table.to_pylist()
    good = [row for row in rows if row["status"] == "ok"]
    charts = _charts(good, fmu, varied, measures[:MOST_CHARTS]) if good and varied else []
    parts = [f"<h1>{html.escape(fmu.description.modelName)}</h1>", f"<p>{_summary(rows, good, varied, measures)}</p>"]
    for i, chart in enumerate(charts):
        parts.append(chart.to_html(full_html=False, include_plotlyjs=i == 0))
    parts.append(_failures(rows, varied))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"<!doctype html><meta charset='utf-8'><title>Sweep of {html.escape(fmu.path.stem)}</title>"
                    f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n", encoding="utf-8")


def _parameters(table: pa.Table, measures) -> list[str]:
    """The columns between the number of the point and the first measure."""
    return table.column_names[1:table.column_names.index(str(measures[0]))]


def _summary(rows, good, varied, measures) -> str:
    text = f"{len(rows)} points, {len(rows) - len(good)} failed."
    if len(measures) > MOST_CHARTS:
        text += f" Shown are the first {MOST_CHARTS} of {len(measures)} measures; --measure chooses."
    return text if varied else text + " Nothing was varied, so there is nothing to draw."


def _charts(rows, fmu, varied, measures) -> list[go.Figure]:
    if len(varied) > 2:
        return [_parallel(rows, fmu, varied, measures)]
    along, *by = sorted(varied, key=lambda name: -len({row[name] for row in rows}))
    return [_curves(rows, fmu, along, by[0] if by else None, measure) for measure in measures]


def _curves(rows, fmu, along, by, measure) -> go.Figure:
    figure = go.Figure()
    for value in sorted({row[by] for row in rows}) if by else [None]:
        curve = sorted((row[along], row[str(measure)]) for row in rows if by is None or row[by] == value)
        figure.add_scatter(x=[x for x, _ in curve], y=[y for _, y in curve], mode="lines+markers",
                           name="" if by is None else f"{value}", showlegend=by is not None)
    figure.update_layout(template="plotly_white", height=420, title=str(measure),
                         xaxis_title=_title(along, fmu.variables[along].unit),
                         yaxis_title=_title(str(measure), measure.unit),
                         legend_title=None if by is None else _title(by, fmu.variables[by].unit))
    return figure


def _parallel(rows, fmu, varied, measures) -> go.Figure:
    axes = [_axis(_title(name, fmu.variables[name].unit), [row[name] for row in rows]) for name in varied]
    axes += [_axis(_title(str(m), m.unit), [row[str(m)] for row in rows]) for m in measures]
    line = {"color": [row[str(measures[0])] for row in rows], "showscale": True, "colorscale": "Viridis"}
    figure = go.Figure(go.Parcoords(dimensions=axes, line=line))
    figure.update_layout(template="plotly_white", height=600, margin={"t": 120})
    return figure


def _axis(label, values) -> dict:
    """Texts and truth values stand at whole numbers."""
    if not isinstance(values[0], (str, bool)):
        return {"label": label, "values": values}
    names = sorted(set(values))
    return {"label": label, "values": [names.index(v) for v in values], "tickvals": list(range(len(names))),
            "ticktext": [str(name) for name in names]}


def _title(name: str, unit: str) -> str:
    return f"{name} [{unit}]" if unit and unit != "1" else name


def _failures(rows, varied) -> str:
    failed = [row for row in rows if row["status"] != "ok"]
    if not failed:
        return ""
    names = ["point", *varied, "message"]
    lines = ["".join(f"<td>{html.escape(str(row[name]))}</td>" for name in names) for row in failed[:MOST_FAILURES]]
    more = f"<p>And {len(failed) - MOST_FAILURES} more.</p>" if len(failed) > MOST_FAILURES else ""
    return ("<h2>Failed points</h2><table><tr>" + "".join(f"<th>{html.escape(name)}</th>" for name in names) + "</tr>"
            + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>" + more)
