"""Views of single results, against golden files."""

from dataclasses import replace

import pytest

import emi
from emi.playing.challenge import Challenge
from emi.reports.views import files, status
from emi.reports.views.live import ranked
from emi.results.files import (
    CacheInfo,
    Certified,
    Cleared,
    Compiled,
    LexiconCheck,
    ListFinding,
    Merged,
    Status,
    Verdict,
    Verified,
)
from emi.search.model.bounds import Bounds
from tests.reports.samples import facts, solved, written

CODES = emi.Moo(2, 4)
WORDS = emi.Motus(["CADES", "CAFES", "CAGES", "CAKES", "CAMES", "CARIE"])
LEXICON = emi.Lexicon("small.txt", ("ABACA", "ABACO"), "unknown", "small.txt")
STATES = [
    Status("C5", Bounds(4, 5), 1200, None, None, 3.0, 12.34),
    Status("C5, average", Bounds(20, None), 7, 3, 12, 3.0, None),
    Status("D5", Bounds(4, 4), 9, None, None, 60.0, None),
]
CERTIFIED = [
    Certified(
        facts("C5", 10), "average", Bounds(26, 26), 78, b"", "c5.emip", 1234, "guesses in all"
    ),
    Certified(facts("C6", 10), "worst", Bounds(3, 4), None, b"", "c6.emip", 999),
    Certified(facts("C7", 10), "pareto", None, None, b"", "c7.emip", 99),
]
VERDICTS = [
    Verdict("c5.emip", True, "C5", "7 (613 words)"),
    Verdict("d5.emip", False, reason="d5.emip: no lemma proves that all secrets cost 2"),
    Verdict("x", None, reason="x: not a certificate of emi's format"),
]


def reviewed():
    host = CODES.start().play("21")
    for guess in ("01", "13", "21"):
        host.push(guess)
    return host.position.review(limits=emi.Limits())


def challenged():
    found = Challenge(["abaca"], LEXICON).run()
    return replace(found, attempts=tuple(replace(one, seconds=0.5) for one in found.attempts))


def judged(tmp_path):
    path = tmp_path / "moo.json"
    path.write_text('{"guess": "01", "branches": {"0B1C": {"guess": "12"}}}')
    return emi.judge(CODES, path)


SHOWN = {
    "fairness": lambda _: emi.table([emi.fairness(WORDS, 4), emi.fairness(WORDS, 6)]),
    "fairness, alone": lambda _: emi.table(emi.fairness(WORDS, 4)),
    "judged": lambda tmp_path: emi.table(judged(tmp_path)),
    "opponent": lambda _: emi.table(replace(emi.greedy_opponent(CODES), seconds=0.5)),
    "position": lambda _: emi.table(emi.Position(CODES, [("01", "1B0C")])),
    "strategy": lambda _: emi.table(emi.strategy(CODES, heuristic="Max")),
    "review": lambda _: emi.table(reviewed()),
    "challenge": lambda _: emi.table(challenged()),
    "ranked": lambda _: ranked(emi.Position(CODES, [("01", "1B0C")]).explain("Sum")),
    "verdicts": lambda _: emi.table(VERDICTS),
    "lexicon": lambda _: emi.table(LEXICON.summary),
    "lexicons": lambda _: emi.table([LEXICON.summary]),
    "lexicon, checked": lambda _: emi.table(
        LexiconCheck("a.txt", 2, {"shorter": 1}, {}, (ListFinding(2, "x", "shorter"),))
    ),
    "cache": lambda _: emi.table(CacheInfo("/cache", 3, 1200, 12345)),
    "cache, merged": lambda _: emi.table(Merged(3, 20, 2, 1, ("C5",), (), "/cache")),
    "cache, merged, little": lambda _: emi.table(Merged(1, 1, folder="/cache")),
    "cache, verified": lambda _: emi.table(Verified(3, 9, 20, 2)),
    "cache, faulty": lambda _: emi.table(Verified(3, 9, 20, 2, ("a fault", "another"), True)),
    "compiled": lambda _: emi.table(Compiled(1.25, anew=True)),
    "certificates": lambda _: emi.table(CERTIFIED),
    "cache, cleared": lambda _: emi.table(Cleared("/cache", 1200)),
    "status": lambda _: status.status(STATES),
    "status, all": lambda _: status.status(STATES, every=True),
}


@pytest.mark.parametrize("name", SHOWN)
def test_golden(name, golden, tmp_path):
    golden(written(SHOWN[name](tmp_path)))


def test_golden_lines(golden):
    found = [emi.fairness(WORDS, 4), replace(emi.fairness(WORDS, 4), removed=None)]
    cells = [solved("C5", 4, 4), solved("D5", 4, 5)]
    lacking = {"value": ["D5"], "proof": [f"{letter}5" for letter in "ABCDEFGHIJKL"]}
    lines = [
        *files.fair_list("fair.txt", 5, 1, found),
        *files.page("page.html", 12345, cells, lacking, stopped=False),
        *files.page("page.html", 12345, cells, lacking, stopped=True),
        files.strategy("c.json", emi.strategy(CODES, heuristic="Max")),
        *status.warned(Merged(contradictions=("C5",), damaged=("old: a record",))),
        *emi.table(CacheInfo("/cache")).lines,
        files.missing("result for", ["C5", "D5"], stopped=True),
    ]
    golden(lines)
