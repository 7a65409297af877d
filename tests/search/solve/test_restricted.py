"""The worst case among candidates only, held against the oracle, and its strategies played."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import search.solve.arrays
import search.solve.restricted.engine
import search.solve.restricted.search
import search.solve.slices
from emi.games.motus import Motus
from emi.lexicon.load import load
from search.model.bounds import Bounds, ContradictionError
from search.model.candidates import Candidates
from search.model.facts import Fact, decode, encode
from search.model.limits import Limits, Stopped
from search.model.matrix import FeedbackMatrix
from search.solve.restricted.engine import HardEngine
from search.solve.restricted.search import hard_strategy, hard_worst_case
from search.solve.worst_case.search import worst_case
from tests import oracle
from tests.search.games import Game, alike, games, games_and_members, hard_game, made_proper

SMALL = 60


def layered_game(seed: int, least: int = 7, most: int = 9) -> Game:
    """Return a game of so many secrets with few classes a guess: some levels of search."""
    source = random.Random(seed)
    n = source.randint(least, most)
    top = source.choice([1, 1, 2, 2, 3])
    odd = source.choice([0.1, 0.2, 0.35])
    classes = [
        [source.randint(1, top) if source.random() < odd else 0 for _ in range(n)] for _ in range(n)
    ]
    order = list(range(n))
    source.shuffle(order)
    return made_proper([classes[g] for g in order], [order.index(s) for s in range(n)])


seeds = st.integers(0, 10**6)
hard_games = st.one_of(seeds.map(hard_game), seeds.map(layered_game))
#: A search of some hundred nodes, for a value of 7.
LABORIOUS = layered_game(30, least=10, most=10)
#: A set of which a part is harder than the whole.
LOST_HELPER = made_proper([[0, 1, 2, 3], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], [0, 1, 2, 3])


@pytest.fixture(scope="class")
def settings():
    """Change constants of the engine for a class of tests."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="class")
def keep_all(settings):
    """Let the engine hand over all that it proves, as soon as it is proven."""
    settings.setattr(search.solve.restricted.engine, "WORTH_KEEPING", 1)
    settings.setattr(search.solve.slices, "SLICE", 0.0)
    settings.setattr(search.solve.restricted.search, "FLUSH", -1.0)


@pytest.fixture(scope="class")
def tight(settings):
    """Give the engine hardly any room: a table that forgets, a journal that is always full."""
    for name, value in {"PLACES": 4, "ENTRIES": 1}.items():
        settings.setattr(search.solve.arrays, name, value)


@pytest.fixture(scope="class")
def impatient(settings):
    """Let the engine turn to the upper bound at once when the lower one does not move."""
    settings.setattr(search.solve.restricted.search, "PATIENCE", 1)


def worst_of(game: Game, members=None) -> int:
    return oracle.hard_worst_case(
        game.classes, game.every if members is None else members, game.own
    )


def begins(game: Game, guess: int, depth: int, members=None) -> bool:
    members = game.every if members is None else members
    return oracle.hard_begins(game.classes, members, game.own, guess, depth)


def assert_found(result, game: Game, worst: int, members=None):
    assert result.bounds == Bounds(worst, worst)
    assert begins(game, result.guess, worst, members)


def assert_true(fact: Fact, game: Game):
    members = fact.candidates.members.tolist()
    assert fact.bounds.lower <= worst_of(game, members) <= fact.bounds.upper
    if fact.guess >= 0:
        assert begins(game, fact.guess, fact.bounds.upper, members)


def with_more_guesses(game: Game, source: random.Random) -> Game:
    """Return the game with guesses that name no secret, one of which tells all apart."""
    more = [[source.randrange(3) for _ in game.every] for _ in range(source.randrange(4))]
    return Game([*game.classes, game.every, *more], game.own, game.dtype)


class TestTheOracle:
    def test_agrees_with_a_game_worked_out_by_hand(self):
        game = LOST_HELPER
        # Secret 0 tells the others apart; without it they are named one by one.
        assert worst_of(game) == 2
        assert worst_of(game, [1, 2, 3]) == 3
        assert begins(game, 0, 2)
        assert not begins(game, 1, 2)
        assert begins(game, 1, 3)

    def test_refuses_a_guess_that_names_no_candidate(self):
        assert not begins(LOST_HELPER, 0, 4, [1, 2, 3])

    def test_is_as_deep_as_there_are_secrets_if_only_naming_tells_them_apart(self):
        assert worst_of(alike(5)) == 5

    def test_meets_games_of_many_depths(self):
        assert {worst_of(hard_game(seed)) for seed in range(100)} >= {3, 4, 5, 6, 7}
        assert {worst_of(layered_game(seed)) for seed in range(60)} >= {3, 4, 5, 6}


