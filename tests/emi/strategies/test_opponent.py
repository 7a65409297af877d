"""What it takes to beat a greedy opponent, as users see it."""

import json

import pytest

import emi
from emi.search.model.limits import Limits
from emi.strategies.opponent import greedy_opponent

ALIKE = emi.Wordle(
    ["CALER", "CAMER", "CASER", "CAPER"], ["CALER", "CAMER", "CASER", "CAPER", "LAMPS"]
)


def test_it_says_the_way(golden):
    found = greedy_opponent(ALIKE)
    golden(repr(found))
    assert [(turn.guess, len(turn.possible)) for turn in found.turns[:1]] == [("LAMPS", 1)]
    assert found.turns[-1].feedback == "GGGGG"
    golden(str(emi.table(found)))


def test_out_of_time_it_says_bounds(golden):
    found = greedy_opponent("mastermind:3x4", limits=Limits().within(0))
    assert (found.turns, str(found.bounds), found.bounds.proven) == ((), "1..64", False)
    golden(str(found.table()))


def test_the_tie_break_that_pleases_is_said():
    found = greedy_opponent("mastermind:2x3")
    shown = str(found.table())
    assert ("keeping the best" in shown) == (str(found.bounds) != str(found.kindest))


@pytest.mark.slow
def test_absurdle_is_beaten_with_four_guesses_and_not_with_three(lexica):
    """Absurdle, qntm.org: whatever its tie-break."""
    game = emi.Wordle.of_files(lexica("wordle_secrets.txt"), lexica("wordle_guesses.txt"))
    found = greedy_opponent(game)
    assert (str(found.bounds), str(found.kindest), len(found.turns)) == ("4", "4", 4)


def test_in_hard_play_it_takes_what_is_allowed():
    """LAMPS tells all apart, and is no possible secret: without it, each word is proposed."""
    found = greedy_opponent(ALIKE.hardened("possible"))
    assert (str(found.bounds), str(found.kindest), len(found.turns)) == ("4", "4", 4)


def test_hard_play_is_an_option(ran, alike):
    data = json.loads(ran("report adversary", *alike, "--hard", "possible", "--format", "json"))
    assert (data["lower"], data["upper"], len(data["turns"])) == (4, 4, 4)


def test_on_the_command_line(ran, alike, golden):
    text = ran("report adversary", *alike)
    golden(text)
    data = json.loads(ran("report adversary", *alike, "--format", "json"))
    assert (data["lower"], data["upper"], data["kindest_upper"]) == (2, 2, 2)
    assert [len(turn["possible"]) for turn in data["turns"]] == [1, 1]
