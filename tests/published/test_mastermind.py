"""The four one-step strategies of Mastermind with 4 pegs of 6 colours.

Sources: D. E. Knuth, "The computer as master mind", J. Recreational Mathematics 9, 1976 (worst
case); E. Neuwirth, "Some strategies for Mastermind", Z. Operations Research 26, 1982 (entropy); R.
W. Irving, "Towards an optimum Mastermind strategy", J. Recreational Mathematics 11, 1978 (expected
size); B. Kooi, "Yet another Mastermind strategy", ICGA Journal 28(1), 2005 (partitions). The
averages are quoted in sections 3.1 to 3.4 of Heeffer and Heeffer, ICGA Journal.
"""

import pytest

from emi.games.mastermind import Mastermind
from emi.playing.heuristics import play
from reports.published.literature import read

#: Heuristic: guesses for all 1,296 codes, the average, the most guesses, the first guess.
PRINTED = {
    "Max": (5801, "4.476", 5, "1122"),
    "Information": (5722, "4.415", 6, "1234"),
    "ExpectedSize": (5696, "4.395", 6, "1123"),
    "Partitions": (5668, "4.373", 6, "1123"),
}


@pytest.fixture(scope="module")
def game():
    return Mastermind(4, 6)


@pytest.mark.parametrize("method", PRINTED)
def test_possible_codes_first_then_numerical_order(game, method):
    """The first guess is chosen by the same rule."""
    played = play(game, method)
    total, average, worst, first = PRINTED[method]
    assert (played.total, f"{played.mean:.3f}", played.worst) == (total, average, worst)
    assert game.secrets[played.tries.argmin()] == first


def test_knuth_s_first_guess_is_the_choice_of_the_method(game):
    """Knuth 1976: with 1122 no code takes more than five."""
    assert play(game, "Max", first="1122").tries.tolist() == play(game, "Max").tries.tolist()


def test_the_data_of_the_report_are_these_figures():
    for line in read("mastermind"):
        total, average, worst, first = PRINTED[line["heuristic"]]
        assert (line["total"], line["average"]) == (str(total), average)
        assert line["worst"] in {"", str(worst)}
        assert line["first"] in {"", first}
