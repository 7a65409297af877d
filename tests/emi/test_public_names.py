"""One way in: the names of ``import emi``, and what that costs."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import emi
from emi.cli import main
from emi.errors import EmiError
from emi.games.game import Game
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.parse import game_named
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon, load
from emi.playing.heuristics import play
from emi.playing.played import Played
from emi.playing.position import Position
from emi.solving import Answer, solve
from search.model.limits import Limits

ROOT = Path(emi.__file__).parents[1]
HEAVY = {"numba", "numpy", "diskcache", "networkx", "bitarray"}


def loaded_after(statement):
    """Return the top-level modules in memory after a statement in a process of its own."""
    code = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_names_are_these():
    assert set(emi.__all__) >= {
        "Answer", "EmiError", "Game", "Jotto", "Lexicon", "Limits", "Mastermind", "Moo", "Motus",
        "Played", "Position", "Wordle", "__version__", "game_named", "load", "play", "solve",
    }  # fmt: skip
    assert list(emi.__all__) == sorted(emi.__all__)


def test_each_name_is_what_its_module_defines():
    assert emi.Answer is Answer
    assert emi.EmiError is EmiError
    assert emi.Game is Game
    assert emi.Jotto is Jotto
    assert emi.Lexicon is Lexicon
    assert emi.Limits is Limits
    assert emi.Mastermind is Mastermind
    assert emi.Moo is Moo
    assert emi.Motus is Motus
    assert emi.Wordle is Wordle
    assert emi.game_named is game_named
    assert emi.Position is Position
    assert emi.Played is Played
    assert emi.load is load
    assert emi.play is play
    assert emi.solve is solve


@pytest.mark.parametrize("name", emi.__all__)
def test_every_name_that_is_announced_is_there(name):
    assert getattr(emi, name) is not None


def test_no_other_name_is_there():
    with pytest.raises(AttributeError, match="module 'emi' has no attribute 'frobnicate'"):
        _ = emi.frobnicate


def test_a_star_import_gives_the_names():
    given = {}
    exec("from emi import *", given)  # noqa: S102 - that is how one is tried
    assert set(emi.__all__) <= set(given)


@pytest.mark.parametrize("statement", ["import emi", "import emi.cli"])
def test_the_import_loads_nothing_heavy(statement):
    modules = loaded_after(statement)
    assert "emi" in modules
    assert not modules & HEAVY


def test_the_check_would_notice_something_heavy():
    assert loaded_after("import emi; emi.solve") >= {"numpy", "bitarray"}


def test_the_console_script_is_the_command_line():
    (script,) = entry_points(group="console_scripts", name="emi")
    assert script.load() is main
