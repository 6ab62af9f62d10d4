"""The journal, the table and the page."""

import json

import pyarrow.csv
import pyarrow.parquet
import pytest

from sweep import WrongUse, measures, plot, table
from sweep.fmu import find
from sweep.journal import Journal, key_of

OK = {"status": "ok", "message": "", "values": [0.1 + 0.2, 1e-300], "seconds": 0.5}
FAILED = {"status": "failed", "message": 'says "no",\nand more', "values": None, "seconds": None}


def test_a_journal_gives_back_what_was_added_and_the_last_of_a_point_counts(tmp_path):
    with Journal(tmp_path / "a.jsonl") as journal:
        journal.add("a", {"x": 1}, FAILED)
        journal.add("b", {"x": 2}, FAILED)
        journal.add("a", {"x": 1}, OK)
    with Journal(tmp_path / "a.jsonl") as journal:
        assert {key: entry["status"] for key, entry in journal.finished.items()} == {"a": "ok", "b": "failed"}
        assert journal.finished["a"]["values"] == OK["values"] and journal.finished["b"]["message"] == FAILED["message"]


def test_a_line_half_written_costs_that_point_only(tmp_path):
    path = tmp_path / "a.jsonl"
    with Journal(path) as journal:
        journal.add("a", {}, OK)
        journal.add("b", {}, OK)
    path.write_bytes(path.read_bytes()[:-20])
    with Journal(path) as journal:
        assert list(journal.finished) == ["a"]
        journal.add("c", {}, OK)
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == ["a", "c"]


def test_two_sweeps_cannot_write_to_one_journal(tmp_path):
    with Journal(tmp_path / "a.jsonl"):
        with pytest.raises(WrongUse, match="in use by another sweep"):
            Journal(tmp_path / "a.jsonl")


def test_everything_that_decides_about_a_result_is_in_its_key(tmp_path):
    same = ("token", {"a": 1.0, "b": 2.0}, 12.0, 1e-3, ["max:x"])
    others = [("token 2", *same[1:]), (same[0], {"a": 1.0, "b": 2.5}, *same[2:]), (*same[:2], 13.0, *same[3:]),
              (*same[:3], 2e-3, same[4]), (*same[:4], ["min:x"])]
    assert key_of(*same) == key_of("token", {"b": 2.0, "a": 1.0}, *same[2:])
    assert len({key_of(*arguments) for arguments in [same, *others]}) == 6
    assert find("Elevator", 2, tmp_path).fingerprint != find("Elevator", 3, tmp_path).fingerprint


@pytest.fixture
def result(elevator):
    """Two by two points, one of which failed."""
    points = [{"cabin_payload": p, "sheaves.flux": f} for p in (0.0, 100.0) for f in (False, True)]
    wanted = measures.parse(elevator, ["max:motor_torque", "end:rope_tension_end[1]"])
    return elevator, wanted, table.build(elevator, points, [OK, OK, FAILED, OK], wanted, {"reeve.model": "Elevator"})


def test_csv_and_parquet_hold_the_same_to_the_last_bit(result, tmp_path):
    _, _, built = result
    for name in ("a.csv", "a.parquet"):
        table.write(built, tmp_path / name)
    parquet = pyarrow.parquet.read_table(tmp_path / "a.parquet")
    options = pyarrow.csv.ConvertOptions(column_types=parquet.schema)
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    assert pyarrow.csv.read_csv(tmp_path / "a.csv", parse_options=parse, convert_options=options).equals(parquet)
    assert parquet.equals(built)
    assert parquet.column("max:motor_torque").to_pylist() == [0.1 + 0.2, 0.1 + 0.2, None, 0.1 + 0.2]
    assert sorted(path.name for path in tmp_path.iterdir() if not path.is_dir()) == ["a.csv", "a.parquet"]


def test_a_table_of_another_kind_is_refused(tmp_path):
    with pytest.raises(WrongUse, match=".parquet or .csv"):
        table.check_path(tmp_path / "a.xlsx")


def test_the_page_needs_no_network_and_lists_the_failed_points(result, tmp_path):
    fmu, wanted, built = result
    plot.write(built, fmu, wanted, tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text()
    assert "<script src=" not in page and "<link" not in page
    assert page.count("Plotly.newPlot(") == 2
    assert "max:motor_torque [N.m]" in page and "says &quot;no&quot;" in page


def test_more_than_two_varied_parameters_share_one_chart(elevator, tmp_path):
    points = [{"cabin_payload": payload, "sheaves.flux": flux, "gravity": gravity}
              for payload in (0.0, 1.0) for flux in (False, True) for gravity in (9.0, 10.0)]
    wanted = measures.parse(elevator, ["max:motor_torque", "end:rope_tension_end[1]"])
    plot.write(table.build(elevator, points, [OK] * 8, wanted, {}), elevator, wanted, tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text().count("Plotly.newPlot(") == 1
