"""Turn the lines of a word list into words of A to Z, and say what was changed and what was not.

A game is played in capitals without accents, so ``Élève`` is the word ``ELEVE``. Nothing is dropped
in silence, save blank lines and comments: each kind of change and of rejection is counted.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_LENGTH = 2
MAX_LENGTH = 15
"""The lengths of word that are kept: what fits on a Scrabble board."""

LINES_SHOWN = 5

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


@dataclass(frozen=True)
class Remark:
    """Something that happened to some lines of a word list.

    Attributes
    ----------
    what : str
        What was done, or why a line was rejected.
    count : int
        To how many lines.
    lines : tuple of int
        The numbers of the first five of them, from 1.

    Examples
    --------
    >>> print(Remark("shorter than 2 letters", 7, (3, 8, 9, 12, 40)))
    shorter than 2 letters: 7 (lines 3, 8, 9, 12, 40, ...)
    """

    what: str
    count: int
    lines: tuple[int, ...]

    def __str__(self) -> str:
        more = ", ..." if self.count > len(self.lines) else ""
        noun = "line" if self.count == 1 else "lines"
        return f"{self.what}: {self.count} ({noun} {', '.join(map(str, self.lines))}{more})"


@dataclass(frozen=True)
class Normalised:
    """What became of the lines of a word list: the words are sorted, unique, A to Z.

    Rejected lines gave no word; those changed were not a new word as they stood.
    """

    words: tuple[str, ...]
    rejected: tuple[Remark, ...]
    changed: tuple[Remark, ...]


def _bare(text: str) -> str:
    """Return what is left of a text when accents are taken off."""
    return "".join(c for c in text if unicodedata.category(c) != "Mn")


def _plain(text: str) -> str:
    """Take accents and strokes off, and ligatures apart."""
    apart = unicodedata.normalize("NFKD", text.translate(_LIGATURES)).translate(_LIGATURES)
    return _bare(apart).translate(_STROKES)


def normalise(text: str) -> str:
    """Return `text` in capitals, without accents and ligatures; what is not a letter stays.

    Examples
    --------
    >>> normalise(" Élève "), normalise("bœuf"), normalise("Łódź"), normalise("aujourd'hui")
    ('ELEVE', 'BOEUF', 'LODZ', "AUJOURD'HUI")
    """
    text = text.strip()
    return text.upper() if text.isascii() else _plain(text).upper()


def _why_not(word: str) -> str | None:
    """Say why a normalised word is rejected, or None if it is not."""
    if not (word.isascii() and word.isalpha()):
        return OUTSIDE if word.isalpha() else NOT_A_LETTER
    if len(word) < MIN_LENGTH:
        return TOO_SHORT
    return TOO_LONG if len(word) > MAX_LENGTH else None


def _changes(text: str, word: str) -> Iterable[str]:
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


def _remarks(lines: dict[str, list[int]]) -> tuple[Remark, ...]:
    return tuple(
        Remark(what, len(numbers), tuple(numbers[:LINES_SHOWN])) for what, numbers in lines.items()
    )


def normalise_lines(lines: Iterable[str]) -> Normalised:
    """Normalise a word list, one word a line; blank lines and those that begin with # hold none.

    Remarks come in the order in which they first applied.

    Examples
    --------
    >>> found = normalise_lines(["# fruit", "pêche", "POMME", "pomme", "kiwi 2"])
    >>> found.words
    ('PECHE', 'POMME')
    >>> [str(remark) for remark in found.rejected]
    ['has a character other than a letter: 1 (line 5)']
    >>> [remark.what for remark in found.changed]
    ['lower case raised', 'accents stripped', 'duplicates dropped']
    """
    words: set[str] = set()
    rejected: defaultdict[str, list[int]] = defaultdict(list)
    changed: defaultdict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        word = normalise(text)
        if reason := _why_not(word):
            rejected[reason].append(number)
            continue
        for change in _changes(text, word):
            changed[change].append(number)
        if word in words:
            changed[DUPLICATE].append(number)
        words.add(word)
    return Normalised(tuple(sorted(words)), _remarks(rejected), _remarks(changed))
