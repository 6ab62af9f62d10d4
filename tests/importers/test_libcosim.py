"""libcosim, a co-simulation master for FMI 2.0 (through libcosimpy)."""

import sys
from pathlib import Path

from fmpy import read_model_description

import foreign_process
import reference
from fmu_under_test import BUILD
from trajectory import Trajectory, assert_equal

# The FMI Library inside libcosim asks for a start value of the variable "time"; the standard forbids one there. The
# message names no variable, but comes once each time the description is read.
READINGS = 2
WRONG_COMPLAINT = "Start attribute is required for this causality, variability and initial combination"
# The tests nudge every input, also those that the chosen mode does not use; the FMU says so, and libcosim passes it on.
OWN_WARNING = "[FMI status=warning, category=logStatusWarning]"
# libcosim knows no enumerations of FMI 2.0: who wants another choice there bakes it in, by `reeve export --set`.
IGNORES = "FMI 2.0 Enumeration variable type not supported, variable with name {} will be ignored"


def test_libcosim_gives_the_bits_of_fmpy(fmi2_fmu, tmp_path):
    csv = tmp_path / "libcosim.csv"
    foreign_process.run_script("run_in_libcosim.py", fmi2_fmu, csv)
    assert_equal(Trajectory.read_csv(csv), reference.run(fmi2_fmu, reference.nanoseconds).after_the_start())


def test_libcosim_has_no_complaint(fmi2_fmu, tmp_path):
    log = foreign_process.run_script("run_in_libcosim.py", fmi2_fmu, tmp_path / "libcosim.csv", step_count=1)
    assert log.count(WRONG_COMPLAINT) == READINGS    # another one would be about another variable
    choices = [v.name for v in read_model_description(str(fmi2_fmu.path)).modelVariables if v.type == "Enumeration"]
    known = [WRONG_COMPLAINT, OWN_WARNING, *(IGNORES.format(name) for name in choices)]
    assert [line for line in log.splitlines() if not any(message in line for message in known)] == []


def test_libcosim_runs_a_choice_that_the_export_baked_in(tmp_path):
    fmu, csv = tmp_path / "Torque.fmu", tmp_path / "libcosim.csv"
    foreign_process.run(BUILD / "bin" / "reeve", "export", "Elevator", "--fmi", "2", "--name", "Torque", "--set", "drive.mode=1",
                        "--set", "brake=1", "-o", fmu)
    foreign_process.run(sys.executable, Path(__file__).with_name("run_in_libcosim.py"), fmu, 0.01, 100, csv)
    assert all(Trajectory.read_csv(csv).columns["sheave_angle"] == 0)    # the brake holds; the ride would have turned it
