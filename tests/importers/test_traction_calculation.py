"""tools/traction: the calculation after EN 81-50 5.11 against published numbers, and the same lift through the FMU."""

import csv
import math
import subprocess
import sys

import pytest

from fmu_under_test import ROOT

sys.path.insert(0, str(ROOT / "tools" / "lib"))

from traction import formulas, lift, runs    # noqa: E402
from traction.formulas import Groove, Lift, Side    # noqa: E402

G = 9.81
DEGREE = math.pi / 180


def hardened(gamma):
    return Groove("v hardened", gamma=gamma * DEGREE)


def named(rows, what, place):
    return next(row for row in rows if row.what == what and row.place == place)


# --- published numbers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("groove, factor", [
    *((Groove("undercut", beta * DEGREE, 30 * DEGREE), factor) for beta, factor in ((90, 1.892), (95, 1.972), (100, 2.061), (105, 2.161))),
    (Groove("round", 0, 30 * DEGREE), 1.239),
    *((hardened(gamma), factor) for gamma, factor in ((35, 3.325), (38, 3.072), (40, 2.924), (45, 2.613))),
    *((Groove("v", beta * DEGREE, 35 * DEGREE), factor) for beta, factor in ((90, 2.053), (95, 2.156), (105, 2.409)))], ids=str)
def test_grooves_have_their_published_factors(groove, factor):
    assert groove.factor().value == pytest.approx(factor, abs=1e-3)    # the last printed digit: 3.32551 is printed as 3.325


def test_a_stalled_rope_is_wedged_between_the_flanks_of_a_v_groove_that_is_not_hardened():
    groove = Groove("v", 95 * DEGREE, 40 * DEGREE)
    assert groove.factor(stalled=True).value == hardened(40).factor().value > groove.factor().value


def test_a_sheet_with_full_compensation():
    """P 900, Q 800, counterweight P + Q/2, r 2, 1.6 m/s, 29 m, 7 ropes of 0.179 kg/m, V 38 deg hardened, half a turn.

    Its tensions while braking, 8987.82 and 6514.24 N, cannot be checked: the source quotes neither deceleration nor pulleys.
    """
    ropes = 7 * 0.179 * 29
    bottom = Side("car", 2, 900, ropes), Side("counterweight", 2, 1300, 0, compensation=2 * ropes)
    sheet = Lift(800, 1.6, G, math.pi, hardened(38), {"bottom": bottom, "top": bottom})
    rows = formulas.cases(sheet, 0.5)
    loading = named(rows, "125 % load", "bottom")
    assert [T.value for T in loading.tensions] == pytest.approx([9676, 6733], abs=0.5)
    limits = [loading.limit.value, named(rows, "full down", "bottom").limit.value, rows[-1].limit.value]
    assert limits == pytest.approx([2.625, 2.077, 6.889], abs=0.5e-3)


def test_a_lift_in_the_form_of_annex_d():
    """P 1200, Q 630, counterweight 1515, r 2, 1 m/s, V 40 deg hardened, 160 deg, a 0.6; 20 kg of rope, pulleys of 2 x 15 and 20 kg."""
    at = lambda car, other: (Side("car", 2, 1200, car, pulleys=2 * 15), Side("counterweight", 2, 1515, other, pulleys=20))    # noqa: E731
    annex = Lift(630, 1.0, G, 160 * DEGREE, hardened(40), {"bottom": at(20, 0), "top": at(0, 20)})
    rows = formulas.cases(annex, 0.6)
    tensions = lambda row: [T.value for T in row.tensions]    # noqa: E731
    loading, full, empty = named(rows, "125 % load", "bottom"), named(rows, "full down", "bottom"), named(rows, "empty up", "top")
    assert tensions(loading) == pytest.approx([9944.89, 7431.08], abs=0.5e-2)
    assert tensions(full) == pytest.approx([9754.35, 6970.58], abs=0.5e-2 + 1e-9)    # 6970.575, rounded up
    assert tensions(empty) == pytest.approx([5517.00, 8111.78], abs=0.5e-2 + 1e-9)    # 8111.775
    assert [row.ratio.value for row in (loading, full, empty)] == pytest.approx([1.33828, 1.39936, 1.47032], abs=0.5e-5)
    assert [row.limit.value for row in (loading, full)] == pytest.approx([2.26252, 1.97467], abs=0.5e-5)
    stalled = named(rows, "counterweight on its buffer", "top")
    assert stalled.limit.value == pytest.approx(5.119, abs=0.5e-3) and stalled.holds
    # Published as 15.0, which is what 40 kg of rope would give, both falls of the 20 kg that all other numbers contain.
    assert stalled.ratio.value == pytest.approx(2 * 15.0)


