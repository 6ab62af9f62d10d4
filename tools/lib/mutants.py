#!/usr/bin/env python3
"""Proves that the tests can fail: each patch of tests/mutants puts one fault into a copy of the sources, and a test has
to notice it. The copy and its build stay in build/mutants, so that the next run compiles only what a patch changes.

Lines at the head of a patch:
  Mutant: what is wrong, in a sentence
  Expect: regular expression that one of the failing checks has to match, such as "P05|P06"
  Test:   instead, a regular expression for ctest, such as "unit: token": these tests are run and not the driver

Prints which check caught which mutant, then "N caught, N survived"; ends with 1 if one survived.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutants"
SOURCE, BUILD = WORK / "source", WORK / "build"
LOG = ROOT / "build" / "logs" / "mutants.log"

NOT_COPIED = {".git", ".venv", "build", "out", "__pycache__"}
FMUS = ["fmus/fmi2/FrictionBlock.fmu", "fmus/fmi3/FrictionBlock.fmu"]
DRIVER = ROOT / "build" / "bin" / "reeve-conformance"  # knows nothing of the sources, so it is not built again


@dataclass
class Mutant:
    patch: Path

    def __post_init__(self):
        head = self.patch.read_text().split("\n--- ", 1)[0]
        field = lambda name: (re.findall(rf"^{name}:\s*(.*)$", head, re.MULTILINE) or [None])[0]
        self.fault, self.expect, self.test = field("Mutant"), field("Expect"), field("Test")

    def apply(self, *options: str) -> bool:
        return run("patch", "-p1", "--batch", "--no-backup-if-mismatch", *options, "-d", SOURCE, "-i", self.patch)[0]


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


def configure() -> bool:
    return run("cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DREEVE_WERROR=OFF", "-DREEVE_MODELS=FrictionBlock",
               f"-DFMI_INCLUDE_DIR={fmi_headers()}")[0]


def build(test: str | None) -> bool:
    return run("cmake", "--build", BUILD, "--target", *targets(test))[0]


def targets(test: str | None) -> list[str]:
    """Tests of C++ are named "<folder>: <sentence>", and each folder is one executable."""
    return FMUS if not test else [f"{test.split(':')[0]}_tests"] if ":" in test else ["all"]


def failing_checks(test: str | None) -> list[str]:
    """The ids of the conformance checks that fail, or the names of the failing tests of ctest."""
    if test:
        ok, text = run("ctest", "--test-dir", BUILD, "-R", test, "--no-tests=error", "--output-on-failure")
        return [] if ok else re.findall(r"^\s*\d+ - (.*?) \(", text, re.MULTILINE) or ["ctest itself"]
    failing = {}
    for fmu in FMUS:
        ok, text = run(DRIVER, BUILD / fmu, "--jobs", os.cpu_count())
        found = re.findall(r"^FAIL\s+(\S+)", text, re.MULTILINE)
        failing.update(dict.fromkeys(found if found or ok else ["the driver itself"]))
    return list(failing)


def verdict(mutant: Mutant) -> tuple[bool, str]:
    """Whether the mutant is caught, and by what."""
    if not mutant.fault:
        return False, "the patch has no line 'Mutant: ...'"
    if not mutant.apply("--dry-run"):
        return False, "the patch does not apply any more"
    mutant.apply()
    try:
        if not build(mutant.test):
            return False, "does not compile: a mutant has to build"
        failing = failing_checks(mutant.test)
    finally:
        mutant.apply("--reverse")
    if not failing:
        return False, "SURVIVED"
    if mutant.expect and not any(re.search(mutant.expect, check) for check in failing):
        return False, f"expected {mutant.expect}, but failing are {', '.join(failing)}"
    return True, ", ".join(failing)


def baseline_is_good(mutants: list[Mutant]) -> bool:
    """Without a fault every check passes: otherwise each mutant would look caught."""
    copy_sources()
    tests = {mutant.test for mutant in mutants}
    return configure() and all(build(test) and not failing_checks(test) for test in tests)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="part of the name of a patch (default: all)")
    names = parser.parse_args().names
    patches = sorted((ROOT / "tests" / "mutants").glob("*.patch"))
    mutants = [Mutant(patch) for patch in patches if not names or any(name in patch.stem for name in names)]

    LOG.parent.mkdir(parents=True, exist_ok=True)
    LOG.write_text("")
    if not patches or not baseline_is_good(mutants):
        print(f"the unchanged sources do not build or pass: see {LOG.relative_to(ROOT)}" if patches else
              "tests/mutants is empty")
        print("0 caught, 1 survived")
        return 1

    survived = 0
    width = max((len(mutant.patch.stem) for mutant in mutants), default=0)
    for mutant in mutants:
        caught, by = verdict(mutant)
        survived += not caught
        word = "caught" if caught else "FAILED"
        print(f"  {word}  {mutant.patch.stem:{width}}  {by}\n          {mutant.fault}", flush=True)
    print(f"{len(mutants) - survived} caught, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
