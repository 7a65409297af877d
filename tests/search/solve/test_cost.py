"""The least cost, held against the oracle, and the cheapest strategies played."""

import random
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import search.solve.arrays
import search.solve.cost.arrays
import search.solve.cost.engine
import search.solve.slices
from emi.games.motus import Motus
from emi.games.parse import game_named
from emi.lexicon.load import load
from search.model.candidates import Candidates
from search.model.cost_facts import CostFact, decode, encode
from search.model.costs import FORBIDDEN, Costs
from search.model.limits import Limits, Stopped
from search.model.matrix import FeedbackMatrix
from search.solve.cost.search import least_cost
from search.solve.cost.tree import cheapest
from tests import oracle
from tests.search.games import (
    Game,
    alike,
    games,
    hard_game,
    rich_games,
    seeds,
    sparse_game,
    word_games,
)

#: Examples of each property: there are many, of many kinds of games, and the oracle takes its time.
SOME, FEW = 50, 30

#: Words of the largest cell that the oracle is asked about.
SMALL = 24
#: A search of some ten thousand nodes.
LABORIOUS = sparse_game(4, 20, 20).matrix


@dataclass(frozen=True)
class Question:
    """What is asked of the search, and its answer by definition."""

    game: Game
    costs: "Costs | Prices"
    members: list[int]
    weights: list[int] | None = None
    first: int | None = None

    @property
    def asked(self):
        weights = None if self.weights is None else np.array(self.weights, np.int64)
        told = {"weights": weights, "first": self.first}
        return (self.game.matrix, self.costs, self.game.candidates(self.members)), told

    def answered(self, **more):
        positional, told = self.asked
        return least_cost(*positional, **told, **more)

    def strategy(self):
        positional, told = self.asked
        return cheapest(*positional, **told)

    def begun(self, first) -> int:
        """Return the least cost of a strategy with that first guess."""
        if first not in self.known:
            value = self.game.least_cost(self.costs, self.members, self.weights, first)
            self.known[first] = value
        return self.known[first]

    @cached_property
    def known(self) -> dict[int | None, int]:
        return {}

    @property
    def value(self) -> int:
        return self.begun(self.first)

    @property
    def possible(self) -> bool:
        return self.value < FORBIDDEN

    @property
    def forbidden(self) -> int:
        """What costs as much as this is not possible."""
        every = self.game.secrets if self.weights is None else sum(self.weights)
        return self.costs.forbidden(every)

    def priced(self, costs: Costs) -> "Question":
        return replace(self, costs=costs)

    @property
    def worst_case(self) -> int:
        return self.game.worst_case(self.members)


def more_than_any_total(game: Game, weights=None) -> int:
    """Even if the first guess tells nothing: after it each leaves fewer."""
    return 1 + (game.secrets + 1) * (game.secrets if weights is None else sum(weights))


@st.composite
def every_costs(draw, bound):
    """Draw costs of each kind: those with a name, and any others."""
    tries = draw(st.integers(1, 6))
    steps = draw(st.lists(st.integers(0, 4), max_size=4))
    after = draw(st.integers(0, 3) if not steps else st.none() | st.integers(0, 3))
    kinds = [
        Costs.average(),
        Costs.within(tries),
        Costs.guaranteed(tries),
        Costs.front(tries, bound),
        Costs.rarely(tries, bound),
        Costs(tuple(steps), after, draw(st.integers(0, 9)) if steps else 0),
    ]
    return draw(st.sampled_from(kinds))


@st.composite
def questions(draw, kind=None, costs=None, weighted=None, begun=None) -> Question:
    """Draw a game and what to ask about it: some of its secrets, their weights, a first guess."""
    game = draw(games() if kind is None else kind)
    members = game.every
    if draw(st.booleans()):
        source = random.Random(draw(seeds))
        members = sorted(source.sample(members, source.randint(1, game.secrets)))
    weights = None
    if draw(st.booleans()) if weighted is None else weighted:
        source, top = random.Random(draw(seeds)), draw(st.integers(1, 9))
        weights = [source.randint(1, top) for _ in game.every]
    if costs is None:
        costs = draw(every_costs(more_than_any_total(game, weights)))
    first = None
    if draw(st.booleans()) if begun is None else begun:
        first = draw(st.integers(0, len(game.classes) - 1))
    return Question(game, costs, members, weights, first)


