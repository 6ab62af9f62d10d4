"""tools/import/Reeve.mo, for OpenModelica, which cannot be run here. What can be checked is: names and causalities against the FMUs."""

import re
import sys

import pytest

from fmu_under_test import ROOT, built_fmus

sys.path.insert(0, str(ROOT / "tools" / "import"))

from write_modelica_package import PACKAGE, imported, mangled, package, reevings    # noqa: E402

EXCHANGED = [fmu for fmu in built_fmus(2) if fmu.description.modelExchange]
WITH_SHAFT = [fmu for fmu in EXCHANGED if "drive_torque" in fmu.inputs]
SCRIPT = (ROOT / "tools" / "import" / "elevator_openmodelica.mos").read_text()

# What importFMU declares in each block itself, and what Modelica keeps for itself.
TAKEN = {"fmuWorkingDir", "logLevel", "debugLogging", "fmi2me", "fmi2Functions", "numberOfContinuousStates", "numberOfEventIndicators", "fmi_x", "fmi_x_new",
         "fmi_z", "fmi_z_positive", "flowStartTime", "flowTime", "flowEnterInitialization", "flowInitialized", "flowParamsStart", "flowInitInputs",
         "flowStatesInputs", "callEventUpdate", "newStatesAvailable", "triggerDSSEvent", "nextEventTime", "time", "der", "initial", "terminal", "and",
         "or", "not", "if", "then", "else", "when", "while", "for", "loop", "end", "model", "block", "type", "input", "output", "parameter", "constant",
         "flow", "stream", "inner", "outer", "final", "each", "in", "true", "false", "public", "protected", "connect", "equation", "algorithm"}


def wrapper(model: str) -> str:
    return re.search(rf"^  model {model} .*?^  end {model};", PACKAGE.read_text(), re.MULTILINE | re.DOTALL)[0]


def names(fmu, causality):
    return {mangled(v.name) for v in fmu.description.modelVariables if v.causality == causality}


def test_the_package_is_the_one_that_is_written_from_the_descriptions():
    assert PACKAGE.read_text() == package(reevings()), "tools/update-model-descriptions writes it anew"


def test_every_fmu_with_a_shaft_has_its_wrapper():
    assert {fmu.model for fmu in WITH_SHAFT} == {description.modelName for description in reevings()} and WITH_SHAFT


@pytest.mark.parametrize("plant", WITH_SHAFT, ids=str)
def test_a_wrapper_gives_each_input_once_and_takes_what_is_an_output(plant):
    text = wrapper(plant.model)
    assert f".{imported(plant.description)} fmu " in text
    assert sorted(re.findall(r"^    fmu\.(\w+) = ", text, re.MULTILINE)) == sorted(names(plant, "input"))
    taken = re.findall(r"fmu\.(\w+)", " ".join(re.findall(r"= (.*);$", text, re.MULTILINE)))
    assert set(taken) == names(plant, "output")


@pytest.mark.parametrize("plant", EXCHANGED, ids=str)
def test_names_stay_different_when_importfmu_mangles_them(plant):
    found = [mangled(v.name) for v in plant.description.modelVariables]
    assert len(found) == len(set(found))
    assert not TAKEN & set(found)
    assert all(re.fullmatch(r"[A-Za-z]\w*", name) for name in found)


def test_the_script_says_what_the_package_needs():
    assert 'setCommandLineOptions("--allowNonStandardModelica=reinitInAlgorithms")' in SCRIPT
    assert set(re.findall(r'loadFile\("(.*?)"\)', SCRIPT)) == {"Elevator_me_FMU.mo", "Reeve.mo"}
    ports = set(re.findall(r"elevator\.(\w+)", SCRIPT))
    text = wrapper("Elevator")
    assert ports == {"flange", "brake", "cabin_payload", "cabin_position"}
    assert all(re.search(rf"(Input|Output) {port}[(\[ ]", text) for port in ports - {"flange"})


# OpenModelica 1.27 passes the first of several Boolean parameters only (and our FMU then refuses the others).
@pytest.mark.parametrize("plant", EXCHANGED, ids=str)
def test_no_fmu_for_model_exchange_has_two_boolean_parameters(plant):
    assert sum(v.type == "Boolean" and v.causality == "parameter" for v in plant.description.modelVariables) <= 1
