"""Places as machines have them: a folder of kernels, a home and a cache that fail in some way.

Each is drawn from a seed, so that each can be made again.
"""

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from diskcache.core import DBNAME

import emi
from emi.upkeep.audit import verify
from tests.emi.cases import ROOT
from tests.people import STRANGER, as_stranger, drop_rights

#: Words that a solver knows the most about in a moment.
WORDS = "CABAN CABLE CACHE CADET CADRE CAFES CALER CANAL CANOE CARTE CASER CAVER ABACA ABATS ABORD"
#: The first seed.
SEED = 20180040
#: Commands with a value in a moment, without the options of the list.
COMMANDS = (
    "solve C5", "solve C5 --objective average", "solve A5 --objective guaranteed --tries 2",
    "table --lengths 5", "table --lengths 5 --objective average", "solve mastermind:2x3",
    "compare C5 --heuristic Sum", "solve C5 --objective pareto --tries 2-4",
)  # fmt: skip
#: What depends on the machine and on what is kept.
VARYING = {"seconds", "nodes", "first_guess", "stored", "load", "proven_before"}


@dataclass
class Ended:
    """How a run ended: exit code, standard output, lines on standard error."""

    code: int
    out: str
    lines: list[str] = field(default_factory=list)

    @property
    def values(self) -> object:
        """What it printed as JSON, without what varies."""
        return _unvarying(json.loads(self.out))


def _unvarying(one):
    if isinstance(one, dict):
        return {key: _unvarying(value) for key, value in one.items() if key not in VARYING}
    return [*map(_unvarying, one)] if isinstance(one, list) else one


def command(source: random.Random, folder: Path) -> list[str]:
    """Return a command line; its list of words lies in a folder."""
    words = folder / "words.txt"
    if not words.exists():
        words.write_text("\n".join(WORDS.split()) + "\n", encoding="utf-8")
    line = source.choice(COMMANDS).split()
    given = [] if "mastermind:2x3" in line else ["--lexicon", str(words)]
    return [sys.executable, "-m", "emi", *line, *given, "--format", "json"]


def run(line, *, environment=None, **how) -> Ended:
    """Run a command line, and check what holds whatever happens to it."""
    done = subprocess.run(
        [*map(str, line)], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600,
        stdin=subprocess.DEVNULL, env=os.environ if environment is None else environment, **how,
    )  # fmt: skip
    ended = Ended(done.returncode, done.stdout, done.stderr.splitlines())
    assert "Traceback" not in done.stderr, done.stderr
    assert all(one.startswith("emi: ") for one in ended.lines), done.stderr
    assert len({*ended.lines}) == len(ended.lines), done.stderr
    return ended


def without(lines: list[str], *texts: str) -> list[str]:
    """Return the lines that have none of some texts."""
    return [one for one in lines if not any(text in one for text in texts)]


# The folder of kernels.


