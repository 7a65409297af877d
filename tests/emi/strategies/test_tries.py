"""The game knows its tries, and everything asks it: five or six in Motus, six in Wordle."""

import csv
import json

import pytest

import emi
from emi.published.parts import Inputs
from emi.published.words import table_4
from emi.results.performance import Trials, results


@pytest.mark.parametrize(("game", "tries"), [("wordle", 6), ("C5", 5), ("C6", 6)])
def test_of_the_objective_guaranteed_and_of_the_comparison_of_strategies(ran, named, game, tries):
    solved = json.loads(ran("solve --objective guaranteed --format json", *named(game)))
    assert solved["tries"] == tries
    played = json.loads(ran("compare --heuristic Sum --format json", *named(game)))
    (length,) = played["heuristics"][0]["lengths"]
    assert length["allowed"] == tries


def test_of_a_position():
    words = ["LIGNE", "LINGE", "SINGE", "SIGNE", "NEIGE"]
    for game, tries in (
        (emi.Wordle(words), 6),
        (emi.Motus(words), 5),
        (emi.Motus([f"{word}S" for word in words]), 6),
        (emi.Mastermind(2, 3), None),
    ):
        explained = emi.Position(game).explain(top=1)
        assert explained.game.allowed == game.tries == tries
        said = str(explained.table().summary)
        assert ("the game allows" in said) == (tries is not None)
        assert f"the game allows {tries} more guesses" in said or tries is None


class Impatient(emi.Motus):
    """A show that allows two tries, whatever the length."""

    tries = 2


def test_of_the_published_table():
    """Each heuristic fails what takes it more than the tries of the game."""
    game = Impatient(["BOTTE", "LOTTE", "NOTTE", "DOTTE"], lexicon=emi.load("fr"))
    inputs = Inputs(
        game.lexicon,
        (),
        1,
        lambda games, work: [
            work(one, limits=emi.Limits(), store=None, watch=lambda _: True) for one in games
        ],
    )
    fared = inputs.play([game], emi.strategies.heuristics.settings(["Sum", "Max"]))
    assert isinstance(fared[0], Trials)
    (fails,) = {one.fails for one in results(one for each in fared for one in each.performances)}
    lines = emi.table(table_4(game.lexicon, fared)).render("csv").splitlines()
    assert fails == 2
    assert [one["fails_obtained"] for one in csv.DictReader(lines)] == [str(fails)] * 2
