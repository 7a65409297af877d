"""Make the built-in word lists: ``python -m lists.make fr en nl wordle usual``.

Requires Debian's ``apt-get`` with an up-to-date index, and ``dpkg-deb``. ``wordle`` requires npm
and the package wordfreq too, and ``usual``, which marks the usual words of the lists, wordfreq
alone. The same version of a package always gives the same bytes.
"""

from __future__ import annotations

import lzma
import sys
import unicodedata
from collections import Counter
from functools import partial
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from emi.lexicon.alphabet import FOLDED
from emi.lexicon.builtin import MARKED, Builtin
from emi.lexicon.frequency import RARE, frequencies
from emi.lexicon.hunspell import expand, read_affixes
from lists.packages import debian, wordfreq
from lists.wordle import wordle_lists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

LENGTHS = range(5, 11)
FOLDER = Path(__file__).parents[1] / "emi" / "lexicon" / "data"

CHANGED = (
    "with capitals, hyphens, apostrophes or digits left out; accents stripped, ligatures expanded, "
    "5 to 10 letters, upper case"
)


def playable(forms: Iterable[str]) -> list[str]:
    """Return the normalised words of 5 to 10 letters among `forms`, sorted.

    Forms with characters other than lower-case letters are left out: a capital marks a name, and
    hyphens, apostrophes and digits are not allowed on the grid.
    """
    words = set()
    for form in forms:
        if all(unicodedata.category(c) == "Ll" for c in unicodedata.normalize("NFC", form)):
            word = FOLDED.read(form)
            if word.isascii() and word.isalpha() and len(word) in LENGTHS:
                words.add(word)
    return sorted(words)


def write(name: str, words: Sequence[str], licence: str) -> None:
    """Write a sorted list with its index and licence into the package, and print the counts."""
    size = pack(name, words)
    (FOLDER / f"{name}.LICENSE").write_text(licence, encoding="utf-8")
    counts = Counter(map(len, words))
    print(name, len(words), [counts[length] for length in LENGTHS], f"{size} bytes")


def licence_of(made_from: str, notice: str, what: str) -> str:
    """Return the licence text of a list that `playable` made."""
    return f"Made from {made_from}.\nChanged: {what} {CHANGED}.\n\n{notice.strip()}\n"


def pack(name: str, words: Sequence[str]) -> int:
    """Write ``<name>.txt.xz`` and ``<name>.index``; return the size of the list in bytes.

    The words must be sorted. `emi.lexicon.builtin` describes the files.
    """
    index, packed = [sha256("\n".join(words).encode("ascii")).hexdigest()], []
    for initial, some in groupby(words, itemgetter(0)):
        part = list(some)
        text = "".join(f"{word}\n" for word in part).encode("ascii")
        data = lzma.compress(text, check=lzma.CHECK_CRC32, preset=9 | lzma.PRESET_EXTREME)
        counts = sorted(Counter(map(len, part)).items())
        index.append(f"{initial} {len(data)} {' '.join(f'{n}:{many}' for n, many in counts)}")
        packed.append(data)
    (FOLDER / f"{name}.txt.xz").write_bytes(b"".join(packed))
    (FOLDER / f"{name}.index").write_text("\n".join([*index, ""]), encoding="ascii")
    return sum(map(len, packed))


def french() -> None:
    """Make the French list: every form of every word of Grammalecte's "classique" dictionary."""
    with debian("base-files") as base:
        licence = base.read("usr/share/common-licenses/MPL-2.0")
    with debian("hunspell-fr-classical") as source:
        affixes = read_affixes(source.read("usr/share/hunspell/fr.aff").splitlines())
        forms = expand(affixes, source.read("usr/share/hunspell/fr.dic").splitlines())
        made_from = f'{source} (Grammalecte, "classique")'
        what = "every inflected form written out; those"
        write("fr", playable(forms), licence_of(made_from, f"{source.notice()}\n\n{licence}", what))


def plain(name: str, of: str, file: str, project: str) -> None:
    """Make a list from a file of a package in ``usr/share/dict``."""
    with debian(of) as source:
        words = source.read(f"usr/share/dict/{file}").splitlines()
        licence = licence_of(f"{source} ({project})", source.notice(), "words")
        write(name, playable(words), licence)


def usual() -> None:
    """Mark the usual words of the lists by the frequencies of wordfreq."""
    source, notice = wordfreq()
    changed = (
        "Changed: only whether a word of the list occurs at least once in "
        f"{round(1 / RARE):,} words is kept,\n"
        "with the frequencies of all spellings that differ in accents and ligatures added up.\n"
    )
    licence = f"Made from {source} and the lists {', '.join(MARKED)}.\n{changed}\n{notice}"
    (FOLDER / "usual.LICENSE").write_text(licence, encoding="utf-8")
    for name in MARKED:
        known, steps, last = frequencies(name), bytearray(), -1
        words = Builtin(name).words
        for at, word in enumerate(words):
            if known.get(word, 0) >= RARE:
                longest, rest = divmod(at - last, 255)
                steps += b"\xff" * longest + bytes([rest])
                last = at
        # The steps are independent numbers: no context helps.
        filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}]
        data = lzma.compress(bytes(steps), check=lzma.CHECK_CRC32, filters=filters)
        (FOLDER / f"{name}.usual.xz").write_bytes(data)
        print(name, "usual", len(steps) - steps.count(255), f"{len(data)} bytes")


def of_wordle() -> None:
    """Make the lists of Wordle."""
    for name, words, licence in wordle_lists():
        write(name, sorted(words), licence)


MAKE: dict[str, Callable[[], None]] = {
    "fr": french,
    "en": partial(plain, "en", "wamerican-huge", "american-english-huge", "SCOWL"),
    "nl": partial(plain, "nl", "wdutch", "dutch", "OpenTaal"),
    "wordle": of_wordle,
    "usual": usual,
}

if __name__ == "__main__":
    for language in sys.argv[1:]:
        MAKE[language]()
