"""A game on the page: typed anywhere, kept over a reload, fair or evil, on phone and desktop."""

import pytest

import emi
from tests.web.conftest import PHONE, choose, chosen, press, reload, settled
from tests.web.test_explore import BAD, played, propose

pytestmark = pytest.mark.web
WORD = {"motus": "🟥🟡🟦", "classic": "🟩🟨⬛", "contrast": "🟧🟦⬛"}


def type_anywhere(page, word):
    page.keyboard.type(word)
    page.keyboard.press("Enter")
    settled(page)


def test_letters_are_heard_wherever_they_are_typed(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    page.keyboard.type("cas")
    assert page.input_value("#guess") == "CAS"
    assert page.locator(".board .typed").all_inner_texts() == ["C", "A", "S"]
    page.keyboard.press("Backspace")
    type_anywhere(page, "SER")
    assert [guess for guess, _ in played(page)] == ["CASER"]
    # A combination of keys is the browser's.
    page.keyboard.press("Control+c")
    assert page.input_value("#guess") == ""
    # Elsewhere nothing is heard any more.
    page.get_by_role("link", name="Proof").click()
    page.wait_for_selector(".part.proof")
    page.keyboard.type("abc")


def test_enter_after_the_last_guess_keeps_the_game_and_its_analysis(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    for word in BAD:
        type_anywhere(page, word.lower())
    assert "Not found" in page.inner_text(".said")
    for _ in range(3):
        page.keyboard.press("Enter")
    settled(page)
    assert [guess for guess, _ in played(page)] == BAD
    assert page.locator(".list tbody tr").count() == len(BAD)


@pytest.mark.parametrize("opponent", ["evil", "fair"])
def test_a_game_is_there_again_after_a_reload(opened, five, opponent):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    choose(page, "opponent", opponent)
    choose(page, "tries", "Infinity")
    for word in BAD[:3]:
        propose(page, word)
    turns = played(page)
    said = page.inner_text(".said")
    reload(page)
    page.wait_for_selector("#guess")
    assert played(page) == turns
    assert page.inner_text(".said") == said
    assert chosen(page, "opponent") == opponent
    assert chosen(page, "tries") == "Infinity"
    press(page, "Give up")
    reload(page)
    page.wait_for_selector(".said .big")
    # Another game is not touched.
    page.goto(f"{five.as_uri()}#U5/play")
    page.wait_for_selector("h1:has-text('U5')")
    assert played(page) == []


def test_what_is_kept_and_does_not_fit_is_left_out(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    propose(page, "CASER")
    place = page.evaluate("Object.keys(localStorage).find((name) => name.includes('match.C5'))")
    gone = '{"fair": true, "secret": "ZZZZZ", "turns": [["CASER", "GGYGB", false, 1, 9]]}'
    unknown = '{"turns": [["ZZZZZ", "GGGGG", false, 1, 1]]}'
    for held in (unknown, gone, "no JSON", '{"turns": 3}', "null"):
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [place, held])
        # The address names the guesses too.
        page.evaluate("() => history.replaceState(null, '', '#C5/play')")
        reload(page)
        page.wait_for_selector("#guess")
        assert played(page) == []


def test_who_gave_up_goes_on(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    propose(page, "CASER")
    turns = played(page)
    press(page, "Give up")
    assert "Not found" in page.inner_text(".said")
    press(page, "Undo")
    assert played(page) == turns
    assert "still possible" in page.inner_text(".said")


def test_a_running_game_is_wiped_only_if_that_is_wanted(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    propose(page, "CASER")
    asked = []

    def answer(dialog):
        asked.append(dialog.message)
        if len(asked) < 3:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    press(page, "New game")
    choose(page, "opponent", "fair")
    assert (len(asked), chosen(page, "opponent")) == (2, "evil")
    assert [guess for guess, _ in played(page)] == ["CASER"]
    press(page, "New game")
    assert played(page) == []


def test_a_fair_secret_stays_and_is_told_at_the_end(opened, five):
    page = opened(five, part="C5/play")
    page.wait_for_selector("#guess")
    choose(page, "opponent", "fair")
    assert "A secret is drawn and does not change." in page.inner_text(".said")
    game = emi.Motus.of_cell("C5")
    for word in BAD[:4]:
        propose(page, word)
        if page.locator(".said .big").count():
            break
    else:
        press(page, "Give up")
        said = page.inner_text(".said")
        secret = said.partition("It was ")[2][:5]
        assert secret in game.secrets
        assert all(game.feedback(guess, secret) == told for guess, told in played(page))


def test_a_phone_needs_no_keyboard_of_its_own_and_shows_board_and_keys_at_once(opened, five):
    page = opened(five, PHONE, "C5/play", has_touch=True, is_mobile=True)
    page.wait_for_selector(".keyboard")
    assert page.get_attribute("#guess", "inputmode") == "none"
    page.evaluate("scrollTo(0, 0)")
    for selector in (".board li:last-child", ".keyboard div:last-child"):
        box = page.locator(selector).last.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE[1], selector
    for letter in "CASER":
        page.locator(".keyboard").get_by_role("button", name=letter, exact=True).tap()
    page.locator(".keyboard").get_by_role("button", name="Propose").tap()
    settled(page)
    assert [guess for guess, _ in played(page)] == ["CASER"]


@pytest.mark.parametrize(("name", "usual", "of"), [("wordle", "classic", 6), ("C5", "motus", 7)])
def test_a_result_has_the_tries_of_the_game_and_the_tiles_that_are_chosen(
    opened, five, several, name, usual, of
):
    page = opened(several if name == "wordle" else five, part=f"{name}/play")
    page.wait_for_selector("#guess")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.told = text; }")
    words = ["LASSO", "CABAN"] if name == "wordle" else BAD[:2]
    for word in words:
        propose(page, word)
    turns = played(page)
    press(page, "Give up")
    for palette in (usual, "contrast"):
        choose(page, "tiles", "" if palette == usual else palette)
        page.get_by_role("button", name="Copy the result").click()
        page.wait_for_function("window.told")
        head, *rows = page.evaluate("window.told").split("\n")
        title = "Wordle" if name == "wordle" else f"Motus {name}"
        assert head == f"Evil {title}: X/{of}"
        tiles = dict(zip("GYB", WORD[palette], strict=True))
        assert rows == ["".join(tiles[mark] for mark in told) for _, told in turns]
        page.get_by_role("button", name="Copied").evaluate(
            "(one) => { one.textContent = 'Copy the result'; window.told = ''; }"
        )
