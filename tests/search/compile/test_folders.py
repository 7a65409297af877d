"""Compiled code of other sources is never loaded, in whatever folder kernels are cached."""

import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest

from emi.search.compile import files, folders
from emi.search.compile.folders import is_compiled, note_compiled

ROOT = Path(__file__).parents[3]
compiled = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"
)

#: A kernel in a file of its own, which calls a phase of another.
COMMON = """
import numpy as np
from emi.search.compile.jit import kernel
from emi.search.kernels.core.sets import count_common

@kernel
def run(a, b):
    return count_common(a, b)

def called():
    return int(run(np.array([7], np.uint64), np.array([11], np.uint64))), run
"""
#: The feedback on 0 1 for itself and for 0 0: two black pegs and one.
PEGS = """
import numpy as np
from emi.games.kernels.pegs import peg_rows as run

def called():
    codes = np.array([[0, 1]], np.uint8)
    places, stock = np.array([[0, 0], [1, 0]], np.uint8), np.array([[1, 2], [1, 0]], np.uint8)
    rows = np.zeros((1, 2), np.uint8)
    run(codes, places, stock, rows)
    return rows.tolist(), run
"""
#: A kernel that counts references, in a process that compiles and loads nothing before.
ALONE = """
import numpy as np
from emi.search.model.matrix import FeedbackMatrix
from emi.search.model.restriction import Restriction
from emi.search.solve.hard.engine import HardEngine

rows = np.full((5, 5), 1, np.uint8)
np.fill_diagonal(rows, 0)
matrix = FeedbackMatrix(rows, np.arange(5, dtype=np.int32))
print(HardEngine(matrix, Restriction(), 5).decide(np.arange(5, dtype=np.int32), 4))
"""
#: Prints the result of a kernel, and how often it was compiled.
TOLD = "import json; value, run = called(); missed = len(run.compiled)\n"
TOLD += "print(json.dumps([value, missed]))"


@pytest.fixture(params=["", "1"])
def installed(tmp_path, request, monkeypatch):
    """Return a copy of the packages, which compiles by `stock` or by the default."""
    monkeypatch.setenv("EMI_STOCK_NUMBA", request.param)
    place = tmp_path / "installed"
    shutil.copytree(
        ROOT / "emi", place / "emi", ignore=shutil.ignore_patterns("__pycache__", "*.xz")
    )
    return place


