"""Measure the built-in lists against lists of sites: the tables of docs/lists.md.

``python docs/make_coverage.py --accepted FILE --answers FILE --answers FILE`` compares the lists of
Wordle with the words that a site accepts, and with its answers, and counts how often its best
guess after common openings is a word that the site rejects (some minutes).
``python docs/make_coverage.py --french FILE OTHER ...`` counts by length how many words of FILE are
in the built-in French list, and how many more would be with each other list.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence

import emi
from emi.games.feedback import WELL_PLACED

#: First guesses that many players make.
OPENINGS = ("RAISE", "SALET", "SLATE", "CRANE", "TRACE")
#: Seconds for each piece of advice, as in `emi explain`.
PATIENCE = 2.0


def row(*cells: object) -> str:
    """Return a row of a Markdown table."""
    return (
        f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else str(cell) for cell in cells)} |"
    )


def share(part: int, of: int) -> str:
    """Return a share in per cent."""
    return f"{100 * part / of:.1f} %"


def covered(lists: Sequence[str], paths: Iterable[str]) -> Iterator[str]:
    """Yield a table of how many words of each file are in each built-in list."""
    read = {name: set(emi.load(name).cell(None, 5)) for name in lists}
    yield row("file", "words", *(f"`{name}` ({len(words):,})" for name, words in read.items()))
    yield row("---", "---:", *["---:"] * len(lists))
    for path in paths:
        words = set(emi.load(path).words)
        found = [len(words & known) for known in read.values()]
        yield row(path, len(words), *(f"{n:,} ({share(n, len(words))})" for n in found))


def advised(opening: str) -> dict[str, tuple[str, int]]:
    """Return for each feedback on an opening the best guess, and the number of candidates."""
    game = emi.game_named("wordle")
    classes: dict[str, int] = {}
    for feedback in game.feedback_each([opening] * len(game.secrets), game.secrets):
        classes[feedback] = classes.get(feedback, 0) + 1
    classes.pop(WELL_PLACED * 5, None)
    start = game.start(limits=emi.Limits(seconds=PATIENCE))
    found = {}
    for feedback, many in classes.items():
        start.push(opening, feedback)
        found[feedback] = start.best(), many
        start.pop()
    return found


def rejected(accepted: set[str]) -> Iterator[str]:
    """Yield a table of the secrets after whose clue a word is advised that a site rejects."""
    yield row("opening", "secrets", "advice rejected", "share", "words")
    yield row("---", "---:", "---:", "---:", "---")
    for opening in OPENINGS:
        advice = advised(opening)
        bad = {word: many for word, many in advice.values() if word not in accepted}
        every, some = sum(many for _, many in advice.values()), sum(bad.values())
        yield row(opening, every, some, share(some, every), " ".join(sorted(bad)) or "none")


def french(path: str, others: Iterable[str]) -> Iterator[str]:
    """Yield a table by length of how many words of a file the French list has, and others add."""
    wanted, own = emi.load(path), emi.load("fr")
    more = {other: emi.load(other) for other in others}
    yield row("letters", "words", "in `fr`", *(f"with {other}" for other in more))
    yield row("---:", "---:", "---:", *["---:"] * len(more))
    lengths = [n for n in own.lengths() if n in wanted.lengths()]
    for chosen in (*([n] for n in lengths), lengths):
        of, have = ({w for n in chosen for w in one.cell(None, n)} for one in (wanted, own))
        cells = [share(len(of & have), len(of))]
        for one in more.values():
            have |= {w for n in chosen for w in one.cell(None, n)}
            cells.append(share(len(of & have), len(of)))
        yield row(chosen[0] if len(chosen) == 1 else "all", len(of), *cells)


def main(arguments: Sequence[str]) -> None:
    """Print the tables that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--accepted", metavar="FILE", help="the words that the site accepts")
    parser.add_argument("--answers", metavar="FILE", action="append", default=[])
    parser.add_argument("--french", metavar="FILE", nargs="+")
    given = parser.parse_args(arguments)
    if given.accepted:
        lists = ("wordle", "wordle-guesses", "wordle-all", "en")
        print(*covered(lists, [given.accepted, *given.answers]), "", sep="\n", flush=True)
        print(*rejected(set(emi.load(given.accepted).words)), "", sep="\n", flush=True)
    if given.french:
        print(*french(given.french[0], given.french[1:]), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
