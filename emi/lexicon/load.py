"""Word lists: the three that come with the package, and any text file, one word a line."""

from __future__ import annotations

import lzma
import os
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from emi.errors import LexiconError
from emi.lexicon.normalise import (
    DUPLICATE,
    MAX_LENGTH,
    MIN_LENGTH,
    Line,
    normalise_lines,
    plain_words,
)
from emi.lexicon.reading import DELIMITERS, column_of, entries, read_text

if TYPE_CHECKING:
    import io
    from collections.abc import Iterable, Iterator

__all__ = ["BUILTIN", "MAX_LENGTH", "MIN_LENGTH", "Lexicon", "Remark", "licence_text", "load"]

_LICENCES = {
    "fr": "MPL-2.0",
    "en": "LicenseRef-SCOWL",
    "nl": "BSD-3-Clause OR CC-BY-3.0",
}

BUILTIN: tuple[str, ...] = tuple(_LICENCES)
"""The names of the word lists that come with the package; the first is the default."""

LINES_SHOWN = 5

_LINE = "one word a line"


@dataclass(frozen=True)
class Remark:
    """What was done to some lines of a word list, or why they were rejected.

    ``lines`` are the numbers of the first five of them, from 1; ``first`` is the first word.

    Examples
    --------
    >>> print(Remark("shorter than 2 letters", 7, (3, 8, 9, 12, 40), "A"))
    shorter than 2 letters: 7 (lines 3, 8, 9, 12, 40, ...)
    """

    what: str
    count: int
    lines: tuple[int, ...]
    first: str

    def __str__(self) -> str:
        more = ", ..." if self.count > len(self.lines) else ""
        noun = "line" if self.count == 1 else "lines"
        return f"{self.what}: {self.count} ({noun} {', '.join(map(str, self.lines))}{more})"


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

    def only(self, words: Iterable[str]) -> Lexicon:
        """Return it with some of its words alone, for whoever need not know the others."""
        bare = Lexicon(self.name, tuple(sorted(words)), self.licence, self.source)
        bare.__dict__["digest"] = self.digest
        return bare

    @cached_property
    def _cells(self) -> dict[tuple[str, int], tuple[str, ...]]:
        """The words of each initial and length, in that order."""
        # A key of two for each word would take twice the time.
        found: defaultdict[str, defaultdict[int, list[str]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for word in self.words:
            found[word[0]][len(word)].append(word)
        return {(a, n): tuple(found[a][n]) for a in sorted(found) for n in sorted(found[a])}

    def cell(self, initial: str | None, length: int) -> tuple[str, ...]:
        """Return the words of one length with one initial, or with any if it is None, in order."""
        if initial is not None:
            return self._cells.get((initial, length), ())
        return tuple(word for word in self.words if len(word) == length)

    def lengths(self) -> tuple[int, ...]:
        """Return the lengths of word that occur, in order."""
        return tuple(sorted({length for _, length in self._cells}))

    def counts(self) -> dict[tuple[str, int], int]:
        """Return the number of words of each initial and length, in that order."""
        return {key: len(words) for key, words in self._cells.items()}

    @property
    def remarks(self) -> str:
        """What was rejected and what was changed, in one line; empty if nothing was."""
        parts = [f"{remark.what}: {remark.count:,}" for remark in self.normalised]
        if self.rejected:
            count, first = _rejection(self.rejected)
            parts.insert(0, f"rejected: {count:,}, {first}")
        return f"lexicon {self.name}: {'; '.join(parts)}" if parts else ""

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


def load(
    name_or_path: str | os.PathLike[str] = "fr",
    *,
    column: str | int | None = None,
    encoding: str | None = None,
) -> Lexicon:
    """Load a word list.

    Parameters
    ----------
    name_or_path : str or path
        One of `BUILTIN`, or the path of a text file, plain or packed (``.gz``, ``.bz2``, ``.xz``),
        one word a line; what follows a ``#`` is a comment. A builtin name wins over a file of that
        name, which ``./fr`` reaches.
    column : str or int, optional
        The column of a table (CSV) that holds the words: its heading, or its number from 1 if the
        table has no headings.
    encoding : str, optional
        Such as ``latin-1``; by default what a byte order mark says, else UTF-8.

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
        if column is not None or encoding is not None:
            raise LexiconError(
                f"lexicon {name_or_path}: expected no column and no encoding, it is no file"
            )
        return _builtin(name_or_path)
    # What was typed, not a path made of it, which would drop a "./".
    shown = os.fspath(name_or_path)
    text = _text(shown, encoding)
    words = plain_words(text) if column is None else []
    rejected, normalised = _Remarks(), _Remarks()
    for line in () if words else _lines(text, shown, column):
        if line.rejected:
            rejected.add(line.rejected, line)
            continue
        for change in line.changed:
            normalised.add(change, line)
        if line.again:
            normalised.add(line.again, line)
        else:
            words.append(line.word)
    if not words:
        raise LexiconError(_no_word(shown, rejected.all))
    words.sort()
    name = Path(shown).name
    return Lexicon(name, tuple(words), "unknown", shown, rejected.all, normalised.all)


def read_words(
    shown: str, *, column: str | int | None = None, encoding: str | None = None
) -> Iterator[Line]:
    """Yield what becomes of each line of a file, as `load` takes it."""
    return _lines(_text(shown, encoding), shown, column)


def _text(shown: str, encoding: str | None) -> io.StringIO:
    names = ", ".join(BUILTIN)
    no_name = f"no lexicon named {shown!r}: expected {names}, or the path of a text file"
    return read_text(shown, _LINE, LexiconError, no_name, encoding)


def _lines(text: io.StringIO, shown: str, column: str | int | None) -> Iterator[Line]:
    if column is None:
        return normalise_lines(entries(text))
    return normalise_lines(column_of(text, str(column), shown, LexiconError))


def findings(lines: Iterable[Line]) -> Iterator[str]:
    """Yield what is to be said of each line that gives no new word."""
    first: dict[str, Line] = {}
    for line in lines:
        begin = f"line {line.number}: {line.text!r}"
        if line.rejected:
            yield f"{begin}: {line.rejected}"
        elif line.again:
            before = first[line.word]
            like = "" if line.again == DUPLICATE else f" as {before.text!r} for {line.word}"
            yield f"{begin}: there already{like}, on line {before.number}"
        else:
            first[line.word] = line


class _Remarks:
    """Counts lines by what is remarked on them, in the order in which that first applied."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.lines: defaultdict[str, list[Line]] = defaultdict(list)

    def add(self, what: str, line: Line) -> None:
        self.counts[what] += 1
        if self.counts[what] <= LINES_SHOWN:
            self.lines[what].append(line)

    @property
    def all(self) -> tuple[Remark, ...]:
        return tuple(
            Remark(what, count, tuple(line.number for line in lines), lines[0].text)
            for (what, count), lines in zip(self.counts.items(), self.lines.values(), strict=True)
        )


def _no_word(shown: str, rejected: tuple[Remark, ...]) -> str:
    if not rejected:
        return f"{shown!r} holds only comments: expected {_LINE}"
    count, first = _rejection(rejected)
    were = "line was rejected" if count == 1 else "lines were rejected"
    table = ", or `column` for those of a table" if set(DELIMITERS) & set(first) else ""
    return (
        f"no word in {shown!r}: {count} {were}, {first}: expected words of {MIN_LENGTH} to "
        f"{MAX_LENGTH} letters{table}"
    )


def _rejection(rejected: tuple[Remark, ...]) -> tuple[int, str]:
    """Return how many lines were rejected, and what is said of the first."""
    one = min(rejected, key=lambda remark: remark.lines[0])
    first = f"the first on line {one.lines[0]} ({one.first!r}: {one.what})"
    return sum(remark.count for remark in rejected), first


def licence_text(name: str) -> str:
    """Return the licence of a builtin list, with its notices; line 1 says what it was made from."""
    return _data(f"{name}.LICENSE").decode()


def _data(filename: str) -> bytes:
    return resources.files("emi.lexicon").joinpath("data", filename).read_bytes()


@cache
def _builtin(name: str) -> Lexicon:
    # These files are sorted and normalised when they are made, so a load has only to split them.
    words = lzma.decompress(_data(f"{name}.txt.xz")).decode("ascii").split()
    source = licence_text(name).partition("\n")[0].removeprefix("Made from ").rstrip(".")
    return Lexicon(name, tuple(words), _LICENCES[name], source)
