"""How much memory there is, and whether a game fits."""

import os
from pathlib import Path

from emi.errors import MemoryNeedError

GIB = 1 << 30
#: No need to say how much more than this is more than there is.
MOST = 1_000_000 * GIB


def available() -> int:
    """Return the bytes that can be had without swapping (on Linux; elsewhere all there are)."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def check(name: str, needed: int) -> None:
    """Raise if a game's feedback matrix does not fit.

    Parameters
    ----------
    name : str
        The game.
    needed : int
        Bytes.

    Raises
    ------
    MemoryNeedError
        If more bytes are needed than are available.
    """
    have = available()
    if needed > have:
        much = f"{needed / GIB:,.1f}" if needed < MOST else f"more than {MOST // GIB:,}"
        raise MemoryNeedError(
            f"{name}: too large, its feedback matrix needs {much} GiB, {have / GIB:,.1f} available"
        )
