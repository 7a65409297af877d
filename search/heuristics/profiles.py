"""Profiles: the sizes of the classes that each of several guesses would leave."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Numbers = TypeVar("Numbers", Integers, Floats)
Result = TypeVar("Result")
#: Falling numbers, each with how often it is there.
Runs: TypeAlias = tuple[tuple[int, int], ...]


class Totalled(Protocol):
    """What many aggregates need of several guesses: totals over the classes of each.

    `Profiles` have them, and so have the `Totals` of guesses whose class sizes are not at hand.
    """

    @property
    def squares(self) -> Integers:
        """The sum of the squares of the sizes of each guess."""
        ...

    @property
    def weighted(self) -> Integers:
        """The sum of the ranks of the components, each times the component; see `Profiles`."""
        ...

    @property
    def largest(self) -> Integers:
        """The size of the largest class of each guess."""
        ...

    @property
    def classes(self) -> Integers:
        """How many classes each guess makes."""
        ...

    @property
    def candidate(self) -> NDArray[np.bool_]:
        """Whether each guess may itself be right."""
        ...

    @property
    def members(self) -> int:
        """Number of candidates."""
        ...

    @property
    def feedbacks(self) -> int:
        """How many classes there might be, empty ones included."""
        ...


@dataclass(frozen=True, eq=False)
class Totals:
    """Totals over the classes of several guesses, without the sizes; as `Totalled` says."""

    squares: Integers
    weighted: Integers
    largest: Integers
    classes: Integers
    candidate: NDArray[np.bool_]
    members: int
    feedbacks: int


@dataclass(frozen=True, eq=False)
class Profiles:
    """The class sizes of several guesses, all of the same set of candidates.

    Equal sizes of a guess are kept as one run.

    Parameters
    ----------
    size : (runs,) int64
        The sizes, falling within a guess; at least 1.
    times : (runs,) int64
        How many classes have that size.
    start : (guesses,) int64
        The first run of each guess.
    candidate : (guesses,) bool
        Whether the guess may itself be right.
    feedbacks : int
        How many classes there might be, empty ones included.

    Examples
    --------
    >>> profiles = Profiles.of([[3, 1, 1], [5]], feedbacks=4)
    >>> profiles.squares, profiles.classes, profiles.members
    (array([11, 25]), array([3, 1]), 5)
    """

    size: Integers
    times: Integers
    start: Integers
    candidate: NDArray[np.bool_]
    feedbacks: int

    @classmethod
    def of(
        cls,
        guesses: Sequence[Iterable[int]],
        candidate: Sequence[bool] | None = None,
        feedbacks: int = 0,
    ) -> "Profiles":
        """Return the profiles of class sizes in any order; all guesses have the same sum.

        By default none is a candidate, and there are as many feedbacks as the most classes.
        """
        runs = [np.unique(np.array(list(sizes)), return_counts=True) for sizes in guesses]
        most = max(int(times.sum()) for _, times in runs)
        return cls(
            np.concatenate([size[::-1] for size, _ in runs]).astype(np.int64),
            np.concatenate([times[::-1] for _, times in runs]).astype(np.int64),
            np.cumsum([0, *(len(size) for size, _ in runs)])[:-1],
            np.zeros(len(runs), bool) if candidate is None else np.array(candidate),
            max(feedbacks, most),
        )

    @classmethod
    def joined(cls, several: "Sequence[Profiles]") -> "Profiles":
        """Return the profiles of ``several``, at least one, of the same candidates."""
        runs = np.cumsum([0, *(len(one.size) for one in several)])
        return cls(
            np.concatenate([one.size for one in several]),
            np.concatenate([one.times for one in several]),
            np.concatenate(
                [one.start + at for one, at in zip(several, runs.tolist(), strict=False)]
            ),
            np.concatenate([one.candidate for one in several]),
            several[0].feedbacks,
        )

    def __len__(self) -> int:
        return len(self.start)

    def sum(self, values: Numbers) -> Numbers:
        """Add up, for each guess, a value of each class: ``values[r]`` for all those of run r."""
        added: Numbers = np.add.reduceat(values * self.times, self.start)
        return added

    @cached_property
    def squares(self) -> Integers:
        """``(guesses,)``: the sum of the squares of the sizes."""
        return self.sum(self.size**2)

    @cached_property
    def weighted(self) -> Integers:
        """``(guesses,)``: the sum of i a(i), with a(1) to a(n) the components in rising order.

        A guess has a component for each candidate: the size of the class that it lies in.
        """
        n = self.members
        components = self.size * self.times
        # The components of a run have the ranks from n - c + 1 to n - c + m, with m of them in the
        # run and c in it and the runs before. All guesses have n components, so one running total
        # serves.
        so_far = np.repeat(n * np.arange(1, len(self) + 1), self.length)
        smaller = so_far - np.cumsum(components)
        ranks = components * (2 * smaller + components + 1) // 2
        weighted: Integers = np.add.reduceat(self.size * ranks, self.start)
        return weighted

    @cached_property
    def classes(self) -> Integers:
        """``(guesses,)``: how many classes each guess makes."""
        classes: Integers = np.add.reduceat(self.times, self.start)
        return classes

    @property
    def largest(self) -> Integers:
        """``(guesses,)``: the size of the largest class of each guess."""
        return self.size[self.start]

    @cached_property
    def length(self) -> NDArray[np.intp]:
        """``(guesses,)``: how many runs each guess has."""
        return np.diff(self.start, append=len(self.size))

    @cached_property
    def real(self) -> Floats:
        """``(runs,)``: the sizes as floating-point numbers."""
        return self.size.astype(np.float64)

    @cached_property
    def members(self) -> int:
        """Number of candidates."""
        return sum(size * times for size, times in self.runs(0))

    def only(self, guesses: NDArray[np.intp]) -> "Profiles":
        """Return the profiles of some of the guesses, at least one."""
        length = self.length[guesses]
        start = np.cumsum(length) - length
        runs = np.repeat(self.start[guesses] - start, length) + np.arange(int(length.sum()))
        return Profiles(
            self.size[runs], self.times[runs], start, self.candidate[guesses], self.feedbacks
        )

    def values(
        self, aggregate: "Callable[[Profiles], Result]", some: NDArray[np.intp], /
    ) -> "Result":
        """Return what an aggregate makes of some of the guesses, at least one."""
        return aggregate(self if len(some) == len(self) else self.only(some))

    def runs(self, guess: int) -> Runs:
        """Return the class sizes of one guess as runs.

        Examples
        --------
        >>> Profiles.of([[3, 1, 1]]).runs(0)
        ((3, 1), (1, 2))
        """
        runs = slice(start := int(self.start[guess]), start + int(self.length[guess]))
        return tuple(zip(self.size[runs].tolist(), self.times[runs].tolist(), strict=True))
