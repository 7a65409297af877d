"""Normalise the lines of a word list to words of an alphabet; report changed and rejected lines.

By the alphabet ``fold``, ``Élève`` becomes ``ELEVE``. Only blank lines and comments are dropped
without a report.
"""

from __future__ import annotations

import unicodedata
from itertools import islice
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

from emi.lexicon.alphabet import FOLD, KEEP, Alphabet, alphabet_named

if TYPE_CHECKING:
    import io
    from collections.abc import Iterable, Iterator

MIN_LENGTH = 2
MAX_LENGTH = 15
"""The allowed word lengths: longer words do not fit on a Scrabble board."""

RAISED = "lower case raised"
STRIPPED = "accents stripped"
EXPANDED = "ligatures expanded"
DUPLICATE = "duplicates dropped"
COLLISION = "differ only by accents or ligatures"

NO_WORD = "holds no word"
NOT_A_LETTER = "has a character other than a letter"
OUTSIDE = "letters outside A-Z"
TOO_SHORT = f"shorter than {MIN_LENGTH} letters"
TOO_LONG = f"longer than {MAX_LENGTH} letters"

#: A text as a word of A to Z: ``Élève`` is ELEVE.
normalise = alphabet_named(FOLD).read

#: Letters that are read as one other, though Unicode does not decompose them.
_STROKES = "øØłŁđĐ"


class Line(NamedTuple):
    """A line of a word list after normalisation.

    ``text`` is the original spelling. If the line is rejected, ``rejected`` is the reason. Else
    ``word`` is the normalised word, ``changed`` names the changes, and ``again`` names the kind of
    duplicate if an earlier line has the same word.
    """

    number: int
    text: str
    word: str
    rejected: str
    changed: tuple[str, ...] = ()
    again: str = ""


def why_not(word: str, letters: Alphabet) -> str:
    """Return the reason to reject a word as an alphabet reads it; empty if it is valid."""
    if not word:
        return NO_WORD
    if foreign := letters.foreign(word):
        if letters.letters and not foreign.isalpha():
            return NOT_A_LETTER
        return OUTSIDE if letters.name == FOLD else f"letters outside the alphabet {letters.name}"
    if len(word) < MIN_LENGTH:
        return TOO_SHORT
    return TOO_LONG if len(word) > MAX_LENGTH else ""


def _changes(text: str, letters: Alphabet) -> tuple[str, ...]:
    """Return the names of the changes to a text, stripped of spaces."""
    raised = [RAISED] * (text != text.upper())
    if text.isascii() or not letters.letters:
        return tuple(raised)
    changed = letters.changed(text)
    stripped = any(one in _STROKES or _accented(one) for one, _ in changed)
    expanded = any(len(read) > 1 for _, read in changed) and not letters.of_syllables
    return (*raised, *[STRIPPED] * (stripped and not letters.of_syllables), *[EXPANDED] * expanded)


def _accented(one: str) -> bool:
    apart = unicodedata.normalize("NFKD", one)
    return any(unicodedata.category(each) == "Mn" for each in apart)


def plain_words(text: io.StringIO) -> list[str]:
    """Return the sorted words of a text if every line is a valid, unchanged word, else nothing.

    The result is that of `normalise_lines`, ten times as fast: long lists have hundreds of
    thousands of words.
    """
    lines = text.getvalue().split("\n")
    together = "".join(lines)
    if not (together.isascii() and together.isalpha() and together.isupper()):
        return []
    if lines[-1] == "":
        lines.pop()
    sizes = set(map(len, lines))
    fit = min(sizes) >= MIN_LENGTH and max(sizes) <= MAX_LENGTH
    lines.sort()
    return lines if fit and not any(map(eq, lines, islice(lines, 1, None))) else []


def normalise_lines(
    lines: Iterable[tuple[int, str]], letters: Alphabet | None = None
) -> Iterator[Line]:
    """Normalise numbered lines with one word each, by default to words of A to Z.

    Examples
    --------
    >>> for line in normalise_lines([(2, "pêche"), (3, "POMME"), (4, "pomme"), (5, "kiwi 2")]):
    ...     print(line.number, line.word, line.rejected or line.again or line.changed)
    2 PECHE ('lower case raised', 'accents stripped')
    3 POMME ()
    4 POMME duplicates dropped
    5 KIWI 2 has a character other than a letter
    """
    letters, keep = letters or alphabet_named(FOLD), alphabet_named(KEEP)
    # The spelling of the first line with each word.
    spelled: dict[str, str] = {}
    for number, line in lines:
        text = line.strip()
        word = letters.read(text)
        if reason := why_not(word, letters):
            yield Line(number, text, word, reason)
            continue
        again, spelling = "", text.upper() if text.isascii() else keep.read(text)
        if word in spelled:
            again = DUPLICATE if spelling == spelled[word] else COLLISION
        else:
            spelled[word] = spelling
        yield Line(number, text, word, "", () if text == word else _changes(text, letters), again)
