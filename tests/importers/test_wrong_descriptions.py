"""Every file of tests/descriptions/ says in its head what `reeve statics` (or another command) must say of it.

    # command: simulate --stop 0.01
    # says: ...     words of the message; in wrong/ the command ends with 1, in implausible/ with 0
"""

import re

import fmpy
import pytest

from fmu_under_test import ROOT
from test_command_line import reeve

FOLDER = ROOT / "tests" / "descriptions"


def files(kind):
    return sorted((FOLDER / kind).glob("*.toml"))


def said(file):
    words = re.findall(r"^# says: (.*)$", file.read_text(), re.MULTILINE)
    assert words, f"{file} does not say what is expected"
    return words


def run(file):
    command = re.search(r"^# command: (.*)$", file.read_text(), re.MULTILINE)
    name, *options = command[1].split() if command else ["statics"]
    return reeve(name, file, *options)


@pytest.mark.parametrize("file", files("wrong"), ids=lambda file: file.stem)
def test_a_wrong_description_is_refused_with_its_reason(file):
    done = run(file)
    assert done.returncode == 1 and [words for words in said(file) if words not in done.stderr] == [], done.stderr


@pytest.mark.parametrize("file", files("implausible"), ids=lambda file: file.stem)
def test_an_implausible_description_gets_a_warning_with_value_limit_and_the_likely_slip(file):
    done = run(file)
    assert done.returncode == 0 and "warning: " in done.stderr, done.stderr
    assert [words for words in said(file) if words not in done.stderr] == [], done.stderr


SOUND = [*sorted((ROOT / "resources/reevings").glob("*.toml")), *sorted((ROOT / "docs/examples").glob("*.toml"))]


@pytest.mark.parametrize("file", SOUND, ids=lambda file: file.stem)
def test_shipped_machines_and_examples_are_plausible(file):
    assert reeve("statics", file).stderr == "" and reeve("simulate", file, "--stop", "0.01").stderr == ""


def test_the_fmu_itself_warns_and_export_does(tmp_path):
    file = FOLDER / "implausible" / "drum-radius-in-mm.toml"
    fmu = tmp_path / "lift.fmu"
    assert "is it in mm?" in reeve("export", file, "-o", fmu).stderr
    assert reeve("export", file, "-o", fmu, "--quiet").stderr == ""
    said_by_fmu = []
    fmpy.simulate_fmu(str(fmu), stop_time=0.01, logger=lambda *words: said_by_fmu.append(words[-1]))
    assert any(b"drive.radius = 260 m" in message for message in said_by_fmu)


def test_a_description_that_does_not_start_is_exported_with_a_warning(tmp_path):
    file = tmp_path / "lift.toml"
    file.write_text((FOLDER / "implausible" / "wrap-in-degrees.toml").read_text().replace('"drive.wrap" = 180', '"start.travel" = 40'))
    done = reeve("export", file, "-o", tmp_path / "lift.fmu")
    assert done.returncode == 0 and "it does not start" in done.stderr and "start.travel = 40 m" in done.stderr
