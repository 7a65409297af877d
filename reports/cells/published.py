"""A published EMI table, to hold computed values against."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reports.cells.row import Row, is_initial
from reports.source import PublishedError, lines, whole

__all__ = ["Published", "PublishedError", "differences"]

_HEADER = "length,A,B,C"


@dataclass(frozen=True)
class Published:
    """The values of a published table.

    Attributes
    ----------
    values : dict
        The worst case for each initial and length that the table gives.
    source : str
        Where the values come from: the file's name.

    Examples
    --------
    >>> Published({("C", 5): 7}, "paper.csv").values["C", 5]
    7
    """

    values: dict[tuple[str, int], int]
    source: str

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Published:
        r"""Read a table from a CSV file: a line for each length, a column for each initial.

        The first line names the columns, such as ``length,A,B,C``. An empty cell is a value that
        was not published; blank lines are skipped.

        Parameters
        ----------
        path : str or path
            The file.

        Returns
        -------
        Published

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
        ...     _ = path.write_text("length,A,B\n5,4,\n6,3,5\n")
        ...     Published.read(path)
        Published(values={('A', 5): 4, ('A', 6): 3, ('B', 6): 5}, source='paper.csv')
        """
        path = Path(path)
        rows = lines(path, _HEADER)
        number, header = next(rows)
        letters = _letters(f"{path}:{number}", header)
        values: dict[tuple[str, int], int] = {}
        seen: dict[int, int] = {}
        for number, cells in rows:
            where = f"{path}:{number}"
            length = whole(where, "length", cells[0], least=1)
            if length in seen:
                raise PublishedError(
                    f"{where}: expected each length once, but line {seen[length]} gives {length}"
                )
            seen[length] = number
            for letter, cell in zip(letters, cells[1:], strict=True):
                if cell:
                    values[letter, length] = whole(where, f"column {letter}", cell, least=1)
        if not seen:
            raise PublishedError(f"{path}:{number}: expected a line for each length after this one")
        return cls(values, path.name)

    def value(self, row: Row) -> int | None:
        """Return what is published for a row.

        Parameters
        ----------
        row : Row
            A computed row.

        Returns
        -------
        int or None
            None where nothing is published.

        Examples
        --------
        >>> Published({("C", 5): 7}, "paper.csv").value(Row("C", 5, 408, 5, 5, "CARIE", 1.2))
        7
        """
        return self.values.get((row.letter, row.length))

    def differs(self, row: Row) -> bool | None:
        """Say whether a computed row contradicts what is published.

        Parameters
        ----------
        row : Row
            A computed row.

        Returns
        -------
        bool or None
            None where nothing is published, or where the published value lies within bounds that
            are still apart: time may tell.

        Examples
        --------
        >>> paper = Published({("C", 5): 7}, "paper.csv")
        >>> bounds = [(5, 5), (7, 7), (5, 6), (6, 7)]
        >>> [paper.differs(Row("C", 5, 408, low, high, "CARIE", 1.2)) for low, high in bounds]
        [True, False, True, None]
        """
        value = self.value(row)
        if value is None:
            return None
        if not row.lower <= value <= row.upper:
            return True
        return None if row.emi is None else False


def differences(rows: Iterable[Row], published: Published) -> list[tuple[Row, int]]:
    """Return the rows that contradict a published table, each with the published value.

    Parameters
    ----------
    rows : iterable of Row
        The computed rows.
    published : Published
        The table to hold them against.

    Returns
    -------
    list of (Row, int)
        In the order of the rows.

    Examples
    --------
    >>> rows = [Row("A", 5, 300, 4, 4, "AORTE", 0.5), Row("C", 5, 408, 5, 5, "CARIE", 1.2)]
    >>> [(row.name, n) for row, n in differences(rows, Published({("C", 5): 7}, "paper.csv"))]
    [('C5', 7)]
    """
    return [
        (row, value)
        for row in rows
        if (value := published.value(row)) is not None and published.differs(row)
    ]


def _letters(where: str, header: Sequence[str]) -> list[str]:
    """Return the letters that the first line names."""
    if header[0].lower() != "length" or len(header) == 1:
        given = ",".join(header)
        raise PublishedError(
            f"{where}: the first line should look like {_HEADER}, not {given!r:.60}"
        )
    letters = [name.upper() for name in header[1:]]
    for place, letter in enumerate(letters):
        if not is_initial(letter):
            raise PublishedError(
                f"{where}: column {place + 2} should be a single letter, A to Z,"
                f" not {header[place + 1]!r:.60}"
            )
        if letter in letters[:place]:
            raise PublishedError(f"{where}: expected each letter once, but {letter} comes twice")
    return letters
