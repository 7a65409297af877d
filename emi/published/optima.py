"""Optimal play: what is published of it, beside what is proven here.

A question is what is asked of ``emi solve``, or another command. What takes a moment is asked
anew; a longer run is kept in ``optima_kept.csv``, which ``docs/make_optima.py`` writes.
"""

from __future__ import annotations

from typing import NamedTuple

from emi.games.parse import game_named
from emi.questions.solve import solve
from emi.results.published import Figure, PublishedTable
from reports.published.literature import OPTIMA, read
from search.model.bounds import Bounds
from search.solve.objectives import Average, WorstCase

#: Seconds: what took less when it was kept is asked anew.
SOON = 0.2
#: Placeholders for the lists of Wordle in a question.
LISTS = {"secrets": "secrets.txt", "guesses": "guesses.txt"}
#: How an upper bound is printed.
AT_MOST = "<="


class Obtained(NamedTuple):
    """Bounds on a value, and how they were obtained; without any it was not."""

    bounds: Bounds | None
    how: str


def optima(table: str, title: str) -> PublishedTable:
    """Return one of the tables of ``optima.csv``, with what is obtained."""
    kept = {line["ask"]: line for line in read("optima_kept")}
    found: dict[str, Obtained] = {}
    lines: list[tuple[str | Figure, ...]] = []
    notes: list[str] = []
    sources: list[str] = []
    for line in read("optima"):
        if line["table"] != table:
            continue
        ask, printed, source = line["ask"], line["printed"], line["source"]
        if ask not in found:
            found[ask] = obtain(ask, kept.get(ask))
        bounds, how = found[ask]
        lines.append((command(ask), _figure(bounds, printed), how))
        if line["remark"]:
            notes.append(f"{command(ask)}: {line['remark']}")
        if source and OPTIMA[source] not in sources:
            sources.append(OPTIMA[source])
    notes += [f"Source: {source}" for source in sources]
    return PublishedTable.of(title, ("question", "obtained", "how"), lines, dict.fromkeys(notes))


def command(ask: str) -> str:
    """Return the command that asks a question."""
    return f"emi {ask if ask.startswith('report ') else f'solve {ask}'}".format(**LISTS)


def obtain(ask: str, kept: dict[str, str] | None) -> Obtained:
    """Return what is obtained: now if it takes a moment, else of a run that was kept."""
    if kept is None:
        return Obtained(None, "not obtained yet")
    if float(kept["seconds"]) < SOON and "{" not in ask:
        return Obtained(asked_anew(ask), "now")
    upper = int(kept["upper"]) if kept["upper"] else None
    seconds = float(kept["seconds"])
    took = f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"  # noqa: PLR2004
    how = f"{took} on {kept['date']}, emi {kept['version']}"
    return Obtained(Bounds(int(kept["lower"]), upper), how)


def asked_anew(ask: str) -> Bounds:
    """Return the answer of ``emi solve`` to a question about a game that needs no lists."""
    name, *words = ask.split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    game, most = game_named(name), options.get("--max-tries")
    if "--hard" in options:
        game = game.hardened(options["--hard"])
    average = options.get("--objective") == "average"
    objective = Average(int(most) if most else None) if average else WorstCase()
    return solve(game, objective, first=options.get("--first")).bounds


def _figure(bounds: Bounds | None, printed: str) -> str | Figure:
    """Return what is obtained beside what is printed; an upper bound may be bettered."""
    shown = "" if bounds is None else str(bounds).replace(",", "")
    if not printed:
        return shown
    if bounds is None:
        return f"(printed: {printed.replace(AT_MOST, 'at most ')})"
    value = int(printed.removeprefix(AT_MOST))
    upper = value if bounds.upper is None else bounds.upper
    if printed.startswith(AT_MOST) and upper <= value:
        return f"{shown} (printed: at most {value})"
    if not bounds.proven and bounds.lower <= value <= upper:
        return f"{shown} (printed: {value})"
    return Figure(shown, printed)
