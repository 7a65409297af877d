"""Texts for players, in their language: the catalogue shared by the page and the terminal.

page/explore/texts.js``, ... for more./ The catalogue is ``reports/page/explore/texts.js``, a
JavaScript object of strings and of pairs of strings (singular, plural)./page/explore/texts.js``, a
JavaScript object of strings and of lists of two strings, for one and for more.
"""

import json
import re
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "fr", "nl")

_STRING = r'"(?:[^"\\]|\\.)*"'


@cache
def _catalogue() -> dict[str, dict[str, str | list[str]]]:
    text = files("reports.page").joinpath("explore/texts.js").read_text("utf-8")
    body = text[text.index("const TEXTS = {") + len("const TEXTS = ") : text.index("\n};") + 2]
    body = re.sub(rf"({_STRING})|(\w+)(?=:)", lambda at: at[1] or f'"{at[2]}"', body)
    body = re.sub(rf"({_STRING})|,(?=\s*\}})", lambda at: at[1] or "", body)
    found: dict[str, dict[str, str | list[str]]] = json.loads(body)
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
        self._texts = _catalogue()[language]

    def __call__(self, key: str, **values: object) -> str:
        """Return a text with its placeholders filled; ``n`` selects singular or plural."""
        text = self._texts[key]
        if isinstance(text, list):
            text = text[values["n"] != 1]
        return text.format(**{name: self._written(value) for name, value in values.items()})

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
