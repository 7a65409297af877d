"""The base of word games: words of one length, in the letters of an alphabet."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from emi import arguments
from emi.errors import EmiError, WordError, listed
from emi.games.game import Game
from emi.lexicon.alphabet import A_TO_Z, Alphabet, alphabet_named, recognised
from emi.lexicon.load import HOW, Lexicon, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.games.cell import Cell
    from emi.games.request import Request


#: The most letters that a byte can number.
MOST_LETTERS = 256


def code_points(words: Sequence[str]) -> NDArray[np.uint8 | np.uint32]:
    """Return ``(words, length)`` uint8 or uint32: the Unicode number of each character."""
    import numpy as np

    together = "".join(words)
    if together.isascii():
        points: NDArray[Any] = np.frombuffer(together.encode("ascii"), np.uint8)
    else:
        points = np.frombuffer(together.encode("utf-32-le"), np.uint32)
    return points.reshape(len(words), -1)


def letters(words: tuple[str, ...], symbols: str = A_TO_Z) -> NDArray[np.uint8]:
    """Return ``(words, length)`` uint8: the place in ``symbols`` of each letter of words."""
    import numpy as np

    points = code_points(words)
    if symbols is A_TO_Z:
        return points - np.uint8(ord("A"))
    return np.searchsorted(code_points([symbols])[0], points).astype(np.uint8)


def _plain(words: Sequence[str]) -> bool:
    """Return whether all words consist of capitals A to Z, checked together for speed."""
    try:
        together = "".join(words)
    except TypeError:
        return False
    return together.isascii() and together.isalpha() and together.isupper()


class WordGame(Game):
    """A game over two lists of words of one length; parameters and errors as in `Motus`."""

    alphabet: Alphabet
    kind = "words"
    parts = "letters"
    error = WordError
    made_of_guesses = frozenset({"_place", "_guess_letters", "_initial_given", "symbols"})
    #: The longest words with enough class numbers.
    longest = sys.maxsize

    def __init__(
        self,
        secrets: Iterable[str],
        guesses: Iterable[str] | None = None,
        *,
        name: str | None = None,
        lexicon: Lexicon | None = None,
        alphabet: Alphabet | str | None = None,
    ) -> None:
        secrets = listed(secrets, self.kind, self.error)
        guesses = None if guesses is None else listed(guesses, self.kind, self.error)
        arguments.check(alphabet=alphabet)
        if isinstance(alphabet, str):
            alphabet = alphabet_named(alphabet)
        known = alphabet or getattr(lexicon, "alphabet", None)
        self.alphabet = known or recognised(secrets if guesses is None else (*secrets, *guesses))
        others = None if guesses is None else self._played(guesses)
        super().__init__(self._played(secrets), others, name=name)
        self.lexicon = lexicon
        if self.length > self.longest:
            raise WordError(
                f"{self.name}: words of {self.length} letters, expected {self.longest} or fewer"
            )

    @classmethod
    def of_words(cls, request: Request, words: Lexicon, guesses: Lexicon | None) -> WordGame:
        """Return the requested game of these words."""
        raise NotImplementedError

    @classmethod
    def two_lists(cls, request: Request) -> tuple[Lexicon, Lexicon | None]:
        """Return the lexicon of the secrets, and that of the guesses; None if it is the same."""
        return request.words()

    @classmethod
    def of_request(cls, request: Request) -> Game:
        """Return the game that a user asks for by a name; the lists are those of `two_lists`."""
        return cls.of_words(request, *cls.two_lists(request))

    @classmethod
    def to_identify(cls, request: Request) -> tuple[Game, Sequence[str]]:
        """Return the base of an identification game, and its proposals."""
        words, others = cls.two_lists(request)
        game = cls.of_words(request, words, others)
        return game, [one for one in game.guesses if others is None or one in others]

    @classmethod
    def reads(cls, request: Request) -> frozenset[str]:
        """Return which of the arguments of `game_named` about files matter to a named game."""
        both = request.secrets is not None and request.guesses is not None
        return frozenset(HOW if both else (*HOW, "lexicon"))

    def _played(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return words as the alphabet reads them; other values stay, to be refused later."""
        return words if self.alphabet.latin and _plain(words) else tuple(map(self.code, words))

    @cached_property
    def symbols(self) -> str:
        """The letters that words may have, sorted by their characters."""
        found = {*"".join(self.guesses)}
        if found <= {*A_TO_Z}:
            return A_TO_Z
        if len(found) > MOST_LETTERS:
            raise self.error(
                f"{self.name}: {len(found):,} letters, expected at most {MOST_LETTERS} different "
                "ones"
            )
        return "".join(sorted(found))

    @cached_property
    def _guess_letters(self) -> NDArray[np.uint8]:
        """The letters of the guesses, as from `letters`."""
        return letters(self.guesses, self.symbols)

    def code(self, text: str) -> str:
        """Return a word in the spelling of its alphabet: by `fold`, ``Élève`` is ELEVE."""
        return self.alphabet.read(text) if isinstance(text, str) else text

    def drawn(self, text: str) -> str:
        """Return a word of the length, which need not be on a list; see `Game.drawn`."""
        code = self.code(text)
        if expected := self._amiss(code):
            raise self.error(f"secret {code}: expected {expected}")
        return code

    def _first_amiss(self, codes: Sequence[str]) -> tuple[str, str] | None:
        fit = self.alphabet.latin and _plain(codes) and set(map(len, codes)) == {self.length}
        return None if fit and self.length else super()._first_amiss(codes)

    def _amiss(self, code: str) -> str:
        what = self.alphabet.what
        if not isinstance(code, str):
            return what
        if code and not self.alphabet.foreign(code) and len(code) == self.length:
            return ""
        return f"{self.length} {what}" if self.length else what

    @classmethod
    def _of_lexicon(
        cls,
        lexicon: Lexicon | str,
        cell: Cell,
        name: str | None,
        subject: str,
        error: type[EmiError],
        guesses: Lexicon | str | None = None,
    ) -> Self:
        """Return the game of a cell of a lexicon, with the guesses of another lexicon if given.

        ``subject`` begins the message of ``error``, which is raised for an empty cell.
        """
        if isinstance(lexicon, str):
            lexicon = load(lexicon)
        if isinstance(guesses, str):
            guesses = load(guesses)
        words = lexicon.cell(cell.initial, cell.length)
        if not words:
            begin = f" with initial {cell.initial}" if cell.initial else ""
            raise error(
                f"{subject}: lexicon {lexicon.name} has no word of {cell.length} letters{begin}, "
                "expected at least one"
            )
        if guesses is None:
            return cls(words, name=name, lexicon=lexicon)
        game = cls(words, guesses.cell(cell.initial, cell.length), name=name, lexicon=lexicon)
        game.proposed = guesses
        return game
