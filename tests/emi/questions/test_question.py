"""One question for every objective: its value, its strategy, its limits, and what is refused."""

import gc
import json
import time
import weakref
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi import Average, Guaranteed, Limits, WorstCase
from emi.cache import DiskStore
from emi.errors import MemoryNeedError, OptionError
from emi.questions import solving
from emi.questions.certifying import certified
from emi.questions.question import Question
from emi.questions.records import Known
from emi.questions.searching import worst_case
from emi.questions.solving import known_solution, solution_of, solve
from emi.results.base import keys, plain
from emi.search.compile import jit
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.model.matrix import FeedbackMatrix
from emi.search.solve import compiling
from tests.emi.cases import FAMILY, FOUR, HELPED, PAPER, Memory, by_definition, long_game, taken

KEYS = [*keys(emi.Solution)]
#: Objectives that any game here has, and the same with weights.
OBJECTIVES = [WorstCase(), Average(), Average(within=12), Guaranteed(2), Guaranteed(4)]
LONG = [WorstCase(), Average(), Guaranteed(4)]
WEIGHTED = [
    lambda weights: Average(None, weights),
    lambda weights: Average(9, weights),
    lambda weights: Guaranteed(2, weights),
]

words = st.lists(st.text("ABC", min_size=3, max_size=3), min_size=1, max_size=8, unique=True)
asked = pytest.mark.parametrize("objective", OBJECTIVES, ids=repr)
long = pytest.mark.parametrize("objective", LONG, ids=lambda one: one.name)
SO_FEW = "within these tries"


def holds(game, solution):
    """Assert that the strategy of a solution has the figures of the solution."""
    tries = taken(game, solution.strategy().tree)
    objective, upper = solution.source.question.objective, solution.bounds.upper
    weights = objective.weights or [1] * len(tries)
    if objective.name == "worst":
        assert max(tries) == upper
    elif objective.name == "average":
        assert sum(map(int.__mul__, tries, weights)) == upper
        assert (max(tries), tries.count(max(tries))) == (solution.worst, solution.at_worst)
    else:
        missed = [code for code, took in zip(game.secrets, tries, strict=True) if took is None]
        assert list(solution.missed) == missed
        assert sum(weights[game.secrets.index(code)] for code in missed) == upper
        assert max(filter(None, tries)) <= objective.tries


