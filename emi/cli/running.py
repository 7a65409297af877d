"""Options of how to run: how long, how many at once, where; and the run itself."""

import math
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi import memory
from emi.cli import progress
from emi.cli.environment import Kept
from emi.cli.options import number, whole_number
from emi.cli.output import remark
from emi.errors import OptionError
from search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.work.pool import Pool
    from emi.work.run import Executor, Run, T, Work

#: The section of the help that they stand in.
RUN = "How long, and where"


def time_limit(text: str) -> Limits:
    """Read the time that a command may take, which runs from now on, as the parser of an option."""
    return Limits(number(text)).begun()


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


def time_option(help: str) -> Any:  # noqa: ANN401 - as typer has it
    """Return the option ``--time-limit``, which every command reads alike."""
    return typer.Option(
        "--time-limit", rich_help_panel=RUN, parser=time_limit, metavar="S", help=help
    )


TimeLimitOption = Annotated[
    Limits | None,
    time_option(
        "Time limit in seconds for the whole command, including preparation and output but not "
        "compiling. Values that are not proven by then are printed as bounds.  [default: none]"
    ),
]
NodeLimitOption = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        rich_help_panel=RUN,
        parser=whole_number,
        metavar="N",
        help="Limit on the sets searched for each game; beyond it the value is printed as bounds.",
    ),
]


ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        rich_help_panel=RUN,
        metavar="tcp://HOST:PORT|FILE",
        help="Run on the workers of a Dask scheduler, given by its address or its scheduler.json; "
        "what they prove is kept here. Without a value, the scheduler of Dask's configuration.  "
        "[default: this machine]",
    ),
]


WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        rich_help_panel=RUN,
        parser=whole_number,
        metavar="N",
        help="Processes sharing one long search: they split the first guesses and exchange proven "
        "bounds.  [default: 1]",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """Options that limit a search."""

    time_limit: TimeLimitOption = None
    node_limit: NodeLimitOption = None

    @property
    def limits(self) -> "Limits":
        """The limits of a search."""
        return replace(self.time_limit or Limits(), nodes=self.node_limit or math.inf)


@dataclass(frozen=True, kw_only=True)
class Effort(Bounded):
    """How many games to search at once, where, and how long."""

    jobs: JobsOption = None
    cluster: ClusterOption = None


@dataclass(frozen=True, kw_only=True)
class Shared(Effort):
    """The same, and who shares the search of one game alone."""

    workers: WorkersOption = None

    @contextmanager
    def team(self, game: "Game") -> "Iterator[Pool | None]":
        """Open what shares the search of one game: a cluster, processes here, or none."""
        workers = self.workers
        if self.cluster is not None:
            if workers is not None:
                raise OptionError("--workers: expected no --cluster beside it, it has its own")
            from emi.work.dask import Cluster, Workers

            cluster = Cluster(self.cluster)
            team = Workers(cluster)
            try:
                yield team
            finally:
                team.close()
                cluster.close()
        elif workers in (None, 1):
            yield None
        else:
            from emi.work.processes import Processes

            fit = memory.workers_that_fit(game.bytes_needed, workers)
            if fit < workers:
                remark(f"--workers {workers}: there is memory for {fit or 'one process alone'}")
            if fit == 0:
                yield None
                return
            with Processes(fit) as processes:
                yield processes


def work_on(
    games: "Sequence[Game]",
    work: "Work[T]",
    kept: Kept | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    what: str | None = "result for",
) -> "Run[T]":
    """Do some work on games, here or on a cluster, with a progress line; return the run.

    It names the games of which there is no such result, and ends the program if none has one; with
    None for ``what`` that is left to the caller.
    """
    from emi.work.run import Run

    with (
        nullcontext() if kept is None else kept.open() as store,
        executor(cluster) as place,
    ):
        run = Run(games, work, jobs=jobs, store=store, place=place)
        if what is None:
            progress.follow(run)
        else:
            progress.followed(run, what)
    return run


@contextmanager
def executor(address: str | None) -> "Iterator[Executor]":
    """Open the cluster that is named, or work here."""
    if address is None:
        from emi.work.run import Here

        yield Here()
        return
    from emi.work.dask import Cluster

    cluster = Cluster(address)
    try:
        yield cluster
    finally:
        cluster.close()


def read_jobs(jobs: int | None, cluster: str | None = None) -> int:
    """Return how many games to search at once."""
    if jobs is not None and cluster is not None:
        raise OptionError("--jobs: expected no --cluster beside it, it says how many it takes")
    return jobs or memory.cores()
