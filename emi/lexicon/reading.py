"""Text files that a user names: read whole, or refused in one line."""

from __future__ import annotations

import gzip
import lzma
import zlib
from pathlib import Path

from emi.errors import TextError


def read_lines(shown: str, line: str) -> list[str]:
    """Read the lines of a text file in UTF-8, plain, ``.gz`` or ``.xz``.

    Parameters
    ----------
    shown : str
        The path, as it was typed.
    line : str
        What a line holds, for messages, such as "one word a line".

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    TextError
        If it cannot be read, or is no text.
    """
    if not shown:  # Path("") would be the current folder.
        raise FileNotFoundError(shown)
    path = Path(shown)
    try:
        data = _bytes(path)
    except FileNotFoundError:
        raise
    except IsADirectoryError:
        message = f"{shown!r} is a folder: expected a text file, {line}"
    except PermissionError:
        message = f"no permission to read {shown!r}: expected a readable text file"
    except (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error) as error:
        message = f"{shown!r} is damaged ({error}): expected a complete {path.suffix} file"
    except (OSError, ValueError) as error:
        message = f"cannot read {shown!r} ({error}): expected a text file, {line}"
    else:
        # Not splitlines, which also splits where no editor counts a line.
        return _decoded(data, shown, line).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    raise TextError(message)


def is_path(shown: str) -> bool:
    """Tell whether what was typed looks like a path, not like a name."""
    return any(mark in shown for mark in "./\\")


def _bytes(path: Path) -> bytes:
    if path.is_dir():  # Windows calls it a lack of permission.
        raise IsADirectoryError
    data = path.read_bytes()
    if path.suffix.lower() == ".gz":
        return gzip.decompress(data) if data else data
    if path.suffix.lower() == ".xz":
        return lzma.decompress(data) if data else data
    return data


def _decoded(data: bytes, shown: str, line: str) -> str:
    if b"\0" in data:
        number = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise TextError(
            f"{shown!r} is a binary file (a NUL on line {number}): expected text in UTF-8"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise TextError(
            f"{shown!r} is not in UTF-8 on line {number}: expected a text file in UTF-8"
        ) from None
    if not text.strip():
        raise TextError(f"{shown!r} is empty: expected {line}")
    return text
