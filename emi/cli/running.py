"""Options for running: time limits, concurrency and clusters; the run, its progress and its log."""

import json
import logging
import math
import os
import shutil
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from emi import compiling, memory
from emi._version import __version__
from emi.cli.interrupt import INTERRUPTED, CtrlC, stopping
from emi.cli.options import Logging, number, whole_number
from emi.cli.output import remark, say, tell
from emi.compiling import logger
from emi.errors import OptionError, one_line
from emi.reports.views.files import missing, stopped
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.work.dask import Cluster
    from emi.work.pool import Pool
    from emi.work.run import OfGame, Run, T
    from emi.work.task import Work

#: The section of these options in the help.
RUN = "How long, and where"
#: The shortest time in seconds between two updates of the line, and between two lines of the log on
#: the progress of one game.
PAUSE, LOGGED = 0.1, 5.0
#: The width of the bar in the line.
BAR = 20


def time_limit(text: str) -> Limits:
    """Parse a time limit; the time starts now."""
    return Limits(number(text)).begun()


def time_option(help: str) -> Any:  # noqa: ANN401 - as typer has it
    """Return the option ``--time-limit`` with a help text."""
    return typer.Option(
        "--time-limit", rich_help_panel=RUN, parser=time_limit, metavar="S", help=help
    )


