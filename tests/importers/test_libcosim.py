"""libcosim, a co-simulation master for FMI 2.0 (through libcosimpy)."""

import foreign_process
import reference
from trajectory import Trajectory, assert_equal


def test_libcosim_gives_the_bits_of_fmpy(fmi2_fmu, tmp_path):
    csv = tmp_path / "libcosim.csv"
    foreign_process.run_script("run_in_libcosim.py", fmi2_fmu, csv)
    assert_equal(Trajectory.read_csv(csv), reference.run(fmi2_fmu, reference.nanoseconds).after_the_start())


def test_libcosim_and_the_fmi_library_inside_it_have_no_complaint(fmi2_fmu, tmp_path):
    assert foreign_process.run_script("run_in_libcosim.py", fmi2_fmu, tmp_path / "libcosim.csv", step_count=1) == ""
