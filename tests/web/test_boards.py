"""Several boards on the page: one guess for all of them, as the sites and the terminal have it."""

import os
import random
import re
import subprocess
import sys

import pytest

import emi
from tests.web.conftest import DESKTOP, PHONE, choose, press, reload, settled, wrong
from tests.web.test_explore import no_scrolling_aside, propose
from tests.web.test_help import enter
from tests.web.test_turns import COUNTED, ELEMENTS, most, opens

pytestmark = pytest.mark.web
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
BOARDS = pytest.mark.parametrize(("name", "count", "tries"), [("dordle", 2, 7), ("quordle", 4, 9)])
MARKS = {"placed": "G", "misplaced": "Y", "missing": "B"}


@pytest.fixture(scope="session")
def boards(tmp_path_factory):
    """Return the page of two games of boards, as the program writes it."""
    folder = tmp_path_factory.mktemp("boards")
    command = [sys.executable, "-m", "emi", "page", "dordle", "quordle", "--out", "boards.html"]
    environment = {**os.environ, "EMI_CACHE_DIR": str(folder / "cache")}
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd=folder)
    return folder / "boards.html"


@pytest.fixture
def begun(opened, boards):
    """Return a function that opens a game of boards: its page, secrets and position in Python."""

    def begun(name, size=DESKTOP, **how):
        page = opened(boards, size, f"{name}/play", **how)
        page.wait_for_selector("#guess")
        return page, secrets(page), emi.game_named(name).start()

    return begun


def secrets(page):
    """Return the secret of each board."""
    of = "const { game, boards } = shownGame.match;"
    return page.evaluate(
        f"() => {{ {of} return boards.map(({{ secret }}) => game.secret(secret)); }}"
    )


def feedback(page):
    """Return the feedback on each guess, for each board."""
    return [
        [
            "".join(
                MARKS[tile.get_attribute("class").split()[1]] for tile in row.locator(".tile").all()
            )
            for row in board.locator("li:not(.blank)").all()
        ]
        for board in page.locator(".board").all()
    ]


def heard(position):
    """Return the feedback of a position on each guess, for each board."""
    feedbacks = [turn.feedback for turn in position.turns]
    return [[text for text in board if text] for board in zip(*feedbacks, strict=True)]


def finish(page, position, drawn):
    """Make guesses on the page and in Python, until all boards are found."""
    for guess in drawn:
        propose(page, guess)
        position.push(guess, [position.game.base.feedback(guess, secret) for secret in drawn])
    settled(page)


@SIZES
@BOARDS
def test_a_guess_is_answered_on_each_board_as_in_the_terminal(begun, name, count, tries, size):
    page, drawn, position = begun(name, size)
    base = position.game.base
    assert len({*drawn}) == count
    assert page.locator(".board").count() == count
    assert no_scrolling_aside(page)
    guesses = [*random.Random(name).sample(base.guesses, tries - count - 1), drawn[1]]
    for guess in guesses:
        # What is typed stands on each board that is not found.
        page.fill("#guess", guess)
        assert page.locator(".now").count() == sum(not board.found for board in position.boards)
        assert {row.strip() for row in page.locator(".now .tiles").all_inner_texts()} == {
            page.locator(".now .tiles").first.inner_text().strip()
        }
        page.press("#guess", "Enter")
        settled(page)
        position.push(guess, [base.feedback(guess, secret) for secret in drawn])
        assert feedback(page) == heard(position)
        left = [f"{len(board.possible)} left" for board in position.boards]
        left = ["found" if b.found else n for b, n in zip(position.boards, left, strict=True)]
        assert [text.replace(",", "") for text in page.locator(".facts").all_inner_texts()] == left
    assert [len(turns) for turns in feedback(page)][1] == len(guesses)
    # The best that each board told of a letter is on its part of the key, unless it is found.
    for key in page.locator(".keyboard .tile:has(.parts)").all():
        letter = key.locator("b").inner_text()
        best = [
            "" if board.found else max(
                (mark for turn in board.turns
                 for sign, mark in zip(turn.guess, turn.feedback, strict=True) if sign == letter),
                key="BYG".index, default="",
            )
            for board in position.boards
        ]  # fmt: skip
        parts = [part.get_attribute("class") or "" for part in key.locator("i").all()]
        assert [MARKS.get(part, "") for part in parts] == best, letter
    reload(page)
    settled(page)
    assert (secrets(page), feedback(page)) == (drawn, heard(position))


