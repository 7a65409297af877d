"""The two proven rows: what no strategy does better, played against every secret."""

import random

import pytest
from emi.optimal_play import play_optimal
from emi.optimum import Question, average, guaranteed

from emi.errors import OptionError
from emi.games.mastermind import Mastermind
from emi.games.motus import Motus
from emi.playing.heuristics import play_all, settings
from emi.playing.named import FEWEST_FAILS, LEAST_AVERAGE
from search.model.limits import Stopped
from search.solve.cost import average as search_average

# Within 2 tries the least average, 18, fails four words, and another strategy of 19 three.
WORDS = ["CAGOT", "CAOUA", "CLAIE", "CLAME", "CLAPE", "CLAVE", "COQUA"]


def fails(played, allowed):
    return int((played.tries > allowed).sum())


def drawn(seed, many=20):
    source = random.Random(seed)
    found = set()
    while len(found) < many:
        found.add("A" + "".join(source.choice("ABCD") for _ in range(4)))
    return Motus(sorted(found))


def test_are_the_least_average_and_the_fewest_fails():
    least, fewest = play_optimal(Motus(WORDS), 2)
    assert (least.name, least.total, fails(least, 2)) == (LEAST_AVERAGE, 18, 4)
    assert (fewest.name, fewest.total, fails(fewest, 2)) == (FEWEST_FAILS, 19, 3)
    assert {(one.ties, one.direction) for one in (least, fewest)} == {("", "")}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("allowed", [2, 3, 4])
def test_are_betters_of_every_method(seed, allowed):
    game = drawn(seed)
    least, fewest = play_optimal(game, allowed)
    others = play_all(game, settings(["Sum", "Max", "Bobo", "Minimax", "Information", "Gini"]))
    assert least.total == average(Question(game)).upper
    assert fails(fewest, allowed) == guaranteed(Question(game), allowed).upper
    for other in [*others, fewest]:
        assert least.total <= other.total
    for other in [*others, least]:
        assert (fails(fewest, allowed), fewest.total) <= (fails(other, allowed), other.total)


def test_with_tries_enough_both_are_one():
    least, fewest = play_optimal(Motus(WORDS), 4)
    assert least.tries.tolist() == fewest.tries.tolist()


def test_without_a_limit_nothing_fails():
    (least,) = play_optimal(Mastermind(2, 3))
    assert least.name == LEAST_AVERAGE
    assert least.total == average(Question(Mastermind(2, 3))).upper


def test_begin_with_the_first_guess():
    game = Motus(WORDS)
    for first in WORDS:
        for played in play_optimal(game, 2, first=first):
            assert played.tries[WORDS.index(first)] == 1
            assert played.counts[0] == 1
    totals = {play_optimal(game, 2, first=first)[0].total for first in WORDS}
    assert min(totals) == 18 < max(totals)


def test_whoever_waits_hears_which_of_them_is_searched():
    heard = []
    play_optimal(Motus(WORDS), 2, watch=lambda progress: heard.append(str(progress)) or True)
    assert {line.split()[0] for line in heard} == {LEAST_AVERAGE, FEWEST_FAILS}


@pytest.mark.parametrize("calls", range(1, 20))
def test_stop_when_told_with_the_truth_or_nothing(calls):
    seen = []

    def watch(progress):
        seen.append(progress)
        return len(seen) < calls

    try:
        found = play_optimal(Motus(WORDS), 2, watch=watch)
    except Stopped:
        assert len(seen) >= calls
    else:
        assert [one.total for one in found] == [18, 19]


def test_stop_while_ties_are_broken(monkeypatch):
    """What is known by then is of the least average, but not the strategy that is asked for."""
    going = [True]
    real = search_average._rarely

    def rarely(*asked):
        going[0] = False
        return real(*asked)

    monkeypatch.setattr(search_average, "_rarely", rarely)
    with pytest.raises(Stopped):
        play_optimal(Motus(WORDS), watch=lambda _: going[0])


@pytest.mark.parametrize(
    ("game", "first", "message"),
    [
        (Motus(WORDS).hardened(), None, "expected the objective worst"),
        (Motus(WORDS), "CABLE", "CABLE: it is not among the guesses"),
    ],
)
def test_games_and_first_guesses_that_there_are_not(game, first, message):
    with pytest.raises(OptionError, match=message):
        play_optimal(game, 2, first=first)
