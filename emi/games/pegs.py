"""What the games with pegs have in common: so many right, so many right but in another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi import memory
from emi.compiling import once
from emi.errors import GameError
from emi.games.codes import stock
from emi.games.feedback import pegs, written
from emi.games.game import COMPILED, Game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from search.model.matrix import FeedbackMatrix

#: The most pegs for which the classes are numbered in 8 bits.
MOST_PEGS = 21


class PegGame(Game):
    """A game over codes of pegs, any of which may be the secret and may be proposed.

    Parameters
    ----------
    codes : iterable of str
        A character for each peg, the same number for all.
    name : str, optional
        What to call the game.
    """

    bits = 8
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
        for code in (guess, secret):
            if len(code) != self.length:
                raise GameError(f"code {code!r}: expected {self.length} pegs")
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

    def matrix(self, watch: Callable[[], bool] | None = None) -> FeedbackMatrix:
        """Return the feedback matrix; its class numbers are places in `answers`.

        Parameters
        ----------
        watch : callable, optional
            Called now and then; returns whether to go on.

        Raises
        ------
        Stopped
            If ``watch`` returned False.
        """
        import numpy as np

        from emi.games.kernels.pegs import peg_rows
        from search.model.matrix import FeedbackMatrix

        points = np.frombuffer("".join(self.secrets).encode("utf-32-le"), np.uint32)
        symbols, met, colours = np.unique(points, return_index=True, return_inverse=True)
        # Numbered as they come, so that the codes stay in numerical order whatever the alphabet.
        number = met.argsort().argsort().astype(np.uint8)
        codes = number[colours].reshape(len(self.secrets), self.length)
        places, have = np.ascontiguousarray(codes.T), stock(codes, len(symbols))
        rows = np.empty((len(codes), len(codes)), np.uint8)
        once("pegs", lambda: peg_rows(codes, places, have, 0, 0, rows))
        for first, last in self._spans(COMPILED, watch):
            peg_rows(codes, places, have, first, last, rows)
        known = codes if self.every else None
        return FeedbackMatrix(rows, self._own(), symmetric=True, codes=known)


def check_number(name: str, number: int, most: int, what: str) -> None:
    """Raise if a game has no pegs or colours, or more than there are symbols or numbers for.

    Parameters
    ----------
    name : str
        The game.
    number, most : int
    what : str
        What is counted, in the singular.

    Raises
    ------
    GameError
        If the number is not from 1 to ``most``.
    """
    if number < 1:
        raise GameError(f"{name}: expected 1 {what} or more")
    if number > most:
        raise GameError(f"{name}: expected {most} {what}s or fewer")


def check_memory(name: str, codes: int) -> None:
    """Raise if the feedback matrix of so many codes does not fit; to be asked before making them.

    Parameters
    ----------
    name : str
        The game.
    codes : int
        How many codes it has.

    Raises
    ------
    MemoryNeedError
        If more memory is needed than is available.
    """
    memory.check(name, codes * codes * PegGame.bits // 8)