class TestTheValue:
    @given(games())
    def test_of_a_small_game_is_the_oracle_s(self, game):
        assert_found(hard_worst_case(game.matrix), game, worst_of(game))

    @given(games_and_members())
    def test_of_some_of_the_secrets_is_the_oracle_s(self, drawn):
        game, members = drawn
        result = hard_worst_case(game.matrix, game.candidates(members))
        assert_found(result, game, worst_of(game, members), members)

    @given(hard_games)
    def test_of_a_game_that_takes_a_search_is_the_oracle_s(self, game):
        assert_found(hard_worst_case(game.matrix), game, worst_of(game))

    @given(hard_games)
    def test_is_not_changed_by_guesses_that_name_no_secret(self, game):
        more = with_more_guesses(game, random.Random(str(game)))
        result = hard_worst_case(more.matrix)
        assert_found(result, more, worst_of(game))
        assert result.guess in more.own

    @given(hard_games)
    def test_is_never_less_than_with_all_guesses(self, game):
        free = worst_case(game.matrix).bounds.lower
        assert hard_worst_case(game.matrix).bounds.upper >= free

    def test_of_a_part_may_be_more(self):
        matrix = LOST_HELPER.matrix
        assert hard_worst_case(matrix).bounds == Bounds(2, 2)
        assert hard_worst_case(matrix, Candidates([1, 2, 3], 4)).bounds == Bounds(3, 3)

    @pytest.mark.parametrize("secrets", [1, 2, 3, 5, 9])
    def test_is_the_number_of_secrets_if_only_naming_them_tells_them_apart(self, secrets):
        game = alike(secrets)
        assert_found(hard_worst_case(game.matrix), game, secrets)

    def test_class_numbers_may_be_as_large_as_their_dtype_allows(self):
        for dtype in (np.uint8, np.uint16):
            game = alike(5, found=np.iinfo(dtype).max, dtype=dtype)
            assert_found(hard_worst_case(game.matrix), game, 5)


@pytest.mark.usefixtures("tight", "keep_all")
class TestWithHardlyAnyRoom:
    @given(hard_games)
    def test_the_value_is_the_same_and_all_that_is_kept_is_true(self, game):
        kept: list[Fact] = []
        result = hard_worst_case(game.matrix, keep=kept.extend)
        assert_found(result, game, worst_of(game))
        for fact in set(kept):
            assert_true(fact, game)


@pytest.mark.usefixtures("keep_all")
class TestWhatIsKept:
    @given(hard_games)
    def test_is_true(self, game):
        kept: list[Fact] = []
        hard_worst_case(game.matrix, keep=kept.extend)
        for fact in set(kept):
            assert_true(fact, game)

    def test_has_lower_bounds_and_upper_bounds_that_are_no_mere_counts(self):
        kept: list[Fact] = []
        for seed in range(10):
            hard_worst_case(hard_game(seed).matrix, keep=kept.extend)
        assert any(fact.bounds.lower > 2 for fact in kept)
        assert any(fact.bounds.upper < len(fact.candidates) for fact in kept)

    @given(hard_games)
    def test_is_read_back_as_it_was_written(self, game):
        kept: list[Fact] = []
        hard_worst_case(game.matrix, keep=kept.extend)
        assert decode(encode(kept), game.secrets, len(game.classes)) == kept

    @given(games_and_members(least=3))
    def test_ends_with_the_answer(self, drawn):
        game, members = drawn
        kept: list[Fact] = []
        result = hard_worst_case(game.matrix, game.candidates(members), keep=kept.extend)
        assert kept[-1] == Fact(game.candidates(members), result.bounds, result.guess)

    @given(hard_games)
    def test_settles_the_same_question_without_a_search(self, game):
        kept: list[Fact] = []
        first = hard_worst_case(game.matrix, keep=kept.extend)
        again = hard_worst_case(game.matrix, facts=kept)
        assert (again.bounds, again.guess, again.nodes) == (first.bounds, first.guess, 0)

    @given(hard_games)
    def test_helps_other_questions_and_never_misleads(self, game):
        source = random.Random(str(game))
        kept: list[Fact] = []
        for _ in range(4):
            members = sorted(source.sample(game.every, source.randint(1, game.secrets)))
            result = hard_worst_case(
                game.matrix, game.candidates(members), facts=list(kept), keep=kept.extend
            )
            assert_found(result, game, worst_of(game, members), members)

    def test_about_other_sets_alone_saves_work(self):
        saved = 0
        for seed in range(30):
            game = layered_game(seed)
            kept: list[Fact] = []
            first = hard_worst_case(game.matrix, keep=kept.extend)
            others = [fact for fact in kept if fact.candidates != game.candidates(game.every)]
            again = hard_worst_case(game.matrix, facts=others)
            assert again.bounds == first.bounds
            assert again.nodes <= first.nodes
            saved += first.nodes - again.nodes
        assert saved > 0

    def test_was_handed_over_while_the_search_went_on(self):
        batches = []
        hard_worst_case(LABORIOUS.matrix, keep=lambda facts: batches.append(list(facts)))
        assert len(batches) > 2
        assert all(batches)


