"""The four one-step strategies of Mastermind with 4 pegs of 6 colours.

Sources: D. E. Knuth, "The computer as master mind", J. Recreational Mathematics 9, 1976 (worst
case); E. Neuwirth, "Some strategies for Mastermind", Z. Operations Research 26, 1982 (entropy); R.
W. Irving, "Towards an optimum Mastermind strategy", J. Recreational Mathematics 11, 1978 (expected
size); B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28(1), 2005 (partitions). The
averages are quoted in sections 3.1 to 3.4 of Heeffer and Heeffer, ICGA Journal.
"""

import pytest

from emi.games.mastermind import Mastermind
from emi.reports.published.reader import read
from emi.strategies.heuristics import play

#: The most guesses and the first, most of which are not printed.
WORST = {"Max": 5, "Information": 6, "ExpectedSize": 6, "Partitions": 6}
FIRST = {"Max": "1122", "Information": "1234", "ExpectedSize": "1123", "Partitions": "1123"}


@pytest.fixture(scope="module")
def game():
    return Mastermind(4, 6)


@pytest.mark.parametrize("line", read("mastermind"), ids=lambda line: line["heuristic"])
def test_possible_codes_first_then_numerical_order(game, line):
    """The first guess is chosen by the same rule."""
    name = line["heuristic"]
    played = play(game, name)
    assert (str(played.total), f"{played.mean:.3f}") == (line["total"], line["average"])
    assert (played.worst, game.secrets[played.tries.argmin()]) == (WORST[name], FIRST[name])
    assert line["worst"] in {"", str(WORST[name])}
    assert line["first"] in {"", FIRST[name]}


def test_knuth_s_first_guess_is_the_choice_of_the_method(game):
    """Knuth 1976: with 1122 no code takes more than five."""
    assert play(game, "Max", first="1122").tries.tolist() == play(game, "Max").tries.tolist()
