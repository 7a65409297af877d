"""A page on which games are explored: their table, strategies to unfold, a board, and the proofs.

It is one file that needs no network. The browser makes all of it from what is known of the games,
in the language of the reader; the parts stand in ``reports/page/explore``.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from reports.table import Section
from reports.writers.html import page, write_section

#: What the page and its worker share: the rules, what is known of positions, and what is searched.
_ENGINE = ("game", "knowledge", "tasks")
#: The parts of the page, in the order in which they build on each other.
_SCRIPTS = (
    "texts", "show", "ask", "table", "home", "glance", "tree", "match", "share", "analysis", "play",
    "clues", "help", "proof", "explore",
)  # fmt: skip


def write(
    games: Sequence[Mapping[str, Any]],
    *,
    title: str,
    lexicon: str = "",
    sections: Sequence[Section] = (),
    made: Mapping[str, Any] | None = None,
) -> str:
    """Write the page as HTML, to be saved as UTF-8.

    Parameters
    ----------
    games : sequence of mapping
        What is known of each, as `emi.analysis.explored.Explored.plain` returns it.
    title : str
        The title of the page, until a script has put it into the reader's language.
    lexicon : str, optional
        The name of the word list that cells are of.
    sections : sequence of Section, optional
        What stands below the games, such as the fairness of their list.
    made : mapping, optional
        What the foot of the page says, as `emi.analysis.explored.made_of` returns it.
    """
    # "<" may not stand in a script: it could end it.
    data = json.dumps({"lexicon": lexicon, "made": made, "games": games}, separators=(",", ":"))
    folder = files("reports.page").joinpath("explore")
    main = folder.joinpath("explore.html").read_text("utf-8").rstrip()
    engine = "\n\n".join(folder.joinpath(f"{name}.js").read_text("utf-8") for name in _ENGINE)
    held = data.replace("<", "\\u003c")
    return page(
        title,
        [
            main.replace("$title", escape(title)),
            *map(write_section, sections),
            f'<script type="application/json" id="data">{held}</script>',
            f'<script id="engine">\n{engine}</script>',
        ],
        "grid.css",
        "explore/explore.css",
        "grid.js",
        *(f"explore/{name}.js" for name in _SCRIPTS),
    )
