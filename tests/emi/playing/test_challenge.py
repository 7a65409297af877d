"""A challenge: words that the program finds against the clock."""

import json
from dataclasses import replace

import pytest

import emi
from emi.errors import CellError, OptionError, WordError
from emi.lexicon.load import Lexicon
from emi.playing.challenge import Challenge
from emi.reports import render
from tests.emi.cases import FAMILY

WORDS = ["CARTE", "CARIE", "CRATE", "COUPE", "CIBLE", "CABLE", "CADRE", "ABACA", "LEGALES"]
LEXICON = Lexicon("tiny", tuple(sorted(WORDS)), "unknown", "tiny")
HARDLY = Lexicon("hardly", tuple(sorted(FAMILY)), "unknown", "hardly")


def untimed(ended):
    """Return a challenge that took no time."""
    return replace(ended, attempts=tuple(replace(one, seconds=0.0) for one in ended.attempts))


def test_every_word_is_found_by_its_answers_alone(golden):
    begun, told = [], []
    challenge = Challenge(["cadre", "Légales", "cible"], LEXICON)
    ended = challenge.run(
        lambda word, game: begun.append((word, game.name)), lambda *one: told.append(one)
    )
    assert begun == [("CADRE", "C5"), ("LEGALES", "L7"), ("CIBLE", "C5")]
    assert [turn.guess for turn, _ in told if set(turn.feedback) == {"G"}] == [
        "CADRE",
        "LEGALES",
        "CIBLE",
    ]
    assert ended.won
    assert [one.found for one in ended.attempts] == [True] * 3
    assert [one.tries for one in ended.attempts] == [5, 6, 5]
    worst = emi.solve(emi.Motus.of_cell("C5", LEXICON)).bounds.upper
    assert all(len(one.turns) <= worst for one in ended.attempts)
    for one, cell in zip(ended.attempts, challenge.cells, strict=True):
        game = challenge.starts[cell].game
        assert all(turn.feedback == game.feedback(turn.guess, one.word) for turn in one.turns)
    golden(repr(ended))


def test_it_is_lost_where_nobody_can_be_sure(golden):
    """Each word of a family tells only whether it is right, so in two tries two are found."""
    ended = Challenge(FAMILY[:4], HARDLY, initial=False, tries=2).run()
    assert sum(one.found for one in ended.attempts) <= 2
    assert not ended.won
    golden(render(untimed(ended).table(), "table"))


def test_tries_and_hard_play_are_as_asked():
    ended = Challenge(FAMILY[-1:], HARDLY, initial=False, tries=10, hard="possible").run()
    assert ended.won
    assert ended.attempts[0].game == "5 (hard: possible)"


def test_the_clock_ends_it():
    ended = Challenge(["cadre", "cible"], LEXICON, clock=1e-9).run()
    assert [one.turns for one in ended.attempts] == [(), ()]
    assert not ended.won


def test_the_table_is_for_programs_too():
    document = json.loads(render(Challenge(["abaca"], LEXICON).run().table(), "json"))
    assert (document["won"], document["clock"]) == (True, 180.0)
    assert document["attempts"][0]["turns"][0]["guess"] == "ABACA"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], OptionError),
        (["CARNE"], WordError),
        (["ZEBRE"], CellError),
        (["C4RTE"], WordError),
    ],
)
def test_what_is_no_word_is_refused_before_the_clock_runs(words, error, refused):
    with refused(error):
        Challenge(words, LEXICON)
