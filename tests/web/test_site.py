"""Pages of results in a browser: they fit, ask for nothing, and their links work."""

import os
import subprocess
import sys

import pytest

from emi.reports.texts import LANGUAGES
from emi.reports.writers.site import PAGES
from tests.web.conftest import wrong
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
        "--results", "--site", "made",
    ]  # fmt: skip
    environment = {**os.environ, "EMI_CACHE_DIR": str(folder / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd=folder)
    return folder / "made"


def results(site):
    """Return the pages of results."""
    return [each for each in sorted(site.glob("*.html")) if each.name != "index.html"]


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_no_page_scrolls_aside(opened, site, size):
    page = opened(site / "table.html", size)
    for each in results(site):
        page.goto(each.as_uri())
        page.wait_for_selector(".site")
        assert no_scrolling_aside(page), each.name


def test_first_guesses_take_two_lines_at_most_on_a_phone(opened, site, tmp_path):
    """Sizes of classes in a narrow column once made each row four lines high."""
    command = [sys.executable, "-m", "emi", "explain", "C5", "--sort", "Sum", "--out", "first.html"]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    page = opened(site / "table.html", SIZES["phone"])
    page.goto((tmp_path / "first.html").as_uri())
    heights = page.evaluate(
        "() => [...document.querySelectorAll('.list tr')].map((row) => row.offsetHeight)"
    )
    assert max(heights) < 2 * min(heights)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_moderate_or_serious_is_wrong_on_any_page(opened, site, axe, size, theme):
    page = opened(site / "table.html", size, color_scheme=theme)
    found = []
    for name in PAGES[1:]:
        page.goto((site / f"{name}.html").as_uri())
        page.evaluate(
            "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
        )
        page.evaluate(axe)
        found += wrong(page, name)
    assert found == []


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_chart_is_drawn_for_the_width_and_says_that_it_is_logarithmic(opened, site, size):
    page = opened(site / "table.html", size)
    for language, said in {
        "": "logarithmic",
        ".fr": "logarithmique",
        ".nl": "logaritmische",
    }.items():
        page.goto((site / f"pareto{language}.html").as_uri())
        chart = page.locator(".plots svg:visible").first
        assert said in chart.text_content()
        # Its letters are of a size that can be read, and nothing is cut off.
        letter = chart.locator("text").first.bounding_box()
        assert letter["height"] >= 9
        box, inside = chart.bounding_box(), page.locator(".plots figure").first.bounding_box()
        assert box["x"] >= inside["x"]
        assert box["x"] + box["width"] <= inside["x"] + inside["width"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_are_followed_in_the_language(opened, site, language):
    page = opened(site / "table.html")
    page.locator(f".site a[hreflang={language}]").click()
    page.locator(".site li:nth-child(2) a").first.click()
    page.wait_for_selector(f"html[lang={language}]", state="attached")
    count = page.locator(".contents a").count()
    assert count == 5
    for at in range(count):
        page.locator(".contents a").nth(at).click()
        page.wait_for_selector(f"html[lang={language}] .site [aria-current]:visible")
        page.locator(".site li:nth-child(2) a").first.click()
        page.wait_for_selector(".contents")
        assert page.get_attribute("html", "lang") == language
