"""Texts for players, in their language: one catalogue for the terminal and the page.

Each language is one file here. ``page`` holds the texts of the page, some of which the terminal
shares; ``said`` holds those of the terminal and of tables. A text is a string with placeholders, or
a pair of them: singular and plural.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from emi.errors import EmiError

E = TypeVar("E", bound="EmiError")


#: The languages by their codes, English first.
LANGUAGES = (
    "en",
    *sorted(one.stem for one in Path(__file__).parent.glob("*.json") if one.stem != "en"),
)


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """Return the file of a language: its name, notation of numbers, keyboard and texts."""
    import json

    found: Mapping[str, Any] = json.loads(Path(__file__).with_name(f"{language}.json").read_bytes())
    return found


class Said(NamedTuple):
    """A text to be written in some language: its key, and values, which may be texts too."""

    key: str
    values: Mapping[str, object]


def said(key: str, /, **values: object) -> Said:
    """Return a text by its key, whose language is chosen when it is written."""
    return Said(key, values)


def noun(what: str, number: int) -> Said | str:
    """Return the noun for a number of things, such as ``word`` or ``letter``."""
    key = f"kind{what.capitalize()}"
    of = catalogue("en")
    if key in of["page"] or key in of["said"]:
        return said(key, n=number)
    # Games of one's own name their parts in English.
    return what if number == 1 else f"{what}s"


def listed(words: Sequence[str], most: int, mark: str = ", ") -> Said | str:
    """Return words in one line; if there are many, the first ones and the number of others."""
    more = len(words) - most
    first = mark.join(words[:most])
    return said("listedMore", words=first, more=said("more", n=more)) if more > 0 else first


class Texts:
    """The texts of one language.

    Examples
    --------
    >>> Texts("fr")("left", n=3), Texts()("guesses", n=1)
    ('3 possibles', '1 guess')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, /, **values: object) -> str:
        """Return a text with filled placeholders; ``n`` selects the singular or plural."""
        of = catalogue(self.language)
        text = of["said"].get(key) or of["page"][key]
        if isinstance(text, list):
            text = text[values["n"] != 1]
        return str(text.format(**{name: self.written(value) for name, value in values.items()}))

    @property
    def name(self) -> str:
        """The name that the language has for itself."""
        return str(catalogue(self.language)["name"])

    def of_error(self, error: E) -> E:
        """Return an error with its message in the language, if it is one of the catalogue."""
        if self.language == "en" or error.said is None:
            return error
        return self.error(type(error), Said(*error.said))

    def error(self, kind: type[E], text: Said) -> E:
        """Return an error of a kind with a text, which can be written in other languages too."""
        found = kind(self.written(text))
        found.said = text
        return found

    def kind(self, what: str, number: int) -> str:
        """Return the noun for a number of things, such as ``word`` or ``codes``."""
        return self.written(noun(what, number))

    def decimal(self, text: str) -> str:
        """Return numbers, given as in English, in the notation of the language.

        Examples
        --------
        >>> Texts("nl").decimal("1,296..2,592.5 s")
        '1.296..2.592,5 s'
        """
        if self.language == "en":
            return text
        of = catalogue(self.language)
        between = {",": of["thousands"], ".": of["decimals"]}
        return re.sub(r"(?<=\d)[,.](?=\d)", lambda at: between[at[0]], text)

    def then(self, mark: str, *texts: str) -> str:
        """Join texts by a colon or a semicolon, before which French has a space.

        Examples
        --------
        >>> Texts("fr").then(":", "C5", "7"), Texts("nl").then(";", "a", "b")
        ('C5 : 7', 'a; b')
        """
        return f"{catalogue(self.language)['colon'].replace(':', mark)} ".join(texts)

    def counted(self, what: str, number: int) -> str:
        """Return a number of secrets, ``7 words``."""
        return f"{self.written(number)} {self.kind(what, number)}"

    def written(self, value: object) -> str:
        """Return texts and whole numbers as the language writes them, other values unchanged."""
        if isinstance(value, Said):
            return self(value.key, **value.values)
        if isinstance(value, list):
            return self.then(";", *map(self.written, value))
        return self.decimal(f"{value:,}") if isinstance(value, int) else str(value)


ENGLISH = Texts()


def refusal(error: type[E], key: str, /, **values: object) -> E:
    """Return an error whose message is a text of the catalogue, in English."""
    return ENGLISH.error(error, said(key, **values))
