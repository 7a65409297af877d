"""The folder of compiled kernels, named by a digest of everything that they depend on.

numba checks only the file of a kernel to decide whether compiled code is up to date, not the files
of the phases that are compiled into it. So the name of the folder depends on the sources of all
kernels and on the compiler. Code from other sources, or by another version of numba, lies in
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
#: The number of other folders to keep: those of other versions, and of earlier sources.
_OTHERS = 7

config: Any = numba.config
_deciding = threading.RLock()

#: The versions of numba that the tuned way was tested with.
TESTED = frozenset(
    {"0.62.1", "0.63.0", "0.63.1", "0.64.0", "0.65.0", "0.65.1", "0.66.0", "0.67.0"}
    | {"0.68.0", "0.68.1"}
)


def is_stock(version: str, switch: str) -> bool:
    """Return whether to compile kernels by `stock` rather than `tuned`.

    By default, `stock` compiles for versions of numba that were not tested. A nonempty switch
    overrides this: "0" selects `tuned`, and any other value `stock`.
    """
    return switch != "0" if switch else version not in TESTED


STOCK = is_stock(numba.__version__, os.environ.get("EMI_STOCK_NUMBA", ""))


@cache
def _files(sources: Path) -> list[Path]:
    """Return the source files of the kernels in a folder, and of this package, which they call."""
    return sorted({*_KERNELS.rglob("*.py"), *sources.glob("*.py")})


@cache
def _digest(sources: Path) -> str:
    """Return a digest of everything that the kernels in a folder depend on.

    It includes the paths, because numba stores kernels by path.
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
    """Yield the places where numba may store kernels, the preferred one first."""
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR)
    yield _KERNELS / "__pycache__"
    with contextlib.suppress(RuntimeError):  # There is no home directory.
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"


def _drop_others(folder: Path) -> None:
    """Remove the folders of other digests next to a folder, except those used last."""
    others = [path for path in folder.parent.glob(_PREFIX + "[0-9a-f]" * 16) if path != folder]
    with contextlib.suppress(OSError):  # Another process may remove them too.
        others.sort(key=lambda path: path.stat().st_mtime)
        for path in others[:-_OTHERS]:
            shutil.rmtree(path, ignore_errors=True)


def _make(folder: Path, compiled: Path | None) -> None:
    """Make a folder, and copy the kernels of a read-only folder into it if one is given."""
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
    """Return a copy of a folder, which is removed when this process exits."""
    with contextlib.suppress(OSError):
        place = tempfile.mkdtemp(prefix=_PREFIX)
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        _make(copy := Path(place, compiled.name), compiled)
        return copy
    return None


def folder(sources: Path = _KERNELS) -> Path | None:
    """Return the folder of compiled kernels for the sources in a folder; None if none is usable."""
    return _folder(sources, tuple(_places()))


@contextlib.contextmanager
def keeping(function: Callable[..., Any]) -> Iterator[bool]:
    """Let numba cache a kernel that the block decorates; yield whether it may.

    It may not if there is no folder, or if sources were edited after the digest was computed: the
    compiled code could mix old and new phases.

    Threads that decorate at the same time wait for each other, because numba reads the folder from
    its global configuration. Without a folder there, it would write to the current directory.
    """
    sources = Path(function.__code__.co_filename).parent
    if _KERNELS in sources.parents:
        sources = _KERNELS  # The digest is the same, and takes 4 ms.
    same = _stamp(sources) == _stamp_at_first(sources)
    with _deciding:
        there, before = folder(sources) if same else None, config.CACHE_DIR
        try:
            config.CACHE_DIR = str(there or before)
            yield there is not None
        finally:
            config.CACHE_DIR = before


# Record the times of the sources before any kernel module is imported.
_stamp_at_first(_KERNELS)


def mark(name: str) -> Path | None:
    """Return the file that marks the kernels of a search as compiled.

    None if compiled kernels cannot be kept, or if nothing is compiled (``NUMBA_DISABLE_JIT``).
    """
    kept = None if config.DISABLE_JIT else folder()
    return None if kept is None else kept / f"{name}.compiled"


def is_compiled(name: str) -> bool:
    """Return whether all kernels of a search are compiled and cached."""
    place = mark(name)
    return place is not None and place.exists()


def note_compiled(name: str) -> None:
    """Mark all kernels of a search as compiled; do nothing if the file cannot be written."""
    place = mark(name)
    if place is not None:
        with contextlib.suppress(OSError):
            place.touch()


def locked(name: str) -> IO[bytes] | None:
    """Wait for the lock on a file, and return the open file; closing it releases the lock.

    The file is not removed, because other processes may wait for it. Returns None if the file
    cannot be made, or without locks, as on Windows. Listeners to numba's compile events see the
    waiting as compiling.
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
