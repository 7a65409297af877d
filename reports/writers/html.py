"""Write a self-contained web page: style, script and pictures are embedded."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from importlib.resources import files
from string import Template

from emi.reports.table import (
    Cell,
    Column,
    Comparison,
    Grid,
    GridCell,
    Legend,
    Report,
    Section,
    Table,
)
from emi.reports.texts import Texts
from emi.reports.writers.tiles import STYLE, tiled
from emi.results.base import rounded

_INLINE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; worker-src blob:"
)
"""The security policy of a page in one file, which loads nothing else."""
_HIGHEST = 8
"""The highest value with its own colour; larger values share that colour."""
_FEW = 12
"""A grid with more columns is transposed in a narrow window."""


def write(table: Table | Report) -> str:
    """Return a table or a report as HTML, to be saved as UTF-8."""
    title, main, parts = body(table)
    return page(title, main, *parts)


def body(table: Table | Report) -> tuple[str, list[str], tuple[str, ...]]:
    """Return the title of the page of a table or report, its contents, and the parts it needs."""
    if isinstance(table, Report):
        sections = table.sections
        links = "".join(
            f'<li><a href="#{escape(each.name)}">{escape(each.title)}</a></li>' for each in sections
        )
        head = f'<nav><ul class="links">{links}</ul></nav>'
        main = [_header(table.title, table.intro, head), *map(write_section, sections)]
        return table.title, main, ()
    title = table.title or table.caption
    summary = _summary(table)
    # Readers look for the summary first, so it must not follow long lists.
    said = (each for each in (table.opening, table.closing) if each)
    head = "".join(f'<p class="closing">{escape(each)}.</p>' for each in said)
    head += f'<div class="summary">{summary}</div>' if summary else ""
    main = [_header(title, table.intro, head), _body(table), *map(write_section, table.sections)]
    return title, main, (("grid.css", "grid.js") if table.grid else ())


def fragment(table: Table) -> str:
    """Return a table as HTML for a notebook, whose style sheet applies."""
    columns, rows = table.of("html")
    heads = "".join(f"<th>{escape(_heading(column))}</th>" for column in columns)
    lines = "\n".join(f"<tr>{''.join(map(_bare, columns, row))}</tr>" for row in rows)
    return _joined(
        [
            STYLE if any(cell.feedback for row in rows for cell in row) else "",
            f"<div>\n<p><b>{escape(table.title or table.caption)}</b></p>",
            _sentences([table.opening] if table.opening else ()),
            *(f"<p>{escape(each)}</p>" for each in table.lead),
            f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>",
            _summary(table),
            _items(f"{escape(each)}." for each in table.said(table.notes, "html")),
            _sentences([table.closing] if table.closing else ()),
            "</div>",
        ]
    )


def _bare(column: Column, cell: Cell) -> str:
    """Return a cell without CSS classes; special values are bold."""
    text = tiled(column.text(cell), cell.feedback) if cell.feedback else escape(column.text(cell))
    align = "left" if column.align == "left" else "right"
    return f'<td style="text-align: {align}">{f"<b>{text}</b>" if cell.marks else text}</td>'


def page(title: str, main: Iterable[str], *parts: str, language: str = "en") -> str:
    """Return a page as one file that needs neither network nor JavaScript.

    The parts are additional style sheets and scripts beyond those of every page.
    """
    style, script = sources(*parts)
    head, end = f"<style>\n{style}\n</style>", f"<script>\n{script}\n</script>"
    return framed(title, main, policy=_INLINE, head=head, end=end, language=language)


#: A comment of a script on lines of its own: for who reads the source, not the page.
_COMMENT = re.compile(r"^[ ]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)


def without_comments(script: str) -> str:
    """Return a script without the comments that stand on lines of their own."""
    return _COMMENT.sub("", script)


def sources(*parts: str) -> tuple[str, str]:
    """Return the style sheets and the scripts of a page: those of every page, and its parts."""
    names = ("page.css", "table.css", "page.js", *parts)
    folder = files("emi.reports.page")
    texts = {name: folder.joinpath(name).read_text("utf-8").rstrip() for name in names}
    style, script = (
        "\n\n".join(text for name, text in texts.items() if name.endswith(suffix))
        for suffix in (".css", ".js")
    )
    return style, without_comments(script)


def framed(
    title: str, main: Iterable[str], *, policy: str, head: str, end: str, language: str = "en"
) -> str:
    """Return a complete page: its head, body and end, under a security policy."""
    frame = files("emi.reports.page").joinpath("page.html").read_text("utf-8")
    return Template(frame).substitute(
        title=escape(title), language=language, main=_joined(main),
        policy=policy, style=head, script=end,
    )  # fmt: skip


def _joined(parts: Iterable[str]) -> str:
    return "\n".join(part for part in parts if part)


def _sentences(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text[:1].upper() + text[1:])}.</p>" for text in texts)


def _items(texts: Iterable[str], kind: str = "") -> str:
    listed = "".join(f"<li>{text}</li>" for text in texts)
    return f"<ul{kind}>{listed}</ul>" if listed else ""


def _source(about: Comparison) -> str:
    return f"<cite>{escape(about.source)}</cite>"


def _header(title: str, intro: str, below: str) -> str:
    shown = f"<p>{escape(intro)}.</p>" if intro else ""
    return _joined(["<header>", f"<h1>{escape(title)}</h1>", shown, below, "</header>"])


def _summary(table: Table) -> str:
    """Return the sentences that summarise a table."""
    summary = _sentences(table.said(table.summary, "html"))
    about = table.comparison
    if about is None:
        return summary
    before, _, after = escape(about.said("\n")).partition("\n")
    return f"{summary}<p>{before}{_source(about)}{after}.</p>"


def _body(table: Table) -> str:
    """Return a table with all its parts except the summary."""
    lead = "".join(f"<li>{escape(each)}</li>" for each in table.lead)
    parts = [f'<ol class="lead">{lead}</ol>' if lead else ""]
    if table.grid is None:
        parts += [_list(table), _legend(table, "marks")]
    else:
        parts += [_legend(table, "legend"), _grid(table.grid)]
    if table.comparison is not None:
        parts.append(_differences(table.comparison))
    if table.grid is not None:
        parts.append(_folded(table.grid.listed, _list(table), "all"))
    notes = (f"{escape(each)}." for each in table.said(table.notes, "html"))
    return _joined([*parts, _items(notes, ' class="notes"')])


def write_section(section: Section) -> str:
    """Return a section of a page, below its heading."""
    name = f' id="{escape(section.name)}"' if section.name else ""
    text = f'<div class="summary">{_sentences(section.text)}</div>' if section.text else ""
    parts = [f"<section{name}>", f"<h2>{escape(section.title)}</h2>", text]
    for table in section.tables:
        parts.append(f"<h3>{escape(table.title)}</h3>" if table.title else "")
        summary = _summary(table)
        parts.append(f'<div class="summary">{summary}</div>' if summary else "")
        parts.append(_body(table))
    if section.pictures is not None:
        parts.append(_pictures(section.pictures))
    parts += [_folded(line, f"<p>{escape(text)}</p>") for line, text in section.folded]
    return _joined([*parts, "</section>"])


def _pictures(drawn: Callable[[], Iterable[tuple[str, str]]]) -> str:
    """Return the pictures of a section, or the reason why there are none."""
    from emi.reports.plot.figure import PlotError

    try:
        figures = [
            f"<figure><figcaption>{escape(title)}</figcaption>\n{svg}\n</figure>"
            for title, svg in drawn()
        ]
    except PlotError as error:
        return f'<p class="summary">There are none: {escape(str(error))}.</p>'
    return f'<div class="plots">\n{_joined(figures)}\n</div>'


def _folded(line: str, inside: str, kind: str = "folded") -> str:
    return f'<details class="{kind}">\n<summary>{escape(line)}</summary>\n{inside}\n</details>'


def _legend(table: Table, kind: str) -> str:
    """Return the legend of the marks."""
    said = [_explained(each) for each in table.legend if "html" in each.formats]
    about = table.comparison
    if about is not None and any(cell.below for row in table.rows for cell in row):
        said.append(f"= or ≠ the figure of {_source(about)}, rounded alike")
    name = escape(Texts(table.language)("viewLegend"))
    return _items(said, f' class="{kind}" aria-label="{name}"')


def _explained(legend: Legend) -> str:
    return f'<b class="{legend.mark}">{escape(legend.sample)}</b> {escape(legend.meaning)}'


def _differences(about: Comparison) -> str:
    listed = _items(map(escape, (*about.differing, *about.absent)))
    if not listed:
        return ""
    figures = f"<p>{escape(about.figures)}.</p>" if about.figures else ""
    return (
        f'<section class="differences"><h2>Differences from {_source(about)}</h2>'
        f"{figures}{listed}</section>"
    )


def _list(table: Table) -> str:
    """Return a table with a row for each result and sortable columns."""
    columns, rows = table.of("html")
    if not columns:
        return ""
    heads = "".join(
        f'<th scope="col"{_kinds(column)}>{escape(_heading(column))}</th>' for column in columns
    )
    lines = [f"<tr>{''.join(map(_cell, range(len(row)), columns, row))}</tr>" for row in rows]
    end = len(lines) - table.foot
    body, foot = _joined(lines[:end]), _joined(lines[end:])
    below = f"<tfoot>\n{foot}\n</tfoot>\n" if foot else ""
    caption = escape(table.caption)
    return (
        f'<div class="scroll">\n<table class="list">\n<caption class="aside">{caption}</caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n{below}</table>\n</div>"
    )


def _heading(column: Column) -> str:
    name = column.name
    return name if column.literal else name[:1].upper() + name[1:]


def _kinds(column: Column, marks: Sequence[str] = ()) -> str:
    """Return the ``class`` attribute of a cell."""
    kinds = " ".join((*(("text",) if column.align == "left" else ()), *marks))
    return f' class="{kinds}"' if kinds else ""


def _cell(place: int, column: Column, cell: Cell) -> str:
    """Return a cell, with its sort key as an attribute."""
    text = escape(column.text(cell))
    key = f' data-key="{escape(_key(column, cell))}"'
    if column.label and not place:
        return f'<th scope="row"{key}{_kinds(column, cell.marks)}>{text}</th>'
    marks = cell.marks if cell.share is None else (*cell.marks, "share")
    bar = "" if cell.share is None else f' style="--share: {100 * cell.share:.1f}%"'
    return f"<td{key}{_kinds(column, marks)}{bar}>{text}{_below(cell.below)}</td>"


def _key(column: Column, cell: Cell) -> str:
    if cell.key is not None:
        return str(cell.key)
    if isinstance(cell.value, Fraction):
        return rounded(cell.value, 9)
    return column.plain(cell.value) if isinstance(cell.value, int | float) else column.text(cell)


def _below(text: str) -> str:
    """Return the text below a figure, labelled for screen readers if it is a published value."""
    if not text:
        return ""
    aloud = '<span class="aside"> published</span>' if text[0] in "=≠" else ""
    return f"<small>{escape(text)}{aloud}</small>"


def _grid(grid: Grid) -> str:
    """Return a grid whose cells show details when hovered over."""
    columns = "".join(
        f'<th scope="col" role="columnheader">{escape(name)}</th>' for name in grid.columns
    )
    lines = "\n".join(
        f'<tr role="row"><th scope="row" role="rowheader">{escape(name)}</th>'
        f"{''.join(_grid_cell(grid.none, each) for each in cells)}</tr>"
        for name, cells in grid.lines
    )
    shape = "many" if len(grid.columns) > _FEW else "few"
    return (
        f'<section class="board">\n<table class="grid {shape}" role="table">\n'
        f'<caption class="aside">{escape(grid.caption)}</caption>\n'
        '<thead role="rowgroup"><tr role="row"><td role="cell" class="corner"></td>'
        f'{columns}</tr></thead>\n<tbody role="rowgroup">\n{lines}\n</tbody>\n</table>\n'
        f'<p class="hint" aria-hidden="true">{escape(grid.hint)}.</p>\n</section>'
    )


def _grid_cell(none: str, cell: GridCell | None) -> str:
    if cell is None:
        return f'<td role="cell" class="none"><span class="aside">{escape(none)}</span></td>'
    details = f"{escape(cell.name.replace(' ', '-'))}-details"
    kinds = [f"v{_level(cell.upper)}"]
    if cell.lower != cell.upper:
        kinds += ["open", f"from{_level(cell.lower)}"]
    kinds += ["differs"] * cell.differs
    published = _below(f"≠{cell.published}" if cell.differs else "")
    facts = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in cell.facts
    )
    return (
        f'<td role="cell" class="{" ".join(kinds)}">'
        f'<button type="button" aria-describedby="{details}">{escape(cell.text)}{published}'
        f'</button><div class="details" id="{details}"><b>{escape(cell.name)}</b>'
        f"<dl>{facts}</dl></div></td>"
    )


def _level(value: int) -> int:
    return min(value, _HIGHEST)
