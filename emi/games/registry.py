"""The games by name: each class says in its own module how users ask for it.

Modules of this package that import `named` from here are found automatically. No other place lists
the games: not the parser of names, the help, the completion, the page, or `emi warm-up`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from emi import games as package
from emi.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.game import Game

    Kind = TypeVar("Kind", bound=type[Game])

#: A line of the source of each module of games. Modules without it are not imported to find the
#: games: some of them import numpy, which takes longer than to print the help.
_IMPORTS = re.compile(rb"^from emi\.games\.registry import .*\bnamed\b", re.MULTILINE)
#: The place of a game that does not say where it is listed.
LAST = 100


@dataclass(frozen=True)
class Named:
    """A name, or a kind of names, by which users ask for the games of a class.

    Attributes
    ----------
    kind : type of Game
    examples : tuple of str
        Names of such games for messages and completion, such as ``moo`` and ``moo:3x6``. The part
        before the colon is the same in all. If no example has a colon, nothing may follow.
    help : str
        What the examples mean, for ``--help``.
    pattern : str
        A regular expression of whole names; by default the part before the colon decides.
    place : int
        The position in lists of games, lowest first.
    completed : callable
        Returns the names that complete what was typed; by default the first example.
    """

    kind: type[Game]
    examples: tuple[str, ...]
    help: str
    pattern: str = ""
    place: int = LAST
    completed: Callable[[str], Sequence[str]] | None = None

    @property
    def word(self) -> str:
        """The part before the colon in every name."""
        return self.examples[0].partition(":")[0]

    def fits(self, name: str) -> bool:
        """Return whether a name is one of these, ignoring case."""
        if self.pattern:
            return re.fullmatch(self.pattern, name, re.ASCII | re.IGNORECASE) is not None
        return name.partition(":")[0].lower() == self.word


#: The registered names, by the first example.
_NAMED: dict[str, Named] = {}


def named(
    *examples: str,
    help: str,
    pattern: str = "",
    place: int = LAST,
    completed: Callable[[str], Sequence[str]] | None = None,
) -> Callable[[Kind], Kind]:
    """Return a decorator that registers a class of games; parameters as in `Named`.

    Raises
    ------
    GameError
        If a game of another class has the name.
    """

    def register(kind: Kind) -> Kind:
        added = Named(kind, examples, help, pattern, place, completed)
        inside = kind.__module__.startswith(f"{package.__name__}.")
        # The names of the package are taken before a game of a user asks for one.
        for other in list(_NAMED.values()) if inside else games():
            # A module that is executed again replaces its own classes.
            again = other.kind.__qualname__ == kind.__qualname__ and (
                other.kind.__module__ == kind.__module__
            )
            if (other.word == added.word or other.fits(added.examples[0])) and not again:
                raise GameError(
                    f"{kind.__name__}: {examples[0]!r} is the name of a game of "
                    f"{other.kind.__name__}, expected another name"
                )
        _NAMED[examples[0]] = added
        return kind

    return register


@cache
def _imported(folders: tuple[str, ...]) -> None:
    """Import the modules of games, in which the classes register themselves."""
    for folder in folders:
        for file in sorted(Path(folder).glob("*.py")):
            if _IMPORTS.search(file.read_bytes()):
                import_module(f"{package.__name__}.{file.stem}")


def games() -> list[Named]:
    """Return all names of games, in the order of lists."""
    _imported(tuple(package.__path__))
    return sorted(_NAMED.values(), key=lambda one: one.place)


def expected() -> str:
    """Return the examples of all names, for messages."""
    *most, last = [example for one in games() for example in one.examples]
    return f"{', '.join(most)} or {last}"


def fitting(name: str) -> Named | None:
    """Return the kind of names to which a name belongs; None if it is unknown."""
    return next((one for one in games() if one.fits(name)), None)


def found(name: str) -> Named:
    """Return the kind of names to which a name belongs.

    Raises
    ------
    GameError
        If the name is unknown; the message lists the games.
    """
    one, (word, colon, _) = fitting(name), name.partition(":")
    if one is None:
        raise GameError(f"unknown game {name!r}: expected {expected()}")
    if colon and not any(":" in example for example in one.examples):
        raise GameError(f"unknown game {name!r}: expected {word.lower()} alone")
    return one
