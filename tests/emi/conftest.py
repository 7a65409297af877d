"""What the tests of the room share: the program in this process, and word lists on disk."""

import logging
import random
import sys
import warnings
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from emi.cli import main

# Two initials, three lengths; no word of six letters with an A.
WORDS = """
ABACA ABIME ABOIS ABORD ACHAT ACIER ADIEU AGILE AIGLE AIMER
CABAN CABLE CACHE CADET CADRE CAFES CALER CALME CANAL CANNE CANOE CASER
CABANE CABINE CACHER CADEAU CAHIER CAMERA CANAPE CARAFE
"""


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
        with pytest.raises(SystemExit) as end:
            main()
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
