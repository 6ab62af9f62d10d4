"""fmi-sim, an importer written in Rust, for FMI 2.0 and 3.0: co-simulation, and model exchange by forward Euler."""

from pathlib import Path

import fmpy
import numpy as np
import pytest
from lxml import etree

import foreign_process
import reference
from edited_copy import edited_copy
from fmu_under_test import Fmu, built_fmus
from trajectory import Trajectory, assert_equal

pytestmark = pytest.mark.slow
GRID = {2: reference.equal_steps, 3: reference.multiples}


def fmi_sim(kind: str, fmu: Fmu, stop: float, step: float, folder: Path) -> Trajectory:
    csv = folder / "fmi-sim.csv"
    settings = [word for setting in foreign_process.settings(fmu) for word in ("--init-values", setting)]
    foreign_process.run(foreign_process.installed("fmi-sim/bin/fmi-sim"),
                        "--model", readable_by_fmi_sim(fmu, folder), "--output-file", csv, kind,
                        "-s", 0, "-f", stop, "--output-interval", step, *settings)
    return Trajectory.read_csv(csv)


def scalars(fmu: Fmu) -> list[str]:
    return [output.name for output in fmu.outputs if not output.dimensions]


def test_fmi_sim_gives_the_bits_of_fmpy(fmu, tmp_path):
    run = fmi_sim("co-simulation", fmu, fmu.step_count * fmu.step, fmu.step, tmp_path)
    assert_equal(run, reference.run(fmu, GRID[fmu.version]).only(scalars(fmu)))


STOP, EULER = 0.5, 5e-5    # s
WITHIN = 0.01              # of what an output moves through; the worst is 0.5 %, machine_acceleration: Euler takes damping from what is fast
DIFFERENCES = {"rope_drift": "cabin_position", "encoder_error": "cabin_position"}    # micrometres between two ways: as exact as these


@pytest.mark.parametrize("model", ["FrictionBlock", "Elevator"])
@pytest.mark.parametrize("version", [2, 3])
def test_model_exchange_in_fmi_sim_follows_co_simulation(model, version, tmp_path):
    """All it has is Euler, one step per output interval (it does not read --step); it locates no event and makes up some: the first step is one."""
    fmu = next(fmu for fmu in built_fmus(version) if fmu.model == model)
    euler = fmi_sim("model-exchange", fmu, STOP, EULER, tmp_path)
    ours = Trajectory.from_fmpy(fmpy.simulate_fmu(str(fmu.path), fmi_type="CoSimulation", stop_time=STOP, output_interval=0.01,
                                                  start_values=fmu.inputs, output=scalars(fmu), validate=False))
    for name in scalars(fmu):
        gap = np.abs(np.interp(ours.columns["time"], euler.columns["time"], euler.columns[name]) - ours.columns[name]).max()
        assert gap <= WITHIN * np.ptp(ours.columns[DIFFERENCES.get(name, name)]), name


# fmi-sim 0.7.0 lacks three things for FMI 3.0. Its parser refuses attributes that the standard gives to a variable:
UNKNOWN_TO_FMI_SIM = ["quantity", "unit", "displayUnit", "relativeQuantity", "unbounded", "nominal"]
# it spells the ampere and the kelvin of BaseUnit in small letters, unlike the standard,
# and it records every output but reads one value of each, so that an array would end its run: arrays become local.


def readable_by_fmi_sim(fmu: Fmu, folder: Path) -> Path:
    return fmu.path if fmu.version == 2 else edited_copy(fmu.path, folder / fmu.path.name, _simplified)


def _simplified(description: bytes) -> bytes:
    root = etree.fromstring(description)
    arrays = set()
    for base in root.findall("UnitDefinitions/Unit/BaseUnit"):
        for symbol in ("A", "K"):
            base.attrib.pop(symbol, None)
    for variable in root.find("ModelVariables"):
        for attribute in UNKNOWN_TO_FMI_SIM:
            variable.attrib.pop(attribute, None)
        if variable.get("causality") == "output" and variable.find("Dimension") is not None:
            variable.set("causality", "local")
            arrays.add(variable.get("valueReference"))
    for output in root.findall("ModelStructure/Output"):
        if output.get("valueReference") in arrays:
            output.getparent().remove(output)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")
