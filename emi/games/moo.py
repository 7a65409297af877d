"""MOO, or Bulls and Cows: find a number whose digits all differ."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Self

from emi.games.feedback import BULLS_COWS
from emi.games.mastermind import PegGame, check_different, check_size
from emi.games.registry import named
from emi.games.request import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.games.request import Request

SYMBOLS = string.digits + string.ascii_uppercase


@named(
    "moo",
    "moo:3x6",
    help="moo: four different digits (Bulls and Cows), moo:3x6: three of six",
    place=2,
)
class Moo(PegGame):
    """A game over all numbers of a length without repeated digits, in numerical order.

    Feedback such as ``1B2C`` means one bull, a digit in the right place, and two cows, digits of
    the secret in another place. The name is ``moo`` for four of ten digits, else such as
    ``moo:3x6``.

    Parameters
    ----------
    pegs : int
        The number of digits of a code.
    digits : int
        The number of different digits: 0 to 9, then A to Z.
    secrets, guesses : iterable of str, optional
        The codes that may be the secret, and those that may be proposed; by default all of them.

    Raises
    ------
    GameError
        If there are no pegs or digits, too many of them, or if a code of a list is invalid.
    MemoryNeedError
        If the feedback matrix does not fit into memory or a file.

    Examples
    --------
    >>> game = Moo()
    >>> game, game.secrets[0], game.secrets[-1]
    (<Moo moo: 5040 secrets, 5040 guesses>, '0123', '9876')
    >>> game.feedback("0123", "0214"), len(game.feedbacks)
    ('1B2C', 14)
    """

    rule = "moo"
    markers = BULLS_COWS
    signs = SYMBOLS
    repeated = False, False
    page = Page(
        feedback="pegs",
        titles={"en": "Bulls and Cows", "fr": "Taureaux et vaches", "es": "Toros y vacas"},
        symbols="digits",
    )

    def __init__(
        self,
        pegs: int = 4,
        digits: int = 10,
        *,
        secrets: Iterable[str] | None = None,
        guesses: Iterable[str] | None = None,
    ) -> None:
        size = f"{pegs}x{digits}"
        name = f"{self.rule}:{size}"
        check_size(name, pegs, digits, len(SYMBOLS), "digit")
        check_different(name, pegs, digits)
        name = self.rule if size == "4x10" else name
        self._fill(name, pegs, SYMBOLS[:digits], secrets, guesses)

    @classmethod
    def of_request(cls, request: Request) -> Self:
        """Return the game of a size such as ``3x6``; of four of ten digits without a size."""
        pegs, digits = (4, 10) if request.detail is None else request.size("3x6")
        secrets, guesses = request.codes()
        return cls(pegs, digits, secrets=secrets, guesses=guesses)
