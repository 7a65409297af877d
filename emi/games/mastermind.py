"""Mastermind: find a row of coloured pegs; colours may repeat. Logik is the 5-peg, 8-colour case.

This module also has the base of all games of pegs: their codes, and feedback that counts pegs in
place and pegs in another place. Source of Logik: A. Heeffer and H. Heeffer, "Near-optimal
strategies for the game of Logik".
"""

from __future__ import annotations

import string
from functools import cached_property
from itertools import chain, permutations, product
from math import perm
from numbers import Integral
from typing import TYPE_CHECKING, Self

from emi import arguments, memory
from emi.errors import GameError, listed
from emi.games.feedback import MARKERS, pegs, written
from emi.games.game import Game, cases
from emi.games.registry import named
from emi.games.request import Page
from emi.games.rule import COMPILED, Rule
from emi.reports.texts import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.games.request import Request
    from emi.games.rows import WriteRows
    from emi.reports.texts import Said
    from emi.search.model.matrix import Indices, Rows

SYMBOLS = string.digits[1:] + string.ascii_uppercase
#: The letters of colours that messages propose.
LETTERS = "rgbyowpckmnt"
#: The most pegs whose classes can be numbered with 8 bits.
MOST_PEGS = 21


class PegGame(Game):
    """A game over rows of pegs: feedback counts pegs in place and pegs in another place.

    The codes have a character for each peg, the same number for all. The class numbers of the
    feedback matrix are places in `feedbacks`.

    Parameters
    ----------
    codes : iterable of str
        The codes that may be the secret.
    guesses : iterable of str, optional
        The codes that may be proposed besides the secrets; by default none.
    name : str, optional
        The name of the game; by default the name of the rule.
    """

    bits = 8
    parts = "pegs"
    pairs_at_once = COMPILED
    #: The symbols for pegs in place, and for pegs in another place.
    markers: tuple[str, str]
    #: The default symbols of codes.
    signs: str = SYMBOLS
    #: Whether a symbol may repeat, in a secret and in a guess.
    repeated: tuple[bool, bool]
    #: The lists, if they have all codes in numerical order.
    _all: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    def __init__(
        self,
        codes: Iterable[str],
        guesses: Iterable[str] | None = None,
        *,
        name: str | None = None,
    ) -> None:
        super().__init__(codes, guesses, name=name)

    def _fill(
        self,
        name: str,
        pegs: int,
        symbols: str,
        secrets: Iterable[str] | None,
        guesses: Iterable[str] | None,
    ) -> None:
        """Initialise the game with two lists; a missing list has all codes of the rule."""
        lists: list[Iterable[str]] = []
        pairs = 1
        for given, kind, again in zip(
            (secrets, guesses), ("secret", "guess"), self.repeated, strict=True
        ):
            if given is not None:
                codes = checked(given, kind, pegs, symbols, again=again)
                lists.append(codes)
                pairs *= len(codes)
            elif again:
                lists.append(map("".join, product(symbols, repeat=pegs)))
                pairs *= len(symbols) ** pegs
            else:
                lists.append(map("".join, permutations(symbols, pegs)))
                pairs *= perm(len(symbols), pegs)
        memory.check(name, pairs)  # One byte per pair, checked before the codes are made.
        every = secrets is None and guesses is None
        if not every:
            # A checker that knows the rule would generate the codes itself.
            self.rule = f"{self.rule} of lists"
        same = every and self.repeated[0] == self.repeated[1]
        PegGame.__init__(self, lists[0], None if same else lists[1], name=name)
        if every:
            self._all = self.secrets, self.guesses

    @property
    def every(self) -> bool:  # type: ignore[override]
        """Whether the lists are still those with all codes in numerical order."""
        return self._all is not None and (
            self.secrets is self._all[0] and self.guesses is self._all[1]
        )

    @property
    def peg_signs(self) -> tuple[str, ...]:  # type: ignore[override]
        """The markers."""
        return self.markers

    def rules_of(self, built_in: type[Rule]) -> tuple[str, ...]:
        """Return the names of the rule, with all codes and with some."""
        (rule,) = super().rules_of(built_in)
        return (rule, f"{rule} of lists") if self.every else (f"{rule} of lists",)

    def feedback(self, guess: str, secret: str) -> str:
        """Return the numbers of pegs in place and in another place."""
        guess, secret = self._codes(guess, secret)
        return pegs(guess, secret, self.markers)

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game restricted to some of its codes."""
        game = super().of_lists(secrets, guesses, name)
        if self._all is not None:
            # Places and colours are then distinguishable.
            game._all = None  # noqa: SLF001 - a copy of this one
            game.rule = f"{self.rule} of lists"
        return game

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """The feedback of each class number, ordered by the number of shared pegs.

        The secret itself comes last. A single misplaced peg with all others in place is impossible,
        so this feedback is left out.
        """
        return tuple(
            written(right, some - right, self.markers)
            for some in range(self.length + 1)
            for right in range(some + 1)
            if (right, some) != (self.length - 1, self.length)
        )

    @property
    def symmetric(self) -> bool:
        """Whether both lists are the same: feedback between two codes is symmetric."""
        return self.guesses == self.secrets

    def _compiled(self) -> WriteRows:
        import numpy as np

        from emi.games.kernels.pegs import peg_rows

        colours = self._colours()
        codes = colours[self._own]
        places, have = np.ascontiguousarray(codes.T), self._stock(codes)

        def write_pegs(guesses: Indices, rows: Rows) -> None:
            peg_rows(colours[guesses], places, have, rows)

        return write_pegs

    def _stock(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return how often each colour occurs in each secret, for the compiled rule."""
        from emi.games.rows import stock

        return stock(codes, len(self.symbols))

    @cached_property
    def symbols(self) -> str:
        """The symbols of the codes in order of appearance."""
        return "".join(dict.fromkeys(chain.from_iterable(self.guesses)))

    def _colours(self) -> NDArray[np.uint8]:
        """Return ``(guesses, pegs)`` uint8: the colours numbered in order of appearance.

        So the codes stay in numerical order with any alphabet.
        """
        import numpy as np

        points = np.frombuffer("".join(self.guesses).encode("utf-32-le"), np.uint32)
        _, met, colours = np.unique(points, return_index=True, return_inverse=True)
        number = met.argsort().argsort().astype(np.uint8)
        return number[colours].reshape(len(self.guesses), self.length)

    def _interchangeable_codes(self) -> NDArray[np.uint8] | None:
        return self._colours() if self.every else None


