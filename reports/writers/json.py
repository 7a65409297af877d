"""A table for programs: an object with a line for each row, fit for a diff."""

import json
from fractions import Fraction

from reports.table import Column, Table


def write(table: Table) -> str:
    """Write a table as JSON: what it is called, its facts, then a list of its rows."""
    columns, rows = table.of("json")
    document: dict[str, object] = {
        "format": table.format,
        "version": table.version,
        "title": table.title,
        **table.facts,
    }
    if table.records and table.records not in table.facts:
        document[table.records] = [
            {
                column.name: _value(column, cell.value)
                for column, cell in zip(columns, row, strict=True)
            }
            for row in rows
        ]
    fields = (f'"{name}": {_field(value)}' for name, value in document.items())
    return "{\n " + ",\n ".join(fields) + "\n}\n"


def _value(column: Column, value: object) -> object:
    """Return a number with no more decimals than its column has."""
    if isinstance(value, float | Fraction) and column.places is not None:
        return float(column.plain(value))
    return value


def _field(value: object) -> str:
    """Write a value on one line, a list of objects on one for each."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_dumps, value)) + "\n ]"
    return _dumps(value)


def _dumps(value: object) -> str:
    # Decimals and fractions are numbers that it does not know.
    return json.dumps(value, ensure_ascii=False, default=float)