@BOARDS
def test_a_phone_shows_all_boards_and_the_keys_at_once(begun, name, count, tries):
    page, _, _ = begun(name, PHONE, has_touch=True, is_mobile=True)
    page.evaluate("scrollTo(0, 0)")
    assert page.locator(".board").last.locator("li").count() == tries
    for selector in (".board li:last-child", ".facts", ".keyboard div:last-child"):
        box = page.locator(selector).last.bounding_box()
        assert box["y"] + box["height"] <= PHONE[1], selector
    for letter in "CRANE":
        page.locator(".keyboard").get_by_role("button", name=letter, exact=True).tap()
    page.locator(".keyboard").get_by_role("button", name="Propose").tap()
    settled(page)
    assert [len(turns) for turns in feedback(page)] == [1] * count


@BOARDS
def test_a_result_is_shared_as_grids_that_a_review_reads(begun, name, count, tries):
    page, drawn, position = begun(name)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.told = text; }")
    finish(page, position, drawn)
    settled(page)
    assert f"Found with {count} guesses." in page.inner_text(".said")
    page.get_by_role("button", name="Copy the result").click()
    page.wait_for_function("window.told")
    text = page.evaluate("window.told")
    assert text.startswith(f"{name.capitalize()}: {count}/{tries}\n")
    assert text.count("\n\n") == count - 1
    read = emi.game_named(name).start()
    read.hear("\n".join([text, *drawn]))
    assert read.turns == position.turns
    assert page.locator(".stats dd").all_text_contents() == ["1", "100%", "1", "1"]


def test_secrets_are_shown_where_they_were_not_found(begun):
    page, drawn, _ = begun("dordle")
    propose(page, drawn[0])
    press(page, "Give up")
    settled(page)
    assert f"It was {', '.join(drawn)}." in page.inner_text(".said")
    assert page.locator(".stats dd").all_text_contents() == ["1", "0%", "0", "0"]
    press(page, "Undo")
    assert page.locator(".now").count() == 1
    press(page, "Undo")
    assert page.locator(".now").count() == 2
    press(page, "New game")
    assert feedback(page) == [[], []]


def test_a_hint_is_a_rule_of_thumb_and_there_is_no_evil_host(begun):
    page, _, position = begun("dordle")
    propose(page, "CRANE")
    press(page, "Hint")
    settled(page)
    said = page.inner_text(".said")
    assert "nothing is proven of several boards" in said
    (guess,) = (
        word for word in said.replace(",", " ").split() if len(word) == 5 and word.isupper()
    )
    assert guess in position.game.base.guesses
    press(page, "Hint")
    settled(page)
    assert page.inner_text(".said") == said
    page.click("#settings")
    assert page.locator("#opponent, #hard").count() == 0
    page.keyboard.press("Escape")
    # The tries are those of the site, or any number.
    choose(page, "tries", "Infinity")
    assert page.locator(".board").first.locator("li").count() == 2
    for part in ("strategy", "proof", "play/CRANE", "help/CRANE-BBBBB"):
        page.evaluate("part => { location.hash = part; }", f"dordle/{part}")
        page.wait_for_selector("[role=alert]")
    assert page.locator(".days a").count() == 2


@SIZES
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_moderate_or_serious_is_wrong(begun, axe, size, theme):
    page, drawn, _ = begun("quordle", size, color_scheme=theme)
    page.evaluate(axe)
    for guess in ("CRANE", drawn[0]):
        propose(page, guess)
    problems = wrong(page, "playing")
    for guess in drawn[1:]:
        propose(page, guess)
    settled(page)
    problems += wrong(page, "found")
    page.evaluate("location.hash = 'quordle/help'")
    page.wait_for_selector(".helped")
    enter(page, "CRANE", *["BYBBB"] * 4)
    problems += wrong(page, "help")
    page.evaluate("location.hash = ''")
    page.wait_for_selector(".days")
    settled(page)
    assert problems + wrong(page, "home") == []


def facts(position):
    """Return what the page says below each board."""
    return ["found" if board.found else f"{len(board.possible)} left" for board in position.boards]


def facts_shown(page):
    return [text.replace(",", "") for text in page.locator(".facts").all_inner_texts()]


