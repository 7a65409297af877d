"""Motus (Lingo): find a word of which the length, and mostly the first letter, are known."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from emi.cell import Cell
from emi.errors import CellError, MemoryNeedError, WordError
from emi.feedback import clue
from emi.lexicon import Lexicon, load
from search.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from search.matrix import FeedbackMatrix


class Motus:
    """A game over two lists of words of one length.

    Parameters
    ----------
    secrets : sequence of str
        The words that may be the secret: A to Z, one length, no duplicates.
    guesses : sequence of str, optional
        The words that may be proposed, every secret among them; the secrets by default.
    name : str, optional
        What to call the game.
    lexicon : Lexicon, optional
        Where the words are from, if they are a cell of a lexicon.

    Raises
    ------
    WordError
        If there is no secret, if a word is not of A to Z or of another length, if a word is
        there twice, or if a secret is not among the guesses.

    Examples
    --------
    >>> game = Motus(["LIGNINE", "LIGNITE"])
    >>> game.feedback("LIGNINE", "LIGNITE")
    'GGGGGBG'
    """

    rule = "motus"
    #: Bits for a class number. The patterns of short words fit in 8, which would make their search
    #: a tenth faster, and the first run, which compiles the kernels for each size, twice as long.
    bits = 16

    def __init__(
        self,
        secrets: Sequence[str],
        guesses: Sequence[str] | None = None,
        *,
        name: str = "motus",
        lexicon: Lexicon | None = None,
    ) -> None:
        self.secrets = tuple(secrets)
        self.guesses = self.secrets if guesses is None else tuple(guesses)
        self.name = name
        self.lexicon = lexicon
        if not self.secrets or not self.secrets[0]:
            msg = f"{name}: expected at least one secret, of at least one letter"
            raise WordError(msg)
        length = len(self.secrets[0])
        for kind, words in (("secret", self.secrets), ("guess", self.guesses)):
            for word in words:
                if len(word) != length or not (
                    word.isascii() and word.isalpha() and word.isupper()
                ):
                    msg = f"{kind} {word!r}: expected {length} letters A to Z"
                    raise WordError(msg)
            if len(set(words)) != len(words):
                twice = Counter(words).most_common(1)[0][0]
                msg = f"{kind} {twice!r}: it is there twice, expected once"
                raise WordError(msg)
        if guesses is not None:
            missing = set(self.secrets) - set(self.guesses)
            if missing:
                msg = f"secret {min(missing)!r}: expected every secret among the guesses"
                raise WordError(msg)

    @classmethod
    def of_cell(cls, cell: Cell | str, lexicon: Lexicon | str = "fr") -> Motus:
        """Return the game of one cell of a lexicon.

        Parameters
        ----------
        cell : Cell or str
            Such as ``C5``, or ``5`` for words of any initial.
        lexicon : Lexicon or str
            A lexicon, or the name or path of one.

        Raises
        ------
        CellError
            If the cell is not written as one, or the lexicon has no word for it.
        LexiconError
            If the lexicon cannot be read.
        """
        if isinstance(cell, str):
            cell = Cell.parse(cell)
        if isinstance(lexicon, str):
            lexicon = load(lexicon)
        words = lexicon.cell(cell.initial, cell.length)
        if not words:
            begin = f" with initial {cell.initial}" if cell.initial else ""
            msg = (
                f"cell {cell}: lexicon {lexicon.name} has no word of {cell.length} letters{begin}, "
                "expected at least one"
            )
            raise CellError(msg)
        return cls(words, name=str(cell), lexicon=lexicon)

    @property
    def length(self) -> int:
        """Number of letters of a word."""
        return len(self.secrets[0])

    @cached_property
    def key(self) -> str:
        """A digest of the rule and both lists: what is proven of a game is kept under it."""
        text = "\n".join([self.rule, *self.secrets, "", *self.guesses])
        return sha256(text.encode("ascii")).hexdigest()

    def feedback(self, guess: str, secret: str) -> str:
        """Return the clue for a guess, by the scalar rule (see `emi.feedback`).

        Raises
        ------
        WordError
            If a word has another length than those of the game.
        """
        for word in (guess, secret):
            if len(word) != self.length:
                raise WordError(f"word {word!r}: expected {self.length} letters")
        return clue(guess, secret)

    @property
    def bytes_needed(self) -> int:
        """Memory for the feedback matrix, by rows and by columns."""
        return 2 * self.bits // 8 * len(self.guesses) * len(self.secrets)

    def matrix(self, watch: Callable[[], bool] | None = None) -> FeedbackMatrix:
        """Return the feedback matrix.

        Parameters
        ----------
        watch : callable, optional
            Called now and then; returns whether to go on.

        Raises
        ------
        Stopped
            If ``watch`` returned False.
        MemoryNeedError
            If there are more secrets than 16 bits can number.
        """
        if len(self.secrets) >= 1 << 16:
            msg = f"{self.name}: {len(self.secrets):,} secrets, expected at most 65,535"
            raise MemoryNeedError(msg)
        import numpy as np

        from emi.kernels.marks import mark_rows
        from search.matrix import FeedbackMatrix

        guesses, secrets = self._codes(self.guesses), self._codes(self.secrets)
        letters = np.ascontiguousarray(secrets.T)
        stock = np.stack([(secrets == a).sum(axis=1, dtype=np.uint8) for a in range(26)])
        number = np.full(3**self._marks, -1, np.int32)
        number[-1] = 0
        rows = np.empty((len(guesses), len(secrets)), np.uint16)
        # Some ten million pairs take the time in which a person wants an answer to Ctrl-C.
        step = max(1, 10_000_000 // len(secrets))
        for first in range(0, len(guesses), step):
            if watch is not None and not watch():
                raise Stopped
            last = min(first + step, len(guesses))
            mark_rows(guesses, letters, stock, number, first, last, rows)
        place = {word: g for g, word in enumerate(self.guesses)}
        own = np.fromiter((place[word] for word in self.secrets), np.int32, len(self.secrets))
        return FeedbackMatrix(rows, own)

    def _codes(self, words: tuple[str, ...]) -> NDArray[np.uint8]:
        """Return ``(words, marks)`` uint8, the letters 0 to 25 that clues are about."""
        import numpy as np

        codes = np.frombuffer("".join(words).encode("ascii"), np.uint8) - ord("A")
        return np.ascontiguousarray(codes.reshape(len(words), -1)[:, self.length - self._marks :])

    @cached_property
    def _marks(self) -> int:
        """Number of places whose marks carry information.

        An initial that all words share is always well placed, and uses up one copy of its letter
        in guess and secret alike: without it the other marks are the same.
        """
        initials = {word[0] for word in (*self.secrets, *self.guesses)}
        return self.length - (1 if len(initials) == 1 else 0)

    def __repr__(self) -> str:
        return f"<Motus {self.name}: {len(self.secrets)} secrets, {len(self.guesses)} guesses>"
