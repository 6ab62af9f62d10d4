"""Calculates the traction of an elevator after EN 81-50 5.11 and runs the same cases through its FMU; see tools/traction --help."""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "lib"))

import fmu_run    # noqa: E402
from ride.main import positive, presets, shown    # noqa: E402
from traction import lift, page, runs, table    # noqa: E402
from traction.formulas import LEAST_DECELERATION, cases    # noqa: E402

BAD_USE = 2


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/traction", description=__doc__)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--preset", default="ElevatorLowRise", choices=presets(), metavar="NAME", help=f"a shipped reeving: {', '.join(presets())}")
    source.add_argument("--reeving", type=Path, metavar="FILE.toml", help="your own description")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="start value; may be repeated")
    parser.add_argument("--deceleration", type=positive_deceleration, default=LEAST_DECELERATION, metavar="A", help="of the emergency braking [m/s2]")
    parser.add_argument("--fail", action="store_true", help="end with 1 if a case fails")
    parser.add_argument("--no-runs", action="store_true", help="only the calculation")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "traction")
    return parser.parse_args()


def positive_deceleration(text):
    return positive(text, "a deceleration in m/s2, greater than 0")


def refuse(reason):
    print(f"tools/traction: {reason}", file=sys.stderr)
    sys.exit(BAD_USE)


def main():
    arguments = parse_arguments()
    source = str(arguments.reeving or arguments.preset)
    try:
        with tempfile.TemporaryDirectory() as folder:
            machine = lift.read(source, arguments.set, Path(folder))
            found = []
            for row in cases(machine.lift, arguments.deceleration):
                print(table.line(row))
                results = [] if arguments.no_runs else runs.results(machine, row)
                for result in results:
                    print(f"    {table.run_line(result)}", flush=True)
                found.append((row, results))
            drawing = fmu_run.drawing(source)
    except lift.IsDrum:
        print("the rope is wound on the drive, a drum: dead turns hold it, and there is no traction to calculate")
        return
    except lift.CannotCalculate as failure:
        refuse(f"{source}: {failure}")
    except fmu_run.RunFailed as failure:
        refuse(failure)
    if arguments.deceleration < LEAST_DECELERATION:
        machine.assumptions.append(f"deceleration {arguments.deceleration:g} m/s2: the standard asks for {LEAST_DECELERATION} m/s2 at least")
    for assumption in machine.assumptions:
        print(f"assumed: {assumption}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    table.write_csv(arguments.out / "traction.csv", machine, found)
    (arguments.out / "traction.html").write_text(page.page(machine, found, drawing), encoding="utf-8")
    print(f"result: {shown(arguments.out / 'traction.csv')}, {shown(arguments.out / 'traction.html')}")
    failing = [row.title for row, _ in found if row.fails]
    print("calculation after EN 81-50 5.11: " + (f"{len(failing)} of {len(found)} cases fail: {'; '.join(failing)}" if failing else "no case fails"))
    sys.exit(1 if failing and arguments.fail else 0)


if __name__ == "__main__":
    main()
