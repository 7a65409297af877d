"""Packages of word lists, downloaded and unpacked by the clients of their registries."""

from __future__ import annotations

import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Package:
    """A package, unpacked into a folder."""

    registry: str
    name: str
    version: str
    root: Path

    def read(self, path: str) -> str:
        """Return the text of a file of the package."""
        return (self.root / path).read_text(encoding="utf-8")

    def notice(self) -> str:
        """Return the copyright notice of the package."""
        if self.registry == "npm":
            return self.read("license")
        return self.read(f"usr/share/doc/{self.name}/copyright")

    def __str__(self) -> str:
        return f"{self.registry} {self.name} {self.version}"


@contextmanager
def debian(name: str) -> Iterator[Package]:
    """Download a Debian package and unpack it into a temporary folder for the time of the block."""
    with TemporaryDirectory() as folder:
        subprocess.run(["apt-get", "download", name], cwd=folder, check=True)
        (archive,) = Path(folder).glob("*.deb")
        version = _output("dpkg-deb", "-f", str(archive), "Version")
        root = Path(folder) / "root"
        subprocess.run(["dpkg-deb", "-x", archive, root], check=True)
        yield Package("Debian", name, version, root)


@contextmanager
def npm(name: str, version: str) -> Iterator[Package]:
    """Download a package of npm and unpack it into a temporary folder for the time of the block."""
    with TemporaryDirectory() as folder:
        archive = _output("npm", "pack", "--silent", f"{name}@{version}", folder=folder)
        subprocess.run(["tar", "-xzf", archive], cwd=folder, check=True)
        yield Package("npm", name, version, Path(folder) / "package")


#: What a list that uses its frequencies says of wordfreq.
_SHARED = """\
These files may be redistributed under the Creative Commons Attribution-ShareAlike 4.0 licence,
<https://creativecommons.org/licenses/by-sa/4.0/>. The author of wordfreq is Robyn Speer.
Its notice:
"""


def wordfreq() -> tuple[str, str]:
    """Return the name and version of the installed wordfreq, and its notice."""
    source = distribution("wordfreq")
    _, _, after = (source.read_text("METADATA") or "").partition("## License\n")
    return (
        f"wordfreq {source.version}",
        f"{_SHARED}\n{after.partition(chr(10) + '## ')[0].strip()}\n",
    )


def _output(*command: str, folder: str | None = None) -> str:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()
