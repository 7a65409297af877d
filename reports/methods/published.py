"""A published comparison of methods, to hold computed ones against."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from reports.methods.outcome import Summary, rounded
from reports.source import PublishedError, lines, whole

__all__ = ["Figures", "PublishedMethods", "Unlike"]

_COLUMNS = ["method", "average", "fails", "worst"]
_HEADER = ",".join(_COLUMNS)
_MEAN = re.compile(r"[1-9][0-9]{0,5}(\.[0-9]{1,9})?")


class Unlike(NamedTuple):
    """Whether each published figure is another than the computed; None if it is not published."""

    average: bool | None
    fails: bool | None
    worst: bool | None


@dataclass(frozen=True)
class Figures:
    """What is published of a method.

    Attributes
    ----------
    average : Decimal or None
        The tries for a word, with as many decimals as are printed; None if not published.
    fails : int or None
        The words that were not found within the tries allowed; None if not published.
    worst : int or None
        The most tries that a word needed; None if not published.

    Examples
    --------
    >>> print(Figures(Decimal("3.3952"), None, 7))
    3.3952 / ? / 7
    """

    average: Decimal | None
    fails: int | None
    worst: int | None

    def __str__(self) -> str:
        return " / ".join(self.printed)

    @property
    def printed(self) -> tuple[str, str, str]:
        """Each figure as it is printed; ``?`` where it is not published."""
        average, fails, worst = (
            "?" if figure is None else str(figure)
            for figure in (self.average, self.fails, self.worst)
        )
        return average, fails, worst

    def unlike(self, summary: Summary) -> Unlike:
        """Say which figures a computed method contradicts.

        Parameters
        ----------
        summary : Summary
            A computed method.

        Returns
        -------
        Unlike
            For the average, the fails and the worst case. An average is compared as printed: the
            computed one is rounded to as many decimals.

        Examples
        --------
        >>> from reports.methods.outcome import Outcome
        >>> computed = Summary((Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2)),))
        >>> Figures(Decimal("2.14"), 1, None).unlike(computed)
        Unlike(average=False, fails=True, worst=None)
        """
        return Unlike(
            None if self.average is None else _apart(summary, self.average) > 0,
            None if None in {self.fails, summary.fails} else summary.fails != self.fails,
            None if self.worst is None else summary.worst != self.worst,
        )

    def distance(self, summary: Summary) -> tuple[Fraction, int, int]:
        """Say how far off a computed method is, to find the nearest.

        Parameters
        ----------
        summary : Summary
            A computed method.

        Returns
        -------
        (Fraction, int, int)
            By how much the averages differ as printed, then the fails, then the worst cases; 0
            where nothing is published.

        Examples
        --------
        >>> from reports.methods.outcome import Outcome
        >>> computed = Summary((Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2)),))
        >>> Figures(Decimal("2.15"), 1, None).distance(computed)
        (Fraction(1, 100), 1, 0)
        """
        return (
            Fraction(0) if self.average is None else _apart(summary, self.average),
            0 if self.fails is None or summary.fails is None else abs(summary.fails - self.fails),
            0 if self.worst is None else abs(summary.worst - self.worst),
        )


@dataclass(frozen=True)
class PublishedMethods:
    """The figures of a published comparison.

    Attributes
    ----------
    figures : dict
        What is published of each method, by its name.
    source : str
        Where the figures come from: the file's name.

    Examples
    --------
    >>> paper = PublishedMethods({"Sum": Figures(Decimal("2.9834"), 81, 8)}, "paper.csv")
    >>> print(paper.figures["Sum"])
    2.9834 / 81 / 8
    """

    figures: dict[str, Figures]
    source: str

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> PublishedMethods:
        r"""Read a comparison from a CSV file: a line for each method.

        The first line is ``method,average,fails,worst``. An empty cell is a figure that was not
        published; blank lines are skipped.

        Parameters
        ----------
        path : str or path
            The file.

        Returns
        -------
        PublishedMethods

        Raises
        ------
        PublishedError
            When the file cannot be read, or is no such table. The message is one line that names
            the file, the line, and what was expected there.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "paper.csv")
        ...     _ = path.write_text("method,average,fails,worst\nMinimax,3.3952,,7\n")
        ...     paper = PublishedMethods.read(path)
        >>> print(paper.source, paper.figures["Minimax"])
        paper.csv 3.3952 / ? / 7
        """
        path = Path(path)
        rows = lines(path, _HEADER)
        number, header = next(rows)
        if [name.lower() for name in header] != _COLUMNS:
            given = ",".join(header)
            raise PublishedError(
                f"{path}:{number}: the first line should be {_HEADER}, not {given!r:.60}"
            )
        figures: dict[str, Figures] = {}
        seen: dict[str, int] = {}
        for number, (method, average, fails, worst) in rows:
            where = f"{path}:{number}"
            if not method:
                raise PublishedError(f"{where}: expected the name of a method in the first cell")
            if _key(method) in seen:
                raise PublishedError(
                    f"{where}: expected each method once,"
                    f" but line {seen[_key(method)]} gives {method:.60}"
                )
            seen[_key(method)] = number
            figures[method] = Figures(
                _mean(where, average) if average else None,
                whole(where, "fails", fails, least=0) if fails else None,
                whole(where, "worst", worst, least=1) if worst else None,
            )
        if not seen:
            raise PublishedError(f"{path}:{number}: expected a line for each method after this one")
        return cls(figures, path.name)

    def of(self, method: str) -> Figures | None:
        """Return what is published of a method.

        Parameters
        ----------
        method : str
            Its name; spaces and capitals make no difference, so that "Sum Gini" is SumGini.

        Returns
        -------
        Figures or None
            None where nothing is published.

        Examples
        --------
        >>> paper = PublishedMethods({"Sum Gini": Figures(None, 53, 8)}, "paper.csv")
        >>> print(paper.of("SumGini"), paper.of("Max"))
        ? / 53 / 8 None
        """
        return next(
            (figures for name, figures in self.figures.items() if _key(name) == _key(method)), None
        )

    def differs(self, summary: Summary) -> bool | None:
        """Say whether a computed method contradicts what is published.

        Parameters
        ----------
        summary : Summary
            A computed method.

        Returns
        -------
        bool or None
            None where nothing is published.

        Examples
        --------
        >>> from reports.methods.outcome import Outcome
        >>> computed = Summary((Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2)),))
        >>> papers = [{"Sum": Figures(None, 2, 3)}, {"Sum": Figures(None, 2, 4)}, {}]
        >>> [PublishedMethods(paper, "paper.csv").differs(computed) for paper in papers]
        [False, True, None]
        """
        figures = self.of(summary.method)
        unlike = (None,) if figures is None else figures.unlike(summary)
        return None if all(each is None for each in unlike) else any(unlike)


def _apart(summary: Summary, average: Decimal) -> Fraction:
    """Return by how much an average differs, when both are written with the same decimals."""
    places = -int(average.as_tuple().exponent)
    return abs(Fraction(rounded(summary.mean, places)) - Fraction(average))


def _mean(where: str, cell: str) -> Decimal:
    """Return the average in a cell."""
    if not _MEAN.fullmatch(cell):
        raise PublishedError(
            f"{where}: average should be a number of at least 1, such as 2.8145, not {cell!r:.60}"
        )
    return Decimal(cell)


def _key(method: str) -> str:
    """Return what a name has in common with other spellings of it."""
    return "".join(method.split()).casefold()
