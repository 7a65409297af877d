"""What the games of pegs share: so many right, so many right but in another place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from emi import memory
from emi.errors import GameError
from emi.games.codes import stock
from emi.games.feedback import pegs, written
from emi.games.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

#: The most pegs for which the classes are numbered in 8 bits.
MOST_PEGS = 21


class PegGame(Game):
    """A game over codes of pegs, any of which may be the secret and may be proposed.

    The class numbers of its feedback matrix are places in `answers`.

    Parameters
    ----------
    codes : iterable of str
        A character for each peg, the same number for all.
    name : str, optional
        What to call the game.
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
        """Return how many pegs are right, and how many more would be in another place.

        Raises
        ------
        GameError
            If a code has another number of pegs than those of the game.
        """
        self._check_lengths(guess, secret)
        return pegs(guess, secret, self.marks)

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


def check_number(name: str, number: int, most: int, what: str) -> None:
    """Raise a `GameError` if a game has no pegs or colours, or more than ``most``."""
    if number < 1:
        raise GameError(f"{name}: expected 1 {what} or more")
    if number > most:
        raise GameError(f"{name}: expected {most} {what}s or fewer")


def check_memory(name: str, codes: int) -> None:
    """Raise a `MemoryNeedError` if the matrix of so many codes does not fit: before making them."""
    memory.check(name, codes * codes * PegGame.bits // 8)
