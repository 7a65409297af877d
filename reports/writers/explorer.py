"""Write a page to explore games: their table, collapsible strategies, a board and proofs.

The page is one file and needs no network. The browser builds its contents from the data of the
games, in the language of the reader. The parts are in ``reports/page/explore``;
`emi.reports.writers.site` puts them into files of their own.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from emi.reports.table import Section
from emi.reports.texts import LANGUAGES, catalogue
from emi.reports.writers.html import page, without_comments, write_section

#: Scripts shared by the page and its worker: short turns, rules, known positions, the search.
_ENGINE = ("pace", "game", "knowledge", "ranking", "tasks")
#: The parts of the page, each after those that it depends on.
_SCRIPTS = (
    "texts", "load", "show", "settings", "keys", "ask", "table", "day", "own", "home", "glance",
    "tree", "match", "clues", "share", "analysis", "play", "help", "proof", "explore",
)  # fmt: skip
#: The style sheets and scripts of the page, beyond those of every page.
PARTS = (
    "grid.css", "explore/explore.css", "explore/board.css", "explore/home.css", "grid.js",
    *(f"explore/{name}.js" for name in _SCRIPTS),
)  # fmt: skip


def write(
    games: Sequence[Mapping[str, Any]],
    *,
    title: str,
    lexicon: str = "",
    sections: Mapping[str, Sequence[Section]] | None = None,
    made: Mapping[str, Any] | None = None,
) -> str:
    """Return the page as HTML, to be saved as UTF-8.

    Parameters
    ----------
    games : sequence of mapping
        The data of each game, as `emi.analysis.explored.Explored.plain` returns it.
    title : str
        The title of the page, until a script translates it into the reader's language.
    lexicon : str, optional
        The name of the word list of the cells.
    sections : mapping, optional
        Sections below the games, such as the fairness of their list, by language. The page shows
        those of the reader's language.
    made : mapping, optional
        The data for the footer, as `emi.analysis.explored.made_of` returns it.
    """
    below = [
        told_in(language, write_section(one))
        for language, several in (sections or {}).items()
        for one in several
    ]
    held = {"lexicon": lexicon, "made": made, "games": games}
    scripts = f'<script id="engine">\n{engine()}</script>'
    return page(title, [*body(title, held, below), scripts], *PARTS)


def body(title: str, held: Mapping[str, Any], below: Sequence[str]) -> list[str]:
    """Return the static part of the page: a frame, the sections below it, and the data."""
    texts = {
        language: {key: text for key, text in catalogue(language).items() if key != "said"}
        for language in LANGUAGES
    }
    data = json.dumps({"texts": texts, **held}, ensure_ascii=False, separators=(",", ":"))
    frame = _read("explore.html").rstrip()
    # Escape "<", which could end the script.
    escaped = data.replace("<", "\\u003c")
    return [
        Template(frame).substitute(title=escape(title)),
        *below,
        f'<script type="application/json" id="data">{escaped}</script>',
    ]


def engine() -> str:
    """Return the script that the page and its worker share."""
    return without_comments("\n\n".join(_read(f"{name}.js") for name in _ENGINE))


def told_in(language: str, inside: str) -> str:
    """Return an element that readers of one language see; English until the script runs."""
    hidden = "" if language == "en" else " hidden"
    return f'<div class="told-in" lang="{language}"{hidden}>{inside}</div>'


def _read(name: str) -> str:
    return files("emi.reports.page").joinpath("explore", name).read_text("utf-8")
