"""Hard play on the page: what it refuses, how its evil host answers, and what is known of it."""

import pytest

import emi
from emi.analysis.explored import explore
from emi.reports.writers import explorer
from tests.web.conftest import choose, press, settled
from tests.web.test_explore import played, propose

pytestmark = pytest.mark.web
#: One letter apart: hard play, which keeps the others, names them one by one.
TRAP = ["FIGHT", "LIGHT", "MIGHT", "NIGHT", "SIGHT", "EIGHT"]
MORE = ["FLAMS", "LEMON", "FINAL", "STEAM", "MANSE"]
GAME = emi.Wordle(TRAP, sorted([*TRAP, *MORE]))


@pytest.fixture
def hard(opened, tmp_path):
    """Return a function that opens the page of a game, in hard play."""

    def hard(game):
        path = tmp_path / "hard.html"
        explored = explore(game)
        path.write_text(explorer.write([explored.plain()], title="Games"), "utf-8")
        page = opened(path, part=f"{GAME.name}/play")
        page.wait_for_selector("#guess")
        if not game.hard:
            choose(page, "hard", "true")
        return page

    return hard


def bounds_of(page):
    """Return the bounds after each turn, and those of a hint, by the page."""
    return page.evaluate(
        """async () => {
          const [{ match }] = GAMES;
          const { lower, upper } = await match.known();
          return { turns: match.turns.map(({ bounds }) => bounds), hint: { lower, upper } };
        }"""
    )


def value(game, clues):
    """Return the value of a position, which the program proves."""
    bounds = emi.Position(game, clues).value().bounds
    assert bounds.proven
    return bounds.upper


def test_a_guess_that_drops_a_hint_is_refused(hard):
    page = hard(GAME)
    propose(page, "EIGHT")
    marks = played(page)[0][1]
    assert "G" in marks
    propose(page, "FLAMS")
    assert "Hard play: " in page.inner_text(".said")
    assert len(played(page)) == 1


def test_bounds_of_hard_play_are_not_those_of_free_play(hard):
    page = hard(GAME)
    propose(page, "EIGHT")
    clues = played(page)
    free, least = value(GAME, clues), value(GAME.hardened("hints"), clues)
    assert (free, least) == (2, 5)
    bounds = bounds_of(page)
    assert bounds["hint"] == bounds["turns"][0] == {"lower": least, "upper": least}
    press(page, "Hint")
    settled(page)
    assert f"within {least} guesses" in page.inner_text(".said")
    # In free play again, only that it takes no more stays known, until it is found out.
    choose(page, "hard", "false")
    assert bounds_of(page)["hint"] == {"lower": free, "upper": free}
    choose(page, "hard", "true")
    assert bounds_of(page)["hint"] == {"lower": least, "upper": least}


def test_the_evil_host_of_hard_play_gives_what_costs_most(hard):
    words = emi.Motus.of_cell("Z5").secrets
    game = emi.Wordle([*words[:30]])
    page, hardened = hard(game), game.hardened("hints")
    position = emi.Position(hardened)
    while len(position.possible) > 1:
        guess = position.legal[len(position.legal) // 2]
        clues = [*played(page), (guess, "")]
        propose(page, guess)
        (_, marks) = played(page)[-1]
        worst = max(
            0 if answer == "GGGGG" else value(hardened, [*clues[:-1], (guess, answer)])
            for answer in {game.feedback(guess, word) for word in position.possible}
        )
        position.push(guess, marks)
        bounds = bounds_of(page)["turns"][-1]
        if marks == "GGGGG":
            assert worst == 0
            break
        assert bounds == {"lower": worst, "upper": worst}
        assert position.value().bounds.upper == worst


def test_the_analysis_of_hard_play_is_of_hard_play(hard):
    page = hard(GAME)
    propose(page, "EIGHT")
    press(page, "Give up")
    settled(page)
    said = page.inner_text(".analysis tbody tr")
    best = value(GAME.hardened("hints"), [])
    cost = 1 + value(GAME.hardened("hints"), played(page)) - best
    assert cost > 0
    assert f"costs {cost} guess" in said
    assert f"is sure within {best}, this one may take {best + cost}" in said


def test_the_page_of_hard_play_begins_with_it_and_knows_its_value(hard):
    game = GAME.hardened("hints")
    page = hard(game)
    assert "hard play" in page.inner_text("h1")
    start = page.evaluate("() => GAMES[0].match.start")
    assert start == {"lower": value(game, []), "upper": value(game, [])}
    propose(page, "EIGHT")
    propose(page, "FLAMS")
    assert "Hard play: " in page.inner_text(".said")
    # The strategy is that of hard play too: each guess of it may be made.
    ways = page.evaluate(
        """() => GAMES[0].every.map((secret) =>
          turnsTo(GAMES[0], secret).map(({ guess }) => GAMES[0].code(guess)))"""
    )
    for secret, guesses in zip(game.secrets, ways, strict=True):
        assert guesses[-1] == secret
        position = emi.Position(game)
        for guess in guesses:
            assert guess in position.legal
            position.push(guess, game.feedback(guess, secret))
    page.get_by_role("link", name="Help").click()
    page.wait_for_selector(".helped")
    settled(page)
    page.fill("#guess", "EIGHT")
    page.press("#guess", "Enter")
    for at in range(1, 5):
        for _ in range(2):
            page.locator(".clues li:not(.now) button.tile").nth(at).click()
    settled(page)
    advised = page.locator(".found tbody th button").all_inner_texts()
    legal = emi.Position(game, [("EIGHT", "BGGGG")]).legal
    assert advised
    assert {*advised} <= {*legal}
    page.get_by_role("link", name="Proof").click()
    assert "emi certify --hard hints" in page.inner_text(".part.proof")
