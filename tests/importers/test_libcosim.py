"""libcosim, a co-simulation master for FMI 2.0 (through libcosimpy)."""

import foreign_process
import reference
from trajectory import Trajectory, assert_equal

# The FMI Library inside libcosim asks for a start value of the variable "time"; the standard forbids one there. The
# message names no variable, but comes once each time the description is read.
READINGS = 2
WRONG_COMPLAINT = "Start attribute is required for this causality, variability and initial combination"
# The tests nudge every input, also those that the chosen mode does not use; the FMU says so, and libcosim passes it on.
OWN_WARNING = "[FMI status=warning, category=logStatusWarning]"


def test_libcosim_gives_the_bits_of_fmpy(fmi2_fmu, tmp_path):
    csv = tmp_path / "libcosim.csv"
    foreign_process.run_script("run_in_libcosim.py", fmi2_fmu, csv)
    assert_equal(Trajectory.read_csv(csv), reference.run(fmi2_fmu, reference.nanoseconds).after_the_start())


def test_libcosim_has_no_complaint(fmi2_fmu, tmp_path):
    log = foreign_process.run_script("run_in_libcosim.py", fmi2_fmu, tmp_path / "libcosim.csv", step_count=1)
    assert log.count(WRONG_COMPLAINT) == READINGS    # another one would be about another variable
    assert [line for line in log.splitlines() if WRONG_COMPLAINT not in line and OWN_WARNING not in line] == []
