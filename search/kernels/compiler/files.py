"""The files of compiled kernels: what is read back is checked, and trusted only then.

A kernel has an *index* (``.nbi``) in a folder, and a file of code (``.nbc``) for each signature.
The index begins with a digest of itself and of where it lies. It holds the length and the digest of
each file of code. Files are pickles and machine code, so no file is read that another user may
have written. A file that fails a check counts as absent: its kernel is compiled again, and the new
code takes its place.
"""

import contextlib
import os
import pickle
import stat
import sys
import uuid
import warnings
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba.core.serialize import dumps

#: How long a digest is.
_DIGEST = sha256().digest_size
#: For each signature: the name of the file of its code, its length and its digest.
Index = dict[Any, tuple[str, int, bytes]]
#: The owner of the program may change all that it runs, and so may root.
_OWNER = Path(__file__).stat().st_uid


class KernelWarning(UserWarning):
    """Warns that compiled kernels could not be used or stored, and that compiling costs time."""


class _UnsoundError(Exception):
    """Raised for a file that is damaged, unreadable, or not to be trusted; says why."""


_warned: set[Path] = set()
#: The folders that a kernel could not be stored in.
failed: list[Path] = []


def warn_once(folder: Path, what: str) -> None:
    """Warn about a folder of compiled kernels, once."""
    if folder not in _warned:
        _warned.add(folder)
        warnings.warn(f"{folder}: {what}", KernelWarning, stacklevel=2)


def check_owner(status: os.stat_result) -> None:
    """Raise `_UnsoundError` for a file or folder that another user may write to."""
    if sys.platform == "win32":
        return
    if status.st_uid not in (0, os.geteuid(), _OWNER):
        raise _UnsoundError("belongs to another user")
    if status.st_mode & 0o022:
        raise _UnsoundError("others may write to it")


def _at_once(path: str, flags: int) -> int:
    """Open a file to read it; opening a pipe would wait for its writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _for_owner(path: str, flags: int) -> int:
    """Open a new file that others may read but not write, whatever the umask is."""
    return os.open(path, flags, 0o644)


def read(path: Path) -> bytes:
    """Return the content of a file; raise FileNotFoundError if there is none."""
    try:
        with open(path, "rb", opener=_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _UnsoundError("not a file")
            check_owner(status)
            return file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _UnsoundError(f"unreadable, {error.strerror}") from None


def _seal(path: Path, content: bytes) -> bytes:
    """Return the digest of an index, which holds for this name in this folder alone."""
    return sha256(f"{'/'.join(path.parts[-3:])}\n".encode() + content).digest()


def read_index(path: Path) -> Index:
    """Return an index; empty if there is none. Raise `_UnsoundError` if it is not sound."""
    try:
        blob = read(path)
    except FileNotFoundError:
        return {}
    content = blob[_DIGEST:]
    if not content or _seal(path, content) != blob[:_DIGEST]:
        raise _UnsoundError("damaged")
    index: Index = pickle.loads(content)  # noqa: S301 - of our own, and intact
    return index


def read_code(folder: Path, entry: tuple[str, int, bytes]) -> bytes:
    """Return the code of an entry of an index; raise `_UnsoundError` if it is not sound."""
    name, length, digest = entry
    try:
        code = read(folder / name)
    except FileNotFoundError:
        raise _UnsoundError("missing") from None
    if len(code) != length or sha256(code).digest() != digest:
        raise _UnsoundError("damaged")
    return code


def write(path: Path, content: bytes) -> None:
    """Write a file in one step; whatever happens, the name has the old content or the new one."""
    new = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.new")
    try:
        with open(new, "xb", opener=_for_owner) as file:
            file.write(content)
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


class KernelFile:
    """The compiled code of a kernel: read from the first folder that has it, written to one.

    numba's cache calls `load` and `save` instead of those of its own files.

    Parameters
    ----------
    folders : sequence of Path
        The folders to read.
    own : Path or None
        The folder to write to.
    within : str
        The name of a folder in each of them, for the folder of the sources.
    base : str
        The beginning of the names of the files.
    """

    def __init__(self, folders: tuple[Path, ...], own: Path | None, within: str, base: str) -> None:
        self._folders = [folder / within for folder in folders]
        self._own = None if own is None else own / within
        self._base = base

    def load(self, key: Any) -> Any:
        """Return what was saved under a key, or None."""
        for folder in self._folders:
            name = f"{self._base}.nbi"
            try:
                if (entry := read_index(folder / name).get(key)) is not None:
                    name = entry[0]
                    return pickle.loads(read_code(folder, entry))  # noqa: S301 - intact
            except _UnsoundError as error:
                warn_once(
                    folder.parent,
                    f"compiled kernels that are not sound ({name}: {error}) are compiled again",
                )
        return None

    def save(self, key: Any, data: Any) -> None:
        """Save something under a key; a failure costs time later, so it is a warning."""
        if self._own is None:
            return
        path, index = self._own / f"{self._base}.nbi", Index()
        with contextlib.suppress(_UnsoundError):
            index = read_index(path)
        code = dumps(data)
        used = {name for name, _, _ in index.values()}
        free = (f"{self._base}.{number}.nbc" for number in range(1, len(used) + 2))
        name = index[key][0] if key in index else next(one for one in free if one not in used)
        index[key] = name, len(code), sha256(code).digest()
        content = dumps(index)
        try:
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            write(path.with_name(name), code)
            write(path, _seal(path, content) + content)
        except OSError as error:
            failed.append(self._own.parent)
            warn_once(
                self._own.parent,
                f"compiled kernels cannot be stored ({error.strerror or error}), so every run "
                "compiles them again; make room, or set NUMBA_CACHE_DIR to another folder",
            )

    def flush(self) -> None:
        """Forget what was saved, as numba asks for if a kernel is compiled anew."""
        if self._own is not None:
            with contextlib.suppress(OSError):
                (self._own / f"{self._base}.nbi").unlink()


def faults(folder: Path) -> Iterator[tuple[Path, str, str]]:
    """Yield an index, the name of a file that is not sound, and why, for each in a folder.

    Without the index, nothing of the kernel is read any more. Code that no index names is never
    read, and no fault.
    """
    for path in sorted(folder.rglob("*.nbi")):
        name = path.name
        try:
            index = read_index(path)
        except _UnsoundError as error:
            yield path, name, str(error)
            continue
        for entry in index.values():
            try:
                read_code(path.parent, entry)
            except _UnsoundError as error:
                yield path, entry[0], str(error)
