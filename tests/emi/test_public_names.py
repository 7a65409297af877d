"""One way in: the names of ``import emi``, and what that costs."""

import ast
import inspect
import pickle
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import emi
from emi.cli import main
from tests.emi.cases import ROOT

EXCEPTIONS = {
    "CacheDamagedError", "CacheError", "CellError", "CertificateError", "ClueError",
    "ContradictionError", "EmiError", "FileError", "GameError", "IncompleteClueError",
    "LexiconError", "MemoryNeedError", "MissingGuessError", "OptionError", "PlotError",
    "PublishedError", "Stopped", "TreeError", "Unproven", "WeightsError", "WordError",
}  # fmt: skip
WARNINGS = {"CacheWarning", "KernelWarning"}
SOLUTION = emi.solve(emi.Mastermind(1, 2))
HEAVY = {"numba", "numpy", "diskcache", "networkx", "bitarray"}


def loaded_after(statement):
    """Return the modules in memory after a statement in a process of its own."""
    code = f"import atexit, sys\natexit.register(lambda: print(*sys.modules))\n{statement}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def typed():
    """Return the names that a type checker sees, each with its module."""
    tree = ast.parse(Path(emi.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    return {alias.asname: node.module for node in tree.body for alias in node.names}


def defined():
    """Yield the exceptions and warnings that the rooms define, by the module of each."""
    for room in ("emi", "search", "cache", "reports"):
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            parts = path.relative_to(ROOT).with_suffix("").parts
            module = ".".join(parts if room == "emi" else ("emi", *parts)).removesuffix(".__init__")
            for node in ast.walk(tree):
                bases = " ".join(map(ast.unparse, getattr(node, "bases", ())))
                public = not node.name.startswith("_") if bases else False
                if public and re.search(r"(Error|Exception|Warning|Stopped|Unproven)\b", bases):
                    yield module, node.name


def test_the_names_are_these():
    assert set(emi.__all__) == {
        *EXCEPTIONS, *WARNINGS,
        "ABGame", "Advice", "Assistant", "Average", "BlackPeg", "Boards", "BoardsPosition",
        "Bounds", "Certificate", "DiskStore", "Exact", "Explanation", "Fairness", "Game",
        "GameFacts", "GreedyOpponent",
        "Guaranteed", "GuessProfile", "Hint", "Host", "Identification", "Jotto", "Judged",
        "Lexicon", "Limits", "Mastermind", "Moo", "Motus", "Move", "Objective", "ParetoFront",
        "ParetoRow", "Performance", "Permutation", "Position", "Processes", "Progress", "Revealed",
        "Review", "Settings", "Solution", "Store", "Strategy", "Table", "Turn", "Watch", "Weights",
        "Wordle", "Workers", "WorstCase", "__version__", "default_folder", "fairness",
        "game_named", "greedy_opponent", "judge", "load", "pareto", "partitions", "play",
        "play_optimal", "read_weights", "review", "solve", "strategy", "table", "verify",
    }  # fmt: skip
    assert list(emi.__all__) == sorted(emi.__all__) == dir(emi)


def test_a_type_checker_sees_the_same_names_in_the_same_modules():
    assert typed() == emi._HOME
    assert sorted(emi._HOME) == emi.__all__


def test_every_exception_of_a_room_is_exported_and_derives_from_one():
    # The checker of certificates imports nothing of ours.
    found = {(module, name) for module, name in defined() if module != "emi.proof.verify"}
    assert {name for _, name in found} == EXCEPTIONS | WARNINGS
    for module, name in found:
        assert getattr(import_module(module), name) is getattr(emi, name)
    for name in EXCEPTIONS:
        assert issubclass(getattr(emi, name), emi.EmiError)


@pytest.mark.parametrize(
    ("raised", "wrong"),
    [
        ("OptionError", lambda: emi.Average(0)),
        ("OptionError", lambda: emi.Guaranteed(-1)),
        ("OptionError", lambda: emi.Limits(seconds=0)),
        ("OptionError", lambda: emi.Bounds(5, 4)),
        ("OptionError", lambda: emi.table([])),
        ("OptionError", lambda: emi.table(SOLUTION).render("xls")),
        ("GameError", lambda: emi.solve("chess")),
        ("CacheError", lambda: emi.DiskStore(ROOT / "README.md")),
        ("CertificateError", lambda: emi.verify(ROOT / "README.md")),
    ],
)
def test_what_is_wrong_is_raised_as_one_of_them(raised, wrong, refused):
    with refused(emi.EmiError) as caught:
        wrong()
    assert type(caught.value) is getattr(emi, raised)


def test_an_exception_crosses_processes_whole(golden):
    error = pickle.loads(pickle.dumps(emi.OptionError("expected a word", first="X Y", tries=3)))
    golden(str(error))
    assert (error.reason, error.parameters) == ("expected a word", {"first": "X Y", "tries": 3})


@pytest.mark.parametrize("name", emi.__all__)
def test_every_name_is_what_its_module_defines_and_says_how_it_is_used(name):
    found = getattr(emi, name)
    if name == "__version__":
        return
    assert found is getattr(import_module(emi._HOME[name]), name)
    text = inspect.getdoc(found)
    assert text.splitlines()[0].endswith(".")
    # These are written, not called; CONTRIBUTING shows how.
    written = {"Objective", "Store", "Watch", "Workers"}
    assert ">>> " in text or name in written or issubclass(found, Exception)


def test_no_other_name_is_there(refused):
    with refused(AttributeError):
        _ = emi.frobnicate


def test_a_star_import_gives_the_names():
    given = {}
    exec("from emi import *", given)  # noqa: S102 - that is how one is tried
    assert set(emi.__all__) <= set(given)


@pytest.mark.parametrize("statement", ["import emi", "import emi.cli.app"])
def test_the_import_loads_nothing_heavy(statement):
    modules = loaded_after(statement)
    assert "emi" in modules
    assert not modules & HEAVY


def test_the_check_would_notice_something_heavy():
    assert loaded_after("import emi; emi.solve") >= {"numpy", "bitarray"}


@pytest.mark.parametrize("line", ["--help", "solve C5 --no-cache"])
def test_a_command_builds_no_results_that_it_does_not_print(line):
    # Each dataclass takes half a millisecond, and a run with a kept value 200.
    statement = f"sys.argv[1:] = {line.split()}; from emi.cli import main; main()"
    modules = loaded_after(statement)
    assert {"emi.cli.solve", "emi.lexicon.load", "emi.results.base"} <= modules
    assert not modules & {
        "emi.lexicon.formats",
        "emi.results.files",
        "emi.results.performance",
        "emi.results.strategy",
    }


def test_the_console_script_is_the_command_line():
    (script,) = entry_points(group="console_scripts", name="emi")
    assert script.load() is main


def strings(path):
    """Yield the strings of a module that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_the_library_speaks_of_parameters_and_not_of_options():
    # The checker is a program of its own; the published optima are command lines.
    apart = {ROOT / "emi/proof/verify.py", ROOT / "emi/published/parts.py"}
    for room in ("emi", "search", "cache", "reports"):
        for path in {*(ROOT / room).rglob("*.py")} - apart - {*(ROOT / "emi/cli").rglob("*.py")}:
            for text in strings(path):
                said = re.sub(r"`[^`]+`|--share: |:?---", "", text)  # A command, CSS, Markdown.
                assert not re.search("--[a-z]", said), (path, text)


def test_nothing_prints_without_bound():
    game, weights = emi.Mastermind(3, 6), [1 + n % 7 for n in range(216)]
    found = emi.solve(game, emi.Average())
    front = emi.pareto(game)
    position = emi.Position(game, [("112", "1b0w")])
    advice = position.explain("Sum")
    things = [
        game, found, found.tree, found.strategy(), found.certificate(), front, *front.rows,
        emi.Average(weights=weights), emi.Guaranteed(3, weights), emi.load("en"), advice,
        *advice.guesses, position, emi.play(game, "Sum"), emi.partitions(game, ["112"]),
        emi.fairness(emi.game_named("Z6"), 2), emi.greedy_opponent(game), emi.Processes(2),
        emi.Weights("by hand", tuple(weights), 0), emi.solve(game, emi.Guaranteed(2)),
        game.matrix(),
    ]  # fmt: skip
    for thing in things:
        for text in (str(thing), repr(thing)):
            assert "\n" not in text
            assert len(text) < 300


def test_a_certificate_says_what_it_proves_and_how_long_it_is():
    certificate = emi.solve(emi.Mastermind(1, 3), emi.Average()).certificate()
    assert str(certificate) == "<Certificate of mastermind:1x3: 6 (proven), 4 steps>"
    assert certificate.text.count("\n") == len(certificate.head) + 2 + 4
