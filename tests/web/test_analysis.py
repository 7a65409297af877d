"""The analysis of a game: a better guess at every loss, luck, skill, and another try."""

import pytest

import emi
from tests.web.conftest import DESKTOP, PHONE, settled
from tests.web.test_explore import BAD, no_scrolling_aside, played, propose

pytestmark = pytest.mark.web


@pytest.fixture
def analysed(opened, five):
    """Return a function that opens a page with a game that was lost."""

    def analysed(size=DESKTOP, **how):
        page = opened(five, size, "C5/play", **how)
        page.wait_for_selector("#guess")
        for word in BAD:
            propose(page, word)
        settled(page)
        return page

    return analysed


def moves(page):
    """Return what the page says of each turn."""
    return page.evaluate(
        """async () => {
          const { match } = GAMES.find((one) => one.name === "C5");
          const { game, turns } = match;
          const moves = await match.analysed();
          const named = (guess) => (guess >= 0 ? game.code(guess) : "");
          const told = (move) => ({ ...move, better: named(move.better) });
          const had = (turn) => turn.had.map((one) => game.secret(one));
          return turns.map((turn, at) => [had(turn), told(moves[at])]);
        }"""
    )


def test_names_a_better_guess_at_every_loss(analysed):
    page = analysed()
    game = emi.Motus.of_cell("C5")
    lost = 0
    for guess, (had, move) in zip(BAD, moves(page), strict=True):
        value = emi.solve(game, candidates=had).bounds
        assert move["needed"]["lower"] <= value.upper <= move["needed"]["upper"]
        if not move["cost"]:
            continue
        lost += 1
        assert move["better"] not in {"", guess}
        first = emi.solve(game, candidates=had, first=move["better"])
        assert first.bounds.upper == value.upper
    assert lost > 0
    assert page.locator(".analysis td.cost small").count() >= lost


def test_says_how_well_was_chosen_and_how_lucky_it_was(analysed):
    page = analysed()
    game = emi.Motus.of_cell("C5")

    def sizes(guess, had):
        classes = {}
        for secret in had:
            classes.setdefault(game.feedback(guess, secret), []).append(secret)
        return {told: len(some) for told, some in classes.items() if told != "GGGGG"}

    def expected(guess, had):
        # A guess that is right is a class of its own.
        return (sum(size**2 for size in sizes(guess, had).values()) + (guess in had)) / len(had)

    for (guess, told), (had, move) in zip(played(page), moves(page), strict=True):
        if move.get("last"):
            # With nothing to come, a guess is good if it can be right.
            assert move["skill"] == (guess in had)
            continue
        # Where few are left, looking at every guess in Python is quick too.
        if len(had) > 40:
            continue
        least = min(expected(one, had) for one in game.guesses)
        assert move["skill"] == pytest.approx((least + 1) / (expected(guess, had) + 1))
        here = sizes(guess, had)
        left = here[told]
        worse = sum(size for size in here.values() if size > left)
        same = sum(size for size in here.values() if size == left)
        assert move["luck"] == pytest.approx((worse + same / 2) / len(had))
    assert page.inner_text(".sums").startswith("By size: skill ")


def test_is_stepped_through_with_the_arrow_keys(analysed):
    page = analysed()
    for key, turn in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowDown", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        assert f"Guess {turn} of {len(BAD)}" in page.inner_text(".step")
        assert page.locator(".analysis tr.on").count() == 1
        assert BAD[turn - 1] in page.inner_text(".analysis tr.on")
    page.get_by_role("link", name="Proof").click()
    page.wait_for_selector(".reasons")
    page.keyboard.press("ArrowRight")


def test_leads_back_into_the_game_by_touch(analysed):
    page = analysed(PHONE, has_touch=True, is_mobile=True)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator(".analysis tbody tr").nth(2).tap()
    assert no_scrolling_aside(page)
    page.get_by_role("button", name="Try again from here").tap()
    assert [guess for guess, _ in played(page)] == BAD[:2]
    propose(page, "CARNE")
    assert [guess for guess, _ in played(page)] == [*BAD[:2], "CARNE"]