def test_a_tension_is_the_sum_that_its_formula_shows():
    """Every term by hand; the ropes of four falls count with (16 + 2)/3 = 6 times the deceleration."""
    side = Side("car", 4, mass=1000, rope=30, compensation=40, tension_mass=500, pulleys=60, deflection=10)
    by_hand = (1000 + 200 + 40) * 10.31 / 4 + 500 * 9.81 / 8 + 30 * (9.81 + 6 * 0.5) + 0.5 * 60 / 4 + 4 * 0.5 * 10
    found = formulas.tension(side, 200, 0.5, 1, G)
    assert found.value == pytest.approx(by_hand)
    numbers = found.numbers.replace("·", "*").replace("^", "**")
    assert eval(numbers) == pytest.approx(by_hand)    # as shown to the user


# --- descriptions ----------------------------------------------------------------------------------------------------


PRESETS = ["ElevatorLowRise", "ElevatorMidRise", "ElevatorHighRise"]
# Published without the inertia of pulleys, which changes a utilisation by 0.002 at most and the largest deceleration by 0.01 m/s2.
SHEAVES = {"ElevatorLowRise": ["deviation_sheave"], "ElevatorMidRise": ["cabin_sheave_1", "cabin_sheave_2", "counterweight_sheave"],
           "ElevatorHighRise": ["deviation_sheave"]}
# Utilisation of loading, full down at the bottom, empty up at the top; largest deceleration there; stalled counterweight
PUBLISHED = {"ElevatorLowRise": (0.635, 0.706, 0.864, 0.84, 18.7), "ElevatorMidRise": (0.466, 0.660, 0.780, 0.99, 9.14),
             "ElevatorHighRise": (0.131, 0.429, 0.439, 1.61, 1.79)}
DIGITS = (1e-3, 1e-3, 1e-3, 1e-2, 1e-1)    # of the last printed digit: 0.6355 is printed as 0.635


def published_figures(machine):
    rows = formulas.cases(machine.lift, 0.5)
    loading, full, empty = named(rows, "125 % load", "bottom"), named(rows, "full down", "bottom"), named(rows, "empty up", "top")
    return [*(row.utilisation.value for row in (loading, full, empty)), formulas.largest_deceleration(machine.lift, empty),
            named(rows, "counterweight on its buffer", "top").ratio.value]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_have_their_published_traction(preset, tmp_path):
    without = published_figures(lift.read(preset, [f"{sheave}.inertia=0" for sheave in SHEAVES[preset]], tmp_path))
    for found, published, digits in zip(without, PUBLISHED[preset], DIGITS):
        assert found == pytest.approx(published, abs=digits)
    shipped = published_figures(lift.read(preset, [], tmp_path / "shipped"))
    for found, plain, effect in zip(shipped, without, (0, 0.0025, 0.0025, 0.011, 0)):
        assert abs(found - plain) <= effect
    assert shipped[1] > without[1] and shipped[2] > without[2] and shipped[3] < without[3]    # pulleys have to be stopped, too


def test_what_has_to_be_stalled_by_an_electric_device_is_told_and_is_no_failure(tmp_path):
    machine = lift.read("ElevatorHighRise", [], tmp_path)
    stalled = named(formulas.cases(machine.lift, 0.5), "counterweight on its buffer", "top")
    assert stalled.limit.value == pytest.approx(4.17, abs=0.5e-2)
    assert stalled.verdict == "electric device needed" and not stalled.fails


