"""Published tables beside what is obtained, as a web page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reports.page import assembled, filled
from reports.seeds.section import Figure, Section, Table

__all__ = ["render"]


def render(sections: Sequence[Section], *, title: str) -> str:
    """Lay sections out as a page that stands alone.

    Parameters
    ----------
    sections : sequence of Section
    title : str
        What the page is called.

    Returns
    -------
    str
        HTML, to be saved as UTF-8.

    Examples
    --------
    >>> from reports.seeds.section import table_line
    >>> primes = Table("Primes", ("n", "prime"), (table_line("1", Figure("2", "1")),))
    >>> page = render([Section("p", "On primes", "A list", (), (primes,))], title="Tables")
    >>> '<td class="differs">2<small>≠ 1' in page
    True
    """
    main = filled(
        "seeds.html",
        title=escape(title),
        links="".join(
            f'<li><a href="#{escape(each.name)}">{escape(each.title)}</a></li>' for each in sections
        ),
        sections="\n".join(map(_section, sections)),
    )
    return assembled(title, main, "seeds.css")


def _section(section: Section) -> str:
    intro = "".join(f"<p>{escape(each)}.</p>" for each in section.intro)
    return (
        f'<section id="{escape(section.name)}"><h2>{escape(section.title)}</h2>'
        f'<div class="summary"><p>Source: {escape(section.source)}.</p>{intro}</div>\n'
        + "\n".join(map(_table, section.tables))
        + "</section>"
    )


def _table(table: Table) -> str:
    kinds = [' class="text"' if table.worded(at) else "" for at in range(len(table.columns))]
    columns = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>'
        for kind, name in zip(kinds, table.columns, strict=True)
    )
    lines = "\n".join(_line(line, kinds[1:]) for line in table.lines)
    verdict = f'<p class="verdict">{escape(table.verdict)}.</p>' if table.verdict else ""
    notes = "".join(f"<li>{escape(note)}.</li>" for note in table.notes)
    return (
        f'<h3>{escape(table.title)}</h3>{verdict}<div class="scroll"><table class="list figures">'
        f'<caption class="aside">{escape(table.title)}</caption>'
        f"<thead><tr>{columns}</tr></thead>\n<tbody>\n{lines}\n</tbody></table></div>"
        + (f'<ul class="notes">{notes}</ul>' if notes else "")
    )


def _line(line: tuple[Figure, ...], kinds: Sequence[str]) -> str:
    name, *others = line
    cells = "".join(map(_figure, others, kinds))
    return f'<tr><th scope="row">{escape(name.shown)}</th>{cells}</tr>'


def _figure(figure: Figure, kind: str) -> str:
    if figure.printed is None:
        return f"<td{kind}>{escape(figure.shown)}</td>"
    if not figure.differs:
        return f'<td class="same">{escape(figure.shown)}</td>'
    printed = f'<small>≠ {escape(figure.printed)}<span class="aside"> printed</span></small>'
    return f'<td class="differs">{escape(figure.shown or "none")}{printed}</td>'
