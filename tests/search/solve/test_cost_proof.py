"""Lemmas about costs on random games: true by definition, and sufficient for each other."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.restriction import Restriction
from emi.search.solve.cost import arrays
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.cost.miss_proof import Goal, refuter_of
from emi.search.solve.cost.sizes import Sizes
from emi.search.solve.session import Session
from tests.search.games import games, hard_game, rich_games, seeds

AVERAGE = CostModel.average()
MODELS = AVERAGE, CostModel.guaranteed(2), CostModel.guaranteed(3), CostModel.misses_first(2, 99)


def searched(game, model=AVERAGE, **asked):
    search = CostSearch(game.matrix, model, **asked)
    search.run()
    return search


def lemmas_of(search, session=None, bound=None):
    bound = search.bounds.lower if bound is None else bound
    return [*refuter_of(search, session or Session()).refute(bound)]


def assert_true(lemmas, game, model, weights=None):
    """Check that each lemma is true: its secrets cost at least the bound in its state."""
    for one in lemmas:
        later = CostModel(model.steps[one.state :], model.after, model.miss)
        assert one.bound <= game.least_cost(later, list(one.members), weights)


@settings(max_examples=40, deadline=None)
@given(st.one_of(games(), rich_games(), seeds.map(hard_game)), st.sampled_from(MODELS))
def test_lemmas_are_true_and_the_last_is_about_the_question(game, model):
    search = searched(game, model)
    if search.bounds.lower == 0:
        return
    lemmas = lemmas_of(search)
    assert lemmas[-1].bound >= search.bounds.lower
    assert set(lemmas[-1].members) <= set(game.every)
    if not any(model.steps):
        assert_true(lemmas, game, model)


@settings(max_examples=20, deadline=None)
@given(seeds.map(hard_game), st.data())
def test_lemmas_about_weights_are_true(game, data):
    weights = data.draw(st.lists(st.integers(1, 9), min_size=game.secrets, max_size=game.secrets))
    search = searched(game, weights=np.array(weights, np.int64))
    assert_true(lemmas_of(search), game, AVERAGE, weights)


@settings(max_examples=40, deadline=None)
@given(seeds.map(hard_game), st.sampled_from([2, 3]), st.booleans(), st.data())
def test_lemmas_of_misses_after_a_first_guess_are_true(game, tries, weighted, data):
    """With one guess left, class sizes decide, so the last state is never searched."""
    heavy = st.lists(st.integers(1, 9), min_size=game.secrets, max_size=game.secrets)
    weights = data.draw(heavy) if weighted else None
    model, first = CostModel.guaranteed(tries), data.draw(st.integers(0, len(game.classes) - 1))
    asked = {} if weights is None else {"weights": np.array(weights, np.int64)}
    search = searched(game, model, opening=[first], **asked)
    if search.bounds.lower == 0:
        return
    *lemmas, last = lemmas_of(search)
    assert_true(lemmas, game, model, weights)
    assert last.bound == game.least_cost(model, weights=weights, first=first)


@settings(max_examples=30, deadline=None)
@given(seeds.map(hard_game), st.data())
def test_bounds_by_size_agree_for_all_guesses_at_once_and_for_each(game, data):
    search = searched(game, CostModel.guaranteed(3))
    sizes = refuter_of(search, Session()).sizes
    members = tuple(sorted(data.draw(st.sets(st.sampled_from(game.every), min_size=2))))
    made = [len({*row[list(members)].tolist()}) for row in sizes.matrix.rows]
    most = max(2, *made)

    def least(guess):
        return sum(sizes.least(one, 2, most) for one in sizes.classes(members, guess))

    for bound in (1, 2, 4):
        found = sizes.open_guesses(members, 1, bound, None).tolist()
        assert found == [g for g, n in enumerate(made) if n > 1 and least(g) < bound]


@settings(max_examples=60, deadline=None)
@given(st.one_of(seeds.map(hard_game), rich_games()), st.booleans(), st.data())
def test_members_that_the_misses_do_not_need_are_dropped_one_by_one(game, weighted, data):
    """With two guesses left, a guess misses all but one member of each of its classes."""
    heavy = st.lists(st.integers(1, 9), min_size=game.secrets, max_size=game.secrets)
    weights = data.draw(heavy) if weighted else [1] * game.secrets
    search = CostSearch(game.matrix, CostModel.guaranteed(3), weights=np.array(weights, np.int64))
    sizes, rows = Sizes(search.engine), game.matrix.rows

    def missed(members):
        fewest = min(len(members) - len({*row[members].tolist()}) for row in rows)
        return sum(sorted(weights[s] for s in members)[:fewest])

    for _ in range(3):
        members = sorted(data.draw(st.sets(st.sampled_from(game.every), min_size=1)))
        if missed(members) == 0:
            continue
        bound = data.draw(st.integers(1, missed(members)))
        rest = members
        for one in members:
            fewer = [s for s in rest if s != one]
            if len(rest) > bound and fewer and missed(fewer) >= bound:
                rest = fewer
        assert sizes.needed(tuple(members), bound) == tuple(rest)


def test_known_cores_bound_classes_that_the_search_did_not():
    """Two families of five: a guess tells them apart, but the members only from itself."""
    every = np.arange(10, dtype=np.int32)
    rows = 1 + (every[:, None] // 5 != every // 5) - np.eye(10, dtype=np.int64)
    matrix = FeedbackMatrix(rows.astype(np.uint8), every)
    refuter = refuter_of(CostSearch(matrix, CostModel.guaranteed(4)), Session())
    goal, families = Goal(tuple(range(10)), 0), [tuple(range(5)), tuple(range(5, 10))]
    assert refuter._bounds(goal, families, 2) == [0, 0]
    assert refuter.listing.engine.decide(every[5:], 3) == -1
    assert refuter._bounds(goal, families, 2) == [0, 1]
    assert refuter._bounds(goal, families, 1) == [0, 0]
    assert refuter._bounds(Goal(families[0], 0), families, 2) == [0, 0]


def test_room_for_sets_grows_during_a_refutation(monkeypatch):
    game = hard_game(5)
    lemmas = lemmas_of(searched(game))
    monkeypatch.setattr(arrays, "SETS", 1)
    assert lemmas_of(searched(game)) == lemmas


def test_lemmas_are_created_when_read():
    lemmas = refuter_of(search := searched(hard_game(5)), Session()).refute(search.bounds.lower)
    every = [*lemmas]
    assert len(every) == len(lemmas) > 3
    assert [lemmas[at] for at in range(len(lemmas))] == every
    assert (lemmas[-1], lemmas[1:3], lemmas[-2:]) == (every[-1], every[1:3], every[-2:])


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="minutes as plain Python")
def test_searched_sets_stay_in_the_table_for_the_proof():
    """Sets that were only swept are replaced first, because a sweep is quickly repeated."""
    search = CostSearch(emi.Motus.of_cell("P5", "fr").matrix(), AVERAGE)
    search.run()
    session = Session()
    assert len(lemmas_of(search, session)) > 20_000
    assert session.nodes == 0


def test_sets_missing_from_the_table_are_searched_again():
    game = hard_game(5)
    search = searched(game)
    lemmas = lemmas_of(search)
    assert len(lemmas) > 1
    for one in search.engine.arrays.table:
        one[...] = np.zeros((), one.dtype)
    again = lemmas_of(search)
    assert (again[-1].bound, again[-1].members) == (lemmas[-1].bound, lemmas[-1].members)
    assert_true(again, game, AVERAGE)


def test_a_false_bound_cannot_be_proven(refused):
    search = searched(hard_game(5))
    with refused(AssertionError):
        lemmas_of(search, bound=search.bounds.lower + 1)


def test_lemmas_of_restricted_play_list_the_guesses_made():
    lemmas = lemmas_of(searched(hard_game(5), restriction=Restriction()))
    assert any(one.played for one in lemmas)
    for one in lemmas:
        assert {s for _, s in one.played} <= {*hard_game(5).every}


def test_the_watcher_can_stop_a_refutation():
    search = searched(hard_game(5))
    with pytest.raises(Stopped):
        lemmas_of(search, Session(watch=lambda _: False))
    with pytest.raises(Stopped):
        CostSearch(hard_game(5).matrix, AVERAGE).any_strategy(Session())
