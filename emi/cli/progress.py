"""The progress of a run, on stderr when that is a terminal."""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING, Self

import typer

from emi.cli.options import INTERRUPTED
from emi.compiling import logger
from search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.games.game import Game
    from emi.parallel import OfGame, Run, T


class _AboveTheBar(logging.Handler):
    def __init__(self, show: Callable[[str], None]) -> None:
        super().__init__()
        self.show = show

    def emit(self, record: logging.LogRecord) -> None:
        self.show(f"emi: {record.getMessage()}")


class Board:
    """A line that tells games done, what is being searched, and the time left."""

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.shown = sys.stderr.isatty() and bool(games)
        self.current: dict[str, object] = {}
        self.done = 0
        self.began = time.monotonic()
        # The cost of a game grows about with the square of its secrets.
        self.total = sum(len(game.secrets) ** 2 for game in games)
        self.spent = 0

    def __enter__(self) -> Self:
        if self.shown:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            self.bar = Progress(
                TextColumn("{task.fields[games]}"),
                BarColumn(bar_width=20),
                TextColumn("{task.fields[left]}"),
                TextColumn("{task.description}", markup=False),
                console=Console(stderr=True),
                transient=True,
                refresh_per_second=8,
            )
            self.task = self.bar.add_task("", total=self.total, games="", left="")
            self.bar.start()
            self._show()
            # A message printed past the bar would land in the middle of it.
            self.handler = _AboveTheBar(self.bar.console.print)
            logger.addHandler(self.handler)
            logger.propagate = False
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            logger.removeHandler(self.handler)
            logger.propagate = True
            self.bar.stop()

    def on_progress(self, game: Game, progress: object) -> None:
        """Note where the search of a game stands."""
        self.current[game.name] = progress
        self._show()

    def on_answer(self, answer: OfGame) -> None:
        """Note that a game is done."""
        self.current.pop(answer.game.name, None)
        self.done += 1
        self.spent += len(answer.game.secrets) ** 2
        self._show()

    def _show(self) -> None:
        if not self.shown:
            return
        now = [f"{name} {progress}" for name, progress in sorted(self.current.items())]
        self.bar.update(
            self.task,
            completed=self.spent,
            description=" | ".join(now),
            games=f"{self.done}/{len(self.games)} games",
            left=self._time_left(),
        )

    def _time_left(self) -> str:
        if self.spent == 0:
            return ""
        seconds = (time.monotonic() - self.began) * (self.total - self.spent) / self.spent
        minutes, seconds = divmod(round(seconds), 60)
        return f"{minutes}:{seconds:02d} left"


def followed(run: Run[T]) -> list[T]:
    """Run with a progress line; a run that was stopped before it has a result ends the program."""
    with Board(run.games) as board:
        try:
            return run.run(board.on_progress, board.on_answer)
        except Stopped:
            raise typer.Exit(INTERRUPTED) from None
