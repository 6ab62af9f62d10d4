"""The sheet of paper: its equilibrium on five meshes by the command line, its fall through the FMU; a banknote in nips."""

import re

import numpy as np

import elastica
from curves import curve
from fmu_run import RunFailed, reeve, run

MESHES = ((7, 5), (15, 11), (33, 23), (51, 35), (61, 41))
OURS = {
    "ours, ribs, loop 1": ("sheet.tree=2", "sheet.loop_stiffness=1.0"),
    "ours, comb, loop 1e-3": (),    # as shipped
    "ours, paper's joint": ("sheet.joint=1", "sheet.loop_stiffness=0.0"),    # bending only
}
SPEED, OVERHANG = 0.03, 0.05    # of the slow feed [m/s]; beyond the second nip at the start [m]
SLOWLY = [f"inlet_speed={SPEED}", f"outlet_speed={SPEED}", "inlet.z=0.0", "sheet.damping=0.01", "solver.method=1", "solver.tolerance=1e-5"]
PAPER = {    # its Table 2 [mm]
    "paper, proposed": (285.486, 282.377, 281.706, 281.498, 281.415),
    "paper, ANSYS": (284.77, 282.45, 282.01, 281.97, 281.95),
}


def measure(folder):
    def drop(nodes, *settings):
        """Of the lowest node [mm]; not a number if the model refuses the mesh."""
        file = folder / f"sheet{nodes[0]}.toml"
        file.write_text(f'model = "FlexibleSheet"\nname = "Sheet"\nsheet = {{nodes_length = {nodes[0]}, nodes_width = {nodes[1]}}}\n')
        try:
            text = reeve("statics", str(file), *(w for s in ("start=2", *settings) for w in ("--set", s)))
        except RunFailed:
            return np.nan
        return 1e3 * float(re.search(r"^max_drop\s+(\S+)", text, re.MULTILINE)[1])

    ours = {title: [drop(mesh, *settings) for mesh in MESHES] for title, settings in OURS.items()}
    drops = next(iter(ours.values()))
    plate = 2e9 * 1e-4**3 / 12 / (1 - 0.2**2)    # D [N m]
    strips = {"elastica, plate's D": elastica_drop(plate), "elastica, beam's EI": elastica_drop(plate * (1 - 0.2**2))}
    fall = run("fall", "FlexibleSheet", 3, [], None, 1e-3, folder)
    damped = run("damped", "FlexibleSheet", 3, ["sheet.damping=1.0"], 6.0, 1e-2, folder)
    rest = run("rest", "FlexibleSheet", 3, ["start=2"], 0.002, 1e-3, folder)
    fed = run("fed", "SheetFeeder", 3, [], None, 1e-3, folder)
    slow = run("slow", "SheetFeeder", 3, SLOWLY, 1.3, 1e-2, folder)
    overhang = OVERHANG + SPEED * slow.time
    lengths = np.linspace(overhang[0], overhang[-1], 9)
    strip = np.array([banknote_drop(length) for length in lengths])
    figures = {
        "drops": drops,
        "limit": refined(drops),
        "settled": 1e3 * abs(damped.columns["max_drop"][-1] - rest.columns["max_drop"][0]),
        "fed": [-1e3 * np.interp(length, overhang, slow.columns["tip_y"]) - banknote_drop(length) for length in (0.07, 0.08)],
    }
    plots = [
        {"title": "The sheet falls", "x": "", "y": "", "equal": True, "curves": [
            *(grid(fall, np.searchsorted(fall.time, t), f"{t:g} s") for t in (0, 0.08, 0.16, 0.24)), grid(rest, 0, "at rest")]},
        {"title": "Drop of the lowest node", "x": "time [s]", "y": "[mm]", "curves": [
            curve("as shipped", fall.time, 1e3 * fall.columns["max_drop"]), curve("sheet.damping 1 s", damped.time, 1e3 * damped.columns["max_drop"])]},
        {"title": "Static drop over the nodes along the length", "x": "nodes", "y": "[mm]", "curves": [
            *(over_meshes(title, column) for title, column in (ours | PAPER).items()),
            *(curve(title, np.array([7.0, 61.0]), np.array([found, found])) for title, found in strips.items())]},
        {"title": "Two nips at 50 and 100 mm feed a banknote over an edge", "x": "[mm]", "y": "[mm]", "equal": True, "curves": [
            *(centre_line(fed, np.searchsorted(fed.time, t), f"{t:g} s") for t in (0, 0.1, 0.2, 0.3, 0.4)),
            curve("nips", np.array([50.0, 100.0]), np.zeros(2), "markers")]},
        {"title": "Drop of its leading edge, fed at 30 mm/s", "x": "overhang [mm]", "y": "[mm]", "curves": [
            curve("in nips", 1e3 * overhang, -1e3 * slow.columns["tip_y"]), curve("elastica of the overhang, clamped level", 1e3 * lengths, strip)]},
    ]
    table = {"title": "Static drop of the lowest node [mm]: ours (the paper's joint: comb, no loop springs), Table 2 of the paper, "
                      "and the strip that all should approach",
             "head": ["", *(f"{a}x{b}" for a, b in MESHES), "refined"],
             "rows": [*([title, *("refused" if np.isnan(x) else f"{x:.3f}" for x in (*column, refined(column)))] for title, column in ours.items()),
                      *([title, *(f"{x:g}" for x in column), ""] for title, column in PAPER.items()),
                      *([title, *[""] * len(MESHES), f"{found:.3f}"] for title, found in strips.items())]}
    return figures, plots, table


def refined(column):
    """Without the error that falls with the square of the pitch: from 33x23 and 61x41."""
    h = [1 / (MESHES[k][0] - 1) for k in (2, -1)]
    return (column[-1] * h[0] ** 2 - column[2] * h[1] ** 2) / (h[0] ** 2 - h[1] ** 2)


def over_meshes(title, column):
    found = ~np.isnan(column)
    return curve(title, np.array([mesh[0] for mesh in MESHES])[found], np.array(column)[found], "lines+markers")


def elastica_drop(rigidity):
    """Of the paper's sheet as a strip of 1 m width [mm]."""
    return -1e3 * elastica.shape(rigidity, 0.3, 0.0, 770 * 9.81 * 1e-4)[1][-1]


def banknote_drop(overhang):
    """Of the banknote of resources/sheets/sheet-feeder.toml, clamped level [mm]."""
    return -1e3 * elastica.shape(3e9 * 1.1e-4**3 / 12 / (1 - 0.2**2), overhang, 0.0, 900 * 9.81 * 1.1e-4)[1][-1]


def centre_line(r, row, name):
    """Seen from the side."""
    return curve(name, *(1e3 * np.array([r.columns[f"node_{a}[{i},3]"][row] for i in range(1, 12)]) for a in "xy"))


def grid(r, row, name):
    """Lines along and across the sheet in a parallel projection, one after the other in one curve."""
    xyz = [np.array([r.columns[n][row] for n in r.elements(f"node_{a}")]).reshape(15, 11) for a in "xyz"]    # last index fastest
    u, v = 1e3 * (xyz[0] - 0.45 * xyz[2]), 1e3 * (xyz[1] - 0.22 * xyz[2])
    there_and_back = lambda a: np.concatenate([line if k % 2 == 0 else line[::-1] for k, line in enumerate(a)])    # noqa: E731
    return curve(name, *(np.concatenate([there_and_back(a), there_and_back(a.T[::-1, ::-1])]) for a in (u, v)))
