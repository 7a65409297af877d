"""Rows of a feedback matrix: by a rule in plain Python, and by any rule in several threads."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from emi.errors import EmiError, GameError, one_line
from emi.search.model.limits import Stopped, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from emi.search.model.matrix import Indices, Rows

    #: Writes a row for each guess, given by index: its feedback for all secrets.
    WriteRows = Callable[[Indices, Rows], None]

#: The least number of blocks per thread.
BLOCKS = 4
#: The number of pairs that a rule in plain Python is asked about again (all pairs of a small game),
#: and the least number of such questions.
AGAIN, AGAIN_AT_LEAST = 4_096, 64


@dataclass
class PlainRule:
    """A feedback rule in plain Python; a sample of its feedback is checked by further calls.

    ``feedback_each``, if there is one, computes the same feedback for many pairs at once.
    """

    name: str
    feedback: Callable[[str, str], str]
    feedback_each: Callable[[Sequence[str], Sequence[str]], list[str]] | None
    guesses: Sequence[str]
    secrets: Sequence[str]
    bits: int
    #: The class numbers in order of appearance; None is the feedback of a correct guess.
    numbers: dict[str | None, int] = field(default_factory=lambda: {None: 0})

    def write(self, guesses: Indices, rows: Rows) -> None:
        """Write a row for each guess; see `emi.Game.row_writer`."""
        pairs = len(self.guesses) * len(self.secrets)
        # All pairs of a small game; of very few pairs, each several times.
        step, times = max(1, pairs // AGAIN), max(1, AGAIN_AT_LEAST // pairs)
        for place, g in enumerate(guesses.tolist()):
            guess = self.guesses[g]
            feedbacks = [
                None if secret == guess else self._feedback(guess, secret)
                for secret in self.secrets
            ]
            for at in [*range(g % step, len(feedbacks), step)] * times:
                self._check_same(guess, self.secrets[at], feedbacks[at])
            if self.feedback_each is not None:
                again = self.feedback_each([guess] * len(feedbacks), self.secrets)
                for secret, feedback, other in zip(self.secrets, feedbacks, again, strict=True):
                    if feedback is not None and feedback != other:
                        raise GameError(
                            f"{self.name}: feedback({guess!r}, {secret!r}) is {feedback!r} and by "
                            f"`feedback_each` {other!r}, expected the same"
                        )
            row = [self.numbers.setdefault(feedback, len(self.numbers)) for feedback in feedbacks]
            if len(self.numbers) > 1 << self.bits:
                raise GameError(
                    f"{self.name}: more than {(1 << self.bits) - 1:,} different feedbacks, "
                    f"expected as many as {self.bits} bits can number"
                )
            rows[place] = row

    def _feedback(self, guess: str, secret: str) -> str:
        """Return the feedback; raise GameError if the rule fails or returns no plain value."""
        try:
            feedback = self.feedback(guess, secret)
            hash(feedback)
        except EmiError:
            raise
        except Exception as error:
            raise GameError(
                one_line(
                    f"{self.name}: feedback({guess!r}, {secret!r}) failed with "
                    f"{type(error).__name__}: {error}"
                )
            ) from error
        if feedback is None:
            raise GameError(
                f"{self.name}: feedback({guess!r}, {secret!r}) is None, expected a text"
            )
        return feedback

    def _check_same(self, guess: str, secret: str, feedback: str | None) -> None:
        """Raise GameError if the rule, called twice more, returns different feedback."""
        for _ in range(0 if feedback is None else 2):
            if (again := self._feedback(guess, secret)) != feedback:
                raise GameError(
                    f"{self.name}: feedback({guess!r}, {secret!r}) is {feedback!r}, and {again!r} "
                    "when asked again, expected a rule that always gives the same feedback"
                )


def stock(codes: NDArray[np.uint8], symbols: int) -> NDArray[np.uint8]:
    """Return ``(symbols, codes)`` uint8: the number of occurrences of each symbol in each code."""
    count = len(codes)
    places = codes.T * np.int64(count) + np.arange(count)
    often = np.bincount(places.ravel(), minlength=symbols * count)
    return often.astype(np.uint8).reshape(symbols, count)


def write_all(write: WriteRows, rows: Rows, step: int, threads: int, go_on: Watch) -> None:
    """Write all rows of a matrix, in blocks of ``step`` rows.

    The calling thread calls ``go_on`` with the share done before each block that it writes.

    Raises
    ------
    Stopped
        If ``go_on`` returned False; all threads have then ended.
    """
    blocks = -(-len(rows) // step)
    # All threads take blocks from this iterator.
    begins = iter(range(0, len(rows), step))

    def work(go_on: Watch) -> None:
        for first in begins:
            if not go_on(first / len(rows)):
                raise Stopped
            last = min(first + step, len(rows))
            write(np.arange(first, last, dtype=np.int32), rows[first:last])

    with ThreadPoolExecutor(max(threads, 1), thread_name_prefix="rows") as pool:
        more = min(threads, blocks // BLOCKS) - 1
        others = [pool.submit(work, lambda _: True) for _ in range(more)]
        try:
            work(go_on)
        finally:
            deque(begins, maxlen=0)  # Leave nothing for the other threads.
        for other in others:
            other.result()
