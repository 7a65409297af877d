"""Profiles: the class sizes after each of several guesses."""

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
#: Decreasing numbers, each with its multiplicity.
Runs: TypeAlias = tuple[tuple[int, int], ...]


class Totalled(Protocol):
    """The data that many aggregates need: totals over the classes of each guess.

    `Profiles` provide them; so do `Totals`, for guesses whose class sizes are not available.
    """

    @property
    def squares(self) -> Integers:
        """The sum of the squared class sizes of each guess."""
        ...

    @property
    def weighted(self) -> Integers:
        """The sum of rank times component over the vector of each guess; see `Profiles`."""
        ...

    @property
    def largest(self) -> Integers:
        """The size of the largest class of each guess."""
        ...

    @property
    def classes(self) -> Integers:
        """The number of classes of each guess."""
        ...

    @property
    def candidate(self) -> NDArray[np.bool_]:
        """Whether each guess may be the secret."""
        ...

    @property
    def members(self) -> int:
        """The number of candidates."""
        ...

    @property
    def feedbacks(self) -> int:
        """The number of possible classes, including empty ones."""
        ...


@dataclass(frozen=True, eq=False)
class Totals:
    """Totals over the classes of several guesses, without the sizes; see `Totalled`."""

    squares: Integers
    weighted: Integers
    largest: Integers
    classes: Integers
    candidate: NDArray[np.bool_]
    members: int
    feedbacks: int


@dataclass(frozen=True, eq=False)
class Profiles:
    """The class sizes of several guesses for the same set of candidates.

    Equal sizes of a guess are stored as one run.

    Parameters
    ----------
    size : (runs,) int64
        The sizes, decreasing within a guess; at least 1.
    times : (runs,) int64
        The number of classes of that size.
    start : (guesses,) int64
        The first run of each guess.
    candidate : (guesses,) bool
        Whether the guess may be the secret.
    feedbacks : int
        The number of possible classes, including empty ones.

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
        """Return profiles of class sizes in any order; the sums of all guesses must be equal.

        By default, no guess is a candidate, and the number of feedbacks is the largest number of
        classes.
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
        """Join ``several`` profiles, at least one, of the same candidates."""
        runs = np.cumsum([0, *(len(profiles.size) for profiles in several)])
        return cls(
            np.concatenate([profiles.size for profiles in several]),
            np.concatenate([profiles.times for profiles in several]),
            np.concatenate(
                [profiles.start + at for profiles, at in zip(several, runs.tolist(), strict=False)]
            ),
            np.concatenate([profiles.candidate for profiles in several]),
            several[0].feedbacks,
        )

    def __len__(self) -> int:
        return len(self.start)

    def sum(self, values: Numbers) -> Numbers:
        """Sum a value of each class for each guess: ``values[r]`` for all classes of run r."""
        added: Numbers = np.add.reduceat(values * self.times, self.start)
        return added

    @cached_property
    def squares(self) -> Integers:
        """``(guesses,)``: the sum of the squares of the sizes."""
        return self.sum(self.size**2)

    @cached_property
    def weighted(self) -> Integers:
        """``(guesses,)``: the sum of i a(i), with the components a(1) to a(n) in ascending order.

        A guess has a component for each candidate: the size of the class of the candidate.
        """
        n = self.members
        components = self.size * self.times
        # With m components in a run, and c in it and earlier runs, the components of the run have
        # ranks n - c + 1 to n - c + m. All guesses have n components, so one running total
        # suffices.
        so_far = np.repeat(n * np.arange(1, len(self) + 1), self.length)
        smaller = so_far - np.cumsum(components)
        ranks = components * (2 * smaller + components + 1) // 2
        weighted: Integers = np.add.reduceat(self.size * ranks, self.start)
        return weighted

    @cached_property
    def classes(self) -> Integers:
        """``(guesses,)``: the number of classes of each guess."""
        classes: Integers = np.add.reduceat(self.times, self.start)
        return classes

    @property
    def largest(self) -> Integers:
        """``(guesses,)``: the size of the largest class of each guess."""
        return self.size[self.start]

    @cached_property
    def length(self) -> NDArray[np.intp]:
        """``(guesses,)``: the number of runs of each guess."""
        return np.diff(self.start, append=len(self.size))

    @cached_property
    def real(self) -> Floats:
        """``(runs,)``: the sizes as floating-point numbers."""
        return self.size.astype(np.float64)

    @cached_property
    def members(self) -> int:
        """The number of candidates."""
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
        """Return the values of an aggregate for some of the guesses, at least one."""
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
