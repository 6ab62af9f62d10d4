"""A picture of the top of the report, half way through the ride: for the README."""

from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


def take(page: Path, picture: Path, width: int = 1240, height: int = 1000) -> None:
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height + 140}"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    try:
        browser.get(page.resolve().as_uri())
        WebDriverWait(browser, 30).until(lambda b: b.find_elements(By.CSS_SELECTOR, ".plot .trace"))
        browser.execute_script("const s = document.getElementById('scrub'); s.value = s.max / 2; s.dispatchEvent(new Event('input'))")
        browser.save_screenshot(str(picture))
    finally:
        browser.quit()
