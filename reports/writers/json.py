"""Write a table for programs: one object, with one line per list item, which suits diffs."""

import json

from emi.reports.table import Table


def write(table: Table) -> str:
    """Return a table as JSON: its format and the result."""
    document = {
        "format": table.format,
        "version": table.version,
        "title": table.title,
        **table.facts,
    }
    fields = (f'"{name}": {_field(value)}' for name, value in document.items())
    return "{\n " + ",\n ".join(fields) + "\n}\n"


def _field(value: object) -> str:
    """Return a value on one line, or a list of objects with one per line."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_dumps, value)) + "\n ]"
    return _dumps(value)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
