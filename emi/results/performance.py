"""The number of guesses that heuristics make: by game, by word length, and over all lengths."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING

from emi.results.base import HIDDEN, Tabular, fact, rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from emi.results.base import GameFacts


@dataclass(frozen=True, eq=False, repr=False)
class Performance(Tabular):
    """A heuristic or strategy played against every secret of a game.

    Parameters
    ----------
    game : GameFacts
    name : str
        The name of the heuristic or strategy.
    ties : str
        The tie-break: ``possible`` (candidates first), ``alphabetical`` (the first guess),
        ``last``, ``random``, or empty if there is none.
    direction : str
        The best value of the aggregate: ``lowest``, ``highest``, or empty without an aggregate.
    tries : (secrets,) int32
        The number of guesses for each secret of the game.

    Examples
    --------
    >>> import emi
    >>> played = emi.play(emi.Mastermind(2, 3), "Max")
    >>> played.name, played.worst, played.counts
    ('Max', 4, (1, 2, 5, 1))
    >>> played
    <Performance of Max, possible, lowest in mastermind:2x3: 2.6667 on average, 4 at most>
    """

    game: GameFacts
    name: str
    ties: str
    direction: str
    tries: NDArray[np.int32] = field(metadata=HIDDEN)

    def __repr__(self) -> str:
        setting = ", ".join(filter(None, (self.name, self.ties, self.direction)))
        mean = rounded(Fraction(self.total, len(self.tries)))
        return f"<Performance of {setting} in {self.game}: {mean} on average, {self.worst} at most>"

    @fact
    def counts(self) -> tuple[int, ...]:
        """The number of secrets found with one guess, two guesses, and so on, up to the worst."""
        import numpy as np

        return tuple(np.bincount(self.tries)[1:].tolist())

    @fact
    def total(self) -> int:
        """The total number of guesses over all secrets."""
        return int(self.tries.sum())

    @fact
    def mean(self) -> float:
        """The mean number of guesses for a secret."""
        return float(self.total / len(self.tries))

    @fact
    def worst(self) -> int:
        """The largest number of guesses for a secret."""
        return int(self.tries.max())


class _Counted:
    """Figures derived from the number of words found with one guess, two guesses, and so on."""

    if TYPE_CHECKING:

        @property
        def counts(self) -> tuple[int, ...]:
            """The number of words found with one guess, two guesses, and so on, up to the worst."""

    @fact
    def secrets(self) -> int:
        """The number of words."""
        return sum(self.counts)

    @fact
    def total(self) -> int:
        """The total number of guesses over all words."""
        return sum(tries * count for tries, count in enumerate(self.counts, 1))

    @fact
    def mean(self) -> Fraction:
        """The exact mean number of guesses for a word."""
        return Fraction(self.total, self.secrets)

    @fact
    def worst(self) -> int:
        """The largest number of guesses for a word."""
        return len(self.counts)


@dataclass(frozen=True)
class LengthResult(_Counted):
    """The result of one heuristic on the words of one length, or on the codes of a game.

    ``ties`` and ``direction`` are as in `Performance`. ``allowed`` is the number of allowed tries,
    None for no limit. ``what`` is the noun for a secret: ``word`` or ``code``.

    Examples
    --------
    >>> result = LengthResult("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1))
    >>> result.secrets, result.total, result.mean, result.fails, result.worst
    (8, 19, Fraction(19, 8), 1, 4)
    """

    heuristic: str
    ties: str
    direction: str
    length: int
    allowed: int | None
    counts: tuple[int, ...]
    what: str = "word"

    @fact
    def fails(self) -> int | None:
        """The number of words that need more tries than allowed; None without a limit."""
        return None if self.allowed is None else sum(self.counts[self.allowed :])


@dataclass(frozen=True)
class HeuristicResult(_Counted, Tabular):
    """The result of one heuristic in one setting on the words of all lengths.

    Examples
    --------
    >>> five = LengthResult("Sum", "possible", "lowest", 5, 2, (1, 4, 2, 1))
    >>> result = HeuristicResult((five, LengthResult("Sum", "possible", "lowest", 6, 2, (2, 3))))
    >>> result.counts, result.mean, result.fails, result.worst
    ((3, 7, 2, 1), Fraction(27, 13), 3, 4)
    """

    lengths: tuple[LengthResult, ...]

    @fact
    def heuristic(self) -> str:
        """The name of the heuristic."""
        return self.lengths[0].heuristic

    @fact
    def ties(self) -> str:
        """The tie-break."""
        return self.lengths[0].ties

    @fact
    def direction(self) -> str:
        """The best value of the aggregate: ``lowest`` or ``highest``, or empty."""
        return self.lengths[0].direction

    @fact
    def what(self) -> str:
        """The noun for a secret: ``word`` or ``code``."""
        return self.lengths[0].what

    @property
    def name(self) -> str:
        """The heuristic with its setting: ``Sum, possible, lowest``."""
        return ", ".join(filter(None, (self.heuristic, self.ties, self.direction)))

    @fact
    def counts(self) -> tuple[int, ...]:
        """The number of words found with one guess, two guesses, and so on."""
        return _added(each.counts for each in self.lengths)

    @fact
    def fails(self) -> int | None:
        """The number of words that need more tries than allowed; None without a limit."""
        fails = [each.fails for each in self.lengths if each.fails is not None]
        return sum(fails) if len(fails) == len(self.lengths) else None


def together(lengths: Iterable[LengthResult]) -> list[HeuristicResult]:
    """Group results by heuristic and setting, in the order of first appearance.

    Within a group, results are sorted by length.

    Examples
    --------
    >>> sum6 = LengthResult("Sum", "possible", "lowest", 6, 6, (2, 3))
    >>> bobo = LengthResult("Bobo", "", "", 5, 5, (1, 0, 4))
    >>> sum5 = LengthResult("Sum", "possible", "lowest", 5, 5, (1, 4, 2, 1))
    >>> [(each.name, each.secrets) for each in together([sum6, bobo, sum5])]
    [('Sum, possible, lowest', 13), ('Bobo', 5)]
    """
    groups: dict[tuple[str, str, str], list[LengthResult]] = {}
    for each in lengths:
        groups.setdefault((each.heuristic, each.ties, each.direction), []).append(each)
    return [
        HeuristicResult(tuple(sorted(group, key=lambda each: each.length)))
        for group in groups.values()
    ]


@dataclass(frozen=True, eq=False)
class Trials:
    """The performances of several heuristics in one game, in the requested order.

    ``missing`` has the names of the heuristics that were stopped.
    """

    game: GameFacts
    performances: list[Performance]
    missing: tuple[str, ...] = ()


def results(
    performances: Iterable[Performance], allowed: Mapping[int, int | None] | None = None
) -> list[HeuristicResult]:
    """Add up performances of the same heuristics in several games.

    ``allowed`` has the number of allowed tries for each length (None for no limit); by default, it
    is taken from the games.
    """
    counts: dict[tuple[str, str, str, int, int | None], tuple[int, ...]] = {}
    kinds = set()
    for one in performances:
        length = one.game.length
        limit = one.game.allowed if allowed is None else allowed[length]
        key = (one.name, one.ties, one.direction, length, limit)
        counts[key] = _added((counts.get(key, ()), one.counts))
        kinds.add(one.game.kind)
    what = "word" if kinds == {"words"} else "code"
    return together(LengthResult(*setting, found, what) for setting, found in counts.items())


def _added(counts: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip_longest(*counts, fillvalue=0)))
