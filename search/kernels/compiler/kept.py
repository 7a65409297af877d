"""The folder of compiled kernels, named by a digest of everything that they depend on.

numba checks only the file of a kernel to decide whether compiled code is up to date, not the files
of the phases that are compiled into it. So the name of the folder depends on the sources of all
kernels and on the compiler. Code from other sources, or by another version of numba, lies in
another folder and is never loaded.
"""

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
from typing import IO, Any, NamedTuple

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from emi.search.kernels.compiler.files import (
    KernelFile,
    _UnsoundError,
    check_owner,
    failed,
    read,
    warn_once,
    write,
)

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


@cache
def _stamp_at_first(sources: Path) -> list[int]:
    return _stamp(sources)


def _stamp(sources: Path) -> list[int]:
    return [path.stat().st_mtime_ns for path in _files(sources)]


class Folders(NamedTuple):
    """The folders of compiled kernels."""

    #: The folders to read, the preferred one first.
    read: tuple[Path, ...]
    #: The one to write to, if there is one.
    own: Path | None


@cache
def _folders(sources: Path, places: tuple[Path, ...]) -> Folders:
    found: tuple[Path, ...] = ()
    for place in places:
        folder = place / f"{_PREFIX}{_digest(sources)}"
        try:
            if made := not folder.is_dir():
                # No other user may write to it, whatever the umask is.
                folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            check_owner(folder.stat())
            found += (folder,)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
        except _UnsoundError as error:
            warn_once(folder, f"its compiled kernels are not used ({error})")
        except OSError:
            continue
        else:
            if made:
                _drop_others(folder)
            return Folders(found, folder)
    return Folders(found, None)


def folders(sources: Path = _KERNELS) -> Folders:
    """Return the folders of compiled kernels for the sources in a folder."""
    return _folders(sources, tuple(_places()))


def folder() -> Path | None:
    """Return the folder that kernels are stored in, or None if none can be written."""
    return folders().own


@contextlib.contextmanager
def keeping(function: Callable[..., Any]) -> Iterator[Folders | None]:
    """Let numba cache a kernel that the block decorates; yield the folders, or None.

    They are None if there are none, or if sources were edited after the digest was computed: the
    compiled code could mix old and new phases.

    Threads that decorate at the same time wait for each other, because numba reads the folder from
    its global configuration. Without a folder there, it would write to the current directory.
    """
    sources = Path(function.__code__.co_filename).parent
    if _KERNELS in sources.parents:
        sources = _KERNELS  # The digest is the same, and takes 4 ms.
    same = _stamp(sources) == _stamp_at_first(sources)
    with _deciding:
        there, before = folders(sources) if same else Folders((), None), config.CACHE_DIR
        try:
            config.CACHE_DIR = str(there.read[-1]) if there.read else before
            yield there if there.read else None
        finally:
            config.CACHE_DIR = before


class _Locator(UserProvidedCacheLocator):
    """Names the folder of a kernel; numba's own locators make it too, or refuse to read it."""

    def ensure_cache_path(self) -> None:
        """Do nothing: a folder is made when a kernel is stored."""


class CompiledKernel(CompileResultCacheImpl):
    """How a compiled kernel becomes data, and where that lies."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._locator_classes = [_Locator]
        super().__init__(function)


class KernelCache(FunctionCache):
    """numba's cache of a kernel, with files that are checked when they are read back."""

    _impl_class = CompiledKernel
    _cache_file: Any

    def __init__(self, function: Callable[..., Any], folders: Folders) -> None:
        super().__init__(function)
        within = Path(self.cache_path).name
        self._cache_file = KernelFile(*folders, within, self._impl.filename_base)


# Record the times of the sources before any kernel module is imported.
_stamp_at_first(_KERNELS)


def _listing(folder: Path) -> set[str]:
    """Return the names and sizes of the files of kernels in a folder."""
    found = set()
    for within in os.scandir(folder):
        if within.is_dir():
            files = (one for one in os.scandir(within) if one.name.endswith((".nbi", ".nbc")))
            found |= {f"{one.stat().st_size} {within.name}/{one.name}" for one in files}
    return found


def is_compiled(name: str) -> bool:
    """Return whether all kernels of a search are compiled and stored.

    A file says so that lists them; where some are gone or cut, they have to be compiled again.
    """
    if config.DISABLE_JIT:
        return False
    for there in folders().read:
        with contextlib.suppress(OSError, _UnsoundError, UnicodeDecodeError):
            text, _, seal = read(there / f"{name}.compiled").decode().rpartition("\n")
            if sha256(text.encode()).hexdigest() == seal:
                return _listing(there).issuperset(text.splitlines())
    return False


def note_compiled(name: str) -> None:
    """Note that all kernels of a search are compiled; do nothing if that cannot be stored."""
    own = folder()
    if own is not None and not config.DISABLE_JIT and own not in failed:
        with contextlib.suppress(OSError):
            text = "\n".join(sorted(_listing(own)))
            write(own / f"{name}.compiled", f"{text}\n{sha256(text.encode()).hexdigest()}".encode())


def locked(name: str) -> IO[bytes] | None:
    """Wait for the lock on a file, and return the open file; closing it releases the lock.

    The file is not removed, because other processes may wait for it. Returns None if the file
    cannot be made, or without locks, as on Windows. Listeners to numba's compile events see the
    waiting as compiling.
    """
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        path = Path(name)
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
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