hard_games = st.one_of(seeds.map(hard_game), seeds.map(sparse_game))
large_games = st.one_of(word_games(), rich_games())


def limits_of(result) -> tuple[int, int | None]:
    return result.lower, result.upper


def assert_answered(result, question: Question):
    if question.possible:
        assert limits_of(result) == (question.value, question.value)
        assert result.proven
        assert question.begun(result.guess) == question.value
        assert question.first in (None, result.guess)
    else:
        assert_impossible(result, question)


def assert_impossible(result, question: Question):
    assert result.lower >= question.forbidden
    assert (result.upper, result.guess, result.proven) == (None, -1, False)


def assert_honest(result, question: Question):
    """What is said of the value is true, though it may not be all."""
    assert result.proven == (result.lower == result.upper)
    if question.possible:
        assert result.lower <= question.value
    if result.upper is None:
        assert result.guess == -1
    else:
        assert question.value <= result.upper
        assert question.begun(result.guess) <= result.upper
        assert question.first in (None, result.guess)


class TestTheValue:
    @settings(max_examples=SOME)
    @given(questions())
    def test_of_a_small_game_is_the_oracle_s(self, question):
        assert_answered(question.answered(), question)

    @settings(max_examples=SOME)
    @given(questions(games(secrets=5, guesses=16)))
    def test_with_many_more_guesses_than_secrets_is_the_oracle_s(self, question):
        assert_answered(question.answered(), question)

    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_of_a_game_that_takes_a_search_is_the_oracle_s(self, question):
        assert_answered(question.answered(), question)

    @settings(max_examples=FEW)
    @given(questions(large_games))
    def test_of_a_large_game_is_the_oracle_s(self, question):
        assert_answered(question.answered(), question)

    @settings(max_examples=20)
    @given(questions(word_games(secrets=81, least=65, more=4)))
    def test_of_a_game_too_large_to_compare_pair_by_pair_is_the_oracle_s(self, question):
        assert_answered(question.answered(), question)

    @settings(max_examples=6)
    @given(questions(word_games(secrets=105, least=100, more=4)))
    def test_of_a_game_in_which_a_strategy_is_played_first_is_the_oracle_s(self, question):
        assert_honest(question.answered(limits=Limits(nodes=1)), question)
        assert_answered(question.answered(), question)

    @settings(max_examples=SOME)
    @given(questions())
    def test_of_fewer_secrets_is_never_more(self, question):
        assume(question.possible)
        fewer = replace(question, members=question.members[::2])
        assert fewer.answered().upper <= question.answered().lower

    @settings(max_examples=SOME)
    @given(questions(weighted=True), st.integers(2, 1000))
    def test_grows_with_the_weights(self, question, times):
        assume(question.possible)
        heavier = replace(question, weights=[times * weight for weight in question.weights])
        assert heavier.answered().lower == times * question.answered().upper

    @settings(max_examples=SOME)
    @given(questions(weighted=False))
    def test_is_that_of_weights_of_one(self, question):
        of_ones = replace(question, weights=[1] * question.game.secrets).answered()
        assert (of_ones.lower, of_ones.upper) == limits_of(question.answered())

    @settings(max_examples=SOME)
    @given(questions(), st.randoms(use_true_random=False))
    def test_does_not_depend_on_the_order_of_the_guesses(self, question, source):
        game = question.game
        order = list(range(len(game.classes)))
        source.shuffle(order)
        own = [order.index(guess) for guess in game.own]
        shuffled = Game([game.classes[g] for g in order], own, game.dtype)
        first = None if question.first is None else order.index(question.first)
        other = replace(question, game=shuffled, first=first)
        assert limits_of(other.answered()) == limits_of(question.answered())

    @pytest.mark.parametrize("secrets", [1, 2, 3, 4, 5, 9])
    def test_is_known_if_only_naming_tells_the_secrets_apart(self, secrets):
        matrix, total = alike(secrets).matrix, secrets * (secrets + 1) // 2
        assert limits_of(least_cost(matrix, Costs.average())) == (total, total)
        for tries in range(1, secrets + 1):
            missed = secrets - tries
            assert limits_of(least_cost(matrix, Costs.guaranteed(tries))) == (missed, missed)
            both = 100 * missed + total
            assert limits_of(least_cost(matrix, Costs.front(tries, 100))) == (both, both)

    def test_may_be_reached_only_by_a_guess_that_is_no_secret(self):
        game = alike(6)
        game.classes.append([1, 2, 3, 4, 5, 6])
        result = least_cost(game.matrix, Costs.average())
        assert (result.lower, result.upper, result.guess) == (12, 12, 6)

    def test_counts_a_first_guess_that_tells_nothing(self):
        game = alike(3)
        game.classes.append([0, 0, 0])
        for costs, value in [(Costs.average(), 3 + 6), (Costs.guaranteed(2), 2)]:
            result = least_cost(game.matrix, costs, first=3)
            assert (result.lower, result.upper, result.guess) == (value, value, 3)

    def test_names_the_heaviest_if_there_is_one_guess(self):
        weights = np.array([2, 1, 9, 4], np.int64)
        result = least_cost(alike(4).matrix, Costs.guaranteed(1), weights=weights)
        assert (result.lower, result.upper, result.guess) == (7, 7, 2)

    def test_may_be_of_a_class_number_as_large_as_its_dtype_allows(self):
        for dtype in (np.uint8, np.uint16):
            game = alike(5, found=np.iinfo(dtype).max, dtype=dtype)
            assert limits_of(least_cost(game.matrix, Costs.average())) == (15, 15)


