"""One way in: the names of ``import emi``, and what that costs."""

import ast
import inspect
import os
import subprocess
import sys
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import emi
from emi.cli import main
from tests.emi.cases import ROOT

HEAVY = {"numba", "numpy", "diskcache", "networkx", "bitarray"}


def loaded_after(statement):
    """Return the top-level modules in memory after a statement in a process of its own."""
    code = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def typed():
    """Return the names that a type checker sees, each with its module."""
    tree = ast.parse(Path(emi.__file__).read_text(encoding="utf-8"))
    conditions = {ast.unparse(node.test): node for node in tree.body if isinstance(node, ast.If)}
    block = conditions["TYPE_CHECKING"]
    return {alias.asname: node.module for node in block.body for alias in node.names}


def test_the_names_are_these():
    assert set(emi.__all__) == {
        "ABGame", "Average", "BlackPeg", "Bounds", "DiskStore", "EmiError", "Fairness", "Game",
        "GreedyOpponent", "Guaranteed", "Jotto", "Judged", "Lexicon", "Limits", "Mastermind",
        "Moo", "Motus", "ParetoRow", "Performance", "Permutation", "Position", "Processes",
        "Solution",
        "Strategy", "Weights", "Wordle", "WorstCase", "__version__", "certificate_text",
        "default_folder", "fairness",
        "game_named", "greedy_opponent", "judge", "load", "pareto", "partitions", "play",
        "play_optimal", "read_weights", "solve", "strategy", "table", "verify",
    }  # fmt: skip
    assert list(emi.__all__) == sorted(emi.__all__) == dir(emi)


def test_a_type_checker_sees_the_same_names_in_the_same_modules():
    homes = {name: home for home, names in emi._HOMES.items() for name in names}
    assert homes == emi._HOME == typed()
    assert sorted([*homes, "EmiError", "__version__"]) == emi.__all__


@pytest.mark.parametrize("name", emi.__all__)
def test_every_name_is_what_its_module_defines_and_says_how_it_is_used(name):
    found = getattr(emi, name)
    if name == "__version__":
        return
    assert found is getattr(import_module(emi._HOME.get(name, "emi.errors")), name)
    text = inspect.getdoc(found)
    assert text.splitlines()[0].endswith(".")
    assert ">>> " in text


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


@pytest.mark.parametrize("room", ["cache", "reports", "search"])
@pytest.mark.parametrize("script", ["import emi", "import {0}, emi", "import emi.cli"])
def test_a_file_in_the_way_of_a_room_is_named(tmp_path, room, script):
    path, own = tmp_path / f"{room}.py", tmp_path / "mine.py"
    path.write_text("")
    own.write_text(script.format(room))
    done = subprocess.run(
        [sys.executable, own],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"ImportError: {path} is in the way of the package {room!r} that belongs to emi: rename "
        "that file, or move it to another folder"
    )
