"""The words named first on long lists: what a limit of two seconds leaves of the best word."""

import pytest

import emi
from emi.games.motus import Motus
from emi.playing.position import Position

#: The most times that the largest class of the word named first holds that of the best by SumGini.
TIMES = 1.5


@pytest.mark.parametrize("lexicon", ["fr", "en", "nl"])
@pytest.mark.parametrize(
    "length", ["5", *[pytest.param(one, marks=pytest.mark.slow) for one in "678"]]
)
def test_the_word_named_first_splits_nearly_as_well_as_the_best(lexicon, length):
    position = Position(Motus.of_cell(length, lexicon))
    first = position.explain(top=1, limits=emi.Limits(2)).guesses[0]
    best = position.explain("SumGini", top=1).guesses[0]
    assert first.classes[0][0] <= TIMES * best.classes[0][0]
