"""Run the cells of docs/notebook.ipynb, and store their outputs in it: ``make docs``."""

import ast
import json
import re
import sys
from pathlib import Path

NOTEBOOK = Path(__file__).parent / "notebook.ipynb"
#: The time of a search, in a table and below it: it differs from run to run.
TIME = re.compile(r"(?<=>)\d+\.\d{3}(?=</td>)|\d+\.\d(?= s\.)")


def run(notebook: dict) -> dict:
    """Return a notebook with the outputs of its cells, run in one namespace."""
    names: dict = {}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            found = shown("".join(cell["source"]), names)
            cells.append({**cell, "execution_count": count, "outputs": outputs(found, count)})
        else:
            cells.append(cell)
    return {**notebook, "cells": cells}


def shown(source: str, names: dict) -> object:
    """Run a cell; return the value of its last line if it is an expression, else None."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), names)  # noqa: S102 - it is our own notebook
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)  # noqa: S307


def outputs(found: object, count: int) -> list[dict]:
    """Return the outputs of a result in the notebook format."""
    if found is None:
        return []
    data = {"text/plain": lines(repr(found))}
    if hasattr(found, "_repr_html_"):
        data["text/html"] = lines(TIME.sub("0.1", found._repr_html_()))
    return [
        {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}
    ]


def lines(text: str) -> list[str]:
    """Return a text as a list of lines with their ends, as in the notebook format."""
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    before = NOTEBOOK.read_text(encoding="utf-8")
    after = json.dumps(run(json.loads(before)), indent=1, ensure_ascii=False) + "\n"
    if "--check" in sys.argv[1:] and before != after:
        sys.exit(f"{NOTEBOOK.name} has outdated outputs: run make docs")
    NOTEBOOK.write_text(after, encoding="utf-8")
