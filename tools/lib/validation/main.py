"""Computes the figures that the sources claim, judges them by claims/*.toml, and writes out/validation/index.html.

A claim is data:
  claim       what the source says, in a sentence
  figure      which of our figures speaks to it; the module figures/<model>.py computes all figures of a model
  ours        what we found [unit]; the run fails when it is no longer so within `tolerance`
  tolerance   absolute, one for all numbers or one each; 0 = exactly
  verdict     reproduced, refuted or not decidable
  note        why, and what we do instead
A claim about which no number of ours decides has neither figure, ours nor tolerance; then the note is its reason.

measure() of figures/<model>.py returns the figures and the plots, and tables {title, head, rows} if there are any.
"""

import argparse
import importlib
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "lib"))
sys.path.insert(0, str(Path(__file__).parent))

import page    # noqa: E402

CLAIMS = Path(__file__).parent / "claims"
VERDICTS = ("reproduced", "refuted", "not decidable")


@dataclass
class Judged:
    claim: str
    unit: str
    recorded: list[float]
    found: list[float]
    tolerance: list[float]
    verdict: str
    note: str

    @property
    def holds(self) -> bool:
        return len(self.found) == len(self.recorded) == len(self.tolerance) and all(
            abs(a - b) <= t for a, b, t in zip(self.found, self.recorded, self.tolerance))


@dataclass
class Chapter:
    model: str
    source: str
    judged: list[Judged]
    plots: list[dict]
    tables: list[dict]


def chapter(file: Path) -> Chapter:
    data = tomllib.loads(file.read_text())
    figures, plots, tables = {}, [], []
    if any("figure" in claim for claim in data["claim"]):
        module = importlib.import_module(f"figures.{file.stem}")
        with tempfile.TemporaryDirectory() as folder:
            figures, plots, *tables = module.measure(Path(folder))
    return Chapter(data["model"], data["source"], [judge(claim, figures, file) for claim in data["claim"]], plots, tables)


def judge(claim: dict, figures: dict, file: Path) -> Judged:
    if claim["verdict"] not in VERDICTS:
        raise SystemExit(f"{file.name}: verdict \"{claim['verdict']}\": expected one of {', '.join(VERDICTS)}")
    if "figure" not in claim:
        if not claim.get("note") or "ours" in claim:
            raise SystemExit(f"{file.name}: \"{claim['claim']}\": expected a note, or a figure and ours")
        return Judged(claim["claim"], "", [], [], [], claim["verdict"], claim["note"])
    if claim["figure"] not in figures:
        raise SystemExit(f"{file.name}: figure \"{claim['figure']}\": expected one of {', '.join(figures)}")
    ours, tolerance = as_list(claim["ours"]), as_list(claim["tolerance"])
    return Judged(claim["claim"], claim.get("unit", ""), ours, as_list(figures[claim["figure"]]),
                  tolerance * len(ours) if len(tolerance) == 1 else tolerance, claim["verdict"], claim.get("note", ""))


def as_list(value) -> list[float]:
    return [float(x) for x in value] if isinstance(value, (list, tuple)) else [float(value)]


def main():
    parser = argparse.ArgumentParser(prog="tools/validate", description="Computes what the sources claim.")
    parser.add_argument("model", nargs="*", help="only these models")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "validation")
    parser.add_argument("--claims", type=Path, default=CLAIMS, help="folder with the claims")
    arguments = parser.parse_args()
    files = sorted(arguments.claims.glob("*.toml"))
    names = {tomllib.loads(file.read_text())["model"]: file for file in files}
    unknown = [model for model in arguments.model if model not in names]
    if unknown:
        raise SystemExit(f"tools/validate: no claims for {', '.join(unknown)}; there are {', '.join(names)}")
    chapters = []
    for model, file in names.items():
        if arguments.model and model not in arguments.model:
            continue
        print(f"{model} ... ", end="", flush=True)
        chapters.append(chapter(file))
        measured = [judged for judged in chapters[-1].judged if judged.recorded]
        print(f"{sum(judged.holds for judged in measured)} of {len(measured)} figures as recorded")
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "index.html").write_text(page.page(chapters), encoding="utf-8")
    wrong = [(c.model, j) for c in chapters for j in c.judged if not j.holds]
    for model, judged in wrong:
        print(f"{model}: {judged.claim}: found {judged.found}, recorded {judged.recorded} +- {judged.tolerance} {judged.unit}")
    shown = arguments.out.resolve() / "index.html"
    print(f"result: {shown.relative_to(ROOT) if shown.is_relative_to(ROOT) else shown}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
