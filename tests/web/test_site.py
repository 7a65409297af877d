"""A site of several pages in a browser: it fits, asks for nothing, and its links work."""

import os
import subprocess
import sys

import pytest

from reports.texts import LANGUAGES
from tests.web.test_explore import no_scrolling_aside

pytestmark = pytest.mark.web
WORDS = """
CABAN CABLE CACHE CADET CADRE CAFES CALER CALME CANAL CANNE CANOE CASER CABANE CABINE CACHER CADEAU
"""
SIZES = {"phone": (390, 844), "desktop": (1400, 900)}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of a site, as the program writes it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "words.txt").write_text("\n".join(WORDS.split()))
    command = [
        sys.executable, "-m", "emi", "page", "--lexicon", "words.txt", "--lengths", "5-6",
        "--site", "made",
    ]  # fmt: skip
    environment = {**os.environ, "EMI_CACHE_DIR": str(folder / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd=folder)
    return folder / "made"


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_no_page_scrolls_aside(opened, site, size):
    page = opened(site / "table.html", size)
    for each in sorted(site.iterdir()):
        page.goto(each.as_uri())
        page.wait_for_selector(".site")
        assert no_scrolling_aside(page), each.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_are_followed_in_the_language(opened, site, language):
    page = opened(site / "table.html")
    page.locator(f".site a[hreflang={language}]").click()
    page.locator(".site li:first-child a").first.click()
    assert page.get_attribute("html", "lang") == language
    count = page.locator(".contents a").count()
    assert count == 6
    for at in range(count):
        page.locator(".contents a").nth(at).click()
        page.wait_for_selector(".site [aria-current]:visible")
        assert page.get_attribute("html", "lang") == language
        assert page.locator(".site:visible").count() == 1
        page.locator(".site:visible li:first-child a").first.click()
        page.wait_for_selector(".contents")
        assert page.get_attribute("html", "lang") == language
