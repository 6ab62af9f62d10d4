"""From the command line and files to the list of points."""

import pytest

from sweep import WrongUse, measures
from sweep.fmu import find
from sweep.points import all_points


def points(fmu, *varied, fixed=(), file=None):
    return all_points(fmu, list(fixed), list(varied), file)


def written(folder, text):
    file = folder / "points.csv"
    file.write_text(text)
    return file


def test_a_grid_has_all_combinations_and_the_last_name_varies_fastest(elevator):
    grid = points(elevator, "cabin_payload=0:1600:200", "rope.damping=1e-3,2e-3", fixed=["gravity=9.8"])
    assert len(grid) == 9 * 2
    assert [tuple(point.values()) for point in grid[:3]] == [(9.8, 0, 1e-3), (9.8, 0, 2e-3), (9.8, 200, 1e-3)]
    assert grid[-1] == {"gravity": 9.8, "cabin_payload": 1600, "rope.damping": 2e-3}


@pytest.mark.parametrize("text, values", [
    ("0:0.3:0.1", [0, 0.1, 0.2, 0.3]),
    ("0:1:0.4", [0, 0.4, 0.8]),
    ("2:2:1", [2]),
    ("3:1:-1", [3, 2, 1]),
    ("1e3:3e3:1e3", [1e3, 2e3, 3e3]),
    ("5,1:2:1", [5, 1, 2]),
])
def test_a_range_holds_the_numbers_that_one_would_type_and_its_end_if_the_step_leads_there(elevator, text, values):
    assert [point["cabin_payload"] for point in points(elevator, f"cabin_payload={text}")] == values


def test_values_have_the_type_of_their_variable(elevator):
    point = points(elevator, "rope.axial_modes=2:4:2", "sheaves.flux=false,true")[1]
    assert point == {"rope.axial_modes": 2, "sheaves.flux": True}
    assert type(point["rope.axial_modes"]) is int and type(point["sheaves.flux"]) is bool


def test_without_anything_to_vary_there_is_one_point(elevator):
    assert points(elevator) == [{}]


def test_rows_of_a_file_are_points_and_meet_every_point_of_the_grid(elevator, tmp_path):
    file = written(tmp_path, "\ufeffcabin_payload, gravity\n100,9.8\n\n200,9.9\n")
    assert [tuple(point.items()) for point in points(elevator, file=file)] == [
        (("cabin_payload", 100), ("gravity", 9.8)), (("cabin_payload", 200), ("gravity", 9.9))]
    assert len(points(elevator, "rope.damping=1e-3,2e-3,3e-3", file=file)) == 6


@pytest.mark.parametrize("text, words", [
    ("1,2\n3,4\n", ["no header", "first line"]),
    ("", ["empty"]),
    ("gravity\n", ["no points"]),
    ("gravity,cabin_payload\n1\n", [":2", "1 values for 2 names"]),
    ("gravity\n9.8\nmuch\n", [":3", "'much'", "finite number"]),
    ("gravty\n9.8\n", ["points.csv", "'gravty'", "did you mean gravity?"]),
    ("gravity,gravity\n1,2\n", ["gravity is given twice"]),
])
def test_a_file_that_cannot_be_understood_is_refused_with_the_place_and_the_reason(elevator, tmp_path, text, words):
    with pytest.raises(WrongUse) as refused:
        points(elevator, file=written(tmp_path, text))
    assert not [word for word in words if word not in str(refused.value)], refused.value


@pytest.mark.parametrize("text, words", [
    ("cabin_paylod=1", ["'cabin_paylod'", "did you mean cabin_payload?"]),
    ("cabin_payload", ["NAME=VALUES", "for example"]),
    ("cabin_payload=", ["NAME=VALUES"]),
    ("cabin_payload=heavy", ["'heavy'", "a finite number"]),
    ("cabin_payload=nan", ["'nan'", "a finite number"]),
    ("cabin_payload=1,,2", ["''", "a finite number"]),
    ("cabin_payload=0:1:0", ["FIRST:LAST:STEP", "other than 0"]),
    ("cabin_payload=0:1", ["FIRST:LAST:STEP"]),
    ("cabin_payload=0:1:nan", ["FIRST:LAST:STEP"]),
    ("cabin_payload=0:inf:1", ["FIRST:LAST:STEP"]),
    ("cabin_payload=0:1:-1", ["empty"]),
    ("cabin_payload=0:1:1e-9", ["1000000001 values"]),
    ("rope.axial_modes=1.5", ["'1.5'", "an integer"]),
    ("sheaves.flux=maybe", ["true or false"]),
    ("cabin_position=1", ["neither a parameter nor an input"]),
])
def test_what_cannot_be_varied_is_refused_with_what_would_do(elevator, text, words):
    with pytest.raises(WrongUse) as refused:
        points(elevator, text)
    assert not [word for word in words if word not in str(refused.value)], refused.value


def test_a_name_that_is_given_twice_is_refused(elevator, tmp_path):
    for arguments in ({"fixed": ["gravity=1"]}, {"file": written(tmp_path, "gravity\n1\n")}):
        with pytest.raises(WrongUse, match="gravity is given twice"):
            points(elevator, "gravity=2", **arguments)
    with pytest.raises(WrongUse, match="gravity is given twice"):
        points(elevator, "gravity=2", "gravity=3")


@pytest.mark.parametrize("text, words", [
    ("max:motor_torq", ["did you mean motor_torque"]),
    ("mx:motor_torque", ["did you mean max?"]),
    ("motor_torque", ["KIND:NAME"]),
    ("max:rope_tension_end", ["rope_tension_end[1] to rope_tension_end[4]"]),
])
def test_what_cannot_be_measured_is_refused_with_what_would_do(elevator, text, words):
    with pytest.raises(WrongUse) as refused:
        measures.parse(elevator, [text])
    assert not [word for word in words if word not in str(refused.value)], refused.value


@pytest.mark.parametrize("model, words", [("Elevater", ["did you mean Elevator"]), ("missing.fmu", ["no such file"]),
                                          ("missing.toml", ["no such file"])])
def test_a_model_that_is_not_there_is_named(tmp_path, model, words):
    with pytest.raises(WrongUse) as refused:
        find(model, 3, tmp_path)
    assert not [word for word in words if word not in str(refused.value)], refused.value


def test_a_file_that_is_no_fmu_is_refused(tmp_path):
    file = tmp_path / "text.fmu"
    file.write_text("no archive")
    with pytest.raises(WrongUse, match="no FMU that can be read"):
        find(str(file), 3, tmp_path).variables
