"""Decide which of the attributes that a game inherits apply to its feedback rule.

Some attributes of a class depend on its feedback rule: compiled rows, symmetry, the number of bits,
and how feedback is read. They are valid only with the methods for which they were written. A
subclass, or an assignment to a class or a game, may replace one of these methods. Then each
attribute of `BOUND` is replaced by that of `emi.games.rule.Rule`, which is valid for every rule.

This module alone decides which rule is in use. `register` is called for each class: it records what
the class looks up, and puts a `Bound` in the place of each attribute of `BOUND`.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, Protocol

#: The attributes that hold only for the rule for which they were written.
BOUND = frozenset({
    "_compiled", "_found_class", "_hints", "_interchangeable_codes", "bits", "every",
    "feedback_count", "feedback_each", "feedback_from", "feedbacks", "gives_hints", "marked",
    "matrix", "page", "pairs_at_once", "peg_signs", "row_writer", "symmetric", "unused",
})  # fmt: skip
#: The attributes that compute the matrix. To assign one to a game replaces no rule; a subclass that
#: defines its own does.
COMPUTING = frozenset({"_compiled", "matrix", "pairs_at_once", "row_writer"})
#: The attributes that a class may change without changing its rule.
BESIDE = frozenset({
    "_missing", "_of_lexicon", "best_by", "beyond", "called", "contents", "drawing", "error",
    "facts", "gives_hints", "kind", "longest", "marked", "name", "of", "of_cell", "of_cells",
    "of_files", "of_lexicon", "of_request", "of_words", "open_list", "parts", "reads", "rule",
    "rule_name", "source", "suffix", "title", "to_compile", "to_identify", "tries", "two_lists",
    "usual", "usual_lists", "what",
})  # fmt: skip
#: For each class, its attributes by name when it was made, each with the class that defines it.
_WRITTEN: dict[type, dict[str, tuple[type, Any] | None]] = {}
#: The names that a game may not have as attributes of its own.
_METHODS: dict[type, frozenset[str]] = {}
#: For a class and one of its bases: the identities of all attributes when last compared, the
#: result, and the attributes, whose identities therefore stay their own.
_COMPARED: dict[tuple[type, type], tuple[list[list[int]], bool, list[Any]]] = {}
#: The names of the rules of the classes here, which a checker knows or emi can make.
_NAMES: dict[str, type] = {}


class Ruled(Protocol):
    """The attributes of a game that this module uses: the name of its rule, and its classes."""

    rule: str

    @property
    def own_rule(self) -> bool:
        """As `emi.Game.own_rule`."""
        ...

    def rules_of(self, built_in: Any) -> tuple[str, ...]:  # noqa: ANN401 - a class of games
        """As `emi.Game.rules_of`."""
        ...


class Bound:
    """An attribute of a class; if the rule was replaced, that of `Rule` is used instead."""

    def __init__(self, value: Any, home: type) -> None:  # noqa: ANN401 - any attribute
        self.value, self.home, self.name = value, home, ""
        self.__doc__ = getattr(value, "__doc__", None)

    def __get__(self, game: Ruled | None, kind: type) -> Any:  # noqa: ANN401 - any attribute
        """Return the attribute, or that of `Rule`; AttributeError if `Rule` has none."""
        if game is None or holds(game, self.home):
            return _read(self.value, game, kind)
        base = root(kind)
        if self.name not in vars(base):
            raise AttributeError(f"{kind.__name__}: {self.name} belongs to another rule")
        return _read(vars(base)[self.name], game, kind)


def _read(value: Any, game: Ruled | None, kind: type) -> Any:  # noqa: ANN401 - any attribute
    """Return the value that an attribute of a class has for a game."""
    value = value.value if isinstance(value, Bound) else value
    return value.__get__(game, kind) if hasattr(value, "__get__") else value


@cache
def is_here(kind: type) -> bool:
    """Return whether a class is a built-in game."""
    return kind.__module__.startswith("emi.games.")


def root(kind: type) -> type:
    """Return `Rule`, the last built-in class among the bases of a class."""
    return [one for one in kind.__mro__ if is_here(one)][-1]


@cache
def built_in(kind: type) -> type:
    """Return the built-in class on which a class is based: itself, or the nearest."""
    return next(one for one in kind.__mro__ if is_here(one))


def register(kind: type) -> None:
    """Record the attributes of a class, and replace those of `BOUND` by a `Bound` each."""
    for name in BOUND:
        found = next((one for one in kind.__mro__ if name in vars(one)), None)
        # A class that is no game may provide an attribute too.
        if found not in (None, root(kind)) and not isinstance(vars(found)[name], Bound):
            guard = Bound(vars(found)[name], kind)
            guard.name = name
            setattr(kind, name, guard)
    names = {name for one in kind.__mro__[:-1] for name in vars(one)} - BESIDE
    if is_here(kind):
        _NAMES.setdefault(vars(kind).get("rule", ""), kind)
    else:
        names -= BOUND
    written = _WRITTEN[kind] = {
        name: _found(kind, name)
        for name in names
        if not name.startswith("__") and name != "_abc_impl"
    }
    # A game has values of its own, but neither methods nor attributes of `BOUND`.
    _METHODS[kind] = frozenset(
        name
        for name, found in written.items()
        if name not in COMPUTING
        and (name in BOUND or (found and (callable(found[1]) or isinstance(found[1], property))))
    )


def _found(kind: type, name: str) -> tuple[type, Any] | None:
    """Return the class that provides an attribute, and the attribute; None without one."""
    home = next((one for one in kind.__mro__ if name in vars(one)), None)
    return None if home is None else (home, vars(home)[name])


def holds(game: Ruled, home: type) -> bool:
    """Return whether the attributes that depend on the rule of a class apply to a game."""
    kind = type(game)
    home = built_in(kind) if is_here(home) else home
    if not _METHODS[home].isdisjoint(vars(game)):
        return False
    # Attributes of classes may have been assigned since; this comparison takes microseconds.
    now = [list(map(id, vars(one).values())) for one in kind.__mro__[:-1]]
    compared = _COMPARED.get((kind, home))
    if compared is None or compared[0] != now:
        same = all(_same(name, _found(kind, name), one) for name, one in _WRITTEN[home].items())
        every = [list(vars(one).values()) for one in kind.__mro__[:-1]]
        compared = _COMPARED[kind, home] = now, same, every
    return compared[1]


def _same(name: str, found: tuple[type, Any] | None, written: tuple[type, Any] | None) -> bool:
    """Return whether an attribute is the one that was written, or a plain value equal to it."""
    if found is None or written is None:
        return found is written
    if name in COMPUTING and is_here(found[0]):
        return True
    return found[1] is written[1] or (
        isinstance(found[1], str | int | frozenset) and found[1] == written[1]
    )


def is_own(game: Ruled) -> bool:
    """Return whether a game has a custom rule, or a built-in one under another name."""
    base = built_in(type(game))
    return not holds(game, base) or game.rule not in game.rules_of(base)


def name_of(game: Ruled) -> str:
    """Return the name of the rule in use; never the name of a different built-in rule."""
    plain = "".join(filter(str.isprintable, game.rule)).partition(",")[0].removesuffix(" of lists")
    home = _NAMES.get(plain.strip())
    # An example in a docstring has the module of the docstring, which does not hold its class.
    taken = (
        home is not None and getattr(sys.modules.get(home.__module__), home.__name__, None) is home
    )
    if not taken or not game.own_rule:
        return game.rule
    return f"{game.rule} of {type(game).__name__}"
