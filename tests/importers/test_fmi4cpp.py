"""FMI4cpp, an importer for FMI 2.0 in C++. It is in no package registry: this runs where a user has installed it."""

import foreign_process
import reference
from fmu_under_test import BUILD
from trajectory import Trajectory, assert_equal

RUNNER = BUILD / "bin" / "run_in_fmi4cpp"


def test_fmi4cpp_gives_the_bits_of_fmpy(fmi2_fmu, tmp_path):
    csv = tmp_path / "fmi4cpp.csv"
    foreign_process.run(RUNNER, *foreign_process.arguments(fmi2_fmu, csv))
    reals = [output.name for output in fmi2_fmu.outputs if output.type == "Real"]
    assert_equal(Trajectory.read_csv(csv), reference.run(fmi2_fmu, reference.sums).only(reals))
