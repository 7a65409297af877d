"""Questions for the engine with their values by definition, and checks of its solutions."""

import random
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from emi.objectives.average import Average
from emi.objectives.base import Objective, Priced
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.pareto import MissesThenAverage
from emi.objectives.worst_case import WorstCase
from emi.search.model.candidates import Candidates
from emi.search.model.cost_model import FORBIDDEN, CostModel
from emi.search.model.record import Proven
from emi.search.model.restriction import Restriction
from emi.search.solve import question
from emi.search.solve.base import Search
from emi.search.solve.session import Session
from tests import oracle
from tests.search.games import (
    Game,
    games,
    hard_game,
    layered_game,
    rich_games,
    seeds,
    sparse_game,
    word_games,
)

#: The examples of each property: there are many properties, and the oracle is slow.
SOME, FEW = (50, 25) if settings.get_current_profile_name() == "thorough" else (25, 12)
#: The kinds of questions: two searches for worst cases, and one with all kinds of prices.
KINDS = ("worst", "restricted", "average", "guaranteed", "pareto", "prices")
COSTS = KINDS[2:]
each_kind = pytest.mark.parametrize("kind", KINDS)


def solve(matrix, objective=None, *parameters, **more):
    """Find the value of a game: by default the worst case."""
    return question.solve(matrix, objective or WorstCase(), *parameters, **more)


class Prices(NamedTuple):
    """A cost model after some guesses: the price of a miss was paid, or is due next."""

    steps: tuple[int, ...]
    after: int | None
    miss: int


@dataclass(frozen=True)
class AnyPrices(Priced):
    """An objective with arbitrary prices."""

    cost_model: CostModel | Prices
    weights: list[int] | None = None
    name = "prices"


@dataclass(frozen=True)
class Question:
    """A question for the engine, and its value by definition."""

    game: Game
    objective: Objective
    members: list[int]
    weights: list[int] | None = None
    first: int | None = None
    restricted: bool = False

    @property
    def candidates(self) -> Candidates:
        return self.game.candidates(self.members)

    def search(self, records=(), *, symmetric=True, lower=0, team=None, **session) -> Search:
        """Run the search of the question, with the limits, watcher and keeper of a session."""
        sitting = Session(**session)
        sitting.team = team
        weighted = {} if self.weights is None else {"weights": self.weights}
        return solve(
            self.game.matrix, replace(self.objective, **weighted), self.candidates,
            first=self.first, symmetric=symmetric,
            restriction=Restriction() if self.restricted else None,
            session=sitting, records=records, lower=lower,
        )  # fmt: skip

    @property
    def model(self):
        """The prices; None for a worst case."""
        return getattr(self.objective, "cost_model", None)

    @cached_property
    def value(self) -> int:
        if self.model is not None:
            return self.begun(self.first)
        of = oracle.hard_worst_case if self.restricted else oracle.worst_case
        return of(self.game.classes, self.members, self.game.own)

    def begun(self, first) -> int:
        """Return the least cost of a strategy with that first guess."""
        if first not in self._begun:
            value = self.game.least_cost(self.model, self.members, self.weights, first)
            self._begun[first] = value
        return self._begun[first]

    @cached_property
    def _begun(self) -> dict[int | None, int]:
        return {}

    def reached(self, guess, upper) -> bool:
        """Return whether the guess begins a strategy with at most this value."""
        if self.model is not None:
            return self.begun(guess) <= upper
        begins = oracle.hard_begins if self.restricted else oracle.begins
        return begins(self.game.classes, self.members, self.game.own, guess, upper)

    @property
    def possible(self) -> bool:
        return self.value < FORBIDDEN

    @property
    def total_weight(self) -> int:
        return self.game.secrets if self.weights is None else sum(self.weights)

    @property
    def more_than_any_total(self) -> int:
        """The first guess may give no information; each later guess leaves fewer secrets."""
        return 1 + (self.game.secrets + 1) * self.total_weight

    def asking(self, objective, **changes) -> "Question":
        return replace(self, objective=objective, **changes)

    def later(self, members, state) -> "Question":
        """Return the question about some members after ``state`` guesses."""
        objective = self.objective
        if model := self.model:
            miss = model.miss if state <= len(model.steps) else 0
            objective = AnyPrices(Prices(model.steps[state:], model.after, miss))
        return self.asking(objective, members=members, first=None)

    def proven(self, lower, upper, guess=-1) -> Proven:
        """Return bounds on the question itself, in the form in which they are stored."""
        if self.model is None:
            return Proven(self.candidates, lower, upper, guess)
        return Proven(None, lower, upper, guess, 0)

    def part(self, members, lower, upper, guess=-1) -> Proven:
        """Return bounds on some secrets, in the form in which they are stored."""
        return Proven(members, lower, upper, guess, None if self.model is None else 1)


@st.composite
def objectives(draw, kind, bound):
    """Draw an objective; ``bound`` exceeds any total."""
    tries = draw(st.integers(1, 6))
    if kind in {"worst", "restricted"}:
        return WorstCase()
    if kind == "average":
        return Average(draw(st.none() | st.just(tries)))
    if kind == "guaranteed":
        return Guaranteed(tries)
    if kind == "pareto":
        return MissesThenAverage(tries, bound)
    steps = draw(st.lists(st.integers(0, 4), max_size=4))
    after = draw(st.integers(0, 3) if not steps else st.none() | st.integers(0, 3))
    other = CostModel(tuple(steps), after, draw(st.integers(0, 9)) if steps else 0)
    return AnyPrices(draw(st.sampled_from([CostModel.rarely(tries, bound), other])))


