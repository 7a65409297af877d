"""The time of heuristics for a whole list (the paper gives 52 hours), and for games with pegs.

The memory that they need, too.
"""

import csv
import io

import pytest

from tests.bench.conftest import LEXICA

pytestmark = pytest.mark.bench


@pytest.fixture
def played(as_process, benchmark):
    """Return a function that plays heuristics and records their performance."""

    def played(line, lexicon=None):
        text = as_process(f"compare {line} --format csv", lexicon)
        for row in csv.DictReader(io.StringIO(text)):
            figures = "/".join(row[column] for column in ("mean", "fails", "worst"))
            benchmark.extra_info[next(iter(row.values()))] = figures

    return played


def test_the_nine_heuristics_of_the_paper(played, lexicon):
    played("", lexicon)


@pytest.mark.parametrize("heuristic", ["Sum", "Minimax"])
def test_one_heuristic(played, lexicon, heuristic):
    played(f"--heuristic {heuristic}", lexicon)


@pytest.mark.parametrize("game", ["mastermind:4x6", "moo"])
def test_all_heuristics_of_a_game(played, game):
    played(f"{game} --heuristic all")


def test_the_usual_heuristics_of_logik(played):
    """All of them take many minutes."""
    played("logik")


@pytest.mark.parametrize("heuristic", ["Information", "PossibleInformation"])
def test_one_heuristic_of_logik(played, heuristic):
    played(f"logik --heuristic {heuristic}")


def test_jotto_over_a_long_list(played):
    words = LEXICA / "wordle_guesses.txt"
    if not words.exists():
        pytest.skip(f"{words.name} is not at hand")
    played(f"jotto:{words} --heuristic Information")
