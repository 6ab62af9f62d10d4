"""The shared library inside the FMU, and the tool that looks at it."""

import re
import subprocess
import sys
from pathlib import Path

import foreign_process
from fmu_under_test import BUILD, ROOT

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


# What may lie in writable memory beside constants: tables that are made once under a lock of the compiler, and what
# headers of others keep so. Anything else would be shared by instances in other threads.
MADE_ONCE = re.compile(r"(reeve::mechanics::(cubic|sine)_shapes(<\d+>)?\(\)::table|reeve::fmus::all_kinds\(\)::kinds"
                       r"|std::__ioinit|Eigen::internal::manage_caching_sizes\(.*\)::m_cacheSizes)$")
CONSTANT = re.compile(r"(\bk[A-Z]\w*|^reeve::variables::unit::\w+)$")


def writable_objects(archive: Path) -> list[str]:
    """Demangled names of the objects that a program could write to; virtual tables and the like are read-only when loaded."""
    listing = subprocess.run(["objdump", "--syms", "--demangle", archive], check=True, capture_output=True, text=True).stdout
    object_row = re.compile(r"^[0-9a-f]+ .{6}O \.(?:t?data|t?bss)(?!\.rel\.ro)\S*\s+[0-9a-f]+ (?:\.hidden )?(.*)$", re.MULTILINE)
    names = [name.removeprefix("guard variable for ") for name in object_row.findall(listing)]
    return [name for name in names if not name.startswith("DW.ref.")]    # the compiler's own addresses


def test_no_code_of_a_model_keeps_anything_that_instances_share():
    archives = sorted(BUILD.glob("fmu_src/*/lib*.a"))
    objects = {name for archive in archives for name in writable_objects(archive)}
    assert any(CONSTANT.search(name) for name in objects), "objdump lists no objects"
    assert not [name for name in objects if not MADE_ONCE.match(name) and not CONSTANT.search(name)]


def test_a_variable_that_instances_share_is_found(tmp_path):
    source, unit = tmp_path / "shared.cpp", tmp_path / "shared.o"
    source.write_text("int steps; int step() { static double last; last += 1; return ++steps; }")
    subprocess.run(["g++", "-c", source, "-o", unit], check=True)
    assert sorted(writable_objects(unit)) == ["step()::last", "steps"]
