"""VDMCheck2, a formal model of the rules of FMI 2.0. It is a program under the GPL and runs as a process of its own."""

import re
from pathlib import Path

import pytest

import foreign_process
from edited_copy import edited_copy
from fmu_under_test import built_fmus

pytestmark = pytest.mark.slow
JARS = ["vdmcheck2", "vdmj", "annotations", "xsd2vdm", "fmuReader"]


def vdmcheck(fmu: Path, cwd: Path) -> str:
    folder = foreign_process.installed("vdmcheck2")
    classpath = ":".join(str(folder / f"{jar}.jar") for jar in JARS)
    return foreign_process.run("java", "-cp", classpath, "VDMCheckPlus", fmu, cwd=cwd)


def test_vdmcheck2_finds_no_error(fmi2_fmu, tmp_path):
    assert vdmcheck(fmi2_fmu.path, tmp_path).strip() == "No errors found."


def test_vdmcheck2_would_find_an_error(tmp_path):
    """A stop time before the start time breaks one of its rules: the test above can fail."""
    broken = edited_copy(built_fmus(2)[0].path, tmp_path / "broken.fmu",
                         lambda description: re.sub(rb'stopTime="[^"]*"', b'stopTime="-1"', description))
    with pytest.raises(AssertionError, match="validStartStopTime"):
        vdmcheck(broken, tmp_path)
