"""Whether a game fits into memory is known before it is tried."""

import os
from pathlib import Path

import pytest

from emi import memory
from emi.errors import MemoryNeedError


def total():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def test_what_is_available_is_no_more_than_there_is():
    assert 0 < memory.available() <= total()


def test_what_linux_says_is_available_is_believed(monkeypatch):
    text = "MemTotal:  100 kB\nMemFree:  10 kB\nMemAvailable:      42 kB\nBuffers:  1 kB\n"
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: text)
    assert memory.available() == 42 * 1024


@pytest.mark.parametrize("text", ["", "MemTotal: 100 kB\n", "MemAvailable: many kB\n"])
def test_where_nobody_says_all_memory_counts(monkeypatch, text):
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: text)
    assert memory.available() == total()


def test_where_there_is_no_such_file_all_memory_counts(monkeypatch):
    def missing(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    assert memory.available() == total()


def test_a_game_that_just_fits_is_let_through(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 1000)
    memory.check("C5", 1000)


def test_a_game_that_does_not_fit_is_refused_with_both_sizes(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 3 * memory.GIB)
    with pytest.raises(MemoryNeedError) as caught:
        memory.check("10", 15 * memory.GIB)
    assert str(caught.value) == ("10: too large, its feedback matrix needs 15.0 GiB, 3.0 available")


@pytest.mark.parametrize(
    ("gib", "said"),
    [(1.5, "1.5"), (999_999, "999,999.0"), (10**6, "more than 1,000,000"), (10**400, "more than")],
)
def test_a_size_beyond_measure_is_said_in_few_words(monkeypatch, gib, said):
    monkeypatch.setattr(memory, "available", lambda: memory.GIB)
    with pytest.raises(MemoryNeedError, match=f"needs {said}.* GiB, 1.0 available") as caught:
        memory.check("game", int(gib * memory.GIB) if gib < 2 else gib * memory.GIB)
    assert len(str(caught.value)) < 100
