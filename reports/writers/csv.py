"""A table for spreadsheets: a line for each row."""

import csv
import io

from reports.table import Table


def write(table: Table) -> str:
    """Write a table as CSV: the names of its columns, then its rows."""
    columns, rows = table.of("csv")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    for row in rows:
        writer.writerow(
            [column.plain(cell.value) for column, cell in zip(columns, row, strict=True)]
        )
    return text.getvalue()
