"""A position as people read it: what is known, a table of the next guesses, and an advice."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from reports.guesses.weighed import Explanation, figure, written
from reports.guesses.wording import advice, plural

__all__ = ["markdown", "terminal"]

_FEW = 12
"""Up to so many possible words are listed, and have a column each in a GitHub table."""

_RUNS = 24
"""Characters for a vector among other figures, and for class sizes however narrow the place."""

_WIDE = 60
"""Characters for class sizes where there is no end."""

_CLASSES = "3x7: 7 classes of 3 words"
_VECTOR = "below a word: how many stay possible if it is right"


def terminal(explanation: Explanation, show: Sequence[str], width: int) -> str:
    """Lay a position out as aligned text. Parameters as of `reports.guesses.table.render`."""
    given = [f"{place} {turn}" for place, turn in enumerate(_turns(explanation), 1)]
    lines = [
        line
        for text in [_title(explanation), *given]
        # What is wrapped is the list of words; a word is not cut, however narrow the place.
        for line in textwrap.wrap(text, width, subsequent_indent="    ", break_long_words=False)
    ]
    if len(explanation.possible) > 1:
        lines += ["", *_table(explanation, show, width), ""]
    elif explanation.turns:
        lines.append("")
    lines.append(advice(explanation))
    return "\n".join(lines) + "\n"


def markdown(explanation: Explanation, show: Sequence[str]) -> str:
    """Lay a position out as a list and a GitHub table. Parameters as of `render`.

    The word that may itself be right is bold.
    """

    def line(parts: Sequence[str]) -> str:
        return f"| {' | '.join(parts)} |"

    lines = [f"{_title(explanation)}.", ""]
    if explanation.turns:
        lines += [f"{place}. {turn}" for place, turn in enumerate(_turns(explanation), 1)]
        lines.append("")
    if len(explanation.possible) > 1:
        vectors = len(explanation.possible) <= _FEW
        heading, *rows = _figures(explanation, show, vectors=vectors)
        align = ["---:" for _ in heading[1:]]
        if not vectors:
            heading.append("classes")
            align.append(":---")
        lines += [line(["guess", *heading[1:]]), line([":---", *align])]
        for each, row in zip(explanation.guesses, rows, strict=True):
            name = f"**{each.guess}**" if each.possible else each.guess
            classes = [] if vectors else [written(each.classes, _WIDE)]
            lines.append(line([name, *row[1:], *classes]))
        notes = (_order(explanation), "bold: may itself be right", _VECTOR if vectors else _CLASSES)
        lines += ["", f"{'; '.join(notes)}.", ""]
    lines.append(f"{advice(explanation)}.")
    return "\n".join(lines) + "\n"


def _title(explanation: Explanation) -> str:
    lexicon = f" of lexicon {explanation.lexicon}" if explanation.lexicon else ""
    title = f"{explanation.game}: {plural(explanation.secrets, 'word')}{lexicon}"
    return title if explanation.turns else f"{title}{_listed(explanation.possible)}"


def _turns(explanation: Explanation) -> list[str]:
    """Return a line for each guess made: the clue, and what it left."""
    return [
        f"{turn.guess} {turn.clue}  {plural(len(turn.possible), 'word')} left"
        f"{_listed(turn.possible)}"
        for turn in explanation.turns
    ]


def _listed(words: Sequence[str]) -> str:
    return f": {' '.join(words)}" if len(words) <= _FEW else ""


def _order(explanation: Explanation) -> str:
    """Say what the guesses are sorted by, and how many are not listed."""
    method, listed = explanation.method.name, len(explanation.guesses)
    if listed == explanation.weighed:
        return f"{plural(listed, 'word')} by {method}"
    return f"the first {listed:,} of {plural(explanation.weighed, 'word')} by {method}"


def _table(explanation: Explanation, show: Sequence[str], width: int) -> list[str]:
    """Return the table of the next guesses: with their vectors, if those are there and fit."""
    if explanation.guesses[0].vector:
        lines = _aligned(_figures(explanation, show, vectors=True))
        if len(lines[0]) <= width:
            return [*lines, *_notes(explanation, _VECTOR)]
    figures = _aligned(_figures(explanation, show, vectors=False))
    room = max(width - len(figures[0]) - 2, _RUNS)
    classes = ["classes", *(written(each.classes, room) for each in explanation.guesses)]
    lines = [f"{line}  {text}" for line, text in zip(figures, classes, strict=True)]
    return [*lines, *_notes(explanation, _CLASSES)]


def _notes(explanation: Explanation, legend: str) -> list[str]:
    return [f"* may itself be right; {legend}", _order(explanation)]


def _figures(explanation: Explanation, show: Sequence[str], *, vectors: bool) -> list[list[str]]:
    """Return a heading and a row for each guess: its name, perhaps its vector, its values."""
    lines = [["", *(explanation.possible if vectors else ()), *show]]
    for each in explanation.guesses:
        vector = map(str, each.vector) if vectors else ()
        values = (figure(each.values[name], _RUNS) for name in show)
        lines.append([f"{each.guess} {'*' if each.possible else ' '}", *vector, *values])
    return lines


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return lines of equal width: names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])])
        for line in lines
    ]
