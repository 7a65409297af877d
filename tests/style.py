"""Count phrases that docs/style.md advises against: ``python -m tests.style``, in `make check`.

The count is a ratchet: it may go down, never up.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: As many as there may be.
MOST = 3
PHRASES = (
    "whoever", "so many", "that which", "is told", "are told", "is said", "are said", "nobody",
    "stands for", "stands in", "stands beside", "comes upon", "is given up", "for that of",
    "what becomes of", "is to better", "what of it", "and so is", "no better than",
)  # fmt: skip
#: Pages that quote such phrases, or are histories or made from code.
APART = {"docs/style.md", "CHANGELOG.md", "tests/style.py", "tests/test_docs.py"}


def found(root: Path = ROOT) -> list[str]:
    """Return each place with such a phrase, as ``file:line: phrase``."""
    wanted = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b", re.IGNORECASE)
    places = []
    rooms = ("emi", "search", "cache", "reports", "tests", "docs", "lists")
    files = [*root.glob("*.md"), *(path for room in rooms for path in (root / room).rglob("*"))]
    for path in sorted(files):
        name = path.relative_to(root).as_posix()
        if path.suffix in {".py", ".md"} and name not in APART:
            lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            places += [
                f"{name}:{at}: {one[0]}" for at, line in lines for one in wanted.finditer(line)
            ]
    return places


if __name__ == "__main__":
    places = found()
    if len(places) > MOST:
        print(*places, sep="\n")
        sys.exit(f"{len(places)} phrases of docs/style.md, expected at most {MOST}")
    if len(places) < MOST:
        print(f"{len(places)} phrases of docs/style.md: please lower MOST in tests/style.py")
