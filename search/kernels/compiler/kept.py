"""Where compiled kernels are kept: in a folder named by a digest of all they are made of.

numba looks only at the file of a kernel itself to see whether compiled code is up to date, not at
the phases of other files that are compiled into it. So the folder is named by the sources of all
kernels, and by what compiles them: code of other sources, or of another version of numba, lies in
another folder and is never loaded.
"""

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import event

_KERNELS = Path(__file__).parents[1]
_PREFIX = "emi-"
#: Folders of other digests that stay: of other versions that share the place, and of edits.
_OTHERS = 7

config: Any = numba.config
_deciding = threading.RLock()

#: The versions of numba that the tuned way was tested with.
TESTED = frozenset(
    {"0.62.1", "0.63.0", "0.63.1", "0.64.0", "0.65.0", "0.65.1", "0.66.0", "0.67.0"}
    | {"0.68.0", "0.68.1"}
)


def is_stock(version: str, switch: str) -> bool:
    """Return whether kernels are compiled by the public means of numba alone.

    They are under a version that was not tested. The switch overrides: "0" says tuned, else stock.
    """
    return switch != "0" if switch else version not in TESTED


STOCK = is_stock(numba.__version__, os.environ.get("EMI_STOCK_NUMBA", ""))


@cache
def _files(sources: Path) -> list[Path]:
    """Return the files of the kernels of a folder: they call each other, and those of this room."""
    return sorted({*_KERNELS.rglob("*.py"), *sources.glob("*.py")})


@cache
def _digest(sources: Path) -> str:
    """Return a digest of all that the kernels of a folder are made of.

    The paths count, as numba keeps the kernels of each path apart.
    """
    digest = sha256()
    for path in _files(sources):
        text = path.read_bytes()
        digest.update(f"{path} {len(text)} ".encode() + text)
    made_by = (
        (sys.implementation.cache_tag, STOCK),
        (numba.__version__, llvmlite.__version__, np.__version__),
        (get_host_cpu_name(), get_host_cpu_features().flatten()),
        (config.CPU_NAME, config.CPU_FEATURES, config.OPT, config.BOUNDSCHECK, config.DISABLE_JIT),
    )
    digest.update(repr(made_by).encode())
    return digest.hexdigest()[:16]


def _places() -> Iterator[Path]:
    """Yield where kernels may be kept, the preferred place first: the places that numba has."""
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR)
    yield _KERNELS / "__pycache__"
    with contextlib.suppress(RuntimeError):  # There is no home.
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"


def _drop_others(folder: Path) -> None:
    """Remove all but the last used of the folders of other digests, beside a new one."""
    others = [path for path in folder.parent.glob(_PREFIX + "[0-9a-f]" * 16) if path != folder]
    with contextlib.suppress(OSError):  # Another process may be at it.
        others.sort(key=lambda path: path.stat().st_mtime)
        for path in others[:-_OTHERS]:
            shutil.rmtree(path, ignore_errors=True)


def _make(folder: Path, compiled: Path | None) -> None:
    """Make a folder, with the kernels that lie compiled in one that nobody can write to."""
    new = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        new.mkdir(parents=True)
        for path in compiled.rglob("*.*") if compiled is not None else ():
            copy = new / path.relative_to(compiled or path)
            copy.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, copy)
        new.rename(folder)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        if not folder.is_dir():  # Unless another process made it meanwhile.
            raise
    _drop_others(folder)


@cache
def _stamp_at_first(sources: Path) -> list[int]:
    return _stamp(sources)


def _stamp(sources: Path) -> list[int]:
    return [path.stat().st_mtime_ns for path in _files(sources)]


@cache
def _folder(sources: Path, places: tuple[Path, ...]) -> Path | None:
    compiled = None
    for place in places:
        folder = place / f"{_PREFIX}{_digest(sources)}"
        try:
            if not folder.is_dir():
                _make(folder, compiled)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
        except OSError:
            if compiled is None and folder.is_dir():
                compiled = folder
        else:
            return folder
    return compiled and _copied(compiled)


def _copied(compiled: Path) -> Path | None:
    """Return a copy of a folder that this process removes at its end."""
    with contextlib.suppress(OSError):
        place = tempfile.mkdtemp(prefix=_PREFIX)
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        _make(copy := Path(place, compiled.name), compiled)
        return copy
    return None


def folder(sources: Path = _KERNELS) -> Path | None:
    """Return where kernels are kept whose files lie in a folder, or None where nowhere can be."""
    return _folder(sources, tuple(_places()))


@contextlib.contextmanager
def keeping(function: Callable[..., Any]) -> Iterator[bool]:
    """Let numba keep a kernel that is decorated here in its folder; yield whether it may.

    It may not where there is no folder, nor where sources were edited since the digest was made:
    some of what it calls may be of before, and some of after.

    Threads that decorate at once wait for each other: numba reads the place from its configuration,
    and without one it would write into the current folder.
    """
    sources = Path(function.__code__.co_filename).parent
    same = _stamp(sources) == _stamp_at_first(sources)
    with _deciding:
        there, before = folder(sources) if same else None, config.CACHE_DIR
        try:
            config.CACHE_DIR = str(there or before)
            yield there is not None
        finally:
            config.CACHE_DIR = before


# Before the first module of kernels is imported.
_stamp_at_first(_KERNELS)


def _mark(name: str) -> Path | None:
    """Return the file that tells that a search is compiled."""
    kept = folder()
    return None if kept is None else kept / f"{name}.compiled"


def is_compiled(name: str) -> bool:
    """Tell whether all kernels of a search are compiled and kept."""
    mark = _mark(name)
    return mark is not None and mark.exists()


def note_compiled(name: str) -> None:
    """Note that all kernels of a search are compiled; in vain where it cannot be written."""
    mark = _mark(name)
    if mark is not None:
        with contextlib.suppress(OSError):
            mark.touch()


def locked(name: str) -> IO[bytes] | None:
    """Return a file that no other process holds, when that is so; to close it is to unlock it.

    It stays, as others may wait for it by then. None where there can be no such file, or no lock as
    on Windows. Waiting for a process that compiles is compiling, to those who listen to numba.
    """
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with event.trigger_event("numba:compile"):
                fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:
            file.close()
            raise
        return file
    return None
