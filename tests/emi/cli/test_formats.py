"""What a command prints is `emi.table` of its result, in every format."""

import csv
import io
import re
from functools import cache
from types import SimpleNamespace

import pytest

import emi
from emi.analysis.fairness import difficulty
from emi.cache import DiskStore
from emi.cli.output import titled
from emi.lexicon.load import BUILTIN, DUPLICATE
from emi.playing.challenge import Challenge
from emi.published import words as published_words
from emi.published.parts import Inputs
from emi.reports import render
from emi.reports.table import REPORTED
from emi.reports.views.published import report as whole
from emi.results.files import (
    CacheInfo,
    Certified,
    Cleared,
    Compiled,
    LexiconCheck,
    ListFinding,
    Merged,
)
from emi.search.model.limits import Limits
from emi.strategies.judged import beside_exact
from emi.tables import _ONE, _SEVERAL
from emi.upkeep.audit import status, verify
from emi.upkeep.merge import merge
from emi.work.run import Run
from tests.emi.conftest import WORDS

GAME = emi.Moo(2, 4)
PEGS = emi.Mastermind(2, 3)
#: Two lines of a game, shared without its guesses.
SHARED = "emi mastermind:2x3, fair: 2\n⚫\n⚫⚫\n"
TITLES = {
    "pareto": "Fewest misses, least average, moo:2x4",
    "compare": "One-step strategies, moo:2x4",
}


def cells(lexicon):
    words = emi.load(str(lexicon))
    return words, [emi.Motus.of_cell(name, words) for name in ("A5", "C5")]


def judged(tmp_path):
    path = tmp_path / "moo.json"
    path.write_text('{"guess": "01", "branches": {}}')
    return path


def held(folder):
    """Return what a cache holds."""
    with DiskStore(folder) as store:
        info = store.info()
    return CacheInfo(str(folder), info.games, info.records, info.size)


def after(*guesses):
    """Return the positions after each of some guesses, towards the last one."""
    made = range(1, len(guesses) + 1)
    return [emi.Position.towards(GAME, guesses[-1], guesses[:count]) for count in made]


def certified(made, path):
    """Return a certificate that lies in a file, as the command writes it to another."""
    size = made.stat().st_size
    return Certified(GAME.facts, "worst", emi.solve(GAME).bounds, None, b"", str(path), size)


def shown(result, **how):
    """Return a result, and how its view is asked for."""
    return result, how


#: The command, and what makes its result of a word list and a folder.
CASES = {
    "solve": ("solve moo:2x4", lambda *_: shown(emi.solve(GAME))),
    "average": (
        "solve moo:2x4 --objective average",
        lambda *_: shown(emi.solve(GAME, emi.Average())),
    ),
    "guaranteed": (
        "solve moo:2x4 --objective guaranteed --tries 2",
        lambda *_: shown(emi.solve(GAME, emi.Guaranteed(2))),
    ),
    "several": (
        "solve moo:2x4 moo:2x5",
        lambda *_: shown([emi.solve(GAME), emi.solve("moo:2x5")], seconds=0.0),
    ),
    "table": (
        "table --lexicon {lexicon} --lengths 5",
        lambda lexicon, _: shown([emi.solve(one) for one in cells(lexicon)[1]], seconds=0.0),
    ),
    "pareto": (
        "solve moo:2x4 --objective pareto",
        lambda *_: shown(emi.pareto(GAME), title=TITLES["pareto"], seconds=0.0),
    ),
    "compare": (
        "compare moo:2x4 --heuristic Max --heuristic Bobo",
        lambda *_: shown(
            [emi.play(GAME, name) for name in ("Max", "Bobo")], title=TITLES["compare"]
        ),
    ),
    "judged": (
        "compare moo:2x4 --import {tmp_path}/moo.json",
        lambda _, tmp_path: shown(beside_exact(emi.judge(GAME, tmp_path / "moo.json"), Limits(30))),
    ),
    "explain": (
        "explain moo:2x4 --clues 01:1b0w --sort Sum --top all --show all",
        lambda *_: shown(emi.Position(GAME, [("01", "1B0C")]).explain("Sum", top=None)),
    ),
    "partitions": (
        "explain moo:2x4 --partitions 01,02",
        lambda *_: shown(emi.partitions(GAME, ["01", "02"])),
    ),
    "fairness": (
        "fairness {lexicon} --lengths 5 --tries 2",
        lambda lexicon, _: shown(
            [emi.fairness(one, 2) for one in cells(lexicon)[1]],
            title=titled("Fairness", cells(lexicon)[0]),
        ),
    ),
    "verify": (
        "verify {tmp_path}/moo.emip",
        lambda _, tmp_path: shown([emi.verify(tmp_path / "moo.emip")]),
    ),
    "certify": (
        "certify moo:2x4 --out {tmp_path}/made.emip",
        lambda _, tmp_path: shown([certified(tmp_path / "moo.emip", tmp_path / "made.emip")]),
    ),
    "words": (
        "fairness {lexicon} --lengths 5 --words",
        lambda lexicon, _: shown(
            [difficulty(one) for one in cells(lexicon)[1]],
            title=titled("Difficulty", cells(lexicon)[0]),
        ),
    ),
    "warm-up": ("warm-up", lambda *_: shown(Compiled(0.0, anew=False))),
    "lexicon": (
        "lexicon show {lexicon}",
        lambda lexicon, _: shown(emi.load(str(lexicon)).summary),
    ),
    "lexicons": (
        "lexicon list",
        lambda *_: shown([emi.load(name).summary for name in BUILTIN]),
    ),
    "checked": (
        "lexicon check {tmp_path}/twice.txt",
        lambda *_: shown(
            LexiconCheck(
                "twice.txt",
                1,
                {},
                {DUPLICATE: 1},
                (ListFinding(2, "CABLE", "duplicate of line 1"),),
            )
        ),
    ),
    "cache info": (
        "cache info --cache-dir {tmp_path}/kept",
        lambda _, tmp_path: shown(held(tmp_path / "kept")),
    ),
    "cache status": (
        "cache status --all --cache-dir {tmp_path}/kept",
        lambda _, tmp_path: shown(status(tmp_path / "kept"), every=True),
    ),
    "cache merge": (
        "cache merge {tmp_path}/kept --cache-dir {tmp_path}/merged",
        lambda _, tmp_path: shown(Merged(1, folder=f"{tmp_path}/merged")),
    ),
    "cache verify": (
        "cache verify --cache-dir {tmp_path}/kept",
        lambda _, tmp_path: shown(verify(tmp_path / "kept")),
    ),
    "cache clear": (
        "cache clear --cache-dir {tmp_path}/none",
        lambda _, tmp_path: shown(Cleared(f"{tmp_path}/none")),
    ),
    "review": (
        "review moo:2x4 --clues 01:1b0w,02:2b0w",
        lambda *_: shown(emi.Position.towards(GAME, "02", ["01", "02"]).review()),
    ),
    "adversary": (
        "report adversary moo:2x4",
        lambda *_: shown(emi.greedy_opponent(GAME)),
    ),
}


