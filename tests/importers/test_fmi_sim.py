"""fmi-sim, an importer written in Rust, for FMI 2.0 and 3.0."""

from pathlib import Path

import pytest
from lxml import etree

import foreign_process
import reference
from edited_copy import edited_copy
from fmu_under_test import Fmu
from trajectory import Trajectory, assert_equal

pytestmark = pytest.mark.slow
GRID = {2: reference.equal_steps, 3: reference.multiples}


def test_fmi_sim_gives_the_bits_of_fmpy(fmu, tmp_path):
    csv = tmp_path / "fmi-sim.csv"
    settings = [word for name, value in fmu.inputs.items() for word in ("--init-values", f"{name}={value!r}")]
    foreign_process.run(foreign_process.installed("fmi-sim/bin/fmi-sim"),
                        "--model", readable_by_fmi_sim(fmu, tmp_path), "--output-file", csv, "co-simulation",
                        "-s", 0, "-f", fmu.step_count * fmu.step, "--output-interval", fmu.step, *settings)
    scalars = [output.name for output in fmu.outputs if not output.dimensions]
    assert_equal(Trajectory.read_csv(csv), reference.run(fmu, GRID[fmu.version]).only(scalars))


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
