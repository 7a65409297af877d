"""Files of compiled kernels: what is damaged, cut, foreign or of another kernel is not read."""

import os
import random
import resource
import signal
import subprocess
import sys
import warnings
from contextlib import contextmanager
from pathlib import Path

import pytest

from emi.search.compile import files
from emi.search.compile.files import KernelWarning, faults
from tests.people import as_owner, needs_modes, needs_root

ROOT = Path(__file__).parents[3]
#: Kernels and their code, for these tests.
CODE = {"twice": b"code of twice" + bytes(500), "thrice": b"code of thrice" + bytes(700)}


@pytest.fixture(autouse=True)
def _unwarned(monkeypatch):
    monkeypatch.setattr(files, "_warned", set())
    monkeypatch.setattr(files, "failed", [])


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two kernels."""
    folder = tmp_path / "emi-0"
    folder.mkdir(mode=0o755)
    for name, code in CODE.items():
        files.save(folder, name, code)
    return folder


def loaded(folder):
    """Return what is loaded, and the warnings."""
    files._warned.clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = {name: files.load((folder,), name) for name in CODE}
    assert {one.category for one in caught} <= {KernelWarning}
    return found, [str(one.message) for one in caught]


def test_what_is_intact_is_loaded(folder):
    assert loaded(folder) == (CODE, [])
    assert files.load((folder,), "other") is None
    assert [*faults(folder)] == []
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} <= {0o644, 0o600}


def other(path):
    return path.with_name(path.name.replace("twice", "thrice"))


DAMAGE = {
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"0"),
    "zeroed": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "first bit": lambda path: path.write_bytes(
        bytes([path.read_bytes()[0] ^ 1]) + path.read_bytes()[1:]
    ),
    "last bit": lambda path: path.write_bytes(
        path.read_bytes()[:-1] + bytes([path.read_bytes()[-1] ^ 1])
    ),
    "of another kernel": lambda path: path.write_bytes(other(path).read_bytes()),
    "no longer a file": lambda path: (path.unlink(), path.mkdir()),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "a loop": lambda path: (path.unlink(), path.symlink_to(path)),
    "for others to write": lambda path: path.chmod(0o666),
    "for the group to write": lambda path: path.chmod(0o664),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_one_line_and_repaired_by_the_next_save(folder, damage):
    path = folder / "twice.kernel"
    DAMAGE[damage](path)
    found, (said,) = loaded(folder)
    assert found == CODE | {"twice": None}
    assert said.startswith(f"{folder}: ")
    assert "\n" not in said
    assert [unsound for unsound, _ in faults(folder)] == [path]
    if path.is_dir():
        return
    files.save(folder, "twice", CODE["twice"])
    assert loaded(folder) == (CODE, [])
    assert [*faults(folder)] == []


def test_a_folder_of_other_sources_under_this_name_is_not_read(folder):
    moved = folder.rename(folder.with_name("emi-1"))
    found, (said,) = loaded(moved)
    assert found == dict.fromkeys(CODE)
    assert "twice: damaged" in said


@needs_modes
def test_an_unreadable_file_is_one_line(folder):
    (folder / "twice.kernel").chmod(0)
    found, (said,) = as_owner(loaded, folder)
    assert found["twice"] is None
    assert "twice: unreadable, Permission denied" in said


@needs_root
def test_a_file_of_another_user_is_not_read(folder):
    os.chown(folder / "twice.kernel", 12345, 12345)
    found, (said,) = loaded(folder)
    assert found["twice"] is None
    assert "twice: belongs to another user" in said


@pytest.mark.parametrize("seed", range(60))
def test_no_damage_gives_other_code(folder, seed):
    source = random.Random(seed)
    paths = sorted(folder.iterdir())
    before = {path: path.read_bytes() for path in paths}
    for _ in range(source.randint(1, 5)):
        path, kind = source.choice(paths), source.randrange(6)
        blob = bytearray(path.read_bytes()) if path.exists() else bytearray(b"0")
        at = source.randrange(len(blob)) if blob else 0
        if kind == 0 and blob:
            blob[at] ^= 1 << source.randrange(8)
        elif kind == 1:
            del blob[at:]
        elif kind == 2:
            blob[at : at + 40] = bytes(len(blob[at : at + 40]))
        elif kind == 3:
            blob = bytearray(before[source.choice(paths)])
        elif kind == 4:
            blob[at:at] = source.randbytes(9)
        else:
            path.unlink(missing_ok=True)
            continue
        path.write_bytes(blob)
    found, said = loaded(folder)
    assert all(code in (None, CODE[name]) for name, code in found.items())
    assert len(said) <= 1
    there = {name: code for name, code in CODE.items() if (folder / f"{name}.kernel").exists()}
    assert said or {name: code for name, code in found.items() if code} == there


#: Stores code, and is killed just before or after the file has its name.
KILLED = """
import os, sys
from pathlib import Path
from emi.search.compile import files
real = Path.replace

def replace(self, target):
    if sys.argv[2] == "after":
        real(self, target)
    os.kill(os.getpid(), 9)

Path.replace = replace
files.save(Path(sys.argv[1]), "twice", b"new")
"""


@pytest.mark.parametrize(("at", "left"), [("before", CODE["twice"]), ("after", b"new")])
def test_a_kill_leaves_the_old_code_or_the_new(folder, at, left):
    line = [sys.executable, "-c", KILLED, str(folder), at]
    assert subprocess.run(line, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    assert loaded(folder) == (CODE | {"twice": left}, [])


@contextmanager
def full_disk():
    """Let no file grow beyond some bytes."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, limit[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_full_disk_is_one_line_and_leaves_nothing(folder, golden):
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    with full_disk(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for name in ("twice", "other"):
            files.save(folder, name, bytes(9000))
    golden([str(one.message) for one in caught])
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
    assert files.failed


def test_the_first_folder_that_has_the_code_gives_it(folder, tmp_path):
    own = tmp_path / "emi-1"
    files.save(own, "twice", b"first")
    assert files.load((own, folder), "twice") == b"first"
    assert files.load((own, folder), "thrice") == CODE["thrice"]
