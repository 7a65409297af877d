"""What the three ``make_*.py`` scripts share: fetch a package, normalise its words, write the list.

The scripts need Debian's own tools (``apt-get`` with an up-to-date index, and ``dpkg-deb``). The
same version of a package always gives the same bytes.
"""

from __future__ import annotations

import lzma
import subprocess
import unicodedata
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from emi.lexicon.normalise import normalise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LENGTHS = range(5, 11)
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Package:
    """A package whose files have been laid out in a folder."""

    name: str
    version: str
    root: Path

    def read(self, path: str) -> str:
        """Return the text of one of its files."""
        return (self.root / path).read_text(encoding="utf-8")

    def notice(self) -> str:
        """Return its copyright notice, as the package gives it."""
        return self.read(f"usr/share/doc/{self.name}/copyright")

    def __str__(self) -> str:
        """Name the package and its version."""
        return f"Debian {self.name} {self.version}"


@contextmanager
def package(name: str) -> Iterator[Package]:
    """Download a package by name and lay it out in a folder that lasts as long as the block."""
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
    """Return the words of 5 to 10 letters among `forms`, as they are played, sorted.

    A form with anything but lower-case letters is left out: a capital marks a name, and a hyphen,
    an apostrophe or a digit has no place on the grid.
    """
    words = set()
    for form in forms:
        if all(unicodedata.category(c) == "Ll" for c in unicodedata.normalize("NFC", form)):
            word = normalise(form)
            if word.isascii() and word.isalpha() and len(word) in LENGTHS:
                words.add(word)
    return sorted(words)


def write(name: str, words: list[str], header: str, notice: str) -> None:
    """Write ``<name>.txt.xz`` and ``<name>.LICENSE`` beside this file, and report the counts."""
    text = "".join(f"{word}\n" for word in words).encode("ascii")
    packed = lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)
    (HERE / f"{name}.txt.xz").write_bytes(packed)
    licence = f"{header}\n\n{notice.strip()}\n"
    (HERE / f"{name}.LICENSE").write_text(licence, encoding="utf-8")
    counts = Counter(map(len, words))
    print(name, len(words), [counts[length] for length in LENGTHS], f"{len(packed)} bytes")
