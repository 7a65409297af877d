"""Kernels are compiled once, by the first process that needs them."""

import importlib
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from numba.core.errors import TypingError

from emi.search.compile import jit

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"
)

SOURCE = """
from emi.search.compile.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""

#: A process that waits for a line when it has the lock, before it compiles the kernel.
OTHER = """
import sys
from emi.search.compile import jit
sys.path.insert(0, sys.argv[1])
from doubled import twice
real = jit.Kernel._compile

def waits(*given):
    print("locked", flush=True)
    sys.stdin.readline()
    return real(*given)

jit.Kernel._compile = waits
twice(3)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "doubled.py").write_text(SOURCE)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
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

        class Listener:
            def on_start(self):
                waiting.set()

            def on_end(self):
                pass

        with jit.listening(Listener()):
            thread = threading.Thread(target=lambda: found.append(twice(3)))
            thread.start()
            assert waiting.wait(60)
            assert found == []
            other.communicate("go on\n", timeout=60)
            thread.join(60)
    assert found == [6]
    assert twice.compiled == []


def test_a_kernel_that_cannot_be_compiled_blocks_no_other_process(folder):
    twice = fresh()
    with pytest.raises(TypingError):
        twice(np.zeros(3, "datetime64[s]"))
    line = [sys.executable, "-c", OTHER, str(folder)]
    found = subprocess.run(line, input="\n", capture_output=True, text=True, timeout=60, check=True)
    assert found.stdout == "locked\n"
    assert twice(3) == 6


@pytest.mark.usefixtures("folder")
def test_a_kernel_is_compiled_if_files_cannot_be_locked(monkeypatch):
    twice = fresh()
    monkeypatch.setattr("fcntl.flock", refused)
    assert twice(3) == 6
    assert twice.compiled == ["int64"]
    again = fresh()
    assert (again(3), again.compiled) == (6, [])


@pytest.mark.usefixtures("folder")
def test_a_kernel_is_compiled_on_a_system_without_locks(monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    twice = fresh()
    assert twice(3) == 6
    assert twice.compiled == ["int64"]


def refused(*_):
    raise OSError("no locks here")


#: A process in which numba compiles a function of its user when emi begins to listen to numba.
AMIDST = """
from numba.core import event
from emi import compiling
from emi.search.compile import jit
from emi.search.model.limits import clock
compiling._hold_the_clock()
with event.trigger_event("numba:compile"):
    jit._building()
with event.trigger_event("numba:compile"):
    first = clock.now()
    assert clock.now() == first
assert clock.now() > first
"""


def test_a_compilation_that_began_before_does_not_stop_the_clock_of_limits():
    """Its end would be one more than the beginnings, and the clock would stand still for ever."""
    subprocess.run([sys.executable, "-c", AMIDST], timeout=60, check=True)
