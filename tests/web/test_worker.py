"""What takes long is searched for beside the page: it goes on, says so, and can be stopped."""

import pytest

from tests.web.conftest import PHONE, press, settled
from tests.web.test_explore import BAD, played, propose

pytestmark = pytest.mark.web
#: Has a task of the worker go on for ever, after it has told bounds.
ENDLESS = """(task) => {
  document.getElementById("engine").textContent +=
    `TASKS.${task} = (knowledge, given, tell) => { tell({ lower: 3, upper: 7 }); for (;;); };`;
}"""
#: Counts how many pairs the page itself compares between two turns of its loop.
COUNTING = """() => {
  const feedback = Game.prototype.feedback;
  window.compared = 0;
  window.searched = 0;
  Game.prototype.feedback = function (...given) {
    window.compared++;
    return feedback.apply(this, given);
  };
  Knowledge.prototype.within = () => { window.searched++; };
}"""


def test_a_search_shows_how_far_it_is_and_can_be_stopped(opened, five):
    page = opened(five, PHONE, "C5/play", has_touch=True, is_mobile=True)
    page.wait_for_selector("#guess")
    propose(page, "CASER")
    turns = played(page)
    page.evaluate(ENDLESS, "hint")
    # The worker that answered has no such task: another one is made of the engine.
    page.evaluate("() => { ask(GAMES[0], 'bounds', { members: [0] }); halt(); }")
    press(page, "Hint")
    page.wait_for_selector(".thinking")
    assert "so far 3..7" in page.inner_text(".thinking")
    # The page is not blocked: letters are typed, and a tab could be changed.
    page.get_by_role("button", name="A", exact=False).first.tap()
    assert page.input_value("#guess")
    page.get_by_role("button", name="Stop").tap()
    settled(page)
    assert page.locator(".thinking").count() == 0
    assert played(page) == turns
    propose(page, "COULE")
    assert [guess for guess, _ in played(page)] == ["CASER", "COULE"]


def test_a_proof_is_indexed_when_it_is_unfolded_and_can_be_stopped(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    page.evaluate(ENDLESS, "reasons")
    page.get_by_role("link", name="Proof").click()
    page.get_by_role("button", name="Stop").click()
    assert page.get_by_role("button", name="Find out why").count() == 1
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_selector("#guess")
    page.get_by_role("link", name="Proof").click()
    page.wait_for_selector(".thinking")
    page.get_by_role("link", name="Strategy").click()
    page.wait_for_selector(".tree")


def test_a_game_and_its_proof_are_never_searched_by_the_page_itself(opened, five):
    """What it compares itself stays below what takes some milliseconds."""
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    page.evaluate(COUNTING)
    for word in BAD:
        propose(page, word)
        for _ in range(3):
            if not page.locator(".match.over").count():
                press(page, "Hint")
                settled(page)
    settled(page)
    assert page.locator(".analysis tbody tr").count() == len(BAD)
    page.get_by_role("link", name="Proof").click()
    page.wait_for_selector(".reasons")
    # Each guess is compared with the secrets that are left, no more; drawing asks for a few again.
    assert page.evaluate("window.searched") == 0
    assert page.evaluate("window.compared") < 2 * 588 * len(BAD)
