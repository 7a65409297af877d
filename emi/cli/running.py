"""Options for running: time limits, concurrency and clusters; and the run itself."""

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
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.work.pool import Pool
    from emi.work.run import Executor, Run, T, Work

#: The section of these options in the help.
RUN = "How long, and where"


def time_limit(text: str) -> Limits:
    """Parse a time limit; the time starts now."""
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
NodeLimitOption = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        rich_help_panel=RUN,
        parser=whole_number,
        metavar="N",
        help="Limit on the sets searched for each game; unproven values are printed as bounds.",
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
    """Options for the limits, the number of concurrent games, and the cluster."""

    jobs: JobsOption = None
    cluster: ClusterOption = None


@dataclass(frozen=True, kw_only=True)
class Shared(Effort):
    """The options of `Effort`, and the workers that share the search of one game."""

    workers: WorkersOption = None

    @contextmanager
    def team(self, game: "Game") -> "Iterator[Pool | None]":
        """Open the pool that shares the search of one game; None for this process only."""
        workers = self.workers
        if self.cluster is not None:
            if workers is not None:
                raise OptionError("--workers: cannot be combined with --cluster")
            from emi.work.dask import Cluster, Workers

            cluster = Cluster(self.cluster, [game])
            team = Workers(cluster)
            try:
                yield team
                if not team.questions:
                    remark(
                        f"--cluster: {game.name} needed no worker; a search is shared after its "
                        f"first {team.alone:g} s on this machine"
                    )
            finally:
                team.close()
                cluster.close()
        elif workers in (None, 1):
            yield None
        else:
            from emi.work.processes import Processes

            fit = memory.workers_that_fit(game.bytes_needed, workers)
            if fit < workers:
                remark(f"--workers {workers}: memory suffices for {fit or 'one process'} only")
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
    """Do work on games, here or on a cluster, with a progress line; return the run.

    Games without a result are reported; the program ends if no game has one.

    Parameters
    ----------
    games : sequence of Game
    work : Work
    kept : Kept, optional
        The cache options; by default no cache is used.
    jobs : int
        The number of concurrent games.
    cluster : str, optional
        The address of a Dask scheduler.
    what : str, optional
        The name of a result in messages, such as ``strategy for``. With None, games without a
        result are not reported, and the program does not end.
    """
    from emi.work.run import Run

    with (
        nullcontext() if kept is None else kept.open() as store,
        executor(cluster, games) as place,
    ):
        run = Run(games, work, jobs=jobs, store=store, place=place)
        if what is None:
            progress.follow(run)
        else:
            progress.followed(run, what)
    return run


@contextmanager
def executor(address: str | None, games: "Sequence[Game]") -> "Iterator[Executor]":
    """Open the executor of work on games: the given cluster, or this process."""
    if address is None:
        from emi.work.run import Here

        yield Here()
        return
    from emi.work.dask import Cluster

    cluster = Cluster(address, games)
    try:
        yield cluster
    finally:
        cluster.close()


def read_jobs(jobs: int | None, cluster: str | None = None) -> int:
    """Return the number of concurrent games; by default one per core."""
    if jobs is not None and cluster is not None:
        raise OptionError("--jobs: cannot be combined with --cluster")
    return jobs or memory.cores()
