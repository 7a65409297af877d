"""Published figures, and their comparison with computed ones."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.base import Tabular

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.results.performance import HeuristicResult
    from emi.results.solution import Solution


@dataclass(frozen=True)
class Figure:
    """A computed figure and the published one.

    ``obtained`` is formatted, and empty if nothing was computed. ``printed`` is None if nothing is
    published.
    """

    obtained: str
    printed: str | None = None


@dataclass(frozen=True)
class PublishedTable(Tabular):
    """A published table with recomputed figures.

    Attributes
    ----------
    name : str
        The title.
    headings : tuple of str
        The column headings, all different.
    rows : tuple of dict of str to Figure
        The figures of each row by heading; the first one is the label of the row.
    notes : tuple of str
        Sentences without their full stops.

    Examples
    --------
    >>> primes = PublishedTable.of("Primes", ("n", "prime"), [("1", Figure("2", "1"))])
    >>> print(primes.table())
    Primes
    <BLANKLINE>
    n      prime
    1  2 (not 1)
    <BLANKLINE>
    0 of 1 figure as printed
    """

    name: str
    headings: tuple[str, ...]
    rows: tuple[dict[str, Figure], ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        name: str,
        headings: Sequence[str],
        lines: Iterable[Sequence[str | Figure]],
        notes: Iterable[str] = (),
    ) -> PublishedTable:
        """Return a table from the figures of each line.

        Parameters
        ----------
        name, headings, notes
            See `PublishedTable`.
        lines : iterable of sequence of str or Figure
            A plain string is a computed figure without a published one.

        Raises
        ------
        ValueError
            If two headings are equal, or a line does not have one figure for each heading.
        """
        if len({*headings}) < len(headings):
            raise ValueError(f"expected headings that differ, not {', '.join(headings)}")
        rows = [
            {
                heading: Figure(figure) if isinstance(figure, str) else figure
                for heading, figure in zip(headings, line, strict=True)
            }
            for line in lines
        ]
        return cls(name, tuple(headings), tuple(rows), tuple(notes))


@dataclass(frozen=True)
class AgainstEmi:
    """The published worst case of a cell, and whether the computed bounds agree.

    Attributes
    ----------
    published : int or None
        None if no value is published.
    differs : bool or None
        Whether the bounds exclude the published value. None if no value is published, or if the
        bounds do not meet and include it.
    """

    published: int | None
    differs: bool | None


@dataclass(frozen=True)
class PublishedEmi:
    """The values of a published EMI table, by initial and length, and the name of their file."""

    values: dict[tuple[str, int], int]
    source: str

    def beside(self, solution: Solution) -> AgainstEmi:
        """Compare a worst case with the published value of its cell."""
        value = None if solution.game.cell is None else self.values.get(solution.game.cell)
        upper = solution.bounds.upper
        if value is None:
            return AgainstEmi(None, None)
        if value < solution.bounds.lower or (upper is not None and value > upper):
            return AgainstEmi(value, True)
        return AgainstEmi(value, False if solution.proven else None)

    def of(self, solution: Solution) -> int | None:
        """Return the published value of the cell of a solution; None if there is none."""
        return self.beside(solution).published

    def differs(self, solution: Solution) -> bool | None:
        """Return whether the bounds exclude the published value, as `AgainstEmi.differs`."""
        return self.beside(solution).differs


@dataclass(frozen=True)
class Figures:
    """The published figures of a heuristic; None for a figure that is not published.

    The average is the mean number of guesses per word, with the printed number of decimals. A word
    fails if it is not found within the tries allowed. The worst case is the largest number of
    guesses for a word.
    """

    average: Decimal | None = None
    fails: int | None = None
    worst: int | None = None

    def __str__(self) -> str:
        return " / ".join(self.printed)

    @property
    def printed(self) -> tuple[str, ...]:
        """Each figure as printed; ``?`` if it is not published."""
        return tuple("?" if figure is None else str(figure) for figure in asdict(self).values())

    def gaps(self, result: HeuristicResult) -> tuple[Fraction | int | None, ...]:
        """Return the difference of each figure; None if it is not published or not comparable.

        The computed average is rounded to the number of decimals of the printed one.
        """
        average = None
        if self.average is not None:
            places = -int(self.average.as_tuple().exponent)
            average = abs(round(result.mean, places) - Fraction(self.average))
        return average, _off(self.fails, result.fails), _off(self.worst, result.worst)


def _off(figure: int | None, other: int | None) -> int | None:
    return None if figure is None or other is None else abs(figure - other)


@dataclass(frozen=True)
class AgainstFigures:
    """The published figures of a heuristic, and whether the computed ones agree.

    Attributes
    ----------
    published : Figures
    differs : bool or None
        Whether a computed figure differs from the published one; None if none is published.
    """

    published: Figures
    differs: bool | None


@dataclass(frozen=True)
class Setting:
    """A tie-break, and whether the lowest or the highest value is best."""

    ties: str
    direction: str


@dataclass(frozen=True)
class PublishedHeuristic:
    """A published heuristic, and the setting whose results are nearest to its figures.

    Attributes
    ----------
    heuristic : str
    average, fails, worst
        The published figures, as in `Figures`.
    nearest : Setting or None
        None if the heuristic was not computed, or has no figure.
    exact : bool or None
        Whether that setting reproduces the published figures.
    """

    heuristic: str
    average: Decimal | None
    fails: int | None
    worst: int | None
    nearest: Setting | None
    exact: bool | None


@dataclass(frozen=True)
class PublishedComparison:
    """A published comparison of heuristics with the nearest results, and its file name."""

    source: str
    heuristics: tuple[PublishedHeuristic, ...]


@dataclass(frozen=True)
class Finding:
    """The comparison of one heuristic with its published figures.

    Attributes
    ----------
    published : Figures
    first : HeuristicResult
        The result in the usual setting.
    nearest : HeuristicResult
        The result nearest in average, then in fails, then in worst case.
    rows : int
        The number of results of the heuristic.
    """

    published: Figures
    first: HeuristicResult
    nearest: HeuristicResult
    rows: int

    @property
    def agrees(self) -> bool:
        """Whether the usual setting reproduces the published figures."""
        return not any(self.published.gaps(self.first))

    @property
    def exact(self) -> bool:
        """Whether some setting reproduces the published figures."""
        return not any(self.published.gaps(self.nearest))


@dataclass(frozen=True)
class PublishedHeuristics:
    """The published figures of each heuristic by name, and the name of the file."""

    figures: dict[str, Figures]
    source: str

    def of(self, heuristic: str) -> Figures | None:
        """Return the published figures of a heuristic; spaces and capitals make no difference."""
        key = spelt(heuristic)
        return next((figures for name, figures in self.figures.items() if spelt(name) == key), None)

    def gaps(self, result: HeuristicResult) -> tuple[Fraction | int | None, ...]:
        """Return the difference of each figure of a heuristic, as `Figures.gaps` does."""
        return (self.of(result.heuristic) or Figures()).gaps(result)

    def beside(self, result: HeuristicResult) -> AgainstFigures:
        """Compare a result with the published figures of its heuristic."""
        gaps = self.gaps(result)
        differs = None if all(off is None for off in gaps) else any(gaps)
        return AgainstFigures(self.of(result.heuristic) or Figures(), differs)

    def differs(self, result: HeuristicResult) -> bool | None:
        """Return whether a result contradicts the published figures; None if there are none."""
        return self.beside(result).differs

    def findings(self, results: Sequence[HeuristicResult]) -> list[Finding]:
        """Compare the published figures with all results.

        Return a finding for each published heuristic that was computed and that has a figure, in
        the order of the results. The first result of a heuristic uses its usual setting.
        """
        findings = []
        for heuristic in dict.fromkeys(result.heuristic for result in results):
            rows = [result for result in results if result.heuristic == heuristic]
            published = self.of(heuristic)
            if published is None or self.differs(rows[0]) is None:
                continue
            # If several rows are equally near, take the first.
            nearest = min(rows, key=lambda row: [result or 0 for result in published.gaps(row)])
            findings.append(Finding(published, rows[0], nearest, len(rows)))
        return findings

    def compared(self, results: Sequence[HeuristicResult]) -> PublishedComparison:
        """Return each published heuristic with the nearest setting."""
        by_name = {spelt(finding.first.heuristic): finding for finding in self.findings(results)}
        listed = []
        for name, figures in self.figures.items():
            finding = by_name.get(spelt(name))
            near = None if finding is None else finding.nearest
            listed.append(
                PublishedHeuristic(
                    name, **asdict(figures),
                    nearest=None if near is None else Setting(near.ties, near.direction),
                    exact=None if finding is None else finding.exact,
                )
            )  # fmt: skip
        return PublishedComparison(self.source, tuple(listed))


def spelt(heuristic: str) -> str:
    """Return a normal form that different spellings of a name share."""
    return "".join(heuristic.split()).casefold()
