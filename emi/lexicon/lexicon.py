"""Word lists, and remarks on the lines of their files."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from emi.lexicon.alphabet import FOLD, FOLDED, Alphabet
from emi.results.base import LexiconFacts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.results.files import LexiconSummary


@dataclass(frozen=True)
class Remark:
    """A change made to lines of a word list, or a reason to reject lines.

    ``lines`` has the numbers, from 1, of the first five such lines; ``first`` is the first word.

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
    """A list of words, with its source and remarks on its lines.

    Attributes
    ----------
    name : str
        The name of a builtin list, or the file's name.
    words : tuple of str
        Sorted by their characters, unique, in letters of the alphabet.
    licence : str
        An SPDX expression, or ``unknown`` for a file.
    source : str
        The package from which the list was made, or the path.
    rejected, normalised : tuple of Remark
        Remarks on rejected lines and on changed lines.
    alphabet : Alphabet
        The letters of the words.
    asked : bool
        Whether the user chose the alphabet, or the list is built in.
    spellings : tuple of str
        The words as a file has them, in its order.
    bent : frozenset of str
        The words that a default alphabet merged from several words of the file, or made longer.

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
    alphabet: Alphabet = FOLDED
    asked: bool = True
    spellings: tuple[str, ...] = field(default=(), compare=False)
    bent: frozenset[str] = frozenset()

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the words, one per line; it identifies a list whatever its file name."""
        from hashlib import sha256

        return sha256("\n".join(self.words).encode()).hexdigest()

    def as_written(self, words: Iterable[str]) -> list[str]:
        """Return words in the order and the spelling of the file."""
        wanted = {*words}
        if not self.spellings:
            return sorted(wanted, key=self.alphabet.key)
        read = self.alphabet.read
        return [spelling for spelling in self.spellings if read(spelling) in wanted]

    @property
    def facts(self) -> LexiconFacts:
        """The name and digest of the list, for results."""
        return LexiconFacts(self.name, self.digest)

    @property
    def summary(self) -> LexiconSummary:
        """The contents and the source of the list, as a result."""
        from emi.results.files import LengthCount, LexiconSummary

        return LexiconSummary(
            self.name, len(self), self.licence, self.source, self.digest,
            tuple(LengthCount(*key, many) for key, many in self.counts().items()),
            {remark.what: remark.count for remark in self.rejected},
            {remark.what: remark.count for remark in self.normalised},
            str(self.alphabet), len(self.bent),
        )  # fmt: skip

    def only(self, words: Iterable[str]) -> Lexicon:
        """Return the list reduced to some of its words, with the name and digest of the whole."""
        bare = Lexicon(
            self.name, tuple(sorted(words)), self.licence, self.source,
            alphabet=self.alphabet, asked=self.asked, bent=self.bent,
        )  # fmt: skip
        bare.__dict__["digest"] = self.digest
        return bare

    @cached_property
    def _cells(self) -> dict[tuple[str, int], tuple[str, ...]]:
        """The words for each initial and length, sorted."""
        # A pair of initial and length as a single key takes twice the time.
        cells: defaultdict[str, defaultdict[int, list[str]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for word in self.words:
            cells[word[0]][len(word)].append(word)
        initials = sorted(cells, key=self.alphabet.key)
        return {(a, n): tuple(cells[a][n]) for a in initials for n in sorted(cells[a])}

    def cell(self, initial: str | None, length: int) -> tuple[str, ...]:
        """Return the sorted words of one length, with one initial unless it is None."""
        if initial is not None:
            return self._cells.get((initial, length), ())
        return tuple(word for word in self.words if len(word) == length)

    def lengths(self) -> tuple[int, ...]:
        """Return the word lengths that occur, sorted."""
        return tuple(sorted({length for _, length in self.counts()}))

    def counts(self) -> dict[tuple[str, int], int]:
        """Return the number of words for each initial and length, sorted."""
        return {key: len(words) for key, words in self._cells.items()}

    @property
    def remarks(self) -> str:
        """The rejected and changed lines in one line of text; empty if there are none."""
        parts = [f"{remark.what}: {remark.count:,}" for remark in self.normalised]
        if self.rejected:
            count, first = rejection(self.rejected)
            parts.insert(0, f"rejected: {count:,}, {first}")
        if not self.asked and self.alphabet.name != FOLD:
            parts.insert(0, f"read by the alphabet {self.alphabet}, recognised by its letters")
        return f"lexicon {self.name}: {'; '.join(parts)}" if parts else ""

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Return whether a word in capitals is in the list."""
        if not isinstance(word, str):
            return False
        words = self.cell(word[0], len(word)) if word else ()
        place = bisect_left(words, word)
        return place < len(words) and words[place] == word

    def _repr_html_(self) -> str:
        return self.summary._repr_html_()

    def __repr__(self) -> str:
        lengths = self.lengths()
        span = f"{lengths[0]} to {lengths[-1]} letters" if lengths else "empty"
        return f"<Lexicon {self.name!r}: {len(self)} words, {span}, {self.digest[:12]}>"


def rejection(rejected: tuple[Remark, ...]) -> tuple[int, str]:
    """Return the number of rejected lines, and a description of the first."""
    earliest = min(rejected, key=lambda remark: remark.lines[0])
    first = f"the first on line {earliest.lines[0]} ({earliest.first!r}: {earliest.what})"
    return sum(remark.count for remark in rejected), first
