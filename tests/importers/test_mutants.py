"""The patches of tests/mutants, without building them: tools/test --mutants does that."""

import re
import subprocess

import pytest

from fmu_under_test import ROOT

PATCHES = sorted((ROOT / "tests" / "mutants").glob("*.patch"))


@pytest.mark.parametrize("patch", PATCHES, ids=lambda patch: patch.stem)
def test_a_mutant_still_applies_and_says_what_is_wrong_and_what_has_to_notice(patch):
    head = patch.read_text().split("\n--- ", 1)[0]
    assert re.search(r"^Mutant: \S", head, re.MULTILINE)
    assert re.search(r"^(Expect|Test): \S", head, re.MULTILINE)
    done = subprocess.run(["patch", "-p1", "--fuzz=0", "--batch", "--dry-run", "-d", ROOT, "-i", patch], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
