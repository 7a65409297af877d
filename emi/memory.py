"""What the machine has: memory, whether a game fits into it, and cores.

Linux says how much memory is available, Windows too; other systems say how much there is. The
process may have less: by a limit on its addresses (``ulimit -v``), by that of its container or
batch job (a control group), or because the user says so (``--memory-limit``).
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
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


#: What a search takes beside the feedback matrix, about: its transposition table and its cores.
WORKING = 64 << 20
#: At least that part of a matrix is needed beside it.
BESIDE = 8
#: What a process takes that is started beside this one, before it has a matrix, about.
PROCESS = 112 << 20
#: A part of what is free is left alone, for all that nobody counts.
MARGIN = 20

_asked: int | None = None


def restrict(most: int | None) -> None:
    """Set the bytes that this process may have, or take such a limit away."""
    global _asked  # noqa: PLW0603 - it is one process
    _asked = most


def divide(many: int) -> int | None:
    """Leave this process its share of what the user gave to so many; return the share.

    None if the user gave no limit.
    """
    if _asked is not None:
        restrict(_asked // many)
    return _asked


def asked() -> int | None:
    """Return the bytes that the user gave this process, if there is such a limit."""
    return _asked


def available() -> int:
    """Return the bytes that this process can still have without swapping, less a margin."""
    found = [one for one in (_of_the_system(), *_of_the_process(), *_of_the_group()) if one >= 0]
    least = min(found)
    return least if least == sys.maxsize else least - least // MARGIN


def jobs_that_fit(needs: Sequence[int], jobs: int) -> int:
    """Return how many searches fit beside each other, at least 1 and at most so many.

    ``needs`` are the bytes of their matrices, the largest first.
    """
    have = available()
    fit = [n for n in range(2, jobs + 1) if sum(needs[:n]) + WORKING * min(n, len(needs)) <= have]
    return max(fit, default=1)


def workers_that_fit(need: int, workers: int) -> int:
    """Return how many processes, at most so many, may share one search with this one; or none.

    ``need`` are the bytes of its matrices, which each of them makes.
    """
    have = available() - need - WORKING
    fit = min(have // (need + WORKING + PROCESS), workers)
    return fit if fit > 1 else 0


def shortage(error: MemoryError) -> str:
    """Return a line on memory that could not be had: what was needed, and what there is."""
    found = re.search(r"([\d.,]+ [KMGTPE]?i?B)\b", str(error))
    needed = f"{found[1]} more were needed" if found else "more was needed"
    return (
        f"out of memory: {needed}, {available() / GIB:,.2f} GiB can be had; what was proven is "
        "kept. Fewer --jobs take less, and so do smaller games"
    )


def _number(path: str, field: int = 0) -> int:
    """Return a number in a file of the system, or -1 if there is none."""
    try:
        return int(Path(path).read_text(encoding="ascii").split()[field])
    except (OSError, ValueError, IndexError):
        return -1


def _of_the_process() -> Iterator[int]:
    """Yield what the limits of the process leave it."""
    try:
        page = os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        page = 4096
    if _asked is not None:
        yield max(_asked - max(_number("/proc/self/statm", 1), 0) * page, 0)
    try:
        import resource
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most != resource.RLIM_INFINITY:
        yield max(most - max(_number("/proc/self/statm"), 0) * page, 0)


def _of_the_group() -> Iterator[int]:
    """Yield what control groups leave the process, of version 1 or 2, and all those above them."""
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        number, _, rest = line.partition(":")
        names, found, place = rest.partition(":")
        if not found or (names != "memory" and number != "0"):
            continue
        roots, limit, used, cached = (
            (["/sys/fs/cgroup/memory"], "memory.limit_in_bytes", "memory.usage_in_bytes",
             "total_inactive_file")
            if names
            else (["/sys/fs/cgroup", "/sys/fs/cgroup/unified"], "memory.max", "memory.current",
                  "inactive_file")
        )  # fmt: skip
        inner = Path(place)
        for group in dict.fromkeys([str(inner), *map(str, inner.parents)]):
            for root in roots:
                folder = f"{root}/{group.strip('/')}"
                most = _number(f"{folder}/{limit}")
                if most >= 0:
                    free = most - max(_number(f"{folder}/{used}"), 0)
                    yield max(free + _cached(f"{folder}/memory.stat", cached), 0)


def _cached(path: str, name: str) -> int:
    """Return the bytes of files that a group holds and would give up."""
    try:
        for line in Path(path).read_text(encoding="ascii").splitlines():
            if line.startswith(f"{name} "):
                return int(line.split()[1])
    except (OSError, ValueError):
        pass
    return 0


def _of_the_system() -> int:
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
    """Raise a MemoryNeedError if the feedback matrix of a game, of so many bytes, does not fit.

    A search needs some more beside a large one, else it ends when half is done.
    """
    have = available()
    needed += min(needed // BESIDE, WORKING)
    if needed > have:
        much = size_of(needed) if needed < MOST else f"more than {MOST // GIB:,} GiB"
        raise MemoryNeedError(
            f"{name}: too large, it needs {much} of memory, {size_of(have)} available"
        )


def size_of(count: int) -> str:
    """Return so many bytes in words, with as many decimals as tell near sizes apart."""
    if count < GIB:
        return f"{count / (1 << 20):,.1f} MiB"
    return f"{count / GIB:,.{2 if count < 10 * GIB else 1}f} GiB"
