"""Grids of several boards, as sites share them: the feedback of each board by itself."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from emi.errors import ClueError
from emi.games.feedback import WELL_PLACED
from emi.games.notation import read_feedback, reads_as_feedback, with_tiles
from emi.reports.texts import refusal, said

if TYPE_CHECKING:
    from emi.games.game import Game

#: The kinds of lines: guesses, rows of grids, or neither, such as a title or a blank line.
GUESSES, ROWS, NEITHER = range(3)


def read_grids(text: str, game: Game, boards: int) -> list[tuple[str, list[str]]]:
    r"""Return the guesses of a shared result with the feedback of each board.

    All guesses stand before or after the grids. Grids stand beside each other, a space between
    them, or below each other, with a blank line between them. A grid ends with the row that finds
    its secret; later rows, titles and addresses are ignored.

    Parameters
    ----------
    text : str
        The shared result with the guesses, as pasted.
    game : Game
        The game of each board.
    boards : int
        The number of boards.

    Returns
    -------
    list of (str, list of str)
        Empty if guesses and feedback alternate, or there are no lines of feedback alone.

    Raises
    ------
    ClueError
        If there is no guess, if there are more or fewer grids than boards, or if a grid ends too
        early.

    Examples
    --------
    >>> from emi import Wordle
    >>> game = Wordle(["CARE", "CORE", "LION"])
    >>> read_grids("Dordle 5 2&1/7\nYBBB GGGG\nGGGG BBBB\n\nlion care", game, 2)
    [('lion', ['YBBB', 'GGGG']), ('care', ['GGGG', ''])]
    """
    lines = [line.replace(",", " ").split() for line in with_tiles(text).splitlines()]
    kinds = [_kind(tokens, game) for tokens in lines]
    order = [kind for kind, _ in groupby(kind for kind in kinds if kind != NEITHER)]
    if order == [ROWS]:
        raise refusal(ClueError, "errorBoardsGuess")
    if sorted(order) != [GUESSES, ROWS]:
        return []
    guesses = [word for words, kind in zip(lines, kinds, strict=True) if kind == GUESSES
               for word in words]  # fmt: skip
    shapes = [len(tokens) if kind == ROWS else 0 for tokens, kind in zip(lines, kinds, strict=True)]
    grids = list[list[str]]()
    at = 0
    for wide, run in groupby(shapes):
        block = lines[at : at + len([*run])]
        at += len(block)
        if wide:
            grids += [[*column] for column in zip(*block, strict=True)]
    if len(grids) != boards:
        # A guess with the feedback of each board below it is no grid.
        if len(guesses) == 1:
            return []
        raise refusal(ClueError, "errorGrids", n=len(grids), boards=boards)
    for place, grid in enumerate(grids, 1):
        _end(grid, guesses, game, place)
    return [(guess, [grid[at] for grid in grids]) for at, guess in enumerate(guesses)]


def _kind(tokens: list[str], game: Game) -> int:
    """Return the kind of a line: `GUESSES`, `ROWS` or `NEITHER`."""
    listed = [game.code(token) in game.guesses for token in tokens]
    if not tokens:
        return NEITHER
    if not any(listed) and all(reads_as_feedback(token, game, whole=True) for token in tokens):
        return ROWS
    # A guess may be off the list.
    words = (token.isalpha() and len(token) == game.length for token in tokens)
    return GUESSES if all(map(max, listed, words)) else NEITHER


def _end(grid: list[str], guesses: list[str], game: Game, place: int) -> None:
    """Cut a grid in place after the row that finds the secret; add empty rows for later guesses.

    Raise ClueError if it then has more or fewer rows than there are guesses.
    """
    right = WELL_PLACED * game.length
    for at, row in enumerate(grid, 1):
        if game.marked and read_feedback(game, at, game.guesses[0], row) == right:
            del grid[at:]
            grid += [""] * (len(guesses) - at)
            break
    if len(grid) != len(guesses):
        why = said("errorGridRows", n=len(grid), guesses=said("guesses", n=len(guesses)))
        raise refusal(ClueError, "errorBoard", n=place, error=why)
