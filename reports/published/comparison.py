"""Published values, and their comparison with computed ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from emi.results.performance import HeuristicResult as Result
from reports.table import Comparison
from reports.wording import plural, rounded

if TYPE_CHECKING:
    from emi.results.solution import Solution


class PublishedEmi(NamedTuple):
    """The values of a published EMI table, by initial and length, and the name of their file."""

    values: dict[tuple[str, int], int]
    source: str

    def of(self, one: Solution) -> int | None:
        """Return the published value of a cell."""
        return None if one.game.cell is None else self.values.get(one.game.cell)

    def differs(self, one: Solution) -> bool | None:
        """Return whether bounds contradict the published value.

        Return None if no value is published, or if the bounds have not met and include the
        published value.
        """
        value, upper = self.of(one), one.bounds.upper
        if value is None:
            return None
        if value < one.bounds.lower or (upper is not None and value > upper):
            return True
        return False if one.proven else None


class Figures(NamedTuple):
    """The published figures of a heuristic; None for a figure that is not published.

    The average is the mean number of tries per word, with the printed number of decimals. A word
    fails if it is not found within the tries allowed. The worst case is the largest number of tries
    for a word.
    """

    average: Decimal | None = None
    fails: int | None = None
    worst: int | None = None

    def __str__(self) -> str:
        return " / ".join(self.printed)

    @property
    def printed(self) -> tuple[str, ...]:
        """Each figure as printed; ``?`` if it is not published."""
        return tuple("?" if figure is None else str(figure) for figure in self)

    def apart(self, result: Result) -> tuple[Fraction | int | None, ...]:
        """Return the difference of each figure; None if it is not published or not comparable.

        The computed average is rounded to the number of decimals of the printed one.
        """
        average = None
        if self.average is not None:
            places = -int(self.average.as_tuple().exponent)
            average = abs(Fraction(rounded(result.mean, places)) - Fraction(self.average))
        return average, _off(self.fails, result.fails), _off(self.worst, result.worst)


def _off(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else abs(one - other)


class PublishedHeuristics(NamedTuple):
    """The published figures of each heuristic by name, and the name of the file."""

    figures: dict[str, Figures]
    source: str

    def of(self, heuristic: str) -> Figures | None:
        """Return the published figures of a heuristic; spaces and capitals make no difference."""
        key = spelt(heuristic)
        return next((found for name, found in self.figures.items() if spelt(name) == key), None)

    def apart(self, result: Result) -> tuple[Fraction | int | None, ...]:
        """Return the difference of each figure of a heuristic, as `Figures.apart` does."""
        return (self.of(result.heuristic) or Figures()).apart(result)

    def differs(self, result: Result) -> bool | None:
        """Return whether a result contradicts the published figures; None if there are none."""
        apart = self.apart(result)
        return None if all(each is None for each in apart) else any(apart)


class Finding(NamedTuple):
    """The comparison of one heuristic with its published figures."""

    published: Figures
    first: Result  # of the usual setting
    nearest: Result  # nearest in average, then in fails, then in worst case
    rows: int  # the number of results of the heuristic

    @property
    def agrees(self) -> bool:
        """Whether the usual setting reproduces the published figures."""
        return not any(self.published.apart(self.first))

    @property
    def exact(self) -> bool:
        """Whether some setting reproduces the published figures."""
        return not any(self.published.apart(self.nearest))

    def __str__(self) -> str:
        here = f"{self.first.heuristic}: {_figures(self.first)} here, {self.published} published"
        if self.agrees:
            return here
        if self.rows == 1:
            return f"{here}; no other setting is shown"
        if self.nearest == self.first:
            return f"{here}; of the settings shown this comes nearest"
        setting = ", ".join(
            f"{name} {getattr(self.nearest, name) or 'none'}"
            for name in ("ties", "direction")
            if getattr(self.nearest, name) != getattr(self.first, name)
        )
        if self.exact:
            return f"{here}; with {setting} exactly as published"
        return f"{here}; nearest with {setting}: {_figures(self.nearest)}, and none is exact"


def findings(results: Sequence[Result], against: PublishedHeuristics) -> list[Finding]:
    """Compare the published figures with all results.

    Return a finding for each published heuristic that was computed and that has a figure, in the
    order of the results. The first result of a heuristic uses its usual setting.
    """
    found = []
    for heuristic in dict.fromkeys(each.heuristic for each in results):
        rows = [each for each in results if each.heuristic == heuristic]
        published = against.of(heuristic)
        if published is None or against.differs(rows[0]) is None:
            continue
        # If several rows are equally near, take the first.
        nearest = min(rows, key=lambda row: [each or 0 for each in published.apart(row)])
        found.append(Finding(published, rows[0], nearest, len(rows)))
    return found


def compared(
    noun: str,
    differing: Sequence[bool | None],
    source: str,
    *,
    elsewhere: int = 0,
    told: Iterable[str] = (),
    absent: Iterable[str] = (),
    figures: str = "",
) -> Comparison:
    """Return a sentence that counts the comparable values (not None) and those that differ.

    A `noun` names each value. Values that differ may agree `elsewhere`, with another setting. The
    other parameters are those of `Comparison`.
    """
    found = [each for each in differing if each is not None]
    # "All agree" would be true of zero values, and misleading.
    before, after = f"No {noun} could be compared with ", ""
    if found:
        before, unlike = f"{plural(len(found), noun)} compared with ", sum(found)
        after = f": {unlike} differ{'s' if unlike == 1 else ''}" if unlike else ": all agree"
        if elsewhere:
            after += f", {elsewhere} of them only in the usual setting"
    return Comparison(source, before, after, tuple(told), tuple(absent), figures)


def spelt(heuristic: str) -> str:
    """Return a normal form that different spellings of a name share."""
    return "".join(heuristic.split()).casefold()


def _figures(one: Result) -> str:
    """Return the average, fails and worst case of a result."""
    fails = "?" if one.fails is None else one.fails
    return f"{rounded(one.mean)} / {fails} / {one.worst}"
