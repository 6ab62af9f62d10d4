"""reeve linearise: exact, named, and the same machine that reeve modes and the FMU show."""

import json

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model

from fmu_under_test import ROOT
from test_command_line import reeve


def linearised(*words):
    done = reeve("linearise", *words)
    assert done.returncode == 0, done.stderr
    system = json.loads(done.stdout)
    return system | {name: np.array(system[name]) for name in "ABCD"}


@pytest.mark.parametrize("travel", [0, 30, 60])
def test_eigenvalues_are_the_natural_frequencies(travel):
    settings = ["--set", "rope.damping=0", "--set", f"start.travel={travel}", "--set", "ride.distance=10", "--set", "ride.start=1000"]
    system = linearised("Elevator", *settings)
    energies = {"drive_work", "lost_energy", "payload_work", "wound_energy"}
    drive = {"drive_travel", "drive_travel_rate", "drive_travel_acceleration"}   # given in drive.mode 2
    kept = [i for i, name in enumerate(system["states"]) if name not in energies | drive]
    values = np.linalg.eigvals(system["A"][np.ix_(kept, kept)])
    hertz = np.sort(values[values.imag > 0].imag) / (2 * np.pi)
    lines = reeve("modes", "Elevator", *settings).stdout.splitlines()
    known = np.array([float(line.split()[-2]) for line in lines if line.endswith("Hz")])
    assert len(hertz) == 19
    for frequency in hertz:
        assert np.min(np.abs(known / frequency - 1)) < 1e-6
    assert np.max(np.abs(values.real)) < 1e-5 * np.max(hertz)


SMALL_SHEET = ROOT / "tools/conformance/small/FlexibleSheet.toml"


@pytest.mark.parametrize("model, settings, at", [("Elevator", {"drive.mode": 1, "drive_torque": 400.0, "cabin_payload": 100.0}, 0),
                                                 ("Elevator", {"drive.mode": 1, "drive_torque": 300.0, "cabin_payload": 100.0}, 0.3),
                                                 ("Elevator", {"drive.mode": 2, "cabin_payload": 100.0}, 0),
                                                 (SMALL_SHEET, {"start": 2, "clamp_angle": 0.2, "clamp_height_rate": 0.1}, 0)],
                         ids=["torque", "torque, in motion", "ride", "hanging sheet"])
def test_matrices_are_the_differences_of_the_fmu(model, settings, at, tmp_path):
    words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    system = linearised(model, *words, "--at", at)
    plant = str(tmp_path / "plant.fmu")
    assert reeve("export", model, "--fmi", 2, *words, "-o", plant).returncode == 0
    description = fmpy.read_model_description(plant, validate=False)
    references = {v.name: v.valueReference for v in description.modelVariables}
    fmu = FMU2Model(guid=description.guid, unzipDirectory=str(fmpy.extract(plant, str(tmp_path / "fmu"))),
                    modelIdentifier=description.modelExchange.modelIdentifier, instanceName="plant")
    fmu.instantiate()
    fmu.setupExperiment(startTime=0.0)
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    fmu.newDiscreteStates()
    fmu.enterContinuousTimeMode()
    states, inputs = ([references[name] for name in system[kind]] for kind in ("states", "inputs"))
    outputs = [k for k, name in enumerate(system["outputs"]) if name in references]   # FMI 2.0 lists a part of a sheet's nodes
    unknowns = [f"der({name})" for name in system["states"]] + [system["outputs"][k] for k in outputs]
    rows = [references[name] for name in unknowns]
    point = np.array(system["x"] + system["u"])
    fmu.setTime(at)
    fmu.setReal(states + inputs, list(point))
    fmu.enterEventMode()    # the modes of that point
    fmu.newDiscreteStates()
    fmu.enterContinuousTimeMode()

    def values(at):
        fmu.setReal(states + inputs, list(at))
        return np.array(fmu.getReal(rows))

    assert values(point)[len(states):] == pytest.approx([system["y"][k] for k in outputs], rel=1e-12, abs=1e-9)   # one function of the point

    exact = np.block([[system["A"], system["B"]], [system["C"][outputs], system["D"][outputs]]])
    for k, name in enumerate(system["states"] + system["inputs"]):
        if name == "brake":
            continue   # at 0 it has one side only
        h = 1e-5 if k < len(states) else 1e-2
        step = h * np.eye(len(point))[k]
        wide, narrow = ((values(point + d) - values(point - d)) / (2 * np.sum(d)) for d in (step, step / 2))
        differences = narrow + (narrow - wide) / 3   # the error of order h^2 goes
        # 1e-6, and rounding of the values over the step.
        allowed = 1e-6 * np.abs(exact[:, k]) + 1e-6 * np.max(np.abs(exact), axis=1) + 1e-15 * np.abs(values(point)) / h + 1e-6
        off = np.abs(differences - exact[:, k]) / allowed
        worst = np.argmax(off)
        assert off[worst] <= 1, (name, unknowns[worst], differences[worst], exact[worst, k])
    fmu.freeInstance()


def test_files_hold_the_same_numbers(tmp_path):
    system = linearised("FrictionBlock", "--at", "0.5", "--set", "plate_velocity=0.1")
    for ending in ("csv", "mat", "json"):
        assert reeve("linearise", "FrictionBlock", "--at", "0.5", "--set", "plate_velocity=0.1", "-o", tmp_path / f"b.{ending}").returncode == 0
    assert json.loads((tmp_path / "b.json").read_text())["A"] == system["A"].tolist()
    lines = (tmp_path / "b.csv").read_text().splitlines()
    assert system["u"][0] == 0.1 and system["y"][system["outputs"].index("block_velocity")] == system["x"][1] != 0
    assert lines[0].split(",") == ["row", *system["states"], *system["inputs"]]
    assert lines[1].startswith("der(block_position),0,1,")
    assert b"A\0" in (tmp_path / "b.mat").read_bytes()
    assert "co-simulation only" in reeve("linearise", "RopePulley").stderr
    assert "expected a name that ends in" in reeve("linearise", "FrictionBlock", "-o", tmp_path / "b.txt").stderr
