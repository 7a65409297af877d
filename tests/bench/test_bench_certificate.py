"""The cost of writing a proof relative to finding the value, of checking it, and its size."""

import time

import pytest

from emi.games.motus import Motus
from emi.proof.checking import verify
from emi.questions.certifying import certified
from emi.questions.question import Question
from emi.questions.solving import solve

pytestmark = pytest.mark.bench

# Hard cells of each kind: deep, broad, and with many cores.
CELLS = ["C5", "R5", "C6", "A7", "R7", "P9"]
#: For the other cells, the checker takes minutes each.
CHECKED = CELLS[:3]

#: Work that takes longer than these seconds is done once; shorter work is repeated.
LONG, SHORT, ROUNDS = 2.0, 0.5, 15


def certificate(game):
    return certified(Question(game))


@pytest.mark.parametrize("asked", [*CELLS, "C5 hints"])
def test_certifying(benchmark, lexicon, asked, tmp_path):
    cell, _, hard = asked.partition(" ")
    game = Motus.of_cell(cell, lexicon)
    if hard:
        game = game.hardened(hard)
    solving = [solve(game).seconds]
    while len(solving) < 3 and solving[0] < LONG:
        solving.append(solve(game).seconds)
    made = benchmark.pedantic(certificate, [game], rounds=len(solving))
    path = tmp_path / "c.emip.xz"
    made.write(path)
    benchmark.extra_info["times_solving"] = round(benchmark.stats.stats.min / min(solving), 2)
    benchmark.extra_info["bytes"] = path.stat().st_size
    if cell in CHECKED:
        began = time.perf_counter()
        assert str(verify(path, lexicon)).startswith(f"OK {game.name}: ")
        benchmark.extra_info["seconds_checking"] = round(time.perf_counter() - began, 2)


def test_writing_beside_solving_for_all_cells(benchmark, lexicon):
    """Compare `emi certify` with `emi solve` on one core, without start-up."""
    cells = [f"{initial}{length}" for initial, length in lexicon.counts()]

    def clocked(work, cell) -> float:
        # A new game each time, so that nothing is cached.
        game = Motus.of_cell(cell, lexicon)
        began = time.perf_counter()
        work(game)
        return time.perf_counter() - began

    def write(game):
        return certificate(game).encode(".xz")

    def run() -> list[tuple[float, float, str]]:
        figures = []
        for cell in cells:
            solving, writing = [], []
            while len(solving) < ROUNDS and sum(solving + writing) < SHORT:
                solving.append(clocked(solve, cell))
                writing.append(clocked(write, cell))
            figures.append((min(solving), min(writing), cell))
        return figures

    figures = benchmark.pedantic(run, rounds=1)
    solving, writing = (sum(times) for times in list(zip(*figures, strict=True))[:2])
    above = [(s, w / s, cell) for s, w, cell in figures if w > 2 * s]
    benchmark.extra_info["ratio_of_sums"] = round(writing / solving, 2)
    benchmark.extra_info["worst_from_10_ms"] = max(
        (round(w / s, 2), cell) for s, w, cell in figures if s >= 0.01
    )
    benchmark.extra_info["worst"] = max((round(w / s, 2), cell) for s, w, cell in figures)
    benchmark.extra_info["above_2"] = len(above)
    benchmark.extra_info["longest_solving_above_2"] = max((s for s, _, _ in above), default=0.0)
