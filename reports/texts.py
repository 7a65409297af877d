"""Texts for players, in their language: the catalogue shared by the page and the terminal.

The catalogue is ``reports/page/explore/texts.js``, a JavaScript object of strings and of pairs of
strings (singular, plural).
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emi.errors import EmiError

#: The languages, each with the name that it has for itself.
NAMES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
LANGUAGES = tuple(NAMES)

#: What separates thousands; the decimals follow a comma.
_THOUSANDS = {"fr": "\u202f", "nl": "."}

_STRING = r'"(?:[^"\\]|\\.)*"'


@cache
def _catalogue(language: str) -> dict[str, str | list[str]]:
    """Return the texts of a language by key; reading them takes some hundredths of a second."""
    text = (Path(__file__).parent / "page" / "explore" / "texts.js").read_text("utf-8")
    begin = text.index(f"\n  {language}: {{")
    body = text[text.index("{", begin) : text.index("\n  },", begin) + 4]
    body = re.sub(rf"({_STRING})|(\w+)(?=:)", lambda at: at[1] or f'"{at[2]}"', body)
    body = re.sub(rf"({_STRING})|,(?=\s*\}})", lambda at: at[1] or "", body)
    found: dict[str, str | list[str]] = json.loads(body)
    return found


class Texts:
    """The texts of one language.

    Examples
    --------
    >>> Texts("fr")("left", n=3), Texts()("guesses", n=1)
    ('3 possibles', '1 guess')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language

    @property
    def _texts(self) -> dict[str, str | list[str]]:
        return _catalogue(self.language)

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with filled placeholders; ``n`` selects the singular or plural."""
        text = self._texts[key]
        if isinstance(text, list):
            text = text[values["n"] != 1]
        return text.format(**{name: self._written(value) for name, value in values.items()})

    def of_error(self, error: EmiError) -> EmiError:
        """Return an error with its message in the language, if there are texts for it."""
        if self.language == "en" or not error.said:
            return error
        texts = []
        for key, values in error.said:
            what, number = values.get("kind"), values.get("n")
            if isinstance(what, str) and isinstance(number, int):
                texts.append(self(key, **{**values, "kind": self.kind(what, number)}))
            else:
                texts.append(self(key, **values))
        return type(error)(" ".join(texts))

    def kind(self, what: str, number: int) -> str:
        """Return the name of ``n`` secrets, ``word`` or ``code``, in the singular or plural."""
        return self(f"kind{what.capitalize()}{'s' if number != 1 else ''}")

    def decimal(self, text: str) -> str:
        """Return numbers, given as in English, in the notation of the language.

        Examples
        --------
        >>> Texts("nl").decimal("1,296..2,592.5 s")
        '1.296..2.592,5 s'
        """
        if self.language == "en":
            return text
        between = {",": _THOUSANDS[self.language], ".": ","}
        return re.sub(r"(?<=\d)[,.](?=\d)", lambda at: between[at[0]], text)

    def then(self, mark: str, *texts: str) -> str:
        """Join texts by a colon or a semicolon, before which French has a space.

        Examples
        --------
        >>> Texts("fr").then(":", "C5", "7"), Texts("nl").then(";", "a", "b")
        ('C5 : 7', 'a; b')
        """
        return f"{' ' if self.language == 'fr' else ''}{mark} ".join(texts)

    def counted(self, what: str, number: int) -> str:
        """Return a number of secrets, ``7 words``."""
        return f"{self._written(number)} {self.kind(what, number)}"

    def _written(self, value: object) -> str:
        return self.decimal(f"{value:,}") if isinstance(value, int) else str(value)


ENGLISH = Texts()
