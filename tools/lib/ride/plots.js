"use strict";
// Plots of Plotly that fit the page, in both colour schemes and at any width. A plot: {title, unit, curves: [{name, x, y}]};
// a curve without x has the times of the page.

const dark = window.matchMedia("(prefers-color-scheme: dark)");

const LINE = 20, AXIS = 44, PLOT = 240;    // pixels: a row of the legend, the time axis with its title, the curves

// Rows that Plotly's legend takes: one if all names fit, else columns as wide as the longest name.
function legendRows(plot, width) {
  if (plot.curves.length < 2) return 0;
  const widths = plot.curves.map((curve) => 50 + 7 * curve.name.length);
  if (widths.reduce((a, b) => a + b) <= width) return 1;
  return Math.ceil(widths.length / Math.max(1, Math.floor(width / Math.max(...widths))));
}

function layout(plot, width) {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim(), line = style.getPropertyValue("--line").trim();
  const axis = {gridcolor: line, zerolinecolor: line, linecolor: line};
  const rows = legendRows(plot, width - 74), below = AXIS + (rows > 0 ? LINE * rows + 10 : 0);
  return {
    height: PLOT + below, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: {color: ink},
    margin: {l: 62, r: 12, t: 8, b: below, autoexpand: false}, hovermode: "x unified", showlegend: plot.curves.length > 1,
    legend: {orientation: "h", x: 0, xanchor: "left", y: -AXIS / (PLOT - 8), yanchor: "top"},
    xaxis: {...axis, title: {text: "time [s]", standoff: 4}}, yaxis: {...axis, title: {text: plot.unit ? `[${plot.unit}]` : ""}},
    modebar: {bgcolor: "rgba(0,0,0,0)", color: line, activecolor: ink},
    hoverlabel: {bgcolor: style.getPropertyValue("--back").trim()},
  };
}

let drawn = [];    // [canvas, plot]

// Fills `place`, in place of what was drawn there.
function drawPlots(place, plots, time) {
  drawn.forEach(([canvas]) => Plotly.purge(canvas));
  place.replaceChildren();
  drawn = plots.map((plot) => {
    const section = document.createElement("section"), heading = document.createElement("h3"), canvas = document.createElement("div");
    section.className = "plot";
    heading.textContent = plot.title;
    section.append(heading, canvas);
    place.append(section);
    return [canvas, plot];
  });
  for (const [canvas, plot] of drawn) {
    const curves = plot.curves.map((curve) => ({x: curve.x ?? time, y: curve.y, name: curve.name, mode: "lines", line: {width: 1.6}}));
    Plotly.newPlot(canvas, curves, layout(plot, canvas.clientWidth), {displaylogo: false});
  }
}

function relayout() {
  drawn.forEach(([canvas, plot]) => Plotly.relayout(canvas, layout(plot, canvas.clientWidth)));
}
dark.addEventListener("change", relayout);
window.addEventListener("resize", relayout);    // another width may need more rows of the legend
