"""Runs a reeving's ride through its FMU and writes the trajectory and a report; see tools/ride --help."""

import argparse
import math
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "lib"))

import fmu_run    # noqa: E402
from ride import report, summary    # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/ride", description=__doc__)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--preset", default="Elevator", help=f"name of a shipped reeving: {', '.join(presets())}")
    source.add_argument("--reeving", type=Path, metavar="FILE.toml", help="your own description")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="start value; may be repeated")
    parser.add_argument("--stop", type=positive, help="stop time [s]")
    parser.add_argument("--step", type=positive, help="communication step [s]")
    parser.add_argument("--fmi", type=int, choices=(2, 3), default=3)
    parser.add_argument("--no-comparison", action="store_true", help="leave out the other rope formulations")
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help="also a picture of the report; needs Chromium")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "ride")
    return parser.parse_args()


def positive(text, what="a positive number of seconds"):
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text}: expected {what}")
    return value


def presets():
    """Names in the shipped descriptions."""
    files = (ROOT / "resources" / "reevings").glob("*.toml")
    return sorted(tomllib.loads(file.read_text())["name"] for file in files)


def main():
    arguments = parse_arguments()
    if not arguments.reeving and arguments.preset not in presets():
        sys.exit(f"tools/ride: --preset {arguments.preset}: expected a reeving, one of {', '.join(presets())}")
    source = str(arguments.reeving or arguments.preset)
    arguments.out.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            run = lambda title, settings: fmu_run.run(title, source, arguments.fmi, arguments.set + settings,  # noqa: E731
                                                      arguments.stop, arguments.step, Path(folder))
            ride = run("ride", [])
            if note := torque_note(ride):
                ride.messages.append(note)
                print(note)
            ride.write_csv(arguments.out / "ride.csv")
            others = {}
            if not arguments.no_comparison:
                for title, settings in summary.variants(ride):
                    others[title] = run(title, settings)
            page = report.page(ride, others, fmu_run.drawing(source))
    except fmu_run.RunFailed as failure:
        sys.exit(f"tools/ride: {failure}")
    (arguments.out / "ride.html").write_text(page, encoding="utf-8")
    if arguments.picture:
        from ride import picture    # Selenium is only needed here
        picture.take(arguments.out / "ride.html", arguments.picture)
    print("; ".join(f"{figure.title} {figure.text}" for figure in summary.headlines(ride)))
    print(f"result: {shown(arguments.out / 'ride.csv')}, {shown(arguments.out / 'ride.html')}")


def torque_note(ride):
    """In torque mode there is no ride but what the inputs make of it."""
    value = {name: float(ride.start_values.get(name) or 0) for name in ("drive.mode", "drive_torque", "brake")}
    if value["drive.mode"] != 1:
        return None
    return (f"drive.mode = 1 (torque): nothing makes this ride but drive_torque = {value['drive_torque']:g} N.m and brake = {value['brake']:g}; "
            "leave drive.mode at 2 for the ride profile, or couple a drive: tools/drive")


def shown(path):
    path = path.resolve()
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


if __name__ == "__main__":
    main()
