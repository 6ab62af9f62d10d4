"use strict";
// The drawing moves as a run did: {time, animation: {bodies, wheels, spans, slips}}, see animation() of report.py.
const ride = (() => {
const svg = document.querySelector("#drawing svg");
const scale = Number(svg.dataset.scale);
const described = {};
for (const body of svg.querySelectorAll("g.body")) described[body.dataset.name] = Number(body.dataset.height);
const lines = [...svg.querySelectorAll("line.span")].map((line) => ({line, y1: Number(line.getAttribute("y1")), y2: Number(line.getAttribute("y2")),
  span: `${line.dataset.rope} ${line.dataset.span}`, from: line.dataset.fromBody, to: line.dataset.toBody}));
const riders = [...svg.querySelectorAll("g.body, g.wheel, path.wrap, circle.anchor")];
const spokes = [...svg.querySelectorAll("g.wheel")].map((wheel) => ({spoke: wheel.querySelector(".spoke"), x: wheel.dataset.x, y: wheel.dataset.y,
  name: wheel.dataset.name}));
const arcs = [...svg.querySelectorAll("path.wrap[data-wheel]")].map((arc) => ({arc, name: arc.dataset.wheel, radius: Number(arc.dataset.radius)}));
const chains = [...svg.querySelectorAll("path.chain")].map((chain) => ({chain, from: chain.dataset.fromBody, to: chain.dataset.toBody,
  points: chain.getAttribute("d").match(/-?[\d.]+/g).map(Number)}));

let time = [], bodies = {}, wheels = {}, spans = {}, slips = {}, least = 0, most = 0;    // of the run that is shown

function colour(tension) {
  const stops = [[215, 80, 55], [120, 65, 42], [35, 90, 50], [0, 80, 52]];
  const at = 3 * (most > least ? (tension - least) / (most - least) : 0), i = Math.min(2, Math.max(0, Math.floor(at))), u = at - i;
  const [h, s, l] = stops[i].map((from, k) => from + u * (stops[i + 1][k] - from));
  return `hsl(${h} ${s}% ${l}%)`;
}

// Pixels downwards that a body has moved from where it is drawn.
const lowered = (body, k) => (body in bodies ? (described[body] - bodies[body][k]) * scale : 0);

function show(k) {
  for (const part of riders) part.setAttribute("transform", `translate(0 ${lowered(part.dataset.on, k).toFixed(2)})`);
  for (const {line, y1, y2, span, from, to} of lines) {
    line.setAttribute("y1", (y1 + lowered(from, k)).toFixed(2));
    line.setAttribute("y2", (y2 + lowered(to, k)).toFixed(2));
    if (spans[span]) line.setAttribute("stroke", colour(spans[span][k]));
  }
  for (const {spoke, x, y, name} of spokes) {
    if (wheels[name]) spoke.setAttribute("transform", `rotate(${((wheels[name][k] * 180) / Math.PI).toFixed(1)} ${x} ${y})`);
  }
  for (const {arc, name, radius} of arcs) {    // marks on the rope: the spoke runs ahead of them while it slips
    if (!(name in slips)) continue;
    arc.setAttribute("stroke-dasharray", "7 3");
    arc.setAttribute("stroke-dashoffset", (-radius * slips[name].turn[k]).toFixed(1));
    arc.classList.toggle("slipping", slips[name].speed[k] !== 0);
  }
  for (const {chain, from, to, points: [x1, y1, low, x2, y2]} of chains) {
    chain.setAttribute("d", `M${x1} ${(y1 + lowered(from, k)).toFixed(2)}V${low}H${x2}V${(y2 + lowered(to, k)).toFixed(2)}`);
  }
  document.getElementById("clock").textContent = `${time[k].toFixed(2)} s`;
}

const scrub = document.getElementById("scrub"), button = document.getElementById("play");
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

function load(run) {
  stop();
  ({time, animation: {bodies, wheels, spans, slips}} = run);
  document.getElementById("slips").hidden = !Object.values(slips).some(({speed}) => speed.some((u) => u !== 0));
  const all = Object.values(spans).flat();
  least = all.reduce((a, b) => Math.min(a, b), Infinity);
  most = all.reduce((a, b) => Math.max(a, b), -Infinity);
  document.getElementById("low").textContent = `${(least / 1000).toFixed(1)} kN`;
  document.getElementById("high").textContent = `${(most / 1000).toFixed(1)} kN`;
  scrub.max = time.length - 1;
  scrub.value = 0;
  show(0);
}

return {load};
})();
