"""Games by the names that a user gives them."""

import pytest

from emi.errors import CellError, EmiError, GameError, LexiconError
from emi.games.jotto import Jotto
from emi.games.mastermind import Logik, Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.parse import game_named
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon

TINY = Lexicon("tiny", ("ABBE", "AIDES", "BAIES", "BAL"), "unknown", "tiny")
KNOWN = "a cell such as C5, mastermind:4x6, logik, moo, moo:3x6, jotto, jotto:FILE or wordle"


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


@pytest.mark.parametrize(("given", "lacking"), [("secrets", "guesses"), ("guesses", "secrets")])
def test_wordle_needs_both_lists_and_other_games_take_none(given, lacking):
    with pytest.raises(GameError) as caught:
        game_named("wordle", **{given: "a"})
    assert str(caught.value) == f"wordle: no {lacking}, expected a file of each"
    for text in ("mastermind:4x6", "logik", "moo", "jotto", "C5"):
        with pytest.raises(GameError) as caught:
            game_named(text, **{given: "a"})
        assert str(caught.value) == (
            f"{text}: expected no lists of secrets and guesses, only wordle takes them"
        )


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
