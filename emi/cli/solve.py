"""``emi solve`` and ``emi table``."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Logged
from emi.cli.games import GAMES, HardOption, Lists, PlayedCells, complete_game
from emi.cli.interrupt import INTERRUPTED
from emi.cli.objective import Asked
from emi.cli.options import FirstOption, WeightsOption, read_weights_option
from emi.cli.output import Output, PlotOption, titled, write
from emi.cli.pareto import pareto
from emi.cli.running import Effort, JobsOption, Shared, read_jobs, work_on
from emi.errors import OptionError
from emi.games.cell import parse_lengths
from emi.results.plain import plain
from reports.given import Row
from reports.published.reader import read_emi
from reports.views.cells import cells
from reports.views.games import game as alone
from reports.views.games import games
from reports.wording import between, plural, said_hard, share, tries
from search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.results.game import GameFacts
    from emi.results.solution import Solution
    from reports.table import Table


AgainstOption = Annotated[
    Path | None,
    typer.Option(
        "--against",
        metavar="FILE",
        help="A published table to compare with: a CSV with a line for each length and a column "
        "for each letter; the cells that differ are marked and listed.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Several(Lists):
    """Games by their names."""

    names: Annotated[
        list[str], typer.Argument(metavar="GAME...", autocompletion=complete_game, help=GAMES)
    ]

    def read(self, hard: str | None) -> "list[Game]":
        """Return the games, each once."""
        games = [self.read_game(name, hard=hard) for name in self.names]
        return [*{game.name: game for game in games}.values()]


def solve_command(
    choice: Several,
    asked: Asked,
    shared: Shared,
    kept: Logged,
    output: Output,
    hard: HardOption = None,
    first: FirstOption = None,
    weights: WeightsOption = None,
    jobs: JobsOption = None,
    against: AgainstOption = None,
    plot: PlotOption = None,
) -> None:
    """Compute how good the best strategy of a game is.

    By default: the least number of guesses that surely finds any secret; of a cell, such as C5,
    that is the EMI. With --objective average: the least total number of guesses for all secrets.
    With --objective guaranteed --tries 5: the most secrets that are surely found within so many
    guesses, and which ones are missed. With --objective pareto: for each number of tries the fewest
    misses, and the least average with so few; the last line is of any number of tries.

    The value is proven unless a limit is set; if it is reached, the answer is bounds, 4..5. Ctrl-C
    prints the bounds reached; the next run goes on from what the cache has kept. Several games make
    a table.

    For example:
      emi solve C5
      emi solve C5 C6 D5 --objective average
      emi solve mastermind:4x6 --objective pareto --plot front.svg
      emi solve wordle --secrets s.txt --guesses g.txt --objective guaranteed --tries 4
    """
    asked.check(weights=weights)
    games = choice.read(hard)
    _check_one(
        games, {"--first": first, "--weights": weights, "--workers": shared.workers}, jobs=jobs
    )
    weighed = None if weights is None else read_weights_option(weights, games[0])
    if asked.objective == "pareto":
        _solve_front(games, asked, shared, kept, output, weights=weighed, first=first, plot=plot)
        return
    if plot:
        raise OptionError(f"--plot {plot[0]}: expected with --objective pareto")
    if len(games) > 1 or against is not None:
        _solve_all(
            games, asked, shared.limits, kept, output, jobs=jobs, cluster=shared.cluster,
            against=against, hard=hard,
        )  # fmt: skip
        return
    from emi.parallel import Solve

    (read,) = games
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


def _check_one(games: "Sequence[Game]", of_one: dict[str, object], *, jobs: int | None) -> None:
    """Refuse what is for one game where there are several, and the other way round."""
    for name, value in of_one.items():
        if value is not None and len(games) > 1:
            raise OptionError(f"{name} {value}: expected one GAME, not {len(games)}")
    if jobs is not None and len(games) == 1:
        raise OptionError(f"--jobs {jobs}: expected several games; --workers shares one")


def _solve_front(
    games: "Sequence[Game]",
    asked: Asked,
    shared: Shared,
    kept: Logged,
    output: Output,
    *,
    weights: "Weights | None",
    first: str | None,
    plot: list[Path] | None,
) -> None:
    """Print the Pareto front of a game."""
    if len(games) > 1:
        raise OptionError(f"--objective pareto: expected one GAME, not {len(games)}")
    for name, value in (("--first", first), ("--workers", shared.workers)):
        if value is not None:
            raise OptionError(f"{name} {value}: expected no --objective pareto beside it")
    if shared.node_limit is not None:
        raise OptionError(f"--node-limit {shared.node_limit}: expected --time-limit with pareto")
    pareto(
        games[0], tries=asked.tries, weights=weights, plot=plot, limits=shared.limits,
        cluster=shared.cluster, kept=kept, output=output,
    )  # fmt: skip


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
    against: AgainstOption = None,
) -> None:
    """Compute the EMI of every initial letter and length.

    With --objective average or guaranteed it is one line for each cell: the least total number of
    guesses, or the words missed within 5 tries for 5 letters and 6 for more (or --tries). With
    --hard the answers restrict what may be proposed.

    Every value is proven unless a limit is set; then a cell that reaches it shows bounds, 4..5.
    Ctrl-C prints the bounds reached; the next run goes on from what the cache has kept.

    For example:
      emi table
      emi table --lexicon words.txt --lengths 5-7
      emi table --letters A-F --objective average --out averages.csv
    """
    asked.check()
    _, listed = choice.read_cells(kept)
    _solve_all(
        listed, asked, effort.limits, kept, output, jobs=effort.jobs, cluster=effort.cluster,
        against=against, hard=choice.hard, grid=choice,
    )  # fmt: skip


def _solve_all(
    listed: "Sequence[Game]",
    asked: Asked,
    limits: Limits,
    kept: Logged,
    output: Output,
    *,
    jobs: int | None,
    cluster: str | None,
    against: Path | None,
    hard: str | None,
    grid: PlayedCells | None = None,
) -> None:
    """Print what is known of several games: the EMI of cells in a grid, others in a list."""
    if against is not None and asked.objective != "worst":
        raise OptionError(f"--against {against}: expected no other objective beside it than worst")
    are_cells = all(game.rule == "motus" for game in listed) and asked.objective == "worst"
    if against is not None and not are_cells:
        raise OptionError(f"--against {against}: expected cells such as C5")
    published = None if against is None else read_emi(against)
    from emi.parallel import Solve

    work = Solve(objective=asked.of, limits=limits)
    run = work_on(listed, work, kept, jobs=read_jobs(jobs, cluster), cluster=cluster)
    by_name = {solution.game.name: solution for solution in run.found}
    solutions = [by_name[game.name] for game in listed]
    if are_cells:
        found = [_row(solution) for solution in solutions]
        if grid is None:
            letters, lengths = sorted({one.letter for one in found}), {one.length for one in found}
        else:
            letters = [initial or "" for initial in grid.initials]
            lengths = {*parse_lengths(grid.lengths)}
        table = cells(
            found,
            letters=letters,
            lengths=sorted(lengths),
            against=published,
            title=titled(f"Evil Motus Index{said_hard(hard)}", listed[0].lexicon),
            hard=hard or "",
            seconds=run.seconds,
        )
    else:
        table = games([plain(one) for one in solutions], seconds=run.seconds)
    output.put(table)
    if run.stopped:
        raise typer.Exit(INTERRUPTED)
