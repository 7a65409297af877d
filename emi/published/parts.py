"""Shared by the parts of the report: their inputs, and optimal play next to published values.

A question about optimal play is written as the arguments of ``emi solve`` or of another command.
Quick questions are solved again; results of longer runs are in ``optima_kept.csv``, written by
``docs/make_optima.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from emi.games.parse import game_named
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.questions.solving import solve
from emi.reports.published.reader import OPTIMA, read
from emi.results.base import rounded
from emi.results.published import Figure, PublishedTable
from emi.search.model.bounds import Bounds
from emi.strategies.heuristics import trials

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emi.games.game import Game
    from emi.lexicon.load import Lexicon
    from emi.results.performance import Performance, Trials
    from emi.search.heuristics.heuristic import Heuristic
    from emi.work.task import Work


@dataclass(frozen=True)
class Inputs:
    """The inputs of a part of the report.

    Attributes
    ----------
    lexicon : Lexicon
        The words.
    cells : sequence of Motus
        The cells to play.
    jobs : int
        The number of heuristics or games to play concurrently.
    follow : callable
        Plays games like `emi.work.run.Run` and shows the progress; raises Stopped if a game has no
        result.
    """

    lexicon: Lexicon
    cells: Sequence[Game]
    jobs: int
    follow: Callable[[Sequence[Game], Work[Trials]], list[Trials]]

    def play(
        self, games: Sequence[Game], wanted: Sequence[Heuristic], first: str | None = None
    ) -> list[Trials]:
        """Play heuristics in all games, with an optional first guess."""
        abreast = self.jobs if len(games) == 1 else 1
        return self.follow(games, partial(trials, wanted=wanted, first=first, jobs=abreast))


def mean(performance: Performance, places: int) -> str:
    """Return the average number of guesses with ``places`` decimals, rounded exactly."""
    return rounded(Fraction(performance.total, len(performance.tries)), places)


#: Questions whose recorded time in seconds is less than this are solved again.
SOON = 0.2
#: Placeholders for the lists of Wordle in a question.
LISTS = {name: f"{name}.txt" for name in ("secrets", "guesses", "secrets_2023", "guesses_2023")}
#: The mark of a published upper bound.
AT_MOST = "<="


class Obtained(NamedTuple):
    """Bounds on a value, None if not computed, and how they were obtained."""

    bounds: Bounds | None
    how: str


def optima(table: str, title: str) -> PublishedTable:
    """Return a table of ``optima.csv`` with the computed values."""
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
    """Return the value of a question: solved now if quick, else from the recorded run."""
    if kept is None:
        return Obtained(None, "not computed yet")
    if float(kept["seconds"]) < SOON and "{" not in ask:
        return Obtained(asked_anew(ask), "now")
    upper = int(kept["upper"]) if kept["upper"] else None
    seconds = float(kept["seconds"])
    took = f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:.0f} min"  # noqa: PLR2004
    how = f"{took} on {kept['date']}, emi {kept['version']}"
    return Obtained(Bounds(int(kept["lower"]), upper), how)


def asked_anew(ask: str) -> Bounds:
    """Return the bounds of a question about a game without lists, as ``emi solve`` finds them."""
    name, *words = ask.split()
    options = dict(zip(words[::2], words[1::2], strict=True))
    game, most = game_named(name), options.get("--max-tries")
    if "--hard" in options:
        game = game.hardened(options["--hard"])
    average = options.get("--objective") == "average"
    objective = Average(int(most) if most else None) if average else WorstCase()
    return solve(game, objective, first=options.get("--first")).bounds


def _figure(bounds: Bounds | None, printed: str) -> str | Figure:
    """Return a computed value next to the printed one; it may improve a printed upper bound."""
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
