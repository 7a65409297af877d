"""The resources of the machine: free memory, files for large matrices, and cores.

The process may have less memory than the system: by a limit on its addresses (``ulimit -v``), by
the limit of its container or batch job (a control group), or by ``--memory-limit``. Mapped files do
not count as memory of the process: the system keeps as much of them in memory as there is room for.
"""

import mmap
import os
import re
import shutil
import sys
import tempfile
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emi.errors import MemoryNeedError

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

GIB = 1 << 30
#: Larger needs are printed as "more than" this.
MOST = 1_000_000 * GIB


def cores() -> int:
    """Return the number of cores this process may use; all cores if the system does not say."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def at_work(threads: int = 1) -> Iterator[None]:
    """Count this many cores as busy while the block runs."""
    global _busy  # noqa: PLW0603 - it is one process
    with _counting:
        _busy += threads
    try:
        yield
    finally:
        with _counting:
            _busy -= threads


def cores_to_spare() -> int:
    """Return the number of free cores, not counting the one of the caller."""
    return max(0, cores() - max(1, _busy))


#: Approximate bytes of a search in addition to its matrix: transposition table and cores.
WORKING = 64 << 20
#: A search of a small matrix needs at least the size of the matrix divided by this number.
BESIDE = 8
#: Approximate bytes of a worker process before it has a matrix.
PROCESS = 112 << 20
#: The free memory divided by this number is left unused, for needs that are not counted.
MARGIN = 20

#: The least bytes of matrices for `keep_freed`, and how often they must fit into free memory.
MANY, PLENTY = 32 << 20, 8
#: The largest value of a parameter of mallopt.
LARGEST = (1 << 31) - 1
#: Parameters of mallopt, by their numbers in malloc.h: bytes kept free at the top of the heap (0:
#: twice the need), bytes requested at once, size from which blocks are mapped; one arena for all
#: threads.
KEPT = ((-1, 0), (-2, 64 << 20), (-3, 1 << 30), (-8, 1))

_busy = 0
_counting = threading.Lock()
_limit: int | None = None
_folder: Path | None = None
#: Bytes of files that are mapped.
_mapped = 0


def restrict(most: int | None) -> None:
    """Limit the memory of this process to ``most`` bytes, or remove the limit."""
    global _limit  # noqa: PLW0603 - it is one process
    _limit = most


def overflow_to(folder: Path | None) -> None:
    """Set the folder for matrices that do not fit into memory; None for temporary files."""
    global _folder  # noqa: PLW0603 - it is one process
    _folder = folder


def divide(many: int) -> int | None:
    """Divide the limit of the user by the number of processes; return the new limit in bytes.

    None if the user set no limit.
    """
    if _limit is not None:
        restrict(_limit // many)
    return _limit


def user_limit() -> int | None:
    """Return the limit that the user set, in bytes, or None."""
    return _limit


def available() -> int:
    """Return the bytes that this process can still have without swapping, less a margin."""
    found = [one for one in (_of_the_system(), *_of_the_process(), *_of_the_group()) if one >= 0]
    least = min(found)
    return least if least == sys.maxsize else least - least // MARGIN


def jobs_that_fit(needs: Sequence[int], jobs: int) -> int:
    """Return how many searches fit into memory at once: 1 to ``jobs``.

    ``needs`` are the bytes of their matrices, the largest first.
    """
    have, most = available(), min(jobs, len(needs))
    fit = [n for n in range(2, most + 1) if sum(needs[:n]) + WORKING * n <= have]
    return max(fit, default=1)


def keep_freed(needs: Sequence[int]) -> bool:
    """Let the C library keep freed memory for later matrices; return whether it was configured.

    ``needs`` are the bytes of matrices that exist at the same time. By default the library returns
    their memory to the system, which must clear it again for the next matrix while threads wait.
    Only the GNU library is configured, and only if the need is large but a small part of the free
    memory.
    """
    import ctypes

    need = sum(needs)
    if not MANY <= need <= available() // PLENTY:
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return False
    return all(mallopt(what, min(value or 2 * need, LARGEST)) for what, value in KEPT)


def workers_that_fit(need: int, workers: int) -> int:
    """Return how many worker processes fit, at most ``workers``; 0 if fewer than 2.

    ``need`` is the bytes of the matrices of the search, which each process makes for itself.
    """
    have = available() - need - WORKING
    fit = min(have // (need + WORKING + PROCESS), workers)
    return fit if fit > 1 else 0


def shortage(error: MemoryError) -> MemoryNeedError:
    """Return an error that says how much memory was needed, and how much is available."""
    found = re.search(r"([\d.,]+ [KMGTPE]?i?B)\b", str(error))
    needed = f"{found[1]} more were needed" if found else "more was needed"
    return MemoryNeedError(
        f"out of memory: {needed}, {available() / GIB:,.2f} GiB available; proven bounds are "
        "stored; use fewer `jobs` or a smaller game"
    )


def _number(path: str, field: int = 0) -> int:
    """Return a number in a file of the system, or -1 if there is none."""
    try:
        return int(Path(path).read_text(encoding="ascii").split()[field])
    except (OSError, ValueError, IndexError):
        return -1


def _taken() -> int:
    """Return the bytes of memory that this process uses, without mapped files."""
    resident, shared = (max(_number("/proc/self/statm", at), 0) * mmap.PAGESIZE for at in (1, 2))
    return resident - min(shared, _mapped)


def _of_the_process() -> Iterator[int]:
    """Yield the bytes left by the limits of the process."""
    if _limit is not None:
        yield max(_limit - _taken(), 0)
    yield from _of_the_addresses(mmap.PAGESIZE)


def _of_the_addresses(page: int) -> Iterator[int]:
    """Yield the bytes left by a limit on addresses, which counts mapped files too."""
    try:
        import resource
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most != resource.RLIM_INFINITY:
        yield max(most - max(_number("/proc/self/statm"), 0) * page, 0)


def _of_the_group() -> Iterator[int]:
    """Yield the bytes left by the control group of the process (version 1 or 2) and its parents."""
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        number, _, rest = line.partition(":")
        names, found, place = rest.partition(":")
        if not found or (names != "memory" and number != "0"):
            continue
        roots, limit, used, total = (
            (["/sys/fs/cgroup/memory"], "memory.limit_in_bytes", "memory.usage_in_bytes", "total_")
            if names
            else (["/sys/fs/cgroup", "/sys/fs/cgroup/unified"], "memory.max", "memory.current", "")
        )
        inner = Path(place)
        for group in dict.fromkeys([str(inner), *map(str, inner.parents)]):
            for root in roots:
                folder = f"{root}/{group.strip('/')}"
                most = _number(f"{folder}/{limit}")
                if 0 <= most < MOST:
                    free = most - max(_number(f"{folder}/{used}"), 0)
                    yield max(free + _cached(f"{folder}/memory.stat", total), 0)


def _cached(path: str, total: str) -> int:
    """Return the bytes of cached files that a control group can release, mapped ones included."""
    try:
        lines = Path(path).read_text(encoding="ascii").splitlines()
        held = {name: int(many) for name, many in map(str.split, lines)}
    except (OSError, ValueError):
        return 0
    active = min(held.get(f"{total}active_file", 0), _mapped)
    return held.get(f"{total}inactive_file", 0) + active


def _of_the_system() -> int:
    """Return the bytes available without swapping; `sys.maxsize` if the system does not say."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    # Not on Linux, where its import takes 4 % of the time of a stored value.
    import psutil

    try:
        return int(psutil.virtual_memory().available)
    except (OSError, RuntimeError, psutil.Error):
        return sys.maxsize


