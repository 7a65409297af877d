"""How guesses and clues are written, and what is said of those that are not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import WordError
from emi.playing.notation import (
    ClueError,
    Guess,
    check_marks,
    common_cell,
    parse_code,
    parse_guesses,
)

WORDS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=15)


def refused(error, message):
    """Expect an error that begins so."""
    return pytest.raises(error, match=f"^{re.escape(message)}")


@pytest.mark.parametrize(
    ("text", "clued", "guesses"),
    [
        ("LEGALES,LIVIDES", False, [("LEGALES", ""), ("LIVIDES", "")]),
        (
            " légales : gygBbbb , bœufs:gbbbby",
            True,
            [("LEGALES", "GYGBBBB"), ("BOEUFS", "GBBBBY")],
        ),
    ],
)
def test_guesses_are_words_with_their_clues_or_alone(text, clued, guesses):
    assert parse_guesses(text, clued=clued) == guesses


@given(st.lists(st.tuples(WORDS, st.data()), min_size=1, max_size=5))
def test_guesses_are_read_as_they_are_written(drawn):
    guesses = [
        Guess(word, data.draw(st.text("GYB", min_size=len(word), max_size=len(word))))
        for word, data in drawn
    ]
    text = ",".join(f"{word}:{marks}" for word, marks in guesses)
    assert parse_guesses(text, clued=True) == guesses
    assert parse_guesses(text.lower(), clued=True) == guesses


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "guess 1 '': expected a word of letters A to Z"),
        ("LEGALES:GYGBBBB,", "guess 2 '': expected a word of letters A to Z"),
        ("LEGALES:GYGBBBB,LIV1DES:GBBGBYB", "guess 2 'LIV1DES': expected a word of letters A"),
        (":GYGBBBB", "guess 1 '': expected"),
        ("LEGALES GYGBBBB", "guess 1 'LEGALES GYGBBBB': expected"),
    ],
)
def test_guesses_that_are_no_words_are_refused(text, message):
    with refused(WordError, message):
        parse_guesses(text, clued=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("LEGALES:GYG", "clue 1, LEGALES:GYG: 3 marks, expected 7, one for each letter"),
        ("LEGALES:", "clue 1, LEGALES:: 0 marks, expected 7, one for each letter"),
        (
            "LEGALES:GYGBBBB,LIVIDES:gbbxbyb",
            "clue 2, LIVIDES:GBBxBYB: unknown mark 'x' in place 4, expected G (well placed), Y (mi",
        ),
        ("LEGALES:GYG:BBB", "clue 1, LEGALES:GYG:BBB: unknown mark ':' in place 4, expected "),
        ("LEGALES:ßYGBBBB", "clue 1, LEGALES:ßYGBBBB: unknown mark 'ß' in place 1, expected "),
        (
            "LEGALES:GYGBBBB,LIVIDES",
            "guess 2, LIVIDES: no clue, expected LIVIDES: and 7 marks G, Y or B, or the secret",
        ),
    ],
)
def test_guesses_without_a_proper_clue_are_refused(text, message):
    with refused(ClueError, message):
        parse_guesses(text, clued=True)


def test_a_clue_though_the_secret_is_known_is_refused():
    with refused(
        ClueError, "clue 2, LIVIDES:GBBGBYB: the secret is given too, expected one or the other"
    ):
        parse_guesses("LEGALES,LIVIDES:GBBGBYB", clued=False)


@pytest.mark.parametrize("text", ["", " ", "L'EAU", "AB2", "ΑΒΓ"])
def test_a_word_is_read_as_the_lexicon_reads_it(text):
    assert parse_code("secret", " Élève ") == "ELEVE"
    with pytest.raises(WordError, match=r"secret .*: expected a word of letters A to Z"):
        parse_code("secret", text)


def test_marks_are_upper_case_in_python():
    check_marks(1, "AB", "GY")
    with pytest.raises(ClueError, match="unknown mark 'y' in place 2"):
        check_marks(1, "AB", "Gy")


def test_the_cell_follows_from_the_guesses_or_from_the_secret_alone():
    assert str(common_cell([Guess("LEGALES", ""), Guess("LIVIDES", "")])) == "L7"
    assert str(common_cell([], "ABBE")) == "A4"


def test_the_cell_has_no_initial_if_a_clue_or_the_caller_says_that_none_is_given():
    raised, wince = Guess("RAISE", "BBYBG"), Guess("WINCE", "BGGBG")
    assert str(common_cell([raised])) == str(common_cell([raised, wince])) == "5"
    assert str(common_cell([Guess("RAISE", "GBYBG")])) == "R5"
    assert str(common_cell([Guess("RAISE", "GBYBG")], initial=False)) == "5"
    assert str(common_cell([Guess("RAISE", "")], "SWINE", initial=False)) == "5"


@pytest.mark.parametrize(
    ("guesses", "secret", "message"),
    [
        (["LEGALES", "LOI", "MOI"], "", "guess 2, LOI: 3 letters, expected 7 as in LEGALES"),
        (
            ["LEGALE", "MAISON"],
            "",
            "guess 2, MAISON: initial M, expected L as in LEGALE, or --no-initial",
        ),
        (
            ["MAISON"],
            "LIVIDE",
            "guess 1, MAISON: initial M, expected L as in LIVIDE, or --no-initial",
        ),
        (["LOI"], "LOGIQUE", "guess 1, LOI: 3 letters, expected 7 as in LOGIQUE"),
    ],
)
def test_the_first_word_that_does_not_fit_the_cell_is_named(guesses, secret, message):
    with refused(WordError, message):
        common_cell([Guess(word, "") for word in guesses], secret)
