"""Unfair lists: results are compared with the definition, over all ways to shorten a list."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

import emi
from emi.analysis import fairness as inner
from emi.cache import DiskStore
from emi.errors import GameError, OptionError, WordError
from emi.objectives.guaranteed import Guaranteed
from emi.questions import records
from emi.questions.question import Question
from emi.questions.searching import searched
from emi.questions.solving import known_solution, solution_of
from emi.results.fairness import Fairness
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped
from emi.search.solve import engine
from emi.search.solve.cost import guaranteed

#: Words that differ in one place, and some that tell them apart.
CLUSTER = ["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CASES", "CAVES"]
OTHERS = ["CARIE", "CHUTE", "CRIME", "COUDS", "CIVIL"]


def worst(game, candidates=None):
    return emi.solve(game, candidates=candidates).bounds.upper


def lists():
    """Yield games of few words over few letters, which are hard to tell apart."""
    draw = random.Random(16)
    every = [f"{a}{b}{c}" for a in "ABCDEF" for b in "AB" for c in "ABC"]
    for at in range(12):
        words = draw.sample(every, 9)
        yield emi.Motus(words, name=f"one list {at}"), 2 + at % 2
        yield emi.Wordle(words[:7], words, name=f"two lists {at}"), 2


@pytest.mark.parametrize(("game", "tries"), [*lists()], ids=lambda one: getattr(one, "name", None))
def test_no_fewer_words_are_enough(game, tries):
    found = emi.fairness(game, tries)
    assert found.fair == (worst(game) <= tries)
    assert found.worst == emi.solve(game).bounds
    assert found.misses == emi.solve(game, emi.Guaranteed(tries)).bounds
    assert len(found.missed) == found.misses.upper
    assert found.removals.upper == len(found.removed)
    assert worst(game.without(found.removed)) <= tries
    enough = next(
        size
        for size in range(len(game.secrets))
        if any(worst(game.without(some)) <= tries for some in combinations(game.secrets, size))
    )
    assert found.removals.lower <= enough <= found.removals.upper


@pytest.mark.parametrize(("game", "tries"), [*lists()], ids=lambda one: getattr(one, "name", None))
def test_every_secret_that_is_missed_stands_in_a_cluster(game, tries):
    found = emi.fairness(game, tries)
    assert {*found.missed} == {code for one in found.clusters for code in one.missed}
    assert found.final
    for cluster in found.clusters:
        assert {*cluster.missed} <= {*cluster.secrets}
        assert worst(game, cluster.secrets) > tries
        assert cluster.minimal
    others = [code for code in game.secrets if code not in found.missed]
    assert worst(game, others) <= tries


def test_words_that_differ_in_one_place(golden):
    found = emi.fairness(emi.Motus([*CLUSTER, *OTHERS], name="C5"), 4)
    (cluster,) = found.clusters
    assert {*cluster.secrets} <= {*CLUSTER}
    assert {*cluster.secrets} > {*found.missed} == {*found.removed}
    assert found.removals.proven
    golden(repr(found))


def test_a_fair_game_needs_nothing(golden):
    found = emi.fairness(emi.Motus(OTHERS, name="C5"))
    assert (found.fair, found.tries, found.removed, found.clusters) == (True, 5, (), ())
    assert found.removals == Bounds(0, 0)
    golden(repr(found))


def test_codes_of_pegs_leave_the_symmetry_of_the_game():
    game = emi.Mastermind(2, 4)
    found = emi.fairness(game, 3)
    assert found.removed
    rest = game.without(found.removed)
    assert worst(rest) <= 3
    assert rest.key != game.key
    assert emi.solve(game).bounds.upper > 3  # The game itself is as it was.


def test_a_limit_leaves_bounds():
    game = emi.Motus.of_cell("C5")
    found = emi.fairness(game, limits=Limits(nodes=1))
    assert found.fair is None
    assert not found.removals.proven
    assert found.removed is None
    assert "not known" in repr(found)


def test_what_is_left_out_gives_an_upper_bound_where_the_fewest_are_not_known(monkeypatch):
    def unproven(asked, lower=0):
        if asked.objective.name == "guaranteed":
            return known_solution(asked)
        return solution_of(asked, lower)

    game = emi.Motus([*CLUSTER, *OTHERS], name="C5")
    least = emi.fairness(game, 4)
    monkeypatch.setattr(inner, "solution_of", unproven)
    monkeypatch.setattr("emi.search.solve.worst_case.missed.SETS", 1)
    found = emi.fairness(game, 4)
    assert 0 < found.misses.lower < least.misses.upper
    assert least.misses.upper <= len(found.missed) == found.misses.upper
    assert worst(game.without(found.removed)) <= 4
    assert least.final
    assert not found.final


def test_a_strategy_gives_fewer_where_it_takes_too_long_to_look_for_them(monkeypatch):
    # The first secret of each core is not the one that occurs in most cores.
    monkeypatch.setattr("emi.search.solve.worst_case.missed.left_out", more_than_need_be)
    game = emi.Motus([*CLUSTER, *OTHERS], name="C5")
    whole = emi.fairness(game, 4)
    assert whole.final
    monkeypatch.setattr("emi.search.solve.worst_case.missed.SETS", 1)
    found = emi.fairness(game, 4)
    assert found.final
    assert len(found.missed) == found.misses.upper == whole.misses.upper
    assert worst(game.without(found.removed)) <= 4
    # A long search takes turns: nodes end them, not the clock.
    monkeypatch.setattr(guaranteed, "PATIENCE", 0)
    monkeypatch.setattr(engine, "SLICE", 0.0)
    slow = emi.fairness(game, 4)
    monkeypatch.setattr(engine, "SLICE", 1.0)
    assert (slow.missed, slow.final) == (emi.fairness(game, 4).missed, True)


def test_stored_bounds_count_where_the_search_reaches_a_limit(monkeypatch, tmp_path):
    monkeypatch.setattr("emi.search.solve.worst_case.missed.left_out", more_than_need_be)
    monkeypatch.setattr("emi.search.solve.worst_case.missed.SETS", 1)
    game = emi.Motus([*CLUSTER, *OTHERS], name="C5")
    with DiskStore(tmp_path) as store:
        full = emi.fairness(game, 4, store=store)
        found = emi.fairness(game, 4, store=store, limits=Limits(nodes=1))
    assert found.misses == full.misses
    assert full.final
    assert not found.final


def test_a_strategy_that_was_kept_does_not_change_what_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr("emi.search.solve.worst_case.missed.left_out", more_than_need_be)
    monkeypatch.setattr("emi.search.solve.worst_case.missed.SETS", 1)
    game = emi.Motus([*CLUSTER, *OTHERS], name="C5")
    found = emi.fairness(game, 4)
    with DiskStore(tmp_path) as store:
        asked = Question(game, store=store).asking(Guaranteed(4))
        others = (solution_of(replace(asked, first=word, store=None)) for word in game.guesses)
        other = next(
            one for one in others if one.bounds == found.misses and one.missed != found.missed
        )
        records.keep_strategy(asked, records.read(asked), searched(asked), other.outline)
        assert known_solution(asked).missed == other.missed
        assert emi.fairness(game, 4, store=store).missed == found.missed
        # What the search from nothing finds is kept.
        assert known_solution(asked).missed == found.missed


def more_than_need_be(_, members, _weights):
    """Return that all but a few secrets are missed, each of which has no core."""
    return dict.fromkeys([*members][2:])


def test_where_time_is_up_the_strategy_of_the_worst_case_tells_what_is_missed(monkeypatch):
    game = emi.Motus([*CLUSTER, *OTHERS], name="C5")

    def stopped(*_):
        raise Stopped

    monkeypatch.setattr("emi.search.solve.worst_case.missed.left_out", stopped)
    found = emi.fairness(game, 4)
    assert found.clusters == ()
    assert not found.final
    assert len(found.missed) == found.misses.upper
    monkeypatch.setattr(inner, "solution_of", lambda one, _=0: known_solution(one))
    late = inner._Unfair(Question(game), 4)
    others = {*game.secrets} - {*late.codes(late.missed)}
    monkeypatch.undo()
    assert worst(game, others) <= 4


def test_clusters_that_are_not_minimal_are_called_so(monkeypatch, golden):
    game = emi.Motus.of_cell("R5")
    (minimal,) = emi.fairness(game).clusters
    assert minimal.minimal
    # To find the core of a set is quick here, to shrink it is not.
    for name in ("shrink.LOOKS", "shrink.AT_LEAST", "missed.AT_LEAST"):
        monkeypatch.setattr(f"emi.search.solve.worst_case.{name}", 50_000)
    found = emi.fairness(game)
    assert not all(one.minimal for one in found.clusters)
    golden(str(emi.table(found)))


def test_it_shows_itself_as_a_table(golden):
    found = emi.fairness(emi.Motus([*CLUSTER, *OTHERS], name="C5"), 4)
    assert isinstance(found, Fairness)
    text = str(emi.table(found))
    assert "together with CA" in text
    golden(text)
    assert "<table" in found._repr_html_()


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: emi.fairness("moo:2x3"), OptionError),
        (lambda: emi.fairness("moo:2x3", 0), OptionError),
        (lambda: emi.fairness("moo:2x3", True), OptionError),
        (lambda: emi.fairness(emi.Mastermind(2, 3).hardened(), 2), OptionError),
        (lambda: emi.Moo(1, 2).without(["0", "1"]), GameError),
        (lambda: emi.Motus(["AS"]).without(["AS"]), WordError),
    ],
)
def test_what_cannot_be_asked_is_refused(ask, error, refused):
    with refused(error):
        ask()


class TestWhatIsTakenOff:
    GAME = emi.Motus([*CLUSTER, *OTHERS], name="C5")

    def test_is_more_until_the_rest_is_fair(self):
        unfair = inner._Unfair(Question(self.GAME), 4)
        # One that need not be missed: without it the rest is as unfair.
        unfair.missed = {self.GAME.secrets.index("CHUTE")}
        removed, _ = unfair.removed()
        assert worst(self.GAME.without(removed)) <= 4

    def test_is_not_said_of_a_rest_that_is_not_known(self):
        unfair = inner._Unfair(Question(self.GAME), 4)
        unfair.question = replace(unfair.question, limits=Limits().within(0))
        assert unfair.removed() == (None, False)
