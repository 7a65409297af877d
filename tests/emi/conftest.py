"""What the tests of the room share: the program in this process, and word lists on disk."""

import logging
import random
import signal
import sys
import warnings
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from emi.cli import main
from emi.cli.interrupt import SIGNALS
from tests.emi.cases import of_words

# Two initials, three lengths; no word of six letters with an A.
WORDS = """
ABACA ABIME ABOIS ABORD ACHAT ACIER ADIEU AGILE AIGLE AIMER
CABAN CABLE CACHE CADET CADRE CAFES CALER CALME CANAL CANNE CANOE CASER
CABANE CABINE CACHER CADEAU CAHIER CAMERA CANAPE CARAFE
"""


@pytest.fixture(autouse=True)
def _unnoted(monkeypatch):
    """What tests put in the place of compiling is not taken for it by the next run."""
    monkeypatch.setattr("emi.search.solve.compiling.is_compiled", lambda _: False)
    monkeypatch.setattr("emi.search.solve.compiling.note_compiled", lambda _: None)
    monkeypatch.setattr("emi.compiling.compile_beside", lambda: None)


@dataclass
class Ran:
    """How a run of the program ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Return a function that runs ``emi`` in this process, with a cache of the test's own."""
    root = logging.getLogger()
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setenv("EMI_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "50")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["emi", *map(str, arguments)])
        before = [(sent, signal.getsignal(sent)) for sent in SIGNALS]
        with pytest.raises(SystemExit) as end:
            main()
        for sent, handler in before:
            signal.signal(sent, handler)
        out, err = capsys.readouterr()
        return Ran(end.value.code, out, err)

    return run


@pytest.fixture
def lexicon(tmp_path) -> Path:
    """Return the path of a small word list."""
    path = tmp_path / "small.txt"
    path.write_text("\n".join(WORDS.split()) + "\n")
    return path


@pytest.fixture(scope="session")
def hard(tmp_path_factory) -> Path:
    """Return the path of a list on which ``emi solve 3`` takes some seconds: it is all refutation.

    Words of three letters tell little about each other when the alphabet is large.
    """
    words = sorted(map("".join, product("ABCDEFGHIJKLMNOPQR", repeat=3)))
    draw = random.Random(1)
    path = tmp_path_factory.mktemp("hard") / "hard.txt"
    path.write_text("\n".join(draw.sample(words, 500)) + "\n")
    return path


@pytest.fixture
def ran(run):
    """Return a function that runs ``emi`` with the arguments in a line and expects success."""

    def ran(line, *more):
        done = run(*line.split(), *more)
        assert (done.code, done.err) == (0, "")
        return done.out

    return ran


@pytest.fixture
def transcript(run, golden):
    """Return a function that runs ``emi``; the golden file has all that it prints, and the code."""

    def transcript(line, *more):
        done = run(*line.split(), *more)
        golden(f"{done.out}{done.err}exit code {done.code}")
        return done

    return transcript


@pytest.fixture
def wrong(run, golden):
    """Return a function that runs ``emi`` with bad input: one line on stderr and exit code 2."""

    def wrong(*arguments):
        ran = run(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("emi: ")
        assert ran.err.count("\n") == 1
        assert ran.err.endswith("\n")
        golden(ran.err)
        return ran

    return wrong


@pytest.fixture
def lists(tmp_path) -> list:
    """Return the options that name a list of secrets and a longer one of guesses."""
    secrets = ["LIGNE", "LINGE", "SINGE", "SIGNE", "NEIGE"]
    (tmp_path / "secrets.txt").write_text("\n".join(secrets))
    others = ["GENIE", "LASSO", "SALON", "NAGEA"]
    (tmp_path / "guesses.txt").write_text("\n".join([*others, *secrets]))
    return ["--secrets", tmp_path / "secrets.txt", "--guesses", tmp_path / "guesses.txt"]


@pytest.fixture
def named(lists, lexicon):
    """Return a function that gives the arguments for a game."""

    def named(game):
        return [game, *(lists if game == "wordle" else of_words(game, lexicon))]

    return named


@pytest.fixture
def alike(tmp_path) -> list:
    """Return the arguments for four words that one guess tells apart, if it may be proposed."""
    words = ["caler", "camer", "caser", "caper"]
    (tmp_path / "s.txt").write_text("\n".join(words))
    (tmp_path / "g.txt").write_text("\n".join([*words, "lamps"]))
    return ["wordle", "--secrets", tmp_path / "s.txt", "--guesses", tmp_path / "g.txt"]


@pytest.fixture
def weights(tmp_path) -> Path:
    """Return the path of a file that numbers the words of C5 from 1 on."""
    words = sorted(word for word in WORDS.split() if len(word) == 5 and word[0] == "C")
    path = tmp_path / "weights.tsv"
    path.write_text("".join(f"{word}\t{at}\n" for at, word in enumerate(words, 1)))
    return path