def test_of_a_short_search_only_the_answer_is_kept():
    kept: list[Fact] = []
    result = hard_worst_case(LABORIOUS.matrix, keep=kept.extend)
    every = LABORIOUS.candidates(LABORIOUS.every)
    assert kept == [Fact(every, result.bounds, result.guess)]


@pytest.mark.usefixtures("keep_all")
class TestStoppedAndResumed:
    @given(hard_games)
    def test_bounds_hold_the_value_and_only_tighten(self, game):
        source = random.Random(str(game))
        worst = worst_of(game)
        kept: list[Fact] = []
        known = Bounds(1, game.secrets)
        for _ in range(20):
            limits = Limits(nodes=source.randint(1, 40))
            result = hard_worst_case(game.matrix, limits=limits, facts=list(kept), keep=kept.extend)
            assert known.lower <= result.bounds.lower <= worst <= result.bounds.upper <= known.upper
            assert begins(game, result.guess, result.bounds.upper)
            known = result.bounds
        assert_found(hard_worst_case(game.matrix, facts=kept), game, worst)
        for fact in set(kept):
            assert_true(fact, game)


class TestLimits:
    game = LABORIOUS

    def test_a_node_limit_ends_the_search_with_bounds(self):
        full = hard_worst_case(self.game.matrix)
        result = hard_worst_case(self.game.matrix, limits=Limits(nodes=1))
        assert not result.bounds.proven
        assert result.bounds.lower <= full.bounds.lower <= result.bounds.upper
        assert 1 <= result.nodes < full.nodes

    def test_a_time_limit_ends_the_search_with_bounds(self):
        result = hard_worst_case(self.game.matrix, limits=Limits(seconds=1e-9))
        assert not result.bounds.proven
        assert result.bounds.lower <= 7 <= result.bounds.upper
        assert result.nodes == 0
        assert begins(self.game, result.guess, result.bounds.upper)

    def test_limits_that_are_not_reached_change_nothing(self):
        full = hard_worst_case(self.game.matrix)
        result = hard_worst_case(self.game.matrix, limits=Limits(seconds=1e9, nodes=10**9))
        assert (result.bounds, result.guess, result.nodes) == (full.bounds, full.guess, full.nodes)


class TestTheWatcher:
    game = LABORIOUS

    @pytest.mark.parametrize("calls", [1, 2, 3])
    def test_stops_it_at_any_time_with_bounds_that_hold_the_value(self, calls):
        asked = []

        def watch(progress):
            asked.append(progress)
            return len(asked) < calls

        result = hard_worst_case(self.game.matrix, watch=watch)
        assert not result.bounds.proven
        assert result.bounds.lower <= 7 <= result.bounds.upper
        assert len(asked) == calls

    def test_is_told_where_the_search_stands(self):
        told = []

        def watch(progress):
            told.append(progress)
            return True

        result = hard_worst_case(self.game.matrix, watch=watch)
        assert told[0].depth == 0
        assert all(p.bounds.lower <= result.bounds.lower <= p.bounds.upper for p in told)
        assert all(p.depth == 0 or p.bounds.lower <= p.depth < p.bounds.upper for p in told)
        assert [p.nodes for p in told] == sorted(p.nodes for p in told)

    def test_who_always_goes_on_changes_nothing(self):
        full = hard_worst_case(self.game.matrix)
        result = hard_worst_case(self.game.matrix, watch=lambda _: True)
        assert (result.bounds, result.guess, result.nodes) == (full.bounds, full.guess, full.nodes)


class TestFactsAboutTheQuestion:
    game = LABORIOUS
    every = Candidates.every(game.secrets)

    def test_that_do_not_meet_are_where_the_search_begins(self):
        told = []

        def watch(progress):
            told.append(progress.bounds.lower)
            return True

        facts = [Fact(self.every, Bounds(6, 8))]
        assert hard_worst_case(self.game.matrix, facts=facts, watch=watch).bounds == Bounds(7, 7)
        assert min(told) == 6

    def test_that_contradict_each_other_are_an_error(self):
        facts = [Fact(self.every, Bounds(1, 2), 0), Fact(self.every, Bounds(3, 4), 0)]
        with pytest.raises(ContradictionError, match="cannot both be true"):
            hard_worst_case(self.game.matrix, facts=facts)

    def test_that_make_no_sense_are_refused(self):
        engine = HardEngine(self.game.matrix, 7)
        for fact in (
            Fact(Candidates([0], 10), Bounds(2, 2)),
            Fact(Candidates([0, 1], 10), Bounds(3, 3)),
            Fact(Candidates([0], 9), Bounds(1, 1)),
        ):
            with pytest.raises(ValueError, match="expected a fact about some of 10 secrets"):
                engine.recall(fact)


