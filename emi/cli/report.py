"""``emi report``."""

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emi.cli.command import Commands
from emi.cli.games import LENGTHS, Cells, GameChoice, HardOption, LengthsOption
from emi.cli.interrupt import INTERRUPTED
from emi.cli.options import Logging, Words
from emi.cli.output import SUFFIXES, OutOption, Output, check_suffix, put, say
from emi.cli.running import JobsOption, TimeLimitOption, follow, read_jobs, work_on
from emi.errors import OptionError
from emi.search.model.limits import Limits, Stopped
from emi.tables import table

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.reports.table import Section
    from emi.results.performance import Trials
    from emi.results.strategy import GreedyOpponent
    from emi.search.model.record import Store
    from emi.work.task import Work

#: The parts of the report in order, each a function of a module of `emi.published`.
PARTS = {
    "motus": "words",
    "jotto": "words",
    "mastermind": "pegs",
    "logik": "pegs",
    "moo": "pegs",
    "blackpeg": "pegs",
    "ordered": "words",
    "wordle": "words",
}

report_app = Commands(no_args_is_help=True, help="Reproduce published tables and results.")


@report_app.command("published")
def published_command(
    lists: Words,
    cache: Logging,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="NAME,...",
            help=f"Parts to include: {', '.join(PARTS)}.  [default: all]",
        ),
    ] = None,
    lengths: LengthsOption = LENGTHS,
    format: Annotated[
        Literal["markdown", "html"] | None,
        typer.Option("--format", help="Output format.  [default: markdown]"),
    ] = None,
    out: OutOption = None,
    jobs: JobsOption = None,
) -> None:
    """Reproduce the published tables on Motus, Jotto, Logik, MOO, Mastermind and Wordle.

    Each figure is shown next to the published one; differences are explained. The tables on words
    use your own lexicon, because that of the paper on Motus is not free. The report takes some
    minutes on two cores, mostly for Motus. Optimal values that take longer come from earlier runs,
    listed with their command, version and date.
    """
    if format is None:
        check_suffix(out, (".md", ".html", ".htm"), ", or --format")
    names = [*PARTS] if only is None else [name.strip().lower() for name in only.split(",")]
    for name in names:
        if name not in PARTS:
            raise OptionError(f"--only: unknown part {name!r}: expected one of {', '.join(PARTS)}")
    workers = read_jobs(jobs)
    cells: Sequence[Game] = []
    if "motus" in names:
        words, cells = Cells(lengths=lengths, lexicon=lists.lexicon, **lists.how).read_cells()
    else:
        words = lists.read_words()
    from emi.published.parts import Inputs
    from emi.reports.views.published import report as whole
    from emi.reports.views.published import without
    from emi.work.run import Run

    def played(games: "Sequence[Game]", work: "Work[Trials]") -> "list[Trials]":
        run = Run(games, work, jobs=workers, store=store)
        follow(run, cache.log_file)
        if run.missing:
            raise Stopped
        return run.found

    # In the order of the report, without duplicates; only motus solves games exactly.
    parts = [name for name in PARTS if name in names]
    sections: list[Section] = []
    with cache.open() if "motus" in parts else nullcontext() as store, suppress(Stopped):
        inputs = Inputs(words, cells, workers, played)
        # If a part is stopped, the parts before it remain.
        for name in parts:
            part = getattr(import_module(f"emi.published.{PARTS[name]}"), name)
            sections.append(part(inputs))
    missing = parts[len(sections) :]
    if missing:
        say(without(missing))
        if not sections:
            raise typer.Exit(INTERRUPTED)
    page = out is not None and SUFFIXES.get(out.suffix.lower()) == "html"
    kind = format or ("html" if page else "markdown")
    put(whole("Published tables, recomputed", sections), kind, out)


def _duel(game: "Game", store: "Store | None", **how: Any) -> "GreedyOpponent":  # noqa: ANN401, ARG001 - nothing is kept
    """Find the fewest guesses that beat a greedy opponent; bounds if the search was stopped."""
    from emi.strategies.opponent import greedy_opponent

    return greedy_opponent(game, **how)


@report_app.command("adversary")
def adversary_command(
    game: GameChoice,
    output: Output,
    hard: HardOption = None,
    time_limit: TimeLimitOption = None,
) -> None:
    """Find the fewest guesses that beat a greedy opponent, who always keeps the most candidates.

    Absurdle is such an opponent for Wordle. It does not look ahead; an evil opponent does, and
    takes as many guesses as `emi solve` proves. The result shows a way to beat the greedy opponent,
    and what changes if it breaks ties in favour of the player.
    """
    run = work_on([game.read_game(game.game, hard)], _duel, limits=time_limit or Limits())
    output.put(table(run.found[0]))
