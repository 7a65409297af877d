"""Any input raises only the project's own errors, quickly and in little memory.

EMI_FUZZ says how many inputs. Input number n is made from the seed `SEED` + n alone.
"""

import contextlib
import io
import os
import random
import resource
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from emi import Average, Mastermind, Motus, game_named, solve
from emi.errors import EmiError
from emi.games.cell import Cell, Tries, parse_lengths, parse_letters
from emi.games.clues import parse_guesses
from emi.lexicon import load as loading
from emi.lexicon.load import load
from emi.proof import verify
from emi.search.model.candidates import Candidates
from emi.search.model.record import Proven, decode, decode_alone, encode
from emi.search.model.written import STRATEGY, check_written
from tests.emi.cases import ROOT
from tests.endure import command_line

INPUTS = int(os.environ.get("EMI_FUZZ", "1000000"))
SEED = 20180040
#: The most seconds that one input may take, of the processor; and by the clock, if it only waits.
MOST, WAITING = 2, 20
#: Inputs between two lines of progress.
PROGRESS = 50_000
#: The most memory that reading may take, beside what the program has already.
MEMORY = 512 << 20
PIECES = [*"ABCÉß019:,;-/#. \t\n\0\ufeff٣", "C5", "A-Z", "5-10", "LEGALES:GYGBBBB",
          "mastermind:4x6", "moo:3x6", "jotto", "9" * 30, "logik", "word,count\n",
          "légales"]  # fmt: skip
SOME = [Proven(Candidates([0, 3], 8), 2, 2, 1), Proven(Candidates.every(8), 3, 5, -1)]
COSTS = [Proven(None, 10, 15, 2, 0), Proven(Candidates([1, 2], 8), 3, 3, 1, 1)]
GAME = Motus(["LIGNINE", "LIGNITE", "LOGIQUE"])
WORDS = "CABAN CABLE CACHE CADET CADRE CAFES CALER CANAL CANNE CASER CACHER CADEAU ABACA ACIER"


def text(source):
    return "".join(source.choices(PIECES, k=source.randint(0, 8)))


def notation(source, _):
    read = source.choice([
        Cell.parse, parse_lengths, parse_letters, Tries.parse,
        lambda one: parse_guesses(one, clued=True),
        lambda one: parse_guesses(one, clued=False, game=GAME),
    ])  # fmt: skip
    read(text(source))


def name(source, _):
    # A name that is one makes a game, which may be large: only its beginning may be right.
    game_named(text(source)[:12] + "?")


def mutated(source, blob, pieces=()):
    blob = bytearray(blob)
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(blob) + 1)
        new = source.randbytes(source.randint(0, 4))
        if pieces and source.random() < 0.7:
            new = source.choice(pieces)
        blob[at : at + source.randint(0, 4)] = new
    return bytes(blob)


def record(source, _):
    blob = source.choice([encode(SOME), encode(COSTS), STRATEGY + b"x\x9c\x03\0"])
    read = source.choice([decode_alone, check_written, lambda one: decode(one, 8, 9)])
    read(mutated(source, blob) if source.random() < 0.9 else blob)


def lexicon(source, folder):
    path = folder / "words.txt"
    blob = (text(source) * source.randint(1, 3)).encode(source.choice(["utf-8", "utf-16"]))
    if source.random() < 0.3:
        blob = source.choice([b"", b"\x1f\x8b", b"\xfd7zXZ\0", b"BZh91AY&SY"]) + source.randbytes(
            40
        )
    path.write_bytes(blob)
    load(path, column=source.choice([None, None, "word", 1, 10**9]))


@cache
def certificates(folder):
    """Return certificates, and the list of words that some of them use."""
    words = folder / "listed.txt"
    words.write_text("\n".join(WORDS.split()) + "\n")
    game = Motus.of_cell("C5", load(words))
    solved = solve(game), solve(game, Average()), solve(Mastermind(2, 3), Average())
    return [one.certificate().encode() for one in solved], words


PARTS = [b" ", b"\n", b"0", b"1 ", b"9" * 20, b"-1", b"steps\n", b"emip 2\n", b"\nrule moo",
         b"hard hints\n", b"{}", b"5 1 1\n", b"6 2 1 1 2 3\n", b"\xff", b"CANAL", b"1e9",
         b"\x1f\x8b", b"4 1 1 2 1 2\n", b"7 1 1\n"]  # fmt: skip


def certificate(source, folder):
    found, words = certificates(folder)
    path = folder / "certificate"
    path.write_bytes(mutated(source, source.choice(found), PARTS))
    said, line = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(line):
        code = verify.main([str(path), str(words)])
    both = said.getvalue() + line.getvalue()
    assert code in {0, 1, 2}
    assert both.count("\n") == 1
    assert "MemoryError" not in both
    assert len(both) < 1000


