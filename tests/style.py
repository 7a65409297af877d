"""Count phrases and names that docs/style.md advises against: ``python -m tests.style``.

`make check` runs it. Both counts are ratchets: they may go down, never up.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: As many as there may be.
MOST = 1
PHRASES = (
    "whoever", "so many", "that which", "is told", "are told", "is said", "are said", "nobody",
    "stands for", "stands in", "stands beside", "comes upon", "is given up", "for that of",
    "what becomes of", "is to better", "what of it", "and so is", "no better than",
)  # fmt: skip
#: Names that hide the type of a thing (`records`, not what was kept), and as many as there may be.
HIDING = frozenset(("told", "kept", "asked", "shown", "found", "known", "made", "one", "each"))
MOST_HIDING = 2124
ROOMS = ("emi", "search", "cache", "reports", "tests", "docs", "lists")
#: Pages that quote such phrases, or are histories or made from code.
APART = {"docs/style.md", "CHANGELOG.md", "tests/style.py", "tests/test_docs.py"}


def found(root: Path = ROOT) -> list[str]:
    """Return each place with such a phrase, as ``file:line: phrase``."""
    wanted = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
    places = []
    files = [*root.glob("*.md"), *(path for room in ROOMS for path in (root / room).rglob("*"))]
    for path in sorted(files):
        name = path.relative_to(root).as_posix()
        if path.suffix in {".py", ".md"} and name not in APART:
            lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            places += [
                f"{name}:{at}: {one[0]}" for at, line in lines for one in wanted.finditer(line)
            ]
    return places


def _defined(node: ast.AST) -> str:
    """Return the name that a node of a syntax tree gives to something; empty if it gives none."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name
        case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
    return ""


def hiding(root: Path = ROOT) -> list[str]:
    """Return each place that gives a thing a name of `HIDING`, as ``file:line: name``."""
    return [
        f"{path.relative_to(root).as_posix()}:{node.lineno}: {name}"  # type: ignore[attr-defined]
        for path in sorted(path for room in ROOMS for path in (root / room).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (name := _defined(node)).strip("_") in HIDING
    ]


def _held(places: list[str], what: str, most: int, constant: str) -> bool:
    """Return whether there are at most so many places; say so, or that there are fewer."""
    if len(places) > most:
        print(*places, sep="\n")
        print(f"{len(places)} {what}, expected at most {most}", file=sys.stderr)
    elif len(places) < most:
        print(f"{len(places)} {what}: please lower {constant} in tests/style.py")
    return len(places) <= most


if __name__ == "__main__":
    sys.exit(not all([
        _held(found(), "phrases of docs/style.md", MOST, "MOST"),
        _held(hiding(), "names that hide a type", MOST_HIDING, "MOST_HIDING"),
    ]))  # fmt: skip
