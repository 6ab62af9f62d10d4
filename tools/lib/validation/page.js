"use strict";
// Each plot: {title, x, y, curves: [{name, x, y}]}
const chapters = JSON.parse(document.getElementById("data").textContent);

function layout(plot) {
  const style = getComputedStyle(document.documentElement), colour = (name) => style.getPropertyValue(name).trim();
  const axis = {gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--line")};
  return {
    title: {text: plot.title, font: {size: 15}, x: 0.02, xanchor: "left"}, font: {color: colour("--ink")},
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: {l: 62, r: 12, t: 42, b: 42},
    showlegend: plot.curves.length > 1, legend: {orientation: "h", y: -0.2}, modebar: {bgcolor: "rgba(0,0,0,0)"},
    xaxis: {...axis, title: {text: plot.x, standoff: 4}, type: plot.log ? "log" : "linear"},
    yaxis: {...axis, title: {text: plot.y}, scaleanchor: plot.equal ? "x" : undefined, type: plot.log ? "log" : "linear"},
  };
}

const drawn = [];
for (const place of document.querySelectorAll(".plots")) {
  for (const plot of chapters[Number(place.dataset.chapter)]) {
    const box = document.createElement("div");
    box.className = "plot";
    place.append(box);
    const curves = plot.curves.map((curve) => ({x: curve.x, y: curve.y, name: curve.name, mode: curve.mode || "lines", line: {width: 1.6}}));
    Plotly.newPlot(box, curves, layout(plot), {responsive: true, displaylogo: false});
    drawn.push([box, plot]);
  }
}
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawn.forEach(([box, plot]) => Plotly.relayout(box, layout(plot))));
