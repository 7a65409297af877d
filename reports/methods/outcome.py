"""How one-step strategies fared: of each, how many words took how many tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

__all__ = ["Outcome", "Summary", "labels", "limited", "rounded", "summaries"]

_TIES = ("possible", "alphabetical", "last", "random", "")
_DIRECTIONS = ("lowest", "highest", "")


@dataclass(frozen=True)
class Outcome:
    """How one method fared on the words of one length, or on the codes of a game.

    Attributes
    ----------
    method : str
        What the method is called.
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
    >>> outcome = Outcome("Sum", "possible", "lowest", 5, 3, (1, 4, 2, 1))
    >>> outcome.words, outcome.total, outcome.mean, outcome.fails, outcome.worst
    (8, 19, Fraction(19, 8), 1, 4)
    """

    method: str
    ties: str
    direction: str
    length: int
    allowed: int | None
    counts: tuple[int, ...]
    what: str = "word"

    def __post_init__(self) -> None:
        """Refuse impossible values, which would only show much later, in a printed table."""
        if not self.method.strip():
            raise ValueError(f"method must be a name, not {self.method!r}")
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
class Summary:
    """How one method fared on the words of all lengths together.

    Attributes
    ----------
    outcomes : tuple of Outcome
        One for each length, of the same method in the same setting.

    Raises
    ------
    ValueError
        When there is no outcome, when they are not of one method in one setting, or when a length
        is given twice.

    Examples
    --------
    >>> five = Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2, 1))
    >>> summary = Summary((five, Outcome("Sum", "possible", "lowest", 6, 2, (2, 3))))
    >>> summary.counts, rounded(summary.mean), summary.fails, summary.worst
    ((3, 7, 2, 1), '2.0769', 3, 4)
    """

    outcomes: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be summed."""
        if not self.outcomes:
            raise ValueError("a summary needs at least one outcome")
        if len({(each.method, each.ties, each.direction) for each in self.outcomes}) > 1:
            raise ValueError("a summary must be of one method with one tie-break and direction")
        for length, times in Counter(each.length for each in self.outcomes).items():
            if times > 1:
                raise ValueError(f"{self.name} is given {times} times for length {length}")

    @property
    def method(self) -> str:
        """What the method is called."""
        return self.outcomes[0].method

    @property
    def ties(self) -> str:
        """Its tie-break, as of an outcome."""
        return self.outcomes[0].ties

    @property
    def direction(self) -> str:
        """Its direction, as of an outcome."""
        return self.outcomes[0].direction

    @property
    def name(self) -> str:
        """The method with its setting: ``Sum, possible, lowest``."""
        return ", ".join(filter(None, (self.method, self.ties, self.direction)))

    @property
    def counts(self) -> tuple[int, ...]:
        """The words found with one try, with two, and so on."""
        return tuple(map(sum, zip_longest(*(each.counts for each in self.outcomes), fillvalue=0)))

    @property
    def words(self) -> int:
        """The number of words."""
        return sum(each.words for each in self.outcomes)

    @property
    def total(self) -> int:
        """The tries for all words together."""
        return sum(each.total for each in self.outcomes)

    @property
    def mean(self) -> Fraction:
        """The tries for a word on average, exactly."""
        return Fraction(self.total, self.words)

    @property
    def fails(self) -> int | None:
        """The words that need more tries than are allowed; None where there is no limit."""
        fails = [each.fails for each in self.outcomes if each.fails is not None]
        return sum(fails) if len(fails) == len(self.outcomes) else None

    @property
    def worst(self) -> int:
        """The most tries that a word needs."""
        return max(each.worst for each in self.outcomes)


def summaries(outcomes: Iterable[Outcome]) -> list[Summary]:
    """Group outcomes by method and setting.

    Parameters
    ----------
    outcomes : iterable of Outcome
        In any order.

    Returns
    -------
    list of Summary
        In the order in which a method and setting first appears; within each, by length.

    Raises
    ------
    ValueError
        When a length is given twice for a method and setting, or when two methods were allowed
        different numbers of tries for one length: their fails would not compare.

    Examples
    --------
    >>> sum6 = Outcome("Sum", "possible", "lowest", 6, 6, (2, 3))
    >>> bobo = Outcome("Bobo", "", "", 5, 5, (1, 0, 4))
    >>> sum5 = Outcome("Sum", "possible", "lowest", 5, 5, (1, 4, 2, 1))
    >>> [(each.name, each.words) for each in summaries([sum6, bobo, sum5])]
    [('Sum, possible, lowest', 13), ('Bobo', 5)]
    """
    groups: dict[tuple[str, str, str], list[Outcome]] = {}
    allowed: dict[int, int | None] = {}
    for each in outcomes:
        groups.setdefault((each.method, each.ties, each.direction), []).append(each)
        first = allowed.setdefault(each.length, each.allowed)
        if first != each.allowed:
            raise ValueError(
                f"length {each.length} is given with {first} tries allowed and with {each.allowed}"
            )
    return [
        Summary(tuple(sorted(group, key=lambda each: each.length))) for group in groups.values()
    ]


def limited(methods: Sequence[Summary]) -> bool:
    """Say whether words can be failed, because there is a limit.

    Examples
    --------
    >>> limited(summaries([Outcome("Max", "possible", "lowest", 4, None, (1, 4), "code")]))
    False
    """
    return all(each.fails is not None for each in methods)


def labels(methods: Sequence[Summary]) -> list[str]:
    """Return a short name for each method: its setting is said where the name is not enough.

    Parameters
    ----------
    methods : sequence of Summary
        No two of the same method and setting.

    Returns
    -------
    list of str

    Examples
    --------
    >>> sum1 = Outcome("Sum", "possible", "lowest", 5, 5, (1, 4))
    >>> sum2 = Outcome("Sum", "alphabetical", "lowest", 5, 5, (1, 3, 1))
    >>> labels(summaries([sum1, sum2, Outcome("Max", "possible", "lowest", 5, 5, (1, 4))]))
    ['Sum, possible', 'Sum, alphabetical', 'Max']
    """

    def label(one: Summary) -> str:
        same = [each for each in methods if each.method == one.method]
        ties = one.ties if len({each.ties for each in same}) > 1 else ""
        direction = one.direction if len({each.direction for each in same}) > 1 else ""
        return ", ".join(filter(None, (one.method, ties, direction)))

    return [label(one) for one in methods]


def rounded(mean: Fraction, places: int = 4) -> str:
    """Write a mean with so many decimals, rounded exactly, a half to the even digit.

    Through a float, a mean that lies just beside a half would now and then go the wrong way.

    Parameters
    ----------
    mean : Fraction
        At least 0.
    places : int, optional
        The decimals.

    Returns
    -------
    str

    Examples
    --------
    >>> rounded(Fraction(596_969, 212_017)), rounded(Fraction(2)), rounded(Fraction(5, 2), 0)
    ('2.8157', '2.0000', '2')
    >>> rounded(Fraction(28145, 10000), 3), rounded(Fraction(28155, 10000), 3)
    ('2.814', '2.816')
    """
    digits = f"{round(mean * 10**places):0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
