"""Whether a game fits into memory is known before it is tried."""

import os
from pathlib import Path

import pytest

from emi import memory
from emi.errors import MemoryNeedError

TOTAL = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def test_what_is_available_is_no_more_than_there_is():
    assert 0 < memory.available() <= TOTAL


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
    assert memory.available() == available


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
