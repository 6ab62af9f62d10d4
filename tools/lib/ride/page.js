"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const time = data.time;

// --- plots ---------------------------------------------------------------------------------------------------------

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

const canvases = data.plots.map((plot) => {
  const place = document.createElement("section"), heading = document.createElement("h3"), canvas = document.createElement("div");
  place.className = "plot";
  heading.textContent = plot.title;
  place.append(heading, canvas);
  document.getElementById("plots").append(place);
  return canvas;
});
data.plots.forEach((plot, i) => {
  const curves = plot.curves.map((curve) => ({x: curve.x ?? time, y: curve.y, name: curve.name, mode: "lines", line: {width: 1.6}}));
  Plotly.newPlot(canvases[i], curves, layout(plot, canvases[i].clientWidth), {displaylogo: false});
});
function relayout() {
  data.plots.forEach((plot, i) => Plotly.relayout(canvases[i], layout(plot, canvases[i].clientWidth)));
}
dark.addEventListener("change", relayout);
window.addEventListener("resize", relayout);    // another width may need more rows of the legend

// --- animation -----------------------------------------------------------------------------------------------------

const svg = document.querySelector("#drawing svg");
const scale = Number(svg.dataset.scale);
const {bodies, wheels, spans} = data.animation;
const described = {};
for (const body of svg.querySelectorAll("g.body")) described[body.dataset.name] = Number(body.dataset.height);

const all = Object.values(spans).flat();
const least = all.reduce((a, b) => Math.min(a, b), Infinity), most = all.reduce((a, b) => Math.max(a, b), -Infinity);
document.getElementById("low").textContent = `${(least / 1000).toFixed(1)} kN`;
document.getElementById("high").textContent = `${(most / 1000).toFixed(1)} kN`;

function colour(tension) {
  const stops = [[215, 80, 55], [120, 65, 42], [35, 90, 50], [0, 80, 52]];
  const at = 3 * (most > least ? (tension - least) / (most - least) : 0), i = Math.min(2, Math.max(0, Math.floor(at))), u = at - i;
  const [h, s, l] = stops[i].map((from, k) => from + u * (stops[i + 1][k] - from));
  return `hsl(${h} ${s}% ${l}%)`;
}

// Pixels downwards that a body has moved from where it is drawn.
const lowered = (body, k) => (body in bodies ? (described[body] - bodies[body][k]) * scale : 0);

const lines = [...svg.querySelectorAll("line.span")].map((line) => ({line, y1: Number(line.getAttribute("y1")), y2: Number(line.getAttribute("y2")),
  tension: spans[`${line.dataset.rope} ${line.dataset.span}`], from: line.dataset.fromBody, to: line.dataset.toBody}));
const riders = [...svg.querySelectorAll("g.body, g.wheel, path.wrap, circle.anchor")];
const spokes = [...svg.querySelectorAll("g.wheel")].map((wheel) => ({spoke: wheel.querySelector(".spoke"), x: wheel.dataset.x, y: wheel.dataset.y,
  turn: wheels[wheel.dataset.name]}));
const chains = [...svg.querySelectorAll("path.chain")].map((chain) => ({chain, from: chain.dataset.fromBody, to: chain.dataset.toBody,
  points: chain.getAttribute("d").match(/-?[\d.]+/g).map(Number)}));

function show(k) {
  for (const part of riders) part.setAttribute("transform", `translate(0 ${lowered(part.dataset.on, k).toFixed(2)})`);
  for (const {line, y1, y2, tension, from, to} of lines) {
    line.setAttribute("y1", (y1 + lowered(from, k)).toFixed(2));
    line.setAttribute("y2", (y2 + lowered(to, k)).toFixed(2));
    if (tension) line.setAttribute("stroke", colour(tension[k]));
  }
  for (const {spoke, x, y, turn} of spokes) if (turn) spoke.setAttribute("transform", `rotate(${((turn[k] * 180) / Math.PI).toFixed(1)} ${x} ${y})`);
  for (const {chain, from, to, points: [x1, y1, low, x2, y2]} of chains) {
    chain.setAttribute("d", `M${x1} ${(y1 + lowered(from, k)).toFixed(2)}V${low}H${x2}V${(y2 + lowered(to, k)).toFixed(2)}`);
  }
  document.getElementById("clock").textContent = `${time[k].toFixed(2)} s`;
}

const scrub = document.getElementById("scrub"), button = document.getElementById("play");
scrub.max = time.length - 1;
let playing = false, begun = 0;

function frame(now) {
  if (!playing) return;
  const target = (now - begun) / 1000;
  let k = Number(scrub.value);
  while (k < time.length - 1 && time[k] < target) ++k;
  scrub.value = k;
  show(k);
  if (k === time.length - 1) return stop();
  requestAnimationFrame(frame);
}

function play() {
  if (Number(scrub.value) >= time.length - 1) scrub.value = 0;
  playing = true;
  button.textContent = "Pause";
  requestAnimationFrame((now) => { begun = now - 1000 * time[Number(scrub.value)]; frame(now); });
}

function stop() {
  playing = false;
  button.textContent = "Play";
}

button.addEventListener("click", () => (playing ? stop() : play()));
scrub.addEventListener("input", () => { stop(); show(Number(scrub.value)); });
show(0);
