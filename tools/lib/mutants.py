#!/usr/bin/env python3
"""Proves that the tests can fail: each patch of tests/mutants puts one fault into a copy of the sources, and a test has
to notice it. The copy and its builds stay in build/mutants, so that the next run compiles only what a patch changes.

Lines at the head of a patch:
  Mutant: what is wrong, in a sentence
  Expect: regular expression that one of the failing checks has to match, such as "P05|P06"
  Only:   the checks that are made, such as "M08,M14"; all if left out
  Test:   instead, a regular expression for ctest, such as "unit:loop": these tests are run and not the driver
  Models: the models that the checks or tests need, such as "Reeving" or "Drive;Reeving"; FrictionBlock if left out.
          Each set of models has a build folder of its own, so that few sets mean little to compile.

Prints which check or test caught which mutant, then "N caught, N survived"; ends with 1 if one survived.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutants"
SOURCE = WORK / "source"
LOG = ROOT / "build" / "logs" / "mutants.log"

NOT_COPIED = {".git", ".venv", "build", "out", "__pycache__"}
SHIPPED = {"Reeving": "Elevator"}  # FMU of a library that has none of its own name
LONGEST_TEST = 60  # [s]: a mutant that hangs is caught by then; the tests that are named in patches take a few
DRIVER = ROOT / "build" / "bin" / "reeve-conformance"  # knows nothing of the sources, so it is not built again


@dataclass(frozen=True)
class Proof:
    """What has to notice: tests of ctest by a regular expression, or else checks of the driver, all or only these."""
    test: str | None
    only: str | None


@dataclass
class Mutant:
    patch: Path

    def __post_init__(self):
        head = self.patch.read_text().split("\n--- ", 1)[0]
        field = lambda name: (re.findall(rf"^{name}:\s*(.*)$", head, re.MULTILINE) or [None])[0]
        self.fault, self.expect = field("Mutant"), field("Expect")
        self.proof = Proof(field("Test"), field("Only"))
        self.build = Build(field("Models") or "FrictionBlock")

    def apply(self, *options: str) -> bool:
        return run("patch", "-p1", "--fuzz=0", "--batch", "--no-backup-if-mismatch", *options, "-d", SOURCE, "-i", self.patch)[0]


def run(*command) -> tuple[bool, str]:
    """Whether the command ended with 0, and what it printed; everything goes to the log as well."""
    words = [str(word) for word in command]
    done = subprocess.run(words, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    with LOG.open("a") as log:
        log.write(f"$ {' '.join(words)}\n{done.stdout}\n")
    return done.returncode == 0, done.stdout


def copy_sources() -> None:
    """Brings the copy up to date and touches only what differs."""
    wanted = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_COPIED]
        wanted |= {(Path(folder) / name).relative_to(ROOT) for name in files}
    for name in wanted:
        source, target = ROOT / name, SOURCE / name
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for target in SOURCE.rglob("*"):
        if target.is_file() and target.relative_to(SOURCE) not in wanted:
            target.unlink()


def fmi_headers() -> Path:
    return next(ROOT.glob(".venv/lib/python3*/site-packages/fmpy/c-code"))


@dataclass(frozen=True)
class Build:
    """A build folder with only these models, written as CMake does: separated by semicolons."""
    models: str

    @property
    def folder(self) -> Path:
        return WORK / self.models.replace(";", "-")

    @property
    def fmus(self) -> list[str]:
        return [f"fmus/fmi{version}/{SHIPPED.get(model, model)}.fmu" for model in self.models.split(";") for version in (2, 3)]

    def configure(self) -> bool:
        return run("cmake", "-S", SOURCE, "-B", self.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                   "-DREEVE_WERROR=OFF", f"-DREEVE_MODELS={self.models}", f"-DFMI_INCLUDE_DIR={fmi_headers()}")[0]

    def make(self, proof: Proof) -> bool:
        return run("cmake", "--build", self.folder, "--target", *self.targets(proof.test))[0]

    def targets(self, test: str | None) -> list[str]:
        """Tests of C++ are named "<folder>:<sentence>", and each folder is one executable."""
        return self.fmus if not test else [f"{test.split(':')[0]}_tests"] if ":" in test else ["all"]

    def failing_checks(self, proof: Proof) -> list[str]:
        """The ids of the conformance checks that fail, or the names of the failing tests of ctest."""
        if proof.test:
            ok, text = run("ctest", "--test-dir", self.folder, "-R", proof.test, "--no-tests=error", "--output-on-failure",
                           "--timeout", LONGEST_TEST)
            return [] if ok else re.findall(r"^\s*\d+ - (.*) \([^()]*\)", text, re.MULTILINE) or ["ctest itself"]
        failing = {}
        for fmu in self.fmus:
            only = ["--only", proof.only] if proof.only else []
            ok, text = run(DRIVER, self.folder / fmu, "--jobs", os.cpu_count(), *only)
            found = re.findall(r"^FAIL\s+(\S+)", text, re.MULTILINE)
            failing.update(dict.fromkeys(found if found or ok else ["the driver itself"]))
        return list(failing)

    def is_good(self, proofs: set[Proof]) -> bool:
        """Without a fault every check passes: otherwise each mutant would look caught."""
        return self.configure() and all(self.make(proof) and not self.failing_checks(proof) for proof in proofs)


def verdict(mutant: Mutant) -> tuple[bool, str]:
    """Whether the mutant is caught, and by what."""
    if not mutant.fault:
        return False, "the patch has no line 'Mutant: ...'"
    if not mutant.apply("--dry-run"):
        return False, "the patch does not apply any more"
    mutant.apply()
    try:
        if not mutant.build.make(mutant.proof):
            return False, "does not compile: a mutant has to build"
        failing = mutant.build.failing_checks(mutant.proof)
    finally:
        mutant.apply("--reverse")
    if not failing:
        return False, "SURVIVED"
    if mutant.expect and not any(re.search(mutant.expect, check) for check in failing):
        return False, f"expected {mutant.expect}, but failing are {', '.join(failing)}"
    return True, ", ".join(failing)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of the name of a patch (default: all)")
    names = parser.parse_args().names
    patches = sorted((ROOT / "tests" / "mutants").glob("*.patch"))
    mutants = [Mutant(patch) for patch in patches if not names or any(name in patch.stem for name in names)]

    LOG.parent.mkdir(parents=True, exist_ok=True)
    LOG.write_text("")
    if not patches:
        print("tests/mutants is empty\n0 caught, 1 survived")
        return 1
    copy_sources()

    caught = survived = 0
    width = max((len(mutant.patch.stem) for mutant in mutants), default=0)
    models = lambda mutant: mutant.build.models
    for _, group in groupby(sorted(mutants, key=models), models):  # builds share the sources that a patch touches
        group = list(group)
        build = group[0].build
        if not build.is_good({mutant.proof for mutant in group}):
            print(f"the unchanged sources do not build or pass with {build.models}: see {LOG.relative_to(ROOT)}")
            survived += len(group)
            continue
        for mutant in group:
            good, by = verdict(mutant)
            caught, survived = caught + good, survived + (not good)
            word = "caught" if good else "FAILED"
            print(f"  {word}  {mutant.patch.stem:{width}}  {by}\n          {mutant.fault}", flush=True)
    print(f"{caught} caught, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
