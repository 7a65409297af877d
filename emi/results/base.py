"""The base of all results: the facts of their game, how they print, and their plain form."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from emi.search.model.bounds import Bounds

if TYPE_CHECKING:
    import pandas as pd

    from emi import Table


@dataclass(frozen=True)
class LexiconFacts:
    """A word list: its name, and the SHA-256 digest of its words."""

    name: str
    digest: str

    def __str__(self) -> str:
        return f"lexicon {self.name} ({self.digest[:12]})"


@dataclass(frozen=True)
class GameFacts:
    """Facts about a game.

    Attributes
    ----------
    name, rule : str
    secrets, guesses : int
        The number of secrets and of guesses.
    hard : str or None
        The restriction of hard play (see `emi.Game.hardened`); None if every guess stays allowed.
    length : int
        The number of characters of a code.
    allowed : int or None
        The number of guesses that the rules allow; None without a limit.
    kind : str
        The plural noun for secrets, such as ``words``.
    lexicon : LexiconFacts or None
        The word list of the secrets.
    proposed : LexiconFacts or None
        The word list of the guesses, if different.
    of_cells : bool
        Whether the game is a cell of a lexicon.
    alphabet : str or None
        The alphabet of the words; None for codes.
    bent : int
        The number of words that a default alphabet merged from several words of a list, or made
        longer.
    order : int
        The place of the initial of a cell in the alphabet.
    boards : int or None
        The number of boards, each with a secret of its own; None for a game of one secret.

    Examples
    --------
    >>> import emi
    >>> game = emi.solve("moo:2x4").game
    >>> game.name, game.secrets, game.what
    ('moo:2x4', 12, 'code')
    """

    name: str = field(metadata={"key": "game"})
    rule: str
    secrets: int
    guesses: int
    hard: str | None
    length: int
    allowed: int | None
    kind: str
    lexicon: LexiconFacts | None = None
    proposed: LexiconFacts | None = field(default=None, metadata={"key": ""})
    of_cells: bool = field(default=False, metadata={"key": ""})
    alphabet: str | None = None
    bent: int = 0
    order: int = field(default=0, metadata={"key": ""})
    boards: int | None = field(default=None, metadata={"key": ""})

    @property
    def contents(self) -> str:
        """A description of the secrets and, if there are other guesses, of the guesses."""
        text = f"{self.secrets:,} {self.what if self.secrets == 1 else self.kind}"
        if self.boards is not None:
            text = f"{self.boards} board{'s' * (self.boards != 1)} of {text}"
        if self.lexicon is not None:
            text += f" of lexicon {self.lexicon.name}"
        if self.guesses == self.secrets:
            return text
        text += f", {self.guesses:,} guesses"
        return text if self.proposed is None else f"{text} of lexicon {self.proposed.name}"

    @property
    def what(self) -> str:
        """The noun for a secret: ``word`` or ``code``."""
        return self.kind.removesuffix("s")

    @property
    def cell(self) -> tuple[str, int] | None:
        """The initial (empty for all initials) and the length of a cell; None for other games."""
        match = re.fullmatch(r"([^0-9]?)([0-9]+)(?: \(hard: \w+\))?", self.name)
        return None if match is None or not self.of_cells else (match[1], int(match[2]))

    def __str__(self) -> str:
        return self.name


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

    All printed means and ratios of whole numbers use this function: a float may be rounded
    differently where the value is close to a half.

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
        values: dict[str, Any] = {}
        for name, key, kind in _parts(type(value)):
            values |= _keyed(key, getattr(value, name), kind)
        return values
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return float(value) if isinstance(value, Fraction | Decimal | float) else value


def column_names(kind: type) -> tuple[str, ...]:
    """Return the CSV columns of a type of result, in order.

    The columns are the keys of the type. A nested result ``x`` contributes its keys with the prefix
    ``x_``; lists of results are left out.
    """
    names: list[str] = []
    for _, key, of in _parts(kind):
        inside: Any = getattr(sys.modules[kind.__module__], of.removesuffix(" | None"), None)
        if of == "GameFacts":
            names += column_names(GameFacts)
        elif of.startswith("tuple[") and of[len("tuple[")].isupper():
            continue
        elif hasattr(inside, "__dataclass_fields__") and of != "LexiconFacts | None":
            names += [f"{key}_{name}" for name in column_names(inside)]
        else:
            names += _keyed(key, None, of)
    return tuple(dict.fromkeys(names))


def keys(kind: type) -> tuple[str, ...]:
    """Return the keys of `plain` for a type of result, in order."""
    names: list[str] = []
    for _, key, of in _parts(kind):
        names += keys(GameFacts) if of == "GameFacts" else _keyed(key, None, of)
    return tuple(dict.fromkeys(names))


@cache
def _parts(kind: type) -> list[tuple[str, str, str]]:
    """Return the name, the key and the type of each field and fact."""
    parts = [
        (entry.name, entry.metadata.get("key", entry.name), str(entry.type))
        for entry in fields(kind)
    ]
    for base in kind.__mro__:
        for name, value in vars(base).items():
            if isinstance(value, fact):
                parts.append((name, name, str(value.fget.__annotations__["return"])))
    return [part for part in dict.fromkeys(parts) if part[1]]


def _keyed(key: str, value: Any, kind: str) -> dict[str, Any]:  # noqa: ANN401 - of any result
    """Return the keys and plain values of one field."""
    if kind == "GameFacts" and value is not None:
        facts: dict[str, Any] = plain(value)
        return facts
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


class Tabular:
    """A result that can be shown as a table; see `emi.table`."""

    def table(self) -> Table:
        """Return the result as a table, which prints itself and renders in every format."""
        import emi

        return emi.table(self)

    def to_dataframe(self) -> pd.DataFrame:
        """Return the result as a pandas data frame with the columns of the CSV output.

        Raises
        ------
        EmiError
            If pandas is not installed.
        """
        return self.table().to_dataframe()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()