def untimed(text, form):
    """Return a text without the times that a run takes."""
    if form == "csv":
        return [
            {name: value for name, value in row.items() if name != "seconds"}
            for row in csv.DictReader(io.StringIO(text))
        ]
    text = re.sub(r'"seconds": [^,}\n]+', '"seconds": 0', text)
    text = re.sub(r'data-key="[\d.e-]+">\d+\.\d{2,3}<', "<", text)
    return re.sub(r"\d+\.\d{1,3}( s)?(?=\D|$)", "0", text).split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with what the commands read."""
    folder = tmp_path_factory.mktemp("formats")
    (folder / "small.txt").write_text("\n".join(WORDS.split()) + "\n")
    (folder / "twice.txt").write_text("CABLE\nCABLE\n")
    with DiskStore(folder / "kept") as store:
        emi.solve(GAME, store=store)
    with DiskStore(folder / "merged") as store:
        merge(store, [folder / "kept"])
    judged(folder)
    emi.solve(GAME).certificate().write(folder / "moo.emip")
    return folder


@pytest.fixture(scope="module")
def tables(folder):
    """Return a function that gives a result and its table, which is made once."""

    @cache
    def tables(name):
        result, how = CASES[name][1](folder / "small.txt", folder)
        return result, emi.table(result, **how)

    return tables


@pytest.fixture(autouse=True)
def _alike(monkeypatch):
    """Let all searches be idle for as long, nothing be compiled, and a shared game be typed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(SHARED))
    monkeypatch.setattr("emi.cli.cache.compile_everything", lambda: None)
    monkeypatch.setattr("emi.cli.cache.time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr("emi.upkeep.audit.time", SimpleNamespace(time=lambda: 3e9))


# Each format of a table is tested once, in tests/reports: here one for people, one for programs.
@pytest.mark.parametrize("form", ["table", "json"])
@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_the_table_of_its_result(name, form, ran, folder, tables):
    line = CASES[name][0].format(lexicon=folder / "small.txt", tmp_path=folder)
    printed = ran(f"{line} --format {form}")
    assert untimed(printed, form) == untimed(tables(name)[1].render(form), form)


def test_every_result_with_a_table_is_printed_by_a_command_above_or_below(tables):
    results = [tables(name)[0] for name in CASES]
    kinds = {type(one[0] if isinstance(one, list) else one).__name__ for one in results}
    # Of a position and a strategy there are tables in a notebook alone; a heuristic's performances
    # are put together by the table.
    others = {"ChallengeResult", "PublishedTable", "Position", "Strategy", "HeuristicResult"}
    # They are compared with a position in tests/emi/cli/test_boards.py.
    others |= {"BoardsAdvice", "BoardsReview"}
    assert kinds | others == {*_ONE, *_SEVERAL}


@pytest.mark.parametrize("form", ["table", "json"])
def test_a_challenge_ends_with_the_table_of_its_result(form, ran, folder):
    lexicon = folder / "small.txt"
    printed = ran(f"play --reverse CADRE --lexicon {lexicon} --format {form}")
    expected = untimed(
        emi.table(Challenge(["CADRE"], emi.load(lexicon), clock=180).run()).render(form), form
    )
    found = untimed(printed, form)
    # A terminal shows the guesses before, as they are made.
    assert (found[-len(expected) :] if form == "table" else found) == expected


@pytest.mark.parametrize("form", REPORTED)
def test_a_report_has_the_tables_of_its_results(form, ran, folder):
    words = emi.load(folder / "small.txt")
    inputs = Inputs(words, [], 1, lambda games, work: Run(games, work, jobs=1).run())
    section = published_words.jotto(inputs)
    printed = ran(f"report published --only jotto --lexicon {words.source} --format {form}")
    assert printed == render(whole("Published tables, recomputed", [section]), form)
    (shown,) = section.tables
    lines = shown.render("markdown").splitlines()
    assert form == "html" or {line for line in lines if line.startswith("|")} <= {
        *printed.splitlines()
    }


def test_the_verdicts_of_a_run_are_the_lines_of_their_table(run, folder):
    (folder / "not.emip").write_text("x")
    names = [folder / name for name in ("moo.emip", "not.emip", "moo.emip")]
    shown = run("verify", *names).out
    written = folder / "verdicts.txt"
    run("verify", *names, "--out", written)
    assert shown == written.read_text() == f"{emi.verify(names[0])}\n" * 2
