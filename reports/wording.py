"""Wording of numbers, and of the rows of results, shared by tables and pictures."""

from __future__ import annotations

import textwrap
import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING

from emi.reports import texts
from emi.results.base import rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.results.pareto import ParetoRow
    from emi.results.performance import HeuristicResult as Result

#: The most codes that `few` shows.
FEW = 8


def plural(number: int, noun: str) -> str:
    """Return a count with its noun, ``7,067 words``; handles nouns in -s and -y."""
    if number == 1:
        return f"1 {noun}"
    ends = {"s": "ses", "y": "ies"}.get(noun[-1], f"{noun[-1]}s")
    return f"{number:,} {noun[:-1]}{ends}"


def listed(names: Sequence[str], most: int = 10) -> str:
    """Return names in one line, in English: at most ``most``, and the number of the others."""
    return texts.ENGLISH.written(texts.listed(names, most))


def few(codes: Sequence[str], most: int = FEW, joint: str = ", ") -> str:
    """Return codes in one line: at most ``most``, with three dots if there are others.

    Examples
    --------
    >>> few("ABC", 2), few("ABC", 2, " "), listed("ABC", 2)
    ('A, B, ...', 'A B ...', 'A, B and 1 more')
    """
    return joint.join([*codes[:most], *["..."] * (len(codes) > most)])


def columns(text: str) -> int:
    """Return how many columns a text takes in a terminal: tiles and wide letters take two each.

    Examples
    --------
    >>> columns("\N{LARGE GREEN SQUARE}\N{LARGE YELLOW SQUARE}G")
    5
    """
    if text.isascii():
        return len(text)
    marks = sum(map(bool, map(unicodedata.combining, text)))
    return len(text) - marks + sum(map(_is_wide, text))


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in {"W", "F"}


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return text wrapped to a width in columns, later lines indented; words are not split.

    Examples
    --------
    >>> wrapped("3 guesses are surely enough", 14)
    ['3 guesses are', 'surely enough']
    """
    # To textwrap, each sign is one column wide.
    filled = text if text.isascii() else "".join(f"{a}\0" if _is_wide(a) else a for a in text)
    lines = textwrap.wrap(
        filled, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\0", "") for line in lines]


def install(extra: str) -> str:
    """Return the command that installs an optional part; the package is not on an index.

    Examples
    --------
    >>> install("plot")
    "pip install '.[plot]' in a checkout of emi"
    """
    return f"pip install '.[{extra}]' in a checkout of emi"


def tries(number: int) -> str:
    """Return a number of tries in words."""
    return "1 try" if number == 1 else f"{number} tries"


def within(number: int | None) -> str:
    """Return a limit on the tries, to follow a figure: `` within 5 tries``; empty if unlimited."""
    return "" if number is None else f" within {tries(number)}"


def between(lower: object, upper: object) -> str:
    """Return a value with known bounds as text, ``3..5``."""
    return str(upper) if lower == upper else f"{lower}..{upper}"


def at_most(value: object, *, proven: bool) -> str:
    """Return the text of an attained value: with ``≤`` unless it is proven optimal.

    Examples
    --------
    >>> at_most(5, proven=True), at_most(5, proven=False)
    ('5', '≤5')
    """
    return f"{value}" if proven else f"≤{value}"


def clock(times: Sequence[float], seconds: float | None) -> str:
    """Return the wall-clock time of a run for a summary, after a comma; empty if unknown.

    The sum of the times of several results is not used: they may have run in parallel.

    Examples
    --------
    >>> clock([17.5, 17.7], 19.14), clock([17.5, 17.7], None), clock([0.52], None)
    (', 19.1 s', '', ', 0.5 s')
    """
    if seconds is None and len(times) == 1:
        seconds = times[0]
    return "" if seconds is None else f", {seconds:.1f} s"


def spans(lengths: Iterable[int]) -> str:
    """Return lengths with consecutive ones joined, ``5-7, 9``."""
    runs: list[list[int]] = []
    for length in sorted(lengths):
        if runs and runs[-1][-1] == length - 1:
            runs[-1].append(length)
        else:
            runs.append([length])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def said_hard(hard: str | None) -> str:
    """Return the part of a title that names hard play; empty if every guess is allowed."""
    return f", hard play ({hard})" if hard else ""


def share(amount: int, whole: int) -> str:
    """Return an amount as a percentage; ``0 %`` and ``100 %`` only if exact."""
    if amount == 0:
        return "0 %"
    text = rounded(Fraction(100 * amount, whole), 2)
    if text == "0.00":
        return "< 0.01 %"
    return "> 99.99 %" if amount < whole and text == "100.00" else f"{text} %"


_SINGLE = 9
"""Numbers of guesses up to this have a column each; the last column counts all larger ones."""


def labels(results: Sequence[Result]) -> list[str]:
    """Return a short name for each result, with its setting if names are equal."""

    def label(result: Result) -> str:
        same = [other for other in results if other.heuristic == result.heuristic]
        ties = result.ties if len({other.ties for other in same}) > 1 else ""
        direction = result.direction if len({other.direction for other in same}) > 1 else ""
        return ", ".join(filter(None, (result.heuristic, ties, direction)))

    return [label(result) for result in results]


def tailed(results: Sequence[Result]) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the labels ``1``, ``2`` to ``9+``, and for each result the number of words at each.

    The last column combines the tail of the distribution if a heuristic needs more than nine.
    """
    worst = max((result.worst for result in results), default=0)
    columns = min(worst, _SINGLE)
    headings = [str(number) for number in range(1, columns + 1)]
    if worst > _SINGLE:
        headings[-1] += "+"
    counts = [result.counts + (0,) * (columns - result.worst) for result in results]
    return headings, [(*row[: columns - 1], sum(row[columns - 1 :])) for row in counts]


def average(row: ParetoRow) -> str:
    """Return the least average of a row as text, as bounds if it is not proven."""
    reached = rounded(row.mean)
    if row.total_lower == row.total_upper:
        return reached
    return between(rounded(row.mean_lower), reached)


def missed_share(row: ParetoRow) -> str:
    """Return the weight of the misses as a share of the weight of all secrets."""
    return between(*(share(one, row.weight) for one in (row.misses_lower, row.misses_upper)))