def check_size(name: str, pegs: int, symbols: int, most: int, what: str) -> None:
    """Raise GameError for a game without pegs, without symbols, or with too many of either."""
    for number, limit, part in ((pegs, MOST_PEGS, "peg"), (symbols, most, what)):
        if not isinstance(number, Integral):
            raise GameError(f"{name}: expected a whole number of {part}s, not {number!r}")
        if number < 1:
            raise GameError(f"{name}: expected 1 {part} or more")
        if number > limit:
            raise GameError(f"{name}: expected {limit} {part}s or fewer")


def check_different(name: str, pegs: int, symbols: int) -> None:
    """Raise GameError for codes without repetition that have more pegs than symbols."""
    if pegs > symbols:
        raise GameError(f"{name}: expected {symbols} pegs or fewer, as all symbols must differ")


def checked(codes: Iterable[str], kind: str, pegs: int, symbols: str, *, again: bool) -> list[str]:
    """Return codes in the case of their symbols; raise GameError if one is not in the game."""
    found = []
    for code in listed(codes, "codes", GameError):
        if not isinstance(code, str):
            raise GameError(f"{kind} {code!r}: expected a text of {pegs} symbols of {symbols}")
        cased = next((one for one in cases(code) if set(one) <= set(symbols)), "")
        if len(cased) != pegs or not (again or len(set(cased)) == pegs):
            different = "" if again else ", all different"
            raise GameError(f"{kind} {code!r}: expected {pegs} symbols of {symbols}{different}")
        found.append(cased)
    return found


