"""``emi solve`` and ``emi table``."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Logged
from emi.cli.games import GameChoice, HardOption, PlayedCells
from emi.cli.interrupt import INTERRUPTED
from emi.cli.objective import Asked
from emi.cli.options import FirstOption, WeightsOption, read_weights_option
from emi.cli.output import Output, titled, write
from emi.cli.running import Effort, Shared, read_jobs, work_on
from emi.errors import OptionError
from emi.games.cell import parse_lengths
from emi.results.plain import plain
from reports.given import Row
from reports.published.reader import read_emi
from reports.views.cells import cells
from reports.views.games import game as alone
from reports.views.games import games
from reports.wording import between, plural, said_hard, share, tries

if TYPE_CHECKING:
    from emi.results.game import GameFacts
    from emi.results.solution import Solution
    from reports.table import Table


def solve_command(
    game: GameChoice,
    asked: Asked,
    shared: Shared,
    kept: Logged,
    output: Output,
    hard: HardOption = None,
    first: FirstOption = None,
    weights: WeightsOption = None,
) -> None:
    """Compute how good the best strategy of a game is.

    By default: the least number of guesses that surely finds any secret; of a cell, such as C5,
    that is the EMI. With --objective average: the least total number of guesses for all secrets.
    With --objective guaranteed --tries 5: the most secrets that are surely found within so many
    guesses, and which ones are missed. The value is proven unless a limit is set; if it is reached,
    the answer is bounds, 4..5. Ctrl-C prints the bounds reached; the next run goes on from what the
    cache has kept.
    """
    asked.check(weights=weights)
    read = game.read(hard)
    weighed = read_weights_option(weights, read)
    from emi.parallel import Solve

    with shared.team(read) as team:
        work = Solve(
            objective=partial(asked.of, weights=weighed), first=first, limits=shared.limits,
            workers=team,
        )  # fmt: skip
        run = work_on([read], work, kept)
    (solution,) = run.found
    if output.kind == "table":
        write("".join(f"{line}\n" for line in _lines(solution)), output.out)
    else:
        output.put(_table(solution, output.kind))
    if run.stopped:
        raise typer.Exit(INTERRUPTED)


def _table(solution: "Solution", format: str) -> "Table":
    """Return a solution as programs and pages have it; that of a cell is a table of one cell."""
    game = solution.game
    if format == "json":
        return alone(plain(solution))
    if game.rule != "motus" or solution.objective != "worst":
        return games([plain(solution)])
    only = _row(solution)
    title = titled(f"Evil Motus Index, {game.name}", game.lexicon)
    hard = game.hard or ""
    return cells([only], letters=[only.letter], lengths=[only.length], title=title, hard=hard)


def _row(solution: "Solution") -> Row:
    name = solution.game.name
    return Row(
        letter=name[0] if name[0].isalpha() else "",
        length=solution.game.length,
        secrets=solution.game.secrets,
        lower=solution.bounds.lower,
        upper=solution.bounds.upper or solution.game.secrets,
        first_guess=solution.first_guess,
        seconds=solution.seconds,
        stored=solution.stored,
    )


def _state(*, proven: bool) -> str:
    return "proven" if proven else "not proven"


def _contents(game: "GameFacts") -> str:
    """Say how many secrets there are, of which list, and how many guesses if others."""
    text = plural(game.secrets, game.what)
    if game.lexicon is not None:
        text += f" of lexicon {game.lexicon.name}"
    return text if game.guesses == game.secrets else f"{text}, {game.guesses:,} guesses"


def _lines(best: "Solution") -> list[str]:
    """Return a solution in a few lines, for people."""
    game, bounds, limit = best.game, best.bounds, best.tries
    upper, weight, kind = bounds.upper, best.weight, best.objective
    weighted = "" if weight == game.secrets else f", of weight {weight:,}"
    within = "" if limit is None else f" within {tries(limit)}"
    extra = []
    if kind == "worst":
        value = f"{bounds}"
    elif kind == "average":
        most = "?" if upper is None else f"{upper / weight:.4f}"
        mean = between(f"{bounds.lower / weight:.4f}", most)
        counted = "1 try" if upper == 1 else f"{bounds} tries"
        value = f"{counted} in all{within}, {mean} on average"
        if weighted:
            value = f"{mean} tries expected{within}"
        if best.worst is not None:
            state = _state(proven=bool(best.worst_proven))
            take = "takes" if best.at_worst == 1 else "take"
            extra = [
                f"at most {tries(best.worst)}, which {best.at_worst:,} of them {take} ({state})"
            ]
    else:
        sure = "?" if best.guaranteed is None else f"{best.guaranteed:,}"
        if not (best.proven or weighted or best.guaranteed is None):
            sure = between(sure, f"{game.secrets - bounds.lower:,}")
        value = f"{sure} guaranteed{within}, {bounds} missed"
        if weighted:
            # A sum of weights is no number of secrets.
            most = "?" if upper is None else share(upper, weight)
            count = "" if best.missed is None else f"{len(best.missed):,} missed, "
            of = between(share(bounds.lower, weight), most)
            value = f"{sure} guaranteed{within}, {count}{of} of the weight"
            value, weighted = value + " missed" * (not count), ""
        extra = [f"missed: {', '.join(best.missed)}"] if best.missed else []
    # Whoever names one after the other may begin with any: that is no advice.
    known = best.first_guess and (best.proven or kind != "worst" or upper != game.secrets)
    return [
        f"{game.name}: {value} ({_state(proven=best.proven)}), {_contents(game)}{weighted}",
        *extra,
        *([f"begin with {best.first_guess}"] if known else []),
        f"{plural(best.nodes, 'node')}, {best.seconds:.2f} s",
    ]


def table_command(
    choice: PlayedCells,
    asked: Asked,
    effort: Effort,
    kept: Logged,
    output: Output,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="A published table to compare with: a CSV with a line for each length and a "
            "column for each letter; the cells that differ are marked and listed.",
        ),
    ] = None,
) -> None:
    """Compute the EMI of every initial letter and length.

    With --objective average or guaranteed it is one line for each cell: the least total number of
    guesses, or the words missed within 5 tries for 5 letters and 6 for more (or --tries). With
    --hard the answers restrict what may be proposed.

    Every value is proven unless a limit is set; then a cell that reaches it shows bounds, 4..5.
    Ctrl-C prints the bounds reached; the next run goes on from what the cache has kept.
    """
    asked.check()
    if against is not None and asked.objective != "worst":
        raise OptionError(f"--against {against}: expected no other objective beside it than worst")
    published = None if against is None else read_emi(against)
    words, listed = choice.read_cells(kept)
    from emi.parallel import Solve

    work = Solve(objective=asked.of, limits=effort.limits)
    run = work_on(
        listed, work, kept, jobs=read_jobs(effort.jobs, effort.cluster), cluster=effort.cluster
    )
    solutions = run.found
    if asked.objective == "worst":
        table = cells(
            [_row(solution) for solution in solutions],
            letters=[initial or "" for initial in choice.initials],
            lengths=parse_lengths(choice.lengths),
            against=published,
            title=titled(f"Evil Motus Index{said_hard(choice.hard)}", words),
            hard=choice.hard or "",
            seconds=run.seconds,
        )
    else:
        by_name = {solution.game.name: plain(solution) for solution in solutions}
        table = games([by_name[game.name] for game in listed], seconds=run.seconds)
    output.put(table)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
