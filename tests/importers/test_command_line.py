"""build/bin/reeve as a user types it."""

import re
import subprocess

import pytest

from fmu_under_test import BUILD, FMU_FOLDER


def reeve(*words):
    return subprocess.run([BUILD / "bin" / "reeve", *map(str, words)], capture_output=True, text=True)


def rows(csv):
    header, *lines = csv.splitlines()
    return [dict(zip(header.split(","), map(float, line.split(",")))) for line in lines]


@pytest.mark.parametrize("words, code, message", [
    (["simulate", "Elevtor"], 1, 'did you mean "Elevator"?'),
    (["simulate", "Elevator", "--set", "cabin.mas=1"], 1, "cabin.mass"),
    (["simulate", "Elevator", "--set", "cabin.mass"], 1, "expected name=value"),
    (["simulate", "Elevator", "--set", "cabin.mas=1"], 1, "--set cabin.mas"),
    (["simulate", "Elevator", "--set", "cabin.mass=[1,2]"], 1, "--set cabin.mass"),
    *((["simulate", "FrictionBlock", "--stop", stop], 1, f"--stop {stop}: expected a finite time") for stop in ("-1", "0", "inf", "nan")),
    *((["simulate", "FrictionBlock", "--step", step], 1, f"--step {step}: expected greater than 0 s") for step in ("-1", "0", "inf", "nan")),
    (["check", "--help"], 0, "--time-limit"),
    (["check", "--list"], 0, "P39"),
    (["check"], 2, "FILE.fmu"),
    (["info", "nothing.fmu"], 1, "there is no such file"),
    (["export", "Elevator", "--fmi", "4"], 2, "--fmi"),
    (["fly"], 2, "fly"),
    (["couple", "Elevator", "Drive", "--to-second", "sheave_speed"], 1, "expected output=input"),
    (["couple", "Elevator", "Drive", "--to-second", "sheave_spede=sheave_speed"], 1,
     'Elevator has no output "sheave_spede"; did you mean "sheave_speed"?'),
    (["couple", "Elevator", "Drive", "--to-second", "sheave_speed=foo"], 1, 'Drive has no input "foo"; `reeve info Drive` lists them'),
    (["couple", "Elevator", "Drive", "--to-second", "sheave_speed=start"], 1, "start of Drive: expected a real scalar input"),
    (["couple", "Elevator", "Drive", "--stop", "-1"], 1, "--stop: expected greater than the start time, 0 s"),
    (["couple", "Elevator", "Drive", "--step", "0"], 1, "--step: expected greater than 0"),
])
def test_wrong_use_is_explained_and_has_its_exit_code(words, code, message):
    done = reeve(*words)
    assert done.returncode == code and message in done.stdout + done.stderr


def test_a_model_coupled_with_itself_has_columns_of_its_own():
    header = reeve("couple", "Drive", "Drive", "--stop", "0.002").stdout.splitlines()[0].split(",")
    assert len(set(header)) == len(header) and {"first.drive_torque", "second.drive_torque"} <= set(header)


def test_a_start_that_is_no_table_is_explained_also_with_set(tmp_path):
    text = tmp_path / "block.toml"
    text.write_text('model = "FrictionBlock"\nname = "Block"\nstart = 3\n')
    done = reeve("simulate", text, "--set", "block.mass=2")
    assert done.returncode == 1 and "start in line 3 of the description is no table" in done.stderr


def test_the_last_step_is_shorter_if_steps_do_not_fit():
    times = lambda step: [row["time"] for row in rows(reeve("simulate", "FrictionBlock", "--stop", "1", "--step", step).stdout)]    # noqa: E731
    assert times("0.3") == pytest.approx([0, 0.3, 0.6, 0.9, 1.0], abs=1e-15)
    assert len(times("0.1")) == 11


@pytest.mark.parametrize("version", [2, 3])
def test_info_lists_the_variables_of_an_fmu(version):
    shown = reeve("info", FMU_FOLDER / f"fmi{version}" / "Elevator.fmu").stdout
    assert "cabin_position" in shown and "N.m" in shown and f"FMI {version}.0" in shown


def test_inputs_from_a_file_are_linear_between_its_rows(tmp_path):
    table = tmp_path / "inputs.csv"
    table.write_text("time,plate_velocity\n0,0\n1,0.1\n")
    run = rows(reeve("simulate", "FrictionBlock", "--input", table, "--stop", "2", "--step", "0.5", "--set", "spring.stiffness=0").stdout)
    assert run[-1]["block_velocity"] == pytest.approx(0.1, abs=1e-3)      # carried along: friction far exceeds the inertia
    assert run[1]["block_velocity"] == pytest.approx(0.05, abs=2e-3)


