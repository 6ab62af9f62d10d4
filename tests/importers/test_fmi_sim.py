"""fmi-sim, an importer written in Rust, for FMI 2.0 and 3.0."""

import zipfile
from pathlib import Path

import pytest
from lxml import etree

import foreign_process
import reference
from fmu_under_test import Fmu
from trajectory import Trajectory, assert_equal

pytestmark = pytest.mark.slow
GRID = {2: reference.equal_steps, 3: reference.multiples}


def test_fmi_sim_gives_the_bits_of_fmpy(fmu, tmp_path):
    csv = tmp_path / "fmi-sim.csv"
    settings = [word for name, value in fmu.inputs.items() for word in ("--init-values", f"{name}={value!r}")]
    foreign_process.run(foreign_process.installed("fmi-sim/bin/fmi-sim"),
                        "--model", with_array_outputs_hidden(fmu, tmp_path), "--output-file", csv, "co-simulation",
                        "-s", 0, "-f", fmu.step_count * fmu.step, "--output-interval", fmu.step, *settings)
    scalars = [output.name for output in fmu.outputs if not output.dimensions]
    assert_equal(Trajectory.read_csv(csv), reference.run(fmu, GRID[fmu.version]).only(scalars))


def with_array_outputs_hidden(fmu: Fmu, folder: Path) -> Path:
    """fmi-sim 0.7.0 records every output and reads one value of each, so an array output ends its run: declare it local."""
    arrays = {str(output.valueReference) for output in fmu.outputs if output.dimensions}
    if not arrays:
        return fmu.path
    copy = folder / fmu.path.name
    with zipfile.ZipFile(fmu.path) as source, zipfile.ZipFile(copy, "w") as target:
        for member in source.namelist():
            content = source.read(member)
            target.writestr(member, _declare_local(content, arrays) if member == "modelDescription.xml" else content)
    return copy


def _declare_local(description: bytes, references: set[str]) -> bytes:
    root = etree.fromstring(description)
    for element in root.find("ModelVariables"):
        if element.get("valueReference") in references:
            element.set("causality", "local")
    for element in root.findall("ModelStructure/Output"):
        if element.get("valueReference") in references:
            element.getparent().remove(element)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")
