"""The files of compiled kernels, which are checked before they are trusted.

A file holds the code of a kernel for one kind of arguments. It begins with a digest of the code and
of its place. The code runs, so no file is read that another user may have written. A file that
fails a check counts as absent: its kernel is compiled again, and the new code takes its place.
"""

import contextlib
import os
import stat
import sys
import uuid
import warnings
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

#: Bytes of a digest.
_DIGEST = sha256().digest_size
#: The ending of the names of the files.
SUFFIX = ".kernel"
#: The folder of the kernels that came with the package, which are as safe as the program itself.
PACKED = Path(__file__).parents[1] / "kernels" / "compiled"
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
    """Open a file to read it and return its descriptor; do not wait for the writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _for_owner(path: str, flags: int) -> int:
    """Open a new file that others may read but not write; return its descriptor.

    The umask can only take permissions away.
    """
    return os.open(path, flags, 0o644)


def read(path: Path) -> bytes:
    """Return the content of a file; raise FileNotFoundError if there is none."""
    try:
        with open(path, "rb", opener=_at_once) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise _UnsoundError("not a file")
            if PACKED not in path.parents:
                check_owner(status)
            return file.read()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _UnsoundError(f"unreadable, {error.strerror}") from None


def write(path: Path, content: bytes) -> None:
    """Write a file in one step: at any time, the name has the old content or the new one."""
    new = path.with_name(f"{path.name}.{uuid.uuid4().hex[:8]}.new")
    try:
        with open(new, "xb", opener=_for_owner) as file:
            file.write(content)
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def _seal(path: Path, code: bytes) -> bytes:
    """Return the digest of a file, valid for this name in this folder only."""
    return sha256(f"{'/'.join(path.parts[-2:])}\n".encode() + code).digest()


def _read_code(path: Path) -> bytes:
    """Return the code of a file; raise `_UnsoundError` if it is not sound."""
    blob = read(path)
    code = blob[_DIGEST:]
    if not code or _seal(path, code) != blob[:_DIGEST]:
        raise _UnsoundError("damaged")
    return code


def load(folders: tuple[Path, ...], name: str) -> bytes | None:
    """Return the code that was saved under a name, from the first folder that has it."""
    for folder in folders:
        try:
            return _read_code(folder / f"{name}{SUFFIX}")
        except FileNotFoundError:
            continue
        except _UnsoundError as error:
            warn_once(
                folder,
                f"compiled kernels that are not sound ({name}: {error}) are compiled again",
            )
    return None


def save(folder: Path, name: str, code: bytes) -> None:
    """Save code under a name; only warn if that fails, since it can be compiled again."""
    path = folder / f"{name}{SUFFIX}"
    try:
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        write(path, _seal(path, code) + code)
    except OSError as error:
        failed.append(folder)
        warn_once(
            folder,
            f"compiled kernels cannot be stored ({error.strerror or error}), so every run "
            "compiles them again; make room, or set NUMBA_CACHE_DIR to another folder",
        )


def faults(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file of a folder that is not sound, and why."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            _read_code(path)
        except _UnsoundError as error:
            yield path, str(error)
