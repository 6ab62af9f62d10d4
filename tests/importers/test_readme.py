"""What the README shows is what the commands give."""

import re

from fmu_under_test import BUILD, ROOT
from test_command_line import reeve

README = (ROOT / "README.md").read_text()
GOODS_LIFT = ROOT / "docs/goods-lift.toml"


def test_the_goods_lift_of_the_readme_is_the_one_in_docs_and_drawn_from_it():
    assert GOODS_LIFT.read_text() in README
    assert reeve("draw", GOODS_LIFT).stdout == (ROOT / "docs/goods-lift.svg").read_text()


def test_the_goods_lift_has_an_equilibrium_and_becomes_an_fmu(tmp_path):
    assert reeve("statics", GOODS_LIFT).returncode == 0
    assert reeve("export", GOODS_LIFT, "-o", tmp_path / "GoodsLift.fmu").returncode == 0


def test_every_command_of_reeve_is_in_the_readme():
    listed = README.split("build/bin/reeve (", 1)[1].split(")", 1)[0].replace(",", " ").split()
    offered = re.findall(r"^  ([a-z]+) ", reeve("--help").stdout.split("Subcommands:")[1], re.MULTILINE)
    assert sorted(listed) == sorted(offered)


def test_every_command_and_folder_of_tools_that_the_readme_names_exists():
    named = set(re.findall(r"\btools/[\w/.-]*\w", README)) | {f"tools/{word}" for word in listed_commands()}
    assert {"tools/ride", "tools/test", "tools/validate", "tools/bench", "tools/drive", "tools/sweep"} <= named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_reeve_command_that_the_readme_names_exists():
    named = set(re.findall(r"\breeve ([a-z]+)\b", README))
    assert (BUILD / "bin" / "reeve").exists()
    assert [command for command in sorted(named) if reeve(command, "--help").returncode != 0] == []


def listed_commands():
    """"tools/ride, test, drive ..." at the top of the picture of the architecture."""
    return re.search(r"^ *tools/((?:\w+, )+\w+)", README, re.MULTILINE).group(1).split(", ")
