"""Revealed letters, one more each turn: what is revealed depends on the guesses before.

A wrong guess reveals the first letter that is neither known nor in place. The *known* places, those
revealed or in place so far, are the same for all candidates of a position: the context of
`search.kernels.common.game`.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

from emi import memory
from emi.compiling import once
from emi.errors import GameError
from emi.games.feedback import WELL_PLACED
from emi.games.game import COMPILED
from emi.games.revealed import LETTERS, Revealed
from emi.games.words import letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from search.model.limits import Watch
    from search.model.matrix import FeedbackMatrix, Indices, Rows

#: The longest words: there is a table with an entry for each set of places.
LONGEST = 15


class _Known(NamedTuple):
    """The sets of places that may be known, as bits, and the columns of the matrix.

    A column is a secret with a set of known places. There is none if no other secret agrees with it
    in these places: then it is the only candidate. The first columns are the secrets at the start.
    """

    sets: list[int]
    column: NDArray[np.int32]  # (sets, secrets)
    secret: NDArray[np.int32]  # (columns,)
    at: NDArray[np.int32]  # (columns,): the set of each column, as bits


class NextRevealed(Revealed):
    """A game of marks in which each wrong guess reveals one more letter.

    The feedback is the marks and, after a space, the letter of the secret in the first place that
    is neither known nor well placed. Places are known once they were revealed or well placed.

    Parameters
    ----------
    game : Game
        As for `Revealed`.

    Attributes
    ----------
    known : frozenset of int
        The places known before the next guess, from 0; see `after`.

    Raises
    ------
    GameError
        As for `Revealed`, or if the words have more than 15 letters.

    Examples
    --------
    >>> import emi
    >>> game = NextRevealed(emi.Motus(["LEGALES", "LIVIDES", "LOGIQUE"]))
    >>> game.feedback("LIVIDES", "LOGIQUE")
    'GBBGBYB O'
    >>> game.after("LIVIDES", "GBBGBYB O").feedback("LEGALES", "LOGIQUE")
    'GYGBBBB Q'
    """

    suffix, title = "next revealed", "reveal next"
    remembers = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if self.length > LONGEST:
            raise GameError(
                f"{self.name}: words of {self.length} letters, expected {LONGEST} or fewer"
            )
        self.known = frozenset[int]()

    @property
    def variant(self) -> list[str]:
        """The known places."""
        return [",".join(map(str, sorted(self.known)))]

    def after(self, guess: str, feedback: str) -> Self:  # noqa: ARG002 - feedback tells all
        """Return the game after one more guess, with the places known then."""
        marks, _, letter = feedback.partition(" ")
        known = self.known.union(at for at, mark in enumerate(marks) if mark == WELL_PLACED)
        known |= {*[at for at in range(len(marks)) if at not in known][: len(letter)]}
        game = copy(self)
        game.known = known
        for made in ("_columns", "key"):
            game.__dict__.pop(made, None)
        return game

    def hardened(self, restriction: str = "possible") -> Revealed:  # type: ignore[override]
        """Return the game in hard play, where the first wrong place is the next unknown one."""
        return Revealed(self.base).hardened(restriction)

    @property
    def columns(self) -> int:
        """The number of columns of the matrix: secrets, each with a set of known places."""
        return len(self._columns.secret)

    @property
    def bytes_needed(self) -> int:
        """The memory for the matrix by rows and by columns, and for the contexts after feedback."""
        return 3 * 2 * len(self.guesses) * self.columns

    @cached_property
    def _columns(self) -> _Known:
        import numpy as np

        words = letters(self.secrets)
        size, length = words.shape
        both = np.concatenate([words, letters(self.guesses)])
        shared = np.flatnonzero((both == both[0]).all(axis=0)).tolist()
        begun = sorted({*self.known, *shared})
        sets, columns = [_bits(begun)], [np.arange(size, dtype=np.int32)]
        secrets, count = [np.arange(size)], size
        unknown = [place for place in range(length) if place not in begun]
        if unknown:
            for known, some in _alike(words, [*begun, unknown[0]], unknown[1:]):
                column = np.full(size, -1, np.int32)
                column[some] = np.arange(count, count + len(some))
                count += len(some)
                sets.append(known)
                columns.append(column)
                secrets.append(some)
        sizes = [len(some) for some in secrets]
        return _Known(
            sets, np.array(columns), np.concatenate(secrets).astype(np.int32),
            np.repeat(sets, sizes).astype(np.int32),
        )  # fmt: skip

    def matrix(self, watch: Watch | None = None) -> FeedbackMatrix:
        """Return the feedback matrix with a column for each secret and set of known places.

        Parameters and errors are those of `Game.matrix`; it must fit into memory.
        """
        import numpy as np

        from emi.games.rows import write_all
        from search.kernels.common.game import Contexts
        from search.model.matrix import FeedbackMatrix

        memory.check(self.name, self.bytes_needed, self.bytes_needed)
        _, column, secret, _ = self._columns
        shape = len(self.guesses), len(secret)
        rows, after = np.empty(shape, np.uint16), np.empty(shape, np.uint16)
        write = self._writer_of_columns(after)
        step = max(1, COMPILED // shape[1])
        threads = 1 + memory.cores_to_spare()
        write_all(write, rows, step, threads, lambda share: watch is None or watch(share))
        contexts = Contexts(after, column, secret)
        return FeedbackMatrix(rows, self._own[secret], contexts=contexts)

    def _writer_of_columns(self, after: Rows) -> WriteRows:
        """Return a function that writes rows for all columns, and their contexts: ``after``."""
        import numpy as np

        from emi.games.kernels.revealed import reveal_rows

        sets, _, secret, known = self._columns
        write, words, secrets = self.base.row_writer(), letters(self.guesses), letters(self.secrets)
        size, length = secrets.shape
        every = np.arange(1 << length)
        # With all places known, none is next; it then has no letter.
        following = np.argmin(every[:, np.newaxis] >> np.arange(length + 1) & 1, axis=1)
        context = np.zeros(2 << length, np.uint16)
        context[sets] = np.arange(len(sets))
        shown = np.concatenate([secrets + np.uint8(1), np.zeros((size, 1), np.uint8)], axis=1)
        bits = 1 << np.arange(length, dtype=np.int32)
        tables = secret, known, following.astype(np.int32), shown, context

        def write_columns(guesses: Indices, rows: Rows) -> None:
            marks = np.empty((len(guesses), size), self.base.row_type)
            write(guesses, marks)
            marks = marks.astype(np.uint16, copy=False)
            placed = np.array([(secrets == word) @ bits for word in words[guesses]], np.int32)
            numbers = np.empty(LETTERS * (int(marks.max(initial=0)) + 1), np.int32)
            reveal_rows(guesses, marks, placed.reshape(-1, size), *tables, numbers, rows, after)

        none = np.empty(0, np.int32), np.empty((0, len(secret)), np.uint16)
        once(reveal_rows.__name__, lambda: write_columns(*none))
        return write_columns


def _bits(places: Sequence[int]) -> int:
    return sum(1 << place for place in places)


def _alike(
    words: NDArray[np.uint8], known: Sequence[int], more: Sequence[int]
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each set of places, as bits, with the words that agree with another word there.

    A set has the ``known`` places and some of ``more``. Sets without such words are left out.
    """
    import numpy as np

    waiting = [(_bits(known), np.arange(len(words)), words[:, list(known)], tuple(more))]
    while waiting:
        places, some, there, rest = waiting.pop()
        _, label, count = np.unique(there, axis=0, return_inverse=True, return_counts=True)
        label = label.reshape(-1)
        alike = count[label] > 1
        some, label = some[alike], label[alike]
        if len(some) == 0:
            continue
        yield places, some
        for at, place in enumerate(rest):
            both = np.column_stack([label, words[some, place]])
            waiting.append((places | 1 << place, some, both, rest[at + 1 :]))
