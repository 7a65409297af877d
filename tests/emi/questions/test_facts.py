"""What is kept by one objective bounds the others, wherever they are asked."""

import re
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi import Average, Guaranteed, WorstCase, solve
from emi.analysis.explored import explore
from emi.objectives.pareto import MissesThenAverage
from emi.questions.certifying import certified
from emi.questions.question import Question
from emi.questions.records import records_of
from emi.questions.solving import best_strategy, known_solution, solution_of
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.record import Proven, encode
from emi.work.run import Run
from tests.emi.cases import FAMILY, Memory, by_definition, long_game, taken

words = st.lists(st.text("ABC", min_size=3, max_size=3), min_size=1, max_size=8, unique=True)


def at_once(game, objective, store, **asked):
    """Return the solution where there is no time to search."""
    return solve(game, objective, store=store, watch=lambda _: False, **asked)


@pytest.fixture(scope="module")
def game():
    return long_game()


@pytest.fixture(scope="module")
def worst(game):
    return solve(game).bounds.lower


@pytest.mark.parametrize("objective", [WorstCase(), Average(), Average(5), Guaranteed(3)], ids=str)
class TestAValueWithAFirstGuess:
    game = emi.Motus.of_cell("J5")
    few = emi.Limits(nodes=1)

    def test_is_an_upper_bound_for_all_first_guesses(self, objective):
        store, first = Memory(), self.game.guesses[5]
        value = solve(self.game, objective, store=store, first=first).bounds.upper
        found = at_once(self.game, objective, store)
        assert (found.bounds.upper, found.first_guess) == (value, first)

    def test_changes_no_value(self, objective):
        store, alone = Memory(), solve(self.game, objective)
        for first in (*self.game.guesses[::31], alone.first_guess):
            solve(self.game, objective, store=store, first=first)
        assert solve(self.game, objective, store=store).bounds == alone.bounds

    @pytest.mark.filterwarnings("ignore:.*the cache is wrong")
    def test_makes_no_value_of_a_wrong_lower_bound(self, objective):
        store, value = Memory(), solve(self.game, objective).bounds
        wrong, about = 5 * value.upper, None
        if not objective.priced:
            about = Candidates.every(len(self.game.secrets))
        fact = Proven(about, wrong, wrong, 3, 0 if objective.priced else None)
        records_of(Question(self.game, objective, store=store))([fact])
        assert solve(self.game, objective, store=store, first=self.game.guesses[5]).proven
        read = records_of(Question(self.game, objective, store=store)).read()
        assert {(one.lower, one.upper) for one in read} == {(wrong, wrong)}

    def test_is_in_a_certificate_of_bounds(self, objective):
        """The search alone finds no such strategy so soon."""
        store, best = Memory(), solve(self.game, objective)
        solve(self.game, objective, store=store, first=best.first_guess)
        made = certified(Question(self.game, objective, limits=self.few, store=store))
        assert made.bounds.upper == best.bounds.upper
        alone = certified(Question(self.game, objective, limits=self.few))
        assert alone.bounds.upper is None or alone.bounds.upper > best.bounds.upper


class TestAWorstCaseThatIsKept:
    @pytest.fixture
    def store(self, game):
        store = Memory()
        solve(game, store=store)
        return store

    def test_says_that_fewer_tries_miss_something(self, game, worst, store):
        for tries in range(1, worst):
            found = at_once(game, Guaranteed(tries), store)
            assert found.bounds.lower == worst - tries
        weighted = at_once(game, Guaranteed(worst - 2, [7] * 40), store)
        assert weighted.bounds.lower == 14
        assert at_once(game, Guaranteed(worst), store).bounds.lower == 0

    def test_says_so_of_all_first_guesses(self, game, worst, store):
        found = at_once(game, Guaranteed(worst - 1), store, first=game.guesses[5])
        assert found.bounds.lower == 1
        assert at_once(game, WorstCase(), store, first=game.guesses[5]).bounds.lower == worst

    def test_is_known_to_the_search(self, game, worst, store):
        """It need not find out again that something is missed."""
        found = solve(game, Guaranteed(worst - 1), store=store)
        alone = solve(game, Guaranteed(worst - 1))
        assert found.bounds == alone.bounds
        assert found.nodes <= alone.nodes

    def test_with_its_strategy_misses_nothing_within_as_many_tries(self, game, worst, store):
        best_strategy(Question(game, store=store))
        found = solve(game, Guaranteed(worst), store=store)
        assert (found.bounds, found.missed, found.nodes) == (Bounds(0, 0), (), 0)
        assert max(taken(game, found.strategy().tree)) == worst

    def test_with_its_strategy_is_an_upper_bound_of_an_average(self, game, store):
        strategy = best_strategy(Question(game, store=store))
        found = at_once(game, Average(), store)
        assert found.bounds == Bounds(40, strategy.total)
        assert found.first_guess == game.guesses[strategy.tree.guess]
        assert at_once(game, MissesThenAverage(3, 1000), store).bounds.upper > strategy.total


