"""Why a list is unfair: what is said is held to the definition, over all ways to shorten it."""

import random
from itertools import combinations

import pytest

import emi
from emi import fair as inner
from emi.errors import GameError, OptionError, WordError
from emi.questions.question import Question
from emi.results.fairness import Fairness
from search.model.bounds import Bounds
from search.model.limits import Limits

#: Words that differ in one place, and some that tell them apart.
CLUSTER = ["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CASES", "CAVES"]
#: More of them than need be missed.
GREEDY = ("CAVES", "CASES", "CAMES", "CAKES", "CAGES")
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
    for cluster in found.clusters:
        assert {*cluster.missed} <= {*cluster.secrets}
        assert worst(game, cluster.secrets) > tries
    others = [code for code in game.secrets if code not in found.missed]
    assert worst(game, others) <= tries


def test_words_that_differ_in_one_place():
    found = emi.fairness(emi.Motus([*CLUSTER, *OTHERS], name="C5"), 4)
    (cluster,) = found.clusters
    assert {*cluster.secrets} <= {*CLUSTER}
    assert {*cluster.secrets} > {*found.missed} == {*found.removed}
    assert found.removals.proven
    assert repr(found).startswith("<Fairness of C5 within 4 tries: unfair, ")
    assert "of 12 words to take off (proven)>" in repr(found)


def test_a_fair_game_needs_nothing():
    found = emi.fairness(emi.Motus(OTHERS, name="C5"))
    assert (found.fair, found.tries, found.removed, found.clusters) == (True, 5, (), ())
    assert found.removals == Bounds(0, 0)
    assert repr(found) == "<Fairness of C5 within 5 tries: fair>"


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


def test_a_strategy_gives_an_upper_bound_where_the_fewest_are_not_known(monkeypatch):
    solve = Question.solve

    def unproven(self, lower=0):
        return solve(self, lower) if self.objective.name != "guaranteed" else self.known()

    game = emi.Motus([*CLUSTER, *OTHERS], name="C5")
    least = emi.fairness(game, 4).misses.upper
    monkeypatch.setattr(Question, "solve", unproven)
    found = emi.fairness(game, 4)
    assert found.misses.lower == 0
    assert least <= len(found.missed) == found.misses.upper
    assert worst(game.without(found.removed)) <= 4


def test_it_shows_itself_as_a_table():
    found = emi.fairness(emi.Motus([*CLUSTER, *OTHERS], name="C5"), 4)
    assert isinstance(found, Fairness)
    text = str(emi.table(found))
    assert "beside CA" in text
    assert "no fewer are enough" in text
    assert "<table" in found._repr_html_()


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda: emi.fairness("moo:2x3"), OptionError, "moo:2x3: expected a number of tries"),
        (lambda: emi.fairness("moo:2x3", 0), OptionError, "tries=0: expected a whole number"),
        (lambda: emi.fairness("moo:2x3", True), OptionError, "tries=True: expected a whole"),
        (
            lambda: emi.fairness(emi.Mastermind(2, 3).hardened(), 2),
            OptionError,
            "expected a game that is not hard",
        ),
        (lambda: emi.Moo(1, 2).without("01"), GameError, "moo:1x2: no code would be left"),
        (lambda: emi.Motus(["AS"]).without(["AS"]), WordError, "motus: no word would be left"),
    ],
)
def test_what_cannot_be_asked_is_refused(ask, error, said):
    with pytest.raises(error) as refused:
        ask()
    assert said in str(refused.value)


class TestOnTheWay:
    """What large lists come to, asked of a small one."""

    GAME = emi.Motus([*CLUSTER, *OTHERS], name="C5")

    def test_what_is_found_with_the_others_is_not_missed(self):
        question = Question(self.GAME)
        missed, clusters = inner._clusters(question, GREEDY, 4, proven=False)
        assert {*missed} < {*GREEDY}
        assert worst(self.GAME, {*self.GAME.secrets} - {*missed}) <= 4
        assert {code for one in clusters for code in one.missed} == {*missed}

    def test_without_time_they_are_as_they_were(self):
        question = Question(self.GAME, limits=Limits(nodes=1))
        question.session.nodes = 1
        assert inner._clusters(question, GREEDY, 4, proven=False) == (GREEDY, [])

    def test_more_is_taken_off_until_the_rest_is_fair(self):
        removed = inner._removed(Question(self.GAME), (), 4)
        assert worst(self.GAME.without(removed)) <= 4

    def test_nothing_is_said_of_a_rest_that_is_not_known(self):
        question = Question(self.GAME, limits=Limits(nodes=1))
        question.session.nodes = 1
        assert inner._removed(question, (), 3) is None