def told(installed, source, kept_in=None):
    """Return the result of a kernel of a copy in another process, and how often it is compiled."""
    names = ("NUMBA_CACHE_DIR", "PYTHONPATH")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    environment |= {"NUMBA_CACHE_DIR": str(kept_in)} if kept_in else {}
    # Python may use bytecode of a file that was edited within the same second.
    environment |= {"PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(installed / "home")}
    probe = installed / "probe.py"
    probe.write_text(source + TOLD)
    line = [sys.executable, "probe.py"]
    return json.loads(subprocess.check_output(line, cwd=installed, env=environment, text=True))


def edit(path, before, after):
    text = path.read_text()
    assert text.count(before) == 1
    path.write_text(text.replace(before, after))


@compiled
def test_a_kernel_that_counts_references_is_loaded_first():
    """It called a function that only compiling defines."""
    for _ in range(2):
        assert subprocess.check_output([sys.executable, "-c", ALONE], cwd=ROOT, text=True) == "-1\n"


@compiled
def test_an_edit_of_a_phase_takes_effect_with_a_configured_cache_folder(installed, tmp_path):
    place = tmp_path / "kept"
    assert told(installed, COMMON, place) == [2, 1]
    assert told(installed, COMMON, place) == [2, 0]
    bits = installed / "emi/search/kernels/core/sets.py"
    edit(bits, "count += ones(a[w] & b[w])", "count += 2 * ones(a[w] & b[w])")
    assert told(installed, COMMON, place) == [4, 1]
    edit(bits, "count += 2 * ones(a[w] & b[w])", "count += ones(a[w] & b[w])")
    assert told(installed, COMMON, place) == [2, 0]
    assert not list(installed.rglob("*.kernel"))


@compiled
def test_an_edit_of_a_phase_of_a_rule_takes_effect_next_to_the_program(installed):
    letters = installed / "emi/games/kernels/letters.py"
    assert told(installed, PEGS) == [[[4, 2]], 1]
    assert told(installed, PEGS) == [[[4, 2]], 0]
    edit(letters, "shared[s] += min(have[s], times)", "shared[s] += have[s]")
    assert told(installed, PEGS) == [[[4, 4]], 1]
    assert list(installed.glob("emi/search/kernels/__pycache__/*/*.kernel"))


@compiled
def test_an_edit_takes_effect_if_the_program_folder_is_read_only(installed):
    (installed / "emi/search/kernels/__pycache__").write_text("no folder")
    assert told(installed, COMMON) == [2, 1]
    bits = installed / "emi/search/kernels/core/sets.py"
    edit(bits, "count += ones(a[w] & b[w])", "count += 2 * ones(a[w] & b[w])")
    assert told(installed, COMMON) == [4, 1]
    assert told(installed, COMMON) == [4, 0]
    assert list(installed.glob("home/numba/*/*.kernel"))


SOURCES = {
    "doubled": """
from emi.search.compile.jit import kernel
from factor import scaled

@kernel
def twice(number):
    return scaled(number)
""",
    "factor": """
from emi.search.compile.jit import phase

@phase
def scaled(number):
    return 2 * number
""",
}


class Places:
    """A kernel and its phase, two places for compiled code, and which of them are read-only."""

    def __init__(self, folder):
        for name, source in SOURCES.items():
            (folder / f"{name}.py").write_text(source)
        self.phase = folder / "factor.py"
        self.first, self.second = folder / "first", folder / "second"
        self.refused = []

    def refusing(self, make):
        """Return a function that makes a file or a folder, except in a read-only place.

        The superuser may write anywhere, whatever the mode of a folder.
        """

        def made(path=None, *arguments, dir=None, **others):
            if any(Path(path or dir).is_relative_to(place) for place in self.refused):
                raise PermissionError(path or dir)
            given = {"dir": dir} if dir else {}
            return make(*[path] * (path is not None), *arguments, **given, **others)

        return made

    def imported(self):
        """Return the kernel as another process would import it."""
        self.forget()
        return importlib.import_module("doubled").twice

    @staticmethod
    def forget():
        folders._folders.cache_clear()
        folders.sources_digest.cache_clear()
        for name in SOURCES:
            sys.modules.pop(name, None)


@pytest.fixture
def places(tmp_path, monkeypatch):
    places = Places(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(folders, "_places", lambda: (places.first, places.second))
    monkeypatch.setattr(tempfile, "TemporaryFile", places.refusing(tempfile.TemporaryFile))
    monkeypatch.setattr(Path, "mkdir", places.refusing(Path.mkdir))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    yield places
    places.forget()


def hits(kernel):
    return [len(kernel.loaded) - len(kernel.compiled), len(kernel.compiled)]


@compiled
def test_kernels_compiled_in_a_read_only_place_are_loaded_from_there(places):
    assert places.imported()(3) == 6
    assert not places.second.exists()
    places.refused = [places.first]
    twice = places.imported()
    assert (twice(3), hits(twice)) == (6, [1, 0])
    # What is not there is stored in the next place.
    assert twice(True) == 2
    assert list(places.second.rglob("*.kernel"))
    places.refused += [places.second]
    twice = places.imported()
    assert (twice(3), twice(True), hits(twice)) == (6, 2, [2, 0])


@pytest.fixture
def packed(places, monkeypatch, tmp_path):
    """Return the file of a kernel that came with the package, and that was not compiled here."""
    twice = places.imported()
    twice(3)
    (path,) = places.first.rglob("*.kernel")
    code = files.load((path.parent,), path.stem)
    for module in (files, folders):
        monkeypatch.setattr(module, "PACKED", tmp_path / "compiled")
    folder = tmp_path / "compiled" / folders.packed_name(tmp_path)
    files.save(folder, path.stem, code)
    shutil.rmtree(places.first)
    for name in folders._SETTINGS:
        monkeypatch.delenv(name, raising=False)
    return folder / path.name


@compiled
def test_kernels_that_came_with_the_package_are_not_compiled(places, packed):
    # What others may write is as safe there as the program beside it.
    packed.chmod(0o666)
    packed.parent.chmod(0o777)
    twice = places.imported()
    assert (twice(3), hits(twice)) == (6, [1, 0])
    assert not list(places.first.rglob("*.kernel"))
    # They lack a kernel for other arguments.
    assert (twice(True), hits(twice)) == (2, [1, 1])


@compiled
@pytest.mark.parametrize("why", ["damaged", "empty", "processor", "system", "settings", "sources"])
def test_kernels_that_do_not_fit_are_compiled(places, packed, why, monkeypatch):
    if why == "damaged":
        packed.write_bytes(packed.read_bytes()[:-1])
    elif why == "empty":
        packed.write_bytes(b"")
    elif why == "processor":
        monkeypatch.setattr(folders, "_FEATURES", (*folders._FEATURES, "avx9"))
    elif why == "system":
        monkeypatch.setattr(sys, "platform", "freebsd14")
    elif why == "settings":
        monkeypatch.setenv("NUMBA_OPT", "1")
    else:
        edit(places.phase, "2 * number", "number + number")
        folders._stamp_at_first.cache_clear()
    damaged = pytest.warns(files.KernelWarning, match=r"twice_.*: damaged\) are compiled again")
    with damaged if why in {"damaged", "empty"} else nullcontext():
        twice = places.imported()
        assert (twice(3), hits(twice)) == (6, [0, 1])
    assert list(places.first.rglob("*.kernel"))


@compiled
def test_kernels_are_compiled_if_no_folder_is_writable(places, monkeypatch):
    places.refused = [places.first, places.second]
    twice = places.imported()
    assert twice(3) == 6
    assert not list(places.phase.parent.rglob("*.kernel"))
    monkeypatch.setattr(
        folders, "kernel_folders", lambda: folders._folders(folders.KERNELS, folders._places())
    )
    note_compiled("worst case")
    assert not is_compiled("worst case")


@compiled
def test_kernels_are_not_cached_if_sources_were_edited_since_the_start(places):
    assert places.imported()(3) == 6
    began = places.phase.stat()
    edit(places.phase, "2 * number", "3 * number")
    shutil.rmtree(places.first)
    assert places.imported()(3) == 9
    edit(places.phase, "3 * number", "2 * number")
    os.utime(places.phase, ns=(began.st_atime_ns, began.st_mtime_ns))
    assert places.imported()(3) == 6


@pytest.mark.usefixtures("places")
def test_old_folders_of_other_sources_are_removed(tmp_path):
    place = tmp_path / "first"
    names = [f"emi-{number:016x}" for number in range(10)]
    for at, name in enumerate([*names, "emi-lists", "others"]):
        (place / name).mkdir(parents=True)
        os.utime(place / name, (at, at))
    assert folders.own_folder().parent == place
    left = {path.name for path in place.iterdir()}
    assert left == {*names[3:], "emi-lists", "others", folders.own_folder().name}


@compiled
def test_what_is_compiled_is_listed_and_still_there(places):
    """A file said so that listed nothing: what was gone was compiled in the midst of a search."""
    assert not is_compiled("worst case")
    code = folders.own_folder() / "one.kernel"
    code.write_bytes(b"code")
    note_compiled("worst case")
    assert is_compiled("worst case")
    assert not is_compiled("least cost")
    for damaged in (b"", b"cod"):
        code.write_bytes(damaged)
        assert not is_compiled("worst case")
    code.unlink()
    assert not is_compiled("worst case")
    code.write_bytes(b"code")
    assert is_compiled("worst case")
    mark = places.first / folders.own_folder().name / "worst case.compiled"
    whole = mark.read_bytes()
    for damaged in (b"", whole[:9], whole[:-1], whole.replace(b"4", b"5", 1), b"\xff" + whole):
        mark.write_bytes(damaged)
        assert not is_compiled("worst case")


def test_without_the_jit_nothing_is_marked_as_compiled(monkeypatch):
    monkeypatch.setattr(folders, "INTERPRETED", True)
    assert folders.own_folder() is not None
    folders.note_compiled("worst case")
    assert not is_compiled("worst case")


@pytest.mark.parametrize(
    "name", ["NUMBA_CPU_NAME", "NUMBA_OPT", "NUMBA_BOUNDSCHECK", "EMI_STOCK_NUMBA"]
)
def test_the_digest_depends_on_settings_that_change_the_code(name, monkeypatch):
    before = folders._digest.__wrapped__(ROOT)
    monkeypatch.setenv(name, "other")
    assert folders._digest.__wrapped__(ROOT) != before
