"""A step that the model cannot take: Discard, the last good time, and in FMI 2.0 the state stepFailed."""

import pytest
from fmpy import extract, read_model_description
from fmpy.fmi1 import FMICallException
from fmpy.fmi2 import FMU2Slave, fmi2LastSuccessfulTime
from fmpy.fmi3 import FMU3Slave

from fmu_under_test import FMU_FOLDER

OK, DISCARD, ERROR = 0, 2, 3    # in both versions
TOO_MUCH = 1e300    # N: a number like any other, but no step of the solver can follow it


@pytest.fixture(params=(2, 3))
def block(request, tmp_path):
    file = FMU_FOLDER / f"fmi{request.param}" / "FrictionBlock.fmu"
    if not file.exists():
        pytest.skip("FrictionBlock is not built")
    description = read_model_description(str(file), validate=False)
    kind = FMU2Slave if request.param == 2 else FMU3Slave
    fmu = kind(guid=description.guid, unzipDirectory=extract(str(file), str(tmp_path)), instanceName="block",
               modelIdentifier=description.coSimulation.modelIdentifier)
    fmu.reference = {v.name: v.valueReference for v in description.modelVariables}
    fmu.version = request.param
    fmu.instantiate()
    if fmu.version == 2:
        fmu.setupExperiment()
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    yield fmu
    fmu.freeInstance()


def set_inputs(block, force, speed=1.0):
    setter = block.setReal if block.version == 2 else block.setFloat64
    setter([block.reference["normal_force"], block.reference["plate_velocity"]], [force, speed])


def status_of_step(block, t, h):
    try:
        block.doStep(currentCommunicationPoint=t, communicationStepSize=h)
    except FMICallException as error:
        return error.status
    return OK


@pytest.mark.parametrize("t", (0.0, 1.0))
def test_a_step_that_cannot_be_taken_is_discarded_in_time_and_the_instance_can_go_on(block, t):
    if t > 0:
        assert status_of_step(block, 0.0, t) == OK
    state = block.getFMUState()
    set_inputs(block, TOO_MUCH)
    assert status_of_step(block, t, 0.001) == DISCARD
    if block.version == 2:
        assert block.getRealStatus(fmi2LastSuccessfulTime) == t
        block.setFMUState(state)    # FMI 3.0 needs it not: there a discarded step leaves everything as it was
    block.freeFMUState(state)
    set_inputs(block, 9.81)
    assert status_of_step(block, t, 0.001) == OK


def test_in_step_failed_another_step_is_an_error(block):
    if block.version == 3:
        pytest.skip("FMI 3.0 has no such state")
    set_inputs(block, TOO_MUCH)
    assert status_of_step(block, 0.0, 0.001) == DISCARD
    assert status_of_step(block, 0.0, 0.001) == ERROR
