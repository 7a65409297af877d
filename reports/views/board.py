"""The averages, or the misses, of the cells of a word list by length and initial, for a page."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from reports.table import PAGE, Grid, GridCell, Legend
from reports.wording import at_most, between, plural, rounded, share, tries

_Row: TypeAlias = Mapping[str, Any]
_CAPTIONS = {
    "average": "The least average, by length (lines) and initial letter (columns)",
    "guaranteed": "The words missed, by length (lines) and initial letter (columns)",
}
_HINT = (
    "Point at a cell, tap it or come to it with Tab: its first guess, words and time appear here"
)
_HIGHEST = 8

#: How many of the secrets missed are shown to people.
FEW = 8


def board(rows: Sequence[_Row]) -> tuple[Grid | None, tuple[Legend, ...]]:
    """Return a grid and its legend; none unless the rows are several cells such as ``C5``."""
    names = [re.fullmatch(r"([A-Z]?)([0-9]+)(?: \(hard: \w+\))?", row["game"]) for row in rows]
    objective = rows[0]["objective"]
    if len(rows) == 1 or objective not in _CAPTIONS or not all(names):
        return None, ()
    places = [(name[1], int(name[2])) for name in names if name is not None]
    by_place = {place: _cell(row) for place, row in zip(places, rows, strict=True)}
    letters, lengths = sorted({letter for letter, _ in places}), sorted({at for _, at in places})
    grid = gridded(by_place, letters, lengths, _CAPTIONS[objective])._replace(formats=PAGE)
    levels = Counter(_level(row, row["upper"]) for row in rows if row["proven"])
    legend = [
        Legend(f"key v{level}", _range(objective, level), plural(times, "cell"), formats=PAGE)
        for level, times in sorted(levels.items())
    ]
    if unproven := len(rows) - levels.total():
        said = f"not proven, {plural(unproven, 'cell')}"
        legend.append(Legend("key open", "..", said, formats=PAGE))
    return grid, tuple(legend)


def gridded(
    cells: Mapping[tuple[str, int], GridCell],
    letters: Sequence[str],
    lengths: Sequence[int],
    caption: str,
) -> Grid:
    """Return a grid of cells by initial, empty for all of them together, and length."""
    return Grid(
        "length",
        tuple(letter or "all" for letter in letters),
        tuple(
            (str(length), tuple(cells.get((letter, length)) for letter in letters))
            for length in lengths
        ),
        caption=caption,
        hint=_HINT,
        listed=f"The table as a list, {plural(len(cells), 'cell')}",
    )


def effort(first_guess: str, words: int, seconds: float, *, stored: bool) -> list[tuple[str, str]]:
    """Return what a page tells of a cell, whatever its objective."""
    return [
        ("First guess", first_guess or "none known"),
        ("Words", str(words)),
        ("Time", "kept" if stored else f"{seconds:.3f} s"),
    ]


def _level(row: _Row, value: int | None) -> int:
    """Return the colour of a value: one for each half of a mean, or as the misses double."""
    if value is None:
        return _HIGHEST
    if row["objective"] == "average":
        return min(max(int(2 * value // row["weight"]) - 2, 1), _HIGHEST)
    return min(3 + value.bit_length(), _HIGHEST)


def _range(objective: str, level: int) -> str:
    """Return the values that share a colour."""
    if objective == "average":
        from_, to = f"{1 + level / 2:.1f}", f"{1.5 + level / 2:.1f}"
        if level == 1:
            return f"below {to}"
        return f"{from_} and more" if level == _HIGHEST else f"{from_} to {to}"
    least = 2 ** (level - 4) if level > 3 else 0  # noqa: PLR2004 - nothing is missed
    most = 2 * least - 1 if least > 1 else least
    return f"{least} and more" if level == _HIGHEST else between(least, most)


def _cell(row: _Row) -> GridCell:
    average, weight = row["objective"] == "average", row["weight"]

    def written(value: int | None, places: int) -> str:
        """Write a mean with so many decimals, or misses."""
        if value is None:
            return "?"
        if average:
            return rounded(Fraction(value, weight), places)
        return str(value) if weight == row["secrets"] else share(value, weight)

    lower, upper, proven = row["lower"], row["upper"], row["proven"]
    value = between(written(lower, 4), written(upper, 4))
    facts = [
        ("Average" if average else "Missed", f"{value}, {'' if proven else 'not '}proven"),
        *effort(
            row["first_guess"], row["secrets"], row["seconds"], stored=row.get("stored", False)
        ),
    ]
    if average:
        worst = row["worst"] and at_most(row["worst"], proven=bool(row["worst_proven"]))
        facts.insert(1, ("Worst case", worst or "unknown"))
    else:
        facts[1:1] = [("Within", tries(row["tries"])), ("Which", few(row["missed"] or []) or "-")]
    # There is no room for both bounds.
    text = at_most(written(upper, 2), proven=proven or upper is None)
    levels = _level(row, lower), _level(row, upper)
    return GridCell(row["game"], text, *levels, facts=tuple(facts))


def few(missed: Sequence[str]) -> str:
    """Return secrets missed, the first of many."""
    return ", ".join([*missed[:FEW], *["..."] * (len(missed) > FEW)])
