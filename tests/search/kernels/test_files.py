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

from emi.search.kernels.compiler import files
from emi.search.kernels.compiler.files import KernelFile, KernelWarning, faults
from tests.people import as_owner, needs_modes, needs_root

ROOT = Path(__file__).parents[3]
#: Signatures and their code, for these tests.
DATA = {"int64": ("code of int64", bytes(500)), "float64": ("code of float64", bytes(700))}


@pytest.fixture(autouse=True)
def _unwarned(monkeypatch):
    monkeypatch.setattr(files, "_warned", set())
    monkeypatch.setattr(files, "failed", [])


@pytest.fixture
def folder(tmp_path):
    """Return a folder with two kernels of one source."""
    folder = tmp_path / "emi-0"
    folder.mkdir(mode=0o755)
    for base in ("twice", "thrice"):
        for key, data in DATA.items():
            opened(folder, base).save(key, (base, *data))
    return folder


def opened(folder, base="twice", *before):
    return KernelFile((*before, folder), folder, "sources", base)


def loaded(folder):
    """Return what is loaded of a kernel, and the warnings."""
    files._warned.clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = {key: opened(folder).load(key) for key in DATA}
    assert {one.category for one in caught} <= {KernelWarning}
    return found, [str(one.message) for one in caught]


WHOLE = {key: ("twice", *data) for key, data in DATA.items()}


def test_what_is_intact_is_loaded(folder):
    assert loaded(folder) == (WHOLE, [])
    assert opened(folder).load("int32") is None
    assert opened(folder, "other").load("int64") is None
    assert [*faults(folder)] == []
    assert {path.stat().st_mode & 0o777 for path in folder.rglob("*.nb?")} <= {0o644, 0o600}


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


@pytest.mark.parametrize("name", ["twice.nbi", "twice.1.nbc"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_one_line_and_repaired_by_the_next_save(folder, name, damage):
    path = folder / "sources" / name
    DAMAGE[damage](path)
    found, (said,) = loaded(folder)
    assert found["int64"] is None
    assert found["float64"] == (None if name == "twice.nbi" else WHOLE["float64"])
    assert said.startswith(f"{folder}: ")
    assert "\n" not in said
    ((index, unsound, _),) = faults(folder)
    assert (index, unsound) == (path.with_name("twice.nbi"), name)
    if path.is_dir():
        return
    for key, data in WHOLE.items():
        opened(folder).save(key, data)
    assert loaded(folder) == (WHOLE, [])
    assert [*faults(folder)] == []


def test_code_that_is_gone_is_a_fault_and_an_index_that_is_gone_is_none(folder):
    (folder / "sources" / "twice.1.nbc").unlink()
    found, (said,) = loaded(folder)
    assert found == WHOLE | {"int64": None}
    assert "twice.1.nbc: missing" in said
    (folder / "sources" / "twice.nbi").unlink()
    assert loaded(folder) == (dict.fromkeys(DATA), [])


def test_a_folder_of_other_sources_under_this_name_is_not_read(folder):
    moved = folder.rename(folder.with_name("emi-1"))
    found, (said,) = loaded(moved)
    assert found == dict.fromkeys(DATA)
    assert "twice.nbi: damaged" in said


@needs_modes
@pytest.mark.parametrize("name", ["twice.nbi", "twice.1.nbc"])
def test_an_unreadable_file_is_one_line(folder, name):
    (folder / "sources" / name).chmod(0)
    found, (said,) = as_owner(loaded, folder)
    assert found["int64"] is None
    assert f"{name}: unreadable, Permission denied" in said


@needs_root
@pytest.mark.parametrize("name", ["twice.nbi", "twice.1.nbc"])
def test_a_file_of_another_user_is_not_read(folder, name):
    os.chown(folder / "sources" / name, 12345, 12345)
    found, (said,) = loaded(folder)
    assert found["int64"] is None
    assert f"{name}: belongs to another user" in said


@pytest.mark.parametrize("seed", range(60))
def test_no_damage_gives_other_code(folder, seed):
    source = random.Random(seed)
    paths = sorted(folder.rglob("*.nb?"))
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
    assert all(data in (None, WHOLE[key]) for key, data in found.items())
    assert len(said) <= 1
    assert found == WHOLE or said or not (folder / "sources" / "twice.nbi").exists()


def test_two_processes_without_a_lock_never_mix_their_code(folder, monkeypatch):
    """Both take the same name for their code, if none sees the index of the other."""
    first, second = opened(folder, "new"), opened(folder, "new")
    real = files.write

    def late(path, content):
        monkeypatch.setattr(files, "write", real)
        second.save("float64", DATA["float64"])
        real(path, content)

    for write in (
        late,
        lambda path, content: late(path, content) if path.suffix == ".nbi" else real(path, content),
    ):
        first.flush()
        monkeypatch.setattr(files, "write", write)
        first.save("int64", DATA["int64"])
        files._warned.clear()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert first.load("int64") in (None, DATA["int64"])
            assert second.load("float64") in (None, DATA["float64"])
        first.save("int64", DATA["int64"])
        second.save("float64", DATA["float64"])
        assert (first.load("int64"), second.load("float64")) == (*DATA.values(),)


#: Stores code, and is killed when it has written some files.
KILLED = """
import os, sys
from pathlib import Path
from emi.search.kernels.compiler import files
at, left = sys.argv[2], int(sys.argv[3])
real = getattr(Path, "replace")

def replace(self, target):
    global left
    left -= 1
    if left == 0 and at == "before":
        os.kill(os.getpid(), 9)
    real(self, target)
    if left == 0:
        os.kill(os.getpid(), 9)

Path.replace = replace
folder = Path(sys.argv[1])
files.KernelFile((folder,), folder, "sources", "twice").save("int64", ("new", bytes(900)))
"""


@pytest.mark.parametrize("writes", [1, 2])
@pytest.mark.parametrize("at", ["before", "after"])
def test_a_kill_leaves_the_old_code_or_the_new_or_none(folder, at, writes):
    line = [sys.executable, "-c", KILLED, str(folder), at, str(writes)]
    assert subprocess.run(line, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    found, said = loaded(folder)
    expected = {
        ("before", 1): ("twice", *DATA["int64"]), ("after", 2): ("new", bytes(900))
    }.get((at, writes))  # fmt: skip
    assert (found["int64"], len(said)) == (expected, expected is None)
    assert found["float64"] == WHOLE["float64"]


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
        for base in ("twice", "other"):
            opened(folder, base).save("int64", bytes(9000))
    golden([str(one.message) for one in caught])
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before
    assert files.failed


def test_the_first_folder_that_has_the_code_gives_it(folder, tmp_path):
    own = tmp_path / "own"
    both = opened(own, "twice", folder)
    assert both.load("int64") == WHOLE["int64"]
    both.save("int32", "code")
    assert both.load("int32") == "code"
    assert opened(folder).load("int32") is None
    alone = KernelFile((folder,), None, "sources", "twice")
    alone.save("int32", "code")
    assert alone.load("int32") is None
