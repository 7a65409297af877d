"""Openings, guesses made regardless of the feedback, against plain play by definition."""

import random
from itertools import permutations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.pareto import MissesThenAverage
from emi.objectives.worst_case import WorstCase
from emi.search.model.cost_model import FORBIDDEN
from emi.search.model.limits import Limits
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.solve.session import Session
from tests import oracle
from tests.search.games import Game, games, word_games
from tests.search.questions import solve
from tests.search.solve.test_parallel import Crew


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


def value(game, objective, opening, members=None):
    """Return the value of an opening by definition."""
    weights = objective.weights
    model = getattr(objective, "cost_model", None)
    if model is not None:
        opening = opening[: model.last]
    found, parts = split(game, game.every if members is None else members, opening)
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


def cost_or_depth(game, strategy, objective, members):
    """Return the value of a strategy by the prices, or by its depth."""
    if isinstance(objective, WorstCase):
        return strategy.depth
    return game.cost_of(strategy, objective.cost_model, members, weights=objective.weights)


def assert_value(game, objective, opening, members=None, **asked):
    """Check value and strategy of an opening against the definition."""
    least = value(game, objective, opening, members)
    candidates = None if members is None else game.candidates(members)
    found = solve(game.matrix, objective, candidates, first=opening, **asked)
    if least >= FORBIDDEN:
        assert found.impossible
        return
    assert (found.bounds.lower, found.bounds.upper) == (least, least)
    assert cost_or_depth(game, found.strategy(), objective, members) == least


small = st.one_of(games(secrets=8, guesses=9, least=2), word_games(secrets=8, more=2, least=2))


@given(game=small, seed=st.integers(0, 999))
@settings(max_examples=150, deadline=None)
def test_values_of_candidates_are_those_of_the_definition(game, seed):
    source = random.Random(seed)
    rows = range(len(game.classes))
    opening = source.sample(rows, min(source.randint(1, 3), len(rows)))
    members = sorted(source.sample(game.every, source.randint(1, game.secrets)))
    assert_value(game, source.choice(objectives(game, source)), opening, members)


@given(game=word_games(secrets=12, more=2, least=8), seed=st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_searches_that_take_long_have_the_same_values(game, seed):
    """Beams, raised bounds and finer questions begin with the opening as well."""
    source = random.Random(seed)
    opening = source.sample(range(len(game.classes)), source.choice([1, 2, 2, 3]))
    weights = [source.randint(1, 4) for _ in game.every]
    objective = source.choice(
        [Average(), Average(5), Average(weights=weights), Guaranteed(3), Guaranteed(3, weights)]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emi.search.solve.cost.average.PATIENCE", 0)
        patch.setattr("emi.search.solve.cost.guaranteed.PATIENCE", 0)
        patch.setattr("emi.search.solve.cost.beam.ENDGAME", source.choice([0, 50]))
        assert_value(game, objective, opening)


@given(game=word_games(secrets=12, more=2, least=6), seed=st.integers(0, 999))
@settings(max_examples=60, deadline=None)
def test_a_team_finds_the_same_values(game, seed):
    source = random.Random(seed)
    opening = source.sample(range(len(game.classes)), source.choice([1, 2, 2, 3]))
    session = Session()
    session.team = Crew(SimpleNamespace(game=game, restricted=False), 3, 0.1, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emi.search.solve.parallel.root.CLASS_SECRETS", 1)
        objective = source.choice(objectives(game, source))
        assert_value(game, objective, opening, session=session)


@given(game=word_games(secrets=12, more=2, least=6), seed=st.integers(0, 999))
@settings(max_examples=100, deadline=None)
def test_a_search_resumes_from_its_records(game, seed):
    source = random.Random(seed)
    opening = source.sample(range(len(game.classes)), source.choice([1, 2, 2, 3]))
    objective, kept = source.choice(objectives(game, source)), []
    session = Session(Limits(nodes=source.randint(1, 9)), keep=kept.extend)
    solve(game.matrix, objective, first=opening, session=session)
    assert_value(game, objective, opening, records=kept)


@pytest.mark.parametrize("openings", [[2], [2, 3], [3, 2, 0]], ids=str)
def test_facts_about_a_class_are_none_about_the_opening(openings):
    """Guesses 2 and 3 tell nothing, so the class that they leave is the whole set."""
    rows = [[s == g for s in range(9)] for g in range(9)]
    game = Game([*rows[:2], [0] * 9, [0] * 9, *rows[2:]], [0, 1, *range(4, 11)])
    kept = []
    found = solve(game.matrix, first=openings, session=Session(keep=kept.extend))
    # All secrets are proposed one after the other, but the opening may have proposed one.
    least = len(openings) + 9 - len({*openings} & {*game.own})
    assert (found.bounds.lower, found.bounds.upper) == (least, least)
    every, lone = game.candidates(game.every), [one for one in kept if one.candidates is not None]
    class_fact = Proven(every, 1, 9, 0)
    again = solve(game.matrix, first=openings, records=[*lone, class_fact])
    assert again.bounds == found.bounds


def test_several_first_guesses_are_refused_where_feedback_restricts_guesses():
    game = Game([[60, 0], [0, 60], [0, 0]], [0, 1])
    for asked in ({"first": [0, 1]}, {"openers": 2}):
        with pytest.raises(ValueError, match="expected one guess"):
            solve(game.matrix, restriction=Restriction(), **asked)
