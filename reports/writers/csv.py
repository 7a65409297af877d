"""Write a table for spreadsheets, with one line per row."""

import csv
import io

from emi.reports.table import Table


def write(table: Table) -> str:
    """Return a table as CSV: the column names, then the rows."""
    names, rows = table.flat()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_written(value) for value in row] for row in rows)
    return text.getvalue()


def _written(value: object) -> object:
    return ("yes" if value else "no") if isinstance(value, bool) else value
