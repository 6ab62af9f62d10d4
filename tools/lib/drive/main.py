"""Runs the load cases of cases/*.toml, elevator and drive as FMUs, and writes out/drive/index.html; see tools/drive --help.

A case is data: runs with a preset, start values, changes and ramps of inputs, perhaps a buffer that the preset lacks, and
figures. A figure (a function of figures.py) has
  expected, tolerance   what a source or a closed form says, or the name of another figure that computes it; the run fails when we
                        are farther away
  at_most, at_least     a limit instead, or both
  differs               why we are farther away than the tolerance: then the run fails when we are not
A pair of runs lifts a payload once, or lowers one that is negative: its work is compared with m g H.
"""

import argparse
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "lib"))
sys.path.insert(0, str(Path(__file__).parent))

import figures    # noqa: E402
import fmu_run    # noqa: E402
import page       # noqa: E402
import run        # noqa: E402

CASES = Path(__file__).parent / "cases"


@dataclass
class Row:
    run: str
    figure: str
    meaning: str
    unit: str
    found: float
    expected: str
    agrees: bool | None     # None: nothing is expected
    differs: str            # the case says why

    @property
    def holds(self) -> bool:
        return self.agrees is None or self.agrees != bool(self.differs)


@dataclass
class Case:
    title: str
    text: str
    rows: list[Row]
    runs: list[run.Run]


def judge(done: run.Run, wanted: dict) -> Row:
    figure = getattr(figures, wanted["name"])
    found = float(figure(done))
    expected, agrees = [], []
    if "expected" in wanted:
        value = wanted["expected"]
        value = float(getattr(figures, value)(done)) if isinstance(value, str) else value
        expected.append(f"{value:.5g} +- {wanted['tolerance']:g}")
        agrees.append(abs(found - value) <= wanted["tolerance"])
    if "at_least" in wanted:
        expected.append(f"at least {wanted['at_least']:g}")
        agrees.append(found >= wanted["at_least"])
    if "at_most" in wanted:
        expected.append(f"at most {wanted['at_most']:g}")
        agrees.append(found <= wanted["at_most"])
    meaning = (figure.__doc__ or "").split("[")[0].strip()
    return Row(done.name, wanted["name"].replace("_", " "), meaning, wanted["unit"], found, ", ".join(expected),
               all(agrees) if agrees else None, wanted.get("differs", ""))


def lifting(pair: dict, runs: dict[str, run.Run]) -> Row:
    up, down = (runs[name] for name in pair["runs"])
    height = sum(abs(r["cabin_position"][-1] - r["cabin_position"][0]) for r in (up, down)) / 2
    expected = 1e-3 * pair["payload"] * figures.GRAVITY * height
    found = figures.shaft_work(up) + figures.shaft_work(down)
    agrees = abs(found - expected) <= pair["tolerance"] / 100 * abs(expected)
    return Row(" + ".join(pair["runs"]), "shaft work", "Work of both rides, against m g H of the payload", "kJ", found,
               f"{expected:.6g} +- {pair['tolerance']:g} %", agrees, pair.get("differs", ""))


def work(file: Path, fmus: run.Fmus, h: float) -> Case:
    data = tomllib.loads(file.read_text())
    runs, rows = {}, []
    for settings in data["run"]:
        done = runs[settings["name"]] = run.simulate(settings, fmus, h)
        rows += [judge(done, wanted) for wanted in settings["figure"]]
    rows += [lifting(pair, runs) for pair in data.get("pair", [])]
    return Case(data["title"], data["text"], rows, list(runs.values()))


def positive(text):
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"{text}: expected a positive number of seconds")
    return value


def parse_arguments(ids):
    parser = argparse.ArgumentParser(prog="tools/drive", description="Couples elevators with their drives, load case by load case.")
    parser.add_argument("case", nargs="*", help=f"only these: {', '.join(ids)}")
    parser.add_argument("--fmi", type=int, choices=(2, 3), default=2)
    parser.add_argument("--step", type=positive, default=1e-3, help="communication step [s]")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "drive")
    arguments = parser.parse_args()
    unknown = [case for case in arguments.case if case not in ids]
    if unknown:
        parser.error(f"no case {', '.join(unknown)}; there are {', '.join(ids)}")
    return arguments


def main():
    files = {tomllib.loads(file.read_text())["id"]: file for file in sorted(CASES.glob("*.toml"), key=lambda f: (len(f.stem), f.stem))}
    arguments = parse_arguments(files)
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        fmus = run.Fmus(Path(folder), arguments.fmi)
        for name, file in files.items():
            if arguments.case and name not in arguments.case:
                continue
            begun = time.monotonic()
            try:
                cases.append(work(file, fmus, arguments.step))
            except (fmu_run.RunFailed, figures.CannotTell) as failure:
                sys.exit(f"tools/drive: {failure}")
            print(f"{cases[-1].title}: {time.monotonic() - begun:.1f} s")
            for row in cases[-1].rows:
                verdict = "" if row.agrees is None else "as expected" if row.agrees else "differs: " + (row.differs or "NOT EXPECTED")
                print(f"  {row.run}: {row.figure} {row.found:.5g} {row.unit}  {row.expected}  {verdict}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    out = arguments.out.resolve() / "index.html"
    out.write_text(page.page(cases, arguments.fmi, arguments.step), encoding="utf-8")
    print(f"result: {out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}")
    sys.exit(0 if all(row.holds for case in cases for row in case.rows) else 1)


if __name__ == "__main__":
    main()