class TestOneValueBesideAnother:
    """What follows for one value from another, whatever both of them are."""

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average(), weighted=False, begun=False))
    def test_the_worst_case_is_the_fewest_tries_that_miss_nothing(self, question):
        worst = question.worst_case
        assert limits_of(question.priced(Costs.guaranteed(worst)).answered()) == (0, 0)
        assert question.priced(Costs.within(worst)).answered().proven
        if worst > 1:
            assert question.priced(Costs.guaranteed(worst - 1)).answered().lower >= 1
            too_few = question.priced(Costs.within(worst - 1))
            assert_impossible(too_few.answered(), too_few)

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average()), st.integers(1, 9))
    def test_a_limit_never_makes_the_average_better(self, question, tries):
        limited = question.priced(Costs.within(tries)).answered()
        assert limited.lower >= question.answered().upper

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average(), begun=False))
    def test_a_limit_of_as_many_tries_as_secrets_is_none(self, question):
        limited = question.priced(Costs.within(len(question.members))).answered()
        assert limits_of(limited) == limits_of(question.answered())

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average()), st.integers(1, 5))
    def test_a_front_is_first_of_all_the_fewest_misses(self, question, tries):
        bound = more_than_any_total(question.game, question.weights)
        front = question.priced(Costs.front(tries, bound)).answered()
        missed, total = divmod(front.upper, bound)
        assert front.proven
        assert limits_of(question.priced(Costs.guaranteed(tries)).answered()) == (missed, missed)
        assert question.answered().lower <= total
        if missed == 0:
            assert question.priced(Costs.within(tries)).answered().lower == total

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average()), st.integers(1, 6))
    def test_rare_last_tries_are_those_of_a_least_total(self, question, tries):
        within = question.priced(Costs.within(tries))
        assume(within.possible)
        bound = more_than_any_total(question.game, question.weights)
        rarely = question.priced(Costs.rarely(tries, bound)).answered()
        assert rarely.proven
        assert divmod(rarely.upper, bound)[0] == within.answered().upper

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average()), st.integers(1, 5))
    def test_one_more_try_never_misses_more(self, question, tries):
        few, more = (question.priced(Costs.guaranteed(n)).answered() for n in (tries, tries + 1))
        assert more.upper <= few.lower


