"""``emi solve``."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.objective import (
    Criterion,
    MaxTriesOption,
    Objective,
    ObjectiveOption,
    OptimumRun,
    TriesOption,
    check_objective,
    render_optimum,
)
from emi.cli.options import (
    INTERRUPTED,
    CacheDirOption,
    Format,
    FormatOption,
    GameArgument,
    GuessesOption,
    HardOption,
    JobsOption,
    LexiconOption,
    NoCacheOption,
    NodeLimitOption,
    NoInitialOption,
    SecretsOption,
    TimeLimitOption,
    WeightsOption,
    open_store,
    read_game,
    read_jobs,
    read_limits,
    read_weights_option,
)
from emi.cli.progress import followed
from emi.cli.table import row
from reports import render
from reports.views.cells import cells
from reports.views.games import games

if TYPE_CHECKING:
    from emi.solving import Answer


def solve_command(
    game: GameArgument,
    lexicon: LexiconOption = "fr",
    secrets: SecretsOption = None,
    guesses: GuessesOption = None,
    no_initial: NoInitialOption = False,
    hard: HardOption = None,
    objective: ObjectiveOption = Objective.worst,
    tries: TriesOption = None,
    max_tries: MaxTriesOption = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--first",
            metavar="GUESS",
            help="The first guess, for the objectives average and guaranteed.  [default: the best]",
        ),
    ] = None,
    weights: WeightsOption = None,
    format: FormatOption = Format.table,
    jobs: JobsOption = None,
    time_limit: TimeLimitOption = None,
    node_limit: NodeLimitOption = None,
    cache_dir: CacheDirOption = None,
    no_cache: NoCacheOption = False,
) -> None:
    """Compute how good the best strategy of a game is.

    By default: the least number of guesses that surely finds any secret; of a cell, such as C5,
    that is the EMI. With --objective average: the least total number of guesses for all secrets.
    With --objective guaranteed --tries 5: the most secrets that are surely found within so many
    guesses, and which ones are missed. The value is proven unless a limit is set; if it is reached,
    the answer is bounds, 4..5. Ctrl-C prints the bounds reached; the next run goes on from what the
    cache has kept.
    """
    check_objective(objective, tries=tries, max_tries=max_tries, weights=weights, first=first)
    limits, workers = read_limits(time_limit, node_limit), read_jobs(jobs)
    asked = read_game(
        game, lexicon=lexicon, secrets=secrets, guesses=guesses, no_initial=no_initial, hard=hard
    )
    from emi.table import TableRun

    if objective is not Objective.worst:
        weighed = read_weights_option(weights, asked)
        with open_store(cache_dir, no_cache=no_cache) as store:
            optima = OptimumRun(
                [asked],
                Criterion(objective, tries, max_tries, first=first and first.upper()),
                jobs=1,
                limits=limits,
                store=store,
                weights=weighed,
            )
            (best,) = followed(optima)
        typer.echo(render_optimum(best, format), nl=False)
        if optima.stopped:
            raise typer.Exit(INTERRUPTED)
        return
    with open_store(cache_dir, no_cache=no_cache) as store:
        run = TableRun([asked], jobs=workers, limits=limits, store=store)
        (answer,) = followed(run)
    typer.echo(_text(answer, format), nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def _text(answer: "Answer", format: Format) -> str:
    game, values = answer.game, answer.as_dict()
    if format is Format.json:
        return json.dumps(values, indent=2) + "\n"
    if format is Format.table:
        state = "proven" if answer.bounds.proven else "not proven"
        return (
            f"{game.name}: {answer.bounds} ({state}), {game.contents}\n"
            f"begin with {answer.first_guess}\n"
            f"{answer.nodes:,} nodes, {answer.seconds:.2f} s\n"
        )
    if game.rule == "motus":
        only = row(answer)
        title = f"Evil Motus Index, {game.name}"
        if game.lexicon is not None:
            title += f", lexicon {game.lexicon.name} ({game.lexicon.digest[:12]})"
        table = cells([only], letters=[only.letter], lengths=[only.length], title=title)
        return render(table, format.value)
    return render(games([values]), format.value)
