"""Kernels, homes and caches that fail in some way: right values, a line at most, nothing lost."""

import os
import pickle
import random
import shutil
import sys
from pathlib import Path

import numba
import pytest

import emi
from emi import compiling
from emi.search.compile import folders
from tests.emi.cases import ROOT
from tests.endure import places
from tests.endure.places import PLACES, SEED, Trap, command, damage, run, without
from tests.people import drop_rights, needs_modes, needs_root

pytestmark = pytest.mark.endure
#: Every 40th damage is to the kernels of the search, which take half a minute to compile. After
#: every 4th a second run shows that the first one left nothing that is not sound.
SEARCH, AGAIN = 40, 4


def parts(whole):
    """Return the numbers of all cases in parts of ten, which processes may share."""
    return pytest.mark.parametrize(
        "numbers", [range(at, at + 10) for at in range(0, whole, 10)], ids=lambda part: part.start
    )


@needs_modes
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
@parts(200)
def test_damages_of_the_folder_of_kernels(tmp_path, numbers, endured):
    rules = Path(ROOT, "emi/games/kernels")
    compiling.kernels_ready()
    emi.Mastermind(2, 3).matrix()
    search, rule = folders.kernel_folders().read[-1], folders.kernel_folders(rules).read[-1]
    line = [sys.executable, "-m", "emi", "solve", "mastermind:2x3", "--no-cache"]
    line += ["--format", "json"]
    truth, said, runs = run(line).values, 0, 0
    trap = pickle.dumps(Trap(tmp_path / "trapped"))
    for number in numbers:
        source, folder = random.Random(SEED + number), tmp_path / str(number)
        for one in (search, rule):
            shutil.copytree(one, folder / one.name)
        where = folder / (search if number % SEARCH == 0 else rule).name
        kind = damage(source, where, trap)
        environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
        for _ in range(2 if number % AGAIN == 0 else 1):
            ended = run(line, environment=environment, preexec_fn=drop_rights)
            assert ended.code == 0, (number, kind, ended)
            assert ended.values == truth, (number, kind)
            lines = without(ended.lines, "compiling the kernels")
            assert len(lines) <= 2, (number, kind, lines)
            assert all(str(folder) in one for one in lines), (number, kind, lines)
            said, runs = said + bool(lines), runs + 1
        assert not (tmp_path / "trapped").exists(), (number, kind)
        for path in [folder, *folder.rglob("*")]:
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(folder)
    endured("kernels", {"what": "kernels", "many": len(numbers), "runs": runs, "said": said})


@needs_root
@parts(50)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_commands_in_a_place_that_fails(tmp_path, place, numbers, endured):
    truths, said, refused = {}, 0, 0
    tmp_path.chmod(0o755)
    compiling.kernels_ready(hard=False, costs=True)
    for number in numbers:
        source = random.Random(SEED + number)
        folder = tmp_path / str(number)
        folder.mkdir(mode=0o755)
        line = command(source, tmp_path)
        if tuple(line) not in truths:
            truths[tuple(line)] = run([*line, "--no-cache"]).values
        ended, codes, most = place(source, folder, line)
        assert ended.code in codes, (number, line, ended)
        lines = without(ended.lines, "compiling the kernels", "waiting for another process")
        assert len(lines) <= most, (number, line, ended)
        if ended.code == 0:
            assert ended.values == truths[tuple(line)], (number, line)
        else:
            assert (ended.out, len(lines)) == ("", 1), (number, line, ended)
            refused += 1
        said += bool(ended.lines)
    what = PLACES[place]
    endured("places", {"what": what, "many": len(numbers), "said": said, "refused": refused})


def test_what_is_damaged_is_damaged(tmp_path):
    """Each damage changes a folder, or who may read it."""
    for kind, change in places.DAMAGE.items():
        folder = tmp_path / kind
        folder.mkdir()
        files = [folder / f"{name}_{number}.kernel" for name in "ab" for number in (1, 2)]
        for path in files:
            path.write_bytes(path.name.encode() * 50)
            path.chmod(0o644)
        before = _state(folder)
        change(random.Random(1), files[0], b"forged")
        assert _state(folder) != before, kind
        for path in (folder, *folder.glob("*")) if folder.is_dir() else ():
            path.is_symlink() or path.chmod(0o700)


def _state(folder):
    if not folder.is_dir():
        return None
    mode = folder.stat().st_mode
    folder.chmod(0o700)
    return mode, [
        (one.name, (status := one.lstat()).st_mode, status.st_uid,
         one.read_bytes() if one.is_file() else b"")
        for one in sorted(folder.iterdir())
    ]  # fmt: skip