class TestTheValue:
    @asked
    @settings(max_examples=40, deadline=None)
    @given(words, st.integers(1, 8))
    def test_is_that_of_the_definition_and_reached_from_the_first_guess(
        self, objective, guesses, secrets
    ):
        game = emi.Motus(guesses[:secrets], guesses)
        solution = solve(game, objective)
        value = by_definition(game, objective)
        assert solution.bounds == Bounds(value, value)
        assert by_definition(game, objective, solution.first_guess) == value
        holds(game, solution)

    @pytest.mark.parametrize("of", WEIGHTED)
    @settings(max_examples=25, deadline=None)
    @given(words, st.data())
    def test_is_so_with_weights_and_a_first_guess(self, of, guesses, data):
        game = emi.Motus(guesses)
        weight = st.lists(st.integers(1, 9), min_size=len(guesses), max_size=len(guesses))
        objective, first = of(data.draw(weight)), data.draw(st.sampled_from(guesses))
        for one in (None, first):
            solution = solve(game, objective, first=one)
            assert solution.bounds.lower == by_definition(game, objective, one)
            assert solution.proven
            assert one in {None, solution.first_guess}
            holds(game, solution)

    @asked
    @settings(max_examples=25, deadline=None)
    @given(words, st.data())
    def test_is_so_for_candidates(self, objective, guesses, data):
        game = emi.Motus(guesses)
        codes = data.draw(st.lists(st.sampled_from(guesses), min_size=1, unique=True))
        solution = solve(game, objective, candidates=codes)
        assert solution.bounds.lower == by_definition(game, objective, candidates=codes)
        assert (solution.proven, solution.weight) == (True, len(codes))
        strategy = solution.strategy()
        possible = solution.source.question.possible
        assert strategy.secrets == set(codes) == set(possible or game.secrets)
        assert (possible is None) == (len(codes) == len(guesses))
        found = [code for code in codes if strategy.play(code)[-1][0] == code]
        assert len(codes) - len(found) == len(solution.missed or ())
        assert set(solution.missed or ()) == set(codes) - set(found)
        if len(codes) < len(guesses):
            with pytest.raises(game.error, match="expected one of the secrets"):
                strategy.play(next(code for code in guesses if code not in codes))

    @pytest.mark.parametrize("count", range(1, 11))
    def test_of_words_that_tell_nothing_is_that_of_naming_them_in_turn(self, count):
        game = emi.Motus(FAMILY[:count])
        assert solve(game).bounds == Bounds(count, count)
        least = solve(game, Average(within=count))
        assert least.bounds.upper == count * (count + 1) // 2
        assert (least.worst, least.at_worst) == (count, 1)
        for tries in range(1, count):
            assert solve(game, Guaranteed(tries)).bounds.upper == count - tries

    @long
    def test_of_more_words_is_what_the_strategy_takes(self, objective):
        game = long_game()
        solution = solve(game, objective)
        assert solution.proven
        holds(game, solution)

    def test_of_the_papers_example(self, golden):
        worst, least = (solve(emi.Motus(PAPER), one) for one in (WorstCase(), Average()))
        assert (worst.bounds, least.bounds) == (Bounds(2, 2), Bounds(15, 15))
        assert (least.worst, least.at_worst, least.worst_proven) == (2, 7, True)
        golden(repr(least))

    @pytest.mark.parametrize(
        ("objective", "alone", "helped"), [(WorstCase(), 4, 3), (Average(), 10, 9)], ids=repr
    )
    def test_falls_if_other_words_may_be_proposed(self, objective, alone, helped):
        assert solve(emi.Motus(FOUR), objective).bounds.upper == alone
        assert solve(HELPED, objective).bounds.upper == helped

    def test_of_weights_counts_each_word_as_often_as_it_weighs(self):
        game, weights = emi.Motus(FAMILY[:4]), (1, 5, 2, 7)
        least, most = solve(game, Average(None, weights)), solve(game, Guaranteed(2, weights))
        assert (least.bounds.upper, least.weight, least.first_guess) == (27, 15, "GOTTE")
        assert not least.worst_proven
        assert (most.bounds.upper, set(most.missed)) == (3, {"BOTTE", "DOTTE"})
        values = plain(most)
        assert values["guaranteed"] == 2
        assert values["missed_share_lower"] == values["missed_share_upper"] == 0.2
        assert solve(game, most.source.question.objective, limits=Limits(nodes=1)).guaranteed in {
            None,
            2,
        }
        assert least.guaranteed is None
        some = solve(game, Average(None, weights), candidates=FAMILY[1:3])
        assert (some.weight, some.bounds.upper) == (7, 5 + 2 * 2)

    def test_of_the_largest_and_of_equal_weights(self):
        weights = [at * 10**7 for at in (1, 2, 3, 4)]
        for within in (None, 4):
            objective = Average(within, weights)
            assert solve(emi.Motus(FAMILY[:4]), objective).bounds.upper == 20 * 10**7
        equal = Average(weights=[3] * 20)
        least = solve(long_game(20), Average()).bounds.upper
        assert solve(long_game(20), equal).bounds.upper == 3 * least


