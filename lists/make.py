"""Make the built-in word lists: ``python -m lists.make fr en nl wordle common``.

Requires Debian's ``apt-get`` with an up-to-date index, and ``dpkg-deb``; ``common``, which marks
the common words of the lists, requires the package wordfreq instead. The same version of a package
always gives the same bytes.
"""

from __future__ import annotations

import lzma
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib.metadata import distribution
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from emi.games.weights import frequencies
from emi.lexicon.builtin import COMMON, Builtin
from emi.lexicon.normalise import normalise
from lists.hunspell import expand, read_affixes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

LENGTHS = range(5, 11)
FOLDER = Path(__file__).parents[1] / "emi" / "lexicon" / "data"

NUMERAL = re.compile("m*(cm|cd|d?c*)(xc|xl|l?x*)(ix|iv|v?i*)")

CHANGED = (
    "with capitals, hyphens, apostrophes or digits left out; accents stripped, ligatures expanded, "
    "5 to 10 letters, upper case"
)


@dataclass(frozen=True)
class Package:
    """A Debian package, unpacked into a folder."""

    name: str
    version: str
    root: Path

    def read(self, path: str) -> str:
        """Return the text of a file of the package."""
        return (self.root / path).read_text(encoding="utf-8")

    def notice(self) -> str:
        """Return the copyright notice of the package."""
        return self.read(f"usr/share/doc/{self.name}/copyright")

    def __str__(self) -> str:
        return f"Debian {self.name} {self.version}"


@contextmanager
def package(name: str) -> Iterator[Package]:
    """Download a package and unpack it into a temporary folder for the time of the block."""
    with TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", name], cwd=folder, check=True)
        (archive,) = Path(folder).glob("*.deb")
        version = subprocess.run(
            ["dpkg-deb", "-f", archive, "Version"], check=True, capture_output=True, text=True
        ).stdout.strip()
        root = Path(folder) / "root"
        subprocess.run(["dpkg-deb", "-x", archive, root], check=True)
        yield Package(name, version, root)


def playable(forms: Iterable[str]) -> list[str]:
    """Return the normalised words of 5 to 10 letters among `forms`, sorted.

    Forms with characters other than lower-case letters are left out: a capital marks a name, and
    hyphens, apostrophes and digits are not allowed on the grid.
    """
    words = set()
    for form in forms:
        if all(unicodedata.category(c) == "Ll" for c in unicodedata.normalize("NFC", form)):
            word = normalise(form)
            if word.isascii() and word.isalpha() and len(word) in LENGTHS:
                words.add(word)
    return sorted(words)


def write(name: str, forms: Iterable[str], made_from: str, notice: str, what: str) -> None:
    """Write a list with its index and licence into the package, and print the counts."""
    words = playable(forms)
    size = pack(name, words)
    licence = f"Made from {made_from}.\nChanged: {what} {CHANGED}.\n\n{notice.strip()}\n"
    (FOLDER / f"{name}.LICENSE").write_text(licence, encoding="utf-8")
    counts = Counter(map(len, words))
    print(name, len(words), [counts[length] for length in LENGTHS], f"{size} bytes")


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
    with package("base-files") as base:
        licence = base.read("usr/share/common-licenses/MPL-2.0")
    with package("hunspell-fr-classical") as source:
        affixes = read_affixes(source.read("usr/share/hunspell/fr.aff").splitlines())
        forms = expand(affixes, source.read("usr/share/hunspell/fr.dic").splitlines())
        made_from = f'{source} (Grammalecte, "classique")'
        what = "every inflected form written out; those"
        write("fr", forms, made_from, f"{source.notice()}\n\n{licence}", what)


def plain(name: str, of: str, file: str, project: str) -> None:
    """Make a list from a file of a package in ``usr/share/dict``."""
    with package(of) as source:
        words = source.read(f"usr/share/dict/{file}").splitlines()
        write(name, words, f"{source} ({project})", source.notice(), "words")


def usual() -> None:
    """Make the list of secrets of Wordle: common words of five letters.

    They are the words of SCOWL up to size 60, without plurals in S, past tenses in ED and Roman
    numerals, which Wordle sites do not use as secrets.
    """
    with package("wamerican") as source:
        words = source.read("usr/share/dict/american-english").splitlines()
        known = {*words}
        usual = [
            word
            for word in words
            if len(word) == 5  # noqa: PLR2004 - the length of the game
            and not (word.endswith("s") and word[:-1] in known)
            and not (word.endswith("ed") and {word[:-1], word[:-2]} & known)
            and not NUMERAL.fullmatch(word)
        ]
        what = "words of five letters without plurals in S, past tenses in ED and numerals;"
        write("wordle", usual, f"{source} (SCOWL)", source.notice(), what)


#: A common word occurs once in a million words, or more often.
RARE = 1e-6

SHARED = f"""\
Changed: only whether a word of the list occurs at least once in {round(1 / RARE):,} words is kept,
with the frequencies of all spellings that differ in accents and ligatures added up.

These files may be redistributed under the Creative Commons Attribution-ShareAlike 4.0 licence,
<https://creativecommons.org/licenses/by-sa/4.0/>. The author of wordfreq is Robyn Speer.
Its notice:
"""


def common() -> None:
    """Mark the common words of the lists by the frequencies of wordfreq."""
    source = distribution("wordfreq")
    told = source.read_text("METADATA") or ""
    notice = told.partition("## License\n")[2].partition("\n## ")[0]
    made_from = f"Made from wordfreq {source.version} and the lists {', '.join(COMMON)}."
    licence = f"{made_from}\n{SHARED}\n{notice.strip()}\n"
    (FOLDER / "common.LICENSE").write_text(licence, encoding="utf-8")
    for name in COMMON:
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
        (FOLDER / f"{name}.common.xz").write_bytes(data)
        print(name, "common", len(steps) - steps.count(255), f"{len(data)} bytes")


MAKE: dict[str, Callable[[], None]] = {
    "fr": french,
    "en": partial(plain, "en", "wamerican-huge", "american-english-huge", "SCOWL"),
    "nl": partial(plain, "nl", "wdutch", "dutch", "OpenTaal"),
    "wordle": usual,
    "common": common,
}

if __name__ == "__main__":
    for language in sys.argv[1:]:
        MAKE[language]()
