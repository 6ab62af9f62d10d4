"""The page of tools/drive in a real browser, with one load case."""

import subprocess
import sys

import pytest
from selenium.webdriver.common.by import By

from browsing import ROOT, opened

pytestmark = pytest.mark.slow


def test_the_page_of_a_load_case_opens_offline_without_a_complaint_and_draws_every_plot(browser, tmp_path):
    done = subprocess.run([sys.executable, ROOT / "tools/lib/drive/main.py", "stop", "--step", "0.002", "--out", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    opened(browser, tmp_path / "index.html")
    assert browser.get_log("browser") == []
    runs = {line.split("<")[0] for line in (tmp_path / "index.html").read_text().split("<tr><td>")[1:]}
    plots = browser.find_elements(By.CSS_SELECTOR, ".plot")
    assert len(plots) == 8 * len(runs)
    for plot in plots:
        browser.execute_script("arguments[0].scrollIntoView()", plot)
        assert plot.find_elements(By.CSS_SELECTOR, "path.js-line"), plot.text
    assert "as expected" in browser.find_element(By.CSS_SELECTOR, "table.claims").text
