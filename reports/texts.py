"""Texts for players, in their language: the catalogue shared by the page and the terminal.

The catalogue is ``reports/page/explore/texts.js``, a JavaScript object of strings and of pairs of
strings (singular, plural).
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emi_errors import EmiError

#: The languages, each with the name that it has for itself.
NAMES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
LANGUAGES = tuple(NAMES)

_STRING = r'"(?:[^"\\]|\\.)*"'


@cache
def _catalogue() -> dict[str, dict[str, str | list[str]]]:
    text = files("reports.page").joinpath("explore/texts.js").read_text("utf-8")
    body = text[text.index("const TEXTS = {") + len("const TEXTS = ") : text.index("\n};") + 2]
    body = re.sub(rf"({_STRING})|(\w+)(?=:)", lambda at: at[1] or f'"{at[2]}"', body)
    body = re.sub(rf"({_STRING})|,(?=\s*\}})", lambda at: at[1] or "", body)
    found: dict[str, dict[str, str | list[str]]] = json.loads(body)
    return found


@cache
def _views() -> dict[str, str]:
    """Return the keys of what views say, by the English text; of two that for more has ``{n}``."""
    return {
        form: key
        for key, text in _catalogue()["en"].items()
        if key.startswith("view")
        for form in ([text] if isinstance(text, str) else text)
    }


class Texts:
    """The texts of one language.

    Examples
    --------
    >>> Texts("fr")("left", n=3), Texts()("guesses", n=1)
    ('3 possibles', '1 guess')
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts = _catalogue()[language]

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with filled placeholders; ``n`` selects the singular or plural."""
        text = self._texts[key]
        if isinstance(text, list):
            text = text[values["n"] != 1]
        return text.format(**{name: self._written(value) for name, value in values.items()})

    def known(self, english: str) -> str:
        """Return what a view says in English in this language, as it is if it is not known.

        Examples
        --------
        >>> Texts("fr").known("first guess"), Texts("fr").known("7 cells"), Texts("fr").known("X")
        ('premier essai', '7 cases', 'X')
        """
        if self.language == "en":
            return english
        if key := _views().get(english):
            return self(key, n=1)
        numbers = re.findall(r"\d[\d,]*", english)
        if len(numbers) == 1 and (key := _views().get(english.replace(numbers[0], "{n}"))):
            return self(key, n=int(numbers[0].replace(",", "")))
        return english

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

    def decimal(self, number: str) -> str:
        """Return a decimal number, given with a point, in the notation of the language."""
        return number if self.language == "en" else number.replace(".", ",")

    def _written(self, value: object) -> str:
        if not isinstance(value, int):
            return str(value)
        comma = {"en": ",", "fr": "\u202f", "nl": "."}[self.language]
        return f"{value:,}".replace(",", comma)


ENGLISH = Texts()
