"""Numbers in words, as every report says them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

__all__ = ["between", "plural", "rounded", "spans", "tries"]


def plural(number: int, noun: str) -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> plural(1, "word"), plural(7067, "word")
    ('1 word', '7,067 words')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def tries(number: int) -> str:
    """Return a number of tries in words.

    Examples
    --------
    >>> tries(1), tries(6)
    ('1 try', '6 tries')
    """
    return "1 try" if number == 1 else f"{number} tries"


def between(lower: object, upper: object) -> str:
    """Write a value of which bounds are known.

    Examples
    --------
    >>> between(5, 5), between(3, 5)
    ('5', '3..5')
    """
    return str(upper) if lower == upper else f"{lower}..{upper}"


def spans(lengths: Iterable[int]) -> str:
    """Write lengths with runs drawn together.

    Examples
    --------
    >>> spans([5, 6, 7, 9]), spans([5, 6])
    ('5-7, 9', '5-6')
    """
    runs: list[list[int]] = []
    for length in sorted(lengths):
        if runs and runs[-1][-1] == length - 1:
            runs[-1].append(length)
        else:
            runs.append([length])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def rounded(mean: Fraction, places: int = 4) -> str:
    """Write a mean with so many decimals, rounded exactly, a half to the even digit.

    Through a float, a mean that lies just beside a half would now and then go the wrong way.

    Parameters
    ----------
    mean : Fraction
        At least 0.
    places : int, optional
        The decimals.

    Returns
    -------
    str

    Examples
    --------
    >>> rounded(Fraction(596_969, 212_017)), rounded(Fraction(2)), rounded(Fraction(5, 2), 0)
    ('2.8157', '2.0000', '2')
    >>> rounded(Fraction(28145, 10000), 3), rounded(Fraction(28155, 10000), 3)
    ('2.814', '2.816')
    """
    digits = f"{round(mean * 10**places):0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
