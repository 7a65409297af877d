"""``emi solve``."""

import json
from typing import TYPE_CHECKING

import typer

from emi.cli.objective import Asked
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
from reports import render
from reports.views.cells import cells
from reports.views.games import games
from reports.wording import between

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
    typer.echo(_text(solution, format), nl=False)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def _text(solution: "Solution", format: Format) -> str:
    game = solution.game
    if format is Format.json:
        return json.dumps(solution.as_dict(), indent=2) + "\n"
    if format is Format.table:
        return "".join(f"{line}\n" for line in _lines(solution))
    if game.rule == "motus" and solution.objective.name == "worst":
        only = row(solution)
        title = f"Evil Motus Index, {game.name}"
        if game.lexicon is not None:
            title += f", lexicon {game.lexicon.name} ({game.lexicon.digest[:12]})"
        table = cells([only], letters=[only.letter], lengths=[only.length], title=title)
        return render(table, format.value)
    return render(games([solution.as_dict()]), format.value)


def _state(*, proven: bool) -> str:
    return "proven" if proven else "not proven"


def _lines(best: "Solution") -> list[str]:
    """Return a solution in a few lines, for people."""
    game, bounds, tries = best.game, best.bounds, best.objective.tries
    upper, weight, kind = bounds.upper, best.weight, best.objective.name
    extra = []
    if kind == "worst":
        value = f"{bounds}"
    elif kind == "average":
        most = "?" if upper is None else f"{upper / weight:.4f}"
        mean = between(f"{bounds.lower / weight:.4f}", most)
        within = "" if tries is None else f" within {tries} tries"
        value = f"{bounds} tries in all{within}, {mean} on average"
        if best.worst is not None:
            state = _state(proven=best.worst_proven)
            extra = [f"at most {best.worst} tries, which {best.at_worst:,} of them take ({state})"]
    else:
        sure = "?" if upper is None else f"{weight - upper:,}"
        value = f"{sure} guaranteed within {tries} tries, {bounds} missed"
        extra = [f"missed: {', '.join(best.missed)}"] if best.missed else []
    weighted = "" if weight == len(game.secrets) else f", of weight {weight:,}"
    return [
        f"{game.name}: {value} ({_state(proven=best.proven)}), {game.contents}{weighted}",
        *extra,
        *([f"begin with {best.first_guess}"] if best.first_guess else []),
        f"{best.nodes:,} nodes, {best.seconds:.2f} s",
    ]
