"use strict";
const runs = JSON.parse(document.getElementById("data").textContent);
const choice = document.getElementById("choice");

function choose(number) {
  const run = runs[number];
  choice.value = number;
  drawPlots(document.getElementById("plots"), run.plots, run.time);
  ride.load(run);
  const rows = run.figures.map((cells) => {
    const row = document.createElement("tr");
    ["th", "td", "td"].forEach((tag, i) => {
      const cell = document.createElement(tag);
      cell.className = ["", "value", "meaning"][i];
      cell.textContent = cells[i];
      row.append(cell);
    });
    return row;
  });
  document.getElementById("figures").replaceChildren(...rows);
}

choice.addEventListener("change", () => choose(Number(choice.value)));
for (const button of document.querySelectorAll("button[data-run]")) {
  button.addEventListener("click", () => {
    choose(Number(button.dataset.run));
    document.getElementById("simulated").scrollIntoView({behavior: "smooth"});
  });
}
if (runs.length) choose(Number(choice.value));
else for (const part of document.querySelectorAll("#choice, #stage figcaption")) part.hidden = true;
