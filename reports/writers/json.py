"""A table for programs: an object, with a line for each of what it lists, fit for a diff."""

import json

from reports.table import Table


def write(table: Table) -> str:
    """Write a table as JSON: what it is called, and the result."""
    document = {
        "format": table.format,
        "version": table.version,
        "title": table.title,
        **table.facts,
    }
    fields = (f'"{name}": {_field(value)}' for name, value in document.items())
    return "{\n " + ",\n ".join(fields) + "\n}\n"


def _field(value: object) -> str:
    """Write a value on one line, a list of objects on one for each."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n  " + ",\n  ".join(map(_dumps, value)) + "\n ]"
    return _dumps(value)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
