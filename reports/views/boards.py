"""Several boards: their value, advice, and games that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table
from emi.reports.wording import plural
from emi.results.base import column_names, plain, rounded
from emi.results.boards import BoardsGames, BoardsGuess, BoardsValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.results.boards import BoardsAdvice
    from emi.search.model.bounds import Bounds


def _proven(bounds: Bounds) -> str:
    return f"{bounds} ({'proven' if bounds.proven else 'not proven'})"


def values(found: Sequence[BoardsValue]) -> Table:
    """Return the guesses that surely find all boards, a row for each game."""
    return Table(
        [
            Column("game", align="left", label=True), Column("secrets"), Column("boards"),
            Column("surely within"), Column("begin with", align="left"),
        ],
        [
            [
                Cell(one.game), Cell(one.secrets, f"{one.secrets:,}"), Cell(one.boards),
                Cell(str(one.bounds)), Cell(one.guess),
            ]
            for one in found
        ],
        title="Guesses that surely find all boards",
        lines=tuple(
            f"{one.game}: all boards surely within {plural(one.bounds.upper or 0, 'guess')}"
            if one.bounds.proven
            else f"{one.game}: all boards surely within {_proven(one.bounds)} guesses"
            for one in found
        )
        if len(found) == 1
        else (),
        notes=(Note("no certificates: their format is about one secret"),),
        format="emi-boards-values",
        records="values",
        names=column_names(BoardsValue),
        facts={"values": plain(list(found))},
    )  # fmt: skip


def advice(found: BoardsAdvice) -> Table:
    """Return the next guesses, and what is left of each board."""
    left = " ".join("-" if n == 0 else f"{n:,}" for n in found.candidates)
    rest = found.tries - len(found.turns)
    made = [
        f"{turn.guess} {' '.join(told or '-' for told in turn.feedback)}" for turn in found.turns
    ]
    best = f"Play {found.guesses[0].guess}." if found.guesses else ""
    surely = f"Surely within {_proven(found.worst)} more; {plural(rest, 'try')} left."
    boards = [at for at, n in enumerate(found.candidates, 1) if n]
    return Table(
        [
            Column("guess", align="left", label=True), Column("estimate"),
            Column("may be", align="left"), *(Column(f"left {at}") for at in boards),
        ],
        [
            [
                Cell(one.guess), Cell(one.estimate, f"{one.estimate:.2f}"),
                Cell(" ".join(map(str, one.possible)) or "-"),
                *(Cell(float(size), rounded(size, 1)) for size in one.expected_sizes),
            ]
            for one in found.guesses
        ],
        title=f"{found.game}: candidates {left}",
        summary=(Note(" ".join(filter(None, (best, surely)))),),
        notes=(
            *map(Note, made),
            Note("estimate: guesses that all boards still take after it; may be: boards of which "
                 "it may be the secret; left: expected candidates of a board"),
        ),
        format="emi-boards-advice",
        records="guesses",
        names=column_names(BoardsGuess),
        facts=plain(found),
    )  # fmt: skip


def games(found: BoardsGames) -> Table:
    """Return how many games took how many guesses."""
    lost = f"{found.lost:,} of {found.games:,} lost"
    first = f", first {' '.join(found.first)}" if found.first else ""
    return Table(
        [Column("guesses", label=True), Column("games")],
        [[Cell(made), Cell(n, f"{n:,}")] for made, n in enumerate(found.counts, 1) if n],
        title=f"{found.game}: {plural(found.games, 'game')}, seed {found.seed}{first}",
        summary=(
            Note(
                f"mean {rounded(found.mean)}, at most {found.worst}, {lost} with "
                f"{plural(found.tries, 'try')}"
            ),
        ),
        format="emi-boards-games",
        records="",
        names=column_names(BoardsGames),
        facts=plain(found),
    )
