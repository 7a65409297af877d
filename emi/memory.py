"""What the machine has: memory, whether a game fits into it, and cores.

Linux says how much memory is available, Windows too; other systems say how much there is.
"""

import os
import sys
from pathlib import Path

from emi.errors import MemoryNeedError

GIB = 1 << 30
#: No need to say how much more than this is more than there is.
MOST = 1_000_000 * GIB


def cores() -> int:
    """Return how many cores this process may use; of a system that does not say, all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def available() -> int:
    """Return the bytes that can be had without swapping, as far as the system says."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _available_to_windows()


def _available_to_windows() -> int:
    """Return the bytes that Windows says are available; where nobody says, there is no limit."""
    import ctypes

    # A MEMORYSTATUSEX: its size and the load, all memory, what is available, and other numbers.
    status = (ctypes.c_uint64 * 8)(64)
    windows = getattr(ctypes, "windll", None)
    if windows is None or not windows.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return sys.maxsize
    return status[2]


def check(name: str, needed: int) -> None:
    """Raise a MemoryNeedError if the feedback matrix of a game, of so many bytes, does not fit."""
    have = available()
    if needed > have:
        much = f"{needed / GIB:,.1f}" if needed < MOST else f"more than {MOST // GIB:,}"
        raise MemoryNeedError(
            f"{name}: too large, its feedback matrix needs {much} GiB, {have / GIB:,.1f} available"
        )
