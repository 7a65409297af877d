"""The page that opens first, and the addresses of everything."""

import pytest

import emi
from tests.web.conftest import DESKTOP, PHONE, choose, press, reload, settled
from tests.web.test_explore import no_scrolling_aside, played, propose

pytestmark = pytest.mark.web


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_newcomer_is_told_the_rules_and_led_to_a_game(opened, five, size):
    page = opened(five, size, has_touch=True)
    page.wait_for_selector(".replay li")
    game = emi.Motus.of_cell("C5")
    turns = played(page)
    assert turns[-1] == ("CAVES", "GGGGG")
    assert all(game.feedback(guess, "CAVES") == told for guess, told in turns)
    page.get_by_role("button", name="Replay").tap()
    page.wait_for_selector(".replay li.later", state="attached")
    assert "Looking for CAVES" in page.inner_text(".replay")
    assert no_scrolling_aside(page)
    page.get_by_role("link", name="Play Evil Motus").tap()
    page.wait_for_selector(".part.play")


def test_every_game_that_ends_counts_once(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    page.on("dialog", lambda dialog: dialog.accept())

    def statistics():
        """Return how many games were played, found, in a row now and at best."""
        return page.locator(".stats dd").all_text_contents()

    def secret():
        return page.evaluate(
            """() => {
              const { game, boards } = GAMES.find((one) => one.name === "C5").match;
              return game.secret(boards[0].secret);
            }"""
        )

    def win():
        propose(page, secret())
        settled(page)

    def miss():
        propose(page, "CACAO" if secret() != "CACAO" else "COCON")

    choose(page, "opponent", "fair")
    win()
    assert statistics() == ["1", "100%", "1", "1"]
    reload(page)
    page.wait_for_selector(".stats dd", state="attached")
    settled(page)
    press(page, "New game")
    miss()
    win()
    assert statistics() == ["2", "100%", "2", "2"]
    # What was helped, or taken back, does not count.
    press(page, "New game")
    miss()
    press(page, "Hint")
    settled(page)
    win()
    press(page, "New game")
    miss()
    press(page, "Undo")
    win()
    assert statistics() == ["2", "100%", "2", "2"]
    press(page, "New game")
    press(page, "Give up")
    press(page, "New game")
    miss()
    press(page, "Give up")
    settled(page)
    assert statistics() == ["3", "67%", "0", "2"]
    page.goto(f"{five.as_uri()}#")
    page.wait_for_selector(".grid")
    settled(page)
    page.click(".stats summary")
    assert page.locator(".stats h3").all_inner_texts() == ["Motus · Français · a fixed secret"]
    assert statistics() == ["3", "67%", "0", "2"]
    assert page.locator(".stats .counts tr").nth(1).inner_text().split() == ["2", "1"]


def test_the_rules_stay_folded_away(opened, five):
    page = opened(five)
    page.click(".rules summary")
    # The browser tells of it a moment later.
    page.wait_for_function("() => localStorage.getItem('emi.rules') === 'closed'")
    reload(page)
    page.wait_for_selector(".grid")
    assert page.get_attribute(".rules", "open") is None


def test_a_word_leads_to_its_cell_and_the_way_to_it(opened, five):
    page = opened(five)
    page.fill("#word", "zzz")
    page.press("#word", "Enter")
    page.wait_for_selector("text=ZZZ is in no list of this page.")
    page.fill("#word", "cavés")
    page.press("#word", "Enter")
    page.wait_for_selector(".way .board")
    assert page.evaluate("location.hash") == "#C5/strategy/CAVES"
    assert played(page)[-1] == ("CAVES", "GGGGG")


def test_games_have_full_names_and_codes_are_not_called_words(opened, several):
    page = opened(several)
    names = page.locator(".games a").all_inner_texts()
    for name in (
        "Wordle, 5 letters",
        "Mastermind, 3 pegs, 4 colours",
        "Bulls and Cows, 2 digits of 5",
        "Black-peg Mastermind, 3 pegs, 3 colours",
    ):
        assert any(name in one for one in names), name
    page.evaluate("location.hash = 'mastermind:3x4'")
    page.wait_for_selector("h1:has-text('Mastermind, 3 pegs, 4 colours')")
    for part in ("strategy", "play", "help", "proof"):
        page.evaluate("(part) => { location.hash = `mastermind:3x4/${part}`; }", part)
        page.wait_for_selector(f".part.{part}")
        settled(page)
        assert "word" not in page.inner_text("#view")
    assert page.locator(".part").inner_text()
    page.evaluate("location.hash = 'mastermind:3x4/strategy'")
    page.wait_for_selector(".marks .pin.black", state="attached")
    assert page.locator(".marks .pin.white").count() == 1


def test_a_link_opens_the_same_game(opened, five):
    page = opened(five, part="C5/play/caser.coule")
    page.wait_for_selector("#guess")
    settled(page)
    turns = played(page)
    assert [guess for guess, _ in turns] == ["CASER", "COULE"]
    propose(page, "CHIMY")
    propose(page, "CARNE")
    assert page.evaluate("location.hash") == "#C5/play/CASER.COULE.CARNE"
    reload(page)
    page.wait_for_selector("#guess")
    settled(page)
    assert [guess for guess, _ in played(page)] == ["CASER", "COULE", "CARNE"]
    # Another game is opened over one that is played only if that is wanted.
    page.on("dialog", lambda dialog: dialog.dismiss())
    page.evaluate("location.hash = 'C5/play/CADES'")
    page.wait_for_function("() => location.hash === '#C5/play/CADES'")
    settled(page)
    assert [guess for guess, _ in played(page)] == ["CASER", "COULE", "CARNE"]


@pytest.mark.parametrize(
    "address",
    [
        "nothing", "C5/nothing", "C5/strategy/ZZZZZ", "C5/play/CASER.ZZZZZ", "%E0%A4%A",
        "C5/strategy/CAVES/more", "C5/proof/CAVES", "C5/strategy/CAVES.CASER", "C5/toString",
    ],
)  # fmt: skip
def test_an_address_that_names_nothing_leads_home_with_a_line(opened, five, address):
    page = opened(five, part=address)
    page.wait_for_selector(".grid")
    assert f"#{address} leads nowhere on this page." in page.inner_text("[role=alert]")
    assert page.evaluate("location.hash") == ""
