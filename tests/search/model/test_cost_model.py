"""The prices of a cost model, as declared and as the kernels read them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.search.kernels.cost.bounds import AHEAD
from emi.search.model.cost_model import FORBIDDEN, CostModel

ONES = np.ones(5, np.int64)
prices = st.integers(0, 1000)
some = st.lists(prices, min_size=1, max_size=6).map(tuple)
models = (
    st.builds(CostModel, some, prices, prices)
    | st.builds(CostModel, some, st.none(), prices)
    | st.builds(CostModel, st.just(()), prices, st.just(0))
)


@pytest.mark.parametrize(
    ("model", "paid", "last"),
    [
        (CostModel.average(), [1, 2, 3, 4, 5], None),
        (CostModel.within(3), [1, 2, 3, 3 + FORBIDDEN, 3 + FORBIDDEN], 3),
        (CostModel.guaranteed(3), [0, 0, 0, 1, 1], 3),
        (CostModel.misses_first(3, 100), [1, 2, 3, 104, 105], None),
        (CostModel.rarely(3, 100), [100, 200, 301, 301 + FORBIDDEN, 301 + FORBIDDEN], 3),
        (CostModel.rarely(1, 100), [101] + 4 * [101 + FORBIDDEN], 1),
    ],
)
def test_the_price_of_a_secret_by_its_tries_and_the_end_of_the_game(model, paid, last):
    assert [model.of(tries) for tries in range(1, 6)] == paid
    assert model.last == last


@pytest.mark.parametrize(
    "told",
    [
        ((1, -1), 1, 0),
        ((), -1, 0),
        ((1,), None, -1),
        ((), None, 1),
        ((), 1, 1),
    ],
)
def test_invalid_prices_are_refused(told, refused):
    with refused(ValueError):
        CostModel(*told)


@given(models)
def test_the_kernels_read_the_remaining_prices_of_each_state(model):
    prices = model.prices(ONES)
    assert prices.endless == (model.last is None)
    assert prices.cost.shape == (len(prices.price), AHEAD)
    for state in range(len(model.steps) + 1):
        left = [model.of(state + i) - sum(model.steps[:state]) for i in range(1, AHEAD)]
        assert prices.cost[state, 1:].tolist() == left


@pytest.mark.parametrize(
    ("model", "counting"),
    [
        (CostModel.guaranteed(2), True),
        (CostModel.within(2), False),
        (CostModel.average(), False),
        (CostModel((0, 0), 0, 1), False),
    ],
)
def test_misses_are_counted_if_guesses_are_free_and_the_game_ends(model, counting):
    assert model.prices(ONES).counting is counting


def test_equal_weights_are_recognised():
    assert CostModel.average().prices(ONES).equal
    assert not CostModel.average().prices(ONES + 1).equal


@given(st.integers(1, 10**8), st.integers(1, 12))
def test_a_forbidden_miss_exceeds_all_allowed_costs_without_overflow(weight, tries):
    model = CostModel.within(tries)
    miss = model.prices(np.array([weight], np.int64)).price[-1].item()
    assert miss == model.forbidden(weight)
    assert weight * tries < miss
    assert weight * (miss + tries) < 1 << 63


def test_steps_that_no_strategy_reaches_are_dropped():
    assert CostModel.within(9).among(5) == CostModel.within(6)
    assert CostModel.misses_first(9, 100).among(5) == CostModel.misses_first(6, 100)
    assert CostModel.guaranteed(3).among(5) == CostModel.guaranteed(3)
