"""The prices of a cost model, as they are said and as the kernels read them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.kernels.cost.bounds import AHEAD
from search.model.cost_model import FORBIDDEN, CostModel

ONES = np.ones(5, np.int64)
prices = st.integers(0, 1000)
some = st.lists(prices, min_size=1, max_size=6).map(tuple)
models = (
    st.builds(CostModel, some, prices, prices)
    | st.builds(CostModel, some, st.none(), prices)
    | st.builds(CostModel, st.just(()), prices, st.just(0))
)


@pytest.mark.parametrize(
    ("models", "paid"),
    [
        (CostModel.average(), [1, 2, 3, 4, 5]),
        (CostModel.within(3), [1, 2, 3, 3 + FORBIDDEN, 3 + FORBIDDEN]),
        (CostModel.guaranteed(3), [0, 0, 0, 1, 1]),
        (CostModel.misses_first(3, 100), [1, 2, 3, 104, 105]),
        (CostModel.rarely(3, 100), [100, 200, 301, 301 + FORBIDDEN, 301 + FORBIDDEN]),
        (CostModel.rarely(1, 100), [101, 101 + FORBIDDEN, 101 + FORBIDDEN] + 2 * [101 + FORBIDDEN]),
    ],
    ids=["average", "within", "guaranteed", "front", "rarely", "rarely in one"],
)
def test_what_a_secret_pays_by_its_tries(models, paid):
    assert [models.of(tries) for tries in range(1, 6)] == paid


@pytest.mark.parametrize(
    ("models", "last"),
    [(CostModel.average(), None), (CostModel.within(4), 4), (CostModel.misses_first(4, 9), None)],
    ids=["average", "within", "front"],
)
def test_the_game_ends_after_the_last_guess_that_is_paid_for(models, last):
    assert models.last == last


@pytest.mark.parametrize(
    "told", [((1, -1), 1, 0), ((), -1, 0), ((1,), None, -1)], ids=["step", "after", "miss"]
)
def test_a_negative_price_is_refused(told):
    with pytest.raises(ValueError, match="expected prices of at least 0"):
        CostModel(*told)


@pytest.mark.parametrize("told", [((), None, 1), ((), 1, 1)], ids=["the end", "a miss"])
def test_no_guess_before_it_is_refused(told):
    with pytest.raises(ValueError, match="expected a guess before the end, or before a miss"):
        CostModel(*told)


@given(models)
def test_the_kernels_read_what_a_secret_pays(models):
    terms = models.terms(ONES)
    assert terms.endless == (models.last is None)
    assert terms.cost.shape == (len(terms.price), AHEAD)
    assert terms.cost[0, 1:].tolist() == [models.of(tries) for tries in range(1, AHEAD)]


@given(models)
def test_what_is_paid_from_a_state_on_is_what_is_left_to_pay(models):
    terms = models.terms(ONES)
    for state in range(1, len(models.steps) + 1):
        left = [models.of(state + i) - sum(models.steps[:state]) for i in range(1, AHEAD)]
        assert terms.cost[state, 1:].tolist() == left


@pytest.mark.parametrize(
    ("models", "counting"),
    [
        (CostModel.guaranteed(2), True),
        (CostModel.within(2), False),
        (CostModel.average(), False),
        (CostModel((0, 0), 0, 1), False),
    ],
    ids=["guaranteed", "within", "average", "endless"],
)
def test_only_misses_are_counted_where_no_guess_costs_anything_and_the_game_ends(models, counting):
    assert models.terms(ONES).counting is counting


def test_weights_are_said_to_be_equal_or_not():
    assert CostModel.average().terms(ONES).equal
    assert not CostModel.average().terms(ONES + 1).equal


@given(st.integers(1, 10**8), st.integers(1, 12))
def test_what_is_not_allowed_is_dearer_than_what_is_and_never_too_much_to_add_up(weight, tries):
    models = CostModel.within(tries)
    miss = models.terms(np.array([weight], np.int64)).price[-1].item()
    assert miss == models.forbidden(weight)
    assert weight * tries < miss
    assert weight * (miss + tries) < 1 << 63
