"""Mastermind: find a row of coloured pegs; colours may repeat. Logik has five pegs of eight.

What all games of pegs share stands here too: so many right, so many right but in another place.
Source of Logik: A. Heeffer and H. Heeffer, "Near-optimal strategies for the game of Logik".
"""

from __future__ import annotations

import string
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Self

from emi import memory
from emi.errors import GameError
from emi.games.feedback import MARKERS, pegs, written
from emi.games.game import Game, stock

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

SYMBOLS = string.digits[1:] + string.ascii_uppercase
#: The most pegs for which the classes are numbered in 8 bits.
MOST_PEGS = 21


class PegGame(Game):
    """Mastermind or MOO on any codes, all of which may be the secret and may be proposed.

    The codes have a character for each peg, the same number for all. The class numbers of the
    feedback matrix are places in `answers`.
    """

    bits = 8
    parts = "pegs"
    #: What is written after the number of pegs that are right, and of those in another place.
    marks: tuple[str, str]
    #: Whether the codes are all there are, or all without a repetition, in numerical order: then
    #: guesses that differ only in the names of places and colours are tried once.
    every = False

    def __init__(self, codes: Iterable[str], *, name: str | None = None) -> None:
        super().__init__(codes, name=name)

    def feedback(self, guess: str, secret: str) -> str:
        """Return how many pegs are right, and how many more would be in another place."""
        guess, secret = self._codes(guess, secret)
        return pegs(guess, secret, self.marks)

    def without(self, codes: Iterable[str]) -> Self:
        """Return the same game without some of its codes, which are no longer all there are."""
        game = super().without(codes)
        game.every = False
        return game

    @property
    def answers(self) -> tuple[str, ...]:
        """The feedback of each class number: by rising number of pegs that are right in any place.

        Last comes the secret itself. That all pegs but one are right, and the last one would be in
        another place, cannot be.
        """
        return tuple(
            written(right, some - right, self.marks)
            for some in range(self.length + 1)
            for right in range(some + 1)
            if (right, some) != (self.length - 1, self.length)
        )

    @property
    def symmetric(self) -> bool:
        """True: two codes say the same of each other."""
        return True

    def _compiled(self) -> partial[None]:
        import numpy as np

        from emi.games.kernels.pegs import peg_rows

        codes = self._colours()
        places, have = np.ascontiguousarray(codes.T), stock(codes, int(codes.max()) + 1)
        return partial(peg_rows, codes, places, have)

    def _colours(self) -> NDArray[np.uint8]:
        """Return ``(codes, pegs)`` uint8, the colours numbered as they come.

        So the codes stay in numerical order whatever the alphabet.
        """
        import numpy as np

        points = np.frombuffer("".join(self.secrets).encode("utf-32-le"), np.uint32)
        _, met, colours = np.unique(points, return_index=True, return_inverse=True)
        number = met.argsort().argsort().astype(np.uint8)
        return number[colours].reshape(len(self.secrets), self.length)

    def _interchangeable_codes(self) -> NDArray[np.uint8] | None:
        return self._colours() if self.every else None


def check_size(name: str, pegs: int, symbols: int, most: int, what: str) -> None:
    """Refuse a game with no pegs, or no symbols such as colours, or too many of them."""
    for number, limit, part in ((pegs, MOST_PEGS, "peg"), (symbols, most, what)):
        if number < 1:
            raise GameError(f"{name}: expected 1 {part} or more")
        if number > limit:
            raise GameError(f"{name}: expected {limit} {part}s or fewer")


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
        check_size(name, pegs, colours, len(alphabet), "colour")
        memory.check(name, (colours**pegs) ** 2)  # A byte a pair, before the codes are made.
        super().__init__(map("".join, product(alphabet[:colours], repeat=pegs)), name=name)


class Logik(Mastermind):
    """Mastermind with five pegs of eight colours, under the letters of its authors.

    These are b (black), c (cyan), g (grey), r (red), y (yellow), l (blue), p (pink) and w (white),
    in this order. The class numbers are the return codes of their Table 1. If its feedback matrix,
    of 1 GiB, does not fit, that is a MemoryNeedError.
    """

    def __init__(self) -> None:
        super().__init__(5, 8, "bcgrylpw", name="logik")
