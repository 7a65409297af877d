"""Write a site of games for any static host, in each language.

Its first page plays the games; each is a file of its own, which the page fetches when the game is
opened. The pages of results are self-contained files. All links are relative. The parts of the
first page lie in ``reports/page/explore``, those of the app in ``reports/page/site``.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from emi.reports.table import Report
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.writers import explorer
from emi.reports.writers.html import body, framed, page, sources

if TYPE_CHECKING:
    from emi.reports.table import Table

#: The page of the games, a single one for all languages.
PLAY = "play"
RESULTS = "results"
#: The possible pages in the order of the links.
PAGES = (PLAY, RESULTS, "table", "fairness", "pareto", "explain", "partitions")
#: The page that opens first.
FIRST = "index.html"
#: The folder of the games' files.
GAMES = "games"
#: The licences and notices of the word lists.
LICENCES = "licences.txt"
#: What the first page may load: files of its own site.
POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
)
#: The colours of an app until its page is there: those of a dark screen, as of its icon.
COLOUR = "#14171b"


def write(
    games: Sequence[Mapping[str, Any]],
    pages: Mapping[str, Mapping[str, Table | Report]],
    *,
    title: str,
    made: Mapping[str, Any],
    lexicon: str = "",
) -> dict[str, bytes]:
    """Return the contents of each file of the site by its name; the page that opens first is last.

    Parameters
    ----------
    games : sequence of mapping
        As in `emi.reports.writers.explorer.write`.
    pages : mapping
        The tables or reports of pages of results by name and language; there may be none.
    title : str
        The title, unless the games are cells of a word list.
    made : mapping
        The data for the footer, as `emi.analysis.explored.made_of` returns it.
    lexicon : str, optional
        The name of the word list of the cells.
    """
    names = [name for name in PAGES if name in {PLAY, RESULTS, *pages}] if pages else []
    contents: dict[str, bytes] = {}
    for language in LANGUAGES:
        t = Texts(language)
        called = t("title") if lexicon else title
        for name in names:
            if name == PLAY:
                continue
            parts: tuple[str, ...] = ()
            if name == RESULTS:
                heading, main = called, _index(names, called, t)
            else:
                shown = pages[name][language]
                named = f"{t(_key(name))}, {called}"
                heading, main, parts = body(replace(shown, title=named))
            contents[_file(name, language)] = page(
                heading, [_navigation(names, name, t), *main, _foot(made, t)], *parts,
                language=language,
            ).encode()  # fmt: skip
    doors = [
        explorer.told_in(language, _navigation(names, PLAY, Texts(language)))
        for language in LANGUAGES
        if names
    ]
    return contents | _app(games, doors, title=title, made=made, lexicon=lexicon)


def _app(
    games: Sequence[Mapping[str, Any]],
    below: Sequence[str],
    *,
    title: str,
    made: Mapping[str, Any],
    lexicon: str,
) -> dict[str, bytes]:
    """Return the files of the games: their page, its parts, and those of the app."""
    contents: dict[str, bytes] = {}
    listed = []
    for game in games:
        packed = b64decode(game["held"])
        name = f"{GAMES}/{_digest(packed)}.bin"
        contents[name] = packed
        listed.append({**game, "held": None, "file": name})
    notices = dict.fromkeys(words["notices"] for words in made["lists"] if words["notices"])
    lists = [{**words, "notices": ""} for words in made["lists"]]
    about = {**made, "lists": lists, "licences": LICENCES if notices else ""}
    style, script = sources(*explorer.PARTS)
    held = {"lexicon": lexicon, "made": about, "games": listed}
    engine = '<script id="engine" src="engine.js"></script>'
    first = framed(
        title, [*explorer.body(title, held, below), engine], policy=POLICY, head=_HEAD,
        end='<script src="emi.js"></script>',
    )  # fmt: skip
    shell = {
        "emi.css": style,
        "engine.js": explorer.engine(),
        "emi.js": script,
        "icon.svg": _part("icon.svg"),
        "manifest.webmanifest": json.dumps(_manifest(title), ensure_ascii=False, indent=1),
        FIRST: first,
    }
    version = _digest("\0".join(shell.values()).encode())
    worker = Template(_part("sw.js")).safe_substitute(
        version=version, files=json.dumps(["./", *shell])
    )
    notes = {LICENCES: f"\n\n{'=' * 80}\n\n".join(notices)} if notices else {}
    texts = notes | {"sw.js": worker} | shell
    return contents | {name: text.encode() for name, text in texts.items()}


#: Elements of the head of the first page.
_HEAD = f"""<meta name="theme-color" content="{COLOUR}">
<link rel="manifest" href="manifest.webmanifest">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="icon.svg">
<link rel="stylesheet" href="emi.css">"""


def _manifest(title: str) -> dict[str, Any]:
    """Return the web app manifest, with which a browser installs the site as an app."""
    icon = {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}
    return {
        "name": title,
        "short_name": "Evil Motus",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [{**icon, "purpose": purpose} for purpose in ("any", "maskable")],
    }


def _digest(blob: bytes) -> str:
    return sha256(blob).hexdigest()[:16]


def _part(name: str) -> str:
    return files("emi.reports.page").joinpath("site", name).read_text("utf-8")


def _key(name: str) -> str:
    """Return the key of the title of a page."""
    return f"site{name.capitalize()}"


def _file(name: str, language: str) -> str:
    if name == PLAY:
        return FIRST
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


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
        if name not in {PLAY, RESULTS}
    )
    intro = escape(t(f"{_key(RESULTS)}Said"))
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