@pytest.mark.usefixtures("impatient")
class TestWithoutPatience:
    @given(hard_games)
    def test_the_value_is_the_same_and_the_search_comes_to_an_end(self, game):
        left = iter(range(20_000))
        result = hard_worst_case(game.matrix, watch=lambda _: next(left, None) is not None)
        assert_found(result, game, worst_of(game))


class TestQuestionsThatAreNone:
    matrix = Game([[0, 1], [1, 0]], [0, 1]).matrix

    def test_no_secret_at_all(self):
        with pytest.raises(ValueError, match=r"Candidates\(0 of 2: \.\.\): expected one or more"):
            hard_worst_case(self.matrix, Candidates([], 2))

    def test_secrets_of_another_game(self):
        with pytest.raises(ValueError, match="expected one or more of the 2 secrets"):
            hard_strategy(self.matrix, Candidates([0], 3))


def played(strategy, matrix: FeedbackMatrix, secret: int) -> int:
    """Play a strategy and return how many guesses it takes; each must be a possible secret."""
    node, count = strategy, 1
    while node.guess != matrix.own[secret]:
        row = matrix.rows[node.guess]
        possible = [s for s in node.members.tolist() if row[s] == row[secret]]
        assert secret in possible
        node = next(branch for branch in node.branches if secret in branch.members)
        assert node.members.tolist() == possible
        assert node.guess in matrix.own[possible]
        count += 1
    return count


class TestTheStrategy:
    @given(hard_games)
    def test_finds_every_secret_within_the_value_by_possible_guesses(self, game):
        game = with_more_guesses(game, random.Random(str(game)))
        matrix = game.matrix
        strategy = hard_strategy(matrix)
        counts = [played(strategy, matrix, secret) for secret in game.every]
        assert max(counts) == strategy.depth == worst_of(game)
        assert sum(counts) == strategy.total
        assert strategy.guess in matrix.own

    @given(games_and_members())
    def test_of_some_of_the_secrets_finds_these(self, drawn):
        game, members = drawn
        strategy = hard_strategy(game.matrix, game.candidates(members))
        assert strategy.members.tolist() == members
        counts = [played(strategy, game.matrix, secret) for secret in members]
        assert max(counts) == strategy.depth == worst_of(game, members)
        assert sum(counts) == strategy.total

    @given(hard_games)
    def test_begins_with_the_least_sum_that_keeps_to_the_depth(self, game):
        strategy = hard_strategy(game.matrix)
        square = game.matrix.rows[game.matrix.own]
        sums = [sum(int(x) ** 2 for x in np.unique(row, return_counts=True)[1]) for row in square]
        least = min(sums[s] for s in game.every if begins(game, game.own[s], strategy.depth))
        assert sums[game.own.index(strategy.guess)] == least

    @given(hard_games)
    def test_is_the_same_from_what_was_kept(self, game):
        kept: list[Fact] = []
        first = hard_strategy(game.matrix, keep=kept.extend)
        again = hard_strategy(game.matrix, facts=kept)
        assert (again.depth, again.total, again.guess) == (first.depth, first.total, first.guess)

    def test_is_given_up_when_the_watcher_says_so(self):
        with pytest.raises(Stopped):
            hard_strategy(LABORIOUS.matrix, watch=lambda _: False)

    def test_is_given_up_while_it_is_written_too(self):
        game = LABORIOUS
        known = hard_worst_case(game.matrix)
        facts = [Fact(game.candidates(game.every), known.bounds, known.guess)]
        assert hard_strategy(game.matrix, facts=facts).depth == 7
        with pytest.raises(Stopped):
            hard_strategy(game.matrix, facts=facts, watch=lambda _: False)


def small_cells():
    """Yield every cell of at most `SMALL` words of the built-in lists."""
    for name in ("fr", "en", "nl"):
        for (initial, length), words in sorted(load(name).counts().items()):
            if words <= SMALL:
                yield pytest.param(name, f"{initial}{length}", id=f"{name}-{initial}{length}")


@pytest.mark.parametrize(("lexicon", "cell"), list(small_cells()))
def test_a_small_cell_of_motus_has_the_value_of_the_oracle(lexicon, cell):
    motus = Motus.of_cell(cell, load(lexicon))
    clues = [[motus.feedback(guess, secret) for secret in motus.secrets] for guess in motus.guesses]
    game = Game(clues, [motus.guesses.index(secret) for secret in motus.secrets])
    result = hard_worst_case(motus.matrix())
    assert_found(result, game, worst_of(game))
