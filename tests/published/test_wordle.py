"""The worst cases that are known of Wordle.

Source: its makers' lists of 2021. With their 2,315 secrets, and 12,972 words to propose, 5 guesses
are enough for every secret and 4 are not; with all 12,972 words as secrets 6 are enough and 5 are
not.
"""

import pytest

from emi.games.wordle import Wordle
from emi.solving import solve


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secrets", "worst"),
    # The first takes some 3 minutes, the second some 11.
    [("wordle_secrets.txt", 5), ("wordle_guesses.txt", 6)],
)
def test_the_worst_case(lexica, secrets, worst):
    game = Wordle.of_files(lexica(secrets), lexica("wordle_guesses.txt"))
    bounds = solve(game).bounds
    assert (bounds.lower, bounds.upper) == (worst, worst)