class Trap:
    """What must never be read: its pickle makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def damage(source: random.Random, folder: Path, trap: bytes) -> str:
    """Damage a folder of compiled kernels; return what was done."""
    files = sorted(path for path in folder.rglob("*.kernel"))
    kind = source.choice([*DAMAGE])
    many = source.choice([1, 1, 2, len(files)])
    for path in source.sample(files, min(many, len(files))):
        DAMAGE[kind](source, path, trap)
    return kind


def _written(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _bits(source, path, _):
    blob = bytearray(path.read_bytes())
    for _ in range(source.choice([1, 8])):
        blob[source.randrange(len(blob))] ^= 1 << source.randrange(8)
    _written(path, bytes(blob))


def _zeroed(source, path, _):
    blob = bytearray(path.read_bytes())
    at, many = source.randrange(len(blob)), source.choice([1, 64, 4096])
    blob[at : at + many] = b"\xff" * len(blob[at : at + many])
    _written(path, bytes(blob))


def _other(source, path, _):
    others = [one for one in path.parent.glob(f"*{path.suffix}") if one != path]
    _written(path, source.choice(others).read_bytes() if others else b"")


def _replaced(make):
    def replaced(_source, path, _):
        path.unlink()
        make(path)

    return replaced


DAMAGE = {
    "emptied": lambda _, path, __: _written(path, b""),
    "cut": lambda source, path, _: os.truncate(path, source.randrange(path.stat().st_size)),
    "bits turned": _bits,
    "overwritten": _zeroed,
    "longer": lambda source, path, _: _written(path, path.read_bytes() + source.randbytes(9)),
    "of another kernel": _other,
    "forged": lambda _, path, trap: _written(path, trap),
    "removed": lambda _, path, __: path.unlink(),
    "a folder": _replaced(Path.mkdir),
    "a pipe": _replaced(os.mkfifo),
    "a link to nothing": _replaced(lambda path: path.symlink_to("nowhere")),
    "unreadable": lambda _, path, __: path.chmod(0),
    "writable by all": lambda _, path, __: path.chmod(0o666),
    "of another user": lambda _, path, __: os.geteuid() or os.chown(path, STRANGER, STRANGER),
    "folder writable by all": lambda _, path, __: path.parent.chmod(0o777),
    "folder read-only": lambda _, path, __: (path.unlink(True), path.parent.chmod(0o500)),
    "folder unreadable": lambda _, path, __: path.parent.chmod(0),
    "folder a file": lambda _, path, __: (
        shutil.rmtree(path.parent, ignore_errors=True),
        path.parent.exists() or path.parent.write_bytes(b"x"),
    ),
}  # fmt: skip


# The home and the cache.


def begun(cache: Path) -> None:
    """Make a cache that holds something."""
    cache.mkdir(mode=0o700, exist_ok=True)
    with emi.DiskStore(cache) as store:
        emi.solve(emi.Mastermind(2, 2), store=store)


def no_home(source, _, line):
    """Run as a user without an entry in the list of users, and without a usable HOME."""
    given = source.choice(
        [[], ["HOME="], ["HOME=/"], ["HOME=/nonexistent"], ["HOME=relative"], ["HOME=/dev/null"],
         ["HOME=/", "XDG_CACHE_HOME=/nonexistent/cache"], ["XDG_CACHE_HOME=relative"]]
    )  # fmt: skip
    ended = run(as_stranger(f"NUMBA_CACHE_DIR={os.environ.get('NUMBA_CACHE_DIR', '')}",
                            *given, *line))  # fmt: skip
    return ended, {0}, 1


def closed_home(source, folder, line):
    """Run as an ordinary user with a home that cannot be written."""
    home = folder / "home"
    home.mkdir()
    kind = source.choice(["of root", "read-only", "file", "cache a file", "cache of others"])
    if kind == "file":
        home.rmdir()
        home.write_bytes(b"")
    elif kind in {"cache a file", "cache of others"}:
        os.chown(home, STRANGER, STRANGER)
        (home / ".cache").mkdir()
        os.chown(home / ".cache", STRANGER, STRANGER)
        (home / ".cache" / "emi").write_bytes(b"") if kind == "cache a file" else (
            home / ".cache" / "emi"
        ).mkdir(mode=0o755)
    elif kind == "read-only":
        os.chown(home, STRANGER, STRANGER)
        home.chmod(0o500)
    ended = run(as_stranger(f"NUMBA_CACHE_DIR={os.environ.get('NUMBA_CACHE_DIR', '')}",
                            f"HOME={home}", *line))  # fmt: skip
    return ended, {0}, 1


def read_only(source, folder, line):
    """Run with a cache that may be read only, as that of another user; or one that was named."""
    cache = folder / "cache"
    begun(cache)
    for path in cache.iterdir():
        path.chmod(0o400)
    cache.chmod(0o500)
    named = source.random() < 0.5
    place = ["--cache-dir", str(cache)] if named else []
    home = {} if named else {"XDG_CACHE_HOME": str(folder / "x")}
    if not named:
        (folder / "x").mkdir()
        cache.rename(folder / "x" / "emi")
    environment = {key: value for key, value in os.environ.items() if key != "EMI_CACHE_DIR"}
    before = _contents(folder)
    ended = run([*line, *place], environment=environment | home, preexec_fn=drop_rights)
    assert _contents(folder) == before
    return ended, {0, 2} if named else {0}, 1


def full_disk(source, folder, line):
    """Run on a disk that fills up: a small one, or one where no file can grow further."""
    cache, size = folder / "cache", source.randrange(4, 200) * 1024
    cache.mkdir(mode=0o700)
    if source.random() < 0.5:
        begun(cache)

    def limit():
        # Python ignores it, so that writing fails instead.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    if source.random() < 0.5:
        ended = run([*line, "--cache-dir", cache], preexec_fn=limit)
    else:
        script = (
            'mount -t tmpfs -o mode=700,size=$0 none "$1" || exit 77; shift; '
            '"$@"; code=$?; "${@: 1:3}" cache verify --cache-dir "${@: -1}" >/dev/null 2>&1 || '
            "test $? -ne 1 || code=99; exit $code"
        )
        whole = ["unshare", "--mount", "bash", "-c", script, str(size), str(cache)]
        ended = run([*whole, *line, "--cache-dir", cache])
        assert ended.code not in {77, 99}
    assert not (cache / "cache.db").exists() or verify(cache).faults == ()
    return ended, {0, 2}, 1


def locked(source, folder, line):
    """Run while another process holds the lock of the cache for some seconds."""
    cache, held = folder / "cache", source.choice([0.5, 2.0, 5.0, 8.0])
    begun(cache)
    holds = threading.Event()

    def hold():
        with closing(sqlite3.connect(cache / "cache.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            holds.set()
            time.sleep(held)

    thread = threading.Thread(target=hold)
    thread.start()
    holds.wait()
    ended = run([*line, "--cache-dir", cache])
    thread.join()
    if held >= 8.0:
        assert any("waiting for another process" in one for one in ended.lines), ended
    assert verify(cache).faults == ()
    return ended, {0}, 1


def killed(source, folder, line):
    """Kill a run at a random moment, some times, and let the next one come to its end."""
    cache = folder / "cache"
    for _ in range(source.choice([1, 2, 3])):
        process = subprocess.Popen(
            [*line, "--cache-dir", str(cache)], cwd=ROOT, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        with suppress(subprocess.TimeoutExpired):
            process.wait(source.uniform(0.1, 1.5))
        process.send_signal(source.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM]))
        process.wait()
    ended = run([*line, "--cache-dir", cache])
    # A comparison keeps nothing, and makes no cache.
    assert ("compare" in line) != (cache / DBNAME).exists()
    assert not (cache / DBNAME).exists() or verify(cache).faults == ()
    return ended, {0}, 0


def _contents(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file()
    }


#: What each place is called on the page; a function runs a command in a place that it makes, and
#: returns how it ended, the exit codes that are right, and how many lines it may say.
PLACES = {
    no_home: "no home",
    closed_home: "a home that cannot be written",
    read_only: "a folder that may only be read",
    full_disk: "a disk that is full",
    locked: "a cache that another process locks",
    killed: "killed in the middle",
}
