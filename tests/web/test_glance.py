"""The strategy at a glance: counts by guesses, the average, and a picture that can be clicked."""

import re

import pytest

from emi.analysis.explored import Explore
from tests.web.conftest import DESKTOP, OTHERS, PHONE, settled
from tests.web.test_explore import no_scrolling_aside

pytestmark = pytest.mark.web


@pytest.mark.parametrize("game", [OTHERS[0], OTHERS[1]], ids=lambda game: game.name)
def test_counts_what_the_strategy_finds(opened, several, game):
    page = opened(several, part=game.name)
    page.wait_for_selector(".counts")
    strategy = Explore()(game, None, None).solution.strategy()
    expected = {}
    for secret in game.secrets:
        tries = len(strategy.play(secret))
        expected[tries] = expected.get(tries, 0) + 1
    shown = {
        int(row.locator("th").inner_text()): int(row.locator("td").inner_text())
        for row in page.locator(".counts tbody tr").all()
    }
    assert {tries: count for tries, count in shown.items() if count} == expected
    mean = sum(tries * count for tries, count in expected.items()) / len(game.secrets)
    assert f"{mean:.2f} guesses on average" in page.inner_text(".glance")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_part_of_the_picture_unfolds_the_list(opened, five, size):
    page = opened(five, size, "C5", has_touch=True)
    page.wait_for_selector(".icicle span")
    assert no_scrolling_aside(page)
    parts = page.locator(".icicle span")
    widths = parts.evaluate_all(
        "(parts) => parts.map((part) => parts[0].offsetWidth - part.offsetWidth)"
    )
    assert widths[0] == 0
    assert min(widths) == 0
    deep = page.locator(".icicle span").nth(2)
    code, words = re.match(r"(\w+), (\d+) words?", deep.get_attribute("title")).groups()
    deep.tap()
    settled(page)
    last = page.locator(".tree .on").last
    assert code in last.inner_text()
    assert f"{words} word" in last.inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_parts_of_the_picture_have_the_edges_of_cells(opened, five, theme):
    page = opened(five, part="C5", color_scheme=theme)
    page.wait_for_selector(".icicle span")
    drawn = """(at) => {
      const probe = make("i", { style: "color: var(--edge)" });
      document.body.append(probe);
      const { borderTopColor, borderLeftColor } = getComputedStyle(document.querySelector(at));
      return [getComputedStyle(probe).color, borderTopColor, borderLeftColor];
    }"""
    edge, *lines = page.evaluate(drawn, ".icicle span")
    assert lines == [edge, edge]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_part_is_named_where_its_code_fits(opened, five, size):
    page = opened(five, size, "C5")
    parts = page.locator(".icicle span")
    told = parts.evaluate_all("(all) => all.map((one) => [one.textContent, one.offsetWidth])")
    assert told[0][0] == "CASER"
    assert any(not code for code, _ in told)
    named = page.locator(".icicle span:not(:empty)")
    assert named.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")
