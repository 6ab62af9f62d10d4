"""FMPy: its validator, its schemas, its simulation."""

import numpy as np
import pytest
from fmpy import dump, simulate_fmu
from fmpy.validation import validate_fmu

import reference
from fmu_under_test import FMU_FOLDER, built_fmus
from trajectory import Trajectory, assert_equal


@pytest.mark.parametrize("version", [2, 3])
def test_there_are_fmus_to_test(version):
    assert built_fmus(version), f"no FMU in {FMU_FOLDER / f'fmi{version}'}: build first"


def test_both_versions_of_every_model_are_built():
    assert [fmu.model for fmu in built_fmus(2)] == [fmu.model for fmu in built_fmus(3)]


def test_validate_fmu_finds_nothing(fmu):
    assert validate_fmu(str(fmu.path)) == []


def test_the_description_can_be_shown_to_a_user(fmu, capsys):
    dump(str(fmu.path))
    shown = capsys.readouterr().out
    assert fmu.description.modelName in shown and fmu.outputs[0].name in shown


def test_a_nudge_of_the_inputs_moves_an_output(fmu):
    """Otherwise every comparison of trajectories below would be empty. A model without inertia moves at once."""
    nudged, still = reference.run(fmu, reference.multiples), reference.run(fmu, reference.multiples, nudged=False)
    assert any(np.any(nudged.columns[name] != still.columns[name]) or np.ptp(nudged.columns[name]) > 0 for name in nudged.names)


def test_simulate_fmu_equals_our_own_loop_over_do_step(fmu):
    stop = fmu.step_count * fmu.step
    result = simulate_fmu(str(fmu.path), stop_time=stop, output_interval=fmu.step, start_values=dict(fmu.inputs),
                          output=[output.name for output in fmu.outputs])
    assert_equal(Trajectory.from_fmpy(result), reference.run(fmu, reference.multiples))


def test_fmi_2_and_3_give_the_same_bits(fmi2_fmu):
    fmi3_fmu = fmi2_fmu.twin(3)
    assert_equal(reference.run(fmi3_fmu, reference.multiples), reference.run(fmi2_fmu, reference.multiples))
