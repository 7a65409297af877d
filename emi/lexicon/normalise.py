"""Normalise the lines of a word list to words of A to Z, and report changed and rejected lines.

Games use capitals without accents, so ``Élève`` becomes ``ELEVE``. Only blank lines and comments
are dropped without a report.
"""

from __future__ import annotations

import unicodedata
from itertools import islice
from operator import eq
from typing import TYPE_CHECKING, NamedTuple

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

# Letters that Unicode does not decompose, but players do.
_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS"})
_STROKES = str.maketrans("øØłŁđĐ", "oOlLdD")


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


def _bare(text: str) -> str:
    """Return a decomposed text without its accents."""
    return "".join(c for c in text if unicodedata.category(c) != "Mn")


def normalise(text: str) -> str:
    """Return `text` in capitals, without accents and ligatures; keep other characters.

    Examples
    --------
    >>> normalise(" Élève "), normalise("bœuf"), normalise("Łódź"), normalise("aujourd'hui")
    ('ELEVE', 'BOEUF', 'LODZ', "AUJOURD'HUI")
    """
    text = text.strip()
    if not text.isascii():
        # Some ligatures carry accents (Ǣ), so expand ligatures again after decomposition.
        apart = unicodedata.normalize("NFKD", text.translate(_LIGATURES)).translate(_LIGATURES)
        text = _bare(apart).translate(_STROKES)
    return text.upper()


def _why_not(word: str) -> str:
    """Return the reason to reject a normalised word; empty if it is valid."""
    if not word:
        return NO_WORD
    if not (word.isascii() and word.isalpha()):
        return OUTSIDE if word.isalpha() else NOT_A_LETTER
    if len(word) < MIN_LENGTH:
        return TOO_SHORT
    return TOO_LONG if len(word) > MAX_LENGTH else ""


def _changes(text: str, word: str) -> tuple[str, ...]:
    """Return the names of the changes from `text`, stripped of spaces, to `word`."""
    raised = [RAISED] * (text != text.upper())
    if text.isascii():
        return tuple(raised)
    apart = unicodedata.normalize("NFKD", text)
    stripped = apart != _bare(apart) or apart != apart.translate(_STROKES)
    # Only an expanded ligature makes the word longer than the text.
    expanded = len(word) > len(_bare(text))
    return (*raised, *[STRIPPED] * stripped, *[EXPANDED] * expanded)


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


def normalise_lines(lines: Iterable[tuple[int, str]]) -> Iterator[Line]:
    """Normalise numbered lines with one word each.

    Examples
    --------
    >>> for line in normalise_lines([(2, "pêche"), (3, "POMME"), (4, "pomme"), (5, "kiwi 2")]):
    ...     print(line.number, line.word, line.rejected or line.again or line.changed)
    2 PECHE ('lower case raised', 'accents stripped')
    3 POMME ()
    4 POMME duplicates dropped
    5 KIWI 2 has a character other than a letter
    """
    words: set[str] = set()
    # The original spelling of words with accents or ligatures.
    spelled: dict[str, str] = {}
    for number, line in lines:
        text = line.strip()
        word = normalise(text)
        if reason := _why_not(word):
            yield Line(number, text, word, reason)
            continue
        again, spelling = "", word if text.isascii() else unicodedata.normalize("NFC", text).upper()
        if word in words:
            again = DUPLICATE if spelling == spelled.get(word, word) else COLLISION
        elif spelling != word:
            spelled[word] = spelling
        words.add(word)
        yield Line(number, text, word, "", () if text == word else _changes(text, word), again)
