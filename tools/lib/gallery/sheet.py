#!/usr/bin/env python3
"""Draws the FlexibleSheet falling, from its FMU, as one SVG: python tools/lib/gallery/sheet.py FILE.fmu OUT.svg [TIMES]

Every shape is a grid of the nodes at one time, in a parallel projection, with the static shape last.
"""

import sys

import fmpy
import numpy as np

NODES = (15, 11)  # along length and width, as in resources/sheets/flexible-sheet.toml


def shapes(fmu, start_values, times):
    """x, y, z of the nodes at the given times."""
    names = [f"node_{axis}" for axis in "xyz"]
    if fmpy.read_model_description(fmu).fmiVersion == "2.0":
        names = [f"{name}[{i + 1}]" for name in names for i in range(NODES[0] * NODES[1])]
    result = fmpy.simulate_fmu(fmu, start_values=start_values, stop_time=max(times[-1], 1e-3), output_interval=1e-3, output=names)
    for time in times:
        row = result[int(np.argmin(np.abs(result["time"] - time)))]
        flat = np.concatenate([np.atleast_1d(row[name]).ravel() for name in names])
        yield time, flat.reshape(3, *NODES)


def project(p, scale=900, origin=(330, 60)):
    x, y, z = p
    return origin[0] + scale * (x - 0.45 * z), origin[1] - scale * (y - 0.22 * z)


def grid(p, colour, opacity):
    u, v = project(p)
    lines = [(u[i, :], v[i, :]) for i in range(u.shape[0])] + [(u[:, k], v[:, k]) for k in range(u.shape[1])]
    path = "".join("M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in zip(*line)) for line in lines)
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1" opacity="{opacity}"/>'


def main(fmu, out, times="0,0.08,0.16,0.24"):
    times = [float(t) for t in times.split(",")]
    parts, labels = [], []
    for i, (time, p) in enumerate(shapes(fmu, {}, times)):
        parts.append(grid(p, f"hsl({210 + 25 * i}, 60%, 55%)", 0.8))
        u, v = project(p[:, -1, -1])
        labels.append(f'<text x="{u + 8:.0f}" y="{v:.0f}">{time:g} s</text>')
    _, p = next(shapes(fmu, {"start": 2}, [0.0]))
    parts.append(grid(p, "currentColor", 0.9))
    u, v = project(p[:, -1, 0])
    labels.append(f'<text x="{u + 8:.0f}" y="{v + 16:.0f}">at rest</text>')
    with open(out, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" width="720" height="400" role="img" '
                   'aria-label="A sheet of paper falls from a clamped edge">\n'
                   + "\n".join(parts) + '\n<g fill="currentColor" font-family="system-ui, sans-serif" font-size="14">\n'
                   + "\n".join(labels) + "\n</g>\n</svg>\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
