import pytest

from emi.errors import OptionError
from emi.games.tries import DEFAULT, parse_tries, tries_allowed


def test_the_rule_of_the_show():
    """Paper, section 2.1: 5 tries for 5-letter words, 6 for words of 6 to 10 letters."""
    allowed = parse_tries(DEFAULT)
    assert [allowed[length] for length in range(5, 11)] == [5, 6, 6, 6, 6, 6]
    assert all(allowed[length] == tries_allowed(length) for length in allowed)


def test_lengths_left_out_keep_the_rule_of_the_show():
    allowed = parse_tries("6:4, 8-9:7")
    assert [allowed[length] for length in range(5, 11)] == [5, 4, 6, 7, 7, 6]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "expected lengths"),
        ("5", "expected lengths"),
        ("5:0", "expected lengths"),
        ("5:-1", "expected lengths"),
        ("7-6:5", "expected lengths"),
        ("5:5,99999:5", "expected lengths"),
        ("5:5;6:6", "expected lengths"),
        ("5-7:5,6:6", "length 6 is there twice"),
    ],
)
def test_what_is_no_list_of_tries(text, expected):
    with pytest.raises(OptionError, match=expected) as raised:
        parse_tries(text)
    assert f"--tries {text!r}" in str(raised.value)
