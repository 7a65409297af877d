"""Word lists: the three that come with the package, and any text file, one word a line."""

from __future__ import annotations

import lzma
import os
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from pathlib import Path

from emi.errors import LexiconError
from emi.lexicon.normalise import MAX_LENGTH, MIN_LENGTH, Remark, normalise_lines
from emi.lexicon.reading import read_lines

__all__ = ["BUILTIN", "MAX_LENGTH", "MIN_LENGTH", "Lexicon", "Remark", "licence_text", "load"]

_LICENCES = {
    "fr": "MPL-2.0",
    "en": "LicenseRef-SCOWL",
    "nl": "BSD-3-Clause OR CC-BY-3.0",
}

BUILTIN: tuple[str, ...] = tuple(_LICENCES)
"""The names of the word lists that come with the package; the first is the default."""

_LINE = "one word a line"


@dataclass(frozen=True, repr=False)
class Lexicon:
    """A list of words and where it came from.

    Attributes
    ----------
    name : str
        The name of a builtin list, or the file's name.
    words : tuple of str
        Sorted, unique, A to Z.
    licence : str
        An SPDX expression, or ``unknown`` for a file.
    source : str
        The package that the list was made from, or the path.
    rejected, normalised : tuple of Remark
        The lines that gave no word, and those that were changed.

    Examples
    --------
    >>> Lexicon("mine", ("ABBE", "AIDE"), "unknown", "mine.txt").cell("A", 4)
    ('ABBE', 'AIDE')
    """

    name: str
    words: tuple[str, ...]
    licence: str
    source: str
    rejected: tuple[Remark, ...] = ()
    normalised: tuple[Remark, ...] = ()

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the words, one a line: it names a list whatever its file is called."""
        return sha256("\n".join(self.words).encode("ascii")).hexdigest()

    @cached_property
    def _cells(self) -> dict[tuple[str, int], tuple[str, ...]]:
        cells: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for word in self.words:
            cells[word[0], len(word)].append(word)
        return {key: tuple(cells[key]) for key in sorted(cells)}

    def cell(self, initial: str | None, length: int) -> tuple[str, ...]:
        """Return the words of one length with one initial, or with any if it is None, in order.

        Examples
        --------
        >>> lexicon = Lexicon("tiny", ("ABBE", "AIDE", "BAIE", "BAL"), "unknown", "tiny")
        >>> lexicon.cell("A", 4), lexicon.cell(None, 4), lexicon.cell("C", 4)
        (('ABBE', 'AIDE'), ('ABBE', 'AIDE', 'BAIE'), ())
        """
        if initial is not None:
            return self._cells.get((initial, length), ())
        # The keys are in order of initial, so the words come out sorted.
        return tuple(w for (_, n), cell in self._cells.items() if n == length for w in cell)

    def lengths(self) -> tuple[int, ...]:
        """Return the lengths of word that occur, in order."""
        return tuple(sorted({length for _, length in self._cells}))

    def counts(self) -> dict[tuple[str, int], int]:
        """Return the number of words of each initial and length, in that order."""
        return {key: len(cell) for key, cell in self._cells.items()}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Say whether a word, in capitals, is in the list."""
        if not isinstance(word, str):
            return False
        place = bisect_left(self.words, word)
        return place < len(self.words) and self.words[place] == word

    def __repr__(self) -> str:
        lengths = self.lengths()
        span = f"{lengths[0]} to {lengths[-1]} letters" if lengths else "empty"
        return f"<Lexicon {self.name!r}: {len(self)} words, {span}, {self.digest[:12]}>"


def load(name_or_path: str | os.PathLike[str] = "fr") -> Lexicon:
    """Load a word list.

    Parameters
    ----------
    name_or_path : str or path
        One of `BUILTIN`, or the path of a text file in UTF-8, plain, ``.gz`` or ``.xz``, one word a
        line. A builtin name wins over a file of that name, which ``./fr`` reaches.

    Raises
    ------
    LexiconError
        If there is no such list, it cannot be read, or no line of it is a word.

    Examples
    --------
    >>> load("fr")
    <Lexicon 'fr': 219955 words, 5 to 10 letters, 0efe402f11fc>
    """
    if isinstance(name_or_path, str) and name_or_path in BUILTIN:
        return _builtin(name_or_path)
    # What was typed, not a path made of it, which would drop a "./".
    shown = os.fspath(name_or_path)
    names = ", ".join(BUILTIN)
    no_name = f"no lexicon named {shown!r}: expected {names}, or the path of a text file"
    found = normalise_lines(read_lines(shown, _LINE, LexiconError, no_name))
    if not found.words:
        raise LexiconError(_no_word(shown, found.rejected))
    return Lexicon(Path(shown).name, found.words, "unknown", shown, found.rejected, found.changed)


def licence_text(name: str) -> str:
    """Return the licence of a builtin list, with its notices; line 1 says what it was made from.

    Raises
    ------
    LexiconError
        If there is no builtin list of that name.
    """
    if name not in BUILTIN:
        choice = f"{', '.join(BUILTIN[:-1])} or {BUILTIN[-1]}"
        raise LexiconError(f"no builtin lexicon named {name!r}: expected {choice}")
    return _data(f"{name}.LICENSE").decode()


def _data(filename: str) -> bytes:
    return resources.files("emi.lexicon").joinpath("data", filename).read_bytes()


@cache
def _builtin(name: str) -> Lexicon:
    # These files are sorted and normalised when they are made, so a load has only to split them.
    words = lzma.decompress(_data(f"{name}.txt.xz")).decode("ascii").split()
    source = licence_text(name).partition("\n")[0].removeprefix("Made from ").rstrip(".")
    return Lexicon(name, tuple(words), _LICENCES[name], source)


def _no_word(shown: str, rejected: tuple[Remark, ...]) -> str:
    if not rejected:
        return f"{shown!r} holds only comments: expected {_LINE}"
    count = sum(remark.count for remark in rejected)
    first = min(rejected, key=lambda remark: remark.lines[0])
    were = "line was rejected" if count == 1 else "lines were rejected"
    return (
        f"no word in {shown!r}: {count} {were}, the first on line {first.lines[0]} ({first.what}): "
        f"expected words of {MIN_LENGTH} to {MAX_LENGTH} letters"
    )
