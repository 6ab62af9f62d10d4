"""The language of descriptions: one schema, which validators from elsewhere apply, and a page that is written from it."""

import json
import re
import subprocess
import sys
import tomllib

import pytest
from jsonschema import Draft7Validator

from fmu_under_test import ROOT
from test_command_line import reeve

SHIPPED = [file for file in sorted((ROOT / "resources").rglob("*.toml")) if file.parent.name != "catalogue"]
EXAMPLES = [ROOT / "docs/goods-lift.toml", *sorted((ROOT / "docs/examples").glob("*.toml"))]
MODELS = ["CableConduit", "Drive", "FlexibleSheet", "FrictionBlock", "Reeving", "RopePulley"]


def validator(*model):
    schema = json.loads(reeve("schema", *model).stdout)
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


@pytest.fixture(scope="module")
def schema():
    return validator()


def name_of(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("file", [*SHIPPED, *EXAMPLES], ids=name_of)
def test_every_shipped_description_is_toml_1_0_and_fits_the_schema(file, schema):
    assert [error.message for error in schema.iter_errors(tomllib.loads(file.read_text()))] == []


@pytest.mark.parametrize("page", ["README.md", "docs/description.md"])
def test_every_description_of_a_page_is_toml_1_0_and_fits_the_schema(page, schema):
    texts = re.findall(r"```toml\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert texts
    for text in texts:
        assert [error.message for error in schema.iter_errors(tomllib.loads(text))] == []


@pytest.mark.parametrize("model", MODELS)
def test_the_schema_of_one_model_takes_its_descriptions_and_no_others(model):
    valid = validator(model)
    for file in SHIPPED:
        description = tomllib.loads(file.read_text())
        assert valid.is_valid(description) == (description["model"] == model), file


# what is changed in docs/goods-lift.toml, and a word of the reader's message
WRONG = [
    ("mass = 1800", "masss = 1800", "did you mean"),
    ("mass = 1800", "mass = -1800", "greater than 0 kg"),
    ("mass = 1800", 'mass = "1.8 t"', "finite number"),
    ("mass = 1800, ", "", "missing"),
    ("EA = 1.5e7", "EA = 0", "greater than 0 N"),
    ("damping = 1e-3", "damping = -1", "at least 0 s"),
    ("damping = 1e-3", "axial_modes = 9", "at most 8"),
    ("damping = 1e-3", "axial_modes = 2.5", "whole number"),
    ("loadable = true", "loadable = 1", "true or false"),
    ('on = "platform"', 'on = "platform", height = 3', "stands beside"),
    ('on = "platform", ', "", "missing"),
    ('name = "left"', 'name = "l e f t"', "C identifier"),
    ('sides = ["platform", "counterweight"]', "sides = []", "entries"),
    ("inertia = 3", "inertia = 3, wrap = 0", "deg"),
    ("inertia = 3", 'inertia = 3, mu = 0.1, groove = {type = "square"}', "undercut"),
    ("inertia = 3", "inertia = 3, friction = 0.1, mu = 0.1", "stands beside"),
    ('model = "Reeving"', 'model = "Reefing"', "did you mean"),
    ('name = "GoodsLift"', 'name = "GoodsLift"\nexperiment = {stop = 0}', "greater than 0 s"),
    ('name = "GoodsLift"', 'name = "GoodsLift"\ncolour = "red"', "unknown key"),
]


@pytest.mark.parametrize("before, after, word", WRONG, ids=[after or f"without {before}" for before, after, _ in WRONG])
def test_what_the_reader_refuses_by_key_and_line_the_schema_refuses_too(before, after, word, schema, tmp_path):
    text = (ROOT / "docs/goods-lift.toml").read_text()
    assert text.count(before) >= 1
    wrong = text.replace(before, after, 1)
    assert not schema.is_valid(tomllib.loads(wrong))
    file = tmp_path / "wrong.toml"
    file.write_text(wrong)
    done = reeve("statics", file)
    assert done.returncode == 1 and word in done.stderr
    assert re.match(rf"reeve: .*wrong\.toml:{wrong_line(text, before)}: ", done.stderr), done.stderr


def wrong_line(text, before):
    return text[:text.index(before)].count("\n") + (2 if before == 'name = "GoodsLift"' else 1)


def test_the_page_of_the_language_is_what_schema_and_examples_give():
    done = subprocess.run([sys.executable, ROOT / "tools/lib/description_page/main.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_page_names_every_key_of_every_model():
    page = (ROOT / "docs/description.md").read_text()

    def keys(of):
        for name, key in of.get("properties", {}).items():
            yield name
            yield from keys(key.get("items", key))

    for model in MODELS:
        assert [key for key in keys(json.loads(reeve("schema", model).stdout)) if f"`{key}`" not in page] == []


def test_an_unknown_model_is_named_with_those_that_exist():
    done = reeve("schema", "Reevin")
    assert done.returncode == 1 and 'did you mean "Reeving"' in done.stderr


@pytest.mark.parametrize("file", EXAMPLES, ids=name_of)
def test_every_example_has_an_equilibrium_runs_to_its_end_and_becomes_an_fmu(file, tmp_path):
    assert reeve("statics", file).returncode == 0
    assert reeve("simulate", file, "--step", "0.05").returncode == 0
    assert reeve("export", file, "-o", tmp_path / "example.fmu").returncode == 0


@pytest.mark.parametrize("file", SHIPPED, ids=name_of)
def test_shipped_descriptions_say_whose_they_are_and_have_the_version_of_the_library(file):
    description = tomllib.loads(file.read_text())
    assert description["author"] == "The Reeve developers" and description["license"] == "MIT"
    assert description["version"] == reeve("--version").stdout.strip()
