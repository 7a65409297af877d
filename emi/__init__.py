"""Exact play for Motus (Lingo) and its kin.

The names here are the public ones; the packages ``search``, ``cache`` and ``reports`` are rooms of
the same house, not a second interface.

Examples
--------
>>> import emi
>>> solution = emi.solve(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
>>> str(solution.bounds), solution.proven
('2', True)
"""

from emi.interrupt import is_the_program, leave, on_interrupt

if is_the_program():
    on_interrupt(leave)  # Before the other imports, which take long enough to be interrupted.

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from emi._version import __version__
from emi.errors import EmiError

TYPE_CHECKING = False  # What it is imported from takes longer to import than all that is below.
if TYPE_CHECKING:
    from cache import DiskStore as DiskStore
    from cache import default_folder as default_folder
    from emi.cluster.processes import Processes as Processes
    from emi.games.blackpeg import ABGame as ABGame
    from emi.games.blackpeg import BlackPeg as BlackPeg
    from emi.games.blackpeg import Permutation as Permutation
    from emi.games.game import Game as Game
    from emi.games.jotto import Jotto as Jotto
    from emi.games.mastermind import Mastermind as Mastermind
    from emi.games.moo import Moo as Moo
    from emi.games.motus import Motus as Motus
    from emi.games.parse import game_named as game_named
    from emi.games.weights import Weights as Weights
    from emi.games.weights import read_weights as read_weights
    from emi.games.wordle import Wordle as Wordle
    from emi.insight.fairness import Fairness as Fairness
    from emi.insight.fairness import fairness as fairness
    from emi.lexicon.load import Lexicon as Lexicon
    from emi.lexicon.load import load as load
    from emi.pareto_front import ParetoRow as ParetoRow
    from emi.pareto_front import pareto as pareto
    from emi.playing.heuristics import play as play
    from emi.playing.heuristics import strategy as strategy
    from emi.playing.optimal import play_optimal as play_optimal
    from emi.playing.others.judged import Judged as Judged
    from emi.playing.others.judged import judge as judge
    from emi.playing.others.opponent import GreedyOpponent as GreedyOpponent
    from emi.playing.others.opponent import greedy_opponent as greedy_opponent
    from emi.playing.partitions import partitions as partitions
    from emi.playing.position import Position as Position
    from emi.playing.results import Performance as Performance
    from emi.proof.checking import verify as verify
    from emi.proof.steps import certificate_text as certificate_text
    from emi.solving import Solution as Solution
    from emi.solving import solve as solve
    from emi.strategies import Strategy as Strategy
    from emi.tables import table as table
    from search.model.bounds import Bounds as Bounds
    from search.model.limits import Limits as Limits
    from search.model.objective import Average as Average
    from search.model.objective import Guaranteed as Guaranteed
    from search.model.objective import WorstCase as WorstCase

# The engine takes longer to import than a command line may take to print its help.
_HOMES = {
    "cache": ["DiskStore", "default_folder"],
    "emi.cluster.processes": ["Processes"],
    "emi.games.blackpeg": ["ABGame", "BlackPeg", "Permutation"],
    "emi.games.game": ["Game"],
    "emi.games.jotto": ["Jotto"],
    "emi.games.mastermind": ["Mastermind"],
    "emi.games.moo": ["Moo"],
    "emi.games.motus": ["Motus"],
    "emi.games.parse": ["game_named"],
    "emi.games.wordle": ["Wordle"],
    "emi.insight.fairness": ["Fairness", "fairness"],
    "emi.lexicon.load": ["Lexicon", "load"],
    "emi.games.weights": ["Weights", "read_weights"],
    "emi.pareto_front": ["ParetoRow", "pareto"],
    "emi.playing.heuristics": ["play", "strategy"],
    "emi.playing.others.judged": ["Judged", "judge"],
    "emi.playing.others.opponent": ["GreedyOpponent", "greedy_opponent"],
    "emi.playing.optimal": ["play_optimal"],
    "emi.playing.partitions": ["partitions"],
    "emi.playing.position": ["Position"],
    "emi.playing.results": ["Performance"],
    "emi.proof.checking": ["verify"],
    "emi.proof.steps": ["certificate_text"],
    "emi.solving": ["Solution", "solve"],
    "emi.strategies": ["Strategy"],
    "emi.tables": ["table"],
    "search.model.bounds": ["Bounds"],
    "search.model.limits": ["Limits"],
    "search.model.objective": ["Average", "Guaranteed", "WorstCase"],
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [  # noqa: PLE0604 - names, listed once above
    "EmiError",
    "__version__",
    *_HOME,
]
__all__.sort()


def _check_rooms() -> None:
    """Name a file that is in the way of our packages: the error would come later, and puzzle."""
    for room in ("cache", "reports", "search"):
        loaded = sys.modules.get(room)
        found = getattr(loaded or find_spec(room), "__file__" if loaded else "origin", None)
        own = Path(__file__).parents[1] / room / "__init__.py"
        if found and not (own.exists() and own.samefile(found)):
            raise ImportError(
                f"{found} is in the way of the package {room!r} that belongs to emi: rename that "
                "file, or move it to another folder"
            )


_check_rooms()


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
