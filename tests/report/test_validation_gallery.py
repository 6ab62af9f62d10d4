"""tools/validate: every recorded figure is found again, and a wrong record is noticed."""

import subprocess
import sys

import pytest
from selenium.webdriver.common.by import By

from browsing import PHONE, ROOT, opened

CLAIMS = ROOT / "tools/lib/validation/claims"
pytestmark = pytest.mark.slow


def validate(*words):
    return subprocess.run([sys.executable, ROOT / "tools/lib/validation/main.py", *map(str, words)], capture_output=True, text=True)


def test_all_figures_are_as_recorded_and_the_page_shows_each_claim(tmp_path):
    done = validate("--out", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "index.html").read_text()
    assert page.count("class='verdict") == sum(file.read_text().count("[[claim]]") for file in CLAIMS.glob("*.toml"))
    assert "not as recorded" not in page


def test_the_sheet_s_drops_stand_beside_the_paper_s_table_and_the_elastica(tmp_path):
    assert validate("FlexibleSheet", "--out", tmp_path).returncode == 0
    table = (tmp_path / "index.html").read_text().split("class=figures")[1].split("</table>")[0]
    rows = [row.split("<td>") for row in table.split("<tr>")[2:]]
    assert [row[1] for row in rows if "281.415" in row or "281.95" in row] == ["paper, proposed", "paper, ANSYS"]
    assert float(rows[0][-1]) == pytest.approx(float(rows[-2][-1].split("<")[0]), abs=0.02)    # mm, refined ribs and the plate's elastica
    assert rows[2][2] == "refused"    # the paper's joint on 7x5


def test_a_record_that_is_not_found_again_fails(tmp_path):
    claims = tmp_path / "claims"
    claims.mkdir()
    text = (CLAIMS / "friction_block.toml").read_text()
    (claims / "friction_block.toml").write_text(text.replace("ours = 1.01066", "ours = 1.0108"))
    done = validate("--claims", claims, "--out", tmp_path)
    assert done.returncode == 1 and "1.0108" in done.stdout
    assert "not as recorded" in (tmp_path / "index.html").read_text()


def test_an_unknown_model_is_refused_with_the_known_ones(tmp_path):
    done = validate("Elevatr", "--out", tmp_path)
    assert done.returncode == 1 and "Elevator" in done.stderr


def test_the_gallery_opens_offline_without_a_complaint_draws_its_plots_and_fits_a_phone(browser, tmp_path):
    assert validate("FrictionBlock", "--out", tmp_path).returncode == 0
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    opened(browser, tmp_path / "index.html")
    assert browser.get_log("browser") == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= PHONE["width"]
    plots = browser.find_elements(By.CSS_SELECTOR, ".plot")
    assert plots and all(plot.find_elements(By.CSS_SELECTOR, "path.js-line, path.point") for plot in plots)


def test_a_claim_without_a_number_needs_a_reason(tmp_path):
    claims = tmp_path / "claims"
    claims.mkdir()
    text = 'model = "Block"\nsource = "test"\n[[claim]]\nclaim = "Blocks are nice"\nverdict = "not decidable"\n'
    (claims / "block.toml").write_text(text)
    assert "expected a note" in validate("--claims", claims, "--out", tmp_path).stderr
    (claims / "block.toml").write_text(text + 'note = "a matter of taste"\n')
    assert validate("--claims", claims, "--out", tmp_path).returncode == 0
    assert "a matter of taste" in (tmp_path / "index.html").read_text()
