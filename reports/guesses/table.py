"""A position in every format: the guesses made, what they leave, and the next ones weighed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction

from reports.guesses.grid import markdown, terminal
from reports.guesses.weighed import Explanation, Turn, Value, Weighed, written
from reports.guesses.wording import advice

__all__ = ["FORMATS", "Explanation", "Turn", "Weighed", "render"]

FORMATS: tuple[str, ...] = ("table", "csv", "json", "markdown")
"""The formats that `render` knows."""

_JSON_VERSION = 1


def render(explanation: Explanation, format: str, *, show: Sequence[str], width: int = 80) -> str:
    """Write a position.

    Parameters
    ----------
    explanation : Explanation
        The position; its guesses have a value for every aggregate shown.
    format : str
        One of `FORMATS`: ``table`` for the terminal, ``markdown`` for GitHub; ``csv`` with a line
        for each of the next guesses; ``json`` with everything, in full precision.
    show : sequence of str
        The aggregates to show, in order.
    width : int, optional
        For ``table``: where the vectors do not fit in so many characters, the sizes of the classes
        stand in their place.

    Returns
    -------
    str
        Text that ends with one newline.

    Raises
    ------
    ValueError
        When the format is unknown.

    Examples
    --------
    >>> from search.heuristics.heuristic import HEURISTICS
    >>> guesses = (
    ...     Weighed("LIGNINE", True, ((1, 2),), (1, 1), {"Sum": 2, "Gini": Fraction(0)}),
    ...     Weighed("LIGNIEZ", False, ((2, 1),), (2, 2), {"Sum": 4, "Gini": Fraction(0)}),
    ... )
    >>> turn = Turn("LIVIDES", "GGBYBYB", ("LIGNINE", "LIGNITE"))
    >>> explanation = Explanation(
    ...     "L7", "", "", 8, (turn,), turn.possible, False, HEURISTICS["Sum"], guesses, 6, 1
    ... )
    >>> print(render(explanation, "table", show=["Sum", "Gini"]), end="")
    L7: 8 words
    1 LIVIDES GGBYBYB  2 words left: LIGNINE LIGNITE
    <BLANKLINE>
               LIGNINE  LIGNITE  Sum  Gini
    LIGNINE *        1        1    2  0.00
    LIGNIEZ          2        2    4  0.00
    * may itself be right; below a word: how many stay possible if it is right
    the first 2 of 6 words by Sum
    <BLANKLINE>
    LIGNINE: Sum 2, the lowest; it may itself be right; if not, 1 word is left
    >>> print(render(explanation, "csv", show=["Sum", "Gini"]), end="")
    guess,possible,classes,Sum,Gini,LIGNINE,LIGNITE
    LIGNINE,yes,1x2,2,0.0,1,1
    LIGNIEZ,no,2,4,0.0,2,2
    """
    if format not in FORMATS:
        raise ValueError(f"unknown format {format!r}; the formats are {', '.join(FORMATS)}")
    if format == "csv":
        return _csv(explanation, show)
    if format == "json":
        return _json(explanation, show)
    if format == "markdown":
        return markdown(explanation, show)
    return terminal(explanation, show, width)


def _csv(explanation: Explanation, show: Sequence[str]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    vectors = any(each.vector for each in explanation.guesses)
    words = explanation.possible if vectors else ()
    writer.writerow(["guess", "possible", "classes", *show, *words])
    for each in explanation.guesses:
        values = (_number(each.values[name]) for name in show)
        shown = [written(value) if isinstance(value, tuple) else value for value in values]
        possible = "yes" if each.possible else "no"
        writer.writerow([each.guess, possible, written(each.classes), *shown, *each.vector])
    return text.getvalue()


def _json(explanation: Explanation, show: Sequence[str]) -> str:
    lexicon = {"name": explanation.lexicon, "digest": explanation.digest}
    turns = [
        {"guess": turn.guess, "clue": turn.clue, "possible": turn.possible}
        for turn in explanation.turns
    ]
    guesses = [
        {
            "guess": each.guess,
            "possible": each.possible,
            "classes": each.classes,
            "vector": each.vector or None,
            "values": {name: _number(each.values[name]) for name in show},
        }
        for each in explanation.guesses
    ]
    fields = {
        "format": "emi-position",
        "version": _JSON_VERSION,
        "game": explanation.game,
        "lexicon": lexicon if explanation.lexicon else None,
        "secrets": explanation.secrets,
        "turns": turns,
        "possible": explanation.possible,
        "found": explanation.found,
        "method": explanation.method.name,
        "weighed": explanation.weighed,
        "guesses": guesses,
        "advice": advice(explanation),
    }
    return (
        "{\n"
        + ",\n".join(f'  "{key}": {_inline(value)}' for key, value in fields.items())
        + "\n}\n"
    )


def _inline(value: object) -> str:
    """Write a value on one line, a list of objects on one for each: the numbers are many."""
    if isinstance(value, list) and value:
        return "[\n    " + ",\n    ".join(map(_inline, value)) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


def _number(value: Value) -> Value:
    """Return a value as CSV and JSON know it."""
    return float(value) if isinstance(value, Fraction) else value
