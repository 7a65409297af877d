"""Advice on several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table
from emi.reports.wording import plural
from emi.results.base import column_names, plain, rounded
from emi.results.boards import BoardsGuess, BoardsMove

if TYPE_CHECKING:
    from emi.results.boards import BoardsAdvice, BoardsReview
    from emi.search.model.bounds import Bounds

#: Why the advised guess need not have the least estimate.
FURTHER = (
    "First, and while few combinations are left, the advised guess is the one with the best next "
    "guesses; another may have a lower estimate"
)


def _estimated(guesses: float | None) -> Cell:
    return Cell(guesses, "" if guesses is None else f"{guesses:.2f}")


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
                Cell(guess.guess), _estimated(guess.estimate),
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
            Note(FURTHER),
        ),
        format="emi-boards-advice",
        records="guesses",
        names=column_names(BoardsGuess),
        facts=plain(advised),
    )  # fmt: skip


def review(reviewed: BoardsReview) -> Table:
    """Return the guesses of a game of several boards, with what each left."""
    moves = reviewed.moves
    boards = range(1, len(moves[0].candidates) + 1) if moves else ()
    ending = "all boards found" if reviewed.found else "not all boards found"
    guesses = plural(len(moves), "guess")
    return Table(
        [
            Column("guess", align="left", label=True), *(Column(f"left {at}") for at in boards),
            Column("estimate"), Column("after"), Column("advised", align="left"), Column("its own"),
        ],
        [
            [
                Cell(move.guess),
                *(Cell(n, f"{n:,}" if n else "found" if marks else "-")
                  for n, marks in zip(move.candidates, move.feedback, strict=True)),
                _estimated(move.estimate), _estimated(move.after),
                Cell(move.best), _estimated(move.best_estimate),
            ]
            for move in moves
        ],
        title=f"{reviewed.game}: {guesses} of {reviewed.tries}, {ending}",
        notes=(
            Note("left: candidates of a board after the guess; estimate: guesses that all boards "
                 "still take, expected of the guess, after its feedback, and of the advised guess"),
            Note(FURTHER),
            Note("Cost and luck are left out: no least average of several boards is proven in "
                 "time."),
        ),
        format="emi-boards-review",
        records="moves",
        names=column_names(BoardsMove),
        facts=plain(reviewed),
    )  # fmt: skip