@dataclass(frozen=True)
class NamedGame(Game):
    """A game whose matrix knows its symmetry."""

    name: str = ""

    @property
    def matrix(self):
        return game_named(self.name).matrix()


def named(name: str) -> NamedGame:
    game = game_named(name)
    told = [[str(game.feedback(g, s)) for s in game.secrets] for g in game.guesses]
    return NamedGame(told, list(range(len(game.secrets))), name=name)


SYMMETRIC = [named(f"mastermind:{size}") for size in ("2x3", "3x2", "2x4")] + [named("moo:2x4")]


class TestInASymmetricGame:
    """Guesses that are equal by symmetry are tried once, as long as they are equal."""

    @pytest.mark.parametrize("symmetric", [True, False])
    @settings(max_examples=SOME)
    @given(question=questions(st.sampled_from(SYMMETRIC)))
    def test_the_value_is_the_oracle_s(self, question, symmetric):
        assert_answered(question.answered(symmetric=symmetric), question)

    @pytest.mark.parametrize(
        "name",
        [f"mastermind:{size}" for size in ("3x5", "3x6", "4x4", "5x3")] + ["moo:3x6", "moo:4x5"],
    )
    @pytest.mark.parametrize(
        "costs", [Costs.average(), Costs.within(5), Costs.guaranteed(3), Costs.front(3, 10**5)]
    )
    def test_below_the_first_guess_too_nothing_is_lost(self, name, costs):
        matrix = game_named(name).matrix()
        with_, without = (least_cost(matrix, costs, symmetric=yes) for yes in (True, False))
        assert with_.proven
        assert limits_of(with_) == limits_of(without)
        assert with_.nodes <= without.nodes


class TestStopped:
    """A limit that is reached, or a watcher who has seen enough, leaves bounds that are true."""

    @pytest.mark.parametrize("nodes", [1, 10, 100])
    @settings(max_examples=FEW)
    @given(question=questions(st.one_of(hard_games, large_games)))
    def test_after_some_nodes(self, question, nodes):
        assert_honest(question.answered(limits=Limits(nodes=nodes)), question)

    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_before_it_begins(self, question):
        assert_honest(question.answered(limits=Limits(seconds=1e-9)), question)

    @settings(max_examples=SOME)
    @given(questions(hard_games), st.integers(0, 3))
    def test_by_the_watcher(self, question, calls):
        left = iter(range(calls))
        result = question.answered(watch=lambda _: next(left, None) is not None)
        assert_honest(result, question)

    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_limits_that_are_not_reached_change_nothing(self, question):
        full = question.answered()
        other = question.answered(limits=Limits(seconds=1e9, nodes=10**9), watch=lambda _: True)
        assert (limits_of(other), other.guess) == (limits_of(full), full.guess)
        assert other.nodes == full.nodes

    def test_a_limit_ends_a_search_that_takes_longer(self):
        result = least_cost(LABORIOUS, Costs.average(), limits=Limits(nodes=5))
        full = least_cost(LABORIOUS, Costs.average())
        assert not result.proven
        assert result.lower <= full.lower == full.upper <= result.upper
        assert 5 <= result.nodes < full.nodes


