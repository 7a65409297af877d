"""Black-peg games: the feedback counts only the pegs in place.

Source: G. Jäger and M. Peczarski, "The number of pessimistic guesses in Generalized Black-peg
Mastermind", Information Processing Letters 111, 2011. The permutation game: K.-I. Ko and S.-C.
Teng, "On the number of queries necessary to identify a permutation", Journal of Algorithms 7, 1986.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.games.feedback import MARKERS, in_place
from emi.games.mastermind import Mastermind, PegGame
from emi.games.moo import Moo
from emi.games.registry import named
from emi.games.request import Page

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class BlackPegGame(PegGame):
    """A game of codes whose feedback is only the number of pegs in the right place."""

    markers = MARKERS

    def feedback(self, guess: str, secret: str) -> str:
        """Return the number of pegs in place."""
        return in_place(*self._codes(guess, secret))

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """The feedback of each class number."""
        return tuple(f"{right}{self.markers[0]}" for right in range(self.length + 1))

    @property
    def _found_class(self) -> int:
        return self.length

    def _stock(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return zero counts of colours, so that the compiled rule counts only pegs in place."""
        import numpy as np

        return np.zeros((len(self.symbols), len(codes)), np.uint8)


@named(
    "blackpeg:4x6",
    help="blackpeg:4x6: mastermind with feedback only on pegs in place",
    place=3,
)
class BlackPeg(BlackPegGame, Mastermind):
    """Mastermind with black markers only: `2b` means two pegs in place.

    Parameters
    ----------
    pegs, colours : int
        The number of pegs of a code, and the number of colours.
    alphabet : str, optional
        A character for each colour, in order; by default 1 to 9, then A to Z.
    secrets, guesses : iterable of str, optional
        The codes that may be the secret, and those that may be proposed; by default all codes.
    name : str, optional
        The name of the game; by default such as ``blackpeg:4x6``.

    Raises
    ------
    GameError, MemoryNeedError
        As `Mastermind`.

    Examples
    --------
    >>> game = BlackPeg(4, 6)
    >>> game, game.feedback("1122", "2142")
    (<BlackPeg blackpeg:4x6: 1296 secrets, 1296 guesses>, '2b')
    """

    rule = "blackpeg"
    page = Page(
        feedback="placed",
        titles={
            "en": "Black-peg Mastermind",
            "fr": "Mastermind à pions noirs",
            "nl": "Mastermind met zwarte pinnen",
            "es": "Mastermind de fichas negras",
            "de": "Mastermind mit schwarzen Stiften",
        },
        symbols="colours",
    )


@named("ab", "ab:3x6", help="ab, ab:3x6: moo with feedback only on pegs in place", place=3)
class ABGame(BlackPegGame, Moo):
    """The black-peg AB game: codes without repeated digits, and only black markers.

    The AB game with both markers is `Moo`. The name is ``ab`` for four of ten digits, else such as
    ``ab:3x6``.

    Parameters
    ----------
    pegs : int
        The number of digits of a code.
    digits : int
        The number of different digits: 0 to 9, then A to Z.
    secrets, guesses : iterable of str, optional
        The codes that may be the secret, and those that may be proposed; by default all codes.

    Raises
    ------
    GameError, MemoryNeedError
        As `Moo`.

    Examples
    --------
    >>> game = ABGame(3, 6)
    >>> game, game.feedback("012", "021")
    (<ABGame ab:3x6: 120 secrets, 120 guesses>, '1b')
    """

    rule = "ab"
    page = Page(
        feedback="placed",
        titles={
            "en": "AB game, bulls only",
            "fr": "Jeu AB, taureaux seuls",
            "nl": "AB-spel, alleen bulls",
            "es": "Juego AB, solo toros",
            "de": "AB-Spiel, nur Bullen",
        },
        symbols="digits",
    )


@named(
    "permutation:4x6",
    help="permutation:4x6: blackpeg whose secrets do not repeat colours",
    place=3,
)
class Permutation(BlackPegGame, Mastermind):
    """The permutation game: colours may repeat in a guess, but not in the secret.

    The feedback has only black markers. With as many pegs as colours, the secret is a permutation.

    Parameters
    ----------
    pegs, colours : int
        The number of pegs of a code, and the number of colours.
    alphabet : str, optional
        A character for each colour, in order; by default 1 to 9, then A to Z.
    secrets, guesses : iterable of str, optional
        The codes that may be the secret, and those that may be proposed; by default all codes.
    name : str, optional
        The name of the game; by default such as ``permutation:4x6``.

    Raises
    ------
    GameError, MemoryNeedError
        As `Mastermind`.

    Examples
    --------
    >>> game = Permutation(3, 3)
    >>> game, game.feedback("112", "132")
    (<Permutation permutation:3x3: 6 secrets, 27 guesses>, '2b')
    """

    rule = "permutation"
    page = Page(
        feedback="placed",
        titles={
            "en": "Permutation game",
            "fr": "Jeu des permutations",
            "nl": "Permutatiespel",
            "es": "Juego de permutaciones",
            "de": "Permutationsspiel",
        },
        symbols="colours",
    )
    repeated = False, True