def check(name: str, needed: int, gathered: int = 0) -> bool:
    """Return whether the feedback matrix of a game, of ``needed`` bytes, fits into memory.

    A search needs memory in addition to the matrix. ``gathered`` of the bytes stay in memory even
    if the matrix is in a file.

    Raises
    ------
    MemoryNeedError
        If the matrix does not fit into a file either.
    """
    have, made = available(), needed - gathered
    beside = gathered + max(min(needed // BESIDE, WORKING), mmap.PAGESIZE)
    if made + beside <= have:
        return True
    folder = _overflow()
    free = _free(folder)
    addresses = min(_of_the_addresses(mmap.PAGESIZE), default=sys.maxsize)
    if beside > have or made > free or made + beside > addresses:
        if _limit is not None and (taken := _taken()) >= _limit:
            raise MemoryNeedError(
                f"{name}: the memory limit of this process, {size_of(_limit)}, is less than the "
                f"program already uses, {size_of(taken)}"
            )
        much = size_of(made + beside) if needed < MOST else f"more than {MOST // GIB:,} GiB"
        instead = "" if made <= free else f", and {size_of(free)} free in {folder}"
        error = MemoryNeedError(
            f"{name}: too large, it needs {much} of memory, {size_of(have)} available{instead}"
        )
        error.said = (
            "errorMemory" if made <= free else "errorMemoryFile",
            {"game": name, "much": much, "have": size_of(have), "free": size_of(free),
             "folder": folder},
        )  # fmt: skip
        raise error
    return False


def space_for(
    name: str, needed: int, gathered: int = 0
) -> "Callable[[tuple[int, ...], DTypeLike], NDArray[Any]] | None":
    """Return a function that makes the arrays of a game in files, or None if they fit into memory.

    See `check`. Emits a warning if files are needed.
    """
    if check(name, needed, gathered):
        return None
    warnings.warn(
        f"{name}: the feedback matrix of {size_of(needed - gathered)} does not fit into "
        f"{size_of(available())} of memory: using a file in {_overflow()}, which is slower",
        stacklevel=2,
    )
    return mapped


def _overflow() -> Path:
    """Return the folder for matrices that do not fit into memory."""
    return _folder or Path(tempfile.gettempdir())


def _free(folder: Path) -> int:
    """Return the free bytes in a folder, less a margin."""
    there = next((one for one in (folder, *folder.parents) if one.is_dir()), Path())
    try:
        free = shutil.disk_usage(there).free
    except OSError:
        return 0
    return free - free // MARGIN


def mapped(shape: tuple[int, ...], dtype: "DTypeLike") -> "NDArray[Any]":
    """Return an array of zeros in an unnamed file that is removed with the array.

    Raises
    ------
    MemoryNeedError
        If there is no room for the file.
    """
    global _mapped  # noqa: PLW0603 - it is one process
    import numpy as np

    size = np.dtype(dtype).itemsize * int(np.prod(shape, dtype=np.int64))
    folder = _overflow()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            if hasattr(os, "posix_fallocate"):
                # Without it, a full disk would kill the process when it writes to the array.
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.truncate(size)
            pages = mmap.mmap(file.fileno(), size)
    except OSError as error:
        raise MemoryNeedError(
            f"{folder}: cannot create a file of {size_of(size)} for a feedback matrix that does "
            f"not fit into memory: {error.strerror or error}"
        ) from error
    _mapped += size
    weakref.finalize(pages, _unmapped, size)
    return np.frombuffer(pages, dtype).reshape(shape)


def _unmapped(size: int) -> None:
    global _mapped  # noqa: PLW0603 - it is one process
    _mapped -= size


def size_of(count: int) -> str:
    """Return a number of bytes as text, such as ``1.50 GiB``."""
    if count < 1 << 20:
        return f"{count / 1024:,.1f} KiB"
    if count < GIB:
        return f"{count / (1 << 20):,.1f} MiB"
    return f"{count / GIB:,.{2 if count < 10 * GIB else 1}f} GiB"
