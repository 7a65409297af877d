"""Misses first, then the average: the front, its rows, and the two strategies that are played."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

import emi
from emi import Average, Guaranteed, Limits, pareto, solve
from emi.analysis import pareto as front
from emi.analysis.named import FEWEST_FAILS, LEAST_AVERAGE
from emi.analysis.pareto import fewest_misses
from emi.errors import OptionError
from emi.questions.question import Question
from emi.questions.solving import solution_of
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.solve.cost.average import AverageSearch
from emi.search.solve.cost.least_cost import CostSearch
from emi.strategies.heuristics import play_all, play_optimal, settings
from tests import oracle
from tests.emi.cases import (
    DEAR,
    FAMILY,
    FREE,
    MUCH,
    PAPER,
    Memory,
    drawn,
    long_game,
    plain,
    seeds,
    taken,
)
from tests.reports.samples import ROWS, TWO, WEIGHTED


def by_definition(game, tries, weights=None, first=None):
    """Return the fewest misses, and the least total with so few."""
    classes, own = plain(game)
    first = None if first is None else game.guesses.index(first)
    return divmod(
        oracle.least_cost(
            classes, range(len(own)), own, (1,) * tries, 1, MUCH, weights=weights, first=first
        ),
        MUCH,
    )


def found(game, tries, weights=None, **asked):
    question = Question(game, Average(weights=weights), **asked)
    return fewest_misses(question, tries, solution_of(question))


def reached(game, tree, tries, weights=None):
    """Return what a strategy misses, and what it takes, by playing it."""
    played = [*zip(weights or [1] * len(game.secrets), taken(game, tree), strict=True)]
    missed = sum(weight for weight, took in played if took > tries)
    return missed, sum(weight * took for weight, took in played)


def starve(monkeypatch, wanted):
    """Give the searches for some costs one node each."""
    real = CostSearch._run

    def run(self, records):
        if wanted(self.model):
            self.session.limits = Limits(nodes=self.session.nodes + 1)
        return real(self, records)

    monkeypatch.setattr(CostSearch, "_run", run)


@pytest.mark.parametrize("first", [("AAAAA",), ("AAAAA", "BBBBB"), ("AAAAA", "CCCCC")])
def test_first_guesses_that_tell_nothing_of_a_single_secret(first):
    game = emi.Wordle(["CCCCC"], ["AAAAA", "BBBBB", "CCCCC"])
    took = (*first, "CCCCC").index("CCCCC") + 1
    wanted = [(tries, 0 if tries == took else 1, took) for tries in range(1, took + 1)]
    found = pareto(game, first=first)
    assert [(row.tries, row.misses_lower, row.total_lower) for row in found] == [
        *wanted,
        (None, 0, took),
    ]
    assert found.proven


class TestTheFewestMisses:
    @pytest.mark.parametrize("seed", range(6))
    @pytest.mark.parametrize("weighed", [False, True])
    @pytest.mark.parametrize("begun", [False, True])
    def test_are_as_the_definition_says(self, seed, weighed, begun):
        game = emi.Motus(drawn(seed))
        weights = random.Random(seed).choices([1, 2, 5], k=9) if weighed else None
        for first in game.guesses[::4] if begun else [None]:
            for tries in range(1, 5):
                best = found(game, tries, weights, first=first)
                true = by_definition(game, tries, weights, first)
                assert reached(game, best, tries, weights) == true
                assert first in {None, game.guesses[best.guess]}

    @pytest.mark.parametrize(
        ("words", "tries", "least", "best"),
        [(FREE, 3, (1, 20), (0, 21)), (DEAR, 2, (4, 18), (3, 19)), (FREE, 4, (0, 20), (0, 20))],
    )
    def test_may_take_more_tries_than_the_least_average(self, words, tries, least, best):
        game = emi.Motus(words)
        assert reached(game, found(game, tries), tries) == best
        assert reached(game, solve(game, Average()).tree, tries) == least

    @pytest.mark.parametrize("words", [FREE, DEAR])
    @pytest.mark.parametrize("calls", range(1, 12))
    def test_are_known_or_the_search_is_stopped(self, words, calls):
        game, tries = emi.Motus(words), 3 if words is FREE else 2
        seen = []
        try:
            best = found(game, tries, watch=lambda one: seen.append(one) or len(seen) < calls)
        except Stopped:
            assert len(seen) >= calls
        else:
            assert reached(game, best, tries) == by_definition(game, tries)

    @pytest.mark.parametrize(("words", "tries"), [(DEAR, 2), (FREE, 3)])
    def test_are_not_known_if_no_end_is_seen(self, monkeypatch, words, tries):
        starve(monkeypatch, lambda model: any(model.steps))
        with pytest.raises(Stopped):
            found(emi.Motus(words), tries)

    @pytest.mark.parametrize(("name", "proven"), [("guaranteed", "any"), ("pareto", "19")])
    def test_are_held_to_what_is_proven(self, monkeypatch, name, proven):
        game = emi.Motus(DEAR)
        least = solve(game, Average())

        def wrong(asked, lower=0):
            found = solution_of(asked, lower)
            return replace(found, source=least.source) if asked.objective.name == name else found

        monkeypatch.setattr(front, "solution_of", wrong)
        said = (
            f"has total 18 and misses 4 within 2 tries, but total {proven} and misses 3 are proven"
        )
        with pytest.raises(AssertionError, match=said):
            fewest_misses(Question(game), 2, least)


def test_a_row_says_what_is_proven_and_what_is_guaranteed(golden):
    assert [row.proven for row in ROWS] == [True, False, True, True, True]
    assert replace(TWO, misses_lower=5, total_lower=25).proven
    assert not replace(TWO, misses_lower=5).proven
    assert not replace(TWO, total_lower=25).proven
    assert [row.guaranteed for row in [*ROWS, *WEIGHTED]] == [1, 5, 9, 10, 10, 950, 1100]
    means = [TWO.mean_lower, TWO.mean, WEIGHTED[0].mean]
    assert means == [Fraction(12, 5), Fraction(5, 2), Fraction(43, 22)]
    golden([row.within for row in ROWS[::4]])


@pytest.fixture(scope="module")
def rows():
    return pareto(long_game())


def holds(found, rows):
    """Assert that what is found is true, if not all of it."""
    whole = {row.tries: row for row in rows}
    for row in found:
        true = whole.get(row.tries) or replace(rows[-2], tries=row.tries)
        assert row.misses_lower <= true.misses_upper <= row.misses_upper
        assert row.total_lower <= true.total_upper
        assert row.misses_upper > true.misses_upper or true.total_upper <= row.total_upper
        assert not row.proven or row.total_upper == true.total_upper
        assert row.tries is None or row.misses_upper == len(row.missed)


class TestTheFront:
    def test_has_a_row_for_each_number_of_tries_with_its_fewest_misses(self, rows):
        game = long_game()
        worst, least = solve(game).bounds.upper, solve(game, Average())
        assert [row.tries for row in rows] == [*range(1, worst + 1), None]
        assert all(row.proven for row in rows)
        for row in rows[:-1]:
            assert row.misses_upper == len(row.missed)
            assert row.misses_upper == solve(game, Guaranteed(row.tries)).bounds.upper
        assert rows[-2].misses_upper == 0
        assert rows[-2].total_upper == solve(game, Average(within=worst)).bounds.upper
        assert rows[-1].total_upper == least.bounds.upper < max(row.total_upper for row in rows)
        assert (rows[-1].misses_upper, rows[-1].missed) == (0, ())
        assert (rows[-1].first_guess, rows[-1].worst) == (least.first_guess, least.worst)

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize("weighed", [False, True])
    def test_is_that_of_the_definition(self, seed, weighed):
        game = emi.Motus(drawn(seed))
        weights = random.Random(seed).choices([1, 2, 5], k=9) if weighed else None
        *limited, _ = pareto(game, weights=weights)
        for row in limited:
            true = by_definition(game, row.tries, weights)
            assert (row.misses_upper, row.total_upper, row.proven) == (*true, True)

    def test_of_words_that_tell_nothing(self):
        rows = pareto(emi.Motus(FAMILY))
        assert [row.misses_upper for row in rows] == [*range(9, -1, -1), 0]
        assert {(row.total_upper, row.worst) for row in rows} == {(55, 10)}

    def test_of_chosen_numbers_of_tries(self, rows):
        some = pareto(long_game(), tries=[3, 5])
        assert [row.tries for row in some] == [3, 5, None]
        assert [row.total_upper for row in some] == [rows[at].total_upper for at in (2, 4, -1)]

    def test_of_weights_misses_the_lightest(self):
        rows = pareto(emi.Motus(FAMILY[:4]), weights=(1, 5, 2, 7))
        assert [row.misses_upper for row in rows] == [8, 3, 1, 0, 0]
        assert {(row.weight, row.total_upper) for row in rows} == {(15, 27)}
        assert rows[1].missed == ("BOTTE", "DOTTE")
        heavy = [at * 10**7 for at in (1, 2, 3, 4)]
        rows = pareto(emi.Motus(FAMILY[:4]), weights=heavy)
        assert [row.tries for row in rows] == [1, 2, 3, 4, None]

    @pytest.mark.parametrize(
        "stopping", [{"watch": lambda _: False}, {"limits": Limits(seconds=1e-9)}]
    )
    def test_that_is_stopped_before_any_strategy_is_known_has_no_row(self, stopping):
        assert pareto(long_game(), **stopping).rows == ()

    @pytest.mark.parametrize("calls", [2, 24, 32, 48, 64, 96, 128])
    def test_that_is_stopped_later_has_all_rows_and_asks_no_more(self, rows, calls):
        seen = []
        found = pareto(long_game(), watch=lambda one: seen.append(one) or len(seen) < calls)
        assert len(seen) <= calls
        holds(found, rows)
        assert not found or {row.tries for row in found} >= {row.tries for row in rows}

    @pytest.mark.parametrize("nodes", [1, 300, 3000, 10_000, 20_000])
    def test_has_limits_for_the_whole(self, rows, nodes):
        """Not for each row: what the first ones take, the last ones lack."""
        found = pareto(long_game(), limits=Limits(nodes=nodes))
        holds(found, rows)
        assert not all(row.proven for row in found)

    def test_has_rows_from_a_strategy_of_any_kind_where_nothing_is_proven(self, rows, monkeypatch):
        starve(monkeypatch, lambda _: True)
        found = pareto(long_game(), limits=Limits(nodes=solve(long_game()).nodes + 30))
        holds(found, rows)
        # That of the worst case is found by another search, and tells how little may be missed.
        worst = rows[-2].tries
        assert [row.tries for row in found] == [*range(1, worst + 1), None]
        assert (found[-2].misses_lower, found[-2].misses_upper) == (0, 0)
        assert all(row.misses_lower >= worst - row.tries for row in found[:-1])
        assert not any(row.proven for row in found[1:-1])

    def test_tells_each_row_once_for_its_misses_and_once_for_its_average(self, rows):
        told = []
        assert pareto(long_game(), on_row=told.append)[-1].proven
        states = [(row.tries, row.misses_proven, row.proven) for row in told]
        assert len(set(states)) == len(states)
        assert {row.tries for row in told if row.proven} == {row.tries for row in rows}
        holds(told, rows)
        # One try misses all but one secret, and by the worst case it is known when nothing is.
        first = [row.tries for row in told[:3]]
        assert first[0] == 1
        assert rows[-2].tries in first

    @pytest.mark.parametrize("within", [1, 2])
    def test_is_asked_again_with_more_time(self, rows, monkeypatch, within):
        """What a round leaves open is settled by the next."""
        monkeypatch.setattr(front, "FIRST", 10**-within)
        found = pareto(long_game())
        assert [replace(row, seconds=0) for row in found] == [
            replace(row, seconds=0) for row in rows
        ]

    def test_says_what_is_searched(self):
        seen = []
        pareto(long_game(), watch=lambda one: seen.append(one.partition(",")[0]) or True)
        assert {"worst case", "average", "misses within 3 tries", "average within 3 tries"} <= {
            *seen
        }

    def test_is_an_error_of_ours_where_bounds_and_strategies_contradict(self, monkeypatch):
        def other(asked, lower=0):
            found = solution_of(asked, lower)
            return replace(found, bounds=Bounds(3, 3)) if asked.objective.name == "worst" else found

        monkeypatch.setattr(front, "solution_of", other)
        wrong = (
            "^motus: a strategy has total 15 and misses 0 within 2 tries, "
            "but total 8 and misses 1 are proven$"
        )
        with pytest.raises(AssertionError, match=wrong):
            pareto(emi.Motus(PAPER), tries=[2])

    def test_is_the_same_from_the_store(self, rows):
        store = Memory()
        whole = [(row.tries, row.misses_upper, row.total_upper) for row in rows]
        for _ in range(2):
            again = pareto(long_game(), store=store)
            assert [(row.tries, row.misses_upper, row.total_upper) for row in again] == whole
        assert any(label.startswith("motus, front at 3, ") for label in store.labels.values())

    @pytest.mark.parametrize("words", [DEAR, FREE])
    def test_that_is_kept_needs_no_matrix(self, words, monkeypatch):
        game, store = emi.Motus(words), Memory()
        whole = pareto(game, store=store)
        monkeypatch.setattr(Question, "matrix", None)
        for row, again in zip(whole, pareto(game, store=store), strict=True):
            assert replace(again, seconds=0) == replace(row, seconds=0)


def of_opening(game, opening, tries, weights=None):
    """Return by definition the fewest misses of what begins so, and the least total with so few."""
    (classes, own), weights = plain(game), weights or [1] * len(game.secrets)
    parts, cost = [range(len(own))], 0
    for made, code in enumerate(opening, 1):
        guess, before, parts = game.guesses.index(code), parts, []
        for part in before:
            pays = made + MUCH * (made > tries)
            cost += sum(pays * weights[secret] for secret in part if own[secret] == guess)
            parts += oracle.left_by(classes, part, own, guess)
    begun = len(opening)
    left = (1,) * (tries - begun)
    for part in parts:
        # The miss is paid with the first guess that comes too late: that of the opening, if it is.
        late = MUCH * (begun > tries)
        cost += (begun + late) * oracle.weight_of(part, weights)
        miss = 0 if late else MUCH
        cost += oracle.least_cost(classes, part, own, left, 1, miss, weights)
    return divmod(cost, MUCH)


class TestBegun:
    @pytest.mark.parametrize("seed", seeds(25, 100))
    def test_is_that_of_the_definition(self, seed):
        source, words = random.Random(seed), drawn(seed)
        few = sorted(source.sample(words, source.choice([3, 6, 9])))
        game = emi.Motus(few, words)
        weights = source.choices([1, 2, 5], k=len(few)) if seed % 2 else None
        opening = source.sample(words, source.choice([1, 2, 2, 3]))
        store = Memory() if seed % 3 else None
        found = pareto(game, first=opening, weights=weights, store=store)
        assert found.opening == tuple(opening)
        for row in found[:-1]:
            true = of_opening(game, opening, row.tries, weights)
            assert (row.misses_upper, row.total_upper, row.proven) == (*true, True)
            assert row.first_guess == opening[0]
        assert found[-2].misses_upper == 0
        assert (
            found[-1].total_upper
            == solve(game, Average(weights=weights), first=opening).bounds.upper
        )
        if store is not None:
            again = pareto(game, first=opening, weights=weights, store=store, watch=lambda _: False)
            assert [row.total_lower for row in again] == [row.total_lower for row in found]

    @pytest.mark.parametrize("seed", seeds(12, 60))
    def test_the_best_openers_are_those_of_the_definition(self, seed):
        source, words = random.Random(seed), drawn(seed)[:12]
        few = sorted(source.sample(words, source.choice([3, 6, 9])))
        game = emi.Motus(few, words)
        weights = source.choices([1, 2, 5], k=len(few)) if seed % 2 else None
        given = source.sample(words, seed % 3 == 0)
        store = Memory() if seed % 4 else None
        found = pareto(game, first=given, openers=2, weights=weights, store=store)
        pairs = [pair for pair in permutations(words, 2) if not given or pair[0] == given[0]]
        for row in found[:-1]:
            true = min(of_opening(game, pair, row.tries, weights) for pair in pairs)
            assert (row.misses_upper, row.total_upper, row.proven) == (*true, True)
            # The strategy begins with the pair of its row.
            assert of_opening(game, row.opening, row.tries, weights) == true
            assert [*row.opening[: len(given)]] == given
        best = solve(game, Average(weights=weights), first=given, openers=2)
        assert found[-1].total_upper == best.bounds.upper
        if store is not None:
            again = pareto(
                game, first=given, openers=2, weights=weights, store=store, watch=lambda _: False
            )
            assert [row.total_lower for row in again] == [row.total_lower for row in found]

    def test_has_bounds_where_it_is_stopped(self):
        game = long_game()
        opening = [game.guesses[5], game.guesses[17]]
        whole = pareto(game, first=opening)
        for nodes in (1, 100, 1000):
            holds(pareto(game, first=opening, limits=Limits(nodes=nodes)), whole)

    def test_in_hard_play_it_takes_one_guess(self, refused):
        game = emi.Motus(DEAR).hardened("consistent")
        for first in DEAR:
            found = pareto(game, first=first)
            assert {row.first_guess for row in found} == {first}
            worst = solve(game, first=first).bounds.upper
            assert [row.tries for row in found] == [*range(1, worst + 1), None]
        with refused(OptionError):
            pareto(game, first=DEAR[:2])


def fails(played, allowed):
    return int((played.tries > allowed).sum())


class TestPlayed:
    def test_are_the_least_average_and_the_fewest_fails(self):
        least, fewest = play_optimal(emi.Motus(DEAR), 2)
        assert (least.name, least.total, fails(least, 2)) == (LEAST_AVERAGE, 18, 4)
        assert (fewest.name, fewest.total, fails(fewest, 2)) == (FEWEST_FAILS, 19, 3)
        assert {(one.ties, one.direction) for one in (least, fewest)} == {("", "")}
        # With tries enough both are one.
        least, fewest = play_optimal(emi.Motus(DEAR), 4)
        assert least.tries.tolist() == fewest.tries.tolist()

    @pytest.mark.parametrize("seed", range(4))
    def test_are_better_than_every_heuristic(self, seed):
        game = emi.Motus(drawn(seed, 20, "ABCD"))
        others = play_all(game, settings(["Sum", "Max", "Bobo", "Minimax", "Information", "Gini"]))
        for allowed in (2, 3, 4):
            least, fewest = play_optimal(game, allowed)
            assert least.total == solve(game, Average()).bounds.upper
            assert fails(fewest, allowed) == solve(game, Guaranteed(allowed)).bounds.upper
            for other in [*others, least, fewest]:
                assert least.total <= other.total
                assert (fails(fewest, allowed), fewest.total) <= (
                    fails(other, allowed), other.total,
                )  # fmt: skip

    def test_without_a_limit_nothing_fails(self):
        (least,) = play_optimal(emi.Mastermind(2, 3))
        assert (least.name, least.total) == (LEAST_AVERAGE, 21)

    def test_begin_with_the_first_guess(self):
        game, totals = emi.Motus(DEAR), set()
        for first in DEAR:
            both = play_optimal(game, 2, first=first)
            assert {played.tries[DEAR.index(first)] for played in both} == {1}
            totals.add(both[0].total)
        assert min(totals) == 18 < max(totals)

    def test_the_watcher_hears_which_of_them_is_searched(self):
        heard = []
        play_optimal(emi.Motus(DEAR), 2, watch=lambda progress: heard.append(str(progress)) or True)
        assert {line.split()[0] for line in heard} == {LEAST_AVERAGE, FEWEST_FAILS}

    @pytest.mark.parametrize("calls", range(1, 20))
    def test_stop_when_told_with_the_truth_or_nothing(self, calls):
        seen = []
        try:
            found = play_optimal(
                emi.Motus(DEAR), 2, watch=lambda p: seen.append(p) or len(seen) < calls
            )
        except Stopped:
            assert len(seen) >= calls
        else:
            assert [one.total for one in found] == [18, 19]

    def test_stop_while_ties_are_broken(self, monkeypatch):
        """What is known by then is of the least average, but not the strategy that is asked for."""
        going = [True]
        real = AverageSearch._rarely

        def rarely(*asked):
            going[0] = False
            return real(*asked)

        monkeypatch.setattr(AverageSearch, "_rarely", rarely)
        with pytest.raises(Stopped):
            play_optimal(emi.Motus(DEAR), watch=lambda _: going[0])

    @pytest.mark.parametrize(("game", "first"), [(emi.Motus(DEAR), "CABLE")])
    def test_refuse_games_and_first_guesses_that_there_are_not(self, game, first, refused):
        with refused(OptionError):
            play_optimal(game, 2, first=first)
