"""Advice on several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table
from emi.reports.wording import plural
from emi.results.base import column_names, plain, rounded
from emi.results.boards import BoardsGuess

if TYPE_CHECKING:
    from emi.results.boards import BoardsAdvice
    from emi.search.model.bounds import Bounds


def _proven(bounds: Bounds) -> str:
    return f"{bounds} ({'proven' if bounds.proven else 'not proven'})"


def advice(advised: BoardsAdvice) -> Table:
    """Return the next guesses, and what is left of each board."""
    left = " ".join("-" if n == 0 else f"{n:,}" for n in advised.candidates)
    rest = advised.tries - len(advised.turns)
    turns = [
        f"{turn.guess} {' '.join(marks or '-' for marks in turn.feedback)}"
        for turn in advised.turns
    ]
    best = f"Play {advised.guesses[0].guess}." if advised.guesses else ""
    surely = f"Surely within {_proven(advised.worst)} more; {plural(rest, 'try')} left."
    boards = [at for at, n in enumerate(advised.candidates, 1) if n]
    return Table(
        [
            Column("guess", align="left", label=True), Column("estimate"),
            Column("may be", align="left"), *(Column(f"left {at}") for at in boards),
        ],
        [
            [
                Cell(guess.guess), Cell(guess.estimate, f"{guess.estimate:.2f}"),
                Cell(" ".join(map(str, guess.possible)) or "-"),
                *(Cell(float(size), rounded(size, 1)) for size in guess.expected_sizes),
            ]
            for guess in advised.guesses
        ],
        title=f"{advised.game}: candidates {left}",
        summary=(Note(" ".join(filter(None, (best, surely)))),),
        notes=(
            *map(Note, turns),
            Note("estimate: guesses that all boards still take after it; may be: boards of which "
                 "it may be the secret; left: expected candidates of a board"),
        ),
        format="emi-boards-advice",
        records="guesses",
        names=column_names(BoardsGuess),
        facts=plain(advised),
    )  # fmt: skip