@pytest.mark.parametrize("preset", PRESETS)
def test_the_fmu_hangs_on_its_sheave_with_the_tensions_of_the_loading_row(preset, tmp_path):
    machine = lift.read(preset, [], tmp_path)
    for row in formulas.cases(machine.lift, 0.5)[:2]:
        (result,) = runs.results(machine, row)
        columns = result.run.columns
        # Stretched ropes let the bodies down, and each metre moves at most a metre of rope and compensation to the other side; without
        # compensation nothing moves: the fall at the sheave keeps its unstretched length.
        lowered = sum(abs(columns[f"{side.name}_position"][0] - height) for side, height in zip(machine.lift.ends[row.place], heights(machine, row.place)))
        heavy = sum(machine.parameters[f"{name}.density"] for name in ("rope", "compensation") if "compensation.density" in machine.parameters)
        for T, name in zip(row.tensions, (machine.car, machine.counterweight)):
            assert abs(columns[f"tension_{name}_side"][0] - T.value) <= heavy * G * lowered + 1e-6, (row.title, name)    # 1e-6 N: statics by Newton's method


def heights(machine, place):
    """Of rigid ropes."""
    lifted = machine.start_travel(place)
    return machine.parameters[f"{machine.car}.height"] + lifted, machine.parameters[f"{machine.counterweight}.height"] - lifted


FOUR_FALLS = """
model = "Reeving"
name = "FourFalls"
rated = {load = 1000, speed = 0.5}
body = [{name = "car", mass = 2000, height = 1, loadable = true}, {name = "weight", mass = 2500, height = 11}]
sheave = [{name = "c1", on = "car", radius = 0.2, inertia = 0.4}, {name = "c2", height = 15, radius = 0.2, inertia = 0.4},
          {name = "c3", on = "car", radius = 0.2, inertia = 0.4}, {name = "w1", on = "weight", radius = 0.2, inertia = 0.4}]
anchor = [{name = "left", height = 15}, {name = "right", height = 15}]
rope = [{name = "rope", EA = 1e7, density = 2, path = ["left", "c1", "c2", "c3", "drive", "w1", "right"]}]
drive = {height = 15, radius = 0.3, inertia = 5, sides = ["car", "weight"], friction = 0.2}
[start]
"ride.distance" = 4
"""


def test_four_falls_have_their_ratio_and_the_speeds_of_their_pulleys(tmp_path):
    """Of the car: the rope runs with 4 v, over pulleys of 1 v and 3 v on the body and 2 v at the top. The counterweight hangs on two falls."""
    file = tmp_path / "four-falls.toml"
    file.write_text(FOUR_FALLS)
    four_falls = lift.read(str(file), [], tmp_path).lift
    car, weight = four_falls.ends["bottom"]
    m = 0.4 / 0.2**2
    assert (car.r, weight.r) == (4, 2)
    assert car.pulleys == pytest.approx((1 + 9) * m) and car.deflection == pytest.approx(4 * m / 16)
    assert car.rope == pytest.approx(2 * 14) and weight.rope == pytest.approx(2 * 4)
    assert four_falls.ends["top"][1].rope == pytest.approx(2 * (4 + 8))    # lowered twice as far
    assert formulas.braked(four_falls, 0, "bottom", 1, 0.5)[1].value == formulas.tension(weight, 0, 1.0, 1, G).value    # and braked twice as hard


def test_a_machine_below_is_refused_and_a_deflection_sheave_below_the_drive_changes_no_weight(tmp_path):
    text = FOUR_FALLS.replace('anchor =', 'SHEAVES\nanchor =').replace(']\nSHEAVES', ',\n  {name = "d", height = HEIGHT, radius = 0.2, inertia = 0.4}]').replace(
        '"drive", "w1"', '"drive", "d", "w1"')
    file = tmp_path / "machine.toml"
    file.write_text(text.replace("HEIGHT", "14.5"))
    weight = lift.read(str(file), [], tmp_path).lift.ends["bottom"][1]
    assert weight.rope == pytest.approx(2 * 4) and weight.deflection == pytest.approx(0.4 / 0.2**2)
    file.write_text(text.replace("HEIGHT", "20"))
    with pytest.raises(lift.CannotCalculate, match="machine above the shaft"):
        lift.read(str(file), [], tmp_path / "below")


