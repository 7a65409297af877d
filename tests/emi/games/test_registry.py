"""A game is one file: what other rooms ask of it stands there, and its names nowhere else."""

import ast
import re
import subprocess
import sys
from functools import cache

import pytest

import emi
from emi.games import registry
from emi.games.request import Request
from tests.emi.cases import ROOT

#: Where names of games are not those of games: published data, the checker, which imports nothing
#: of ours, and the part of the report that solves cells.
OTHERWISE = ("emi/published/", "reports/published/", "emi/proof/verify.py", "emi/cli/report.py")
#: Names of palettes and of built-in word lists that are also names of games, by file; and the
#: letters of pegs.
ALSO = {
    # The positions of the game, and their view.
    "emi/playing/boards.py": {"boards"},
    "emi/tables.py": {"boards"},
    "emi/games/notation.py": {"motus", "ab"},
    "emi/games/weights.py": {"wordle"},
    "emi/cli/options.py": {"motus"},
    "emi/cli/live/screen.py": {"motus"},
    # The evil host of a list of one's own.
    "emi/cli/live/host.py": {"motus"},
    "emi/lexicon/builtin.py": {"wordle"},
}


@cache
def names():
    """Return the names of games, of their rules, and of their classes, in lower case."""
    every = registry.games()
    kinds = [one.kind for one in every]
    return {
        *(one.word for one in every if not one.pattern),
        *(kind.rule for kind in kinds),
        *(kind.__name__.lower() for kind in kinds),
    }


def named_in(source):
    """Yield what a module calls by the name of a game, except in its texts for people."""
    tree = ast.parse(source)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            name = node.value.partition(":")[0]
        elif isinstance(node, ast.alias):
            name = node.name
        elif isinstance(node, ast.Name):
            # A class is written in mixed case; variables and constants are not.
            name = "" if node.id.islower() or node.id.isupper() else node.id
        else:
            continue
        if name.lower() in names():
            yield name.lower()


def test_no_name_of_a_game_stands_outside_its_file():
    own = {one.kind.__module__.rpartition(".")[2] for one in registry.games()}
    places = {
        path.relative_to(ROOT).as_posix(): {*named_in(path.read_text("utf-8"))}
        for room in ("emi", "reports", "search", "cache")
        for path in sorted((ROOT / room).rglob("*.py"))
        if not (room == "emi" and path.parent.name == "games" and path.stem in own)
    }
    assert len(places) > 150
    elsewhere = {
        place: found - ALSO.get(place, set())
        for place, found in places.items()
        if not place.startswith(OTHERWISE)
    }
    assert {place: found for place, found in elsewhere.items() if found} == {}


def test_such_a_name_would_be_seen():
    assert [*named_in('if game.rule == "moo": pass')] == ["moo"]
    assert [*named_in("from emi.games.motus import Motus")] == ["motus"]
    assert {*named_in('game_named("mastermind:4x6"), Wordle')} == {"mastermind", "wordle"}
    assert [*named_in('"""Motus"""; say("as in moo"); moo = 1')] == []


def test_the_page_has_no_name_of_a_game():
    scripts = sorted((ROOT / "reports/page").rglob("*.js"))
    # In clues, "ab" are the letters of pegs.
    quoted = re.compile(rf"[\"'`]({'|'.join(names() - {'ab'})})[\"'`]", re.IGNORECASE)
    assert len(scripts) > 10
    found = {path.name: quoted.findall(path.read_text("utf-8")) for path in scripts}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize("named", registry.games(), ids=lambda named: named.examples[0])
def test_each_game_says_all_that_is_asked_of_it(named):
    example = re.sub(r"^a cell such as ", "", named.examples[0])
    assert named.fits(example)
    assert named.help.startswith(example)
    game = emi.game_named(example)
    assert game.page.titles["en"]
    assert isinstance(game, named.kind)
    assert emi.game_named(game.name) == game


def test_no_module_is_imported_for_the_names_but_those_of_games():
    """Numpy takes longer to import than the help may take."""
    code = (
        "import sys\nfrom emi.games import registry\nassert len(registry.games()) > 11\n"
        "print(*[name for name in ('numpy', 'numba', 'emi.games.rows') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


@pytest.mark.parametrize(
    ("detail", "example", "numbers"),
    [
        ("4x6", "4x6", (4, 6)),
        (" 4X6 ", "4x6", (4, 6)),
        ("7", "7", (7,)),
        ("1x2x3", "1x1x1", (1, 2, 3)),
    ],
)
def test_numbers_after_the_colon(detail, example, numbers):
    assert Request(f"chess:{detail}").size(example) == numbers


@pytest.mark.parametrize("detail", ["", "x", "-1", "7", "4x6x", "4x", "x6", "4x6x2", "4 6", "4x٦"])
def test_other_numbers_are_refused(detail):
    with pytest.raises(emi.GameError, match=r"expected two numbers, as in chess:4x6$"):
        Request(f"chess:{detail}").size("4x6")
    with pytest.raises(emi.GameError, match=r"expected a number, as in chess:7$"):
        Request("chess:4x6").size("7")


def test_a_game_of_a_user_takes_no_name_of_the_package():
    """Also where its file is read before the games of the package."""
    code = (
        "import emi\nfrom emi.games.registry import named\n"
        "try:\n    @named('moo:9', help='')\n    class Own(emi.Game):\n        rule = 'own'\n"
        "except emi.GameError as error:\n    print(error)\nprint(emi.game_named('moo:2x3'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == (
        "Own: 'moo:9' is the name of a game of Moo, expected another name\n"
        "<Moo moo:2x3: 6 secrets, 6 guesses>\n"
    )
