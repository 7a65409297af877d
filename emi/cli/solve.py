"""``emi solve``."""

import json
from typing import TYPE_CHECKING

import typer

from emi.cli.objective import Asked, flat, render_solution
from emi.cli.options import (
    INTERRUPTED,
    Effort,
    FirstOption,
    Format,
    FormatOption,
    GameChoice,
    HardOption,
    WeightsOption,
    grouped,
    read_jobs,
    read_weights_option,
)
from emi.cli.progress import followed
from emi.cli.table import row
from reports import games
from reports.cells.table import render

if TYPE_CHECKING:
    from emi.solving import Solution


@grouped
def solve_command(
    game: GameChoice,
    asked: Asked,
    effort: Effort,
    hard: HardOption = None,
    first: FirstOption = None,
    weights: WeightsOption = None,
    format: FormatOption = Format.table,
) -> None:
    """Compute how good the best strategy of a game is.

    By default: the least number of guesses that surely finds any secret; of a cell, such as C5,
    that is the EMI. With --objective average: the least total number of guesses for all secrets.
    With --objective guaranteed --tries 5: the most secrets that are surely found within so many
    guesses, and which ones are missed. The value is proven unless a limit is set; if it is reached,
    the answer is bounds, 4..5. Ctrl-C prints the bounds reached; the next run goes on from what the
    cache has kept.
    """
    asked.check(weights=weights, first=first)
    limits, workers = effort.limits, read_jobs(effort.jobs)
    read = game.read(hard)
    from emi.parallel import Solving

    objective = asked.objectives(read_weights_option(weights, read))
    with effort.open() as store:
        run = Solving(
            [read],
            objective,
            first=first and first.upper(),
            jobs=workers,
            limits=limits,
            store=store,
        )
        (solution,) = followed(run)
    render_one = _render if solution.objective.name == "worst" else render_solution
    typer.echo(render_one(solution, format), nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def _render(solution: "Solution", format: Format) -> str:
    game = solution.game
    if format is Format.json:
        return json.dumps(solution.as_dict(), indent=2) + "\n"
    if format is Format.table:
        state = "proven" if solution.proven else "not proven"
        return (
            f"{game.name}: {solution.bounds} ({state}), {game.contents}\n"
            f"begin with {solution.first_guess}\n"
            f"{solution.nodes:,} nodes, {solution.seconds:.2f} s\n"
        )
    if game.rule == "motus":
        only = row(solution)
        return render([only], format.value, letters=[only.letter], lengths=[only.length])
    return games.render([flat(solution)], format.value)
