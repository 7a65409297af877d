"""Show the progress of a run on stderr if it is a terminal."""

import logging
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

import typer

from emi import compiling
from emi.cli.interrupt import INTERRUPTED, Heard, end, on_interrupt
from emi.cli.upkeep.log import Log
from emi.compiling import logger
from emi.errors import OptionError
from emi.reports.views.files import missing, stopped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.work.run import OfGame, Run, T

#: The shortest time between two updates of the line, in seconds.
PAUSE = 0.1
BAR = 20
#: File of the log in JSON lines, set by ``--log-file``.
log_file: Path | None = None


def tell(text: str) -> None:
    """Write to stderr, ignoring errors."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        # Writing the rest of the buffer would fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


class Board(logging.Handler):
    """A progress line with the finished games, the running games, and the time left."""

    def __init__(self, games: "list[Game]") -> None:
        super().__init__()
        self.games = games
        self.shown = sys.stderr.isatty() and bool(games)
        self.current: dict[str, object] = {}
        self.compiled = ""
        self.done = 0
        self.began = time.monotonic()
        # Assume a cost of each game proportional to the square of its secrets.
        self.costs = {game.name: len(game.secrets) ** 2 for game in games}
        self.total = sum(self.costs.values())
        self.spent = 0
        self.line = ""
        self.drawn = 0.0
        self.drawing = threading.Lock()

    def __enter__(self) -> Self:
        if self.shown:
            self._draw(self._line())
            compiling.show = self.on_compiling
            # Messages must go above the line, not into it.
            logger.addHandler(self)
            logger.propagate = False
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            compiling.show = compiling_line
            logger.removeHandler(self)
            logger.propagate = True
            self._draw("")

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message above the line."""
        with self.drawing:
            line = self.line
            self._draw("", f"emi: {record.getMessage()}\n")
            self._draw(line)

    def on_compiling(self, line: str) -> None:
        """Show the progress of compilation; an empty line ends it."""
        self.compiled = line
        self._show()

    def on_progress(self, game: "Game", progress: object) -> None:
        """Show the progress of a game."""
        self.current[game.name] = progress
        self._show()

    def on_result(self, result: "OfGame") -> None:
        """Count a finished game."""
        self.current.pop(result.game.name, None)
        self.done += 1
        self.spent += self.costs[result.game.name]
        self._show()

    def _show(self) -> None:
        with self.drawing:
            if self.shown and time.monotonic() - self.drawn >= PAUSE:
                self._draw(self._line())

    def _line(self) -> str:
        now = [f"{name} {progress}" for name, progress in sorted(self.current.items())]
        if self.compiled:
            now.append(self.compiled)
        bar = "#" * (BAR * self.spent // self.total)
        left = f" {self._time_left()}" if self.spent else ""
        return (
            f"{self.done}/{len(self.games)} games [{bar:<{BAR}}]{left} {' | '.join(now)}".rstrip()
        )

    def _time_left(self) -> str:
        seconds = (time.monotonic() - self.began) * (self.total - self.spent) / self.spent
        minutes, seconds = divmod(round(seconds), 60)
        return f"{minutes}:{seconds:02d} left"

    def _draw(self, line: str, above: str = "") -> None:
        """Replace the line, and print the text ``above`` before it.

        A line is shorter than the terminal, so that it can be erased. If the terminal has become
        narrower, the previous line fills several rows, all of which are erased.
        """
        columns = _columns()
        more = max(len(self.line) - 1, 0) // columns
        wiped = f"\x1b[{more}A\r\x1b[J" if more else "\r\x1b[2K"
        self.line = line[: columns - 1]
        self.drawn = time.monotonic()
        tell(f"{wiped}{above}{self.line}")


def _columns() -> int:
    """Return the current width of the terminal."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        columns = 0
    return columns or shutil.get_terminal_size().columns


def compiling_line(line: str) -> None:
    """Show the progress of compilation on a terminal without a board."""
    if sys.stderr.isatty():
        tell(f"\r\x1b[2K{line[: _columns() - 1]}")


@contextmanager
def hearing(action: Callable[[], object]) -> Iterator[None]:
    """Call an action at Ctrl-C instead of ending the program."""
    last = Heard()
    on_interrupt(last.by(action))
    try:
        yield
    finally:
        on_interrupt(last.by(end))


def followed(run: "Run[T]", what: str = "result for") -> None:
    """Run like `follow`, and report the games without a result; exit if no game has one.

    After Ctrl-C a run of several games also reports how many were finished.

    Raises
    ------
    OptionError
        If no game has a result, because a limit was reached.
    typer.Exit
        If no game has a result after Ctrl-C.
    """
    follow(run)
    if run.stopped and len(run.games) > 1:
        tell(f"emi: {stopped(len(run.finished), len(run.games))}\n")
    if not run.missing:
        return
    games = sorted(run.missing, key=lambda game: (game.length, game.name))
    said = missing(what, [game.name for game in games], stopped=run.stopped)
    if not run.stopped:
        said += ", expected a longer --time-limit"
    if not (run.found or run.stopped):
        raise OptionError(said)
    tell(f"emi: {said}\n")
    if not run.found:
        raise typer.Exit(INTERRUPTED)


def follow(run: "Run[T]") -> None:
    """Run with a progress line. The first Ctrl-C stops the run, the second ends the program."""

    def stop() -> None:
        if run.stopped:
            if board.shown:
                os.write(sys.stderr.fileno(), b"\r\x1b[2K")
            end()
        run.stop()

    def on_progress(game: "Game", progress: object) -> None:
        board.on_progress(game, progress)
        log.on_progress(game, progress)

    def on_result(result: "OfGame") -> None:
        board.on_result(result)
        log.on_result(result)

    with Log(log_file, run.games) as log, Board(run.games) as board, hearing(stop):
        workers = getattr(run.work, "workers", None)
        if workers is not None and log_file is not None:
            workers.on_task = partial(log.put, "task")
        try:
            run.run(on_progress, on_result)
        finally:
            log.state = "stopped" if run.stopped else "done"
