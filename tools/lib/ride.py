"""Runs the showcase through its FMU and writes out/ride/ride.csv."""

import argparse
import csv
from pathlib import Path

import fmpy

ROOT = Path(__file__).resolve().parents[2]
PLATE_VELOCITY = 0.1  # m/s: on the falling branch of the friction law, so the block sticks and slips


def parse_arguments():
    parser = argparse.ArgumentParser(prog="tools/ride", description=__doc__)
    parser.add_argument("--fmi", choices=("2", "3"), default="3")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="start value; may be repeated")
    parser.add_argument("--stop", type=float, help="stop time [s]")
    parser.add_argument("--step", type=float, help="communication step [s]")
    return parser.parse_args()


def start_values(settings):
    values = {"plate_velocity": PLATE_VELOCITY}
    for setting in settings:
        name, separator, value = setting.partition("=")
        if not separator:
            raise SystemExit(f"--set {setting}: expected name=value, for example --set spring.stiffness=50")
        values[name] = float(value)
    return values


def upward_crossings(time, signal):
    """Times at which the signal passes zero upwards, by linear interpolation."""
    return [
        t0 - (t1 - t0) * y0 / (y1 - y0)
        for t0, t1, y0, y1 in zip(time, time[1:], signal, signal[1:])
        if y0 < 0 <= y1
    ]


def main():
    arguments = parse_arguments()
    fmu = ROOT / "build" / "fmus" / f"fmi{arguments.fmi}" / "FrictionBlock.fmu"
    result = fmpy.simulate_fmu(
        str(fmu),
        start_values=start_values(arguments.set),
        stop_time=arguments.stop,
        output_interval=arguments.step or 1e-3,
    )
    out = ROOT / "out" / "ride" / "ride.csv"
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(result.dtype.names)
        writer.writerows(result.tolist())

    crossings = upward_crossings(result["time"], result["block_velocity"])
    period = f"{(crossings[-1] - crossings[1]) / (len(crossings) - 2):.4f} s" if len(crossings) > 2 else "none"
    print(f"result: {out.relative_to(ROOT)}")
    print(f"stick-slip period {period}, largest friction coefficient {max(result['friction_coefficient']):.5f}, "
          f"energy lost {result['dissipated_energy'][-1]:.3f} J")


if __name__ == "__main__":
    main()
