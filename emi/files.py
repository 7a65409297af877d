"""Files that are written whole or not at all."""

import contextlib
import os
from pathlib import Path

from emi.errors import OptionError


def write_file(path: Path, blob: bytes, option: str = "--out") -> None:
    """Write the file of an option, replacing what was there only once all of it is written.

    Raises
    ------
    OptionError
        If it cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(blob)
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise OptionError(
            f"{option} {path}: cannot be written, {error.strerror or error}"
        ) from None


def check_place(path: Path, option: str = "--out") -> None:
    """See that the file of an option can be written, before the work that it is to hold.

    Raises
    ------
    OptionError
        If it cannot.
    """
    try:
        if path.is_dir():
            raise OptionError(f"{option} {path}: expected a file, this is a folder")
        if path.parent.is_dir() and os.access(path.parent, os.W_OK):
            return
    except OSError as error:
        raise OptionError(f"{option} {path}: cannot be written, {error.strerror}") from None
    raise OptionError(f"{option} {path}: cannot be written, {path.parent} is no folder of yours")


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, unless it is there.

    Raises
    ------
    OptionError
        If it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OptionError(f"--out {path}: expected a folder, {error.strerror or error}") from None
