"""Load word lists: built-in lists, and text files with one word per line."""

# Most runs read a built-in list alone, so what reads files is imported when a file is read.

from __future__ import annotations

import io
import os
import re
from collections import Counter, defaultdict
from itertools import islice
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from emi import arguments
from emi.errors import LexiconError
from emi.lexicon.alphabet import (
    EXPANDED,
    FOLD,
    FOLDED,
    KEEP,
    MAX_LENGTH,
    MIN_LENGTH,
    NAMES,
    Alphabet,
    alphabet_named,
    recognised,
)
from emi.lexicon.builtin import BUILTIN, builtin
from emi.lexicon.frequency import LICENCE, PREFIX, most_used
from emi.lexicon.lexicon import Lexicon, Remark, rejection

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from emi.results.files import ListFinding

__all__ = ["BUILTIN", "MAX_LENGTH", "MIN_LENGTH", "Lexicon", "Remark", "load"]

#: The default word list.
USUAL = "fr"
#: The parameters of `load` that say how a file is read.
HOW = "column", "encoding", "alphabet", "sheet"
#: The suffix of a hunspell dictionary.
DICTIONARY = ".dic"
LINES_SHOWN = 5

_LINE = "one word a line"

DUPLICATE = "duplicates dropped"
COLLISION = "differ only by accents or ligatures"


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


@arguments.checked
def load(
    name_or_path: str | os.PathLike[str] = USUAL,
    *,
    column: str | int | None = None,
    encoding: str | None = None,
    alphabet: str | None = None,
    sheet: str | int | None = None,
) -> Lexicon:
    """Load a word list.

    Parameters
    ----------
    name_or_path : str or path
        One of `BUILTIN`; ``wordfreq:LANG``, the usual words of a language of the package wordfreq;
        the path of a hunspell dictionary (``.dic``, with its ``.aff`` beside it), which is read
        with all its forms; or the path of any other file. For a file with a built-in name, write
        ``./fr``. A file has words one per line or separated by commas, perhaps numbered, in quotes
        or with a number each; an array in JSON or JavaScript; or a table. It may be compressed
        (``.gz``, ``.bz2``, ``.xz``). A ``#`` starts a comment.
    column : str or int, optional
        The column of a table (CSV, tab-separated, ``.xlsx``) that holds the words: its heading, or
        its number from 1 if the table has no headings. The default is the first column if the file
        name ends in ``.tsv`` or ``.xlsx``; other files are not read as tables.
    encoding : str, optional
        The encoding, such as ``latin-1``; by default that of the byte order mark, else UTF-8.
    alphabet : str, optional
        The alphabet of a file, one of `emi.lexicon.alphabet.NAMES`. By default letters become A to
        Z (``fold``), but those typical of a language are kept (see
        `emi.lexicon.alphabet.recognised`).
    sheet : str or int, optional
        The sheet of a workbook, its name or its number from 1; by default the first.

    Raises
    ------
    OptionError
        If there is no such alphabet.
    LexiconError
        If there is no such list, it cannot be read, or it holds no word.

    Examples
    --------
    >>> load("fr")
    <Lexicon 'fr': 219955 words, 5 to 10 letters, 0efe402f11fc>
    """
    if isinstance(name_or_path, str) and name_or_path in BUILTIN:
        if not column is encoding is alphabet is sheet is None:
            raise LexiconError(
                f"lexicon {name_or_path}: column, sheet, encoding and alphabet apply to files only"
            )
        return builtin(name_or_path)
    # Keep the typed text: a Path would drop a "./".
    path = os.fspath(name_or_path)
    listed = _of_language(path, column, encoding, sheet)
    text = io.StringIO() if listed else _text(path, encoding, sheet)
    alphabet = alphabet or (_language(path) if listed else None)
    letters = None if alphabet is None else alphabet_named(alphabet)
    latin = column is None and (letters is None or letters.latin)
    if latin and (words := plain_words(text)):
        contents = _Found(words, text.getvalue().splitlines())
        letters = letters or FOLDED
    else:
        lines = listed or _lines(text, path, column)
        letters = letters or recognised(word for _, word in lines)
        contents = _Found()
        for line in normalise_lines(lines, letters):
            contents.add(line)
    if not contents.words:
        raise LexiconError(_no_word(path, contents.rejected.all, letters))
    licence = LICENCE if path.startswith(PREFIX) else "unknown"
    return Lexicon(
        Path(path).name, tuple(sorted(contents.words)), licence, path, contents.rejected.all,
        contents.normalised.all, letters, alphabet is not None, tuple(contents.spellings),
        frozenset(contents.bent) if alphabet is None else frozenset(),
    )  # fmt: skip


def load_pair(
    secrets: str | os.PathLike[str],
    guesses: str | os.PathLike[str],
    **how: Any,  # noqa: ANN401
) -> tuple[Lexicon, Lexicon]:
    """Load two lists, as `load` does, both by the alphabet that is recognised in one of them."""
    pair = load(secrets, **how), load(guesses, **how)
    names = [lexicon.alphabet.name for lexicon in sorted(pair, key=len) if not lexicon.asked]
    name = next((name for name in reversed(names) if name != FOLD), None)
    first, second = (
        lexicon if lexicon.asked or name in {None, lexicon.alphabet.name}
        else load(lexicon.source, **how | {"alphabet": name})
        for lexicon in pair
    )  # fmt: skip
    return first, second


