"""Objectives as values: the guesses that each allows, and its prices."""

import pytest

from emi.errors import OptionError
from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.pareto import MissesThenAverage
from emi.objectives.worst_case import WorstCase
from emi.search.model.cost_model import CostModel


@pytest.mark.parametrize(
    ("objective", "name", "tries", "model"),
    [
        (Average(), "average", None, CostModel.average()),
        (Average(4), "average", 4, CostModel.within(4)),
        (Guaranteed(3), "guaranteed", 3, CostModel.guaranteed(3)),
        (MissesThenAverage(3, 99), "pareto", 3, CostModel.misses_first(3, 99)),
    ],
)
def test_objectives_with_prices(objective, name, tries, model):
    assert (objective.name, objective.tries, objective.weights) == (name, tries, None)
    assert objective.cost_model == model


def test_the_worst_case_has_no_tries_or_weights():
    objective = WorstCase()
    assert (objective.name, objective.tries, objective.weights) == ("worst", None, None)


@pytest.mark.parametrize("of", [Average, Guaranteed])
@pytest.mark.parametrize("tries", [0, -1, 2.5, "2"])
def test_there_is_at_least_one_try(of, tries, refused):
    with refused(OptionError):
        of(tries)
