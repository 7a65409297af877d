"""Openings, guesses made regardless of the feedback, against plain play by definition."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.search.model.cost_model import FORBIDDEN
from emi.search.model.limits import Limits
from emi.search.solve.objectives import Average, Guaranteed, MissesThenAverage, WorstCase
from emi.search.solve.question import solve
from emi.search.solve.session import Session
from tests import oracle
from tests.search.games import Game, games, word_games


def split(game, members, opening):
    """Return the guess that finds each member, and the classes of the other members."""
    found, parts = {}, [list(members)]
    for made, guess in enumerate(opening, 1):
        after = []
        for part in parts:
            found |= {s: made for s in part if game.own[s] == guess}
            after += oracle.left_by(game.classes, part, game.own, guess)
        parts = after
    return found, parts


def value(game, objective, opening):
    """Return the value of an opening by definition."""
    weights = objective.weights
    model = getattr(objective, "cost_model", None)
    if model is not None:
        opening = opening[: model.last]
    found, parts = split(game, game.every, opening)
    k = len(opening)
    if model is None:
        return max([*found.values(), *[k + game.worst_case(part) for part in parts]])
    of = [model.of(made) if made else 0 for made in range(k + 1)]
    cost = sum(of[made] * (weights[s] if weights else 1) for s, made in found.items())
    for part in parts:
        weight = oracle.weight_of(part, weights)
        steps, miss = model.steps[k:], 0 if k > len(model.steps) else model.miss
        if model.after is None and k >= model.last:
            cost += weight * (of[k] + model.miss)
            continue
        if not steps and model.after is not None:
            # The miss is paid once, with the first guess after the last try.
            cost += weight * (of[k] + miss * (k == len(model.steps)))
            cost += oracle.least_cost(game.classes, part, game.own, (), model.after, 0, weights)
            continue
        rest = oracle.least_cost(game.classes, part, game.own, steps, model.after, miss, weights)
        cost += weight * of[k] + rest
    return cost


def objectives(game, source):
    weights = [source.randint(1, 4) for _ in game.every]
    return [
        WorstCase(), Average(), Average(weights=weights), Average(within=4), Guaranteed(1),
        Guaranteed(2), Guaranteed(3), Guaranteed(3, weights), MissesThenAverage(3, 500),
    ]  # fmt: skip


def test_an_opening_may_take_more_guesses_than_there_are_secrets():
    """Two guesses that tell nothing, one secret, and the other with the last guess allowed."""
    game = Game([[60, 0], [0, 60], [0, 0], [0, 0]], [0, 1])
    found = solve(game.matrix, Average(within=4), first=[2, 3, 1])
    assert (found.bounds.lower, found.bounds.upper) == (7, 7)


@pytest.mark.parametrize("openers", [0, 2])
@given(game=st.one_of(games(secrets=8, guesses=9, least=2), word_games(secrets=8, more=2, least=2)),
       seed=st.integers(0, 999))  # fmt: skip
@settings(max_examples=120, deadline=None)
def test_values_are_those_of_the_definition(openers, game, seed):
    source = random.Random(seed)
    rows = range(len(game.classes))
    many = min(source.choice([2, 2, 3]), len(rows))
    opening = source.sample(rows, many)
    objective = source.choice(objectives(game, source))
    if openers:
        opening = opening[: source.choice([0, 1])]
        every = [(*opening, *one) for one in permutations([g for g in rows if g not in opening],
                                                          2 - len(opening))]  # fmt: skip
        least = min(value(game, objective, one) for one in every)
    else:
        least = value(game, objective, opening)
    found = solve(game.matrix, objective, first=opening, openers=openers)
    if least >= FORBIDDEN:
        assert found.impossible
        return
    assert (found.bounds.lower, found.bounds.upper) == (least, least)
    strategy = found.strategy()
    last = getattr(getattr(objective, "cost_model", None), "last", None)
    made, nodes = found.opening[:last], [strategy]
    assert set(opening[:last]) <= set(made)
    assert value(game, objective, made) == least
    for guess in made:
        assert {node.guess for node in nodes} <= {guess}
        nodes = [branch for node in nodes for branch in node.branches]
    if isinstance(objective, WorstCase):
        assert strategy.depth == least
    else:
        assert game.cost_of(strategy, objective.cost_model, weights=objective.weights) == least


@given(game=word_games(secrets=30, least=12), nodes=st.integers(1, 30), seed=st.integers(0, 99))
@settings(max_examples=15, deadline=None)
def test_bounds_hold_when_a_limit_is_reached(game, nodes, seed):
    objective = random.Random(seed).choice([WorstCase(), Average(), Guaranteed(3)])
    opening = [0, 1]
    exact = solve(game.matrix, objective, first=opening).bounds
    assert exact.proven
    for openers in (0, 2):
        session = Session(Limits(nodes=nodes))
        given = [] if openers else opening
        some = solve(game.matrix, objective, first=given, openers=openers, session=session).bounds
        assert openers or some.lower <= exact.lower
        assert some.upper is None or openers or some.upper >= exact.upper
        best = solve(game.matrix, objective, first=given, openers=openers).bounds
        assert some.lower <= best.lower
        assert some.upper is None or some.upper >= best.upper
