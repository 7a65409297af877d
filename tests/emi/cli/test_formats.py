"""What a command prints is `emi.table` of its result, in every format."""

import csv
import io
import re
from functools import cache

import pytest

import emi
from emi.cli.output import titled
from emi.strategies.judged import beside_exact
from reports import FORMATS
from search.model.limits import Limits
from tests.emi.conftest import WORDS

GAME = emi.Moo(2, 4)
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


#: The command, and what makes its result of a word list and a folder.
CASES = {
    "solve": ("solve moo:2x4", lambda *_: emi.table(emi.solve(GAME))),
    "average": (
        "solve moo:2x4 --objective average",
        lambda *_: emi.table(emi.solve(GAME, emi.Average())),
    ),
    "guaranteed": (
        "solve moo:2x4 --objective guaranteed --tries 2",
        lambda *_: emi.table(emi.solve(GAME, emi.Guaranteed(2))),
    ),
    "several": (
        "solve moo:2x4 moo:2x5",
        lambda *_: emi.table([emi.solve(GAME), emi.solve("moo:2x5")], seconds=0.0),
    ),
    "table": (
        "table --lexicon {lexicon} --lengths 5",
        lambda lexicon, _: emi.table([emi.solve(one) for one in cells(lexicon)[1]], seconds=0.0),
    ),
    "pareto": (
        "solve moo:2x4 --objective pareto",
        lambda *_: emi.table(emi.pareto(GAME), title=TITLES["pareto"], seconds=0.0),
    ),
    "compare": (
        "compare moo:2x4 --heuristic Max --heuristic Bobo",
        lambda *_: emi.table(
            [emi.play(GAME, name) for name in ("Max", "Bobo")], title=TITLES["compare"]
        ),
    ),
    "judged": (
        "compare moo:2x4 --import {tmp_path}/moo.json",
        lambda _, tmp_path: emi.table(
            beside_exact(emi.judge(GAME, tmp_path / "moo.json"), Limits(30))
        ),
    ),
    "explain": (
        "explain moo:2x4 --clues 01:1b0w --sort Sum --top all --show all",
        lambda *_: emi.table(emi.Position(GAME, [("01", "1B0C")]).explain("Sum", top=None)),
    ),
    "partitions": (
        "explain moo:2x4 --partitions 01,02",
        lambda *_: emi.table(emi.partitions(GAME, ["01", "02"])),
    ),
    "fairness": (
        "fairness {lexicon} --lengths 5 --tries 2",
        lambda lexicon, _: emi.table(
            [emi.fairness(one, 2) for one in cells(lexicon)[1]],
            title=titled("Fairness", cells(lexicon)[0]),
        ),
    ),
    "verify": (
        "verify {tmp_path}/moo.emip",
        lambda _, tmp_path: emi.table([emi.verify(tmp_path / "moo.emip")]),
    ),
    "lexicon": (
        "lexicon show {lexicon}",
        lambda lexicon, _: emi.table(emi.load(str(lexicon)).summary),
    ),
    "adversary": (
        "report adversary moo:2x4",
        lambda *_: emi.table(emi.greedy_opponent(GAME)),
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
    judged(folder)
    emi.solve(GAME).certificate().write(folder / "moo.emip")
    return folder


@pytest.fixture(scope="module")
def tables(folder):
    """Return a function that gives the table of a result, which is found once."""
    return cache(lambda name: CASES[name][1](folder / "small.txt", folder))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", CASES)
def test_a_command_prints_the_table_of_its_result(name, form, ran, folder, tables):
    line = CASES[name][0].format(lexicon=folder / "small.txt", tmp_path=folder)
    printed = ran(f"{line} --format {form}")
    assert untimed(printed, form) == untimed(tables(name).render(form), form)