def read_words(
    path: str,
    *,
    column: str | int | None = None,
    encoding: str | None = None,
    alphabet: str | None = None,
    sheet: str | int | None = None,
) -> Iterator[Line]:
    """Yield each line of a file as `load` reads it."""
    listed = _of_language(path, column, encoding, sheet)
    alphabet = alphabet or (_language(path) if listed else None)
    lines = listed or _lines(_text(path, encoding, sheet), path, column)
    words = (word for _, word in lines)
    return normalise_lines(
        lines, recognised(words) if alphabet is None else alphabet_named(alphabet)
    )


def _of_language(
    path: str, column: str | int | None, encoding: str | None, sheet: str | int | None
) -> list[tuple[int, str]]:
    """Return the numbered words of a dictionary or of wordfreq; none for other files."""
    if not path.startswith(PREFIX) and not path.endswith(DICTIONARY):
        return []
    if not column is encoding is sheet is None:
        raise LexiconError(f"{path}: column, sheet and encoding do not apply to this kind of list")
    if path.startswith(PREFIX):
        return most_used(path)
    from emi.lexicon.hunspell import dictionary

    return dictionary(path)


def _language(path: str) -> str | None:
    """Return the language in a name such as ``es_ES.dic``; None if it has no alphabet."""
    code = re.split("[_.-]", Path(path).name.removeprefix(PREFIX))[0]
    return code if code in NAMES else None


def _text(path: str, encoding: str | None, sheet: str | int | None) -> io.StringIO:
    from emi.lexicon.formats import read_text

    names = ", ".join(BUILTIN)
    no_name = f"no lexicon named {path!r}: expected {names}, wordfreq:LANG, or the path of a list"
    return read_text(path, _LINE, LexiconError, no_name, encoding, sheet)


def _lines(text: io.StringIO, path: str, column: str | int | None) -> list[tuple[int, str]]:
    from emi.lexicon.formats import Source, entries_of

    heading = None if column is None else str(column)
    return [entry[:2] for entry in entries_of(Source(path, text.getvalue(), heading, LexiconError))]


def plain_words(text: io.StringIO) -> list[str]:
    """Return the sorted words of a text if every line is a valid, unchanged word; else none.

    The words are those of `normalise_lines`, found ten times as fast, for lists of hundreds of
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


def normalise_lines(lines: Iterable[tuple[int, str]], letters: Alphabet = FOLDED) -> Iterator[Line]:
    """Normalise numbered lines with one word each: by default ``Élève`` becomes ``ELEVE``.

    Only blank lines and comments are dropped without a report.

    Examples
    --------
    >>> for line in normalise_lines([(2, "pêche"), (3, "POMME"), (4, "pomme"), (5, "kiwi 2")]):
    ...     print(line.number, line.word, line.rejected or line.again or line.changed)
    2 PECHE ('lower case raised', 'accents stripped')
    3 POMME ()
    4 POMME duplicates dropped
    5 KIWI 2 has a character other than a letter
    """
    keep = alphabet_named(KEEP)
    # The spelling of the first line with each word.
    spelled: dict[str, str] = {}
    for number, line in lines:
        text = line.strip()
        word = letters.read(text)
        if reason := letters.why_not(word):
            yield Line(number, text, word, reason)
            continue
        again, spelling = "", text.upper() if text.isascii() else keep.read(text)
        if word in spelled:
            again = DUPLICATE if spelling == spelled[word] else COLLISION
        else:
            spelled[word] = spelling
        yield Line(number, text, word, "", () if text == word else letters.changes(text), again)


def findings(lines: Iterable[Line]) -> Iterator[ListFinding]:
    """Yield a finding for each line that adds no word."""
    from emi.results.files import ListFinding

    first: dict[str, Line] = {}
    for line in lines:
        before = first.setdefault(line.word, line) if not line.rejected else line
        what = line.rejected
        if line.again == DUPLICATE:
            what = f"duplicate of line {before.number}"
        elif line.again:
            what = f"same word {line.word} as {before.text!r} on line {before.number}"
        if what:
            yield ListFinding(line.number, line.text, what)


class _Found:
    """The words of a file, with their spelling, and remarks on its lines."""

    def __init__(self, words: Iterable[str] = (), spellings: Iterable[str] = ()) -> None:
        self.words, self.spellings, self.bent = [*words], [*spellings], set[str]()
        self.rejected, self.normalised = _Remarks(), _Remarks()

    def add(self, line: Line) -> None:
        """Add the word of a line, and the remarks on it."""
        if line.rejected:
            self.rejected.add(line.rejected, line)
            return
        remarks = [*line.changed, *filter(None, [line.again])]
        for what in remarks:
            self.normalised.add(what, line)
        if not {COLLISION, EXPANDED}.isdisjoint(remarks):
            self.bent.add(line.word)
        if not line.again:
            self.words.append(line.word)
        if line.again != DUPLICATE:
            self.spellings.append(line.text)


class _Remarks:
    """Counts lines by remark, in the order of first occurrence."""

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


def _no_word(path: str, rejected: tuple[Remark, ...], letters: Alphabet) -> str:
    if not rejected:
        return f"{path!r} holds only comments: expected {_LINE}"
    from emi.lexicon.formats import DELIMITERS

    count, first = rejection(rejected)
    were = "line was rejected" if count == 1 else "lines were rejected"
    table = ", or `column` for those of a table" if set(DELIMITERS) & set(first) else ""
    of = f" of the alphabet {letters.name}" if letters.name != FOLD else ""
    return (
        f"no word in {path!r}: {count} {were}, {first}: expected words of {MIN_LENGTH} to "
        f"{MAX_LENGTH} letters{of}{table}"
    )
