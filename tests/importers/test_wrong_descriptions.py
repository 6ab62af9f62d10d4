"""Every file of tests/descriptions/ says in its head what `reeve statics` must say of it.

    # says: ...     words of the message; in wrong/ the command ends with 1, in implausible/ with 0
"""

import re

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


@pytest.mark.parametrize("file", files("wrong"), ids=lambda file: file.stem)
def test_a_wrong_description_is_refused_with_its_reason(file):
    done = reeve("statics", file)
    assert done.returncode == 1 and [words for words in said(file) if words not in done.stderr] == [], done.stderr
