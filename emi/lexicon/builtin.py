"""The built-in word lists, read one initial at a time.

``<name>.txt.xz`` is a sorted list with a separate xz stream for each initial; any xz tool unpacks
the whole file. ``<name>.index`` has the SHA-256 of the words on its first line, then a line for
each initial: the bytes of its stream, and ``length:words`` for each length.
"""

from __future__ import annotations

from functools import cache, cached_property
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
    "wordle": "LicenseRef-SCOWL",
}

BUILTIN: tuple[str, ...] = tuple(_LICENCES)
"""The names of the built-in word lists; the first is the default."""

_COMMON = {"en": "wordle", "wordle": "wordle"}
"""For some lists, the list of their common words."""

_FOLDER = Path(__file__).parent / "data"


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
            "_path": _FOLDER / f"{name}.txt.xz", "_parts": parts, "_read": {},
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
            self._read[initial] = _cells_of(self._path, part)
        return self._read[initial][length]

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


def common_words(lexicon: Lexicon | None, length: int) -> frozenset[str] | None:
    """Return the common words of one length of a built-in list; None if they are not known.

    Examples
    --------
    >>> common = common_words(builtin("en"), 5)
    >>> "CRANE" in common, "AALII" in common, common_words(builtin("fr"), 5)
    (True, False, None)
    """
    if not isinstance(lexicon, Builtin) or lexicon.name not in _COMMON:
        return None
    return frozenset(builtin(_COMMON[lexicon.name]).cell(None, length)) or None


def licence_text(name: str) -> str:
    """Return the licence and notices of a built-in list; the first line names its source."""
    return (_FOLDER / f"{name}.LICENSE").read_text(encoding="utf-8")


def _cells_of(path: Path, part: _Part) -> dict[int, tuple[str, ...]]:
    """Return the words of an initial by their length."""
    with path.open("rb") as file:
        file.seek(part.begin)
        words = _unpacked(file.read(part.size))
    cells: dict[int, list[str]] = {length: [] for length in part.counts}
    for word in words:
        cells[len(word)].append(word)
    return {length: tuple(found) for length, found in cells.items()}


def _unpacked(data: bytes) -> list[str]:
    import lzma

    return lzma.decompress(data).decode("ascii").split()
