"""The Elevator as its users meet it, through FMPy."""

import shutil
from contextlib import contextmanager

import numpy as np
import pytest
from fmpy import extract, simulate_fmu
from fmpy.simulation import instantiate_fmu

import foreign_process
from fmu_under_test import BUILD, FMU_FOLDER, ROOT, Fmu

ELEVATOR = [Fmu(FMU_FOLDER / f"fmi{version}" / "Elevator.fmu", version) for version in (2, 3)]
both_versions = pytest.mark.parametrize("elevator", ELEVATOR, ids=str)


KEPT = []   # FMPy's logger proxy keeps a bare pointer to the last logger of all, so none may be collected


@contextmanager
def instance_of(fmu, log):
    folder = extract(str(fmu.path))
    try:
        instance = instantiate_fmu(folder, fmu.description, "CoSimulation", debug_logging=True,
                                   logger=lambda *arguments: log.append(str(arguments[-1])))
        KEPT.append(instance)
        yield instance
        instance.freeInstance()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def initialise(fmu, instance):
    if fmu.version == 2:
        instance.setupExperiment(startTime=0.0)
    instance.enterInitializationMode()
    instance.exitInitializationMode()


def set_value(fmu, instance, name, value):
    variable = next(v for v in fmu.description.modelVariables if v.name == name)
    kind = {"Real": "Real", "Float64": "Float64", "Integer": "Integer", "Enumeration": "Integer", "Int32": "Int32"}[variable.type]
    getattr(instance, f"set{kind}")([variable.valueReference], [value])


BAD = [("cabin.mass", -1.0, ["cabin.mass = -1 kg", "greater than 0 kg"]),
       ("rope.EA", 0.0, ["rope.EA = 0 N", "greater than 0 N"]),
       ("cabin.height", 101.0, ["cabin.height = 101 m", "machine.height = 100 m", "correct one of the heights"]),
       ("drive_torque", float("nan"), ["drive_torque", "nan", "finite"]),
       ("rope.axial_modes", 99, ["rope.axial_modes = 99", "at least 0 and at most 8"]),
       ("ride.distance", 95.0, ["ride.distance = 95 m", "expected at least 0.5 m", "longer than the shaft"])]


@both_versions
@pytest.mark.parametrize("name, value, words", BAD, ids=[name for name, _, _ in BAD])
def test_a_bad_value_is_named_with_its_unit_and_remedy_and_reset_helps(elevator, name, value, words):
    log = []
    with instance_of(elevator, log) as instance:
        with pytest.raises(Exception):
            set_value(elevator, instance, name, value)
            initialise(elevator, instance)
        text = "\n".join(log)
        assert not [word for word in words if word not in text], text
        instance.reset()
        initialise(elevator, instance)
        instance.doStep(currentCommunicationPoint=0.0, communicationStepSize=0.01)


def test_torque_replay_at_1_ms_with_linear_interpolation_stays_within_a_micrometre():
    """In torque mode nothing pulls the elevator back to its ride, so the error of the interpolation is integrated twice."""
    fmu = ELEVATOR[0]
    watched = ["cabin_position", "motor_torque"]
    ride = simulate_fmu(str(fmu.path), stop_time=12, output_interval=1e-3, output=watched, start_values={"drive.mode": 2})
    slope = np.diff(ride["motor_torque"]) / np.diff(ride["time"])
    with instance_of(fmu, []) as instance:
        reference = {v.name: v.valueReference for v in fmu.description.modelVariables}
        set_value(fmu, instance, "drive.mode", 1)
        initialise(fmu, instance)
        worst = 0.0
        for k, (time, torque) in enumerate(zip(ride["time"][:-1], ride["motor_torque"])):
            instance.setReal([reference["drive_torque"]], [torque])
            instance.setRealInputDerivatives([reference["drive_torque"]], [1], [slope[k]])
            instance.doStep(currentCommunicationPoint=time, communicationStepSize=ride["time"][k + 1] - time)
            worst = max(worst, abs(instance.getReal([reference["cabin_position"]])[0] - ride["cabin_position"][k + 1]))
    print(f"largest difference of the cabin's position {worst:.2e} m")
    assert worst < 1e-6     # found: 2.5e-7 m


@pytest.mark.parametrize("version", [2, 3])
def test_a_description_becomes_an_fmu_in_no_time_without_a_compiler(version, tmp_path):
    hoist = tmp_path / "Hoist.fmu"
    foreign_process.run("env", "-i", "PATH=/nowhere", BUILD / "bin" / "reeve", "export", ROOT / "resources/reevings/hoist.toml",
                        "-o", hoist, "--fmi", version)
    result = simulate_fmu(str(hoist), stop_time=1, output=["hook_position"])
    assert result["hook_position"][-1] > result["hook_position"][0]
