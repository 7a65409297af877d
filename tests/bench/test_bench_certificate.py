"""What it costs to write a proof beside finding the value, to check it, and to keep it."""

import pytest

from emi.answer import solve
from emi.certificate import certificate, encode
from emi.games.motus import Motus
from emi.verify import verify

pytestmark = pytest.mark.bench

# Hard cells of each kind: deep, broad, and with many cores.
CELLS = ["C5", "R5", "C6", "A7", "R7", "P9"]


@pytest.mark.parametrize("cell", CELLS)
def test_certifying(benchmark, lexicon, cell, tmp_path):
    game = Motus.of_cell(cell, lexicon)
    solving = min(solve(game).seconds for _ in range(3))
    data = benchmark.pedantic(certificate, [game], rounds=3)
    path = tmp_path / "c.json.xz"
    path.write_bytes(encode(data, compressed=True))
    benchmark.extra_info["times_solving"] = round(benchmark.stats.stats.min / solving, 2)
    benchmark.extra_info["bytes"] = path.stat().st_size
    assert verify(path, lexicon).startswith(f"OK {cell}: ")


@pytest.mark.parametrize("cell", CELLS)
def test_checking(benchmark, lexicon, cell, tmp_path):
    path = tmp_path / "c.json.xz"
    path.write_bytes(encode(certificate(Motus.of_cell(cell, lexicon)), compressed=True))
    line = benchmark.pedantic(verify, [path, lexicon], rounds=1)
    assert line.startswith(f"OK {cell}: ")
