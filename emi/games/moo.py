"""MOO, or Bulls and Cows: find a number of which all digits are different."""

from __future__ import annotations

import string
from itertools import permutations
from math import perm

from emi import memory
from emi.errors import GameError
from emi.games.feedback import BULLS_COWS
from emi.games.mastermind import PegGame, check_size

SYMBOLS = string.digits + string.ascii_uppercase


class Moo(PegGame):
    """A game over all numbers of so many different digits, in numerical order.

    Feedback such as ``1B2C`` is one bull, a digit in the right place, and two cows, digits that the
    secret has in another place. The name is ``moo`` for four of the ten digits, else such as
    ``moo:3x6``.

    Parameters
    ----------
    pegs : int
        How many digits a number has.
    digits : int
        How many digits there are: 0 to 9, then A to Z.

    Raises
    ------
    GameError
        If there are no pegs or digits, or too many.
    MemoryNeedError
        If there are more codes than a feedback matrix has room for.

    Examples
    --------
    >>> game = Moo()
    >>> game, game.secrets[0], game.secrets[-1]
    (<Moo moo: 5040 secrets, 5040 guesses>, '0123', '9876')
    >>> game.feedback("0123", "0214"), len(game.answers)
    ('1B2C', 14)
    """

    rule = "moo"
    marks = BULLS_COWS
    every = True

    def __init__(self, pegs: int = 4, digits: int = 10) -> None:
        size = f"{pegs}x{digits}"
        name = f"{self.rule}:{size}"
        check_size(name, pegs, digits, len(SYMBOLS), "digit")
        if pegs > digits:
            raise GameError(
                f"{name}: expected {digits} pegs or fewer, for all digits are different"
            )
        memory.check(name, perm(digits, pegs) ** 2)  # A byte a pair, before the codes are made.
        codes = map("".join, permutations(SYMBOLS[:digits], pegs))
        super().__init__(codes, name=self.rule if size == "4x10" else name)
