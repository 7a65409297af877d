"""Published values, and how computed ones compare with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from reports.given import Result
from reports.table import Comparison
from reports.wording import plural, rounded

__all__ = [
    "Figures",
    "Finding",
    "PublishedEmi",
    "PublishedHeuristics",
    "Unlike",
    "compared",
    "findings",
    "spelt",
]


@dataclass(frozen=True)
class PublishedEmi:
    """The values of a published EMI table, by initial and length, and the name of their file.

    Examples
    --------
    >>> paper = PublishedEmi({("C", 5): 7}, "paper.csv")
    >>> [paper.differs("C", 5, *bounds) for bounds in [(5, 5), (7, 7), (5, 6), (6, 7)]]
    [True, False, True, None]
    """

    values: dict[tuple[str, int], int]
    source: str

    def differs(self, letter: str, length: int, lower: int, upper: int) -> bool | None:
        """Say whether bounds contradict what is published.

        None where nothing is published, or where the published value lies within bounds that are
        still apart: time may tell.
        """
        value = self.values.get((letter, length))
        if value is None:
            return None
        if not lower <= value <= upper:
            return True
        return False if lower == upper else None


class Unlike(NamedTuple):
    """Whether each published figure is another than the computed; None if it is not published."""

    average: bool | None
    fails: bool | None
    worst: bool | None


@dataclass(frozen=True)
class Figures:
    """What is published of a heuristic; None where nothing is.

    The average is of the tries for a word, with as many decimals as are printed; words fail that
    were not found within the tries allowed; the worst case is the most tries that a word needed.

    Examples
    --------
    >>> print(Figures(Decimal("3.3952"), None, 7))
    3.3952 / ? / 7
    """

    average: Decimal | None = None
    fails: int | None = None
    worst: int | None = None

    def __str__(self) -> str:
        return " / ".join(self.printed)

    @property
    def printed(self) -> tuple[str, ...]:
        """Each figure as it is printed; ``?`` where it is not published."""
        figures = (self.average, self.fails, self.worst)
        return tuple("?" if figure is None else str(figure) for figure in figures)

    def unlike(self, result: Result) -> Unlike:
        """Say which figures a result contradicts.

        An average is compared as printed: the computed one is rounded to as many decimals.
        """
        return Unlike(
            None if self.average is None else _apart(result, self.average) > 0,
            None if None in {self.fails, result.fails} else result.fails != self.fails,
            None if self.worst is None else result.worst != self.worst,
        )

    def distance(self, result: Result) -> tuple[Fraction, int, int]:
        """Say how far off a result is, to find the nearest.

        By how much the averages differ as printed, then the fails, then the worst cases; 0 where
        nothing is published.
        """
        return (
            Fraction(0) if self.average is None else _apart(result, self.average),
            0 if self.fails is None or result.fails is None else abs(result.fails - self.fails),
            0 if self.worst is None else abs(result.worst - self.worst),
        )


@dataclass(frozen=True)
class PublishedHeuristics:
    """What is published of each heuristic, by its name, and the name of the file.

    Examples
    --------
    >>> paper = PublishedHeuristics({"Sum Gini": Figures(None, 53, 8)}, "paper.csv")
    >>> print(paper.of("SumGini"), paper.of("Max"))
    ? / 53 / 8 None
    """

    figures: dict[str, Figures]
    source: str

    def of(self, heuristic: str) -> Figures | None:
        """Return what is published of a heuristic; spaces and capitals make no difference."""
        key = spelt(heuristic)
        return next((found for name, found in self.figures.items() if spelt(name) == key), None)

    def differs(self, result: Result) -> bool | None:
        """Say whether a result contradicts what is published; None where nothing is."""
        figures = self.of(result.heuristic)
        unlike = (None,) if figures is None else figures.unlike(result)
        return None if all(each is None for each in unlike) else any(unlike)

    def absent(self, results: Iterable[Result]) -> list[str]:
        """Return a sentence for each published heuristic that was not computed."""
        computed = {spelt(each.heuristic) for each in results}
        return [
            f"{name}: {figures} published, not computed here"
            for name, figures in self.figures.items()
            if spelt(name) not in computed
        ]


@dataclass(frozen=True)
class Finding:
    """What became of the published figures of one heuristic."""

    published: Figures
    first: Result  # that of the usual setting
    nearest: Result  # whose average comes nearest, then its fails, then its worst case
    rows: int  # how many results the heuristic has

    @property
    def agrees(self) -> bool:
        """Whether the usual setting gives what is published."""
        return not any(self.published.unlike(self.first))

    @property
    def exact(self) -> bool:
        """Whether some setting gives what is published."""
        return not any(self.published.unlike(self.nearest))

    def __str__(self) -> str:
        here = f"{self.first.heuristic}: {_figures(self.first)} here, {self.published} published"
        if self.agrees:
            return here
        if self.rows == 1:
            return f"{here}; no other setting is shown"
        if self.nearest == self.first:
            return f"{here}; of the settings shown this comes nearest"
        setting = _setting(self.nearest, self.first)
        if self.exact:
            return f"{here}; with {setting} exactly as published"
        return f"{here}; nearest with {setting}: {_figures(self.nearest)}, and none is exact"


def findings(results: Sequence[Result], against: PublishedHeuristics) -> list[Finding]:
    """Hold what is published against all that was computed.

    Returns a finding for each published heuristic that was computed and that has a figure, in the
    order of the results. The first result of a heuristic is of its usual setting.
    """
    found = []
    for heuristic in dict.fromkeys(each.heuristic for each in results):
        rows = [each for each in results if each.heuristic == heuristic]
        published = against.of(heuristic)
        if published is None or against.differs(rows[0]) is None:
            continue
        # Of rows that are equally near, the first.
        found.append(Finding(published, rows[0], min(rows, key=published.distance), len(rows)))
    return found


def compared(
    noun: str,
    differing: Sequence[bool],
    source: str,
    *,
    elsewhere: int = 0,
    told: Iterable[str] = (),
    absent: Iterable[str] = (),
    figures: str = "",
) -> Comparison:
    """Say how many values could be compared, and how many of them differ.

    Each is of a `noun`; some that differ agree `elsewhere`, in another setting; the rest is as of
    `Comparison`.

    Examples
    --------
    >>> compared("cell", [True, False], "paper.csv").said("paper.csv")
    '2 cells compared with paper.csv: 1 differs'
    """
    # "All agree" would be true of none, and would mislead.
    before, after = f"No {noun} could be compared with ", ""
    if differing:
        before, unlike = f"{plural(len(differing), noun)} compared with ", sum(differing)
        after = f": {unlike} differ{'s' if unlike == 1 else ''}" if unlike else ": all agree"
        if elsewhere:
            after += f", {elsewhere} of them only in the usual setting"
    return Comparison(source, before, after, tuple(told), tuple(absent), figures)


def spelt(heuristic: str) -> str:
    """Return what a name has in common with other spellings of it."""
    return "".join(heuristic.split()).casefold()


def _apart(result: Result, average: Decimal) -> Fraction:
    """Return by how much an average differs, when both are written with the same decimals."""
    places = -int(average.as_tuple().exponent)
    return abs(Fraction(rounded(result.mean, places)) - Fraction(average))


def _figures(one: Result) -> str:
    """Return average, fails and worst case of a result."""
    fails = "?" if one.fails is None else one.fails
    return f"{rounded(one.mean)} / {fails} / {one.worst}"


def _setting(one: Result, other: Result) -> str:
    """Return what is special about the setting of one, beside the other."""
    parts = []
    if one.ties != other.ties:
        parts.append(f"ties {one.ties or 'none'}")
    if one.direction != other.direction:
        parts.append(f"direction {one.direction or 'none'}")
    return ", ".join(parts)