def test_names_in_quotes_are_read_as_they_are_written(tmp_path):
    table = tmp_path / "inputs.csv"
    table.write_text('"time", "plate_velocity"\r\n0,0.1\r\n')
    done = reeve("simulate", "FrictionBlock", "--input", table, "--stop", "0.1")
    assert done.returncode == 0 and not done.stderr


@pytest.mark.parametrize("text, message", [
    ("time,plate_velocty\n0,1\n", 'inputs.csv:1: "plate_velocty" is no input; did you mean "plate_velocity"?'),
    ('time,"node_x[1,2]"\n0,1\n', 'inputs.csv:1: "node_x[1,2]" is no input'),
    ("plate_velocity\n1\n", 'the first column to be "time"'),
    ("time,plate_velocity\n0,1\n0,2\n", "inputs.csv:3: time must grow"),
    ("time,plate_velocity\n0,fast\n", 'inputs.csv:2: plate_velocity = "fast": expected a finite number'),
    ("time,plate_velocity\n0\n", "1 values for 2 columns"),
    ("time,normal_force\n0,1\n1,-5\n", "inputs.csv:3: normal_force = -5 N: expected at least 0 N"),
    ("time,plate_velocity\n", "no rows"),
])
def test_a_wrong_input_file_is_refused_with_its_line(tmp_path, text, message):
    table = tmp_path / "inputs.csv"
    table.write_text(text)
    done = reeve("simulate", "FrictionBlock", "--input", table)
    assert done.returncode == 1 and message in done.stderr


def test_check_runs_the_conformance_checks():
    done = reeve("check", FMU_FOLDER / "fmi2" / "FrictionBlock.fmu")
    assert done.returncode == 0 and "0 failed" in done.stdout


def test_the_driver_makes_one_check_for_itself_as_it_does_on_windows(tmp_path):
    done = reeve("check", "--child", "X34", tmp_path, FMU_FOLDER / "fmi2" / "FrictionBlock.fmu", "--house")
    assert done.returncode == 0 and (tmp_path / "outcome").read_text() == "0"


def test_draw_shows_every_body_and_span_of_a_reeving():
    svg = reeve("draw", "ElevatorHighRise").stdout
    assert svg.startswith("<svg") and svg.count('class="span"') == 4 and svg.count('class="body"') == 4


def test_completion_is_valid_bash():
    done = reeve("completion")
    assert subprocess.run(["bash", "-n"], input=done.stdout, text=True).returncode == 0 and "simulate" in done.stdout


@pytest.mark.parametrize("model", ["Elevator", "ElevatorMidRise", "Hoist"])
def test_statics_are_those_of_a_drive_at_rest_in_every_mode(model):
    shown = {mode: reeve("statics", model, "--set", f"drive.mode={mode}").stdout for mode in (1, 2, 3)}
    values = {mode: {line.split()[0]: float(line.split()[1]) for line in text.split("\nropes\n")[0].splitlines() if not line.startswith(("drive_", "der("))}
              for mode, text in shown.items()}
    assert values[1] == values[2] == {name: value for name, value in values[3].items() if name in values[1]}
    assert abs(values[1][next(name for name in values[1] if name.endswith("_acceleration"))]) < 1e-9
    assert values[1]["motor_torque"] == values[1]["holding_torque"] != 0
    assert re.search(r"^drive\.mode +1 *$", shown[1].split("\nwith\n")[1], re.MULTILINE)


def test_a_run_that_fails_leaves_the_rows_before_its_failure(tmp_path):
    file = tmp_path / "run.csv"
    done = reeve("simulate", "Elevator", "--set", "drive.mode=1", "--set", "drive_torque=-3000", "--stop", "60", "--step", "0.1", "--csv", file)
    assert done.returncode == 1 and "at t =" in done.stderr
    run = rows(file.read_text())
    assert len(run) > 10 and run[-1]["time"] > 1


def test_export_says_what_it_wrote_and_wants_a_folder_that_exists(tmp_path):
    done = reeve("export", "Hoist", "--fmi", "2", "-o", tmp_path / "Hoist.fmu")
    assert done.returncode == 0 and re.search(r"Hoist\.fmu: FMI 2\.0, model exchange and co-simulation, linux64, \d+ kB$", done.stdout.strip())
    assert reeve("export", "Hoist", "-o", tmp_path / "Hoist.fmu", "--quiet").stdout == ""
    done = reeve("export", "Hoist", "-o", tmp_path / "nowhere" / "Hoist.fmu")
    assert done.returncode == 1 and f"there is no folder {tmp_path / 'nowhere'}" in done.stderr and not (tmp_path / "nowhere").exists()
