"""Marks in order (OEIS A231205): the table, and the figure that is printed too high."""

from functools import cache
from itertools import permutations

from emi.published.words import ordered_codes
from emi.results.published import Figure

CODES = [*permutations(range(5), 3)]


def marks(guess, secret):
    """Return a mark for each place: right, in another place, or not there."""
    return tuple(
        2 if peg == secret[at] else 1 if peg in secret else 0 for at, peg in enumerate(guess)
    )


@cache
def is_known(codes, guesses):
    """Tell whether the guesses are enough to leave one code in all cases."""
    if len(codes) <= 1 or guesses == 0:
        return len(codes) <= 1
    for guess in CODES:
        classes = {}
        for code in codes:
            classes.setdefault(marks(guess, code), []).append(code)
        if all(is_known(tuple(some), guesses - 1) for some in classes.values()):
            return True
    return False


def test_three_of_five_colours_are_known_after_two_guesses():
    assert [is_known(tuple(CODES), guesses) for guesses in (1, 2)] == [False, True]
    (line,) = [row for row in ordered_codes().rows if row["slots"].obtained == "3"]
    assert line["5"] == Figure("2", "5")


def test_all_others_are_as_printed():
    compared = [
        one for row in ordered_codes().rows for one in row.values() if one.printed is not None
    ]
    assert len(compared) == 10
    assert sum(one.obtained != one.printed for one in compared) == 1
    (line,) = [row for row in ordered_codes().rows if row["slots"].obtained == "4"]
    assert line["5"] == Figure("3")
