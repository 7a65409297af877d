"""Mastermind: find a row of coloured pegs; colours may repeat. Logik has five pegs of eight.

Source of Logik: A. Heeffer and H. Heeffer, "Near-optimal strategies for the game of Logik".
"""

from __future__ import annotations

import string
from itertools import product

from emi.errors import GameError
from emi.games.feedback import MARKERS
from emi.games.pegs import MOST_PEGS, PegGame, check_memory, check_number

SYMBOLS = string.digits[1:] + string.ascii_uppercase


class Mastermind(PegGame):
    """A game over all rows of so many pegs of so many colours, in numerical order.

    Feedback such as ``1b2w`` is one black marker, for a peg of the right colour in the right place,
    and two white ones, for the right colour in another place.

    Parameters
    ----------
    pegs, colours : int
    alphabet : str, optional
        A character for each colour, in order; by default 1 to 9, then A to Z, so that the first
        code of four pegs is 1111.
    name : str, optional
        What to call the game; by default such as ``mastermind:4x6``.

    Raises
    ------
    GameError
        If there are no pegs or colours, or more colours than characters.
    MemoryNeedError
        If there are more codes than a feedback matrix has room for.

    Examples
    --------
    >>> game = Mastermind(4, 6)
    >>> game, game.secrets[0], game.secrets[-1]
    (<Mastermind mastermind:4x6: 1296 secrets, 1296 guesses>, '1111', '6666')
    >>> game.feedback("1122", "2142"), len(game.answers)
    ('2b1w', 14)
    """

    rule = "mastermind"
    marks = MARKERS
    every = True

    def __init__(
        self, pegs: int, colours: int, alphabet: str | None = None, *, name: str | None = None
    ) -> None:
        name = name or f"{self.rule}:{pegs}x{colours}"
        if alphabet is None:
            alphabet = SYMBOLS
        elif len(set(alphabet)) < max(len(alphabet), colours):
            raise GameError(
                f"{name}: alphabet {alphabet!r}, expected {colours} characters or more, all "
                "different"
            )
        check_number(name, pegs, MOST_PEGS, "peg")
        check_number(name, colours, len(alphabet), "colour")
        check_memory(name, colours**pegs)
        super().__init__(map("".join, product(alphabet[:colours], repeat=pegs)), name=name)


class Logik(Mastermind):
    """Mastermind with five pegs of eight colours, under the letters of its authors.

    These are b (black), c (cyan), g (grey), r (red), y (yellow), l (blue), p (pink) and w (white),
    in this order. The class numbers are the return codes of their Table 1.

    Raises
    ------
    MemoryNeedError
        If its feedback matrix, of 1 GiB, does not fit.

    Examples
    --------
    >>> game = Logik()
    >>> game.secrets[:3], game.answers[13]
    (('bbbbb', 'bbbbc', 'bbbbg'), '3b1w')
    """

    def __init__(self) -> None:
        super().__init__(5, 8, "bcgrylpw", name="logik")
