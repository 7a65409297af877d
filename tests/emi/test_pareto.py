"""Misses first, then the average: the front, its rows, and the two strategies that are played."""

import random

import pytest

import emi
from emi import Average, Guaranteed, Limits, pareto, pareto_front, solve
from emi.errors import OptionError
from emi.pareto_front import fewest_misses
from emi.pareto_rows import contradictions
from emi.playing.heuristics import play_all, settings
from emi.playing.named import FEWEST_FAILS, LEAST_AVERAGE
from emi.playing.optimal import play_optimal
from emi.solving import Question
from search.model.limits import Stopped
from search.solve.cost.average import AverageSearch
from search.solve.cost.search import CostSearch
from tests import oracle
from tests.emi.cases import DEAR, FAMILY, FREE, MUCH, Memory, drawn, long_game, plain, taken


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
    question = Question(game, **asked)
    return fewest_misses(question, tries, question.solve(Average(weights=weights)))


def stopping(monkeypatch, wanted):
    """Give the searches for some costs one node each."""
    real = CostSearch._run

    def run(self, records):
        if wanted(self.model):
            self.session.limits = Limits(nodes=self.session.nodes + 1)
        return real(self, records)

    monkeypatch.setattr(CostSearch, "_run", run)


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
                assert (best.misses, best.total) == by_definition(game, tries, weights, first)
                assert first in {None, game.guesses[best.tree.guess]}
                each = taken(game, best.tree)
                assert best.missed == tuple(at for at, took in enumerate(each) if took > tries)
                of = weights or [1] * 9
                assert best.misses == sum(of[secret] for secret in best.missed)
                assert best.total == sum(map(int.__mul__, of, each))

    @pytest.mark.parametrize(
        ("words", "tries", "least", "misses", "total"),
        [(FREE, 3, (1, 20), 0, 21), (DEAR, 2, (4, 18), 3, 19), (FREE, 4, (0, 20), 0, 20)],
    )
    def test_may_take_more_tries_than_the_least_average(self, words, tries, least, misses, total):
        game = emi.Motus(words)
        best = found(game, tries)
        assert (best.misses, best.total, len(best.missed)) == (misses, total, misses)
        known = taken(game, solve(game, Average()).tree)
        assert (sum(took > tries for took in known), sum(known)) == least

    @pytest.mark.parametrize("words", [FREE, DEAR])
    @pytest.mark.parametrize("calls", range(1, 12))
    def test_that_are_stopped_are_bounds_or_the_truth(self, words, calls):
        game, tries = emi.Motus(words), 3 if words is FREE else 2
        seen = []
        question = Question(game, watch=lambda progress: seen.append(progress) or len(seen) < calls)
        least = question.solve(Average())
        misses, total = by_definition(game, tries)
        if least.tree is None:
            assert len(seen) >= calls
            with pytest.raises(Stopped):
                fewest_misses(question, tries, least)
            return
        best = fewest_misses(question, tries, least)
        if best.proven:
            assert (best.misses, best.total) == (misses, total)
        else:
            assert len(seen) >= calls
            assert best.least <= misses < best.misses
            assert best.total == least.bounds.upper

    @pytest.mark.parametrize(("words", "tries"), [(DEAR, 2), (FREE, 3)])
    def test_of_a_search_of_which_no_end_is_seen_are_bounds(self, monkeypatch, words, tries):
        game = emi.Motus(words)
        least = solve(game, Average())
        stopping(monkeypatch, lambda model: any(model.steps))
        best = fewest_misses(Question(game), tries, least)
        assert best.least == by_definition(game, tries)[0] < best.misses
        assert best.tree is least.tree

    def test_are_held_to_what_is_proven(self, monkeypatch):
        game = emi.Motus(DEAR)
        least = solve(game, Average())
        monkeypatch.setattr(AverageSearch, "_strategy", lambda *_: least.tree)
        monkeypatch.setattr(CostSearch, "_strategy", lambda *_: least.tree)
        wrong = "a strategy takes 18 tries and misses 4 within 2, proven are 19 and 3"
        with pytest.raises(AssertionError, match=wrong):
            fewest_misses(Question(game), 2, least)


@pytest.fixture(scope="module")
def rows():
    return pareto(long_game())


