"""The worst case, held against the oracle, and against itself when it is stopped and resumed."""

import random
from time import monotonic

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import search.solve.arrays
import search.solve.slices
import search.solve.worst_case.arrays
import search.solve.worst_case.engine
import search.solve.worst_case.search
from emi.games.motus import Motus
from emi.lexicon.load import load
from search.model.bounds import Bounds, ContradictionError
from search.model.candidates import Candidates
from search.model.facts import Fact
from search.model.limits import Limits
from search.solve.worst_case.search import worst_case
from tests import oracle
from tests.search.games import Game, alike, games, games_and_members, hard_game

hard_games = st.integers(0, 10**6).map(hard_game)
SMALL = 100
#: Cells of the built-in lists on which the oracle takes longer than all others together.
LONG = {"nl-I5", "nl-U6"}


@pytest.fixture(scope="class")
def settings():
    """Change constants of the engine for a class of tests."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="class")
def keep_all(settings):
    """Let the engine hand over all that it proves, as soon as it is proven."""
    settings.setattr(search.solve.worst_case.engine, "WORTH_KEEPING", 0)
    settings.setattr(search.solve.slices, "SLICE", 0.0)
    settings.setattr(search.solve.worst_case.search, "FLUSH", -1.0)


@pytest.fixture(scope="class")
def tight(settings):
    """Give the engine hardly any room at first."""
    shared, own = search.solve.arrays, search.solve.worst_case.arrays
    for module, name, value in (
        (own, "CORES", 1), (own, "WIDTH", 1), (shared, "ENTRIES", 1), (shared, "PLACES", 4)
    ):  # fmt: skip
        settings.setattr(module, name, value)


@pytest.fixture(scope="class")
def impatient(settings):
    """Let the engine turn to the upper bound at once when the lower one does not move."""
    settings.setattr(search.solve.worst_case.search, "PATIENCE", 1)
    settings.setattr(search.solve.worst_case.search, "LAST", 1)


#: A search of some hundred nodes.
LABORIOUS = alike(8)


def gives_up_after(calls):
    """Return a watcher that loses its patience only with a search that does not move."""
    left = iter(range(calls))
    return lambda _: next(left, None) is not None


def assert_found(result, game: Game, worst: int, members=None):
    assert result.bounds == Bounds(worst, worst)
    assert game.begins(result.guess, worst, members)


def assert_true(fact: Fact, game: Game):
    """Hold a fact against the oracle."""
    members = fact.candidates.members.tolist()
    assert fact.bounds.lower <= game.worst_case(members) <= fact.bounds.upper
    if fact.guess >= 0:
        assert game.begins(fact.guess, fact.bounds.upper, members)


class TestTheValue:
    @given(games())
    def test_of_a_small_game_is_the_oracle_s(self, game):
        assert_found(worst_case(game.matrix), game, game.worst_case())

    @given(games_and_members())
    def test_of_some_of_the_secrets_is_the_oracle_s(self, drawn):
        game, members = drawn
        result = worst_case(game.matrix, game.candidates(members))
        assert_found(result, game, game.worst_case(members), members)

    @given(hard_games)
    def test_of_a_game_that_is_all_refutation_is_the_oracle_s(self, game):
        assert_found(worst_case(game.matrix), game, game.worst_case())

    def test_those_games_need_many_guesses(self):
        assert {hard_game(seed).worst_case() for seed in range(150)} >= {4, 5, 6, 7}

    @given(games_and_members(), st.data())
    def test_of_fewer_secrets_is_never_more(self, drawn, data):
        game, members = drawn
        fewer = data.draw(st.sets(st.sampled_from(members), min_size=1))
        matrix = game.matrix
        whole = worst_case(matrix, game.candidates(members)).bounds
        assert worst_case(matrix, game.candidates(fewer)).bounds.upper <= whole.lower

    @given(games(), st.randoms(use_true_random=False))
    def test_does_not_depend_on_the_order_of_the_guesses(self, game, source):
        order = list(range(len(game.classes)))
        source.shuffle(order)
        own = [order.index(guess) for guess in game.own]
        shuffled = Game([game.classes[g] for g in order], own, game.dtype)
        assert worst_case(shuffled.matrix).bounds == worst_case(game.matrix).bounds

    @pytest.mark.parametrize("secrets", [1, 2, 5, 9])
    def test_is_the_number_of_secrets_if_only_naming_them_tells_them_apart(self, secrets):
        game = alike(secrets)
        assert_found(worst_case(game.matrix), game, secrets)

    def test_may_be_reached_only_by_a_guess_that_is_no_secret(self):
        game = alike(6)
        game.classes.append([1, 2, 3, 4, 5, 6])
        result = worst_case(game.matrix)
        assert (result.bounds, result.guess) == (Bounds(2, 2), 6)


@pytest.mark.usefixtures("tight", "keep_all")
class TestWithHardlyAnyRoom:
    @given(hard_games)
    def test_the_value_is_the_same_and_all_that_is_kept_is_true(self, game):
        kept: list[Fact] = []
        result = worst_case(game.matrix, keep=kept.extend)
        assert_found(result, game, game.worst_case())
        for fact in kept:
            assert_true(fact, game)

    @given(games_and_members(least=3))
    def test_small_games_have_their_value_too(self, drawn):
        game, members = drawn
        result = worst_case(game.matrix, game.candidates(members))
        assert_found(result, game, game.worst_case(members), members)


@pytest.mark.usefixtures("keep_all")
class TestWhatIsKept:
    @given(hard_games)
    def test_is_true(self, game):
        kept: list[Fact] = []
        worst_case(game.matrix, keep=kept.extend)
        for fact in kept:
            assert_true(fact, game)

    def test_has_lower_bounds_and_upper_bounds_that_are_no_mere_counts(self):
        kept: list[Fact] = []
        for seed in range(10):
            worst_case(hard_game(seed).matrix, keep=kept.extend)
        assert any(fact.bounds.lower > 2 for fact in kept)
        assert any(fact.bounds.upper < len(fact.candidates) for fact in kept)

    @given(games_and_members(least=3))
    def test_ends_with_the_answer(self, drawn):
        game, members = drawn
        kept: list[Fact] = []
        result = worst_case(game.matrix, game.candidates(members), keep=kept.extend)
        assert kept[-1] == Fact(game.candidates(members), result.bounds, result.guess)

    @given(hard_games)
    def test_settles_the_same_question_without_a_search(self, game):
        kept: list[Fact] = []
        first = worst_case(game.matrix, keep=kept.extend)
        again = worst_case(game.matrix, facts=kept, keep=kept.clear)
        assert (again.bounds, again.guess, again.nodes) == (first.bounds, first.guess, 0)
        assert kept

    @given(hard_games)
    def test_helps_other_questions_and_never_misleads(self, game):
        source = random.Random(str(game))
        kept: list[Fact] = []
        for _ in range(4):
            members = sorted(source.sample(game.every, source.randint(1, game.secrets)))
            result = worst_case(
                game.matrix, game.candidates(members), facts=list(kept), keep=kept.extend
            )
            assert_found(result, game, game.worst_case(members), members)

    @given(hard_games)
    def test_about_other_sets_alone_gives_the_same_value(self, game):
        kept: list[Fact] = []
        worst = worst_case(game.matrix, keep=kept.extend).bounds
        others = [fact for fact in kept if fact.candidates != game.candidates(game.every)]
        random.Random(str(game)).shuffle(others)
        assert_found(worst_case(game.matrix, facts=others), game, worst.lower)


def test_of_a_short_search_only_the_answer_is_kept():
    kept: list[Fact] = []
    result = worst_case(LABORIOUS.matrix, keep=kept.extend)
    every = LABORIOUS.candidates(LABORIOUS.every)
    assert kept == [Fact(every, result.bounds, result.guess)]


@pytest.mark.usefixtures("keep_all")
class TestStoppedAndResumed:
    @given(hard_games)
    def test_bounds_hold_the_value_and_only_tighten(self, game):
        source = random.Random(str(game))
        worst = game.worst_case()
        kept: list[Fact] = []
        known = Bounds(1, game.secrets)
        for _ in range(200):
            limits = Limits(nodes=source.randint(2, 12))
            result = worst_case(game.matrix, limits=limits, facts=list(kept), keep=kept.extend)
            assert known.lower <= result.bounds.lower <= worst <= result.bounds.upper <= known.upper
            assert game.begins(result.guess, result.bounds.upper)
            known = result.bounds
            if known.proven:
                break
        final = worst_case(game.matrix, facts=kept)
        assert_found(final, game, worst)
        for fact in kept:
            assert_true(fact, game)

    def test_a_few_nodes_at_a_time_come_to_an_end(self):
        game = LABORIOUS
        kept: list[Fact] = []
        for _ in range(1000):
            result = worst_case(
                game.matrix, limits=Limits(nodes=9), facts=list(kept), keep=kept.extend
            )
            if result.bounds.proven:
                break
        assert result.bounds.proven


class TestLimits:
    game = LABORIOUS

    def test_a_node_limit_ends_the_search_with_bounds(self):
        full = worst_case(self.game.matrix)
        result = worst_case(self.game.matrix, limits=Limits(nodes=1))
        assert not result.bounds.proven
        assert result.bounds.lower <= full.bounds.lower <= result.bounds.upper
        assert 1 <= result.nodes < full.nodes

    def test_a_time_limit_ends_the_search_with_bounds(self):
        result = worst_case(self.game.matrix, limits=Limits(seconds=1e-9))
        assert not result.bounds.proven
        assert result.bounds.lower <= self.game.worst_case() <= result.bounds.upper
        assert result.nodes == 0
        assert self.game.begins(result.guess, result.bounds.upper)

    def test_limits_that_are_not_reached_change_nothing(self):
        full = worst_case(self.game.matrix)
        result = worst_case(self.game.matrix, limits=Limits(seconds=1e9, nodes=10**9))
        assert (result.bounds, result.guess, result.nodes) == (full.bounds, full.guess, full.nodes)

    def test_what_quick_bounds_settle_needs_no_time_at_all(self):
        game = Game([[0, 1], [1, 0]], [0, 1])
        assert worst_case(game.matrix, limits=Limits(seconds=1e-9)).bounds == Bounds(2, 2)


class TestTheWatcher:
    game = LABORIOUS

    def test_stops_the_search_by_returning_false(self):
        asked = []

        def watch(progress):
            asked.append(progress)
            return False

        result = worst_case(self.game.matrix, watch=watch)
        assert not result.bounds.proven
        assert (len(asked), result.nodes) == (1, 0)

    @pytest.mark.parametrize("calls", [1, 2, 3])
    def test_stops_it_at_any_time_with_bounds_that_hold_the_value(self, calls):
        asked = []

        def watch(progress):
            asked.append(progress)
            return len(asked) < calls

        result = worst_case(self.game.matrix, watch=watch)
        assert result.bounds.lower <= self.game.worst_case() <= result.bounds.upper
        assert len(asked) == calls

    def test_is_told_where_the_search_stands(self):
        told = []

        def watch(progress):
            told.append(progress)
            return True

        began = monotonic()
        result = worst_case(self.game.matrix, watch=watch)
        took = monotonic() - began
        assert told[0].depth == 0
        assert all(p.bounds.lower <= result.bounds.lower <= p.bounds.upper for p in told)
        assert all(p.depth == 0 or p.bounds.lower <= p.depth < p.bounds.upper for p in told)
        assert [p.nodes for p in told] == sorted(p.nodes for p in told)
        assert all(0 <= p.seconds <= took for p in told)

    def test_who_always_goes_on_changes_nothing(self):
        full = worst_case(self.game.matrix)
        result = worst_case(self.game.matrix, watch=lambda _: True)
        assert (result.bounds, result.guess, result.nodes) == (full.bounds, full.guess, full.nodes)


class TestFactsAboutTheQuestion:
    game = LABORIOUS
    every = Candidates.every(game.secrets)

    def test_that_meet_settle_it(self):
        worst = worst_case(self.game.matrix)
        facts = [
            Fact(self.every, Bounds(worst.bounds.lower, self.game.secrets)),
            Fact(self.every, Bounds(1, worst.bounds.upper), worst.guess),
        ]
        result = worst_case(self.game.matrix, facts=facts)
        assert (result.bounds, result.guess, result.nodes) == (worst.bounds, worst.guess, 0)

    def test_that_do_not_meet_are_where_the_search_begins(self):
        worst = worst_case(self.game.matrix).bounds.lower
        told = []

        def watch(progress):
            told.append(progress.bounds.lower)
            return True

        facts = [Fact(self.every, Bounds(worst - 1, self.game.secrets))]
        assert_found(worst_case(self.game.matrix, facts=facts, watch=watch), self.game, worst)
        assert min(told) == worst - 1

    def test_that_contradict_each_other_are_an_error(self):
        facts = [Fact(self.every, Bounds(1, 2), 0), Fact(self.every, Bounds(3, 4), 0)]
        with pytest.raises(ContradictionError, match="cannot both be true"):
            worst_case(self.game.matrix, facts=facts)


@pytest.mark.usefixtures("impatient")
class TestWithoutPatience:
    @given(hard_games)
    def test_the_value_is_the_same_and_the_search_comes_to_an_end(self, game):
        result = worst_case(game.matrix, watch=gives_up_after(20_000))
        assert_found(result, game, game.worst_case())

    @given(hard_games)
    def test_a_node_limit_holds_for_both_directions_together(self, game):
        limits = Limits(nodes=3)
        result = worst_case(game.matrix, limits=limits, watch=gives_up_after(20_000))
        assert result.bounds.lower <= game.worst_case() <= result.bounds.upper
        assert game.begins(result.guess, result.bounds.upper)
        assert result.bounds.proven or result.nodes >= 3


@pytest.mark.usefixtures("keep_all")
def test_what_was_proven_is_handed_over_once_while_the_search_goes_on():
    batches = []
    worst_case(LABORIOUS.matrix, keep=lambda facts: batches.append(list(facts)))
    assert len(batches) > 2
    assert all(batches)
    cores = [fact.candidates for batch in batches[:-1] for fact in batch if fact.bounds.lower > 1]
    assert len(cores) == len(set(cores))


class TestQuestionsThatAreNone:
    matrix = Game([[0, 1], [1, 0]], [0, 1]).matrix

    def test_no_secret_at_all(self):
        with pytest.raises(ValueError, match=r"Candidates\(0 of 2: \.\.\): expected one or more"):
            worst_case(self.matrix, Candidates([], 2))

    def test_secrets_of_another_game(self):
        with pytest.raises(ValueError, match="expected one or more of the 2 secrets"):
            worst_case(self.matrix, Candidates([0], 3))


def small_cells():
    """Yield every cell of at most `SMALL` words of the built-in lists."""
    for name in ("fr", "en", "nl"):
        for (initial, length), words in sorted(load(name).counts().items()):
            if words <= SMALL:
                label = f"{name}-{initial}{length}"
                marks = [pytest.mark.slow] if label in LONG else []
                yield pytest.param(name, f"{initial}{length}", id=label, marks=marks)


@pytest.mark.parametrize(("lexicon", "cell"), list(small_cells()))
def test_a_small_cell_of_motus_has_the_value_of_the_oracle(lexicon, cell):
    motus = Motus.of_cell(cell, load(lexicon))
    clues = [[motus.feedback(guess, secret) for secret in motus.secrets] for guess in motus.guesses]
    game = Game(clues, [motus.guesses.index(secret) for secret in motus.secrets])
    assert_found(worst_case(motus.matrix()), game, game.worst_case())


def test_a_class_number_may_be_as_large_as_its_dtype_allows():
    for dtype in (np.uint8, np.uint16):
        game = alike(5, found=np.iinfo(dtype).max, dtype=dtype)
        assert_found(worst_case(game.matrix), game, 5)


def test_the_oracle_agrees_with_a_game_worked_out_by_hand():
    # Guess 2 parts {0, 1} from {2}; then either of the two is named first.
    classes = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert oracle.worst_case(classes, [0, 1, 2], [0, 1, 2]) == 3
    assert oracle.worst_case([*classes, [0, 1, 2]], [0, 1, 2], [0, 1, 2]) == 2
    assert oracle.worst_case(classes, [1], [0, 1, 2]) == 1
