"""The sheet of paper: its equilibrium on five meshes by the command line, its fall through the FMU."""

import re

import numpy as np

from curves import curve
from fmu_run import reeve, run

MESHES = ((7, 5), (15, 11), (33, 23), (51, 35), (61, 41))
RIBS = ("sheet.tree=2", "sheet.loop_stiffness=1.0")


def measure(folder):
    def drop(nodes, *settings):
        file = folder / f"sheet{nodes[0]}.toml"
        file.write_text(f'model = "FlexibleSheet"\nname = "Sheet"\nsheet = {{nodes_length = {nodes[0]}, nodes_width = {nodes[1]}}}\n')
        text = reeve("statics", str(file), *(w for s in ("start=2", *settings) for w in ("--set", s)))
        return 1e3 * float(re.search(r"^max_drop\s+(\S+)", text, re.MULTILINE)[1])

    drops = [drop(mesh, *RIBS) for mesh in MESHES]
    h = [1 / (mesh[0] - 1) for mesh in (MESHES[2], MESHES[-1])]
    fall = run("fall", "FlexibleSheet", 3, [], None, 1e-3, folder)
    damped = run("damped", "FlexibleSheet", 3, ["sheet.damping=1.0"], 6.0, 1e-2, folder)
    rest = run("rest", "FlexibleSheet", 3, ["start=2"], 0.002, 1e-3, folder)
    figures = {
        "drops": drops,
        "limit": (drops[-1] * h[0] ** 2 - drops[2] * h[1] ** 2) / (h[0] ** 2 - h[1] ** 2),
        "settled": 1e3 * abs(damped.columns["max_drop"][-1] - rest.columns["max_drop"][0]),
    }
    plots = [
        {"title": "The sheet falls", "x": "", "y": "", "equal": True, "curves": [
            *(grid(fall, np.searchsorted(fall.time, t), f"{t:g} s") for t in (0, 0.08, 0.16, 0.24)), grid(rest, 0, "at rest")]},
        {"title": "Drop of the lowest node", "x": "time [s]", "y": "[mm]", "curves": [
            curve("as shipped", fall.time, 1e3 * fall.columns["max_drop"]), curve("sheet.damping 1 s", damped.time, 1e3 * damped.columns["max_drop"])]},
        {"title": "Static drop over the nodes along the length", "x": "nodes", "y": "[mm]", "curves": [
            curve("Reeve", np.array([m[0] for m in MESHES]), np.array(drops), "lines+markers"),
            curve("elastica, 282.812 mm", np.array([7.0, 61.0]), np.array([282.812, 282.812]))]},
    ]
    return figures, plots


def grid(r, row, name):
    """Lines along and across the sheet in a parallel projection, one after the other in one curve."""
    xyz = [np.array([r.columns[n][row] for n in sorted(r.elements(f"node_{a}"), key=index)]).reshape(15, 11) for a in "xyz"]
    u, v = 1e3 * (xyz[0] - 0.45 * xyz[2]), 1e3 * (xyz[1] - 0.22 * xyz[2])
    there_and_back = lambda a: np.concatenate([line if k % 2 == 0 else line[::-1] for k, line in enumerate(a)])    # noqa: E731
    return curve(name, np.concatenate([there_and_back(u), there_and_back(u.T[::-1])]), np.concatenate([there_and_back(v), there_and_back(v.T[::-1])]))


def index(name):
    return [int(i) for i in re.findall(r"\d+", name)]
