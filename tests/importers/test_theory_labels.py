"""Labels of equations in code and theory pages."""

import subprocess
import sys

import pytest

from fmu_under_test import ROOT

CHECK = [sys.executable, ROOT / "tools" / "check_theory_labels.py"]


def check(*arguments) -> tuple[int, str]:
    done = subprocess.run([*CHECK, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout


def test_every_label_in_the_code_is_defined_once_in_the_theory():
    code, text = check()
    assert not text and code == 0


def test_an_undefined_label_is_found(tmp_path):
    (tmp_path / "law.hpp").write_text("/// f = mu N   (T-LAW.1)\n")
    code, text = check(tmp_path)
    assert code == 1 and "law.hpp:1: (T-LAW.1) is defined in no theory page" in text


def test_a_label_that_is_defined_twice_is_found(tmp_path):
    (tmp_path / "theory").mkdir()
    (tmp_path / "theory" / "law.md").write_text(2 * "    f = mu N   (T-LAW.1)\n" + "\nBy (T-LAW.1) we see.\n")
    code, text = check(tmp_path)
    assert code == 1 and "(T-LAW.1) is defined 2 times" in text


def test_a_label_behind_a_higher_one_is_found(tmp_path):
    (tmp_path / "theory").mkdir()
    (tmp_path / "theory" / "law.md").write_text("    f = mu N   (T-LAW.2)\n\nBy (T-LAW.1) we see.\n\n    N = m g   (T-LAW.1)\n")
    code, text = check(tmp_path)
    assert code == 1 and "law.md:5: (T-LAW.1) stands behind (T-LAW.2)" in text


@pytest.mark.parametrize("text, undefined", [
    ("(T-LAW.1, T-LAW.3)", [3]),
    ("(T-LAW.1), (T-LAW.3)", [3]),
    ("(T-LAW.1 to T-LAW.4)", [3, 4]),
    ("(T-LAW.1) to (T-LAW.4)", [3, 4]),
    ("by T-LAW.1 to 3.", [3]),
    ("by T-LAW.2-4", [3, 4]),
    ("by T-LAW.1, 2 and 5", [5]),
    ("by T-LAW.1, 0.5 s later", []),
    ("(T-LAW.1), 5 N", []),
    ("T-LAW.2", []),
])
def test_every_label_of_a_list_or_a_range_is_a_reference(tmp_path, text, undefined):
    (tmp_path / "theory").mkdir()
    (tmp_path / "theory" / "law.md").write_text("    f = mu N   (T-LAW.1)\n    N = m g   (T-LAW.2)\n")
    (tmp_path / "law.hpp").write_text(f"/// {text}\n")
    code, found = check(tmp_path)
    assert code == bool(undefined)
    assert found.splitlines() == [f"{tmp_path}/law.hpp:1: (T-LAW.{n}) is defined in no theory page" for n in undefined]
