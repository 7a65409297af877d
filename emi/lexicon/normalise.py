"""Turn the lines of a word list into words of A to Z, and say what was changed and what was not.

A game is played in capitals without accents, so ``Élève`` is the word ``ELEVE``. Nothing is dropped
in silence, save blank lines and comments: each kind of change and of rejection is counted.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MIN_LENGTH = 2
MAX_LENGTH = 15
"""The lengths of word that are kept: what fits on a Scrabble board."""

RAISED = "lower case raised"
STRIPPED = "accents stripped"
EXPANDED = "ligatures expanded"
DUPLICATE = "duplicates dropped"

NOT_A_LETTER = "has a character other than a letter"
OUTSIDE = "letters outside A-Z"
TOO_SHORT = f"shorter than {MIN_LENGTH} letters"
TOO_LONG = f"longer than {MAX_LENGTH} letters"

# Letters that Unicode does not take apart, though players do.
_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS"})
_STROKES = str.maketrans("øØłŁđĐ", "oOlLdD")


@dataclass(frozen=True, slots=True)
class Line:
    """What became of a line of a word list, of which ``text`` is the word as it is spelled.

    If it is rejected, ``rejected`` says why. Else ``word`` is how it is played, and ``changed``
    what was done to make it a new word.
    """

    number: int
    text: str
    word: str
    rejected: str
    changed: tuple[str, ...]


def _bare(text: str) -> str:
    """Return what is left of a text when accents are taken off."""
    return "".join(c for c in text if unicodedata.category(c) != "Mn")


def normalise(text: str) -> str:
    """Return `text` in capitals, without accents and ligatures; what is not a letter stays.

    Examples
    --------
    >>> normalise(" Élève "), normalise("bœuf"), normalise("Łódź"), normalise("aujourd'hui")
    ('ELEVE', 'BOEUF', 'LODZ', "AUJOURD'HUI")
    """
    text = text.strip()
    if not text.isascii():
        # Some ligatures show when accents are taken off them.
        apart = unicodedata.normalize("NFKD", text.translate(_LIGATURES)).translate(_LIGATURES)
        text = _bare(apart).translate(_STROKES)
    return text.upper()


def _why_not(word: str) -> str:
    """Say why a normalised word is rejected, if it is."""
    if not (word.isascii() and word.isalpha()):
        return OUTSIDE if word.isalpha() else NOT_A_LETTER
    if len(word) < MIN_LENGTH:
        return TOO_SHORT
    return TOO_LONG if len(word) > MAX_LENGTH else ""


def _changes(text: str, word: str) -> Iterator[str]:
    """Name what was done to `text`, stripped but otherwise as it stood, to make `word`."""
    if text == word:
        return
    if text != text.upper():
        yield RAISED
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        if apart != _bare(apart) or apart != apart.translate(_STROKES):
            yield STRIPPED
        # A letter of the word that was not one of the text came out of a ligature.
        if len(word) > len(_bare(text)):
            yield EXPANDED


def normalise_lines(lines: Iterable[str]) -> Iterator[Line]:
    """Normalise a word list, one word a line; blank lines and those that begin with # hold none.

    Examples
    --------
    >>> for line in normalise_lines(["# fruit", "pêche", "POMME", "pomme", "kiwi 2"]):
    ...     print(line.number, line.word, line.rejected or line.changed)
    2 PECHE ('lower case raised', 'accents stripped')
    3 POMME ()
    4 POMME ('lower case raised', 'duplicates dropped')
    5 KIWI 2 has a character other than a letter
    """
    words: set[str] = set()
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word = normalise(text)
        if reason := _why_not(word):
            yield Line(number, text, word, reason, ())
            continue
        changed = (*_changes(text, word), *[DUPLICATE] * (word in words))
        words.add(word)
        yield Line(number, text, word, "", changed)
