"""Every test that asks for `fmu` runs on each FMU of both versions, `fmi2_fmu` on those of FMI 2.0."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fmu_under_test import BUILD, built_fmus    # noqa: E402

# CMake says in its cache whether it found FMI4cpp, and tools/test repeats it.
collect_ignore = [] if (BUILD / "bin" / "run_in_fmi4cpp").exists() else ["test_fmi4cpp.py"]


def pytest_addoption(parser):
    parser.addoption("--only", metavar="REGEX", default="", help="run only tests whose name matches, as ctest -R does")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: needs a tool that is slow to install; left out by tools/test --quick")


def pytest_generate_tests(metafunc):
    fmi2, fmi3 = built_fmus(2), built_fmus(3)
    for fixture, fmus in {"fmu": fmi2 + fmi3, "fmi2_fmu": fmi2}.items():
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, fmus, ids=str)


def pytest_collection_modifyitems(config, items):
    wanted = re.compile(config.getoption("only"))
    dropped = [item for item in items if not wanted.search(item.nodeid)]
    items[:] = [item for item in items if wanted.search(item.nodeid)]
    config.hook.pytest_deselected(items=dropped)
