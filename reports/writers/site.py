"""Write a site: linked pages about games, in each language, for any static host.

Each page is a self-contained file. All links are relative, so the files can also be opened from a
folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from emi.reports.table import Report
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.writers import explorer
from emi.reports.writers.html import body, page

if TYPE_CHECKING:
    from emi.reports.table import Table

#: The page of strategies and the board, a single one for all languages.
PLAY = "play"
INDEX = "index"
#: The possible pages in the order of the links.
PAGES = (INDEX, "table", PLAY, "fairness", "pareto", "explain", "partitions")


def write(
    games: Sequence[Mapping[str, Any]],
    pages: Mapping[str, Mapping[str, Table | Report]],
    *,
    title: str,
    made: Mapping[str, Any],
    lexicon: str = "",
) -> dict[str, str]:
    """Return the text of each file of the site, by file name.

    Parameters
    ----------
    games : sequence of mapping
        As in `emi.reports.writers.explorer.write`.
    pages : mapping
        The tables or reports of the other `PAGES` by name and language; missing pages are omitted.
    title : str
        The title, unless the games are cells of a word list.
    made : mapping
        The data for the footer, as `emi.analysis.explored.made_of` returns it.
    lexicon : str, optional
        The name of the word list of the cells.
    """
    names = [name for name in PAGES if name in {INDEX, PLAY, *pages}]
    files = {}
    for language in LANGUAGES:
        t = Texts(language)
        called = t("title") if lexicon else title
        for name in names:
            if name == PLAY:
                continue
            parts: tuple[str, ...] = ()
            if name == INDEX:
                heading, main = called, _index(names, called, t)
            else:
                shown = pages[name][language]
                named = f"{t(_key(name))}, {called}"
                heading, main, parts = body(replace(shown, title=named))
            files[_file(name, language)] = page(
                heading, [_navigation(names, name, t), *main, _foot(made, t)], *parts,
                language=language,
            )  # fmt: skip
    top = "".join(
        explorer.told_in(language, _navigation(names, PLAY, Texts(language)))
        for language in LANGUAGES
    )
    files[_file(PLAY, "en")] = explorer.write(
        games, title=title, lexicon=lexicon, made=made, top=top
    )
    return files


def _key(name: str) -> str:
    """Return the key of the title of a page."""
    return f"site{name.capitalize()}"


def _file(name: str, language: str) -> str:
    return f"{name}.html" if language == "en" or name == PLAY else f"{name}.{language}.html"


def _link(name: str, language: str) -> str:
    """Return the address of a page; the page for all languages gets the language in the query."""
    return _file(name, language) + (f"?language={language}" if name == PLAY else "")


def _navigation(names: Sequence[str], here: str, t: Texts) -> str:
    """Return the links to all pages, and to this page in other languages."""
    pages = "".join(
        f'<li><a href="{_link(name, t.language)}"{_current(name == here)}>'
        f"{escape(t(_key(name)))}</a></li>"
        for name in names
    )
    # The page for all languages has its own language menu.
    others = "".join(
        f'<li><a href="{_file(here, language)}" lang="{language}" hreflang="{language}"'
        f"{_current(language == t.language)}>{Texts(language).name}</a></li>"
        for language in LANGUAGES
        if here != PLAY
    )
    languages = f'<ul class="links" aria-label="{escape(t("language"))}">{others}</ul>'
    return (
        f'<nav class="site" aria-label="{escape(t("siteNav"))}"><ul class="links">{pages}</ul>'
        f"{languages if others else ''}</nav>"
    )


def _current(is_here: bool) -> str:
    return ' aria-current="page"' if is_here else ""


def _index(names: Sequence[str], title: str, t: Texts) -> list[str]:
    """Return the overview page, with a description of each other page."""
    items = "".join(
        f'<dt><a href="{_link(name, t.language)}">{escape(t(_key(name)))}</a></dt>'
        f"<dd>{escape(t(f'{_key(name)}Said'))}</dd>"
        for name in names
        if name != INDEX
    )
    intro = escape(t(f"{_key(INDEX)}Said"))
    head = f"<header><h1>{escape(title)}</h1><p>{intro}</p></header>"
    return [head, f'<dl class="contents">{items}</dl>']


def _foot(made: Mapping[str, Any], t: Texts) -> str:
    """Return the footer: word lists, version, date, and the paper."""
    said = [
        *(
            t("madeOf", name=one["name"], digest=one["digest"][:12], licence=one["licence"])
            for one in made["lists"]
        ),
        t("madeBy", version=made["version"], date=made["date"]),
        f"{t('paper')} doi:10.3233/ICG-180056",
    ]
    return f'<footer class="about">{"".join(f"<p>{escape(each)}</p>" for each in said)}</footer>'