# --- the command -----------------------------------------------------------------------------------------------------


def traction(*words):
    return subprocess.run([sys.executable, ROOT / "tools/lib/traction/main.py", *map(str, words)], capture_output=True, text=True)


@pytest.mark.parametrize("description, asked", [
    ("goods-lift", ["rated", "rated = {load = 630, speed = 1.0}"]),
    ("rated", ["friction", "groove = {type"]),
    ("friction", ["assumed: groove", "friction/0.1 = 2"])])
def test_what_a_description_does_not_say_is_asked_for_or_assumed_aloud(description, asked, tmp_path):
    text = (ROOT / "docs/goods-lift.toml").read_text()
    if description != "goods-lift":
        text += "rated = {\n  load = 500,    # TOML 1.1, as reeve reads it\n  speed = 0.5,\n}\n"
    if description == "friction":
        text = text.replace("inertia = 3, sides", "inertia = 3, friction = 0.2, sides")
    file = tmp_path / "lift.toml"
    file.write_text(text)
    done = traction("--reeving", file, "--no-runs", "--out", tmp_path)
    assert done.returncode == (0 if description == "friction" else 2), done.stderr
    for words in asked:
        assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_drum_needs_no_traction(tmp_path):
    done = traction("--preset", "Hoist", "--out", tmp_path, "--fail")
    assert done.returncode == 0 and "drum" in done.stdout and not list(tmp_path.iterdir())


@pytest.mark.parametrize("words, code", [(["--deceleration", "0.84"], 0), (["--deceleration", "0.84", "--fail"], 1), (["--fail"], 0)])
def test_a_rope_that_would_slip_fails_only_when_asked_to(words, code, tmp_path):
    """The low-rise holds up to 0.839 m/s2."""
    done = traction("--no-runs", "--out", tmp_path, *words)
    assert done.returncode == code, done.stdout + done.stderr
    assert ("1 of 12 cases fail: emergency braking, empty up, car at the top" in done.stdout) == ("0.84" in words)
    page = (tmp_path / "traction.html").read_text()
    assert "Calculation after EN 81-50 5.11" in page and "certified" not in page.lower()
    assert len(list(csv.DictReader((tmp_path / "traction.csv").open()))) == 12


@pytest.mark.parametrize("words", [["--deceleration", "0"], ["--preset", "Lift"], ["--set", "cabin.mas=1"], ["--reeving", "none.toml"]])
def test_bad_use_ends_with_2_and_a_reason(words, tmp_path):
    done = traction("--no-runs", "--out", tmp_path, *words)
    assert done.returncode == 2 and words[1].split("=")[0] in done.stderr and "Traceback" not in done.stderr


# --- emergency stops through the FMU -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def low_rise(tmp_path_factory):
    return lift.read("ElevatorLowRise", [], tmp_path_factory.mktemp("low-rise"))


def stop(machine, a):
    """Empty up at the top, with a brake that is sized to this deceleration."""
    row = named(formulas.cases(machine.lift, a), "empty up", "top")
    return runs.results(machine, row)[1]


