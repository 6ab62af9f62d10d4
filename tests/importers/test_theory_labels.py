"""Labels of equations in code and theory pages."""

import subprocess
import sys

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
