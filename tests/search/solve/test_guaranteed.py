"""The fewest misses by the finer question: misses first, then the total."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.games.mastermind import Mastermind
from emi.games.wordle import Wordle
from emi.lexicon.load import load
from emi.objectives.guaranteed import Guaranteed
from emi.search.model.cost_model import CostModel
from emi.search.model.limits import Limits, Stopped
from emi.search.model.record import Proven
from emi.search.model.written import Outline
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.guaranteed import GuaranteedSearch
from emi.search.solve.cost.miss_proof import refuter_of
from emi.search.solve.session import Session
from tests.search.games import games
from tests.search.questions import solve

GAME, TRIES = Mastermind(3, 8), 5
MODEL = CostModel.guaranteed(TRIES)


@pytest.fixture(autouse=True)
def _at_once(constants):
    constants("cost.guaranteed", PATIENCE=0)


@pytest.fixture
def _alone(monkeypatch):
    """Let only the finer question find the value."""

    def idle(search):
        while not search.bounds.proven and search.session.go_on():
            yield

    monkeypatch.setattr(GuaranteedSearch, "_raise_misses", idle)
    monkeypatch.setattr("emi.search.solve.cost.guaranteed.MissBeam.widen", lambda *_: iter(()))


@pytest.fixture(scope="module")
def matrix():
    return GAME.matrix()


@pytest.fixture(scope="module")
def least(matrix):
    return solve(matrix, Guaranteed(TRIES)).bounds.lower


def missed(strategy, matrix):
    """Return the number of secrets that a strategy misses."""
    return Outline.of(strategy, matrix.own).cost(MODEL.of, [1] * matrix.secrets)


@pytest.mark.usefixtures("_alone")
def test_the_value_is_that_of_the_finer_question(matrix, least):
    found = solve(matrix, Guaranteed(TRIES))
    assert found.answered is found.finer
    assert found.guess == found.finer.guess
    assert found.finer.any_strategy(Session()).total == found.finer.bounds.lower % (
        (TRIES + matrix.secrets) * matrix.secrets
    )
    assert missed(found.strategy(), matrix) == least > 0


def test_the_finer_question_is_not_asked_for_a_strategy_that_it_does_not_know(
    matrix, least, monkeypatch
):
    refined, miss = GuaranteedSearch._refined, (TRIES + matrix.secrets) * matrix.secrets

    def begun(search, session):
        yield next(refined(search, session))
        # In a large game, it may have found the best strategy so far.
        search._by_finer = True

    monkeypatch.setattr(GuaranteedSearch, "_refined", begun)
    monkeypatch.setattr("emi.search.solve.cost.guaranteed.MissBeam.widen", lambda *_: iter(()))
    found = solve(matrix, Guaranteed(TRIES))
    # The climb found a better one.
    assert found.finer.bounds.upper // miss > least
    assert found.bounds.lower == found.bounds.upper == least
    assert found.answered is found
    assert missed(found.strategy(), matrix) == least


def test_its_course_does_not_depend_on_the_clock(monkeypatch):
    matrix, courses = Mastermind(3, 7).matrix(), []
    for seconds in (0.0, 1.0):
        monkeypatch.setattr("emi.search.solve.engine.SLICE", seconds)
        found = solve(matrix, Guaranteed(4))
        lemmas = refuter_of(found.answered, Session()).refute(found.answered.bounds.lower)
        strategy = Outline.of(found.strategy(), matrix.own).nodes
        courses.append((found.nodes, found.guess, strategy, [*lemmas]))
    assert courses[0] == courses[1]


@given(games(), st.integers(2, 4), st.data())
def test_misses_are_counted_if_no_price_of_a_miss_is_high_enough(game, tries, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("emi.search.solve.cost.guaranteed.FORBIDDEN", 0)
        patch.setattr("emi.search.solve.cost.guaranteed.PATIENCE", 0)
        first = data.draw(st.none() | st.integers(0, len(game.classes) - 1))
        found = solve(game.matrix, Guaranteed(tries), first=first)
        assert found.finer is None
        fewest = game.least_cost(CostModel.guaranteed(tries), first=first)
        assert (found.bounds.lower, found.bounds.upper) == (fewest, fewest)


def test_misses_are_counted_then_with_a_team_too(matrix, least, constants):
    constants("cost.guaranteed", FORBIDDEN=0)
    session = Session()
    session.team = object()
    found = solve(matrix, Guaranteed(TRIES), session=session)
    assert found.finer is None
    assert found.bounds.lower == found.bounds.upper == least


def climbed(matrix, *, anew):
    """Return the fewest misses within 3 guesses by rising limits, and the nodes that it took."""
    engine, limit = CostEngine(matrix, CostModel.guaranteed(3)), 1
    every = np.arange(matrix.secrets, dtype=np.int32)
    *_, last = engine.search(every, 0, limit)
    while last.guess < 0:
        limit += 1
        *_, last = engine.search(every, 0, limit) if anew else engine.raised(limit)
    assert last.done
    return last.upper, engine.nodes


def test_packings_of_many_secrets_hold_several_cores_and_last_for_higher_limits(constants):
    words = [word for word in load("en").words if len(word) == 5]
    matrix = Wordle(words[::16][:300], {*words[::16][:300], *words[::16]}).matrix()
    value, nodes = climbed(matrix, anew=False)
    assert climbed(matrix, anew=True)[0] == value > 2
    constants("cost.arrays", MOST_PACKED_WORDS=4)
    assert climbed(matrix, anew=False)[0] == value
    assert climbed(matrix, anew=True)[1] > nodes


@pytest.mark.usefixtures("_alone")
def test_the_strategy_for_a_recorded_value_is_searched_for(matrix, least):
    guess = solve(matrix, Guaranteed(TRIES)).guess
    read = [Proven(None, least, least, guess, 0)]
    found = solve(matrix, Guaranteed(TRIES), records=read)
    assert found.nodes == 0
    assert missed(found.strategy(), matrix) == least


def test_the_search_for_a_strategy_ends_with_the_session(matrix, least):
    found = solve(matrix, Guaranteed(TRIES), records=[Proven(None, least, least, 0, 0)])
    with pytest.raises(Stopped):
        found.strategy(Session(Limits(nodes=1)))


@pytest.mark.parametrize("nodes", [1, 10, 100, 1000])
def test_bounds_are_true_whenever_the_search_ends(matrix, least, nodes):
    found = solve(matrix, Guaranteed(TRIES), session=Session(Limits(nodes=nodes)))
    bounds = found.bounds
    assert bounds.lower <= least <= (matrix.secrets if bounds.upper is None else bounds.upper)


@pytest.mark.usefixtures("_alone")
def test_facts_of_the_finer_question_are_kept_separately(matrix, least, golden):
    kept, asked = [], []

    def beside(name):
        asked.append(name)
        return kept.extend, list(kept)

    session = Session(keep=lambda _: None)
    session.beside = beside
    first = solve(matrix, Guaranteed(TRIES), session=session)
    again = Session(keep=lambda _: None)
    again.beside = beside
    second = solve(matrix, Guaranteed(TRIES), session=again)
    golden(asked)
    assert second.bounds == first.bounds
    assert second.bounds.lower == least
    assert second.nodes < first.nodes
