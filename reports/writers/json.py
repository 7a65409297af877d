"""Write a table for programs: one object, with one line per list item, which suits diffs."""

import json
from collections.abc import Mapping
from typing import TypeGuard

from emi.reports.table import Table


def write(table: Table) -> str:
    """Return a table as JSON: its format and the result."""
    head = {"format": table.format, "version": table.version, "title": table.title}
    return document({**head, **table.facts})


def document(fields: Mapping[str, object], indent: str = "") -> str:
    """Return an object with a line for each field, and for each object in a list of it."""
    lines = [f'{indent} "{name}": {_field(value, indent)}' for name, value in fields.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}" + "\n" * (not indent)


def _field(value: object, indent: str) -> str:
    """Return a value on one line, unless there are objects in a list in it."""
    if _long(value):
        lines = (f"{indent}  {_dumps(each)}" for each in value)
        return "[\n" + ",\n".join(lines) + f"\n{indent} ]"
    if isinstance(value, dict) and any(map(_long, value.values())):
        return document(value, f"{indent} ")
    return _dumps(value)


def _long(value: object) -> TypeGuard[list[dict[str, object]]]:
    """Return whether a value is a list of objects, each of which has a line."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
