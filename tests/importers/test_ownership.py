"""An FMU made from someone's description is theirs, and carries the licences of what is inside."""

import zipfile
from xml.etree import ElementTree

import pytest

from fmu_under_test import FMU_FOLDER, ROOT
from test_command_line import reeve

OWNER = {"author": "Ada Example", "copyright": "Copyright (c) 2026 Example Lifts", "license": "all rights reserved", "version": "1.2.0"}
LIFT = (ROOT / "docs/goods-lift.toml").read_text()


def exported(tmp_path, text, *options):
    file, fmu = tmp_path / "lift.toml", tmp_path / "lift.fmu"
    file.write_text(text)
    assert reeve("export", file, "-o", fmu, *options).returncode == 0
    return zipfile.ZipFile(fmu)


def attributes(archive):
    return ElementTree.fromstring(archive.read("modelDescription.xml")).attrib


@pytest.mark.parametrize("version", ["2", "3"])
def test_an_fmu_says_of_its_owner_what_its_description_says(tmp_path, version):
    archive = exported(tmp_path, "".join(f'{key} = "{text}"\n' for key, text in OWNER.items()) + LIFT, "--fmi", version)
    assert {key: attributes(archive).get(key) for key in OWNER} == OWNER
    text = archive.read("documentation/licenses/license.txt").decode()
    assert all(words in text for words in OWNER.values())


def test_an_fmu_whose_description_names_no_owner_claims_none(tmp_path):
    archive = exported(tmp_path, LIFT)
    assert not set(OWNER) & set(attributes(archive)) and attributes(archive)["generationTool"].startswith("Reeve ")
    text = archive.read("documentation/licenses/license.txt").decode()
    assert "not stated" in text and "Reeve developers" not in text


def test_shipped_fmus_are_ours():
    with zipfile.ZipFile(FMU_FOLDER / "fmi3" / "Elevator.fmu") as archive:
        assert attributes(archive)["author"] == "The Reeve developers" and attributes(archive)["license"] == "MIT"


def test_every_fmu_carries_the_full_text_of_every_licence_that_it_names(tmp_path):
    archive = exported(tmp_path, LIFT)
    folder = "documentation/licenses/"
    notices = archive.read(folder + "third-party.txt").decode()
    texts = [name.removeprefix(folder) for name in archive.namelist() if name.startswith(folder + "third-party/")]
    assert len(texts) == 6 and all(name in notices for name in texts)
    assert all(len(archive.read(folder + name)) > 1000 for name in texts)
    assert archive.read(folder + "reeve.txt").decode() == (ROOT / "LICENSE").read_text()


def test_comments_stay_in_the_fmu_unless_they_are_stripped_and_the_token_does_not_change(tmp_path):
    text = "# offer 4711, margin 30 %\n" + LIFT
    for folder in ("kept", "stripped"):
        (tmp_path / folder).mkdir()
    kept, stripped = exported(tmp_path / "kept", text), exported(tmp_path / "stripped", text, "--strip-comments")
    assert b"4711" in kept.read("resources/description.toml") and b"4711" not in stripped.read("resources/description.toml")
    assert attributes(kept)["instantiationToken"] == attributes(stripped)["instantiationToken"]