def command(source, folder):
    os.chdir(folder)
    Path("words.txt").write_text("\n".join(WORDS.split()) + "\n")
    done = command_line.ran(command_line.line(source))
    assert done.code in {0, 1, 2}
    assert "Traceback" not in done.err
    assert "out of memory" not in done.err
    said = done.err.splitlines()
    assert done.code != 2 or said[0].startswith("Usage: ") or said[-1].startswith("emi: ")
    assert all(len(line) < 1000 for line in done.err.splitlines())


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Replace slow work of the command line, and set the limits of each input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EMI_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    few = loading.Lexicon("fr", tuple(sorted(WORDS.split())), "MPL-2.0", "")
    monkeypatch.setattr(loading, "builtin", lambda _: few)
    Path("words.txt").write_text("\n".join(WORDS.split()) + "\n")
    for line in ("solve C5", "solve C5 --objective average", "solve C5 --hard possible",
                 "solve C5 --objective guaranteed --tries 2", "compare C5", "explain C5",
                 "solve --objective pareto C5", "fairness words.txt", "page --out x.html C5",
                 "strategy C5", "solve C5 A5", "explain C5 --partitions CABAN",
                 "certify C5 --out x.emip", "play C5", "solve moo:2x4",
                 "solve mastermind:2x3", "solve C5 --hard hints --objective average"):  # fmt: skip
        command_line.ran([*line.split(), "--lexicon", "words.txt"])


@contextlib.contextmanager
def limited():
    """Limit the memory of an input, where the system supports it."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


KINDS = [
    (notation, 0.447),
    (name, 0.1),
    (record, 0.38),
    (lexicon, 0.05),
    (certificate, 0.02),
    (command, 0.003),
]
CALLED = {notation: "notations", name: "names of games", record: "records of caches",
          lexicon: "lexica", certificate: "certificates", command: "command lines"}  # fmt: skip


@pytest.mark.parametrize(("kind", "share"), KINDS)
@pytest.mark.parametrize("many", [2000, pytest.param(INPUTS, marks=pytest.mark.endure)])
def test_what_is_read_is_refused_by_an_error_of_ours_or_is_right(
    tmp_path, kind, share, many, request, endured, say
):
    def late(*_):
        raise AssertionError(f"an input took more than {MOST} s")

    signals = {one: signal.signal(one, late) for one in (signal.SIGPROF, signal.SIGALRM)}
    if kind is command:
        request.getfixturevalue("small")
    if kind is certificate:
        certificates(tmp_path)
    number, slowest = 0, 0.0
    try:
        with contextlib.ExitStack() as stack:
            for number in range(int(many * share)):
                if number % PROGRESS == PROGRESS - 1:
                    say(f"{CALLED[kind]}: {number + 1:,} of {int(many * share):,}")
                if number % 100 == 0:
                    stack.close()
                    stack.enter_context(limited())
                source = random.Random(SEED + number)
                signal.setitimer(signal.ITIMER_PROF, MOST)
                signal.setitimer(signal.ITIMER_REAL, WAITING)
                refused, began = "", time.process_time()
                try:
                    kind(source, tmp_path)
                except EmiError as error:
                    refused = str(error)
                except ValueError as error:
                    refused = str(error) if kind is record else "\n"
                assert "\n" not in refused
                slowest = max(slowest, time.process_time() - began)
    except BaseException as error:
        error.add_note(f"input {number} of {kind.__name__}, seed {SEED + number}")
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in signals.items():
            signal.signal(one, handler)
    endured("fuzzed", {"what": CALLED[kind], "inputs": number + 1, "slowest": slowest})


@pytest.mark.parametrize("many", [2, pytest.param(50, marks=pytest.mark.endure)])
def test_the_program_itself_refuses_what_makes_no_sense(tmp_path, many, endured):
    (tmp_path / "words.txt").write_text("\n".join(WORDS.split()) + "\n")
    for number in range(many):
        line = command_line.line(random.Random(-SEED - number))
        line = [*map(os.fsencode, line), b"--no-such-option"]
        done = subprocess.run(
            [sys.executable, "-m", "emi", *line],
            cwd=tmp_path, check=False, capture_output=True, timeout=60, stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT), "EMI_CACHE_DIR": str(tmp_path / "cache")},
        )  # fmt: skip
        assert done.returncode in {0, 2}, line
        assert b"Traceback" not in done.stderr
        assert done.returncode == 0 or done.stderr.splitlines()[-1].startswith(b"emi: ")
    endured("processes", {"inputs": many})