def paste(page, text):
    page.fill("#pasted", text)
    page.get_by_role("button", name="Read", exact=True).click()
    settled(page)


@SIZES
@pytest.mark.parametrize("name", ["dordle", "quordle"])
def test_help_with_a_game_elsewhere_is_for_all_boards(opened, boards, name, size):
    page = opened(boards, size, f"{name}/help", has_touch=size == PHONE)
    position = emi.game_named(name).start()
    game = position.game.base
    count = len(position.boards)
    drawn = random.Random(name).sample(game.secrets, count)

    def push(guess):
        """Make a guess in Python; return the feedback on the boards that were not found."""
        answers = [game.feedback(guess, secret) for secret in drawn]
        open_ = [not board.found for board in position.boards]
        position.push(guess, answers)
        return [text if still else None for text, still in zip(answers, open_, strict=True)]

    for guess in ("CRANE", drawn[0]):
        assert re.search(r"Over all boards, [A-Z]{5} is estimated best", page.inner_text(".said"))
        enter(page, guess, *push(guess), touch=size == PHONE)
        assert facts_shown(page) == facts(position)
        assert no_scrolling_aside(page)
    # As the terminal reads it: boards that are found have no feedback.
    page.click(".paste summary")
    for guess in drawn[1:-1]:
        paste(page, f"{guess}:{'/'.join(text for text in push(guess) if text)}")
    assert feedback(page) == heard(position)
    # One board is left: the advice is that of a game of one board.
    possible = position.boards[-1].possible
    words = len(possible)
    said = f"It is {possible[0]}" if words == 1 else f"{words:,} words still possible"
    assert said in page.inner_text(".said")
    reload(page)
    settled(page)
    assert feedback(page) == heard(position)
    enter(page, drawn[-1], *push(drawn[-1]))
    assert facts_shown(page) == ["found"] * count
    assert (page.inner_text(".said"), page.locator(".now").count()) == ("", 0)
    page.get_by_role("button", name="Remove CRANE").click()
    settled(page)
    assert [len(turns) for turns in feedback(page)] == [*range(1, count + 1)]
    page.get_by_role("button", name="Remove all clues").click()
    settled(page)
    assert facts_shown(page) == facts(emi.game_named(name).start())


def test_help_says_which_board_nothing_fits_and_what_it_cannot_read(opened, boards):
    page, game = opened(boards, part="dordle/help"), emi.game_named("dordle").base
    page.click(".paste summary")
    for text, wrong_ in (
        ("CRANE:BBBBB", "CRANE BBBBB"),
        ("CRANE:BBBBB/BBBBB/BBBBB", "CRANE BBBBB BBBBB BBBBB"),
        ("BBBBB/BBBBB", "BBBBB BBBBB"),
        ("CRANE:BBBBB/ZZZZZ", "CRANE BBBBB"),
    ):
        paste(page, text)
        assert page.inner_text(".said .wrong").startswith(f"{wrong_}: no clue of this game")
    paste(page, "")
    assert "No clue in it" in page.inner_text(".said")
    assert page.locator(".clues li:not(.now)").count() == 0
    paste(page, "CRANE:BBBBB/GYYYY\nslate 🟩🟩🟩🟩⬛ 🟩🟩🟩🟩⬛")
    assert [len(turns) for turns in feedback(page)] == [2, 2]
    said = page.inner_text(".said")
    assert said.startswith("Board 1: Nothing fits these clues.")
    left = [word for word in game.secrets if game.feedback("SLATE", word) == "GGGGB"]
    assert f"If the clue on CRANE is wrong, {len(left)} word" in said
    assert page.inner_text("#pasted") == ""


@BOARDS
def test_no_turn_draws_or_compares_much(opened, boards, name, count, tries):
    page = opened(boards, PHONE)
    page.evaluate(COUNTED)
    whole = opens(page, f"{name}/play", "#guess")
    drawn, size = secrets(page), page.evaluate("shownGame.every.length")
    # All rows are drawn at once, each with its tiles and two elements around them.
    assert whole["elements"][0] <= count * tries * 7 + ELEMENTS
    for guess in ("CRANE", *drawn):
        propose(page, guess)
        done = most(page)
        assert done["elements"][0] <= ELEMENTS, guess
        # A turn compares a guess with the secrets of one board.
        assert done["pairs"][0] <= size + count, guess
