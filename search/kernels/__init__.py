"""The compiled kernels: plain functions over arrays.

Everything here imports numpy, numba and its siblings, nothing else. A kernel checks nothing: the
Python face beside it has validated shapes and dtypes. Names used throughout:

``rows``
    ``(guesses, secrets)`` uint8 or uint16, the feedback matrix: the class into which each guess
    puts each secret. Class numbers mean something only within their row.
``columns``
    ``(secrets, guesses)``, its transpose in memory, so that "for every guess" is one sweep.
``members``
    ``(n,)`` int32, the candidates of a set, each an index of a secret.

No kernel calls itself: compiled recursion cannot be loaded back from numba's cache, so the search
keeps its own stack.
"""

import contextlib
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import IO

_FOLDER = Path(__file__).parent


def _drop_stale() -> str:
    """Remove compiled code that was made of other sources; return what names these.

    numba looks only at the file of a kernel itself to see whether what it compiled is up to date,
    not at the kernels that it calls, which are compiled into it.
    """
    paths = sorted(_FOLDER.rglob("*.py"))
    digest = sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
    mark = _FOLDER / "__pycache__" / "sources.sha256"
    with contextlib.suppress(OSError):  # A folder that is not ours to write to is not edited.
        if not (mark.exists() and mark.read_text(encoding="ascii") == digest):
            for compiled in _FOLDER.rglob("*.nb[ic]"):
                compiled.unlink(missing_ok=True)
            mark.parent.mkdir(exist_ok=True)
            mark.write_text(digest, encoding="ascii")
    return f"{digest} {max(path.stat().st_mtime_ns for path in paths)}"


_SOURCES = _drop_stale()


def _mark(name: str) -> tuple[Path, str]:
    """Return the file that tells that a search is compiled, and what stands in it then."""
    import numba
    from llvmlite.binding import get_host_cpu_name

    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or _FOLDER / "__pycache__")
    interpreted = numba.config.DISABLE_JIT  # type: ignore[attr-defined]
    machine = "none" if interpreted else get_host_cpu_name()
    by = f"{sys.implementation.cache_tag} {numba.__version__} {machine}"
    return folder / f"{name}.compiled", f"{_SOURCES} {by}"


def is_compiled(name: str) -> bool:
    """Tell whether all kernels of a search were compiled, for this machine and of these sources."""
    path, expected = _mark(name)
    try:
        return path.read_text(encoding="utf-8") == expected
    except (OSError, ValueError):
        return False


def note_compiled(name: str) -> None:
    """Note that all kernels of a search are compiled; in vain where it cannot be written."""
    path, told = _mark(name)
    with contextlib.suppress(OSError):
        path.write_text(told, encoding="utf-8")


def locked(name: str) -> IO[bytes] | None:
    """Return a file that no other process holds, when that is so; to close it is to unlock it.

    It stays, as others may wait for it by then. None where there can be no such file, or no lock as
    on Windows. Waiting for a process that compiles is compiling, to those who listen to numba.
    """
    from numba.core import event

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
