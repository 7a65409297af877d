"""The results of a heuristic: how many secrets took how many tries, in games and together."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from emi.games.words import WordGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from emi.games.game import Game
    from emi.playing.performance import Performance

_TIES = ("possible", "alphabetical", "last", "random", "")
_DIRECTIONS = ("lowest", "highest", "")


@dataclass(frozen=True)
class LengthResult:
    """How one heuristic fared on the words of one length, or on the codes of a game.

    Attributes
    ----------
    heuristic : str
        What the heuristic is called.
    ties : str
        Which of several equal guesses it makes: ``possible`` (a possible one first),
        ``alphabetical``, ``last`` or ``random``; empty where that plays no role.
    direction : str
        Which value it looks for, ``lowest`` or ``highest``; empty where that plays no role.
    length : int
        The number of letters of a word, or of pegs of a code.
    allowed : int or None
        The tries that are allowed: a word that needs more is failed. None where there is no limit.
    counts : tuple of int
        The words found with one try, with two, and so on; the last is not zero.
    what : str
        What is found: ``word``, or ``code``.

    Raises
    ------
    ValueError
        When a value is impossible, such as no words.

    Examples
    --------
    >>> result = LengthResult("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1))
    >>> result.words, result.total, result.mean, result.fails, result.worst
    (8, 19, Fraction(19, 8), 1, 4)
    """

    heuristic: str
    ties: str
    direction: str
    length: int
    allowed: int | None
    counts: tuple[int, ...]
    what: str = "word"

    def __post_init__(self) -> None:
        """Refuse impossible values, which would only show much later, in a printed table."""
        if not self.heuristic.strip():
            raise ValueError(f"heuristic must be a name, not {self.heuristic!r}")
        if self.ties not in _TIES:
            raise ValueError(
                f"ties must be possible, alphabetical, last, random or empty, not {self.ties!r}"
            )
        if self.direction not in _DIRECTIONS:
            raise ValueError(f"direction must be lowest, highest or empty, not {self.direction!r}")
        if self.length < 1:
            raise ValueError(f"length must be at least 1, not {self.length}")
        if self.allowed is not None and self.allowed < 1:
            raise ValueError(f"allowed must be at least 1, not {self.allowed}")
        if any(count < 0 for count in self.counts):
            raise ValueError(f"counts must be at least 0, not {min(self.counts)}")
        if self.what not in {"word", "code"}:
            raise ValueError(f"what must be word or code, not {self.what!r}")
        if not self.counts or not self.counts[-1]:
            raise ValueError("counts must end with the words of the worst case, not with none")

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(self.counts)

    @property
    def total(self) -> int:
        """The tries for all words together."""
        return sum(tries * count for tries, count in enumerate(self.counts, 1))

    @property
    def mean(self) -> Fraction:
        """The tries for a word on average, exactly."""
        return Fraction(self.total, self.words)

    @property
    def fails(self) -> int | None:
        """The words that need more tries than are allowed; None where there is no limit."""
        return None if self.allowed is None else sum(self.counts[self.allowed :])

    @property
    def worst(self) -> int:
        """The most tries that a word needs."""
        return len(self.counts)


@dataclass(frozen=True)
class HeuristicResult:
    """How one heuristic fared on the words of all lengths together.

    Attributes
    ----------
    lengths : tuple of LengthResult
        One for each length, of the same heuristic in the same setting.

    Raises
    ------
    ValueError
        When there is none, when they are not of one heuristic in one setting, or when a length is
        given twice.

    Examples
    --------
    >>> five = LengthResult("Sum", "possible", "lowest", 5, 2, (1, 4, 2, 1))
    >>> result = HeuristicResult((five, LengthResult("Sum", "possible", "lowest", 6, 2, (2, 3))))
    >>> result.counts, result.mean, result.fails, result.worst
    ((3, 7, 2, 1), Fraction(27, 13), 3, 4)
    """

    lengths: tuple[LengthResult, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be summed."""
        if not self.lengths:
            raise ValueError("a result needs at least one length")
        if len({(each.heuristic, each.ties, each.direction) for each in self.lengths}) > 1:
            raise ValueError("a result must be of one heuristic with one tie-break and direction")
        for length, times in Counter(each.length for each in self.lengths).items():
            if times > 1:
                raise ValueError(f"{self.name} is given {times} times for length {length}")

    @property
    def heuristic(self) -> str:
        """What the heuristic is called."""
        return self.lengths[0].heuristic

    @property
    def ties(self) -> str:
        """Its tie-break."""
        return self.lengths[0].ties

    @property
    def direction(self) -> str:
        """Its direction."""
        return self.lengths[0].direction

    @property
    def what(self) -> str:
        """What it finds, ``word`` or ``code``."""
        return self.lengths[0].what

    @property
    def name(self) -> str:
        """The heuristic with its setting: ``Sum, possible, lowest``."""
        return ", ".join(filter(None, (self.heuristic, self.ties, self.direction)))

    @property
    def counts(self) -> tuple[int, ...]:
        """The words found with one try, with two, and so on."""
        return tuple(map(sum, zip_longest(*(each.counts for each in self.lengths), fillvalue=0)))

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(each.words for each in self.lengths)

    @property
    def total(self) -> int:
        """The tries for all words together."""
        return sum(each.total for each in self.lengths)

    @property
    def mean(self) -> Fraction:
        """The tries for a word on average, exactly."""
        return Fraction(self.total, self.words)

    @property
    def fails(self) -> int | None:
        """The words that need more tries than are allowed; None where there is no limit."""
        fails = [each.fails for each in self.lengths if each.fails is not None]
        return sum(fails) if len(fails) == len(self.lengths) else None

    @property
    def worst(self) -> int:
        """The most tries that a word needs."""
        return max(each.worst for each in self.lengths)


def together(lengths: Iterable[LengthResult]) -> list[HeuristicResult]:
    """Group results by heuristic and setting.

    Parameters
    ----------
    lengths : iterable of LengthResult
        In any order.

    Returns
    -------
    list of HeuristicResult
        In the order in which a heuristic and setting first appears; within each, by length.

    Raises
    ------
    ValueError
        When a length is given twice for a heuristic and setting, or when two heuristics were
        allowed different numbers of tries for one length: their fails would not compare.

    Examples
    --------
    >>> sum6 = LengthResult("Sum", "possible", "lowest", 6, 6, (2, 3))
    >>> bobo = LengthResult("Bobo", "", "", 5, 5, (1, 0, 4))
    >>> sum5 = LengthResult("Sum", "possible", "lowest", 5, 5, (1, 4, 2, 1))
    >>> [(each.name, each.words) for each in together([sum6, bobo, sum5])]
    [('Sum, possible, lowest', 13), ('Bobo', 5)]
    """
    groups: dict[tuple[str, str, str], list[LengthResult]] = {}
    allowed: dict[int, int | None] = {}
    for each in lengths:
        groups.setdefault((each.heuristic, each.ties, each.direction), []).append(each)
        first = allowed.setdefault(each.length, each.allowed)
        if first != each.allowed:
            raise ValueError(
                f"length {each.length} is given with {first} tries allowed and with {each.allowed}"
            )
    return [
        HeuristicResult(tuple(sorted(group, key=lambda each: each.length)))
        for group in groups.values()
    ]


@dataclass(frozen=True, eq=False)
class Fared:
    """How heuristics fared in one game, in the order in which they were asked for."""

    game: Game
    played: list[Performance]


def results(games: Sequence[Fared], allowed: Mapping[int, int | None]) -> list[HeuristicResult]:
    """Add up what heuristics did in several games.

    Parameters
    ----------
    games : sequence of Fared
        The same heuristics in the same order in each.
    allowed : mapping
        From a length to the tries that are allowed, or None where there is no limit.
    """
    counts: dict[tuple[str, str, str, int], tuple[int, ...]] = defaultdict(tuple)
    for played in chain.from_iterable(zip(*(each.played for each in games), strict=True)):
        key = (played.name, played.ties, played.direction, played.game.length)
        counts[key] = tuple(map(sum, zip_longest(counts[key], played.counts, fillvalue=0)))
    what = "word" if all(isinstance(each.game, WordGame) for each in games) else "code"
    return together(
        LengthResult(heuristic, ties, direction, length, allowed[length], found, what)
        for (heuristic, ties, direction, length), found in counts.items()
    )
