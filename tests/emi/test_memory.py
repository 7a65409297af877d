"""Whether a game fits into memory is known before it is tried, on every system."""

import errno
import gc
import os
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import psutil
import pytest

from emi import memory
from emi.errors import MemoryNeedError
from emi.reports.texts import Texts

TOTAL = 3 * memory.GIB


def test_something_is_available():
    assert memory.available() > 0
    assert memory.cores() > 0


@pytest.mark.parametrize(
    ("text", "available"),
    [
        ("MemTotal: 100 kB\nMemFree: 10 kB\nMemAvailable:   42 kB\nBuffers: 1 kB\n", 42 * 1024),
        # What the system does not say there, psutil knows.
        ("", TOTAL),
        ("MemTotal: 100 kB\n", TOTAL),
        ("MemAvailable: many kB\n", TOTAL),
        (None, TOTAL),
    ],
)
def test_what_linux_says_is_available_is_believed(monkeypatch, text, available):
    def read(*_, **__):
        if text is None:
            raise FileNotFoundError
        return text

    monkeypatch.setattr(Path, "read_text", read)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=TOTAL))
    assert memory.available() == available - available // memory.MARGIN


@pytest.fixture
def no_linux(monkeypatch):
    """Take away what Linux has and others have not."""

    def read(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", read)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)


@pytest.mark.usefixtures("no_linux")
def test_a_system_without_affinity_has_all_its_cores(monkeypatch):
    assert memory.cores() == os.cpu_count()
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert memory.cores() == 1


def test_only_the_cores_that_the_process_may_use_count(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 5, 7}, raising=False)
    assert memory.cores() == 3


@pytest.mark.usefixtures("no_linux")
@pytest.mark.parametrize("error", [RuntimeError, OSError, psutil.Error])
def test_a_system_that_says_nothing_refuses_nothing(monkeypatch, error):
    def unknown():
        raise error

    monkeypatch.setattr(psutil, "virtual_memory", unknown)
    assert memory.available() == sys.maxsize
    memory.check("10", 1 << 60)


@pytest.mark.usefixtures("no_linux")
def test_another_system_is_asked_by_psutil():
    have = psutil.virtual_memory().available
    assert have // 2 < memory.available() < 2 * have


