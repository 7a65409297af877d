"""Write a table for GitHub."""

from collections.abc import Iterable, Sequence

from emi.reports.table import Cell, Column, Grid, GridCell, Report, Table

_RULES = {"left": ":---", "right": "---:", "center": ":---:"}
_BOLD = {"differs", "free", "possible"}


def write(table: Table | Report) -> str:
    """Return a table or a report as Markdown. Special values are bold."""
    if isinstance(table, Report):
        parts = [f"# {table.title}"]
        for section in table.sections:
            parts += [f"## {section.title}", *(f"{each}." for each in section.text[:1])]
            parts.append(_sentences(section.text[1:]))
            for each in section.tables:
                parts += _parts(each, f"### {each.title}")
    else:
        parts = _parts(table, f"**{table.title}**" if table.title else "")
    return "\n\n".join(part for part in parts if part) + "\n"


def _parts(table: Table, heading: str) -> list[str]:
    """Return the paragraphs of a table."""
    about, grid = table.comparison, table.gridded("markdown")
    compared = "" if about is None else f"{about.said(f'`{about.source}`')}."
    listed = [] if about is None else [*about.differing, *about.absent]
    legends = [
        f"A bold {each.what} {each.meaning}" for each in table.legend if "markdown" in each.formats
    ]
    return [
        f"{table.opening}." if table.opening else "",
        heading,
        "\n".join(f"{place}. {each}" for place, each in enumerate(table.lead, 1)),
        _table(table) if grid is None else _grid(grid),
        _sentences([*table.said(table.summary, "markdown"), *legends]),
        compared,
        "\n".join(f"- {each}" for each in listed),
        "\n".join(f"- {each}." for each in table.said(table.notes, "markdown")),
        f"{table.closing}." if table.closing else "",
    ]


def _sentences(texts: Iterable[str]) -> str:
    return " ".join(f"{text}." for text in texts)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _ruled(headings: Iterable[str], aligned: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    rules = _line(_RULES[each] for each in aligned)
    return "\n".join([_line(headings), rules, *map(_line, rows)])


def _table(table: Table) -> str:
    columns, rows = table.of("markdown")
    if not columns:
        return ""
    return _ruled(
        [column.name for column in columns],
        [column.align for column in columns],
        [[*map(_cell, columns, row)] for row in rows],
    )


def _cell(column: Column, cell: Cell) -> str:
    text = column.text(cell)
    if _BOLD & set(cell.marks):
        text = f"**{text or 'none'}**"
    return f"{text} ({cell.aside})" if cell.aside else text


def _grid(grid: Grid) -> str:
    return _ruled(
        [grid.corner, *grid.columns],
        ["right", *["center"] * len(grid.columns)],
        [[name, *map(_grid_cell, cells)] for name, cells in grid.lines],
    )


def _grid_cell(cell: GridCell | None) -> str:
    if cell is None:
        return ""
    return f"**{cell.text} ({cell.published})**" if cell.differs else cell.text
