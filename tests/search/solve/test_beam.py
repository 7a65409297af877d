"""Bounds raised from below, and strategies found by beam search, against the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.games.mastermind import Mastermind
from emi.games.moo import Moo
from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.search.kernels.core.partition import USELESS
from emi.search.model.cost_model import CostModel
from emi.search.solve.cost import beam as beams
from emi.search.solve.cost.average import Climb
from emi.search.solve.cost.beam import CostBeam, MissBeam
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.guaranteed import GuaranteedSearch
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.session import Session
from tests.search.games import games
from tests.search.questions import solve


def weights_of(game):
    """Return a hypothesis strategy for the weights of secrets, or None."""
    size = game.secrets
    return st.none() | st.lists(st.integers(1, 5), min_size=size, max_size=size)


def begun(matrix, tries, weights=None, first=None):
    """Return a beam search for all secrets, and the list of its results."""
    model, found = CostModel.guaranteed(tries), []
    weights = None if weights is None else np.array(weights, np.int64)
    engine = CostEngine(matrix, model, weights)
    # The heaviest come first.
    members = np.argsort(-engine.weights, kind="stable").astype(np.int32)
    return MissBeam(engine, members, first, lambda cost, plan: found.append((cost, plan[0]))), found


@given(games(), st.integers(2, 4), st.sampled_from([0, 2000]), st.data())
def test_a_beam_as_wide_as_all_guesses_finds_the_fewest_misses(game, tries, nodes, data):
    weights = data.draw(weights_of(game))
    first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
    beam, found = begun(game.matrix, tries, weights, first)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beams, "MISS_NODES", nodes)
        for _ in beam.widen(lambda: USELESS):
            pass
    if game.secrets <= tries:
        return
    model = CostModel.guaranteed(tries)
    least = game.least_cost(model, weights=weights, first=first)
    costs = [cost for cost, _ in found]
    assert costs == sorted(set(costs), reverse=True)
    if found:
        assert costs[-1] == least
        assert first in (None, found[-1][1])
    else:
        # A guess tells all secrets apart.
        assert least == 0


@given(games(), st.integers(2, 4), st.data())
def test_the_strategy_of_a_beam_can_be_built(game, tries, data):
    weights, model = data.draw(weights_of(game)), CostModel.guaranteed(tries)
    plans, arrays = [], None if weights is None else np.array(weights, np.int64)
    beam, _ = begun(game.matrix, tries, weights)
    beam.report = lambda cost, plan: plans.append((cost, plan))
    for _ in beam.widen(lambda: USELESS):
        pass
    for cost, plan in plans:
        search = GuaranteedSearch(game.matrix, model, weights=arrays)
        search.plan(cost, plan)
        written = search.good_strategy(Session())
        assert written.guess == plan[0]
        assert game.cost_of(written, model, weights=weights) <= cost


@pytest.mark.parametrize("remembered", [1, 1 << 17])
@pytest.mark.parametrize("game", [Mastermind(3, 4), Moo(3, 6)])
def test_symmetry_skips_guesses_and_finds_the_same(game, remembered, monkeypatch):
    monkeypatch.setattr("emi.search.solve.cost.beam.SETS", remembered)
    matrix = game.matrix()
    beam, found = begun(matrix, 3)
    for _ in beam.widen(lambda: USELESS):
        pass
    assert beam.symmetric
    assert found[-1][0] == solve(matrix, Guaranteed(3), symmetric=False).bounds.upper


def test_a_beam_finds_only_strategies_below_the_limit():
    matrix = Mastermind(3, 4).matrix()
    least = solve(matrix, Guaranteed(3)).bounds.upper
    for limit in (least, least + 1):
        beam, found = begun(matrix, 3)
        for _ in beam.widen(lambda limit=limit: limit):
            pass
        assert [cost for cost, _ in found] == [least] * (limit > least)


def test_a_beam_that_finds_nothing_better_is_given_up():
    beam, _ = begun(Moo(3, 6).matrix(), 3)
    for _ in beam.widen(lambda: 1):
        pass
    assert beam.width == 1 << beams.IN_VAIN < beam.matrix.guesses


MODELS = CostModel.average(), CostModel.misses_first(3, 100), CostModel.guaranteed(3)


@given(games(), st.sampled_from(MODELS), st.sampled_from([0, 4, 50]), st.data())
def test_a_beam_of_costs_finds_strategies_and_at_last_the_cheapest(game, model, endgame, data):
    weights = data.draw(weights_of(game))
    first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
    arrays = None if weights is None else np.array(weights, np.int64)
    search = CostSearch(
        game.matrix, model, weights=arrays, opening=[] if first is None else [first]
    )
    least, costs = game.least_cost(model, weights=weights, first=first), []

    def found(cost, plan):
        fresh = CostSearch(
            game.matrix, model, weights=arrays, opening=[] if first is None else [first]
        )
        fresh.plan(cost, plan)
        written = fresh.good_strategy(Session())
        assert written.guess == plan[0]
        assert first in (None, plan[0])
        assert least <= game.cost_of(written, model, weights=weights) <= cost
        costs.append(cost)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beams, "ENDGAME", endgame)
        for _ in CostBeam(search.engine, search.members, first, found).widen(lambda: USELESS):
            pass
    assert costs == sorted(set(costs), reverse=True)
    if costs:
        assert costs[-1] == least
    else:
        assert game.secrets <= 2


@given(games(), st.integers(1, 10**6), st.data())
def test_bounds_of_first_guesses_climb_to_their_costs(game, pairs, data):
    weights, model = data.draw(weights_of(game)), CostModel.average()
    if game.secrets <= 2:
        return
    arrays = None if weights is None else np.array(weights, np.int64)
    search = CostSearch(game.matrix, model, weights=arrays)
    search.engine.search(search.members)
    climb = Climb(search.engine, search.members, search.engine.first_bounds())
    costs = {one: game.least_cost(model, weights=weights, first=one) for one in climb.bounds}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emi.search.solve.cost.average.STEP_PAIRS", pairs)
        while climb.bounds:
            guess, exact = climb.step()
            assert climb.bounds[guess] <= costs[guess]
            if exact:
                assert climb.bounds.pop(guess) == costs[guess]


class TestOfGamesThatTakeLong:
    """The search is abandoned at once for bounds."""

    @pytest.fixture(autouse=True)
    def _at_once(self, constants):
        constants("cost.average", PATIENCE=0)

    @given(games(), st.none() | st.integers(3, 5), st.data())
    def test_the_average_is_the_least(self, game, within, data):
        weights = data.draw(weights_of(game)) if within is None else None
        first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
        model = CostModel.average() if within is None else CostModel.within(within)
        found = solve(game.matrix, Average(within, weights), first=first)
        least = game.least_cost(model, weights=weights, first=first)
        if found.impossible:
            assert least >= found.forbidden
        else:
            assert (found.bounds.lower, found.bounds.upper) == (least, least)
            assert game.cost_of(found.strategy(), model, weights=weights) == least

    @pytest.mark.parametrize("game", [Mastermind(3, 4), Moo(3, 5)])
    def test_symmetry_changes_nothing(self, game):
        matrix = game.matrix()
        bounds = [solve(matrix, Average(), symmetric=one).bounds for one in (True, False)]
        assert bounds[0] == bounds[1]
        assert bounds[0].proven

    def test_no_strategy_needs_fewer_guesses_than_the_worst_case(self):
        assert solve(Mastermind(3, 4).matrix(), Average(within=3)).impossible
        assert solve(Mastermind(3, 4).matrix(), Average(within=4)).bounds.proven


class TestCountedFromBelow:
    """The first search is abandoned at once, so that misses are counted from below."""

    @pytest.fixture(autouse=True)
    def _at_once(self, constants):
        constants("cost.guaranteed", PATIENCE=0)

    @given(games(), st.integers(2, 4), st.data())
    def test_the_misses_are_the_fewest(self, game, tries, data):
        weights = data.draw(weights_of(game))
        first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
        found = solve(game.matrix, Guaranteed(tries, weights), first=first)
        least = game.least_cost(CostModel.guaranteed(tries), weights=weights, first=first)
        assert (found.bounds.lower, found.bounds.upper) == (least, least)
        assert game.cost_of(found.strategy(), CostModel.guaranteed(tries), weights=weights) == least

    @pytest.mark.parametrize("tries", [3, 4])
    @pytest.mark.parametrize("game", [Mastermind(3, 4), Moo(3, 6), Mastermind(4, 4)])
    def test_symmetry_changes_nothing(self, game, tries):
        matrix = game.matrix()
        bounds = [solve(matrix, Guaranteed(tries), symmetric=one).bounds for one in (True, False)]
        assert bounds[0] == bounds[1]
        assert bounds[0].proven
