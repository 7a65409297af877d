"""Caches that are damaged, on a disk that is full, read-only, or shared by four processes."""

import ctypes
import os
import subprocess
import sys

import pytest

from emi.upkeep.audit import verify
from tests.emi.cases import ROOT
from tests.emi.upkeep import test_damaged
from tests.endure.killing import started, words

pytestmark = pytest.mark.endure

truth = test_damaged.truth
#: What Linux calls the right of root to write where others may not.
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def test_500_mutations_give_no_wrong_value(tmp_path, truth, endured):
    noticed = test_damaged.mutations(tmp_path, truth, range(1000, 1500))
    assert noticed > 100
    endured("mutated", {"mutations": 500, "noticed": noticed})


def test_a_full_disk(tmp_path, truth, endured):
    test_damaged.test_a_full_disk_costs_what_is_kept_and_not_the_value(tmp_path, truth)
    endured("disk", {"what": "A disk that is full in the middle of a search: the value is right, "
                             "one line says that nothing more is kept, and what was there is "
                             "there"})  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="root may write anywhere")
def test_a_folder_that_is_read_only(tmp_path, endured):
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o500)

    def like_others():
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)

    done = subprocess.run(
        [sys.executable, "-m", "emi", "solve", "mastermind:2x3"], cwd=ROOT, check=False,
        env={**os.environ, "EMI_CACHE_DIR": str(folder)}, capture_output=True, text=True,
        preexec_fn=like_others,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"emi: {folder}: the cache folder is not writable\n"
    endured("disk", {"what": "A folder that is read-only: one line, exit code 2"})


@pytest.mark.parametrize(
    ("what", "lines"),
    [
        ("on one cell", ["solve 3"] * 4),
        ("on the cells of one table", ["table --lengths 3"] * 4),
        ("on one cache with a question each", [
            "solve 3", "solve 3 --objective average", "solve A3 --objective guaranteed --tries 3",
            "solve --objective pareto B3 --tries 3-4",
        ]),
    ],
)  # fmt: skip
def test_four_processes_share_one_cache(tmp_path, what, lines, endured):
    listed = words(tmp_path / "words.txt", 300)
    asked = [[*line.split(), "--lexicon", str(listed), "--format", "csv"] for line in lines]
    four = [started(line, tmp_path / "four") for line in asked]
    said = [process.communicate() for process in four]
    assert [process.returncode for process in four] == [0] * 4
    assert {err for _, err in said} == {""}
    assert verify(tmp_path / "four").faults == ()
    if len(set(lines)) == 1:
        assert len({values(out) for out, _ in said}) == 1
    for line, (out, _) in zip(asked, said, strict=True):
        alone = started(line, tmp_path / "alone")
        assert values(alone.communicate()[0]) == values(out)
    endured("shared", {"what": what})


def values(out):
    """Return a table without its times and its effort."""
    head, *rows = [line.split(",") for line in out.splitlines()]
    kept = [
        at
        for at, name in enumerate(head)
        if name not in {"seconds", "nodes", "first_guess", "stored"}
    ]
    return tuple(tuple(row[at] for at in kept) for row in rows)
