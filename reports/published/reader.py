"""Published values: those of the literature, stored beside this module, and a user's in CSV."""

import csv
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

from emi.errors import EmiError
from emi.results.published import Figures, PublishedEmi, PublishedHeuristics, spelt

SOURCES: dict[str, str] = {
    "motus": "N. Chetcuti-Sperandio, F. Delorme, S. Lagrue, On aggregate and comparison functions "
    "for Motus/Lingo playing, ICGA Journal 40 (3), 2018, Tables 1 to 4",
    "jotto": "P. Monta, MasterMind, Jotto, entropy, net.math, 8 March 1985; it prints no figures",
    "logik": "A. Heeffer, H. Heeffer, Near-optimal strategies for the game of Logik, ICGA Journal, "
    "Tables 2 to 4 and section 4",
    "ordered": "The On-Line Encyclopedia of Integer Sequences, A231205, Table of maximal number of "
    "guesses required to solve a Mastermind variant",
    "moo": "A. Pepperdine, The game of MOO, 2010",
    "mastermind": "D. E. Knuth, The computer as master mind, 1976 (worst case); E. Neuwirth, Some "
    "strategies for Mastermind, 1982 (entropy); R. W. Irving, Towards an optimum Mastermind "
    "strategy, 1978 (expected size); B. Kooi, Yet another Mastermind strategy, 2005 (partitions)",
}
"""The parts of the report in order, each with its source."""

OPTIMA: dict[str, str] = {
    "totals": "W. Goddard, Mastermind revisited, 2004; K. Koyama and T. W. Lai, An optimal "
    "Mastermind strategy, 1993; G. Ville, An optimal Mastermind (4,7) strategy and more results in "
    "the expected case, 2013",
    "koyama-lai": "K. Koyama and T. W. Lai, An optimal Mastermind strategy, J. Recreational "
    "Mathematics 25, 1993",
    "ville": "G. Ville, An optimal Mastermind (4,7) strategy and more results in the expected "
    "case, 2013",
    "jaeger-peczarski": "G. Jäger and M. Peczarski, The number of pessimistic guesses in "
    "Generalized Mastermind, Information Processing Letters, 2009",
    "chen-lin-mastermind": "S.-T. Chen and S.-S. Lin, Optimal algorithms for 2 x n "
    "Mastermind games, The Computer Journal 47 (5), 2004, the two formulas of the abstract",
    "chen-lin-ab": "S.-T. Chen and S.-S. Lin, Optimal algorithms for 2 x n AB games, Journal of "
    "Information Science and Engineering 20 (1), 2004, the two formulas of the abstract",
    "bulls-cows": "the least totals of Bulls and Cows as quoted elsewhere; their first publication "
    "is unknown",
    "selby": "A. Selby, The best strategies for Wordle, 2022, with the trees and lists of "
    "alex1770/wordle",
    "peattie": "A. Peattie, 2022: within five guesses not all words can be found",
    "evilwordle": "evilwordle.com",
    "olson": "J. Olson, Optimal Wordle solutions, jonathanolson.net, 2022: strategies that find "
    "all but 18 words within four guesses; L. Lessard, wordlesolver, 2022, finds no strategy "
    "that finds all",
    "absurdle": "Absurdle, qntm.org, 2022: it is beaten with four guesses, and not with three",
}
"""The sources of values of optimal play, by their names in ``optima.csv``."""


def read(name: str) -> list[dict[str, str]]:
    """Return a printed table, such as ``logik_table3``, as one dictionary per line.

    Examples
    --------
    >>> read("logik_table3")[0]["bbcgr"]
    '7051'
    """
    text = files(__package__).joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


_EMI = "length,A,B,C"
_HEURISTICS = ["heuristic", "average", "fails", "worst"]
_WHOLE = re.compile("0|[1-9][0-9]{0,5}")
_MEAN = re.compile(r"[1-9][0-9]{0,5}(\.[0-9]{1,9})?")
_LETTER = re.compile("[A-Z]")


class PublishedError(EmiError):
    """Raised if a published table cannot be read."""


def read_emi(path: Path) -> PublishedEmi:
    """Read an EMI table with a line for each length and a column for each initial.

    The first line names the columns, such as ``length,A,B,C``. An empty cell is an unpublished
    value. Blank lines are skipped.

    Raises
    ------
    PublishedError
        If the file cannot be read or is not such a table. The message is one line that names the
        file, the line and what was expected.
    """
    rows = _lines(path, _EMI, "length")
    number, header = next(rows)
    letters = _letters(f"{path}:{number}", header)
    values: dict[tuple[str, int], int] = {}
    seen: dict[int, int] = {}
    for number, cells in rows:
        where = f"{path}:{number}"
        length = _whole(where, "length", cells[0], least=1)
        if length in seen:
            raise PublishedError(
                f"{where}: expected each length once, but line {seen[length]} gives {length}"
            )
        seen[length] = number
        for letter, cell in zip(letters, cells[1:], strict=True):
            if cell:
                values[letter, length] = _whole(where, f"column {letter}", cell, least=1)
    return PublishedEmi(values, path.name)


