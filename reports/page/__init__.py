"""Web pages: each is one file that needs neither network nor JavaScript."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from string import Template

__all__ = ["assembled"]


def assembled(title: str, main: str, *parts: str) -> str:
    """Return a page: style and script are inside.

    The title is plain text, what it mainly shows is HTML; the parts are style sheets and scripts
    that it needs besides those of every page.

    Examples
    --------
    >>> page = assembled("A & B", "<p>C</p>")
    >>> page.splitlines()[0], "<title>A &amp; B</title>" in page
    ('<!DOCTYPE html>', True)
    """
    names = ("page.css", "table.css", "page.js", *parts)
    page = Template(_resource("page.html")).substitute(
        title=escape(title),
        main=main,
        style="\n\n".join(_resource(name) for name in names if name.endswith(".css")),
        script="\n\n".join(_resource(name) for name in names if name.endswith(".js")),
    )
    return f"{page}\n"


def _resource(name: str) -> str:
    return files(__name__).joinpath(name).read_text(encoding="utf-8").rstrip()
