"""The gallery as one HTML file, in the clothes of the ride's report."""

import html
import json
from pathlib import Path

from plotly.offline import get_plotlyjs

LIB = Path(__file__).resolve().parents[1]


def page(chapters) -> str:
    data = json.dumps([chapter.plots for chapter in chapters], separators=(",", ":")).replace("</", "<\\/")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reeve: validation</title>
<style>{(LIB / "ride/page.css").read_text()}{(LIB / "validation/page.css").read_text()}</style></head>
<body><header><h1>Validation</h1><p>What each source claims, our number, and the verdict. Made by tools/validate.</p></header>
<main>{"".join(_chapter(i, chapter) for i, chapter in enumerate(chapters))}</main>
<script>{get_plotlyjs()}</script><script id="data" type="application/json">{data}</script>
<script>{(LIB / "validation/page.js").read_text()}</script></body></html>
"""


def _chapter(number: int, chapter) -> str:
    rows = "".join(_row(judged) for judged in chapter.judged)
    return (f"<section class=chapter><h2>{html.escape(chapter.model)}</h2><p class=meaning>{html.escape(chapter.source)}</p>"
            f"<table class=claims><thead><tr><th>claim<th>our number<th>verdict<th>why</thead><tbody>{rows}</tbody></table>"
            f"<div class=plots data-chapter={number}></div>{''.join(_table(table) for table in chapter.tables)}</section>")


def _table(table: dict) -> str:
    """Numbers right under each other; the first column says what they are."""
    line = lambda cells, tag: "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}" for cell in cells)    # noqa: E731
    return (f"<h3>{html.escape(table['title'])}</h3><div class=scroll><table class=figures><thead>{line(table['head'], 'th')}</thead>"
            f"<tbody>{''.join(line(row, 'td') for row in table['rows'])}</tbody></table></div>")


def _row(judged) -> str:
    found = ", ".join(f"{x:.7g}" for x in judged.found) + (f" {judged.unit}" if judged.unit else "") or "-"
    mark = "" if judged.holds else f" <strong class=wrong>not as recorded: {judged.recorded}</strong>"
    kind = judged.verdict.replace(" ", "-")
    return (f"<tr><td>{html.escape(judged.claim)}<td class=number>{html.escape(found)}{mark}"
            f"<td><span class='verdict {kind}'>{judged.verdict}</span><td class=meaning>{html.escape(judged.note)}")
