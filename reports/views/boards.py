"""Advice on several boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table
from emi.reports.texts import ENGLISH
from emi.results.base import column_names, plain, rounded
from emi.results.boards import BoardsGuess, BoardsMove

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.reports.texts import Texts
    from emi.results.boards import BoardsAdvice, BoardsReview


def _estimated(guesses: float | None, t: Texts) -> Cell:
    return Cell(guesses, "" if guesses is None else t.decimal(f"{guesses:.2f}"))


def candidates(game: str, numbers: Iterable[int], t: Texts) -> str:
    """Return the numbers of candidates of all boards as text, ``-`` for a found board."""
    left = " / ".join(t.written(n) if n else "-" for n in numbers)
    return t("boardsCandidates", game=game, left=left)


def advice(advised: BoardsAdvice, t: Texts = ENGLISH) -> str:
    """Return a sentence that recommends a guess, without the full stop."""
    return t(
        "boardsPlay", word=advised.guesses[0].guess, bounds=str(advised.worst),
        proof=t("sayProven" if advised.worst.proven else "sayOpen"),
        tries=t("sayTries", n=advised.tries - len(advised.turns)),
    )  # fmt: skip


def guesses(advised: BoardsAdvice, *, t: Texts = ENGLISH) -> Table:
    """Return the next guesses, with the expected candidates of each board."""
    turns = [
        f"{turn.guess} {' '.join(marks or '-' for marks in turn.feedback)}"
        for turn in advised.turns
    ]
    boards = [at for at, n in enumerate(advised.candidates, 1) if n]
    return Table(
        [
            Column(t("sayColGuess"), align="left", label=True), Column(t("boardsEstimate")),
            Column(t("boardsMayBe"), align="left"),
            *(Column(t("boardsCol", n=at)) for at in boards),
        ],
        [
            [
                Cell(guess.guess), _estimated(guess.estimate, t),
                Cell(" ".join(map(str, guess.possible)) or "-"),
                *(Cell(float(size), t.decimal(rounded(size, 1))) for size in guess.expected_sizes),
            ]
            for guess in advised.guesses
        ],
        title=candidates(advised.game, advised.candidates, t),
        language=t.language,
        summary=(Note(f"{advice(advised, t)}."),),
        notes=(*map(Note, turns), Note(t("boardsNote")), Note(t("boardsFurther"))),
        format="emi-boards-advice",
        records="guesses",
        names=column_names(BoardsGuess),
        facts=plain(advised),
    )  # fmt: skip


def review(reviewed: BoardsReview, *, t: Texts = ENGLISH) -> Table:
    """Return the guesses of a game of several boards, with the candidates that each left."""
    moves = reviewed.moves
    boards = range(1, len(moves[0].candidates) + 1) if moves else ()
    return Table(
        [
            Column(t("sayColGuess"), align="left", label=True),
            *(Column(t("boardsCol", n=at)) for at in boards),
            Column(t("boardsEstimate")), Column(t("sayColAfter")),
            Column(t("boardsAdvised"), align="left"), Column(t("boardsOwn")),
        ],
        [
            [
                Cell(move.guess),
                *(Cell(n, t.written(n) if n else t("found") if marks else "-")
                  for n, marks in zip(move.candidates, move.feedback, strict=True)),
                _estimated(move.estimate, t), _estimated(move.after, t),
                Cell(move.best), _estimated(move.best_estimate, t),
            ]
            for move in moves
        ],
        title=t(
            "boardsReview", game=reviewed.game, guesses=t("guesses", n=len(moves)),
            tries=reviewed.tries, ending=t("boardsAll" if reviewed.found else "boardsNotAll"),
        ),
        language=t.language,
        notes=tuple(Note(t(key)) for key in ("boardsReviewNote", "boardsFurther", "boardsNoCost")),
        format="emi-boards-review",
        records="moves",
        names=column_names(BoardsMove),
        facts=plain(reviewed),
    )  # fmt: skip
