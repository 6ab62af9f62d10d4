"""The shared library inside the FMU, and the tool that looks at it."""

import subprocess
import sys

import foreign_process
from fmu_under_test import ROOT

CHECK = ROOT / "tools" / "check_binary"


def test_the_library_exports_only_fmi_and_needs_only_glibc(fmu):
    foreign_process.run(sys.executable, CHECK, fmu.path)


def test_check_binary_refuses_a_library_that_is_no_fmu():
    """Python's own libraries export and need other things: the test above can fail."""
    import lxml.etree

    done = subprocess.run([sys.executable, CHECK, lxml.etree.__file__], capture_output=True, text=True)
    assert done.returncode == 1 and "surprise:" in done.stderr


def test_the_glibc_ceiling_is_obeyed(fmu):
    done = subprocess.run([sys.executable, CHECK, "--glibc", "2.0", fmu.path], capture_output=True, text=True)
    assert done.returncode == 1 and "needs glibc" in done.stderr
