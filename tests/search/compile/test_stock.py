"""Kernels compiled with numba's public interface: on demand, and with untested versions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from emi.search.compile import building

ROOT = Path(__file__).parents[3]
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
    assert building.is_stock(version, switch) == stock


#: A process that says of two kernels what numba was needed for, and how often it compiled.
STOCK = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from kernels import counted, twice

found = twice(3), counted(np.arange(9, dtype=np.int32)), twice(True)
numba = [name for name in ("numba", "emi.search.compile.tuned") if name in sys.modules]
print(found, numba, len(twice.compiled), len(counted.compiled))
"""

SOURCE = """
import numpy as np
from emi.search.compile.jit import allocating_kernel, allocating_phase, kernel

@kernel
def twice(number):
    return 2 * number

@allocating_phase
def some(numbers):
    kept = np.zeros(numbers.shape[0], np.int32)
    kept[:] = numbers
    return kept[2:]

@allocating_kernel
def counted(numbers):
    total = 0
    for _ in range(1000):
        part = some(numbers)
        total += part[0] + part.shape[0]
    return total, total > 5
"""


def test_stock_numba_compiles_what_is_loaded_without_it(tmp_path):
    (tmp_path / "kernels.py").write_text(SOURCE)
    environment = os.environ | {"EMI_STOCK_NUMBA": "1", "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    line = [sys.executable, "-c", STOCK, str(tmp_path)]
    said = [
        subprocess.check_output(line, env=environment, cwd=ROOT, text=True) for _ in range(2)
    ]  # fmt: skip
    assert said == [
        "(6, (9000, True), 2) ['numba'] 2 1\n",
        "(6, (9000, True), 2) [] 0 0\n",
    ]
