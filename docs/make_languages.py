"""Print the table of docs/languages.md: the EMI of the cells of a list, by length.

``python docs/make_languages.py FILE ...`` reads files that `emi table --lexicon LIST --format csv`
wrote. Without a file it takes the built-in lists from docs/results.csv.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from emi.games.cell import tries_allowed

LENGTHS = range(5, 11)


def cells(path: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the list, the length, the secrets and the proven EMI of each cell of a file."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line.get("objective", "worst") == "worst" and line["lower"] == line["upper"]:
                yield line["lexicon"], int(line["length"]), int(line["secrets"]), int(line["upper"])


def kept() -> Iterator[tuple[str, int, int, int]]:
    """Yield the same of the cells of the built-in lists in docs/results.csv."""
    path = Path(__file__).with_name("results.csv")
    with path.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            if line["list"] in {"fr", "en", "nl"} and line["options"] == "--objective worst":
                yield line["list"], int(line["game"][1:]), int(line["secrets"]), int(line["upper"])


def rows(values: Iterable[tuple[str, int, int, int]]) -> Iterator[str]:
    """Yield a row for each list: its words, and by length the greatest EMI and the unfair cells."""
    found: defaultdict[str, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    words: defaultdict[str, int] = defaultdict(int)
    for name, length, secrets, emi in values:
        found[name][length].append(emi)
        words[name] += secrets
    for name, by_length in found.items():
        shown = []
        for length in LENGTHS:
            emis, allowed = by_length[length], tries_allowed(length) or 0
            unfair = sum(emi > allowed for emi in emis)
            shown.append(f"{max(emis)} ({unfair} of {len(emis)})" if emis else "")
        yield f"| `{name}` | {words[name]:,} | {' | '.join(shown)} |"


if __name__ == "__main__":
    print(f"| list | words | {' | '.join(map(str, LENGTHS))} |")
    print(f"| :--- | ---: |{' ---: |' * len(LENGTHS)}")
    for given in sys.argv[1:]:
        print(*rows(cells(given)), sep="\n")
    if not sys.argv[1:]:
        print(*rows(kept()), sep="\n")
