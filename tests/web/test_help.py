"""Help with a game that is played elsewhere: words, tapped tiles, pasted clues, and advice."""

import json
import re

import pytest

import emi
from emi.analysis.explored import Explored
from emi.questions.question import Question
from emi.questions.solving import known_solution
from emi.reports.writers import explorer
from tests import notation
from tests.web.conftest import DESKTOP, OTHERS, PHONE, reload, settled
from tests.web.test_explore import no_scrolling_aside

pytestmark = pytest.mark.web


def enter(page, word, *feedbacks, touch=False):
    """Enter a guess, and tap its letters on each board until their colours are right."""
    page.fill("#guess", word)
    page.press("#guess", "Enter")
    for board, feedback in enumerate(feedbacks):
        if feedback is not None:
            tap(page.locator(".clues").nth(board).locator("li:not(.now)").last, feedback, touch)
    settled(page)


def tap(row, feedback, touch):
    """Tap the letters of a row until their colours are right."""
    for at, mark in enumerate(feedback):
        tile = row.locator("button.tile").nth(at)
        name = {"G": "placed", "Y": "misplaced", "B": "missing"}[mark]
        for _ in range(3):
            if name in tile.get_attribute("class").split():
                break
            if touch:
                tile.tap()
            else:
                tile.press("Enter")
        assert name in tile.get_attribute("class").split()


def possible(page):
    return int(re.search(r"(\d+) words? still possible", page.inner_text(".helped .said"))[1])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_says_what_the_program_says(opened, five, size):
    touch = size == PHONE
    page = opened(five, size, "C5/help", has_touch=touch)
    game = emi.Motus.of_cell("C5")
    position = emi.Position(game)
    for word in ("CARIE", "COULE"):
        feedback = game.feedback(word, "CAVES")
        enter(page, word, feedback, touch=touch)
        position.push(word, feedback)
        assert possible(page) == len(position.possible)
    value = position.value().bounds.upper
    said = page.inner_text(".helped .said")
    assert f"at most {value} guesses" in said
    first = page.locator(".found tbody th button").first.inner_text()
    assert position.value(first=first).bounds.upper == value
    assert no_scrolling_aside(page)
    # What was entered is there again after a reload.
    reload(page)
    page.wait_for_selector(".clues li:not(.now)")
    settled(page)
    assert page.locator(".clues li:not(.now)").count() == 2
    page.get_by_role("button", name="Remove COULE").click()
    settled(page)
    assert page.locator(".clues li:not(.now)").count() == 1


@pytest.mark.parametrize(
    "pasted",
    [
        "CARIE:GGBBY, COULE:GBBBY",
        "CARIE 🟥🟥🟦🟦🟡\nCOULE 🟥🟦🟦🟦🟡",
        "carie 22001\ncoulé 20001",
        "CARIE:🟩🟩⬛⬛🟨\nCOULE:🟩⬛⬛⬛🟨",
    ],
)
def test_reads_pasted_clues(opened, five, pasted):
    page = opened(five, part="C5/help")
    page.click(".paste summary")
    page.fill("#pasted", pasted)
    page.get_by_role("button", name="Read", exact=True).click()
    settled(page)
    game = emi.Motus.of_cell("C5")
    fit = [
        word
        for word in game.secrets
        if (game.feedback("CARIE", word), game.feedback("COULE", word)) == ("GGBBY", "GBBBY")
    ]
    assert possible(page) == len(fit)


def test_a_shared_result_waits_for_its_words(opened, five):
    page = opened(five, part="C5/help")
    page.click(".paste summary")
    page.fill("#pasted", "SUTOM #123 3/6\n\n🟥🟦🟦🟦🟡\n🟥🟥🟦🟦🟡")
    page.get_by_role("button", name="Read", exact=True).click()
    settled(page)
    assert possible(page) == 588
    assert page.locator(".clues li:not(.now)").count() == 2
    page.fill("#guess", "COULE")
    page.press("#guess", "Enter")
    settled(page)
    assert possible(page) < 588
    page.fill("#pasted", "nothing")
    page.get_by_role("button", name="Read", exact=True).click()
    assert "No clue in it" in page.inner_text(".said")


def test_words_off_the_list_are_named_and_left_out(opened, five):
    page = opened(five, part="C5/help")
    game = emi.Motus.of_cell("C5")
    enter(page, "CZZZZ", "GBBBB")
    assert page.inner_text(".clues small") == "not on the list"
    left = [word for word in game.secrets if "Z" not in word]
    assert possible(page) == len(left)
    best = page.locator(".found tbody th button").first.inner_text()
    page.get_by_role("button", name=f"The other game does not know {best}").click()
    settled(page)
    assert f"Left out: {best}" in page.inner_text(".found")
    assert best not in page.locator(".found tbody th").all_inner_texts()
    assert possible(page) == len(left) - (best in left)
    page.get_by_role("button", name="Take them back").click()
    settled(page)
    assert possible(page) == len(left)


