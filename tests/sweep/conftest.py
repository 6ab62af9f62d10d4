"""The tests of tools/sweep use built FMUs and the package behind the command; what needs a cluster is slow."""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2] / "tools" / "lib")]

from sweep.fmu import find    # noqa: E402


@pytest.fixture(params=[2, 3], ids=["fmi2", "fmi3"])
def elevator(request, tmp_path):
    return find("Elevator", request.param, tmp_path)
