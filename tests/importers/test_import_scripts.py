"""tools/import: scripts for tools that cannot be run here. What can be checked is: names, causalities, the order of ports, syntax."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "tools" / "import"
sys.path.insert(0, str(ROOT / "tools" / "lib" / "drive"))

from master import TO_DRIVE, TO_ELEVATOR    # noqa: E402

WIRES = {(f"elevator.{a}", f"drive.{b}") for a, b in TO_DRIVE.items()} | {(f"drive.{a}", f"elevator.{b}") for a, b in TO_ELEVATOR.items()}


def ports(model: str, version: int, causality: str) -> list[str]:
    """In the order of the description; an array of FMI 2.0 as its elements."""
    variables = etree.parse(ROOT / "modelDescription" / f"{model}.fmi{version}.xml").find("ModelVariables")
    return [v.get("name") for v in variables if v.get("causality") == causality]


def test_openmodelica_connects_what_the_master_connects():
    text = (SCRIPTS / "elevator_drive_openmodelica.mos").read_text()
    assert set(re.findall(r'oms_addConnection\("model\.root\.([\w.]+)", "model\.root\.([\w.]+)"\)', text)) == WIRES
    assert_inputs_exist(re.findall(r'oms_set(?:Real|Boolean)\("model\.root\.drive\.(\w+)"', text))


def test_omsimulator_connects_what_the_master_connects():
    file = SCRIPTS / "elevator_drive_omsimulator.py"
    spec = importlib.util.spec_from_file_location("elevator_drive_omsimulator", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)    # its syntax, at least
    assert set(module.WIRES) == WIRES
    assert_inputs_exist(re.findall(r'set(?:Real|Boolean)\("model\.root\.drive\.(\w+)"', file.read_text()))


def test_simulink_connects_what_the_master_connects():
    text = (SCRIPTS / "elevator_drive_simulink.m").read_text()
    block = re.search(r"^wires = \{(.*?)\};", text, re.MULTILINE | re.DOTALL)[1]
    wires = re.findall(r"'(\w+)', '(\w+)', '(\w+)', '(\w+)'", block)
    assert {(f"{a}.{b}", f"{c}.{d}") for a, b, c, d in wires} == WIRES


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("model, causality", [("Elevator", "input"), ("Elevator", "output"), ("Drive", "input"), ("Drive", "output")])
def test_simulink_knows_the_order_of_the_ports(version, model, causality):
    text = (SCRIPTS / "elevator_drive_simulink.m").read_text()
    listed = re.findall(r"'(\w+)'", re.search(rf"^{model.lower()}_{causality}s = \{{(.*?)\}};", text, re.MULTILINE | re.DOTALL)[1])
    assert ports(model, version, causality)[:len(listed)] == listed


def parsed_by_octave(text: str, folder: Path) -> subprocess.CompletedProcess:
    """Parsed, not run: nothing under `if false` is."""
    file = folder / "script.m"
    file.write_text(f"if false\n{text}\nend\n")
    return subprocess.run(["octave-cli", "--norc", "--quiet", file], capture_output=True, text=True, timeout=60)


@pytest.mark.slow
def test_octave_parses_the_simulink_script_and_refuses_a_broken_one(tmp_path):
    text = (SCRIPTS / "elevator_drive_simulink.m").read_text()
    done = parsed_by_octave(text, tmp_path)
    assert done.returncode == 0, done.stderr
    broken = parsed_by_octave(text.replace("for k = 1:size(wires, 1)", "for k = 1:size(wires, 1"), tmp_path)
    assert broken.returncode != 0


def assert_inputs_exist(names):
    assert names and set(names) <= set(ports("Drive", 2, "input"))
