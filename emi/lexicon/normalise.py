"""Turn the lines of a word list into words of A to Z, and say what was changed and what was not.

A game is played in capitals without accents, so ``Élève`` is the word ``ELEVE``. Nothing is dropped
in silence, save blank lines and comments.
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
"""The lengths of word that are kept: what fits on a Scrabble board."""

RAISED = "lower case raised"
STRIPPED = "accents stripped"
EXPANDED = "ligatures expanded"
DUPLICATE = "duplicates dropped"
COLLISION = "told apart by accents or ligatures alone"

NO_WORD = "holds no word"
NOT_A_LETTER = "has a character other than a letter"
OUTSIDE = "letters outside A-Z"
TOO_SHORT = f"shorter than {MIN_LENGTH} letters"
TOO_LONG = f"longer than {MAX_LENGTH} letters"

# Letters that Unicode does not take apart, though players do.
_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ẞ": "SS"})
_STROKES = str.maketrans("øØłŁđĐ", "oOlLdD")


class Line(NamedTuple):
    """What became of a line of a word list, of which ``text`` is the word as it is spelled.

    If it is rejected, ``rejected`` says why. Else ``word`` is how it is played, ``changed`` what
    was done to make it so, and ``again`` whether it is a word of a line before.
    """

    number: int
    text: str
    word: str
    rejected: str
    changed: tuple[str, ...] = ()
    again: str = ""


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
    if not word:
        return NO_WORD
    if not (word.isascii() and word.isalpha()):
        return OUTSIDE if word.isalpha() else NOT_A_LETTER
    if len(word) < MIN_LENGTH:
        return TOO_SHORT
    return TOO_LONG if len(word) > MAX_LENGTH else ""


def _changes(text: str, word: str) -> tuple[str, ...]:
    """Name what was done to `text`, stripped but otherwise as it stood, to make `word`."""
    raised = [RAISED] * (text != text.upper())
    if text.isascii():
        return tuple(raised)
    apart = unicodedata.normalize("NFKD", text)
    stripped = apart != _bare(apart) or apart != apart.translate(_STROKES)
    # A letter of the word that was not one of the text came out of a ligature.
    expanded = len(word) > len(_bare(text))
    return (*raised, *[STRIPPED] * stripped, *[EXPANDED] * expanded)


def plain_words(text: io.StringIO) -> list[str]:
    """Return the words of a text in order, if nothing is to be said of any line, else none.

    That is as `normalise_lines` would take them, and ten times as quick: a long list has hundreds
    of thousands.
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
    """Normalise numbered lines of a word a line.

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
    # Words that came with accents or ligatures, as they were spelled.
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
