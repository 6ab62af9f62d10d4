"""Times the flexible sheet: evaluations on five meshes, statics, and both solvers over the same interval.

Prints figures with their targets. A target that is missed does not change the exit code; the machine may be busy.
"""

import argparse
import json
import math
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TREES = {1: "comb", 2: "ribs"}


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/bench sheet", description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all figures there")
    parser.add_argument("--seconds", metavar="S", type=float, default=0.03, help="interval that both solvers simulate (0.03)")
    return parser.parse_args()


def judged(title, value, relation, bound):
    met = value <= bound if relation == "<=" else value >= bound
    print(f"  {title:<58}{value:>10.3g}   target {relation} {bound:g}: {'reached' if met else 'not reached'}")
    return {"figure": title, "value": value, "target": f"{relation} {bound:g}", "reached": met}


def main():
    arguments = parse_arguments()
    command = [ROOT / "build/bin/bench-sheet", str(arguments.seconds)]
    measured = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    verdicts = []
    print("CPU time per node and evaluation [us]")
    for mesh in measured["evaluation"]:
        for kind, title in (("us", ""), ("us damped", ", damped")):
            verdicts.append(judged(mesh["mesh"] + title, mesh[kind], "<=", 0.5))
    coarse, fine = measured["evaluation"][1], measured["evaluation"][-1]  # 7x5 is mostly border
    for kind, title in (("us", ""), ("us damped", ", damped")):
        power = 1 + math.log(fine[kind] / coarse[kind]) / math.log(fine["nodes"] / coarse["nodes"])
        verdicts.append(judged(f"time grows with this power of the nodes{title}", power, "<=", 1.1))
    print("statics of 61x41, from the elastica to rounding")
    for run in measured["statics"]:
        title = f"{TREES[run['tree']]}, loop {run['loop']:g}, {run['iterations']} iterations, drop {1e3 * run['drop']:.3f} mm [s]"
        verdicts.append(judged(title, run["cpu"], "<=", 1))
    print(f"a hanging sheet is lifted, {arguments.seconds:g} s with either solver: simulated seconds per CPU second")
    for explicit, implicit in zip(measured["lift"][::2], measured["lift"][1::2]):
        speed = [run["simulated"] / run["cpu"] for run in (explicit, implicit)]
        apart = math.dist(explicit["tip"], implicit["tip"])
        print(f"  {explicit['mesh']}, damping {explicit['damping']:g} s: explicit {speed[0]:.4g}, implicit {speed[1]:.4g}, "
              f"ratio {speed[1] / speed[0]:.3g}; tips {1e6 * apart:.2g} um apart")
    load = os.getloadavg()[0]
    print(f"\n{os.cpu_count()} processors, load {load:.1f}.")
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        arguments.json.write_text(json.dumps({"load": load, "targets": verdicts, "figures": measured}, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
