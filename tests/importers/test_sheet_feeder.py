"""A sheet with nips: made from its description on the fly, looked at by the conformance driver, run in FMPy."""

import foreign_process
import pytest
from fmpy import simulate_fmu
from fmu_under_test import BUILD, ROOT


@pytest.fixture(params=[2, 3], ids=["fmi2", "fmi3"])
def feeder(request, tmp_path):
    fmu = tmp_path / "SheetFeeder.fmu"
    foreign_process.run(BUILD / "bin" / "reeve", "export", ROOT / "resources/sheets/sheet-feeder.toml", "-o", fmu, "--fmi", request.param)
    return fmu


def test_names_of_nips_suit_importers(feeder):
    foreign_process.run(BUILD / "bin" / "reeve-conformance", feeder, "--only", "P32,X08,X33,X34")


def test_nips_take_a_sheet_along_and_their_work_is_in_the_sheet_or_lost(feeder):
    stop = 0.03
    result = simulate_fmu(str(feeder), stop_time=stop, output_interval=1e-3, start_values={"inlet_speed": 0.2, "outlet_speed": 0.2},
                          output=["tip_x", "inlet_force", "inlet_slip", "outlet_slip", "total_energy", "roller_work", "friction_loss"])
    last = result[-1]
    assert last["tip_x"] - result["tip_x"][0] == pytest.approx(0.2 * stop, rel=0.05)    # it starts from rest and bends down
    assert result["inlet_force"][0] == pytest.approx(0.8, rel=0.05) and abs(last["inlet_force"]) < 0.01    # mu N, then next to nothing
    assert abs(last["inlet_slip"]) < 1e-3 and abs(last["outlet_slip"]) < 1e-3
    assert last["friction_loss"] > 0
    assert 0 <= last["roller_work"] - last["friction_loss"] - last["total_energy"] < 0.1 * last["roller_work"]    # damping of the sheet and the nips
