"""First guesses that are made whatever is answered: several as `first`, and `openers`."""

import pytest

import emi
from emi import Average, Guaranteed, Limits, OptionError, WorstCase
from emi.questions.question import Question
from emi.questions.solving import best_strategy
from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.heuristics.play import tries
from tests.emi.questions.test_question import Memory

GAME = emi.Mastermind(3, 3)
OBJECTIVES = (WorstCase(), Average(), Average(within=5), Guaranteed(1), Guaranteed(3))
each_objective = pytest.mark.parametrize("objective", OBJECTIVES, ids=str)


def begins(strategy, guesses, game=GAME):
    """Tell whether all play begins with the guesses, while the secret is not found."""
    nodes = [strategy.tree]
    for guess in guesses:
        if {game.guesses[node.guess] for node in nodes} - {guess}:
            return False
        nodes = [branch for node in nodes for branch in node.branches]
    return True


@each_objective
def test_are_made_whatever_is_answered(objective):
    found = emi.solve(GAME, objective, first=["112", "223"])
    assert found.proven
    assert found.opening == ("112", "223")
    assert begins(found.strategy(), found.opening[: objective.tries])
    assert found.bounds.lower >= emi.solve(GAME, objective, first="112").bounds.lower


@each_objective
def test_the_best_is_the_best_of_all_pairs(objective):
    best = emi.solve(GAME, objective, openers=2)
    pairs = [(a, b) for a in GAME.guesses for b in GAME.guesses if a < b]
    values = [emi.solve(GAME, objective, first=pair).bounds.upper for pair in pairs]
    # A code that may be right is no worse as the first of two: here all may be.
    assert best.bounds.upper == min(values)
    if (objective.tries or 2) > 1:
        assert emi.solve(GAME, objective, first=best.opening).bounds == best.bounds
        assert begins(best.strategy(), best.opening)
        one = emi.solve(GAME, objective, first="112", openers=2)
        assert one.opening[0] == "112"
        assert one.bounds.upper >= best.bounds.upper


@each_objective
@pytest.mark.parametrize("asked", [{"first": ("112", "223")}, {"openers": 2}], ids=str)
def test_are_kept_with_what_they_are_worth(objective, asked):
    store = Memory()
    for other in OBJECTIVES:
        # What is known of others must not be taken for more than it is.
        emi.solve(GAME, other, store=store, first="112")
        emi.solve(GAME, other, store=store, first=("112", "223"))
    found = emi.solve(GAME, objective, store=store, **asked)
    again = emi.solve(GAME, objective, store=store, **asked)
    assert found.bounds == again.bounds == emi.solve(GAME, objective, **asked).bounds
    if objective.priced:
        assert (again.opening, again.nodes) == (found.opening, 0)
    strategy = best_strategy(Question(GAME, objective, store=store, **asked))
    assert begins(strategy, asked.get("first", ())[: objective.tries])


def test_where_a_limit_is_reached_there_are_bounds():
    game = emi.Mastermind(4, 4)
    for asked in ({"first": ("1122", "1233")}, {"openers": 2}):
        some = emi.solve(game, Average(), limits=Limits(nodes=2), **asked)
        most = emi.solve(game, Average(), first=("1122", "1233")).bounds.upper
        assert not some.proven
        assert some.bounds.lower <= most
        if some.bounds.upper is None:
            with pytest.raises(emi.Unproven):
                some.strategy()
        else:
            strategy = some.strategy()
            assert strategy.tree.total <= some.bounds.upper
            assert begins(strategy, some.opening, game)


@pytest.mark.parametrize("nodes", [1, 30])
@pytest.mark.parametrize("size", [(4, 4), (2, 9)])
def test_an_average_begins_with_heuristics_after_the_opening(size, nodes):
    game = emi.Mastermind(*size)
    opening = game.guesses[1], game.guesses[-2]
    by = [HEURISTICS["Sum"].among_candidates(), HEURISTICS["Information"]]
    made = [*map(game.guesses.index, opening)]
    totals = [int(tries(game.matrix(), one, opening=made)[0].sum()) for one in by]
    found = emi.solve(game, Average(), first=opening, limits=Limits(nodes=nodes)).bounds
    assert found.lower <= found.upper <= min(totals)
    assert found.lower <= emi.solve(game, Average(), first=opening).bounds.upper <= found.upper


@pytest.mark.parametrize(
    "asked",
    [
        {"first": ["112", "112"]},
        {"first": ["112", "9"]},
        {"openers": 3},
        {"first": ["112", "113"], "openers": 1},
        {"openers": "2"},
    ],
)
def test_what_makes_no_opening_is_refused(asked, refused):
    with refused(OptionError):
        emi.solve(GAME, **asked)


@pytest.mark.parametrize("asked", [{"first": ["112", "113"]}, {"openers": 2}])
def test_are_refused_in_hard_play(asked, refused):
    with refused(OptionError):
        emi.solve(GAME.hardened("consistent"), **asked)


def test_a_search_for_openers_is_not_shared(refused):
    with refused(OptionError):
        emi.solve(GAME, workers=emi.Processes(2), openers=2)
    # One with prescribed guesses is: that is a search as any other.
    for first in (["112"], ["112", "113"]):
        question = Question(GAME, first=first, openers=len(first), workers=emi.Processes(2))
        assert question.begun == len(first)


def test_processes_share_a_search_with_an_opening():
    game, first = emi.Mastermind(4, 5), ["1122", "1233"]
    alone = emi.solve(game, Average(), first=first)
    with emi.Processes(2) as workers:
        workers.alone, workers.slice = 1e-9, 0.05
        shared = emi.solve(game, Average(), first=first, workers=workers)
    assert (shared.bounds, shared.opening) == (alone.bounds, alone.opening)
    assert begins(shared.strategy(), first, game)


@pytest.mark.parametrize("asked", [{"first": ["112", "113"]}, {"openers": 2}])
def test_have_no_certificate(asked, refused):
    with refused(OptionError):
        emi.solve(GAME, Average(), **asked).certificate()


def test_no_strategy_within_so_few_tries_is_said(refused):
    with refused(OptionError):
        emi.solve(GAME, Average(within=4), first=["111", "222"])


@pytest.mark.parametrize("asked", [{"first": ["112", "113"]}, {"openers": 2}])
def test_of_a_heuristic_one_guess_is_given(asked, refused):
    with refused(OptionError):
        emi.strategy(GAME, heuristic="Sum", **asked)
