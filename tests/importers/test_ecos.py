"""Ecos, a co-simulation master for FMI 2.0 and 3.0 (through ecospy)."""

import foreign_process
import reference
from trajectory import Trajectory, assert_equal


def test_ecos_gives_the_bits_of_fmpy(fmu, tmp_path):
    csv = tmp_path / "ecos.csv"
    foreign_process.run_script("run_in_ecos.py", fmu, csv)
    scalars = [output.name for output in fmu.outputs if not output.dimensions]    # Ecos reads no arrays
    assert_equal(Trajectory.read_csv(csv), reference.run(fmu, reference.sums).only(scalars))