def test_a_stop_below_the_limit_holds_and_one_beyond_it_is_no_shorter(low_rise):
    """Rigid ropes slip from 0.84 m/s2 on. Elastic ones bounce: below, they slip for some mm at most; beyond, the car slows down with the limit, not
    with the brake."""
    limit = formulas.largest_deceleration(low_rise.lift, stop(low_rise, 0.4).row)
    assert limit == pytest.approx(0.84, abs=0.5e-2)
    gentle, near, beyond = stop(low_rise, 0.4), stop(low_rise, 0.7), stop(low_rise, 1.5)
    assert gentle.slip == 0 and gentle.slip_time == 0 and gentle.row.utilisation.value < gentle.peak_utilisation < 1
    assert 0 < near.slip < 5e-3 and near.peak_utilisation == pytest.approx(1, abs=1e-6)
    v = low_rise.lift.speed
    assert gentle.stopping_distance == pytest.approx(v**2 / (2 * 0.4), rel=0.05)    # the stop is some metres from the end, where the ropes weigh less
    assert beyond.stopping_distance == pytest.approx(v**2 / (2 * limit), rel=0.05)    # for the same reason
    # The sheave has stopped long before: the rope goes on over it.
    assert beyond.slip == pytest.approx(v**2 / (2 * limit) - sheave_stop(low_rise, beyond), rel=0.15)    # elastic ropes against rigid ones
    assert beyond.slip_time == pytest.approx(v / limit, rel=0.1)
    for result in (gentle, near, beyond):
        assert result.speed == pytest.approx(v, rel=runs.SPEED_ERROR) and result.remark == ""
        assert low_rise.parameters["cabin.height"] < result.begin + result.stopping_distance < low_rise.parameters["cabin.height"] + low_rise.travel


def sheave_stop(machine, result):
    """Way of the sheave's surface while the brake stops it against the pull of a slipping rope [m]."""
    row, limit = result.row, formulas.largest_deceleration(machine.lift, result.row)
    one, other = (T.value for T in formulas.braked(machine.lift, row.load, row.place, row.direction, limit))
    return machine.lift.speed**2 / (2 * (result.brake.force - abs(one - other)) / machine.sheave_mass)


def test_a_rope_that_cannot_hold_the_load_at_rest_slides_and_stops_no_other_run(tmp_path):
    """125 % at the bottom with half of the low-rise's friction; its utilisation is then twice 0.635."""
    machine = lift.read("ElevatorLowRise", ["drive.friction=0.0986"], tmp_path)
    rows = formulas.cases(machine.lift, 0.5)
    (loading,) = runs.results(machine, rows[0])
    assert rows[0].fails and rows[0].utilisation.value == pytest.approx(2 * 0.6355, rel=1e-3)
    assert loading.slip > 1 and loading.slip_time > 0.9 * runs.HELD    # it sticks only while the stretch of its start swings back
    assert [result.remark for result in runs.results(machine, named(rows, "empty up", "top"))] == ["no run: the rope would slip without end"] * 2


def test_a_travel_too_short_for_the_rated_speed_is_told(tmp_path):
    machine = lift.read("ElevatorLowRise", ["ride.distance=2"], tmp_path)
    result = stop(machine, 0.5)
    assert result.run is None and "no run: reaching 1 m/s and stopping again needs" in result.remark


@pytest.mark.parametrize("stalled, place, sides", [("counterweight", "top", ("cabin", "counterweight")), ("cabin", "bottom", ("counterweight", "cabin"))])
def test_over_a_stalled_body_the_rope_slips_and_the_other_one_stands(low_rise, stalled, place, sides):
    """Tensions at the sheave are in the ratio of the limit, and that of the other body is what it weighs, as the row has it."""
    row = named(formulas.cases(low_rise.lift, 0.5), f"{stalled} on its buffer", place)
    (result,) = runs.results(low_rise, row)
    heavy, light = (result.run.columns[f"tension_{side}_side"][-1] for side in sides)
    assert result.slip == pytest.approx(runs.TURNED * low_rise.parameters["drive.radius"], rel=0.01)    # but for the stretch that still grows
    assert heavy / light == pytest.approx(row.limit.value, rel=1e-3)    # of T; the ratio of T - rho Q^2 is exact
    assert heavy == pytest.approx(row.tensions[row.heavy].value, rel=0.01)    # the body hangs a few centimetres lower than the row has it
    assert f"{sides[0]} stands while" in result.remark and "slack" not in result.remark


def test_a_rope_that_goes_slack_over_a_stalled_body_is_told(tmp_path):
    """500 m of rope weigh more than the limit leaves to the other side: the machine lifts the car, and the rope below would have to push."""
    machine = lift.read("ElevatorHighRise", [], tmp_path)
    (result,) = runs.results(machine, named(formulas.cases(machine.lift, 0.5), "counterweight on its buffer", "top"))
    assert result.row.verdict == "electric device needed" and "a rope went slack" in result.remark
