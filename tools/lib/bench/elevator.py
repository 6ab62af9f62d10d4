"""Times the elevator's ride against its own accuracy, and against the same equations in Python.

Prints a table with the targets beside the figures. Ends with 1 if the reference and the model do not agree: then they are
not the same equations and the ratios mean nothing. A target that is missed does not change the exit code; the machine
may be busy.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")  # CPU time of one thread; before NumPy

import numpy as np
import scipy.integrate
import scipy.interpolate

import reference
from dormand_prince import compiled_integrator

ROOT = Path(__file__).resolve().parents[3]
VARIANTS = {"alem": "ALEM", "ale-ancf": "ALE-ANCF"}
END = 12.0  # s
DEFAULTS = {"rtol": 1e-3, "atol": 1e-6}  # of scipy's RK45
TIGHT = {"rtol": 1e-9, "atol": 1e-11}
FIRST_STEP = 1e-5  # s
LOOK_EVERY = 10  # steps at which the errors of a reference run are taken
ROOM = 100_000  # steps that are kept
# The reference and the model at tight tolerances: cabin [m, m/s2], motor torque [N.m], tensions [N].
AGREEMENT = {"cabin position": 1e-5, "cabin acceleration": 1e-3, "motor torque": 1.0, "tension": 3.0}


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/bench elevator", description=__doc__)
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all figures there")
    parser.add_argument("--repetitions", metavar="N", type=int, default=7, help="of the short runs; the best counts")
    return parser.parse_args()


def differences(seen, expected):
    """Largest difference by kind; columns as reference.outputs()."""
    worst = np.abs(seen - expected).max(axis=0)
    return dict(zip(AGREEMENT, (worst[0], worst[1], worst[2], worst[3:].max())))


class Trajectory:
    """A tight run of the model, and what it says between its samples."""

    def __init__(self, csv):
        table = np.loadtxt(csv, delimiter=",", skiprows=1)
        self.time, self.values = table[:, 0], table[:, 1:]
        self.at = scipy.interpolate.CubicSpline(self.time, self.values)


# --- the reference --------------------------------------------------------------------------------------------------


def errors_of(elevator, times, states, trajectory):
    """A reference run at default tolerances against the tight run of the model."""
    seen = np.array([reference.outputs(elevator, t, y) for t, y in zip(times, states)])
    return differences(seen, trajectory.at(times))


def run_scipy(elevator, y0, trajectory):
    y, times, states, evaluations, cpu = y0, [], [], 0, 0.0
    for begin, end in zip(reference.CORNERS, reference.CORNERS[1:]):
        started = time.process_time()
        run = scipy.integrate.solve_ivp(reference.rate, (begin, end), y, "RK45", args=(elevator,), **DEFAULTS)
        cpu += time.process_time() - started
        if not run.success:
            raise SystemExit(f"scipy's RK45 gave up at t = {run.t[-1]} s: {run.message}")
        y, evaluations = run.y[:, -1], evaluations + run.nfev
        times.extend(run.t[1::LOOK_EVERY])
        states.extend(run.y[:, 1::LOOK_EVERY].T)
    return {"cpu": cpu, "evaluations": evaluations, "errors": errors_of(elevator, times, states, trajectory)}


def best_evaluation(elevator, y0, batches=50, calls=40):
    """CPU time of one NumPy evaluation when nobody disturbs it [s]."""
    best = np.inf
    for _ in range(batches):
        started = time.process_time()
        for _ in range(calls):
            reference.rate(1.0, y0, elevator)
        best = min(best, (time.process_time() - started) / calls)
    return best


def run_compiled(integrate, work, y0, stops, tolerances, record):
    y, h, evaluations, steps = y0.copy(), FIRST_STEP, 0, 0
    for begin, end in zip(stops, stops[1:]):
        h, more, taken = integrate(begin, end, y, h, tolerances["rtol"], tolerances["atol"], work, record[steps:])
        evaluations, steps = evaluations + more, steps + taken
    return evaluations, steps


def run_numba(elevator, integrate, work, y0, trajectory, repetitions):
    record = np.empty((ROOM, 1 + len(y0)))
    best = np.inf
    for _ in range(repetitions):
        started = time.process_time()
        evaluations, steps = run_compiled(integrate, work, y0, reference.CORNERS, DEFAULTS, record)
        best = min(best, time.process_time() - started)
    looked = record[: min(steps, ROOM) : LOOK_EVERY]
    return {"cpu": best, "evaluations": evaluations, "errors": errors_of(elevator, looked[:, 0], looked[:, 1:], trajectory)}


def compare_tight_runs(elevator, integrate, work, y0, trajectory):
    """The compiled reference, landing on every 10 ms, against the model."""
    grid = [END * k / 1200 for k in range(1201)]
    stops = sorted({*grid, *reference.CORNERS})
    record, y, h, seen = np.empty((0, 1 + len(y0))), y0.copy(), FIRST_STEP, [reference.outputs(elevator, 0.0, y0)]
    for begin, end in zip(stops, stops[1:]):
        h, _, _ = integrate(begin, end, y, h, TIGHT["rtol"], TIGHT["atol"], work, record)
        seen.append(reference.outputs(elevator, end, y))
    rows = np.searchsorted(trajectory.time, grid)
    return differences(np.array(seen)[np.searchsorted(stops, grid)], trajectory.values[rows])


def measure_reference(fmu, name, csv, repetitions):
    elevator = reference.load(fmu / "modelDescription.xml", cubic=name == "ale-ancf")
    trajectory, y0 = Trajectory(csv), reference.equilibrium(elevator)
    rate, work = reference.compiled(elevator)
    integrate = compiled_integrator(rate)
    agreement = compare_tight_runs(elevator, integrate, work, y0, trajectory)  # compiles as well
    for what, value in agreement.items():
        if not value <= AGREEMENT[what]:
            raise SystemExit(f"{VARIANTS[name]}: reference and model differ in {what} by {value:.3g}; "
                             f"at most {AGREEMENT[what]:g} is allowed. They are not the same equations: no benchmark.")
    return {
        "agreement": agreement,
        "numba": run_numba(elevator, integrate, work, y0, trajectory, repetitions),
        "scipy": {**run_scipy(elevator, y0, trajectory), "evaluation": best_evaluation(elevator, y0)},
    }


# --- the report -----------------------------------------------------------------------------------------------------


# Title, figure of one variant, format, target: relation, bound and, if not for all, the variants it is for.
ROWS = [
    ("The ride in process, one call", None, "", None),
    ("CPU time [ms]", lambda m: 1e3 * m["cpu"], ".2f", None),
    ("wall time [ms]", lambda m: 1e3 * m["wall"], ".2f", None),
    ("internal steps", lambda m: m["steps"], "d", None),
    ("evaluations of the right-hand side", lambda m: m["evaluations"], "d", None),
    ("one evaluation [us]", lambda m: m["evaluation_us"], ".2f", ("<=", 2, ["alem"])),
    ("CPU time per evaluation, with the solver [us]", lambda m: 1e6 * m["cpu"] / m["evaluations"], ".2f", None),
    ("Errors against a tight run", None, "", None),
    ("cabin acceleration, own steps [m/s2]", lambda m: m["errors"]["own steps"]["acceleration"], ".1e", ("<=", 1e-3)),
    ("rope tensions, own steps [N]", lambda m: m["errors"]["own steps"]["tension"], ".2f", ("<=", 1)),
    ("cabin acceleration, every 10 ms [m/s2]", lambda m: m["errors"]["10 ms"]["acceleration"], ".1e", ("<=", 1e-3)),
    ("rope tensions, every 10 ms [N]", lambda m: m["errors"]["10 ms"]["tension"], ".2f", ("<=", 1)),
    ("Torque mode through the FMU: set, step, get", None, "", None),
    ("real-time factor, 10 ms steps", lambda m: END / m["torque mode"]["10 ms"]["cpu"], ".0f", (">=", 500)),
    ("real-time factor, 1 ms steps", lambda m: END / m["torque mode"]["1 ms"]["cpu"], ".0f", (">=", 150)),
    ("1 ms step, median [us]", lambda m: m["torque mode"]["1 ms"]["step_us"]["50"], ".2f", None),
    ("1 ms step, 99 % [us]", lambda m: m["torque mode"]["1 ms"]["step_us"]["99"], ".2f", None),
    ("1 ms step, 99.9 % [us]", lambda m: m["torque mode"]["1 ms"]["step_us"]["99.9"], ".2f", None),
    ("1 ms step, worst [us]", lambda m: m["torque mode"]["1 ms"]["step_us"]["max"], ".2f", None),
    ("1 ms step, worst over median",
     lambda m: m["torque mode"]["1 ms"]["step_us"]["max"] / m["torque mode"]["1 ms"]["step_us"]["50"], ".2f", ("<=", 5)),
    ("worst as seen, other programs included [us]", lambda m: m["torque mode"]["1 ms"]["step_us_as_seen"]["max"], ".0f", None),
    ("Creep and slip of the rope on the drive sheave", None, "", None),
    ("the ride's CPU time over that of a tied rope", lambda m: m["contact"]["slip"] / m["contact"]["tied"], ".3f", ("<=", 1.15)),
    ("stop with slip: slipped [m]", lambda m: m["stop"]["slip"], ".3f", (">=", 0.01)),
    ("stop with slip: real-time factor, 10 ms steps", lambda m: m["stop"]["seconds"] / m["stop"]["cpu"], ".0f", (">=", 200)),
    ("The same equations in Python, CPU time", None, "", None),
    ("NumPy and scipy's RK45 [s]", lambda m: m["scipy"]["cpu"], ".2f", None),
    ("  evaluations", lambda m: m["scipy"]["evaluations"], "d", None),
    ("  error in cabin acceleration [m/s2]", lambda m: m["scipy"]["errors"]["cabin acceleration"], ".1e", None),
    ("  error in rope tensions [N]", lambda m: m["scipy"]["errors"]["tension"], ".2f", None),
    ("  its time over ours", lambda m: m["scipy"]["cpu"] / m["cpu"], ".0f", (">=", 1000)),
    ("  its evaluations alone, undisturbed, over ours",
     lambda m: m["scipy"]["evaluations"] * m["scipy"]["evaluation"] / m["cpu"], ".0f", None),
    ("Numba, Dormand-Prince loop [s]", lambda m: m["numba"]["cpu"], ".3f", None),
    ("  evaluations", lambda m: m["numba"]["evaluations"], "d", None),
    ("  one evaluation with the solver [us]", lambda m: 1e6 * m["numba"]["cpu"] / m["numba"]["evaluations"], ".2f", None),
    ("  error in rope tensions [N]", lambda m: m["numba"]["errors"]["tension"], ".2f", None),
    ("  its time over ours", lambda m: m["numba"]["cpu"] / m["cpu"], ".0f", (">=", 10)),
    ("Reference and model, both tight", None, "", None),
    ("cabin position [m]", lambda m: m["agreement"]["cabin position"], ".1e", ("<=", AGREEMENT["cabin position"])),
    ("rope tensions [N]", lambda m: m["agreement"]["tension"], ".1e", ("<=", AGREEMENT["tension"])),
]


def verdict(values, target):
    relation, bound, *only = target
    judged = {name: values[name] for name in (only[0] if only else values)}
    missed = [VARIANTS[name] for name, v in judged.items() if not (v <= bound if relation == "<=" else v >= bound)]
    if not missed:
        return "reached"
    return "not reached" if len(missed) == len(judged) else f"not reached: {', '.join(missed)}"


def print_table(measured):
    heads = [f"{m['freedoms']}-DOF {VARIANTS[name]}" for name, m in measured.items()]
    print(f"\n{'12 s ride, damped':<48}" + "".join(f"{head:>17}" for head in heads) + f"{'target':>12}")
    targets = []
    for title, figure, style, target in ROWS:
        if figure is None:
            print(f"\n{title}")
            continue
        values = {name: figure(m) for name, m in measured.items()}
        line = f"  {title:<46}" + "".join(f"{v:>17{style}}" for v in values.values())
        if target:
            found = verdict(values, target)
            targets.append({"figure": title.strip(), **values, "target": f"{target[0]} {target[1]:g}", "verdict": found})
            line += f"{target[0] + f' {target[1]:g}':>12}  {found}"
        print(line)
    return targets


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        fmu, out = Path(folder) / "fmu", Path(folder)
        zipfile.ZipFile(ROOT / "build/fmus/fmi2/Elevator.fmu").extractall(fmu)
        command = [ROOT / "build/bin/bench-elevator", fmu, out, str(arguments.repetitions)]
        measured = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        for name, figures in measured.items():
            for step, run in figures["torque mode"].items():
                if not abs(run["drift"]) < 1e-3:
                    raise SystemExit(f"{VARIANTS[name]}: with the torque of the ride, held for {step} at a time, the cabin "
                                     f"ends {run['drift']} m from where it should")
            figures.update(measure_reference(fmu, name, out / f"{name}.csv", arguments.repetitions))
    load = os.getloadavg()[0]
    targets = print_table(measured)
    print(f"\nBest of {arguments.repetitions} repetitions; scipy's run once. {os.cpu_count()} processors, load {load:.1f}.")
    if arguments.json:
        arguments.json.parent.mkdir(parents=True, exist_ok=True)
        report = {"load": load, "repetitions": arguments.repetitions, "targets": targets, "figures": measured}
        arguments.json.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