@named(
    "mastermind:4x6",
    help="mastermind:4x6: four pegs of six colours, which may repeat, mastermind:4xrgbyow: with "
    "letters for the colours",
    place=1,
)
class Mastermind(PegGame):
    """Mastermind: find a row of coloured pegs; colours may repeat.

    Feedback such as ``1b2w`` is one black marker, for a peg of the right colour in the right place,
    and two white ones, for the right colour in another place.

    Parameters
    ----------
    pegs, colours : int
        The number of pegs of a code, and the number of colours.
    alphabet : str, optional
        A character for each colour, in order; by default 1 to 9, then A to Z, so that the first
        code of four pegs is 1111.
    secrets, guesses : iterable of str, optional
        The codes that may be the secret, and those that may be proposed; by default all codes, in
        numerical order.
    name : str, optional
        The name of the game; by default such as ``mastermind:4x6``.

    Raises
    ------
    GameError
        If there are no pegs or colours, too many of them, or if a code of a list is invalid.
    MemoryNeedError
        If the feedback matrix does not fit into memory or a file.

    Examples
    --------
    >>> game = Mastermind(4, 6)
    >>> game, game.secrets[0], game.secrets[-1]
    (<Mastermind mastermind:4x6: 1296 secrets, 1296 guesses>, '1111', '6666')
    >>> game.feedback("1122", "2142"), len(game.feedbacks)
    ('2b1w', 14)
    """

    rule = "mastermind"
    markers = MARKERS
    repeated = True, True
    page = Page(feedback="pegs", titles={"en": "Mastermind"}, symbols="colours")

    @arguments.checked
    def __init__(
        self,
        pegs: int,
        colours: int,
        alphabet: str | None = None,
        *,
        secrets: Iterable[str] | None = None,
        guesses: Iterable[str] | None = None,
        name: str | None = None,
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
        if not all(self.repeated):
            check_different(name, pegs, colours)
        self._fill(name, pegs, alphabet[:colours], secrets, guesses)

    @classmethod
    def of_request(cls, request: Request) -> Game:
        """Return the game of a size such as ``4x6``, or ``4xrgbyow`` of letters for the colours."""
        secrets, guesses = request.codes()
        letters = request.letters
        if letters is None:
            pegs, colours = request.size("4x6")
            return cls(pegs, colours, secrets=secrets, guesses=guesses)
        pegs, alphabet = letters
        name = f"{cls.rule}:{pegs}x{alphabet}"
        return cls(pegs, len(alphabet), alphabet, secrets=secrets, guesses=guesses, name=name)

    def codes_said(self, code: str, *, secrets: bool = False) -> Said:
        """Return a phrase as `Game.codes_said` does; for letters, also a game of such codes."""
        codes, colours = super().codes_said(code, secrets=secrets), len(self.symbols)
        numbers = self.every and SYMBOLS.startswith(self.symbols)
        if not (code.isalpha() and numbers and colours <= len(LETTERS)):
            return codes
        lettered = f"{self.rule}:{self.length}x{LETTERS[:colours]}"
        return said("theCodesLettered", codes=codes, game=lettered)

    @classmethod
    def to_compile(cls) -> Sequence[Mastermind]:
        """Return a game of two pegs."""
        return [cls(2, 3)]


@named("logik", help="logik: mastermind:5x8 in its own letters", place=1)
class Logik(Mastermind):
    """Mastermind with five pegs in eight colours, with the letters of Heeffer and Heeffer.

    The colours are b (black), c (cyan), g (grey), r (red), y (yellow), l (blue), p (pink) and w
    (white), in this order. The class numbers are the return codes of their Table 1.

    Raises
    ------
    MemoryNeedError
        If the feedback matrix of 1 GiB does not fit into memory or a file.
    """

    page = Page(feedback="pegs", titles={"en": "Logik"}, symbols="colours")

    def __init__(
        self, *, secrets: Iterable[str] | None = None, guesses: Iterable[str] | None = None
    ) -> None:
        super().__init__(5, 8, "bcgrylpw", secrets=secrets, guesses=guesses, name="logik")

    @classmethod
    def of_request(cls, request: Request) -> Game:
        """Return the game, which has a single size."""
        secrets, guesses = request.codes()
        return cls(secrets=secrets, guesses=guesses)
