"""The page reads words and clues, and gives feedback, as the terminal does: both run in node."""

import json
import random
import sys
import unicodedata

import pytest

from emi.analysis.explored import Explored
from emi.errors import ClueError
from emi.games.notation import read_feedback
from emi.questions.question import Question
from emi.questions.solving import known_solution
from tests.emi.games.test_notation import TestTheVectors as Read
from tests.notation import FILE, GAMES
from tests.reports.page.node import in_node

#: The scripts of the page that the driver uses, in the order of the page.
SCRIPTS = "pace", "game", "clues"
#: Of these pieces texts are made that come close to a clue.
PIECES = [
    *"GYBgyb012349+-./:,;!bwacxBWAC \t\n\ufe0f\u00a0\x1f\x85\ufeff⚫⚪●○🟩🟨🟧🟦🟥🟡⬛⬜é",
    ":green_square:", ":large_yellow_circle:", ":white_large_square:", "::", "1b2w", " 3/6",
    "Wordle 1,234 3/6", "emi C5: 3", "GYBBB", "22001", "🟩⬛⬛🟨⬛", " : ", "Motus", "\u0666/6",
]  # fmt: skip


def read_otherwise(vectors):
    """Return the vectors that the scripts of the page read otherwise, with what they read."""
    games = [Explored(game, known_solution(Question(game))).plain() for game in GAMES]
    driver = FILE.with_suffix(".js").read_text("utf-8")
    return in_node(SCRIPTS, driver, {"games": games, "vectors": vectors})


def test_every_vector():
    assert read_otherwise(json.loads(FILE.read_text("utf-8"))) == []


def test_every_letter_is_spelt_as_in_a_list():
    # The youngest letters may be in the tables of one of the two alone.
    known = unicodedata.ucd_3_2_0
    signs = [
        chr(one)
        for one in range(sys.maxunicode + 1)
        if known.category(chr(one)) not in ("Cn", "Cs")
    ]
    assert len(signs) > 90_000
    assert read_otherwise({"words": [[f"a{one}b", Read.word(f"a{one}b")] for one in signs]}) == []


@pytest.mark.parametrize("seed", range(3))
def test_any_text_is_feedback_for_both_or_for_neither(seed):
    source = random.Random(seed)
    forms = [one for one in json.loads(FILE.read_text("utf-8"))["notation"] if one[-1]]
    notation, turns = [], []
    for _ in range(3_000):
        name, guess, text, _ = source.choice(forms)
        game = Read.GAMES[name]
        if source.random() < 0.3:
            text = "".join(source.choices(PIECES, k=source.randint(0, 1 + game.length)))
        for _ in range(source.randint(0, 2)):
            at = source.randint(0, len(text))
            text = text[:at] + source.choice(PIECES) + text[at + source.randint(0, 1) :]
        try:
            told = read_feedback(game, 1, guess, text)
        except ClueError:
            told = None
        notation.append([name, guess, text, told])
        line = source.choice([guess, guess.lower(), ""]) + source.choice([*": ", "", " :"]) + text
        if len(line.splitlines()) == 1:
            turns.append([name, line, Read.clue(line, game)])
    assert 600 < sum(told is not None for *_, told in notation) < 2400
    assert read_otherwise({"notation": notation}) == []
    assert read_otherwise({"turns": turns}) == []
