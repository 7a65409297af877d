"""Whether a game fits into memory is known before it is tried, on every system."""

import ctypes
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from emi import memory
from emi.errors import MemoryNeedError

TOTAL = 3 * memory.GIB


def test_something_is_available():
    assert memory.available() > 0
    assert memory.cores() > 0


@pytest.mark.parametrize(
    ("text", "available"),
    [
        ("MemTotal: 100 kB\nMemFree: 10 kB\nMemAvailable:   42 kB\nBuffers: 1 kB\n", 42 * 1024),
        # Where nobody says, all memory counts.
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
    pages = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": TOTAL // 4096}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__, raising=False)
    assert memory.available() == available


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
@pytest.mark.parametrize("says", [1, 0])
def test_windows_is_asked_in_its_own_way(monkeypatch, says):
    def status(pointer):
        found = pointer._obj
        assert found[0] == ctypes.sizeof(found) == 64
        found[2] = 42
        return says

    kernel32 = SimpleNamespace(GlobalMemoryStatusEx=status)
    monkeypatch.delattr(os, "sysconf", raising=False)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)
    assert memory.available() == (42 if says else sys.maxsize)


@pytest.mark.usefixtures("no_linux")
@pytest.mark.parametrize("error", [ValueError, OSError])
def test_a_system_that_says_nothing_refuses_nothing(monkeypatch, error):
    def sysconf(_name):
        raise error

    monkeypatch.setattr(os, "sysconf", sysconf, raising=False)
    monkeypatch.delattr(ctypes, "windll", raising=False)
    assert memory.available() == sys.maxsize
    memory.check("10", 1 << 60)


@pytest.mark.parametrize(
    ("gib", "said"),
    [
        (1.5, "1.5 GiB"),
        (15, "15.0 GiB"),
        (999_999, "999,999.0 GiB"),
        (10**6, "more than 1,000,000 GiB"),
        (10**400, "more than 1,000,000 GiB"),
    ],
)
def test_a_game_that_does_not_fit_is_refused_with_both_sizes(monkeypatch, gib, said):
    monkeypatch.setattr(memory, "available", lambda: memory.GIB)
    with pytest.raises(MemoryNeedError) as caught:
        memory.check("10", int(gib * memory.GIB) if gib < 2 else gib * memory.GIB)
    assert str(caught.value) == (f"10: too large, its feedback matrix needs {said}, 1.0 available")
    memory.check("just fits", memory.GIB)
