"""The folders of compiled kernels, named by a digest of everything that they depend on.

Code from other sources, for another processor, or compiled in another way lies in another folder
and is never loaded. A wheel may hold folders of kernels for all common processors of x86-64
(`hatch_build.py`); they are read first where they run.
"""

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from emi.search.compile.files import (
    PACKED,
    SUFFIX,
    _UnsoundError,
    check_owner,
    failed,
    read,
    warn_once,
    write,
)

#: The package that compiles, and the kernels of the searches.
_COMPILE = Path(__file__).parent
KERNELS = _COMPILE.parent / "kernels"
_PREFIX = "emi-"
#: The number of other folders to keep: those of other versions, and of earlier sources.
_OTHERS = 7
#: Whether kernels run as plain Python.
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}
#: The settings that change the code. Code that was compiled without one is not used with it.
_SETTINGS = (
    "EMI_STOCK_NUMBA",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_CPU_FEATURES",
    "NUMBA_CPU_NAME",
    "NUMBA_OPT",
)

#: The processors that kernels of a wheel are for: the third level of x86-64.
SHIPPED = "x86-64-v3"
#: The features of these processors beyond those of every x86-64 processor.
_FEATURES = (
    "cx16", "popcnt", "sahf", "sse3", "ssse3", "sse4.1", "sse4.2",
    "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave",
)  # fmt: skip


@cache
def _files(sources: Path) -> list[tuple[str, Path]]:
    """Return the source files of the kernels in a folder, and of this package, which they call."""
    paths = [*sorted(_COMPILE.glob("*.py")), *sorted(KERNELS.rglob("*.py"))]
    files = [(str(path.relative_to(_COMPILE.parent)), path) for path in paths]
    if sources != KERNELS:
        files += [(path.name, path) for path in sorted(sources.glob("*.py"))]
    return files


@cache
def sources_digest(sources: Path) -> str:
    """Return a digest of a folder of kernels, of those they call, and of what compiles them."""
    digest = sha256()
    for name, path in _files(sources):
        text = path.read_bytes()
        digest.update(f"{name} {len(text)} ".encode() + text)
    return digest.hexdigest()[:16]


@cache
def _digest(sources: Path) -> str:
    """Return a digest of everything that the kernels compiled on this machine depend on."""
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

    made_by = (
        sources_digest(sources),
        (get_host_cpu_name(), get_host_cpu_features().flatten()),
        [os.environ.get(name) for name in _SETTINGS],
        [_version_of(name) for name in ("numba", "llvmlite")],
    )
    return sha256(repr(made_by).encode()).hexdigest()[:16]


def _version_of(package: str) -> bytes:
    """Return the file with a package's version, without importing the package."""
    spec = find_spec(package)
    if spec is not None and spec.origin is not None:
        with contextlib.suppress(OSError):
            return Path(spec.origin).with_name("_version.py").read_bytes()
    return b""


def _places() -> Iterator[Path]:
    """Yield the places where compiled kernels may be stored, the preferred one first."""
    if place := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(place)
    yield KERNELS / "__pycache__"
    with contextlib.suppress(RuntimeError):  # There is no home directory.
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"


def packed_name(sources: Path) -> str:
    """Return the name of the folder of kernels that a wheel may hold."""
    return f"{SHIPPED}-{sources_digest(sources)}"


def _packed(sources: Path) -> tuple[Path, ...]:
    """Return the folder of kernels that came with the package, if this machine can run them."""
    folder = PACKED / packed_name(sources)
    if any(os.environ.get(name) for name in _SETTINGS) or not folder.is_dir():
        return ()
    from llvmlite.binding import get_host_cpu_features

    has = get_host_cpu_features()
    runs = sys.platform == "linux" and all(has.get(name) for name in _FEATURES)
    return (folder,) if runs else ()


def _drop_others(folder: Path) -> None:
    """Remove the folders of other digests next to a folder, except those used last."""
    others = [path for path in folder.parent.glob(_PREFIX + "[0-9a-f]" * 16) if path != folder]
    with contextlib.suppress(OSError):  # Another process may remove them too.
        others.sort(key=lambda path: path.stat().st_mtime)
        for path in others[:-_OTHERS]:
            shutil.rmtree(path, ignore_errors=True)


@cache
def _stamp_at_first(sources: Path) -> list[int]:
    return _stamp(sources)


def _stamp(sources: Path) -> list[int]:
    return [path.stat().st_mtime_ns for _, path in _files(sources)]


class Folders(NamedTuple):
    """The folders of compiled kernels."""

    #: The folders to read, the preferred one first.
    read: tuple[Path, ...]
    #: The folder to write to; None if none can be written.
    own: Path | None


@cache
def _folders(sources: Path, places: tuple[Path, ...]) -> Folders:
    readable = _packed(sources)
    for place in places:
        folder = place / f"{_PREFIX}{_digest(sources)}"
        try:
            if is_new := not folder.is_dir():
                # No other user may write to it, whatever the umask is.
                folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            check_owner(folder.stat())
            readable += (folder,)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
        except _UnsoundError as error:
            warn_once(folder, f"its compiled kernels are not used ({error})")
        except OSError:
            continue
        else:
            if is_new:
                _drop_others(folder)
            return Folders(readable, folder)
    return Folders(readable, None)


def kernel_folders(sources: Path = KERNELS) -> Folders:
    """Return the folders of compiled kernels for the sources in a folder."""
    return _folders(sources, tuple(_places()))


def own_folder() -> Path | None:
    """Return the folder that kernels are stored in, or None if none can be written."""
    return kernel_folders().own


def sources_of(function: Callable[..., object]) -> Path:
    """Return the folder of sources that a kernel belongs to, and note when they were edited."""
    sources = Path(function.__code__.co_filename).parent
    if KERNELS in sources.parents:
        sources = KERNELS
    _stamp_at_first(sources)
    return sources


def is_edited(sources: Path) -> bool:
    """Return whether sources were edited since they were imported.

    If so, compiled code may mix old and new phases, and is not stored under their digest.
    """
    return _stamp(sources) != _stamp_at_first(sources)


# Record the times of the sources before any kernel module is imported.
_stamp_at_first(KERNELS)


def _listing(folder: Path) -> set[str]:
    """Return the names and sizes of the files of kernels in a folder."""
    entries = [entry for entry in os.scandir(folder) if entry.name.endswith(SUFFIX)]
    return {f"{entry.stat().st_size} {entry.name}" for entry in entries}


def is_compiled(name: str) -> bool:
    """Return whether all kernels of a search are compiled and stored.

    A file lists them. If some are missing or truncated, the search must be compiled again.
    """
    if INTERPRETED:
        return False
    for there in kernel_folders().read:
        with contextlib.suppress(OSError, _UnsoundError, UnicodeDecodeError):
            text, _, seal = read(there / f"{name}.compiled").decode().rpartition("\n")
            if sha256(text.encode()).hexdigest() == seal:
                return _listing(there).issuperset(text.splitlines())
    return False


def note_compiled(name: str, own: Path | None = None) -> None:
    """Note that all kernels of a search are compiled; do nothing if that cannot be stored."""
    own = own or own_folder()
    if own is not None and not INTERPRETED and own not in failed:
        with contextlib.suppress(OSError):
            text = "\n".join(sorted(_listing(own)))
            write(own / f"{name}.compiled", f"{text}\n{sha256(text.encode()).hexdigest()}".encode())
