"""The strategy at a glance: counts by guesses, the average, and a picture that can be clicked."""

import re

import pytest

from emi.analysis.explored import explore
from tests.web.conftest import DESKTOP, OTHERS, PHONE, reload, settled
from tests.web.test_explore import no_scrolling_aside

pytestmark = pytest.mark.web


@pytest.mark.parametrize("game", [OTHERS[0], OTHERS[1]], ids=lambda game: game.name)
def test_counts_what_the_strategy_finds(opened, several, game):
    page = opened(several, part=f"{game.name}/strategy")
    page.wait_for_selector(".counts")
    strategy = explore(game).solution.strategy()
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
    page = opened(five, size, "C5/strategy", has_touch=True)
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
    page = opened(five, part="C5/strategy", color_scheme=theme)
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
    page = opened(five, size, "C5/strategy")
    parts = page.locator(".icicle span")
    told = parts.evaluate_all("(all) => all.map((one) => [one.textContent, one.offsetWidth])")
    assert told[0][0] == "CASER"
    assert any(not code for code, _ in told)
    named = page.locator(".icicle span:not(:empty)")
    assert named.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth)")


def test_a_long_list_of_branches_is_drawn_as_it_is_asked_for(opened, five):
    """Some at once, then more, and at once as many as a word needs that is looked for."""
    page = opened(five, part="C5/strategy")
    page.wait_for_selector(".tree > li > ul > li")
    settled(page)
    branches = page.evaluate("GAMES.find((one) => one.name === 'C5').tree.below.length")
    drawn = page.locator(".tree > li > ul > li:has(> .line)")
    most = page.evaluate("LINES")
    more = page.locator(".tree .more")
    assert drawn.count() == most < branches
    assert more.inner_text() == f"and {branches - most} more"
    more.click()
    settled(page)
    assert drawn.count() == min(2 * most, branches)
    page.wait_for_function(
        """() => {
          const line = document.querySelectorAll('.tree > li > ul > li')[LINES].firstChild;
          return document.activeElement === line;
        }"""
    )
    last = "GAMES.find((one) => one.name === 'C5').tree.below.at(-1).members[0]"
    word = page.evaluate(f"GAMES.find((one) => one.name === 'C5').secret({last})")
    reload(page)
    page.wait_for_selector(".tree > li > ul > li")
    settled(page)
    page.fill("#find", word)
    page.press("#find", "Enter")
    settled(page)
    assert drawn.count() == branches
    assert more.count() == 0
    assert drawn.last.locator("> .line.on").count() == 1
