"""How a cell, lengths, letters and tries are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import CellError, OptionError
from emi.games.cell import (
    DEFAULT,
    Cell,
    Tries,
    cells_of,
    parse_lengths,
    parse_letters,
    tries_allowed,
)
from emi.lexicon.alphabet import A_TO_Z, alphabet_named


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("C5", Cell("C", 5)),
        ("c5", Cell("C", 5)),
        (" z10 ", Cell("Z", 10)),
        ("A2", Cell("A", 2)),
        ("A15", Cell("A", 15)),
        ("5", Cell(None, 5)),
        ("15", Cell(None, 15)),
        ("C05", Cell("C", 5)),
        ("é5", Cell("E", 5)),
    ],
)
def test_a_cell_is_an_initial_and_a_length_or_a_length(text, cell):
    assert Cell.parse(text) == cell


@pytest.mark.parametrize(
    ("name", "text", "cell"),
    [
        ("es", "ñ5", Cell("Ñ", 5)),
        ("de", "ß5", Cell("ẞ", 5)),
        ("tr", "i5", Cell("İ", 5)),
        ("tr", "ı5", Cell("I", 5)),
        ("ru", "ж10", Cell("Ж", 10)),
        ("keep", "+8", Cell("+", 8)),
        ("nl+ij", "IJ5", Cell(alphabet_named("nl+ij").read("ij"), 5)),
    ],
)
def test_the_initial_is_a_letter_of_the_alphabet(name, text, cell):
    assert Cell.parse(text, alphabet_named(name)) == cell


@pytest.mark.parametrize(("name", "text"), [("ru", "C5"), ("tr", "W5"), ("es", "ñn5")])
def test_a_letter_of_another_alphabet_is_refused(name, text, refused):
    with refused(CellError):
        Cell.parse(text, alphabet_named(name))


NO_CELLS = """
C 5C CC5 C99 C1 1 0 16 C16 -5 C-5 C5.0 C5000 Ж5 Œ5 C\N{ARABIC-INDIC DIGIT FIVE} C5,D5
"""


@pytest.mark.parametrize("text", ["", " ", "C 5", "C5\nD5", *NO_CELLS.split()])
def test_anything_else_is_refused_and_said_again(text, refused):
    with refused(CellError):
        Cell.parse(text)


@given(st.sampled_from([None, *A_TO_Z]), st.integers(2, 15))
def test_a_cell_is_read_as_it_is_written(initial, length):
    cell = Cell(initial, length)
    assert Cell.parse(str(cell)) == cell


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("5", (5,)),
        ("5-10", (5, 6, 7, 8, 9, 10)),
        ("5,7-8", (5, 7, 8)),
        ("8, 5, 7-8", (5, 7, 8)),
        ("2-15", tuple(range(2, 16))),
        ("6-6", (6,)),
    ],
)
def test_lengths_are_spans_and_single_ones_in_rising_order(text, lengths):
    assert parse_lengths(text) == lengths


@pytest.mark.parametrize(
    "text", ["", "a", "1", "16", "1-5", "5-16", "10-5", "5-", "-5", "5,,6", "5 6"]
)
def test_lengths_that_are_none_are_refused(text, refused):
    with refused(OptionError):
        parse_lengths(text)


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("A-Z", tuple(A_TO_Z)),
        ("CR", ("C", "R")),
        ("rc", ("C", "R")),
        ("A-D,R", ("A", "B", "C", "D", "R")),
        ("R, A-B, RA", ("A", "B", "R")),
        ("E-E", ("E",)),
    ],
)
def test_letters_are_spans_and_single_ones_in_alphabetical_order(text, letters):
    assert parse_letters(text) == letters


@pytest.mark.parametrize("text", ["", "5", "C-A", "A-", "Ж", "A,,B", "A B", "A-B-C"])
def test_letters_that_are_none_are_refused(text, refused):
    with refused(OptionError):
        parse_letters(text)


@pytest.mark.parametrize(
    ("name", "text", "letters"),
    [("es", "z,m-o", "MNÑOZ"), ("sv", "Y-Ö", "YZÅÄÖ"), ("ru", "ь-я", "ЬЭЮЯ"), ("keep", "=+", "+=")],
)
def test_letters_come_in_the_order_of_their_alphabet(name, text, letters):
    assert "".join(parse_letters(text, alphabet_named(name))) == letters


def test_the_cells_of_a_table_come_by_length_then_letter():
    assert list(map(str, cells_of("AC", [5, 6]))) == ["A5", "C5", "A6", "C6"]


def test_the_rule_of_the_show():
    """Paper, section 2.1: 5 tries for 5-letter words, 6 for words of 6 to 10 letters."""
    allowed = Tries.parse(DEFAULT)
    assert [allowed.of(length) for length in range(5, 11)] == [5, 6, 6, 6, 6, 6]
    assert all(allowed.of(length) == tries_allowed(length) for length in range(2, 31))


def test_lengths_left_out_keep_the_rule_of_the_show():
    allowed = Tries.parse("6:4, 8-9:7")
    assert [allowed.of(length) for length in range(5, 11)] == [5, 4, 6, 7, 7, 6]


def test_a_number_is_for_all_lengths_and_several_are_for_none(refused):
    assert {Tries.parse("4").of(length) for length in range(2, 31)} == {4}
    several = Tries.parse("5,2-3,3")
    assert several.numbers == (2, 3, 5)
    with refused(OptionError):
        several.of(5)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "7-6",
        "10000",
        "many",
        "5:0",
        "5:-1",
        "7-6:5",
        "5:5,99999:5",
        "5:5;6:6",
        "5-7:5,6:6",
    ],
)
def test_what_is_no_list_of_tries(text, refused):
    with refused(OptionError) as raised:
        Tries.parse(text)
    assert f"tries={text!r}" in str(raised.value)
