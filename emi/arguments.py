"""Check the types of arguments of public functions, by the names of their parameters."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from emi.errors import OptionError, listed
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")


def _whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _store(value: object) -> bool:
    return not isinstance(value, type) and hasattr(value, "read") and hasattr(value, "replace")


def _text(value: object) -> bool:
    return isinstance(value, str)


def _path(value: object) -> bool:
    return isinstance(value, str | os.PathLike) and isinstance(os.fspath(value), str)


def _numbers(value: object) -> bool:
    return (
        isinstance(value, Iterable)
        and hasattr(value, "__len__")
        and all(isinstance(one, Real) for one in value)
    )


def _texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_text, value))


def _lexicon(value: object) -> bool:
    return _text(value) or (hasattr(value, "cell") and hasattr(value, "digest"))


def _words(value: object) -> bool:
    return _path(value) or _lexicon(value) or _texts(value)


def _game(value: object) -> bool:
    return not isinstance(value, type) and hasattr(value, "feedback") and hasattr(value, "matrix")


def _pairs(value: object) -> bool:
    return isinstance(value, tuple) and all(
        _texts(one) and len(one) == 2  # noqa: PLR2004 - a pair
        for one in value
    )


def _flag(value: object) -> bool:
    return isinstance(value, bool)


_LEXICON = (_lexicon, "a lexicon, such as emi.load('fr'), or the name or path of one")
_FILE = (_path, "the path of a file")
_WORDS = (_words, "a lexicon, the name or path of one, or a list of texts")
_GAME = (_game, "a game, such as emi.Motus(words)")

#: A test of each parameter, and what is expected; those of one function precede.
_EXPECTED: dict[str, tuple[Callable[[object], bool], str]] = {
    "alphabet": (
        lambda value: _text(value) or hasattr(value, "letters"),
        "the name of an alphabet, such as 'es'",
    ),
    "cell": (lambda value: _text(value) or hasattr(value, "initial"), "a cell, such as 'C5'"),
    "certificate": (
        lambda value: _path(value) or hasattr(value, "steps"),
        "a certificate or its file",
    ),
    "clues": (_pairs, "pairs of a guess and its feedback, such as [('CADES', 'GYBBB')]"),
    "column": (
        lambda value: _text(value) or _whole(value),
        "the heading or the number of a column",
    ),
    "encoding": (_text, "the name of an encoding, such as 'latin-1'"),
    "heuristic": (_text, "the name of a heuristic, such as 'SumGini'"),
    "feedback": (_text, "a text, such as 'GYBBB'"),
    "guess": (_text, "a guess, such as 'CADES'"),
    "identify": (_flag, "True or False"),
    "lexicon": _LEXICON,
    "limits": (lambda value: isinstance(value, Limits), "limits, such as emi.Limits(seconds=2)"),
    "name_or_path": (_path, "the name or the path of a word list"),
    "on_row": (callable, "a function of a row"),
    "palette": (_text, "the name of a palette, such as 'classic'"),
    "rule": (lambda value: _path(value) or callable(value), "a function, or the path of its file"),
    "seed": (lambda value: _whole(value) and value >= 0, "a whole number, 0 or more"),  # type: ignore[operator]
    "sheet": (
        lambda value: _text(value) or _whole(value),
        "the name or the number of a sheet",
    ),
    "show": (_texts, "a list of names, such as ['Sum', 'Gini']"),
    "sort": (_text, "'exact', or the name of a heuristic, such as 'SumGini'"),
    "source": (
        lambda value: _path(value) or hasattr(value, "branches"),
        "the path of a file with a strategy",
    ),
    "store": (_store, "a store, such as emi.DiskStore()"),
    "top": (_whole, "a whole number above 0"),
    "tries": (_whole, "a whole number above 0"),
    "usual": (_flag, "True or False"),
    "watch": (callable, "a function of the progress"),
    "weights": (_numbers, "a list of whole numbers"),
    "workers": (
        lambda value: not isinstance(value, type) and hasattr(value, "about"),
        "workers, such as emi.Processes(2)",
    ),
    "Identification.__init__.game": _GAME,
    "Mastermind.__init__.alphabet": (_text, "a text with a character for each colour"),
    "Mastermind.__init__.name": (_text, "a text"),
    "Motus.of_cell.guesses": _LEXICON,
    "Revealed.__init__.game": _GAME,
    "game_named.guesses": _FILE,
    "game_named.secrets": _FILE,
    "play_optimal.allowed": (_whole, "a whole number above 0"),
    "read_weights.game": _GAME,
    "read_weights.weights": (_text, "'wordfreq', or the path of a file"),
    "verify.guesses": _WORDS,
    "verify.lexicon": _WORDS,
    "verify.secrets": _WORDS,
}


def check(**arguments: object) -> None:
    """Raise OptionError for the first argument that fails the test of its name; ignore None."""
    for name, value in arguments.items():
        fits, expected = _EXPECTED[name]
        if value is not None and not fits(value):
            raise OptionError(f"expected {expected}", **{name: value})


def checked(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that checks its arguments by the tests in `_EXPECTED` before each call.

    None is allowed only for a parameter whose default is None.
    """
    called = function.__qualname__
    known = {
        name: (*found, one.default is None)
        for name, one in signature(function).parameters.items()
        if one.kind is not Parameter.VAR_KEYWORD
        and (found := _EXPECTED.get(f"{called}.{name}", _EXPECTED.get(name)))
    }
    names = [*signature(function).parameters]

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        for name, value in (*zip(names, args, strict=False), *kwargs.items()):
            if name in known:
                fits, expected, optional = known[name]
                if not (fits(value) or (value is None and optional)):
                    raise OptionError(f"expected {expected}", **{name: value})
        return function(*args, **kwargs)

    return call


def whole_numbers(**arguments: object) -> None:
    """Raise OptionError unless a list holds only whole numbers; ignore None."""
    for name, value in arguments.items():
        if value is not None and not all(
            map(_whole, listed(value, "whole numbers", OptionError, **{name: value}))
        ):
            raise OptionError("expected a list of whole numbers", **{name: value})
