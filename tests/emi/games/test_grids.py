"""Grids of several boards, as sites share them: made-up results of random games."""

import random

import pytest

import emi
from emi import ClueError, Wordle
from emi.games.grids import read_grids
from emi.games.notation import PALETTES

WORDS = ["CARE", "CORE", "LINE", "LION", "LIVE", "LOON"]
GAME = Wordle(WORDS)
RIGHT = "GGGG"
#: Beside each other: all, two, or none.
WIDTHS = {2: (1, 2), 4: (1, 2, 4), 8: (2,)}


def shared(rows, wide, fill):
    """Return grids as a site writes them: a found board is filled up."""
    blocks = []
    for at in range(0, len(rows), wide):
        lines = zip(*rows[at : at + wide], strict=True)
        blocks.append("\n".join(" ".join(marks or fill for marks in line) for line in lines))
    return "\n\n".join(blocks)


@pytest.mark.parametrize("boards", [2, 4, 8])
@pytest.mark.parametrize("signs", [PALETTES["classic"], "GYB", "210", "+-."])
def test_grids_are_those_of_the_game(boards, signs):
    source = random.Random(boards)
    for _ in range(20):
        secrets = source.choices(WORDS, k=boards)
        guesses = source.sample(WORDS, source.randint(2, 6))
        if {*secrets} <= {*guesses}:
            guesses = guesses[: max(map(guesses.index, secrets)) + 1]
        rows = []
        for secret in secrets:
            marks = [GAME.feedback(guess, secret) for guess in guesses]
            end = marks.index(RIGHT) + 1 if RIGHT in marks else len(marks)
            rows.append(marks[:end] + [""] * (len(marks) - end))
        expected = [(guess, [row[at] for row in rows]) for at, guess in enumerate(guesses)]
        notation = str.maketrans("GYB", signs)
        written = [[marks.translate(notation) for marks in row] for row in rows]
        fill = "BBBB".translate(notation)
        for wide in WIDTHS[boards]:
            grids, words = shared(written, wide, fill), " ".join(guesses)
            for text in (
                f"Daily Quordle #0031\n6️⃣4️⃣\n\n{grids}\nwww.example.org/quordle/\n\n{words}",
                f"{words}\n\n{grids}\n",
                "\n".join(guesses) + f"\n\n{grids}\n",
            ):
                read = read_grids(text, GAME, boards)
                assert [guess for guess, _ in read] == guesses
                position = emi.Boards(GAME, boards).start()
                position.hear(text)
                assert [(turn.guess, [*turn.feedback]) for turn in position.turns] == expected


@pytest.mark.parametrize(
    "text",
    ["", "lion", "lion care", "lyre\nggbb\nbbbb", "lion ggby ggbb\ncare bbbg bbbg",
     "lion\nggby\nggbb\n\ncare\nbbbg\nbbbg", "lion\nggby\nggbb"],
)  # fmt: skip
def test_what_is_no_grid_is_left_to_others(text):
    assert read_grids(text, GAME, 2) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("GGBB BBBB", "feedback without a guess"),
        ("lion care\nBBBB", "1 grid, expected one for each of the 2 boards"),
        ("lion care\nBBBB\nBBBB\nBBBB\nBBBB", "1 grid, expected one for each"),
        ("lion care\nBBBB BBBB BBBB\nBBBB BBBB BBBB", "3 grids, expected one for each"),
        ("lion care core\nBBBB BBBB\nBBBB BBBB", "board 1: 2 rows for 3 guesses"),
        ("lion care\nBBBB GGGG\nBBBB BBBB\nBBBB BBBB", "board 1: 3 rows for 2 guesses"),
        ("lion care\nGGGG BBBB\nBBBB BBBB\nBBBB BBBB", "board 2: 3 rows for 2 guesses"),
    ],
)
def test_a_grid_that_does_not_fit_is_refused(text, message):
    with pytest.raises(ClueError, match=message):
        read_grids(text, GAME, 2)


def test_the_palette_is_that_of_the_tiles():
    rows = "GGBY GGGG\nGGGG BBBB".translate(str.maketrans("GYB", PALETTES["contrast"]))
    position = emi.Boards(GAME, 2).start()
    position.hear(f"{rows}\n\nlion line")
    assert [turn.feedback for turn in position.turns] == [("GGBY", "GGGG"), ("GGGG", "")]