class TestAFirstGuess:
    GAME = emi.Motus(PAPER, name="L7")

    @pytest.mark.parametrize("hard", [None, "possible", "hints", "consistent"])
    def test_the_worst_case_is_that_of_strategies_that_begin_with_it(self, hard):
        game = self.GAME if hard is None else self.GAME.hardened(hard)
        best = min(solve(game, first=word).bounds.upper for word in PAPER)
        assert best == solve(game).bounds.lower
        for word in PAPER:
            found = solve(game, first=word)
            assert found.proven
            assert found.first_guess == word
            holds(game, found)
            assert found.strategy().tree.guess == game.guesses.index(word)

    def test_it_is_another_question_to_the_cache_but_an_upper_bound_of_the_game(self, tmp_path):
        with DiskStore(tmp_path / "cache") as store:
            first = solve(self.GAME, first="LIVIDES", store=store)
            again = solve(self.GAME, first="LIVIDES", store=store)
            assert (first.bounds, first.stored, again.stored) == (Bounds(3, 3), False, True)
            known = solve(self.GAME, store=store, watch=lambda _: False)
            assert known.bounds.upper <= 3
            assert solve(self.GAME, store=store).bounds == Bounds(2, 2)
            # What is kept of the game is better.
            solve(self.GAME, first="LEGALES", store=store)
            assert solve(self.GAME, store=store).bounds == Bounds(2, 2)

    def test_no_certificate_is_of_one(self, refused):
        with refused(OptionError):
            solve("moo:2x4", first="01").certificate()

    def test_that_was_given_is_gone_on_with_where_no_strategy_was_found(self, refused):
        found = solve("mastermind:3x5", Average(), first="123", limits=Limits(seconds=1e-9))
        assert (found.bounds.proven, found.first_guess) == (False, "123")
        with refused(emi.Unproven):
            found.strategy()
        assert found.certificate().bounds.proven


class TestRefused:
    L7 = emi.Motus(PAPER, name="L7")
    WEIGHTS = "weights of L7: expected whole numbers above 0 that add up to 200,000,000 or less, n"

    @pytest.mark.parametrize(("game", "objective", "options"), [
            (L7, WorstCase(), {"first": "ABATS"}),
            (L7, Average(), {"first": "ABATS"}),
            (L7, "average", {}),
            (L7, Guaranteed, {}),
            (L7, Average(weights=[1] * 7), {}),
            (L7, Average(weights=[0] * 8), {}),
            (L7, Guaranteed(1, [*[1] * 7, -2]), {}),
            (L7, Average(weights=[1.5] * 8), {}),
            (L7, Guaranteed(1, [10**8] * 8), {}),
            (L7, WorstCase(), {"candidates": ["LOGIQUES"]}),
            (L7, WorstCase(), {"candidates": []}),
            (
                emi.Motus(FAMILY, name="5"), Average(9), {}
            ),
            (
                emi.Mastermind(2, 3), Average(2), {}
            ),
            (HELPED, Average(3), {"first": "BOTTE"}),
        ])  # fmt: skip
    def test_with_what_was_expected(self, game, objective, options, refused):
        with refused(OptionError):
            solve(game, objective, **options)

    @pytest.mark.parametrize("restriction", [None, "consistent"])
    def test_a_certificate_of_what_no_strategy_does(self, restriction, refused):
        # With another first guess, three guesses are enough.
        game = emi.Wordle(HELPED.secrets, HELPED.guesses)
        game = game.hardened(restriction) if restriction else game
        with refused(OptionError):
            certified(Question(game, first="BOTTE").asking(Average(3)))

    def test_tries_that_are_too_few_for_a_hard_first_guess(self, monkeypatch, refused):
        # Whether the first guess is to blame is not known without the worst case.
        game = emi.Motus(FAMILY, name="5").hardened("possible")
        said = f"within=9: no strategy finds every secret of 5 [(]hard: possible[)] {SO_FEW}"
        with pytest.raises(OptionError, match=said):
            solve(game, Average(9), first=FAMILY[0])
        monkeypatch.setattr("emi.questions.searching.CHECKING", 1e-9)
        with refused(OptionError):
            solve(game, Average(9), first=FAMILY[0])
        assert solve(game, Average(10), first=FAMILY[0]).worst == 10

    def test_whether_tries_are_enough_is_asked_until_it_is_known(self):
        question = Question(long_game())
        assert str(worst_case(question, 40)) == "1..40"
        assert worst_case(question, 39).lower > 1

    @pytest.mark.parametrize("of", [Average, Guaranteed])
    @pytest.mark.parametrize("tries", [0, -1])
    def test_no_tries(self, of, tries, refused):
        with refused(OptionError):
            of(tries)

    @pytest.mark.parametrize(
        ("objective", "options"),
        [(Average(), {"candidates": PAPER[:2]}), (WorstCase(), {"candidates": PAPER[:2]})],
    )
    def test_a_certificate_of_what_the_checker_does_not_know(self, objective, options, refused):
        game = emi.Mastermind(2, 3)
        options = {"candidates": game.secrets[:2]} if options else {}
        with refused(OptionError):
            solve(game, objective, **options).certificate()

    @long
    def test_a_game_that_does_not_fit_into_memory(self, objective, monkeypatch):
        monkeypatch.setattr("emi.memory.available", lambda: 10)
        with pytest.raises(MemoryNeedError, match="L7: too large"):
            solve(self.L7, objective)