@pytest.mark.parametrize(
    ("gib", "said"),
    [
        (0.95, "1.01 GiB"),
        (1.5, "1.56 GiB"),
        (15, "15.1 GiB"),
        (999_998, "999,998.1 GiB"),
        (10**6, "more than 1,000,000 GiB"),
        (10**400, "more than 1,000,000 GiB"),
    ],
)
def test_a_game_that_does_not_fit_is_refused_with_all_sizes(monkeypatch, tmp_path, gib, said):
    monkeypatch.setattr(memory, "available", lambda: memory.GIB)
    monkeypatch.setattr(memory, "_free", lambda _: memory.GIB // 2)
    monkeypatch.setattr(memory, "_folder", tmp_path)
    with pytest.raises(MemoryNeedError) as caught:
        memory.check("10", int(gib * memory.GIB) if gib < 2 else gib * memory.GIB)
    needs = f"10: too large, it needs {said} of memory, 1.00 GiB available"
    assert str(caught.value) == f"{needs}, and 512.0 MiB free in {tmp_path}"
    assert memory.check("just fits", memory.GIB * 15 // 16)
    monkeypatch.setattr(memory, "_free", lambda _: 2 * memory.GIB)
    assert not memory.check("fits into a file", memory.GIB)
    with pytest.raises(
        MemoryNeedError, match=r"it needs 2.\d* GiB of memory, 1.00 GiB available$"
    ) as short:
        memory.check("gathers too much", 2 * memory.GIB, memory.GIB)
    # The catalogue, of which the other languages are, says the same.
    for error in (caught.value, short.value):
        assert Texts()(error.said[0], **error.said[1]) == str(error)
        assert str(Texts("fr").of_error(error)) != str(error)


class TestFile:
    """Where a matrix lies that does not fit into memory."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        memory.overflow_to(tmp_path / "cache")
        yield
        memory.overflow_to(None)

    def test_is_gone_with_the_array(self, tmp_path):
        made = memory.mapped((3, 1000), np.uint16)
        made[1] = 7
        assert made.sum() == 7000
        assert [*(tmp_path / "cache").iterdir()] == []
        assert memory._mapped == made.nbytes
        del made
        gc.collect()
        assert memory._mapped == 0

    def test_without_room_is_an_error(self, monkeypatch, tmp_path):
        def full(*_):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
        with pytest.raises(MemoryNeedError) as caught:
            memory.mapped((1 << 10, 1 << 10), np.uint16)
        said = "cannot create a file of 2.0 MiB for a feedback matrix that does not fit into memory"
        assert str(caught.value) == f"{tmp_path / 'cache'}: {said}: No space left on device"
        assert memory._mapped == 0

    def test_is_made_where_room_cannot_be_asked_for(self, monkeypatch):
        monkeypatch.delattr(os, "posix_fallocate", raising=False)
        assert memory.mapped((2, 2), np.uint8).tolist() == [[0, 0], [0, 0]]

    def test_is_on_the_disk_of_the_next_folder_that_is_there(self, monkeypatch, tmp_path):
        asked = []

        def usage(folder):
            asked.append(folder)
            return SimpleNamespace(free=100)

        monkeypatch.setattr(shutil, "disk_usage", usage)
        assert memory._free(tmp_path / "not" / "there") == 95
        assert asked == [tmp_path]

        def fails(_):
            raise OSError

        monkeypatch.setattr(shutil, "disk_usage", fails)
        assert memory._free(tmp_path) == 0

    @pytest.mark.usefixtures("files")
    def test_needs_addresses(self, monkeypatch):
        resource = pytest.importorskip("resource")
        monkeypatch.setattr(memory, "available", lambda: 1_000_000)
        monkeypatch.setattr(memory, "_free", lambda _: 1 << 60)
        assert not memory.check("in a file", 2_000_000)
        monkeypatch.setattr(resource, "getrlimit", lambda _: (2_000_000, -1))
        with pytest.raises(MemoryNeedError, match=r"in a file: too large, it needs 2\.1 MiB"):
            memory.check("in a file", 2_000_000)

    def test_is_no_memory_of_the_process(self, files, monkeypatch):
        monkeypatch.setattr(memory.mmap, "PAGESIZE", 4096)
        files["/proc/self/statm"] = "1000 500 300"
        files["/sys/fs/cgroup/memory/a/memory.stat"] += "total_active_file 900000\n"
        memory.restrict(3_000_000)
        assert memory.available() == (3_000_000 - 500 * 4096) * 19 // 20
        monkeypatch.setattr(memory, "_mapped", 1 << 30)
        assert memory.available() == (3_000_000 - 200 * 4096) * 19 // 20
        memory.restrict(None)
        assert memory.available() == 4_900_000 * 19 // 20


@pytest.mark.parametrize(("have", "workers"), [(0, 0), (700, 0), (900, 2), (1100, 3), (9999, 4)])
def test_as_many_processes_share_a_search_as_fit(monkeypatch, have, workers):
    mib = 1 << 20
    monkeypatch.setattr(memory, "available", lambda: have * mib)
    assert memory.workers_that_fit(100 * mib, 4) == workers


class Told:
    """Replaces the C library and records calls of ``mallopt``, which some systems lack."""

    def __init__(self, known=True):
        self.told = []
        if known:
            self.mallopt = lambda *one: self.told.append(one) or 1


@pytest.mark.parametrize(
    ("needs", "have", "kept"),
    [([40, 20], 480, True), ([40, 20], 479, False), ([20, 10], 9999, False), ([], 9999, False)],
)
def test_what_is_freed_is_kept_where_it_is_much_and_there_is_plenty(monkeypatch, needs, have, kept):
    mib, library = 1 << 20, Told()
    monkeypatch.setattr(memory, "available", lambda: have * mib)
    monkeypatch.setattr("ctypes.CDLL", lambda _: library)
    assert memory.keep_freed([need * mib for need in needs]) is kept
    assert ((-1, 120 * mib) in library.told) is kept
    monkeypatch.setattr("ctypes.CDLL", lambda _: Told(known=False))
    assert not memory.keep_freed([need * mib for need in needs])


GROUPS = {
    "/proc/self/cgroup": "5:devices:/\n4:memory:/a/b\n0::/c\n",
    "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "5000000\n",
    "/sys/fs/cgroup/memory/a/memory.usage_in_bytes": "2000000\n",
    "/sys/fs/cgroup/memory/a/memory.stat": "cache 7\ntotal_inactive_file 1000000\n",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes": f"{1 << 62}\n",
    "/sys/fs/cgroup/c/memory.max": "max\n",
    "/sys/fs/cgroup/memory.max": "7000000\n",
    "/proc/meminfo": f"MemAvailable: {1 << 30} kB\n",
}


@pytest.fixture
def files(monkeypatch):
    """Return what files of the system hold; others are not there."""
    found = dict(GROUPS)

    def read(path, **_):
        if str(path) not in found:
            raise FileNotFoundError
        return found[str(path)]

    monkeypatch.setattr(Path, "read_text", read)
    return found


def test_the_limit_of_a_container_counts_less_what_is_used_of_it(files):
    assert memory.available() == 3_800_000  # 4,000,000 less the margin
    del files["/sys/fs/cgroup/memory/a/memory.limit_in_bytes"]
    assert memory.available() == 6_650_000
    files["/sys/fs/cgroup/unified/c/memory.max"] = "1000"
    files["/sys/fs/cgroup/unified/c/memory.stat"] = "inactive_file many"
    assert memory.available() == 950
    files["/sys/fs/cgroup/unified/c/memory.current"] = "2000"
    assert memory.available() == 0


def test_the_limit_on_addresses_counts_less_what_is_mapped(files, monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(os, "sysconf", lambda _: 4096)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (2_000_000, -1))
    assert memory.available() == 1_900_000
    files["/proc/self/statm"] = "100 20 3"
    assert memory.available() == (2_000_000 - 409_600) * 19 // 20


def test_what_the_user_says_counts_less_what_is_taken(files, monkeypatch):
    monkeypatch.setattr(os, "sysconf", lambda _: 4096)
    files["/proc/self/statm"] = "100 20 3"
    memory.restrict(1_000_000)
    assert memory.available() == (1_000_000 - 81_920) * 19 // 20
    memory.restrict(1)
    assert memory.available() == 0
    memory.restrict(None)
    assert memory.available() == 3_800_000
    monkeypatch.setitem(sys.modules, "resource", None)
    assert memory.available() == 3_800_000


@pytest.mark.parametrize(("have", "jobs"), [(0, 1), (200, 1), (350, 2), (450, 3), (9999, 4)])
def test_as_many_games_are_searched_at_once_as_fit(monkeypatch, have, jobs):
    mib = 1 << 20
    monkeypatch.setattr(memory, "available", lambda: have * mib)
    needs = [150 * mib, 50 * mib, 50 * mib, 10 * mib]
    # At most the number of games is counted, even if more of the smallest would fit.
    assert [memory.jobs_that_fit(needs, most) for most in (4, 10**14)] == [jobs, jobs]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("Unable to allocate 32.0 MiB for an array with shape (9,)", "32.0 MiB more were needed"),
        ("", "more was needed"),
    ],
)
def test_a_shortage_is_said_in_a_line(monkeypatch, error, said):
    monkeypatch.setattr(memory, "available", lambda: memory.GIB // 4)
    line = str(memory.shortage(MemoryError(error)))
    assert line.startswith(f"out of memory: {said}, 0.25 GiB available; proven bounds are stored;")
