"""Read files up to a size limit, and write them completely or not at all."""

import bz2
import contextlib
import gzip
import lzma
import os
import re
import zlib
from collections.abc import Callable
from errno import EISDIR
from pathlib import Path
from typing import Any

from emi.errors import FileError, OptionError

MIB = 1 << 20
#: Incomplete files, removed if Ctrl-C ends the program.
drafts: set[str] = set()
#: The largest file in bytes, after decompression: a list of five million words.
MOST = 64 * MIB

#: The first bytes of compressed files, and their decompressors, whatever the file name.
_PACKED: dict[str, tuple[bytes, Callable[..., Any]]] = {
    ".gz": (rb"\x1f\x8b", gzip.open),
    ".bz2": (rb"BZh[1-9]1AY&SY", bz2.open),
    ".xz": (rb"\xfd7zXZ\0", lzma.open),
}

#: The first bytes of files that are not text, and the end of a message "FILE is ...".
_BINARY = (
    (b"PK\x03\x04", "a spreadsheet or another zip archive: expected .xlsx or .csv"),
    (b"\xd0\xcf\x11\xe0", "an old Office document: export it as CSV"),
    (b"%PDF-", "a PDF: expected plain text"),
    (b"SQLite format 3", "a database: export it as CSV"),
)


def read_file(path: Path, most: int = MOST, *, text: bool = True) -> bytes:
    """Return the bytes of a text file, decompressed if it is compressed by gzip, bzip2 or xz.

    A small file may decompress to any size; decompression stops after ``most`` bytes.

    Parameters
    ----------
    path : path
    most : int
        The largest allowed size in bytes, after decompression.
    text : bool
        Whether to refuse known binary formats.

    Raises
    ------
    OSError
        If the file cannot be read.
    FileError
        If the file is damaged, too large, or binary although text is expected. The message
        continues a sentence "FILE is ...".
    """
    if path.is_dir():  # Windows raises PermissionError for folders.
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    blob = bytearray()
    with path.open("rb") as file:
        head = file.peek(len(b"BZh91AY&SY"))
        found = (suffix for suffix, (magic, _) in _PACKED.items() if re.match(magic, head))
        suffix = next(found, path.suffix.lower()) if head else ""
        unpacked = _PACKED[suffix][1](file) if suffix in _PACKED else file
        try:
            while len(blob) <= most and (some := unpacked.read(MIB)):
                blob += some
        except MemoryError:  # The header of an .xz file states the memory that it needs.
            raise FileError("too large: not enough memory to decompress it") from None
        except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
            if getattr(error, "errno", None) is not None:  # A system error, not a damaged file.
                raise
            raise FileError(f"damaged ({error}): expected a complete {suffix} file") from None
    if len(blob) > most:
        unpacking = ", unpacked" if suffix in _PACKED else ""
        raise FileError(f"too large: expected at most {most / MIB:g} MiB{unpacking}")
    for begin, what in _BINARY if text else ():
        if blob.startswith(begin):
            raise FileError(what)
    return bytes(blob)


def write_file(path: Path, blob: bytes, parameter: str = "out") -> None:
    """Write a file completely or not at all; an existing file is replaced at the end.

    Raises
    ------
    OptionError
        If the file cannot be written; the error names ``parameter``.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    drafts.add(str(draft))
    try:
        draft.write_bytes(blob)
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise OptionError(
            f"cannot be written: {error.strerror or error}", **{parameter: path}
        ) from None
    finally:
        drafts.discard(str(draft))


def check_place(path: Path, parameter: str = "out") -> None:
    """Check that a file can be written, before the work for it begins.

    Raises
    ------
    OptionError
        If the file cannot be written; the error names ``parameter``.
    """
    given = {parameter: path}
    if path == Path("-"):
        raise OptionError("expected a file name, this output cannot go to stdout", **given)
    try:
        if path.is_dir():
            raise OptionError("expected a file, this is a folder", **given)
        if path.parent.is_dir() and os.access(path.parent, os.W_OK):
            return
    except OSError as error:
        raise OptionError(f"cannot be written: {error.strerror}", **given) from None
    raise OptionError(f"cannot be written: no writable folder {path.parent}", **given)


def make_folder(path: Path, parameter: str = "out") -> None:
    """Create the folder of a parameter and its parents, unless they exist.

    Raises
    ------
    OptionError
        If the folder cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"expected a folder: {error.strerror or error}"
        raise OptionError(reason, **{parameter: path}) from None
