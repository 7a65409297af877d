"""Convert results to plain values: all JSON and CSV is made here.

The keys are the names of the fields and of the facts of a result. A field ``bounds`` becomes
``lower``, ``upper`` and ``proven``; other bounds ``x`` become ``x_lower`` and ``x_upper``. The
facts of a game are included at the same level, its name as ``game``, its word list as ``lexicon``
and ``lexicon_digest``. The set of keys depends on the type only, never on the values.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

from emi.results.game import GameFacts
from emi.search.model.bounds import Bounds

#: The metadata of a field that is left out of the plain values.
HIDDEN = {"key": ""}
#: The types of values that are plain already.
_PLAIN = frozenset({int, str, bool, type(None)})
#: The types of values that become lists.
_LISTS = list, tuple, set, frozenset


class fact(property):  # noqa: N801 - used as `property` is
    """A property that is included in the plain values, like the fields."""


def rounded(value: Fraction, places: int = 4) -> str:
    """Return a value of at least 0 with ``places`` decimals, rounded exactly, halves to even.

    Whatever prints a mean or another ratio of whole numbers prints it by this: a float beside it
    may be rounded otherwise where the value is close to a half.

    Examples
    --------
    >>> rounded(Fraction(477, 160)), f"{477 / 160:.4f}"
    ('2.9812', '2.9813')
    """
    digits = f"{round(value * 10**places):0{places + 1}d}"
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def plain(value: Any) -> Any:  # noqa: ANN401 - of any result
    """Return a result as JSON values: mappings, lists, strings, numbers, booleans and None.

    Examples
    --------
    >>> plain(Bounds(2, 3)), plain(Fraction(8, 3)), plain(("A", "B"))
    ({'lower': 2, 'upper': 3, 'proven': False}, 2.6666666666666665, ['A', 'B'])
    """
    # Most values of a long list are numbers in lists: the types that are tested first.
    if type(value) in _PLAIN:
        return value
    if isinstance(value, _LISTS):
        return list(value) if _PLAIN.issuperset(map(type, value)) else [*map(plain, value)]
    if isinstance(value, Bounds):
        return {"lower": value.lower, "upper": value.upper, "proven": value.proven}
    if is_dataclass(value) and not isinstance(value, type):
        found: dict[str, Any] = {}
        for name, key, kind in _parts(type(value)):
            found |= _keyed(key, getattr(value, name), kind)
        return found
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    return float(value) if isinstance(value, Fraction | Decimal | float) else value


def column_names(kind: type) -> tuple[str, ...]:
    """Return the CSV columns of a type of result, in order.

    The columns are the keys of the type. A nested result ``x`` contributes its keys with the prefix
    ``x_``; lists of results are left out.
    """
    found: list[str] = []
    for _, key, of in _parts(kind):
        inside: Any = getattr(sys.modules[kind.__module__], of.removesuffix(" | None"), None)
        if of == "GameFacts":
            found += column_names(GameFacts)
        elif of.startswith("tuple[") and of[len("tuple[")].isupper():
            continue
        elif hasattr(inside, "__dataclass_fields__") and of != "LexiconFacts | None":
            found += [f"{key}_{one}" for one in column_names(inside)]
        else:
            found += _keyed(key, None, of)
    return tuple(dict.fromkeys(found))


def keys(kind: type) -> tuple[str, ...]:
    """Return the keys of `plain` for a type of result, in order."""
    found: list[str] = []
    for _, key, of in _parts(kind):
        found += keys(GameFacts) if of == "GameFacts" else _keyed(key, None, of)
    return tuple(dict.fromkeys(found))


@cache
def _parts(kind: type) -> list[tuple[str, str, str]]:
    """Return the name, the key and the type of each field and fact."""
    parts = [(one.name, one.metadata.get("key", one.name), str(one.type)) for one in fields(kind)]
    for base in kind.__mro__:
        for name, value in vars(base).items():
            if isinstance(value, fact):
                parts.append((name, name, str(value.fget.__annotations__["return"])))
    return [each for each in dict.fromkeys(parts) if each[1]]


def _keyed(key: str, value: Any, kind: str) -> dict[str, Any]:  # noqa: ANN401 - of any result
    """Return the keys and plain values of one field."""
    if kind == "GameFacts" and value is not None:
        found: dict[str, Any] = plain(value)
        return found
    if kind == "Objective":
        return {key: None if value is None else value.name}
    if kind.partition(" ")[0] == "LexiconFacts":
        name, digest = (None, None) if value is None else (value.name, value.digest)
        return {key: name, f"{key}_digest": digest}
    if kind.partition(" ")[0] != "Bounds":
        return {key: plain(value)}
    lower, upper = (None, None) if value is None else (value.lower, value.upper)
    if key == "bounds":
        return {"lower": lower, "upper": upper, "proven": value is not None and value.proven}
    return {f"{key}_lower": lower, f"{key}_upper": upper}
