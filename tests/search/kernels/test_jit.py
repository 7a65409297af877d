"""Kernels are compiled once, by the first process that needs them."""

import importlib
import os
import subprocess
import sys
import threading

import numba
import pytest
from numba.core import event

from emi.search.kernels.compiler import kept

pytestmark = pytest.mark.skipif(
    kept.STOCK or os.environ.get("NUMBA_DISABLE_JIT") == "1",
    reason="nothing is compiled, or by stock numba, see test_stock.py",
)

SOURCE = """
from emi.search.kernels.compiler.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""

#: A process that waits for a line before it compiles the kernel.
OTHER = """
import sys
sys.path.insert(0, sys.argv[1])
from doubled import twice
twice._cache._lock()
print("locked", flush=True)
sys.stdin.readline()
twice(3)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "doubled.py").write_text(SOURCE)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("doubled", None)


def fresh():
    """Return the kernel, neither compiled nor loaded."""
    sys.modules.pop("doubled", None)
    return importlib.import_module("doubled").twice


def test_one_of_two_processes_compiles_a_kernel_and_the_other_loads_it(folder):
    line = [sys.executable, "-c", OTHER, str(folder)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "locked\n"
        waiting, twice, found = threading.Event(), fresh(), []

        class Listener(event.Listener):
            def on_start(self, _event):
                waiting.set()

            def on_end(self, _event):
                pass

        with event.install_listener("numba:compile", Listener()):
            thread = threading.Thread(target=lambda: found.append(twice(3)))
            thread.start()
            assert waiting.wait(60)
            assert found == []
            other.communicate("go on\n", timeout=60)
            thread.join(60)
    assert found == [6]
    assert sum(twice.stats.cache_hits.values()) == 1
    assert not twice.stats.cache_misses


def test_a_kernel_that_cannot_be_compiled_blocks_no_other_process(folder):
    twice = fresh()
    with pytest.raises(numba.core.errors.TypingError):
        twice(None)
    line = [sys.executable, "-c", OTHER, str(folder)]
    found = subprocess.run(line, input="\n", capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout == "locked\n"
    assert twice(3) == 6


@pytest.mark.usefixtures("folder")
def test_a_kernel_is_compiled_if_files_cannot_be_locked(monkeypatch):
    twice = fresh()
    monkeypatch.setattr("fcntl.flock", refused)
    assert twice(3) == 6
    assert sum(twice.stats.cache_misses.values()) == 1
    assert sum(fresh().stats.cache_misses.values()) == 0


@pytest.mark.usefixtures("folder")
def test_a_kernel_is_compiled_on_a_system_without_locks(monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    twice = fresh()
    assert twice(3) == 6
    assert sum(twice.stats.cache_misses.values()) == 1


def refused(*_):
    raise OSError("no locks here")
