"""The page with letters of other languages: typed, read, shown, and on its keyboard."""

import json
from itertools import product

import pytest

import emi
from emi.analysis.explored import explore
from emi.lexicon.alphabet import NAMES, alphabet_named
from emi.reports.writers import explorer
from emi.work.run import Run
from tests.web.conftest import choose, settled
from tests.web.test_explore import played, propose

pytestmark = pytest.mark.web

LISTS = {
    "es": "señal senda madre cañón caños cañas canas niñez",
    "de": "straße größer grüßen spaßig massen messen müssen",
    "ru": "домик тоник ломик гомик комик йодид ёлкой",
    "tr": "kırık kirli kiraz kıral kirik",
    "he": "שלום תלמיד מלכה ספרים ילדים",
    "ko": "한국 한글 감독 학문",
    "keep": "1+2=3 2+1=3 3-1=2 3-2=1",
}


def game_of(name):
    """Return the game of the words of the most frequent length."""
    letters = alphabet_named(name)
    words = [letters.read(word) for word in LISTS[name].split()]
    often = max(map(len, words), key=[*map(len, words)].count)
    return emi.Wordle([word for word in words if len(word) == often], name=name, alphabet=name)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("alphabets") / "alphabets.html"
    found = Run([*map(game_of, LISTS)], explore, jobs=1).run()
    path.write_text(explorer.write([one.plain() for one in found], title="Games"), "utf-8")
    return path


def raw(game, name):
    """Return the words of a game as people write them."""
    return [word for word in LISTS[name].split() if game.code(word) in game.guesses]


@pytest.mark.parametrize("name", ["es", "de", "ru", "tr", "he", "ko"])
def test_words_are_proposed_as_people_write_them(opened, file, name):
    game = game_of(name)
    page = opened(file, part=f"{name}/play")
    page.wait_for_selector("#guess")
    choose(page, "tries", "Infinity")
    words = raw(game, name)[:3]
    for word in words:
        if page.is_visible("#guess"):
            propose(page, word)
    turns = played(page)
    assert [guess for guess, _ in turns] == [game.code(word) for word in words[: len(turns)]]
    for guess, marks in turns:
        assert marks in {game.feedback(guess, secret) for secret in game.secrets}


@pytest.mark.parametrize("name", ["es", "de", "ru", "he", "keep"])
def test_the_keyboard_is_that_of_the_alphabet(opened, file, name):
    game = game_of(name)
    page = opened(file, part=f"{name}/play")
    page.wait_for_selector(".keyboard button")
    settled(page)
    keys = page.locator(".keyboard button:not(.wide)").all_inner_texts()
    letters = game.alphabet.letters or game.symbols
    assert sorted(keys) == sorted(letters)
    rows = [*map(len, game.alphabet.keys)] or [len(letters)]
    lines = page.locator(".keyboard > div").all()
    assert [line.locator("button:not(.wide)").count() for line in lines] == rows
    for letter in game.guesses[0]:
        page.locator(".keyboard button", has_text=letter).first.click()
    assert page.input_value("#guess") == game.guesses[0]
    assert page.locator(".board").get_attribute("dir") == ("rtl" if name == "he" else None)


@pytest.mark.parametrize("name", ["es", "de", "ru"])
def test_letters_are_heard_wherever_they_are_typed(opened, file, name):
    word = raw(game_of(name), name)[0]
    page = opened(file, part=f"{name}/play")
    page.wait_for_selector("#guess")
    # The driver has keys for the letters of its own keyboard alone.
    press = """(key) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }"""
    for letter in word:
        page.evaluate(press, letter)
    assert page.input_value("#guess") == game_of(name).code(word)


def test_help_reads_clues_in_these_letters(opened, file):
    game = game_of("es")
    page = opened(file, part="es/help")
    read = """(text) => { const game = GAMES.find((one) => one.name === "es");
      return game.open().then(() => readClues(game, text).clues); }"""
    marks = game.feedback("SENDA", "SEÑAL")
    assert page.evaluate(read, f"senda {marks}") == [{"word": "SENDA", "told": marks}]
    assert page.evaluate(read, f"caňón {marks}")[0]["word"] == "CANON"


def test_the_page_reads_every_text_as_python_does(opened, file):
    pieces = [
        *"aAñÑáßẞıİiIœŒæøØłđΣςσёЁйЙіїґשםאآةـ가ㄲ한ÇçşŞţȚ1+-'’· ",
        "n\u0303",
        "e\u0301",
        "ĳ",
        "ﬁ",
    ]
    texts = [*pieces, *map("".join, product(pieces, repeat=2))]
    page = opened(file)
    for name in NAMES:
        letters = alphabet_named(name)
        about = {"letters": letters.letters, "spelled": letters.spelled}
        read = page.evaluate(
            "([about, texts]) => texts.map((text) => readWord(about, text))", [about, texts]
        )
        assert json.dumps(read) == json.dumps([*map(letters.read, texts)]), name