def test_a_contradiction_is_explained(opened, five):
    page = opened(five, part="C5/help")
    for word in ("CARIE", "COULE"):
        enter(page, word, "GBBBB")
    said = page.inner_text(".said")
    # The same counts as of `emi explain C5 --clues CARIE:GBBBB,COULE:GBBBB`.
    game = emi.Motus.of_cell("C5")
    assert "Nothing fits these clues" in said
    for wrong, other in (("COULE", "CARIE"), ("CARIE", "COULE")):
        count = sum(game.feedback(other, word) == "GBBBB" for word in game.secrets)
        assert f"If the clue on {wrong} is wrong, {count} words are possible" in said


@pytest.mark.parametrize("game", [OTHERS[1], OTHERS[2], OTHERS[6]], ids=lambda game: game.name)
def test_other_games_choose_their_feedback(opened, several, game):
    page = opened(several, part=f"{game.name}/help")
    guess, secret = game.guesses[0], game.secrets[-1]
    feedback = game.feedback(guess, secret)
    page.fill("#guess", guess)
    page.press("#guess", "Enter")
    page.locator(".clues select").select_option(feedback)
    settled(page)
    fit = sum(game.feedback(guess, one) == feedback for one in game.secrets)
    assert f"{fit} " in page.inner_text(".helped .said")
    page.get_by_role("button", name=f"Remove {guess}").click()
    page.click(".paste summary")
    page.fill("#pasted", f"{guess} {feedback}")
    page.get_by_role("button", name="Read", exact=True).click()
    settled(page)
    assert page.input_value(".clues select") == feedback


def test_reads_what_the_terminal_reads(opened, several):
    page = opened(several)
    games = [Explored(game, known_solution(Question(game))).plain() for game in notation.GAMES]
    vectors = json.loads(notation.FILE.read_text("utf-8"))
    driver = notation.FILE.with_suffix(".js").read_text("utf-8")
    assert (
        page.evaluate(driver[driver.index("async") :], {"games": games, "vectors": vectors}) == []
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [("112 2w1b", "1b2w"), ("112 bww", "1b2w"), ("112:+--", "1b2w"), ("112 ⚪⚫⚪", "1b2w")],
)
def test_pegs_are_pasted_in_any_notation(opened, several, text, told):
    page = opened(several, part="mastermind:3x4/help")
    page.click(".paste summary")
    page.fill("#pasted", text)
    page.get_by_role("button", name="Read", exact=True).click()
    settled(page)
    assert page.input_value(".clues select") == told


def test_a_clue_that_cannot_be_read_is_named_and_nothing_is_added(opened, several):
    page = opened(several, part="mastermind:3x4/help")
    page.click(".paste summary")
    pasted = "112 1b1w\n113 2b1w"
    page.fill("#pasted", pasted)
    page.get_by_role("button", name="Read", exact=True).click()
    assert "113 2b1w: no clue of this game" in page.inner_text(".said")
    assert page.locator(".clues li:not(.now)").count() == 0
    assert page.input_value("#pasted") == pasted


def test_a_typed_word_is_spelt_as_the_terminal_spells_it(opened, tmp_path):
    path = tmp_path / "page.html"
    game = emi.Wordle(["COEURS", "COEUVE", "CABANE"])
    path.write_text(
        explorer.write([Explored(game, known_solution(Question(game))).plain()], title="Games"),
        "utf-8",
    )
    page = opened(path, part=f"{game.name}/help")
    enter(page, " cœurs ", "GBBBBB")
    assert page.locator(".clues .tiles").first.get_attribute("aria-label") == "COEURS"
    page.goto(f"{path.as_uri()}#{game.name}/play")
    settled(page)
    for key in ("c", "œ", "é", "r"):
        # As a keyboard that has this key does.
        page.evaluate(
            """key => {
                const event = new KeyboardEvent("keydown", { key, bubbles: true });
                document.body.dispatchEvent(event);
            }""",
            key,
        )
    assert page.input_value("#guess") == "COEER"


def test_naming_all_in_turn_is_no_advice(opened, five):
    page = opened(five, part="C5/strategy")
    said = "bounds => [needed(bounds, 200), needed(bounds, 300)]"
    bounds = {"lower": 3, "upper": 200}
    assert page.evaluate(said, bounds) == [
        "At least 3 more guesses are needed to be sure.",
        "You can be sure to find it within 200 guesses, perhaps within 3.",
    ]
