"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
drawPlots(document.getElementById("plots"), data.plots, data.time);
ride.load(data);
