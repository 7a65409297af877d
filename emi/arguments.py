"""Check the types of arguments of public functions, by the names of their parameters."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING

from emi.errors import OptionError, listed
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable


def _whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _store(value: object) -> bool:
    return not isinstance(value, type) and hasattr(value, "read") and hasattr(value, "replace")


def _text(value: object) -> bool:
    return isinstance(value, str)


#: A test of each parameter, and what is expected.
_EXPECTED: dict[str, tuple[Callable[[object], bool], str]] = {
    "heuristic": (_text, "the name of a heuristic, such as 'SumGini'"),
    "limits": (lambda value: isinstance(value, Limits), "limits, such as emi.Limits(seconds=2)"),
    "on_row": (callable, "a function of a row"),
    "seed": (lambda value: _whole(value) and value >= 0, "a whole number, 0 or more"),  # type: ignore[operator]
    "sort": (_text, "'exact', or the name of a heuristic, such as 'SumGini'"),
    "store": (_store, "a store, such as emi.DiskStore()"),
    "top": (_whole, "a whole number above 0"),
    "tries": (_whole, "a whole number above 0"),
    "watch": (callable, "a function of the progress"),
    "workers": (
        lambda value: not isinstance(value, type) and hasattr(value, "about"),
        "workers, such as emi.Processes(2)",
    ),
}


def check(**arguments: object) -> None:
    """Raise OptionError for the first argument of another type; None is no argument."""
    for name, value in arguments.items():
        fits, expected = _EXPECTED[name]
        if value is not None and not fits(value):
            raise OptionError(f"expected {expected}", **{name: value})


def whole_numbers(**arguments: object) -> None:
    """Raise OptionError for a list with anything but whole numbers; None is no list."""
    for name, value in arguments.items():
        if value is not None and not all(
            map(_whole, listed(value, "whole numbers", OptionError, **{name: value}))
        ):
            raise OptionError("expected a list of whole numbers", **{name: value})
