"""Games by the names that a user gives them."""

import pytest

from emi.errors import CellError, EmiError, GameError, LexiconError
from emi.games.blackpeg import ABGame, BlackPeg, Permutation
from emi.games.jotto import Jotto
from emi.games.mastermind import Logik, Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.parse import game_named
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon

TINY = Lexicon("tiny", ("ABBE", "AIDES", "BAIES", "BAL"), "unknown", "tiny")
KNOWN = (
    "a cell such as C5, mastermind:4x6, logik, moo, moo:3x6, blackpeg:4x6, ab, ab:3x6, "
    "permutation:4x6, jotto, jotto:FILE or wordle"
)


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "Words.txt"
    path.write_text("ligne\nlinge\n")
    return path


@pytest.mark.parametrize(
    ("text", "kind", "name", "codes"),
    [
        ("mastermind:4x6", Mastermind, "mastermind:4x6", 1296),
        (" MasterMind: 2X3 ", Mastermind, "mastermind:2x3", 9),
        ("logik", Logik, "logik", 32768),
        ("moo", Moo, "moo", 5040),
        ("MOO:3x6", Moo, "moo:3x6", 120),
        ("moo:4x10", Moo, "moo", 5040),
        ("blackpeg:4x6", BlackPeg, "blackpeg:4x6", 1296),
        ("ab", ABGame, "ab", 5040),
        (" AB: 3X6", ABGame, "ab:3x6", 120),
        ("permutation:3x4", Permutation, "permutation:3x4", 24),
        ("jotto", Jotto, "jotto", 2),
        ("A4", Motus, "A4", 1),
        ("a4", Motus, "A4", 1),
        (" 5 ", Motus, "5", 2),
    ],
)
def test_a_game_has_a_name(text, kind, name, codes):
    game = game_named(text, lexicon=TINY)
    assert type(game) is kind
    assert (game.name, len(game.secrets)) == (name, codes)


def test_the_lexicon_is_the_french_one_by_default_and_may_be_a_path(words):
    assert game_named("X5").lexicon.name == "fr"
    assert game_named("L5", lexicon=str(words)).secrets == ("LIGNE", "LINGE")


def test_jotto_may_be_of_a_file_whose_name_is_left_as_it_is(words):
    game = game_named(f"JOTTO:{words}", lexicon=TINY)
    assert (game.secrets, game.lexicon.source) == (("LIGNE", "LINGE"), str(words))


def test_wordle_is_of_two_files(words):
    game = game_named("Wordle", secrets=words, guesses=str(words))
    assert type(game) is Wordle
    assert game.secrets == game.guesses == ("LIGNE", "LINGE")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mastermind:4", "mastermind:4: expected two numbers, as in mastermind:4x6"),
        ("mastermind", "mastermind: expected two numbers, as in mastermind:4x6"),
        ("mastermind:-4x6", "mastermind:-4x6: expected two numbers, as in mastermind:4x6"),
        ("mastermind:4x6x2", "mastermind:4x6x2: expected two numbers, as in mastermind:4x6"),
        ("blackpeg", "blackpeg: expected two numbers, as in blackpeg:4x6"),
        ("ab:", "ab:: expected two numbers, as in ab:3x6"),
        ("moo:", "moo:: expected two numbers, as in moo:3x6"),
        ("logik:5x8", "unknown game 'logik:5x8': expected logik alone"),
        ("wordle:x", "unknown game 'wordle:x': expected wordle alone"),
        ("wordle", "wordle: no secrets and no guesses, expected a file of each"),
        *(
            (text, f"unknown game {text!r}: expected {KNOWN}")
            for text in ("", "chess", "5C", "C5:2", "hangman:5", "Ç5")
        ),
    ],
)
def test_a_name_that_is_none_is_refused(text, message):
    with pytest.raises(GameError) as caught:
        game_named(text)
    assert str(caught.value) == message


def test_what_is_no_text_is_no_name():
    with pytest.raises(GameError, match=r"^unknown game 'None': expected a cell such as C5"):
        game_named(None)


@pytest.mark.parametrize(("given", "lacking"), [("secrets", "guesses"), ("guesses", "secrets")])
def test_wordle_needs_both_lists_and_games_of_a_lexicon_take_none(given, lacking):
    with pytest.raises(GameError) as caught:
        game_named("wordle", **{given: "a"})
    assert str(caught.value) == f"wordle: no {lacking}, expected a file of each"
    for text in ("jotto", "C5"):
        with pytest.raises(GameError) as caught:
            game_named(text, **{given: "a"})
        assert str(caught.value) == (
            f"{text}: expected no lists of secrets and guesses, only wordle and games of pegs take "
            "them"
        )


@pytest.fixture
def listed(tmp_path):
    """Return a function that writes codes into a file, and returns its path."""

    def listed(name, *codes):
        path = tmp_path / name
        path.write_text("\n".join(["", *codes, ""]))
        return path

    return listed


def test_games_of_pegs_take_lists_of_codes(listed):
    some, more = listed("some", " 12", "31"), listed("more", "12", "31", "11")
    every = game_named("mastermind:2x3")
    one = game_named("mastermind:2x3", secrets=some)
    assert (one.secrets, one.guesses) == (("12", "31"), every.guesses)
    both = game_named("blackpeg:2x3", secrets=some, guesses=more)
    assert (both.secrets, both.guesses) == (("12", "31"), ("12", "31", "11"))
    assert game_named(
        "moo:2x4", guesses=listed("all", "01", "10"), secrets=listed("few", "10")
    ).guesses == ("01", "10")
    assert game_named("permutation:2x3", secrets=some).guesses == every.guesses
    assert game_named(
        "logik", secrets=listed("l", "BBCCG"), guesses=listed("m", "bbccg")
    ).secrets == ("bbccg",)


@pytest.mark.parametrize(
    ("game", "codes", "message"),
    [
        ("mastermind:2x3", ["14"], "secret '14': expected 2 of 123"),
        ("mastermind:2x3", ["111"], "secret '111': expected 2 of 123"),
        ("moo:2x3", ["11"], "secret '11': expected 2 of 012, all different"),
        ("permutation:2x3", ["11"], "secret '11': expected 2 of 123, all different"),
        ("mastermind:2x3", ["11", "12", "11"], "secret '11': it is there twice, expected once"),
        ("mastermind:2x3", [], "{path!r} is empty: expected one code a line"),
    ],
)
def test_a_list_with_something_that_is_no_code_is_refused(listed, game, codes, message):
    path = listed("codes", *codes)
    with pytest.raises(GameError) as caught:
        game_named(game, secrets=path)
    assert str(caught.value) == message.format(path=str(path))


def test_secrets_are_among_the_guesses(listed):
    with pytest.raises(GameError, match="secret '13': expected every secret among the guesses"):
        game_named("ab:2x4", secrets=listed("s", "12", "13"), guesses=listed("g", "12", "21"))
    with pytest.raises(GameError, match=r"no such file: './none'"):
        game_named("ab:2x4", secrets="./none")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("C99", CellError, "unknown cell 'C99'"),
        ("C7", CellError, "cell C7: lexicon tiny has no word"),
        ("jotto:", LexiconError, "no lexicon named ''"),
        ("jotto:./none", LexiconError, "no such file: './none'"),
        ("mastermind:8x10", EmiError, "mastermind:8x10: too large"),
    ],
)
def test_what_a_game_refuses_is_refused(text, error, message):
    with pytest.raises(error, match=message):
        game_named(text, lexicon=TINY)
