"""The page of tools/traction in a real browser: Debian's Chromium, without a screen."""

import subprocess
import sys

import pytest
from selenium.webdriver.common.by import By

from browsing import PHONE, ROOT, opened

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("traction")
    done = subprocess.run([sys.executable, ROOT / "tools/lib/traction/main.py", "--out", folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "traction.html"


def test_it_opens_offline_with_every_case_its_formulas_and_the_plots_of_a_run(browser, page):
    opened(browser, page)
    assert browser.get_log("browser") == []
    cases = browser.find_elements(By.CSS_SELECTOR, ".cases tbody")
    assert len(cases) == 12
    for case in cases:
        assert len(case.find_elements(By.CSS_SELECTOR, ".formula")) >= 8
    assert len(browser.find_elements(By.CSS_SELECTOR, "#plots .plot path.js-line")) >= 8


def test_a_row_shows_its_own_run(browser, page):
    opened(browser, page)
    figures = browser.find_element(By.ID, "figures")
    first = figures.text
    buttons = browser.find_elements(By.CSS_SELECTOR, "button[data-run]")
    assert len(buttons) == len(browser.find_elements(By.CSS_SELECTOR, "#choice option")) >= 8
    browser.execute_script("arguments[0].click()", buttons[-1])
    assert figures.text != first and buttons[-1].get_attribute("data-run") == browser.find_element(By.ID, "choice").get_attribute("value")
    cabin = browser.find_element(By.CSS_SELECTOR, 'g.body[data-name="cabin"]')
    before = cabin.get_attribute("transform")
    browser.execute_script("const s = document.getElementById('scrub'); s.value = s.max; s.dispatchEvent(new Event('input'))")
    assert cabin.get_attribute("transform") != before


def test_a_phone_needs_no_sideways_scrolling(browser, page):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    opened(browser, page)
    browser.execute_script("for (const part of document.querySelectorAll('details')) part.open = true")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= PHONE["width"]