@long
class TestLimits:
    @pytest.mark.parametrize(
        "stopping",
        [{"limits": Limits(seconds=1e-9)}, {"watch": lambda _: False}],
        ids=["time", "watch"],
    )
    def test_before_anything_leave_what_is_known_of_any_game(self, objective, stopping, refused):
        game = long_game()
        solution = solve(game, objective, **stopping)
        upper = 40 if objective.name == "worst" else None
        assert (solution.bounds.upper, solution.first_guess) == (upper, "")
        assert (solution.proven, solution.tree, solution.nodes) == (False, None, 0)
        assert solution.bounds.lower <= solve(game, objective).bounds.upper
        assert json.loads(json.dumps(plain(solution)))["upper"] == upper
        if objective.name != "worst":
            with refused(emi.Unproven):
                solution.strategy()

    def test_on_nodes_leave_bounds_that_hold_the_value(self, objective):
        game = long_game()
        solution = solve(game, objective, limits=Limits(nodes=1))
        assert not solution.proven
        assert solution.bounds.lower <= solve(game, objective).bounds.upper <= solution.bounds.upper
        trivial = solution.bounds.upper == objective.one_by_one([1] * 40)
        assert (solution.first_guess in game.guesses) == (not trivial)
        assert (solution.tree, solution.missed) == (None, None)

    @pytest.mark.parametrize("calls", [1, 2, 3, 5, 8, 13, 21])
    def test_whenever_they_are_reached_the_bounds_hold_the_value(self, objective, calls):
        seen = []
        bounds = solve(
            long_game(), objective, watch=lambda p: seen.append(p) or len(seen) < calls
        ).bounds
        value = solve(long_game(), objective).bounds.upper
        assert bounds.lower <= value
        assert bounds.upper is None or value <= bounds.upper

    def test_that_are_not_reached_change_nothing(self, objective):
        limited = solve(long_game(), objective, limits=Limits(1e6, 10**9))
        assert limited.bounds == solve(long_game(), objective).bounds

    def test_are_for_all_that_is_asked_of_a_question(self, objective):
        game = long_game()
        question = Question(game, limits=Limits(nodes=solve(game, objective).nodes + 1))
        assert solution_of(question.asking(objective)).proven
        assert not solution_of(question.asking(Guaranteed(3))).proven

    def test_a_watcher_sees_bounds_that_only_tighten(self, objective):
        seen = []
        solution = solve(long_game(), objective, watch=lambda p: seen.append(p) or True)
        assert seen
        assert all(str(progress).endswith(" nodes") for progress in seen)
        bounds = [*(progress.bounds for progress in seen), solution.bounds]
        for before, after in pairwise(bounds):
            assert before.lower <= after.lower
            assert before.upper is None or after.upper <= before.upper


