"""The report of tools/ride in a real browser: Debian's Chromium, without a screen."""

import subprocess
import sys

import numpy as np
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from browsing import PHONE, ROOT, opened

pytestmark = pytest.mark.slow
sys.path.insert(0, str(ROOT / "tools" / "lib"))


def make_ride(folder, *words):
    done = subprocess.run([sys.executable, ROOT / "tools/lib/ride/main.py", "--out", folder, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The default ride with its comparison, on a coarse grid to be quick."""
    folder = tmp_path_factory.mktemp("ride")
    make_ride(folder, "--step", "0.01")
    return folder / "ride.html"


def test_the_page_opens_offline_without_a_complaint_and_draws_every_plot(browser, page):
    opened(browser, page)
    assert browser.get_log("browser") == []
    plots = browser.find_elements(By.CSS_SELECTOR, ".plot")
    assert len(plots) >= 12
    for plot in plots:
        assert plot.find_elements(By.CSS_SELECTOR, "path.js-line"), plot.text


def test_the_animation_plays_moves_the_cabin_and_can_be_scrubbed(browser, page):
    opened(browser, page)
    cabin = browser.find_element(By.CSS_SELECTOR, 'g.body[data-name="cabin"]')
    at_start = cabin.get_attribute("transform")
    browser.find_element(By.ID, "play").click()
    WebDriverWait(browser, 10).until(lambda b: cabin.get_attribute("transform") != at_start)
    assert browser.find_element(By.ID, "play").text == "Pause"
    browser.execute_script("const s = document.getElementById('scrub'); s.value = s.max; s.dispatchEvent(new Event('input'))")
    assert browser.find_element(By.ID, "clock").text == "12.00 s"
    scale = float(browser.find_element(By.CSS_SELECTOR, "svg.reeving").get_attribute("data-scale"))
    moved = float(cabin.get_attribute("transform").split()[1].rstrip(")"))
    assert moved == pytest.approx(-40 * scale, rel=0.01)


def test_a_phone_needs_no_sideways_scrolling_and_every_plot_has_room(browser, page):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)    # a window cannot be narrower than 500 pixels
    opened(browser, page)
    assert browser.execute_script("return window.innerWidth") == PHONE["width"]
    assert browser.execute_script("return document.documentElement.scrollWidth") <= PHONE["width"]
    bottom = lambda element: element.rect["y"] + element.rect["height"]    # noqa: E731
    for plot in browser.find_elements(By.CSS_SELECTOR, ".plot"):
        title = plot.find_element(By.TAG_NAME, "h3").text
        axis = plot.find_element(By.CSS_SELECTOR, ".xtitle")
        assert plot.find_element(By.CSS_SELECTOR, ".nsewdrag").rect["height"] > 180, title
        for legend in plot.find_elements(By.CSS_SELECTOR, ".legend"):
            assert legend.rect["y"] >= bottom(axis) - 1, f"{title}: the legend lies on the axis title"
            assert bottom(legend) <= bottom(plot) + 1, f"{title}: the legend is cut off"


def test_curves_that_are_thinned_out_keep_their_peaks_and_both_ends():
    from ride.report import telling_rows
    values = np.zeros(10_000)
    values[4321], values[4322], values[-1] = 5, -7, 1
    rows = telling_rows(values)
    assert len(rows) <= 1500 and {0, 4321, 4322, 9999} <= set(rows.tolist()) and np.all(np.diff(rows) > 0)


def test_dark_mode_has_light_ink_on_a_dark_ground(browser, page):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    opened(browser, page)
    brightness = lambda css: sum(int(x) for x in css[css.index("(") + 1:].split(")")[0].split(",")[:3])    # noqa: E731
    body = browser.find_element(By.TAG_NAME, "body")
    assert brightness(body.value_of_css_property("background-color")) < 150 < 500 < brightness(body.value_of_css_property("color"))
    assert brightness(browser.find_element(By.CSS_SELECTOR, ".plot .xtick text").value_of_css_property("fill")) > 500


def test_a_reeving_of_ones_own_and_both_versions_give_a_report(tmp_path):
    for version in ("2", "3"):
        said = make_ride(tmp_path, "--reeving", ROOT / "resources/reevings/hoist.toml", "--fmi", version, "--stop", "2",
                         "--step", "0.01", "--no-comparison")
        assert "peak torque" in said and (tmp_path / "ride.html").stat().st_size > 1_000_000
        assert (tmp_path / "ride.csv").read_text().startswith("time,")


def test_a_wrong_name_is_explained(tmp_path):
    done = subprocess.run([sys.executable, ROOT / "tools/lib/ride/main.py", "--out", tmp_path, "--set", "cabin.mas=1"],
                          capture_output=True, text=True)
    assert done.returncode != 0 and "cabin.mass" in done.stderr and "Traceback" not in done.stderr


def test_a_model_that_is_no_reeving_is_refused_with_those_that_are(tmp_path):
    done = subprocess.run([sys.executable, ROOT / "tools/lib/ride/main.py", "--out", tmp_path, "--preset", "FrictionBlock"],
                          capture_output=True, text=True)
    assert done.returncode != 0 and "ElevatorHighRise" in done.stderr and "Traceback" not in done.stderr


def test_a_ride_in_torque_mode_says_that_only_the_inputs_make_it(tmp_path):
    said = make_ride(tmp_path, "--set", "drive.mode=1", "--set", "drive_torque=368", "--stop", "0.5", "--step", "0.01", "--no-comparison")
    assert "drive.mode = 1 (torque)" in said and "drive_torque = 368 N.m" in said
    assert "drive.mode = 1 (torque)" in (tmp_path / "ride.html").read_text(encoding="utf-8")