@pytest.fixture(scope="class")
def constants():
    """Change constants of the engine for a class of tests."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="class")
def keep_all(constants):
    """Let the engine hand over all that it finds, as soon as it is found."""
    constants.setattr(search.solve.cost.engine, "WORTH_KEEPING", 0)
    constants.setattr(search.solve.slices, "SLICE", 0.0)


@pytest.fixture(scope="class")
def tight(constants):
    """Give the engine hardly any room: a table that forgets, findings that are soon full."""
    constants.setattr(search.solve.cost.arrays, "LEVELS", 2)
    for name, value in {"PLACES": 4, "ENTRIES": 1}.items():
        constants.setattr(search.solve.arrays, name, value)


def assert_true(fact: CostFact, question: Question):
    """Hold a fact against the oracle."""
    if fact.candidates is None:
        # Of the question itself: what a strategy costs that begins with the guess.
        assert fact.lower <= question.begun(fact.guess if fact.guess >= 0 else question.first)
        if fact.upper is not None:
            assert question.begun(fact.guess) <= fact.upper
        return
    members = fact.candidates.members.tolist()
    later = replace(question, costs=later_costs(question.costs, fact.state), members=members)
    value = later.begun(None)
    if value >= FORBIDDEN:
        return
    assert fact.lower <= value
    if fact.upper is not None:
        assert fact.upper >= value
        assert fact.guess < 0 or later.begun(fact.guess) <= fact.upper


class Prices(NamedTuple):
    """Costs of which some may have been paid: those of a miss are, or are next."""

    steps: tuple[int, ...]
    after: int | None
    miss: int


def later_costs(costs: Costs, state: int) -> Prices:
    """Return the costs of those who have made so many guesses."""
    return Prices(costs.steps[state:], costs.after, costs.miss if state <= len(costs.steps) else 0)


@pytest.mark.usefixtures("keep_all")
class TestWhatIsKept:
    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_is_true(self, question):
        kept: list[CostFact] = []
        question.answered(keep=kept.extend)
        for fact in kept:
            assert_true(fact, question)

    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_is_read_back_as_it_was_written(self, question):
        kept: list[CostFact] = []
        question.answered(keep=kept.extend)
        game = question.game
        assert decode(encode(kept), game.secrets, len(game.classes)) == kept

    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_settles_the_same_question_without_a_search(self, question):
        kept: list[CostFact] = []
        first = question.answered(keep=kept.extend)
        again = question.answered(facts=kept)
        assert (limits_of(again), again.guess) == (limits_of(first), first.guess)
        assert again.nodes == 0

    @settings(max_examples=FEW)
    @given(questions(st.one_of(hard_games, large_games)))
    def test_about_parts_alone_gives_the_same_value(self, question):
        kept: list[CostFact] = []
        question.answered(keep=kept.extend)
        parts = [fact for fact in kept if fact.candidates is not None]
        random.Random(str(question.game)).shuffle(parts)
        assert_answered(question.answered(facts=parts), question)

    @settings(max_examples=FEW)
    @given(questions(st.one_of(hard_games, large_games)))
    def test_of_a_search_that_was_stopped_again_and_again_gives_the_same_value(self, question):
        source = random.Random(str(question))
        kept: list[CostFact] = []
        known = None
        for _ in range(20):
            limits = Limits(nodes=source.randint(1, 40))
            result = question.answered(limits=limits, facts=list(kept), keep=kept.extend)
            assert_honest(result, question)
            if known is not None:
                assert known.lower <= result.lower
                assert known.upper is None or result.upper <= known.upper
            known = result
        assert_answered(question.answered(facts=kept), question)
        for fact in kept:
            assert_true(fact, question)


@pytest.mark.usefixtures("tight", "keep_all")
class TestWithHardlyAnyRoom:
    """Without a memory each secret more takes ten times as long, so there are few of them."""

    @settings(max_examples=SOME)
    @given(questions(seeds.map(lambda seed: sparse_game(seed, 5, 8))))
    def test_the_value_is_the_same_and_all_that_is_kept_is_true(self, question):
        kept: list[CostFact] = []
        assert_answered(question.answered(keep=kept.extend), question)
        for fact in kept:
            assert_true(fact, question)

    @settings(max_examples=SOME)
    @given(questions(games(secrets=7)))
    def test_small_games_have_their_value_too(self, question):
        assert_answered(question.answered(), question)


def assert_sound(node, game: Game, members: list[int]):
    """Each node knows who is possible, and has at most one branch for each feedback."""
    assert sorted(node.members.tolist()) == members
    parts = [sorted(part) for part in oracle.left_by(game.classes, members, game.own, node.guess)]
    below = [sorted(branch.members.tolist()) for branch in node.branches]
    assert all(below.count(part) <= 1 for part in parts)
    assert all(part in parts for part in below)
    for branch, part in zip(node.branches, below, strict=True):
        assert_sound(branch, game, part)


class TestTheStrategy:
    """Its cost is counted by playing it against every secret."""

    @settings(max_examples=SOME)
    @given(questions())
    def test_of_a_small_game_costs_the_least(self, question):
        assume(question.possible)
        assert_played(question.strategy(), question)

    @settings(max_examples=SOME)
    @given(questions(hard_games))
    def test_of_a_game_that_takes_a_search_costs_the_least(self, question):
        assume(question.possible)
        assert_played(question.strategy(), question)

    @settings(max_examples=FEW)
    @given(questions(large_games))
    def test_of_a_large_game_costs_the_least(self, question):
        assume(question.possible)
        assert_played(question.strategy(), question)

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average(), begun=False))
    def test_of_the_average_knows_its_depth_and_total(self, question):
        strategy = question.strategy()
        tries = all_tries(strategy, question)
        assert (strategy.depth, strategy.total) == (max(tries), sum(tries))
        if question.weights is None:
            assert strategy.total == question.value

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average(), weighted=False, begun=False))
    def test_within_the_worst_case_takes_no_more_guesses(self, question):
        worst = question.worst_case
        within = question.priced(Costs.within(worst))
        strategy = within.strategy()
        assert max(all_tries(strategy, within)) == strategy.depth == worst
        assert strategy.total == within.value

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average(), begun=False), st.integers(1, 4))
    def test_of_what_is_guaranteed_finds_as_many(self, question, tries):
        guaranteed = question.priced(Costs.guaranteed(tries))
        found = [n is not None and n <= tries for n in all_tries(guaranteed.strategy(), guaranteed)]
        weights = question.weights or [1] * question.game.secrets
        missed = sum(weights[s] for s, yes in zip(question.members, found, strict=True) if not yes)
        assert missed == guaranteed.value

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.average()), st.integers(1, 4))
    def test_of_a_front_finds_every_secret(self, question, tries):
        bound = more_than_any_total(question.game, question.weights)
        front = question.priced(Costs.front(tries, bound))
        assert None not in all_tries(front.strategy(), front)

    @settings(max_examples=SOME)
    @given(questions(costs=Costs.within(2)))
    def test_is_none_if_none_is_allowed(self, question):
        assume(not question.possible)
        with pytest.raises(ValueError, match="no strategy finds"):
            question.strategy()

    @pytest.mark.parametrize("when", ["before it begins", "while it searches"])
    def test_is_given_up_when_whoever_waits_says_so(self, when):
        calls = iter(range({"before it begins": 0, "while it searches": 4}[when]))
        with pytest.raises(Stopped):
            cheapest(LABORIOUS, Costs.average(), go_on=lambda *_: next(calls, None) is not None)


def all_tries(strategy, question: Question) -> list[int | None]:
    game = question.game
    return [oracle.tries_of(strategy, game.classes, game.own, s) for s in question.members]


def assert_played(strategy, question: Question):
    game = question.game
    assert_sound(strategy, game, question.members)
    cost = game.cost_of(strategy, question.costs, question.members, question.weights)
    assert cost == question.value
    assert question.first in (None, strategy.guess)


class TestQuestionsThatAreNone:
    matrix = alike(2).matrix

    @pytest.mark.parametrize("prices", [((), None, 1), ((), 1, 1), ((1, -1), 1, 0)])
    def test_prices_without_a_guess_or_below_nothing(self, prices):
        with pytest.raises(ValueError, match="expected"):
            Costs(*prices)

    @pytest.mark.parametrize("ask", [least_cost, cheapest])
    def test_no_secret_at_all(self, ask):
        with pytest.raises(ValueError, match=r"Candidates\(0 of 2: \.\.\): expected one or more"):
            ask(self.matrix, Costs.average(), Candidates([], 2))

    @pytest.mark.parametrize("ask", [least_cost, cheapest])
    def test_secrets_of_another_game(self, ask):
        with pytest.raises(ValueError, match="expected one or more of the 2 secrets"):
            ask(self.matrix, Costs.average(), Candidates([0], 3))


def small_cells():
    """Yield every cell of at most `SMALL` words of the built-in lists."""
    for name in ("fr", "en", "nl"):
        for (initial, length), words in sorted(load(name).counts().items()):
            if words <= SMALL:
                yield pytest.param(name, f"{initial}{length}", id=f"{name}-{initial}{length}")


@pytest.mark.parametrize(("lexicon", "cell"), list(small_cells()))
def test_a_small_cell_of_motus_costs_what_the_oracle_says(lexicon, cell):
    motus = Motus.of_cell(cell, load(lexicon))
    clues = [[motus.feedback(guess, secret) for secret in motus.secrets] for guess in motus.guesses]
    game = Game(clues, [motus.guesses.index(secret) for secret in motus.secrets])
    matrix = motus.matrix()
    for costs in (Costs.average(), Costs.guaranteed(2), Costs.within(4), Costs.front(2, 10**4)):
        result, value = least_cost(matrix, costs), game.least_cost(costs)
        expected = (value, value) if value < FORBIDDEN else (result.lower, None)
        assert limits_of(result) == expected


def test_the_bounds_of_a_search_for_misses_are_true_all_the_while():
    """Guesses pay for misses as they are found, so those to come are not in order."""
    game = Motus.of_cell("D5", "fr")
    seen = []

    def watch(progress) -> bool:
        seen.append(progress.lower)
        return True

    result = least_cost(game.matrix(), Costs.guaranteed(4), watch=watch)
    assert result.proven
    assert max(seen) <= result.upper


@pytest.mark.parametrize(("secrets", "classes", "seed"), [(70, 6, 1), (70, 4, 2), (90, 6, 3)])
@pytest.mark.parametrize("tries", [2, 3])
def test_misses_of_large_classes_are_counted_once(secrets, classes, seed, tries):
    """Many members in few classes: misses are seen by the sizes of classes, and by cores.

    A strategy that plays on after its misses is searched for without cores, and must miss as many.
    """
    source = random.Random(seed)
    skew = [1 / (i + 1) for i in range(classes - 1)]
    rows = [[source.choices(range(1, classes), skew)[0] for _ in range(secrets)]
            for _ in range(secrets)]  # fmt: skip
    for secret in range(secrets):
        rows[secret][secret] = 0
    matrix = FeedbackMatrix(np.array(rows, np.uint8), np.arange(secrets, dtype=np.int32))
    counted = least_cost(matrix, Costs.guaranteed(tries))
    # More than any total: a guess that tells nothing is never made.
    price = secrets * secrets
    played_on = least_cost(matrix, Costs.front(tries, price))
    assert counted.proven
    assert played_on.proven
    assert counted.upper == played_on.upper // price


def test_what_is_kept_of_misses_is_not_paid_for_again():
    game = Motus.of_cell("D5", "fr")
    matrix = game.matrix()
    kept: list[CostFact] = []
    least_cost(matrix, Costs.guaranteed(4), limits=Limits(nodes=20_000), keep=kept.extend)
    resumed = least_cost(matrix, Costs.guaranteed(4), facts=kept)
    assert any(fact.candidates is None and fact.guess >= 0 for fact in kept)
    assert limits_of(resumed) == limits_of(least_cost(matrix, Costs.guaranteed(4)))
