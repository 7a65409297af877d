"""The built-in word lists, read one initial at a time.

``<name>.txt.xz`` is a sorted list with a separate xz stream for each initial; any xz tool unpacks
the whole file. ``<name>.index`` has the SHA-256 of the words on its first line, then a line for
each initial: the bytes of its stream, and ``length:words`` for each length.

``<name>.usual.xz`` marks the usual words of a list. Each byte is the distance from one usual
word to the next in the list; the first is the place of the first usual word, counted from 1. A
byte of 255 adds 255 to the byte after it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emi.lexicon.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable

#: SPDX expressions of the built-in word lists.
_LICENCES = {
    "fr": "MPL-2.0",
    "en": "LicenseRef-SCOWL",
    "nl": "BSD-3-Clause OR CC-BY-3.0",
    "wordle": "LicenseRef-SCOWL AND MIT AND CC-BY-SA-4.0",
    "wordle-guesses": "LicenseRef-SCOWL AND MIT",
    "wordle-all": "LicenseRef-SCOWL AND MIT",
}

BUILTIN: tuple[str, ...] = tuple(_LICENCES)
"""The names of the built-in word lists; the first is the default."""

MARKED: tuple[str, ...] = ("fr", "en", "nl")
"""The lists whose usual words are marked."""

_FOLDER = Path(__file__).parent / "data"

#: In a file of usual words, the byte that is only a part of a step.
_LONGEST = 255


class _Part(NamedTuple):
    """The place of the words of an initial in the file, and their number by length."""

    begin: int
    size: int
    counts: dict[int, int]


class Builtin(Lexicon):
    """A built-in word list; the words of an initial are read on first use."""

    _path: Path
    _parts: dict[str, _Part]
    _read: dict[str, dict[int, tuple[str, ...]]]
    _usual: dict[str, frozenset[str]]

    def __init__(self, name: str) -> None:
        first, *lines = (_FOLDER / f"{name}.index").read_text(encoding="ascii").splitlines()
        parts, begin = {}, 0
        for line in lines:
            initial, size, *counts = line.split()
            pairs = (count.split(":") for count in counts)
            by_length = {int(length): int(many) for length, many in pairs}
            parts[initial] = _Part(begin, int(size), by_length)
            begin += int(size)
        source = licence_text(name).partition("\n")[0].removeprefix("Made from ").rstrip(".")
        # The fields of a Lexicon are frozen.
        self.__dict__ |= {
            "name": name, "licence": _LICENCES[name], "source": source, "digest": first,
            "rejected": (), "normalised": (),
            "_path": _FOLDER / f"{name}.txt.xz", "_parts": parts, "_read": {}, "_usual": {},
        }  # fmt: skip

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All words, sorted."""
        return tuple(_unpacked(self._path.read_bytes()))

    def cell(self, initial: str | None, length: int) -> tuple[str, ...]:
        """Return the sorted words of one length, with one initial unless it is None."""
        if initial is None:
            return super().cell(None, length)
        part = self._parts.get(initial)
        if part is None or length not in part.counts:
            return ()
        if initial not in self._read:
            cells: dict[int, list[str]] = {count: [] for count in part.counts}
            for word in self._part(part):
                cells[len(word)].append(word)
            self._read[initial] = {count: tuple(words) for count, words in cells.items()}
        return self._read[initial][length]

    def usual(self, initial: str) -> frozenset[str]:
        """Return the usual words with an initial; the list must be one of `MARKED`."""
        if initial not in self._usual:
            part = self._parts[initial]
            earlier = takewhile(lambda other: other is not part, self._parts.values())
            begin = sum(sum(other.counts.values()) for other in earlier)
            words, places = self._part(part), self._usual_places
            first, last = (bisect_left(places, at) for at in (begin, begin + len(words)))
            self._usual[initial] = frozenset(words[at - begin] for at in places[first:last])
        return self._usual[initial]

    @cached_property
    def _usual_places(self) -> list[int]:
        """The places of the usual words in the list."""
        import lzma

        places, at = [], -1
        for step in lzma.decompress((_FOLDER / f"{self.name}.usual.xz").read_bytes()):
            at += step
            if step < _LONGEST:
                places.append(at)
        return places

    def _part(self, part: _Part) -> list[str]:
        """Return the sorted words of an initial."""
        with self._path.open("rb") as file:
            file.seek(part.begin)
            return _unpacked(file.read(part.size))

    def counts(self) -> dict[tuple[str, int], int]:
        """Return the number of words for each initial and length, sorted."""
        return {(a, n): many for a, part in self._parts.items() for n, many in part.counts.items()}

    def __len__(self) -> int:
        return sum(self.counts().values())

    def __reduce__(self) -> tuple[Callable[[str], Builtin], tuple[str]]:
        return builtin, (self.name,)


@cache
def builtin(name: str) -> Builtin:
    """Return a built-in word list."""
    return Builtin(name)


def is_usual(lexicon: Lexicon | None, word: str) -> bool | None:
    """Return whether a word of a built-in list is usual; None for other lists.

    Usual words occur at least once in a million words of the language (see ``usual.LICENSE``). In
    the lists of Wordle the possible secrets are usual too.

    Examples
    --------
    >>> [is_usual(builtin("fr"), word) for word in ("MAISON", "AAS")], is_usual(None, "MAISON")
    ([True, False], None)
    """
    if not isinstance(lexicon, Builtin):
        return None
    if lexicon.name in MARKED:
        return word in lexicon.usual(word[0])
    return word in builtin("wordle") or word in builtin("en").usual(word[0])


def licence_text(name: str) -> str:
    """Return the licence and notices of a built-in list; the first line names its source."""
    return (_FOLDER / f"{name}.LICENSE").read_text(encoding="utf-8")


def _unpacked(data: bytes) -> list[str]:
    import lzma

    return lzma.decompress(data).decode("ascii").split()