class TestTheFront:
    def test_has_a_row_for_each_number_of_tries_with_its_fewest_misses(self, rows):
        game = long_game()
        worst, least = solve(game).bounds.upper, solve(game, Average())
        assert [row.tries for row in rows] == [*range(1, worst + 1), None]
        assert contradictions(rows) == []
        assert all(row.proven for row in rows)
        for row in rows[:-1]:
            assert row.misses_upper == len(row.missed)
            assert row.misses_upper == solve(game, Guaranteed(row.tries)).bounds.upper
        assert rows[-2].misses_upper == 0
        assert rows[-2].total_upper == solve(game, Average(within=worst)).bounds.upper
        assert rows[-1].total_upper == least.bounds.upper < max(row.total_upper for row in rows)
        assert (rows[-1].misses_upper, rows[-1].missed) == (0, ())
        assert (rows[-1].first_guess, rows[-1].worst) == (least.first_guess, least.worst)

    def test_of_words_that_tell_nothing(self):
        rows = pareto(emi.Motus(FAMILY))
        assert [row.misses_upper for row in rows] == [*range(9, -1, -1), 0]
        assert {(row.total_upper, row.worst) for row in rows} == {(55, 10)}

    def test_of_chosen_numbers_of_tries(self, rows):
        some = pareto(long_game(), tries=[3, 5])
        assert [row.tries for row in some] == [3, 5, None]
        totals = [rows[at].total_upper for at in (2, 4, -1)]
        assert [row.total_upper for row in some] == totals

    def test_of_weights_misses_the_lightest(self):
        rows = pareto(emi.Motus(FAMILY[:4]), weights=(1, 5, 2, 7))
        assert [row.misses_upper for row in rows] == [8, 3, 1, 0, 0]
        assert {(row.weight, row.total_upper) for row in rows} == {(15, 27)}
        assert rows[1].missed == ("BOTTE", "DOTTE")
        heavy = [at * 10**7 for at in (1, 2, 3, 4)]
        assert [row.tries for row in pareto(emi.Motus(FAMILY[:4]), weights=heavy)] == [
            1, 2, 3, 4, None,
        ]  # fmt: skip

    @pytest.mark.parametrize(
        "stopping",
        [{"watch": lambda _: False}, {"limits": Limits(seconds=1e-9)}, {"limits": Limits(nodes=1)}],
        ids=["watch", "time", "nodes"],
    )
    def test_that_is_stopped_before_the_average_is_known_has_no_row(self, stopping):
        assert pareto(long_game(), **stopping) == []

    @pytest.mark.parametrize("calls", [4, 8, 12, 16, 24, 32, 48, 64])
    def test_that_is_stopped_later_has_rows_that_are_true_and_asks_no_more(self, rows, calls):
        seen = []
        found = pareto(long_game(), watch=lambda p: seen.append(p) or len(seen) < calls)
        assert len(seen) <= calls
        self.hold(found, rows)

    def hold(self, found, rows):
        whole = {row.tries: row for row in rows}
        for row in found:
            true = whole[row.tries]
            assert row.misses_lower <= true.misses_upper <= row.misses_upper
            assert row.total_upper <= true.total_upper
            assert not row.proven or row.misses_upper == true.misses_upper
        assert [row.tries for row in found] == [t for t in whole if t in {r.tries for r in found}]

    def test_has_limits_for_the_whole(self, rows):
        """Not for each row: what the first ones take, the last ones lack."""
        game = long_game()
        taken = []
        for tries in (3, 5):
            question = Question(game)
            fewest_misses(question, tries, question.solve(Average()))
            taken.append(question.nodes)
        limits = Limits(nodes=max(taken) + 1)
        for tries in (3, 5):
            assert all(row.proven for row in pareto(game, tries=[tries], limits=limits))
        both = pareto(game, tries=[3, 5], limits=limits)
        assert [(row.tries, row.proven) for row in both] == [(3, True), (5, False), (None, True)]
        self.hold(both, rows)

    def test_has_one_limit_of_time(self, rows, monkeypatch):
        """Whatever is asked after it is reached is bounds."""
        real = pareto_front.fewest_misses

        def late(question, tries, least):
            if tries > 3:
                question.began -= 1000
            return real(question, tries, least)

        monkeypatch.setattr(pareto_front, "fewest_misses", late)
        found = pareto(long_game(), tries=range(1, 7), limits=Limits(seconds=900))
        assert [row.proven for row in found] == [True] * 3 + [False] * 3 + [True]
        self.hold(found, rows)

    @pytest.mark.parametrize(
        ("wanted", "least"),
        [(lambda model: model.last is None and model.miss, 1), (lambda model: model.miss == 1, 0)],
        ids=["the average", "the misses"],
    )
    def test_rows_of_which_something_is_not_known_are_bounds(
        self, rows, monkeypatch, wanted, least
    ):
        stopping(monkeypatch, wanted)
        found = pareto(long_game(), tries=[3, 5])
        assert [row.tries for row in found] == [3, 5, None]
        self.hold(found, rows)
        three, true = found[0], rows[2]
        assert not three.proven
        assert three.misses_lower == (true.misses_upper if least else 0)
        assert three.misses_upper == len(three.missed) > true.misses_upper
        assert three.total_upper == found[-1].total_upper == rows[-1].total_upper

    def test_is_the_same_from_the_store(self, rows):
        store = Memory()
        whole = [(row.tries, row.misses_upper, row.total_upper) for row in rows]
        for _ in range(2):
            again = pareto(long_game(), store=store)
            assert [(row.tries, row.misses_upper, row.total_upper) for row in again] == whole
        assert any(label.startswith("motus, front at 3, ") for label in store.labels.values())


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

    @pytest.mark.parametrize(
        ("game", "first", "message"),
        [
            (emi.Motus(DEAR).hardened(), None, "expected the objective worst"),
            (emi.Motus(DEAR), "CABLE", "CABLE: it is not among the guesses"),
        ],
    )
    def test_refuse_games_and_first_guesses_that_there_are_not(self, game, first, message):
        with pytest.raises(OptionError, match=message):
            play_optimal(game, 2, first=first)
