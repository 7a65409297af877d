"""Exact play for Motus (Lingo) and its kin.

The names here are the public ones; the packages ``search``, ``cache`` and ``reports`` are rooms of
the same house, not a second interface.

Examples
--------
>>> import emi
>>> answer = emi.solve(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
>>> str(answer.bounds), answer.bounds.proven
('2', True)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from emi._version import __version__
from emi.errors import EmiError

if TYPE_CHECKING:
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
    from emi.strategies import Strategy, strategy
    from search.model.limits import Limits

__all__ = [
    "Answer",
    "EmiError",
    "Game",
    "Jotto",
    "Lexicon",
    "Limits",
    "Mastermind",
    "Moo",
    "Motus",
    "Played",
    "Position",
    "Strategy",
    "Wordle",
    "__version__",
    "game_named",
    "load",
    "play",
    "solve",
    "strategy",
]

# The engine takes longer to import than a command line may take to print its help.
_LATER = {
    "Answer": "emi.solving",
    "Game": "emi.games.game",
    "Jotto": "emi.games.jotto",
    "Lexicon": "emi.lexicon.load",
    "Limits": "search.model.limits",
    "Mastermind": "emi.games.mastermind",
    "Moo": "emi.games.moo",
    "Motus": "emi.games.motus",
    "Position": "emi.playing.position",
    "Played": "emi.playing.played",
    "Wordle": "emi.games.wordle",
    "game_named": "emi.games.parse",
    "load": "emi.lexicon.load",
    "play": "emi.playing.heuristics",
    "Strategy": "emi.strategies",
    "solve": "emi.solving",
    "strategy": "emi.strategies",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever is asked for
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
