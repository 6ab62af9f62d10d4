"""FMI4cpp, an importer for FMI 2.0 in C++. It is in no package registry: this runs where a user has installed it."""

import foreign_process
import pytest
import reference
from fmpy import simulate_fmu
from fmu_under_test import BUILD, built_fmus
from trajectory import Trajectory, assert_equal

RUNNER = BUILD / "bin" / "run_in_fmi4cpp"
EULER, COUNT = 5e-5, 2000    # s: short enough for the ropes of these
WITH_EULER = ["Drive", "Elevator", "FrictionBlock", "Hoist"]


def reals(fmu):
    return [output.name for output in fmu.outputs if output.type == "Real"]


def test_fmi4cpp_gives_the_bits_of_fmpy(fmi2_fmu, tmp_path):
    csv = tmp_path / "fmi4cpp.csv"
    foreign_process.run(RUNNER, "cs", *foreign_process.arguments(fmi2_fmu, csv))
    assert_equal(Trajectory.read_csv(csv), reference.run(fmi2_fmu, reference.sums).only(reals(fmi2_fmu)))


@pytest.mark.parametrize("model", [fmu for fmu in built_fmus(2) if fmu.model in WITH_EULER], ids=str)
def test_model_exchange_in_fmi4cpp_gives_the_bits_of_fmpy(model, tmp_path):
    """Both by forward Euler on the same points; the drive has a time event every millisecond."""
    csv = tmp_path / "fmi4cpp.csv"
    foreign_process.run(RUNNER, "me", model.path, EULER, COUNT, csv, *foreign_process.settings(model))
    ours = simulate_fmu(str(model.path), fmi_type="ModelExchange", solver="Euler", step_size=EULER, output_interval=EULER, validate=False,
                        stop_time=COUNT * EULER, start_values=model.inputs, output=reals(model), record_events=False)
    assert_equal(Trajectory.read_csv(csv), Trajectory.from_fmpy(ours))
