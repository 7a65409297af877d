"""One place to type: whatever was clicked last, a word that is typed is entered by Enter."""

import pytest

from tests.web.conftest import DESKTOP, PHONE, choose, drawer, press, settled
from tests.web.test_explore import played, propose

pytestmark = pytest.mark.web
#: A small game: after each click, help ranks all guesses.
GAME, WORD = "K5", "KAPOK"
#: What may be clicked on the page but links, which lead elsewhere, and letters, which are typed.
CLICKED = (
    "#view :is(button:not(.keyboard button:not(.wide)), summary, .board li, .said, .facts, h1), "
    "#settings, #drawer :is(button, .pick label)"
)


def fresh(_page):
    """A game that begins."""


def guessed(page):
    propose(page, "KABIC")


def hinted(page):
    propose(page, "KABIC")
    press(page, "Hint")
    settled(page)


def opened_drawer(page):
    propose(page, "KABIC")
    drawer(page)


def refused(page):
    propose(page, "KXXXX")
    for _ in range(5):
        page.keyboard.press("Backspace")


def fair(page):
    choose(page, "opponent", "fair")


@pytest.mark.parametrize("part", ["play", "help"])
@pytest.mark.parametrize("state", [fresh, guessed, hinted, opened_drawer, refused, fair])
def test_a_word_is_entered_whatever_was_clicked(opened, five, part, state):
    if part == "help" and state in {hinted, fair}:
        pytest.skip("help has neither hints nor an opponent")
    page = opened(five, part=f"{GAME}/{part}")
    page.on("dialog", lambda dialog: dialog.accept())
    clicked = 0
    while True:
        page.evaluate(
            """(hash) => {
              localStorage.clear();
              for (const game of GAMES) game.match = null;
              history.replaceState(null, "", hash);
              return route();
            }""",
            f"#{GAME}/{part}",
        )
        settled(page)
        state(page)
        # What is behind the open drawer cannot be clicked.
        behind = page.locator("#drawer").is_visible()
        some = page.locator(CLICKED).locator("visible=true").all()
        some = [area for area in some if not behind or area.evaluate("e => e.closest('#drawer')")]
        if clicked == len(some):
            break
        some[clicked].click()
        settled(page)
        page.keyboard.type(WORD.lower())
        page.keyboard.press("Enter")
        settled(page)
        entered = page.locator(".board li:not(.blank)").all_inner_texts()
        over = page.locator(".match.over").count()
        assert over or any("".join(line.split()).startswith(WORD) for line in entered), clicked
        clicked += 1
    assert clicked > 4


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_keyboard_has_enter_and_erase(opened, five, several, size):
    for file, part in ((five, "C5"), (several, "mastermind:3x4"), (several, "moo:2x5")):
        page = opened(file, size, f"{part}/play")
        for name in ("Propose", "Erase"):
            assert page.locator(".keyboard").get_by_role("button", name=name).is_visible()


def test_accents_are_typed_as_letters(opened, five):
    page = opened(five, part="C5/play")
    page.keyboard.insert_text("cadés")
    assert page.input_value("#guess") == "CADES"
    page.keyboard.press("Enter")
    settled(page)
    assert [guess for guess, _ in played(page)] == ["CADES"]


def test_the_board_is_large_and_in_the_middle(opened, five):
    page = opened(five, (1400, 900), "C5/play")
    box = page.locator(".board .tiles").first.bounding_box()
    assert box["width"] >= 300
    assert abs(box["x"] + box["width"] / 2 - 700) < 10
    below = page.locator(".keyboard div").last.bounding_box()
    assert below["y"] + below["height"] <= 900
