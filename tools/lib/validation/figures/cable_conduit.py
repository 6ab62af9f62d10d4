"""The cable in its conduit, by the command line: pulled and released along given paths."""

import csv
import io
import math

import numpy as np

from curves import curve
from fmu_run import reeve

MU, RADIUS, LENGTH, STIFFNESS, LOAD = 0.1, 0.25, 1.0, 2e4, 20.0


def measure(folder):
    def follow(points, *settings, source="CableConduit", step=1e-3):
        """Outputs while the proximal end follows the displacements, one second from each to the next."""
        table = folder / "path.csv"
        table.write_text("time,proximal_displacement\n" + "".join(f"{t},{p}\n" for t, p in enumerate(points)))
        text = reeve("simulate", source, "--input", str(table), "--stop", str(len(points) - 1), "--step", str(step),
                     *(w for s in settings for w in ("--set", s)))
        rows = list(csv.reader(io.StringIO(text)))
        columns = dict(zip(rows[0], np.array(rows[1:], dtype=float).T))
        columns["p"] = np.interp(columns["time"], range(len(points)), points)
        return columns

    def pegs(m):
        file = folder / f"pegs{m}.toml"
        file.write_text(f'model = "CableConduit"\nname = "Pegs"\nconduit = {{segments = {m}}}\n')
        run = follow([0, 0.05], f"conduit.length={math.pi * RADIUS!r}", "conduit.model=2", "load.mode=3", source=str(file), step=1e-2)
        return run["output_tension"][-1] / run["input_tension"][-1]

    constant = follow([0, 5e-3, 0, 5e-3], "load.mode=3")
    pulled = np.searchsorted(constant["time"], 1.0)
    spring = {mu: follow([0, 0.02, 0, 0.02, 0.01, 0.016, 0.01], f"friction.mu={mu}") for mu in (0.05, 0.1, 0.2)}
    back = slice(pulled, 2 * pulled)
    moved = 1e-3 * 5e-6  # [m]: a thousandth of a step of the proximal end; standstill is exact to rounding only
    moves = np.flatnonzero(np.diff(constant["output_displacement"][back]) < -moved)[0]
    psi, c = MU * LENGTH / RADIUS, RADIUS / (MU * STIFFNESS)
    figures = {
        "capstan": constant["input_tension"][pulled] / constant["output_tension"][pulled] - math.exp(psi),
        "dead band": [constant["p"][pulled] - constant["p"][pulled + moves], 4 * c * LOAD * math.sinh(psi / 2) ** 2],
        "pegs": [pegs(m) for m in (5, 10, 50)],
        "energy never falls": min(0.0, *(float(np.min(np.diff(run["dissipated_energy"]))) for run in spring.values())),
    }
    plots = [
        {"title": "Hysteresis against a spring, with an inner loop", "x": "proximal displacement [mm]", "y": "input tension [N]",
         "curves": [curve(f"mu = {mu}", 1e3 * run["p"], run["input_tension"]) for mu, run in spring.items()]},
        {"title": "Lost motion against a spring", "x": "proximal displacement [mm]", "y": "distal displacement [mm]",
         "curves": [curve(f"mu = {mu}", 1e3 * run["p"], 1e3 * run["output_displacement"]) for mu, run in spring.items()]},
        {"title": "Dead band at a constant load", "x": "proximal displacement [mm]", "y": "distal displacement [mm]",
         "curves": [curve("load 20 N", 1e3 * constant["p"], 1e3 * constant["output_displacement"])]},
        {"title": "Energy lost to friction", "x": "time [s]", "y": "[J]",
         "curves": [curve(f"mu = {mu}", run["time"], run["dissipated_energy"]) for mu, run in spring.items()]},
    ]
    return figures, plots
