"""Text files that a user names: read whole, or refused in one line."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from emi.errors import EmiError, FileError
from emi.files import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable


def read_lines(shown: str, line: str, error: type[EmiError], no_name: str) -> Iterable[str]:
    """Return the lines of a text file in UTF-8, packed or not.

    Parameters
    ----------
    shown : str
        The path, as it was typed.
    line : str
        What a line holds, for messages, such as "one word a line".
    error : type
        What is raised if the file cannot be read, or is no text.
    no_name : str
        The message if there is no such file, and what was typed looks like a name, not like a path.
    """
    try:
        text = _text(read_file(Path(shown)))
    except FileNotFoundError:
        named = not any(mark in shown for mark in "./\\")
        message = no_name if named else f"no such file: {shown!r}: expected a text file, {line}"
    except IsADirectoryError:
        # Without a name it is the current folder.
        message = f"{shown!r} is a folder: expected a text file, {line}" if shown else no_name
    except PermissionError:
        message = f"no permission to read {shown!r}: expected a readable text file"
    except FileError as why:
        message = f"{shown!r} is {why}"
    except (OSError, ValueError) as why:
        message = f"cannot read {shown!r} ({why}): expected a text file, {line}"
    else:
        if text.strip():
            # Not splitlines, which also splits where no editor counts a line.
            return io.StringIO(text, newline=None)
        message = f"{shown!r} is empty: expected {line}"
    raise error(message)


def _text(data: bytes) -> str:
    if b"\0" in data:
        number = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise FileError(f"a binary file (a NUL on line {number}): expected text in UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise FileError(f"not in UTF-8 on line {number}: expected a text file in UTF-8") from None
