"""How the tests of the pages use a browser."""

from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True}
DESK = (1280, 900)


def opened(browser, page):
    """The page without a network, as soon as it has drawn a curve."""
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
    browser.get(page.as_uri())
    WebDriverWait(browser, 30).until(lambda b: b.find_elements(By.CSS_SELECTOR, ".plot .trace"))
    return browser