TimeLimitOption = Annotated[
    Limits | None,
    time_option(
        "Time limit in seconds for the whole command, including preparation and output but not "
        "compilation. Unproven values are printed as bounds.  [default: none]"
    ),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        rich_help_panel=RUN,
        parser=whole_number,
        metavar="N",
        help="Games to search at the same time.  [default: one per core]",
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        rich_help_panel=RUN,
        metavar="tcp://HOST:PORT|FILE",
        help="Run on the workers of a Dask scheduler, given by its address or its scheduler.json; "
        "proven bounds go to the local cache. Without a value, use the scheduler of Dask's "
        "configuration.  [default: this machine]",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Options for the limits, the number of concurrent games, and the cluster."""

    time_limit: TimeLimitOption = None
    node_limit: Annotated[
        int | None,
        typer.Option(
            "--node-limit",
            rich_help_panel=RUN,
            parser=whole_number,
            metavar="N",
            help="Limit on the sets searched for each game; unproven values are printed as bounds.",
        ),
    ] = None
    jobs: JobsOption = None
    cluster: ClusterOption = None

    @property
    def limits(self) -> Limits:
        """The limits of a search."""
        return replace(self.time_limit or Limits(), nodes=self.node_limit or math.inf)

    def run(
        self,
        games: "Sequence[Game]",
        work: "Work[T]",
        cache: Logging,
        what: str | None = "result for",
        **how: Any,  # noqa: ANN401 - as of `work_on`
    ) -> "Run[T]":
        """Do work on games within these options, as `work_on` does."""
        how |= {"limits": self.limits, "jobs": self.jobs, "cluster": self.cluster}
        return work_on(games, work, cache, what, **how)


@dataclass(frozen=True, kw_only=True)
class Shared(Effort):
    """The options of `Effort`, and the workers that share the search of one game."""

    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            rich_help_panel=RUN,
            parser=whole_number,
            metavar="N",
            help="Processes sharing one long search: they split the first guesses and exchange "
            "proven bounds.  [default: 1]",
        ),
    ] = None

    @contextmanager
    def team(self, game: "Game") -> "Iterator[Pool | None]":
        """Open the pool that shares the search of one game; None for this process only."""
        workers = self.workers
        if self.cluster is not None:
            if workers is not None:
                raise OptionError("--workers: cannot be combined with --cluster")
            from emi.work.dask import Workers

            with _cluster(self.cluster, [game]) as cluster, closing(Workers(cluster)) as team:
                yield team
                if not team.questions:
                    remark(
                        f"--cluster: {game.name} needed no worker; a search is shared after its "
                        f"first {team.alone:g} s on this machine"
                    )
        elif workers in (None, 1):
            yield None
        else:
            from emi.work.processes import Processes

            fit = memory.workers_that_fit(game.bytes_needed, workers)
            if fit < workers:
                remark(f"--workers {workers}: memory suffices for {fit or 'one process'} only")
            with Processes(fit) if fit else nullcontext() as processes:
                yield processes


def _cluster(address: str, games: "Sequence[Game]") -> "closing[Cluster]":
    """Return the workers of a Dask scheduler, to be closed."""
    from emi.work.dask import Cluster

    return closing(Cluster(address, games))


def read_jobs(jobs: int | None, cluster: str | None = None) -> int:
    """Return the number of concurrent games; by default one per core."""
    if jobs is not None and cluster is not None:
        raise OptionError("--jobs: cannot be combined with --cluster")
    return jobs or memory.cores()


def work_on(
    games: "Sequence[Game]",
    work: "Work[T]",
    cache: Logging | None = None,
    what: str | None = "result for",
    *,
    limits: Limits | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    **how: Any,  # noqa: ANN401 - as of `Run`
) -> "Run[T]":
    """Do work on games, here or on a cluster, with a progress line and a log; return the run.

    The first Ctrl-C stops the run, the second ends the program.

    Parameters
    ----------
    games : sequence of Game
    work : Work
    cache : Logging, optional
        The options of cache and log; by default neither is used.
    what : str, optional
        The name of a result in messages, such as ``strategy for``. With None, games without a
        result are not reported, and the program does not end.
    limits : Limits, optional
    jobs : int, optional
        The number of concurrent games.
    cluster : str, optional
        The address of a Dask scheduler.
    how
        ``workers`` and ``finish`` of `emi.work.run.Run`.

    Raises
    ------
    OptionError
        If no game has a result, because a limit was reached.
    typer.Exit
        If no game has a result after Ctrl-C.
    """
    from emi.work.run import Run

    jobs = read_jobs(jobs, cluster)
    with (
        nullcontext() if cache is None else cache.open() as store,
        nullcontext() if cluster is None else _cluster(cluster, games) as place,
    ):
        run = Run(
            games, work, jobs=jobs, limits=limits or Limits(), store=store, cluster=place, **how
        )
        follow(run, None if cache is None else cache.log_file)
    if what is None:
        return run
    if run.stopped and len(run.games) > 1:
        tell(f"emi: {stopped(len(run.finished), len(run.games))}\n")
    if run.missing:
        lacking = sorted(run.missing, key=lambda game: (game.length, game.name))
        said = missing(what, [game.name for game in lacking], stopped=run.stopped)
        if not run.stopped:
            said += ", expected a longer --time-limit"
        if not (run.found or run.stopped):
            raise OptionError(said)
        tell(f"emi: {said}\n")
        if not run.found:
            raise typer.Exit(INTERRUPTED)
    return run


def follow(run: "Run[T]", log_file: Path | None = None) -> None:
    """Run with a progress line and a log; the first Ctrl-C stops the run."""

    def on_progress(game: "Game", progress: object) -> None:
        board.on_progress(game, progress)
        log.on_progress(game, progress)

    def on_result(result: "OfGame") -> None:
        board.on_result(result)
        log.on_result(result)

    with Log(log_file, run.games) as log, Board(run.games) as board, stopping(run.stop):
        if run.workers is not None and log_file is not None:
            run.workers.on_task = partial(log.put, "task")
        try:
            run.run(on_progress, on_result)
        finally:
            log.state = "stopped" if run.stopped else "done"
            CtrlC.stopped = CtrlC.stopped or run.stopped


class Board(logging.Handler):
    """A progress line on a terminal: the finished and the running games, and the time left."""

    def __init__(self, games: "list[Game]") -> None:
        super().__init__()
        self.games = games
        self.shown = sys.stderr.isatty() and bool(games)
        self.current: dict[str, object] = {}
        self.compiled = ""
        self.done = self.spent = 0
        self.began = time.monotonic()
        # Assume a cost of each game proportional to the square of its secrets.
        self.costs = {game.name: len(game.secrets) ** 2 for game in games}
        self.total = sum(self.costs.values())
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
            self._draw("")
            say(record.getMessage())
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
        left = ""
        if self.spent:
            seconds = (time.monotonic() - self.began) * (self.total - self.spent) / self.spent
            minutes, seconds = divmod(round(seconds), 60)
            left = f" {minutes}:{seconds:02d} left"
        return (
            f"{self.done}/{len(self.games)} games [{bar:<{BAR}}]{left} {' | '.join(now)}".rstrip()
        )

    def _draw(self, line: str) -> None:
        """Replace the line.

        A line is shorter than the terminal, so that it can be erased. If the terminal has become
        narrower, the previous line fills several rows, all of which are erased.
        """
        columns = _columns()
        more = max(len(self.line) - 1, 0) // columns
        wiped = f"\x1b[{more}A\r\x1b[J" if more else "\r\x1b[2K"
        self.line = line[: columns - 1]
        self.drawn = time.monotonic()
        tell(f"{wiped}{self.line}")


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


class Log:
    """Appends the events of a run to a file as JSON lines; does nothing without a file.

    Each line has a ``time`` (UTC) and an ``event``: ``start`` with the command; ``progress`` and
    ``result`` with a game and its bounds, if any; ``task`` with the facts about a task of a shared
    search; and ``end`` with a ``state``: ``done``, ``stopped`` (Ctrl-C or SIGTERM), or ``failed``.
    """

    def __init__(self, path: Path | None, games: "Sequence[Game]") -> None:
        self.path = path
        self.games = games
        self.done = 0
        self.began = time.monotonic()
        self._told: dict[str, float] = {}
        self._writing = threading.Lock()
        self.state = "done"

    def __enter__(self) -> Self:
        command = ["emi", *sys.argv[1:]]
        self.put("start", version=__version__, command=command, games=len(self.games))
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _at: object) -> None:
        failed = error is not None and not isinstance(error, typer.Exit)
        said = {"error": one_line(error)} if failed else {}
        self.put("end", state="failed" if failed else self.state, done=self.done, **said)

    def on_progress(self, game: "Game", progress: object) -> None:
        """Log the progress of a game, at most every `LOGGED` seconds."""
        now = time.monotonic()
        if self.path is not None and now - self._told.get(game.name, -LOGGED) >= LOGGED:
            self._told[game.name] = now
            self.put("progress", game=game.name, **_facts(progress), text=str(progress))

    def on_result(self, result: "OfGame") -> None:
        """Log the result of a game."""
        self.done += 1
        self.put("result", game=result.game.name, **_facts(result))

    def put(self, event: str, **facts: object) -> None:
        """Append a line."""
        if self.path is None:
            return
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "event": event,
            "seconds": round(time.monotonic() - self.began, 3),
            **facts,
        }
        try:
            with self._writing, self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            said = f"--log-file {self.path}: cannot be written: {error.strerror or error}"
            self.path = None
            if event == "start":
                raise OptionError(said) from None
            warnings.warn(said, stacklevel=2)


def _facts(of: object) -> dict[str, object]:
    """Return the bounds and counts of progress or a result, as far as present."""
    bounds = getattr(of, "bounds", None)
    facts = {} if bounds is None else {"lower": bounds.lower, "upper": bounds.upper}
    counts = {name: getattr(of, name, None) for name in ("nodes", "forgotten")}
    return facts | {name: count for name, count in counts.items() if count is not None}
