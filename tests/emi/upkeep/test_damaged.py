"""A cache that is damaged, full, read-only or shared: never a wrong value, and said in a line."""

import os
import random
import resource
import signal
import warnings
from contextlib import contextmanager

import pytest

import emi
from emi import Average, Guaranteed, Limits, WorstCase, solve
from emi.cache import CacheError, DiskStore
from emi.upkeep.audit import verify
from tests.emi.cases import FAMILY, PAPER, long_game

LONG, SMALL, ALIKE = long_game(), emi.Motus(PAPER), emi.Motus(FAMILY)
ASKED = [(LONG, WorstCase()), (SMALL, Average()), (ALIKE, Guaranteed(3)), (ALIKE, WorstCase())]


@pytest.fixture(scope="module")
def truth(tmp_path_factory):
    """Return the values of the game, and the database that holds them."""
    folder = tmp_path_factory.mktemp("whole")
    with DiskStore(folder / "cache") as store:
        # Of the first one there is what was proven on the way.
        begun = solve(LONG, limits=Limits(nodes=200), store=store)
        assert not begun.proven
        values = [solve(LONG).bounds]
        values += [solve(*asked, store=store).bounds for asked in ASKED[1:]]
    return values, (folder / "cache" / "cache.db").read_bytes()


def mutated(blob, source):
    """Return a database as a bad disk, a crash or a hand may leave it."""
    blob = bytearray(blob)
    for _ in range(source.choice([1, 1, 2, 8])):
        at, many = source.randrange(len(blob)), source.choice([1, 4, 64, 1024, 4096])
        kind = source.randrange(5)
        if kind == 0:
            blob[at] ^= 1 << source.randrange(8)
        elif kind == 1:
            blob[at : at + many] = bytes(len(blob[at : at + many]))
        elif kind == 2:
            blob[at : at + many] = source.randbytes(len(blob[at : at + many]))
        elif kind == 3:
            to = source.randrange(len(blob))
            piece = blob[to : to + many]
            blob[at : at + len(piece)] = piece
        elif source.randrange(4) == 0:
            del blob[max(at, 1) :]
    return bytes(blob)


def asked_of(folder, values):
    """Ask all questions of a cache that may be damaged; return how many lines were said."""
    said = []
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            with DiskStore(folder) as store:
                for asked, value in zip(ASKED, values, strict=True):
                    assert solve(*asked, store=store).bounds == value
        said = [str(one.message) for one in caught]
    except CacheError as error:
        said = [str(error)]
    assert all("\n" not in line for line in said)
    # For each question: what was dropped, and that nothing more is kept.
    assert len(said) <= 2 * len(ASKED)
    return said


def mutations(folder, truth, seeds):
    """Mutate a cache once for each seed; return the number of mutations noticed."""
    values, blob = truth
    noticed = 0
    for seed in seeds:
        place = folder / str(seed)
        place.mkdir(mode=0o700)
        (place / "cache.db").write_bytes(mutated(blob, random.Random(seed)))
        noticed += bool(asked_of(place, values))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                verify(place, repair=True)
            except CacheError as error:
                assert "\n" not in str(error)  # noqa: PT017 - most end without one
            else:
                assert verify(place).faults == ()
                assert asked_of(place, values) == []
    return noticed


def test_a_database_that_was_mutated_gives_no_wrong_value_and_can_be_repaired(tmp_path, truth):
    assert mutations(tmp_path, truth, range(15)) > 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_is_one_line(tmp_path, run, lexicon, truth):
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    (folder / "cache.db").write_bytes(truth[1])
    folder.chmod(0o500)
    done = run("solve", "C5", "--lexicon", lexicon)
    folder.chmod(0o700)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"emi: {folder}: the cache folder is not writable\n"


@contextmanager
def full_disk():
    """Let no file grow: that is how a disk that is full looks to SQLite."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_full_disk_costs_what_is_kept_and_not_the_value(tmp_path, truth, golden, refused):
    values, blob = truth
    tmp_path.chmod(0o700)
    (tmp_path / "cache.db").write_bytes(blob)
    with DiskStore(tmp_path) as store:
        with full_disk(), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = solve(LONG, store=store)
        assert found.bounds == values[0]
        (said,) = caught
        golden(str(said.message))
        with full_disk(), refused(CacheError):
            DiskStore(tmp_path / "new")
    # What was there is there.
    assert verify(tmp_path).faults == ()
    assert asked_of(tmp_path, values) == []