class TestAQuestion:
    def test_is_a_value(self):
        question = Question(long_game(), first="CE")
        for name, value in (("first", None), ("limits", Limits(1)), ("objective", Average())):
            with pytest.raises(FrozenInstanceError):
                setattr(question, name, value)
        other = question.asking(Average())
        assert (question.objective, other.objective) == (WorstCase(), Average())
        assert (other.opening, other.session) == (("CE",), question.session)

    @asked
    def test_looks_up_what_is_known_without_a_search(self, objective, monkeypatch):
        game, store = long_game(), Memory()
        fresh = Question(game, objective, store=store)
        assert not known_solution(fresh).proven
        found = solution_of(fresh)
        monkeypatch.setattr("emi.questions.searching.searched", None)
        monkeypatch.setattr("emi.questions.question.kernels_ready", None)
        known = known_solution(fresh)
        assert (known.bounds, known.first_guess) == (found.bounds, found.first_guess)
        assert (known.missed, known.worst, known.stored) == (found.missed, found.worst, True)

    def test_makes_its_matrix_once(self):
        question = Question(emi.Motus(PAPER))
        assert question.matrix() is question.matrix()
        asked = [question.asking(one) for one in (Average(), Guaranteed(1))]
        assert [solution_of(one).bounds.upper for one in asked] == [15, 7]
        assert all(one.matrix() is question.matrix() for one in asked)

    def test_that_is_stopped_has_no_matrix(self):
        with pytest.raises(Stopped):
            Question(long_game(), watch=lambda _: False).matrix()

    def test_whose_limit_is_reached_before_makes_nothing_ready(self, monkeypatch):
        monkeypatch.setattr("emi.compiling._ready", set())
        with pytest.raises(Stopped):
            Question(long_game(), limits=Limits(seconds=1e-9)).matrix()
        assert not emi.compiling._ready

    @pytest.mark.parametrize("kernels", ["search", "rule"])
    def test_does_not_count_the_time_of_compiling(self, kernels, monkeypatch):
        monkeypatch.setattr("emi.compiling._ready", set())

        def compiled(seconds=0.5):
            with jit.compiling():
                time.sleep(seconds)

        if kernels == "search":
            monkeypatch.setitem(compiling.COMPILE, "worst case", compiled)
        else:
            game = emi.Motus(PAPER)
            write = game._compiled()

            def slow(guesses, rows):
                compiled(0.5 * (len(guesses) == 0))
                write(guesses, rows)

            monkeypatch.setattr(emi.Motus, "_compiled", lambda _: slow)
        solution = solve(emi.Motus(PAPER), limits=Limits(seconds=0.4))
        assert solution.proven
        assert solution.seconds < 0.5


