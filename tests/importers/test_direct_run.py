"""The FMU in an importer against the model called directly from C++."""

import foreign_process
import reference
from fmu_under_test import BUILD
from trajectory import Trajectory, assert_equal


def test_fmpy_gives_the_bits_of_the_direct_run(fmu, tmp_path):
    csv = tmp_path / "direct.csv"
    settings = [word for name, value in fmu.inputs.items() for word in ("--set", f"{name}={value!r}")]
    foreign_process.run(BUILD / "bin" / "reeve", "simulate", fmu.model, "--stop", fmu.step_count * fmu.step,
                        "--step", fmu.step, "--csv", csv, *settings)
    imported, direct = reference.run(fmu, reference.multiples), Trajectory.read_csv(csv)
    if fmu.version == 3:
        assert set(imported.names) == set(direct.names)    # FMI 2.0 may name only a part of an array
    assert_equal(imported, direct.only(imported.names))
