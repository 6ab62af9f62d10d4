"""Ropes as one buys them: the catalogue, and what `reeve` makes of count, type and diameter."""

import tomllib
import zipfile

import fmpy
import pytest

from fmu_under_test import ROOT
from test_command_line import reeve

FILE = ROOT / "resources/catalogue/ropes.toml"
CATALOGUE = tomllib.loads(FILE.read_text())["rope"]
ROWS = [pytest.param(row, id=row["types"][0]) for row in CATALOGUE]
LIFT = (ROOT / "docs/examples/twelve-floors.toml").read_text()
BOUGHT = 'count = 5, type = "8x19S-IWRC", diameter = 0.010,'
ROUNDING = 1e-8    # nine digits are written


def statics(tmp_path, rope):
    file = tmp_path / "lift.toml"
    assert BOUGHT in LIFT
    file.write_text(LIFT.replace(BOUGHT, rope))
    done = reeve("statics", file)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\nropes\n")[1].split("\nwith\n")[0].splitlines()
    return {line.split()[0]: float(line.split()[1]) for line in lines if line}, done


@pytest.mark.parametrize("row", ROWS)
def test_each_row_names_a_source_that_the_head_of_the_file_explains(row):
    head = FILE.read_text().split("[[rope]]")[0]
    assert row["source"] in ("feyrer", "both") and row["modulus"] == "general"
    assert f"#   {row['source']} " in head and f"#   {row['modulus']} " in head
    assert 0 < row["uncertainty"]["mass"] <= 0.1 and 0 < row["uncertainty"]["stiffness"] <= 0.2


@pytest.mark.parametrize("row", ROWS)
def test_the_factors_are_those_of_steel_wires_around_a_core(row):
    """Helices are longer than the rope, cores and grease weigh, and a rope breaks below the sum of its wires."""
    assert 1.05 < row["W"] / (row["C"] * 0.785) < 1.35    # 7850 kg/m3 are 0.785 kg/m per cm2
    assert 0.7 < row["K"] / row["C"] < 0.92
    assert (row["E"] == 70e9) == row["types"][0].endswith("-FC")


# Printed values of others, for a rope of 10 mm or as said: mass [kg/m], minimum breaking force [kN]
@pytest.mark.parametrize("type_, d, grade, mass, force", [
    ("6x7-FC", 10, 1770, 0.345, 58.8),     # API 9A, Table C.1
    ("6x7-FC", 16, 1960, 0.883, 167),      # the same
    ("6x7-FC", 40, 1770, 5.52, 940),       # the same
    ("8x19S-FC", 10, 1570, 0.347, 46.0),   # elevator-low-rise.toml; EN 12385-5
    ("8x19S-IWRC", 8, 1570, 0.26, 35.8),   # elevator-mid-rise.toml
    ("8x19S-IWRC", 16, 1570, 1.05, 143),   # elevator-high-rise.toml
])
def test_mass_and_breaking_load_from_the_factors_are_those_that_others_print(type_, d, grade, mass, force):
    row = next(row for row in CATALOGUE if type_ in row["types"])
    assert row["W"] * d**2 / 100 == pytest.approx(mass, rel=row["uncertainty"]["mass"])
    assert row["K"] * d**2 * grade / 1000 == pytest.approx(force, rel=0.005)    # three digits are printed


@pytest.mark.parametrize("row", ROWS)
def test_count_type_and_diameter_give_the_numbers_of_the_set(row, tmp_path):
    found, _ = statics(tmp_path, f'count = 4, type = "{row["types"][-1]}", diameter = 0.012,')
    assert found["rope.EA"] == pytest.approx(4 * row["E"] * row["C"] * 0.012**2, rel=ROUNDING)
    assert found["rope.density"] == pytest.approx(4 * row["W"] * 12**2 / 100, rel=ROUNDING)
    assert found["rope.breaking_load"] == pytest.approx(4 * row["K"] * 12**2 * row["grade"], rel=ROUNDING)


def test_safety_factor_and_bending_ratio_are_those_of_the_statics(tmp_path):
    found, done = statics(tmp_path, BOUGHT)
    tensions = [float(line.split()[1]) for line in done.stdout.splitlines() if line.startswith(("rope_tension_start[", "rope_tension_end["))]
    assert found["rope.largest_tension"] == max(tensions)
    assert found["rope.safety_factor"] == pytest.approx(found["rope.breaking_load"] / max(tensions), rel=1e-12)
    assert found["rope.D/d"] == pytest.approx(2 * 0.26 / 0.010, rel=1e-12)


def test_a_grade_of_ones_own_changes_the_breaking_load_only(tmp_path):
    usual, _ = statics(tmp_path, BOUGHT)
    strong, _ = statics(tmp_path, BOUGHT + " grade = 1770,")
    assert strong["rope.breaking_load"] == pytest.approx(usual["rope.breaking_load"] * 1770 / 1570, rel=ROUNDING)
    assert strong["rope.EA"] == usual["rope.EA"]


def test_stiffness_and_mass_by_hand_are_of_the_whole_set_also_beside_a_count_or_a_type(tmp_path):
    found, _ = statics(tmp_path, "count = 5, EA = 2e7, density = 2.1,")
    assert (found["rope.EA"], found["rope.density"]) == (2e7, 2.1) and "rope.safety_factor" not in found
    found, _ = statics(tmp_path, BOUGHT + " EA = 2e7,")
    assert found["rope.EA"] == 2e7 and found["rope.density"] == pytest.approx(5 * 0.407, rel=ROUNDING)


def test_an_fmu_holds_the_numbers_and_needs_no_catalogue(tmp_path):
    fmu = tmp_path / "lift.fmu"
    assert reeve("export", ROOT / "docs/examples/twelve-floors.toml", "-o", fmu).returncode == 0
    with zipfile.ZipFile(fmu) as archive:
        (rope,) = tomllib.loads(archive.read("resources/description.toml").decode())["rope"]
    assert rope["EA"] == pytest.approx(5 * 105e9 * 0.457e-4, rel=ROUNDING) and rope["type"] == "8x19S-IWRC"
    result = fmpy.simulate_fmu(str(fmu), stop_time=0.1, output=["car_position"])
    assert abs(result["car_position"][-1]) < 0.1


@pytest.mark.parametrize("rope, message", [
    ('type = "8x19S-FCC", diameter = 0.01,', 'rope[1].type: "8x19S-FCC" is not in the catalogue; did you mean "8x19S-FC"?'),
    ('type = "steel", diameter = 0.01,', "there are 6x7-FC, "),
    ('type = "8x19S-FC",', "rope[1].diameter: missing"),
    ('type = "8x19S-FC", diameter = 10,', "rope[1].diameter: 10 m: expected at least 0.001 m and at most 0.2 m"),
    ("count = 5,", "rope[1].EA: missing: give EA [N], or type"),
    ('count = 0, type = "8x19S-FC", diameter = 0.01,', "rope[1].count: 0: expected at least 1"),
])
def test_what_is_wrong_with_a_rope_is_named(rope, message, tmp_path):
    file = tmp_path / "lift.toml"
    file.write_text(LIFT.replace(BOUGHT, rope))
    done = reeve("statics", file)
    assert done.returncode == 1 and message in done.stderr, done.stderr
