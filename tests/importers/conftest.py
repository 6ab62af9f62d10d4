"""Every test that asks for `fmu` runs on each FMU of both versions, `fmi2_fmu` on those of FMI 2.0."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fmu_under_test import BUILD, built_fmus    # noqa: E402

# CMake says in its cache whether it found FMI4cpp, and tools/test repeats it.
collect_ignore = [] if (BUILD / "bin" / "run_in_fmi4cpp").exists() else ["test_fmi4cpp.py"]


def pytest_generate_tests(metafunc):
    fmi2, fmi3 = built_fmus(2), built_fmus(3)
    for fixture, fmus in {"fmu": fmi2 + fmi3, "fmi2_fmu": fmi2}.items():
        if fixture in metafunc.fixturenames:
            metafunc.parametrize(fixture, fmus, ids=str)
