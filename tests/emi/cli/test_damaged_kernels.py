"""The program with compiled kernels that are damaged, or that others may have written."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import emi
from emi import compiling
from emi.search.compile import folders
from tests.emi.cases import ROOT
from tests.emi.conftest import Ran
from tests.people import needs_modes


@pytest.fixture
def program(tmp_path):
    """Return the folders of a copy of the compiled kernels, and a function that runs ``emi``."""
    # The rule of the game is compiled in a second, the search in half a minute.
    rules = Path(ROOT, "emi/games/kernels")
    compiling.kernels_ready()
    emi.Mastermind(2, 3).matrix()
    for folder in (folders.kernel_folders().read[-1], folders.kernel_folders(rules).read[-1]):
        shutil.copytree(folder, tmp_path / "kernels" / folder.name)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}

    def program(*line):
        done = subprocess.run(
            [sys.executable, "-m", "emi", *line], cwd=ROOT, check=False,
            env=environment, capture_output=True, text=True,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout, done.stderr)

    return tmp_path / "kernels" / folders.kernel_folders(rules).read[-1].name, program


SOLVE = "solve", "mastermind:2x3", "--no-cache", "--format", "csv"


@pytest.mark.skipif(folders.INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("repaired", [False, True])
@pytest.mark.parametrize("left", [0, -1])
def test_damaged_kernels_are_one_line_and_compiled_again(program, tmp_path, left, repaired):
    folder, emi = program
    paths = [*folder.glob("*.kernel")]
    assert paths
    for path in paths:
        path.write_bytes(path.read_bytes()[:left])
    check = "cache", "verify", "--cache-dir", str(tmp_path / "none")
    done = emi(*check, *["--repair"] * repaired)
    assert (done.code, done.err) == (1, "")
    *faults, summary = done.out.splitlines()
    assert len(faults) == len(paths)
    assert all(
        sum(line.startswith(f"{path.parent}: ") and path.stem in line for line in faults) == 1
        for path in paths
    )
    assert summary.endswith("faults, dropped" if repaired else "faults, not repaired")
    done = emi(*SOLVE)
    # On a busy machine another line says that a kernel is compiled.
    lines = [line for line in done.err.splitlines() if "compiling the kernels" not in line]
    assert (done.code, len(lines)) == (0, 0 if repaired else 1)
    assert all(line.startswith(f"emi: warning: {folder}: ") for line in lines)
    again = emi(*SOLVE)
    assert (again.code, again.err) == (0, "")
    emi(*check, "--repair")
    assert emi(*check).code == 0


@needs_modes
@pytest.mark.parametrize("mode", [0o777, 0o775])
def test_a_folder_of_kernels_that_others_may_write_is_not_used(program, mode, golden):
    folder, emi = program
    folder.chmod(mode)
    done = emi(*SOLVE)
    # On a busy machine another line says that a kernel is compiled.
    lines = [line for line in done.err.splitlines() if "compiling the kernels" not in line]
    assert done.code == 0
    golden("\n".join(lines).replace(str(folder), "FOLDER"))