@st.composite
def questions(draw, kind, of=None, *, objective=None, weighted=None, begun=None) -> Question:
    """Draw a game and a question about it: candidates, weights, and a first guess."""
    game = draw(games() if of is None else of)
    members = game.every
    if draw(st.booleans()):
        source = random.Random(draw(seeds))
        members = sorted(source.sample(members, source.randint(1, game.secrets)))
    question = Question(game, WorstCase(), members, restricted=kind == "restricted")
    if kind in COSTS:
        weights = first = None
        if draw(st.booleans()) if weighted is None else weighted:
            source, top = random.Random(draw(seeds)), draw(st.integers(1, 9))
            weights = [source.randint(1, top) for _ in game.every]
        if draw(st.booleans()) if begun is None else begun:
            first = draw(st.integers(0, len(game.classes) - 1))
        question = replace(question, weights=weights, first=first)
    if objective is None:
        objective = draw(objectives(kind, question.more_than_any_total))
    return question.asking(objective)


def hard_games(kind):
    """Return games that need a search, but are small enough for the oracle."""
    of = {"worst": [hard_game], "restricted": [hard_game, layered_game]}
    return st.one_of([seeds.map(each) for each in of.get(kind, [hard_game, sparse_game])])


def large_games(kind):
    """Return games of many secrets, most of which are quickly told apart."""
    most = {"worst": 60, "restricted": 30}.get(kind, 60)
    return st.one_of(word_games(secrets=most), rich_games())


@cache
def laborious(kind) -> Question:
    """Return a question that takes hundreds or thousands of nodes; it caches its value."""
    game = layered_game(31, 11, 11)
    if kind != "restricted":
        game = sparse_game(44 if kind == "worst" else 4, 14, 14)
    objective = {
        "average": Average(),
        "guaranteed": Guaranteed(4),
        "pareto": MissesThenAverage(4, 1000),
        "prices": AnyPrices(CostModel((1, 3, 0, 2), 1, 5)),
    }.get(kind, WorstCase())
    return Question(game, objective, game.every, restricted=kind == "restricted")


def gives_up_after(calls):
    """Return a watcher that stops the search after this number of calls."""
    left = iter(range(calls))
    return lambda _: next(left, None) is not None


def assert_solved(found, question: Question):
    """Check a solution against the definition."""
    assert_honest(found, question)
    assert found.bounds.proven == question.possible
    if not question.possible:
        assert found.impossible
        assert found.bounds.lower >= question.model.forbidden(question.total_weight)
        assert found.bounds.upper is None


def assert_honest(found, question: Question):
    """Check that the bounds are true, whether or not they meet."""
    lower, upper = found.bounds.lower, found.bounds.upper
    if question.possible:
        assert lower <= question.value
        assert question.model is None or not found.impossible
    if upper is None:
        assert found.guess == -1
    else:
        assert question.value <= upper
        assert question.reached(found.guess, upper)
        assert question.first in (None, found.guess)


def assert_true(one: Proven, question: Question):
    """Check stored bounds against the definition."""
    if one.candidates is None:
        if one.upper is None and one.guess >= 0:
            # A lower bound on the cost of strategies that begin with the guess.
            assert one.lower <= question.begun(one.guess)
            return
        about = question
    else:
        about = question.later(one.candidates.members.tolist(), one.state)
    if about.possible:
        assert one.lower <= about.value
        if one.upper is not None:
            assert about.value <= one.upper
            assert one.guess < 0 or about.reached(one.guess, one.upper)


def all_tries(strategy, question: Question) -> list[int | None]:
    """Return the number of guesses of a strategy for each candidate; None for missed ones."""
    game = question.game
    return [oracle.tries_of(strategy, game.classes, game.own, s) for s in question.members]


def assert_played(strategy, question: Question):
    """Check a strategy of the least value by playing it against every candidate."""
    game, tries = question.game, all_tries(strategy, question)
    assert_sound(strategy, question, question.members)
    if question.model is None:
        assert max(tries) == question.value
    else:
        cost = game.cost_of(strategy, question.model, question.members, question.weights)
        assert cost == question.value
        assert question.first in (None, strategy.guess)
    if None not in tries:
        assert (strategy.depth, strategy.total) == (max(tries), sum(tries))
        assert strategy.tries(game.secrets)[question.members].tolist() == tries


def assert_sound(node, question: Question, members: list[int]):
    """Check the members of each node, and that each feedback has at most one branch."""
    game = question.game
    assert sorted(node.members.tolist()) == members
    assert not question.restricted or node.guess in [game.own[secret] for secret in members]
    parts = [sorted(part) for part in oracle.left_by(game.classes, members, game.own, node.guess)]
    below = [sorted(branch.members.tolist()) for branch in node.branches]
    assert all(below.count(part) <= 1 for part in parts)
    assert all(part in parts for part in below)
    for branch, part in zip(node.branches, below, strict=True):
        assert_sound(branch, question, part)