class TestAsPlainValues:
    @asked
    @pytest.mark.parametrize("limits", [None, Limits(seconds=1e-9)], ids=["proven", "stopped"])
    def test_have_the_same_keys_for_every_objective(self, objective, limits):
        values = plain(solve(long_game(20), objective, limits=limits))
        assert list(values) == KEYS
        assert json.loads(json.dumps(values)) == values
        assert (values["objective"], values["tries"]) == (objective.name, objective.tries)

    def test_of_a_cell_name_the_lexicon_and_its_digest(self):
        lexicon = emi.Lexicon("tiny", tuple(PAPER), "unknown", "tiny.txt")
        values = plain(solve(emi.Motus.of_cell("L7", lexicon)))
        assert values | {"seconds": 0, "nodes": 0} == {
            **dict.fromkeys(KEYS),
            "game": "L7", "objective": "worst", "lower": 2, "upper": 2, "proven": True,
            "first_guess": values["first_guess"], "secrets": 8, "guesses": 8, "weight": 8,
            "nodes": 0, "seconds": 0, "lexicon": "tiny", "lexicon_digest": lexicon.digest,
            "rule": "motus", "length": 7, "allowed": 6, "kind": "words", "candidates": 8,
            "stored": False, "opening": [], "alphabet": "fold", "bent": 0,
        }  # fmt: skip

    def test_have_what_an_objective_has(self):
        game = emi.Motus(PAPER, [*PAPER, "LAITIER"])
        least, most = (plain(solve(game, one)) for one in (Average(), Guaranteed(1)))
        names = ("upper", "mean_lower", "worst", "worst_proven", "guaranteed", "guesses", "lexicon")
        assert [least[name] for name in names] == [15, 1.875, 2, True, None, 9, None]
        assert [most[name] for name in names] == [7, None, None, None, 1, 9, None]
        assert (least["missed"], len(most["missed"])) == (None, 7)
        assert (least["mean_upper"], most["missed_share_lower"]) == (1.875, 0.875)

    def test_a_bound_is_no_value(self):
        game = emi.Motus(PAPER, [*PAPER, "LAITIER"])
        least, most = (
            plain(replace(solve(game, one), bounds=Bounds(2, 3), missed=None))
            for one in (Average(), Guaranteed(1))
        )
        assert (least["mean_lower"], least["mean_upper"], least["proven"]) == (0.25, 0.375, False)
        assert (most["missed_share_lower"], most["missed_share_upper"]) == (0.25, 0.375)
        assert most["guaranteed"] == 8 - 3


@pytest.mark.parametrize("objective", [WorstCase(), Average(), Average(9), Guaranteed(2)], ids=repr)
def test_what_only_names_one_after_the_other_is_no_reason_for_a_first_guess(objective):
    """`emi solve C9 --objective average --time-limit 1` said: begin with the first of the list."""
    game = emi.Motus(["BOTTE", "LOTTE", "NOTTE", "DOTTE", "COTTE"])
    question = Question(game, objective=objective)
    trivial = objective.one_by_one([1] * 5)
    model = getattr(objective, "cost_model", None)
    assert trivial == (5 if model is None else sum(model.of(at) for at in range(1, 6)))
    known = Known(Bounds(0, trivial), "BOTTE", None)
    assert solving._solution(question, known, 0).first_guess == ""
    for bounds in (Bounds(0, trivial - 1), Bounds(trivial, trivial)):
        assert solving._solution(question, replace(known, bounds=bounds), 0).first_guess == "BOTTE"


def test_weights_are_made_once_for_a_solution(monkeypatch):
    """They were made anew for each candidate: of 62,544 words that took six seconds."""
    made, real = [], Question.weights.fget
    monkeypatch.setattr(Question, "weights", property(lambda self: made.append(1) or real(self)))
    game = long_game()
    known_solution(Question(game).at(game.secrets[:30]))
    assert len(made) < 10


def test_a_solution_does_not_hold_the_matrix():
    """All cells of a list were in memory at once: 2.8 GB for 0.5."""
    question = Question(long_game())
    solution = solution_of(question)
    assert question.session.prepared
    matrix = weakref.ref(question.matrix())
    del question
    gc.collect()
    assert matrix() is None
    assert solution.strategy().depth == solution.bounds.upper


@pytest.mark.parametrize("of", [solve, emi.pareto, lambda game: solve(game).certificate()])
def test_no_matrix_waits_for_the_garbage_collector(monkeypatch, of):
    """What refers to itself is collected now and then: several games were in memory at once."""
    made, real = [], FeedbackMatrix.__init__

    def init(self, *args, **how):
        made.append(weakref.ref(self))
        real(self, *args, **how)

    monkeypatch.setattr(FeedbackMatrix, "__init__", init)
    game = emi.Mastermind(2, 3)
    gc.disable()
    try:
        of(game)
        assert len(made) > 0
        assert not [one for one in made if one() is not None]
    finally:
        gc.enable()