class TestAGuaranteeThatIsKept:
    def test_bounds_the_worst_case_from_above_or_from_below(self, game, worst):
        store = Memory()
        for tries in (worst - 2, worst + 1):
            solve(game, Guaranteed(tries), store=store)
        found = at_once(game, WorstCase(), store)
        assert worst in range(found.bounds.lower, found.bounds.upper + 1)
        assert (found.bounds.lower, found.bounds.upper <= worst + 1) == (worst - 1, True)

    def test_proves_the_worst_case(self, game, worst):
        store = Memory()
        for tries in (worst - 1, worst):
            solve(game, Guaranteed(tries), store=store)
        found = solve(game, store=store)
        assert (found.bounds, found.nodes) == (Bounds(worst, worst), 0)
        assert found.strategy().depth == worst

    def test_bounds_guarantees_of_more_and_of_fewer_tries(self, game):
        store = Memory()
        kept = solve(game, Guaranteed(4), store=store).bounds.upper
        assert at_once(game, Guaranteed(3), store).bounds.lower == kept + 1
        more = at_once(game, Guaranteed(5), store)
        assert more.bounds == Bounds(0, kept - 1)
        # The strategy behind a bound that is not proven attains it.
        tries = taken(game, more.strategy().tree)
        assert sum(one is None or one > 5 for one in tries) <= kept - 1


def test_an_average_that_is_kept_bounds_worst_case_and_guarantees(game):
    store = Memory()
    least = solve(game, Average(), store=store)
    assert at_once(game, WorstCase(), store).bounds.upper == least.worst
    tries = taken(game, least.strategy().tree)
    assert at_once(game, Guaranteed(4), store).bounds.upper == sum(one > 4 for one in tries)
    assert at_once(game, Average(weights=[2] * 40), store).bounds.upper == 2 * sum(tries)


@settings(max_examples=40, deadline=None)
@given(words, st.data())
def test_whatever_is_kept_nothing_false_follows(guesses, data):
    game, store = emi.Motus(guesses), Memory()
    weight = st.lists(st.integers(1, 4), min_size=len(guesses), max_size=len(guesses))
    weights = data.draw(st.none() | weight)
    objectives = st.one_of(
        st.just(WorstCase()), st.just(Average()), st.just(Average(weights=weights)),
        st.integers(1, 5).map(Guaranteed), st.integers(1, 5).map(lambda k: Guaranteed(k, weights)),
    )  # fmt: skip
    firsts = st.none() | st.sampled_from(guesses)
    for _ in range(4):
        solve(game, data.draw(objectives), first=data.draw(firsts), store=store)
        objective, first = data.draw(objectives), data.draw(firsts)
        value = by_definition(game, objective, first)
        known = known_solution(Question(game, objective, first=first, store=store))
        assert known.bounds.lower <= value
        assert known.bounds.upper is None or value <= known.bounds.upper
        assert solve(game, objective, first=first, store=store).bounds == Bounds(value, value)


def test_what_contradicts_itself_is_not_believed(game, worst):
    """One record says that a number of tries misses a secret, the other that it does not."""
    store = Memory()
    asked = Question(game, store=store)
    other = asked.asking(Guaranteed(worst - 1))
    store.kept[records_of(asked).key] = [encode([Proven(Candidates.every(40), worst, 40)])]
    assert known_solution(asked).bounds == Bounds(worst, 40)
    store.kept[records_of(other).key] = [encode([Proven(None, 0, 0, 0, 0)])]
    assert known_solution(asked).bounds == Bounds(worst, 40)
    assert solution_of(asked).bounds == Bounds(worst, worst)


def test_nothing_is_said_of_damage_to_what_was_not_asked():
    game, store = emi.Motus(FAMILY), Memory()
    for objective in (WorstCase(), Guaranteed(3)):
        key = records_of(Question(game, objective, store=store)).key
        store.kept[key] = [b"rubbish"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(game, Average(), store=store).proven


class TestAsked:
    """Each command draws on it."""

    def test_by_solve_and_table(self, run, lexicon, tmp_path):
        where = ("--lexicon", lexicon, "--cache-dir", tmp_path / "cache")
        (value,) = re.findall(r"C5: (\d) \(proven\)", run("solve", "C5", *where).out)
        asked = ("--objective", "guaranteed", "--tries", str(int(value) - 1), "--node-limit", "1")
        assert re.search(r", [1-9]\d*(\.\.\d+)? missed", run("solve", "C5", *where, *asked).out)
        shown = run("table", "--letters", "C", "--lengths", "5", *where, *asked, "--format", "json")
        assert re.search(r'"lower": [1-9]', shown.out)

    def test_by_a_run_that_looks_up(self, game, worst):
        store = Memory()
        solve(game, store=store)
        known = known_solution(Question(game, Guaranteed(worst - 1), store=store))
        assert known.bounds.lower == 1

    def test_by_the_page(self, game, worst):
        store = Memory()
        for tries in (worst - 1, worst):
            solve(game, Guaranteed(tries), store=store)
        (one,) = Run([game], explore, jobs=1, limits=emi.Limits(nodes=1), store=store).run()
        assert one.solution.bounds == Bounds(worst, worst)
