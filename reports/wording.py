"""Numbers in words, as every report says them."""

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction


def plural(number: int, noun: str) -> str:
    """Return a number of things in words, ``7,067 words``; of a noun in -s or -y too."""
    if number == 1:
        return f"1 {noun}"
    ends = {"s": "ses", "y": "ies"}.get(noun[-1], f"{noun[-1]}s")
    return f"{number:,} {noun[:-1]}{ends}"


def listed(names: Sequence[str], most: int = 10) -> str:
    """Return names in a line; of many the first, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return lines that fit, the later ones behind an indent; a word is not cut.

    Examples
    --------
    >>> wrapped("3 guesses are surely enough", 14)
    ['3 guesses are', 'surely enough']
    """
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def install(extra: str) -> str:
    """Return how an optional part of the package is installed; the package is on no index.

    Examples
    --------
    >>> install("plot")
    "pip install '.[plot]' in a checkout of emi"
    """
    return f"pip install '.[{extra}]' in a checkout of emi"


def tries(number: int) -> str:
    """Return a number of tries in words."""
    return "1 try" if number == 1 else f"{number} tries"


def between(lower: object, upper: object) -> str:
    """Write a value of which bounds are known, ``3..5``."""
    return str(upper) if lower == upper else f"{lower}..{upper}"


def at_most(value: object, *, proven: bool) -> str:
    """Write a value that a strategy attains: with ``≤`` unless no strategy attains less.

    Examples
    --------
    >>> at_most(5, proven=True), at_most(5, proven=False)
    ('5', '≤5')
    """
    return f"{value}" if proven else f"≤{value}"


def clock(each: Sequence[float], seconds: float | None) -> str:
    """Return how long a run took, behind a comma, for a summary; nothing where that is not known.

    The times of several answers do not tell: they may have been found side by side.

    Examples
    --------
    >>> clock([17.5, 17.7], 19.14), clock([17.5, 17.7], None), clock([0.52], None)
    (', 19.1 s', '', ', 0.5 s')
    """
    if seconds is None and len(each) == 1:
        seconds = each[0]
    return "" if seconds is None else f", {seconds:.1f} s"


def spans(lengths: Iterable[int]) -> str:
    """Write lengths with runs drawn together, ``5-7, 9``."""
    runs: list[list[int]] = []
    for length in sorted(lengths):
        if runs and runs[-1][-1] == length - 1:
            runs[-1].append(length)
        else:
            runs.append([length])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def rounded(mean: Fraction, places: int = 4) -> str:
    """Write a mean of at least 0 with ``places`` decimals, rounded exactly, halves to even.

    Rounding a float would sometimes be wrong for a mean close to a half.
    """
    digits = f"{round(mean * 10**places):0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def said_hard(hard: str | None) -> str:
    """Return what a title says of hard play, and nothing where all may be proposed."""
    return f", hard play ({hard})" if hard else ""


def hard_play(hard: str | None) -> str:
    """Return what may be proposed in hard play, in a sentence; nothing where all may be."""
    return {
        "possible": "Hard play: only secrets that are still possible may be proposed",
        "consistent": "Hard play: only guesses that fit all clues so far may be proposed",
        "hints": "Hard play: guesses must use the hints, as in the hard mode of Wordle",
    }.get(hard or "", "")


def share(amount: int, whole: int) -> str:
    """Write an amount as a percentage of a whole; neither nothing nor all unless it is."""
    if amount == 0:
        return "0 %"
    text = rounded(Fraction(100 * amount, whole), 2)
    if text == "0.00":
        return "< 0.01 %"
    return "> 99.99 %" if amount < whole and text == "100.00" else f"{text} %"
