"""Kernels compiled with numba's public interface: on demand, and with untested versions."""

import os
import subprocess
import sys

import pytest

from emi.search.kernels.compiler import kept

pytestmark = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"
)


@pytest.mark.parametrize(
    ("version", "switch", "stock"),
    [
        ("0.61.2", "", True),
        ("0.62.1", "", False),
        ("0.68.1", "", False),
        ("0.68.2", "", True),
        ("0.68.1+local", "", True),
        ("1.0.0rc1", "", True),
        ("0.68.1", "1", True),
        ("0.68.1", "yes", True),
        ("0.69.0", "0", False),
    ],
)
def test_only_tested_versions_are_tuned_and_the_switch_overrides(version, switch, stock):
    assert kept.is_stock(version, switch) == stock


#: A process that prints its cache folder, waits for a line, and reports when it waits for others.
STOCK = """
import sys
from numba.core import event
from emi.search.kernels.compiler import jit, kept, stock
sys.path.insert(0, sys.argv[1])
from doubled import twice

class Listener(event.Listener):
    def on_start(self, _event):
        print("compiling", flush=True)

    def on_end(self, _event):
        print("compiled", flush=True)

print(kept.folder(), jit.kernel is stock.kernel, flush=True)
sys.stdin.readline()
with event.install_listener("numba:compile", Listener()):
    twice(3)
print(sum(twice.stats.cache_hits.values()), flush=True)
"""

SOURCE = """
from emi.search.kernels.compiler.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""


@pytest.fixture
def start(tmp_path):
    """Return a function that starts such a process; the processes share a folder."""
    (tmp_path / "doubled.py").write_text(SOURCE)
    environment = os.environ | {"EMI_STOCK_NUMBA": "1", "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    processes = []

    def start():
        process = subprocess.Popen(
            [sys.executable, "-c", STOCK, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        processes.append(process)
        folder, stock = process.stdout.readline().split()
        assert stock == "True"
        return process, folder

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_one_process_at_a_time_compiles_and_others_load(start):
    first, folder = start()
    lock = kept.locked(f"{folder}/lock")
    first.stdin.write("go on\n")
    first.stdin.flush()
    # It waits for this process, and then finds no stored code.
    assert first.stdout.readline() == "compiling\n"
    lock.close()
    assert first.stdout.read().split() == ["compiled", "compiling", "compiled", "0"]
    second, _ = start()
    assert second.communicate("go on\n")[0] == "1\n"