def read_heuristics(path: Path) -> PublishedHeuristics:
    """Read a comparison with a line for each heuristic, as `read_emi` does.

    The first line is ``heuristic,average,fails,worst``; it may begin with ``method`` instead. An
    empty cell is an unpublished figure.
    """
    looks = ",".join(_HEURISTICS)
    rows = _lines(path, looks, "heuristic")
    number, header = next(rows)
    names = [name.lower() for name in header]
    if names not in (_HEURISTICS, ["method", *_HEURISTICS[1:]]):
        given = ",".join(header)
        raise PublishedError(
            f"{path}:{number}: the first line should be {looks}, not {given!r:.60}"
        )
    figures: dict[str, Figures] = {}
    seen: dict[str, int] = {}
    for number, (name, average, fails, worst) in rows:
        where = f"{path}:{number}"
        if not name:
            raise PublishedError(f"{where}: expected the name of a heuristic in the first cell")
        if (first := seen.setdefault(spelt(name), number)) != number:
            raise PublishedError(
                f"{where}: expected each heuristic once, but line {first} gives {name:.60}"
            )
        figures[name] = Figures(
            _mean(where, average) if average else None,
            _whole(where, "fails", fails, least=0) if fails else None,
            _whole(where, "worst", worst, least=1) if worst else None,
        )
    return PublishedHeuristics(figures, path.name)


def _lines(path: Path, looks: str, kind: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the nonblank lines with their numbers, the header first.

    All lines have as many cells as the header; outer spaces are removed. Error messages use the
    expected header and the kind of thing that each line describes.
    """
    first, columns, count = 1, 0, 0
    reader = csv.reader(_text(path, looks).splitlines(keepends=True), strict=True)
    try:
        for line in reader:
            cells = [cell.strip() for cell in line]
            if cells in ([], [""]):
                continue
            if not count:
                first, columns = reader.line_num, len(cells)
            if len(cells) != columns:
                raise PublishedError(
                    f"{path}:{reader.line_num}: expected {columns} cells as in the first line, "
                    f"not {len(cells)}"
                )
            count += 1
            yield reader.line_num, cells
    except csv.Error as error:
        raise PublishedError(
            f"{path}:{reader.line_num}: expected cells separated by commas ({error})"
        ) from None
    if count <= 1:
        missing = (
            f"expected a line for each {kind} after this one"
            if count
            else f"the file is empty; the first line should look like {looks}"
        )
        raise PublishedError(f"{path}:{first}: {missing}")


def _text(path: Path, looks: str) -> str:
    """Return the text of the file."""
    expected = f"expected a CSV file whose first line looks like {looks}"
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PublishedError(f"{path}: no such file; {expected}") from None
    except IsADirectoryError:
        raise PublishedError(f"{path}: this is a folder; {expected}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PublishedError(f"{path}: cannot be read ({reason}); {expected}") from None
    try:
        # Spreadsheets often write a byte order mark first.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PublishedError(f"{path}:{line}: expected a CSV file, as text in UTF-8") from None


def _letters(where: str, header: Sequence[str]) -> list[str]:
    """Return the letters that the header names."""
    if header[0].lower() != "length" or len(header) == 1:
        given = ",".join(header)
        raise PublishedError(f"{where}: the first line should look like {_EMI}, not {given!r:.60}")
    letters = [name.upper() for name in header[1:]]
    for place, letter in enumerate(letters):
        if not _LETTER.fullmatch(letter):
            raise PublishedError(
                f"{where}: column {place + 2} should be a single letter, A to Z,"
                f" not {header[place + 1]!r:.60}"
            )
        if letter in letters[:place]:
            raise PublishedError(f"{where}: expected each letter once, but {letter} is repeated")
    return letters


def _whole(where: str, what: str, cell: str, *, least: int) -> int:
    """Return the whole number in a cell; the minimum is 0 or 1."""
    if not _WHOLE.fullmatch(cell) or int(cell) < least:
        kind = "positive whole number" if least else "whole number"
        raise PublishedError(f"{where}: {what} should be a {kind}, not {cell!r:.60}")
    return int(cell)


def _mean(where: str, cell: str) -> Decimal:
    """Return the average in a cell."""
    if not _MEAN.fullmatch(cell):
        raise PublishedError(
            f"{where}: average should be a number of at least 1, such as 2.8145, not {cell!r:.60}"
        )
    return Decimal(cell)
