"""``emi strategy``."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi.analysis.named import MINIMAX, heuristic_named
from emi.cli.command import alone
from emi.cli.games import GameChoice, HardOption
from emi.cli.options import (
    Logging,
    ObjectiveOptions,
    OpenersOption,
    OpeningOption,
    complete_heuristic,
    read_opening,
)
from emi.cli.output import check_out, remark, say, write
from emi.cli.running import TimeLimitOption, work_on
from emi.errors import OptionError
from emi.reports.views.files import strategy as said
from emi.reports.views.files import unproven
from emi.reports.wording import plural
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.results.strategy import Rules, Strategy
    from emi.search.model.bounds import Bounds
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store

#: The parameters allowed with --import.
READ = ("game", "secrets", "guesses", "no_initial", "identify", "reveal", "hard", "out")


@dataclass(frozen=True)
class _Found:
    """A strategy, with the bounds on an objective if its value is not proven."""

    strategy: "Strategy"
    bounds: "Bounds | None" = None
    name: str = ""

    @property
    def game(self) -> "Rules":
        """The game."""
        return self.strategy.game


def _find(
    game: "Game",
    *,
    options: ObjectiveOptions,
    heuristic: str,
    first: tuple[str, ...],
    openers: int | None,
    limits: Limits,
    store: "Store | None",
    watch: "Watch",
) -> _Found:
    """Return the best strategy found for an objective, or that of a heuristic."""
    from emi.analysis.pareto import fewest_misses
    from emi.objectives.average import Average
    from emi.questions.question import Question
    from emi.questions.searching import SEARCHING, attained
    from emi.questions.solving import solution_of
    from emi.results.strategy import Strategy

    if heuristic_named(heuristic).name != MINIMAX:
        from emi.strategies.heuristics import strategy

        def go_on(progress: object) -> bool:
            return watch(progress) and not limits.passed

        made = strategy(
            game, heuristic=heuristic, first=first, openers=openers, store=store, watch=go_on
        )
        return _Found(made)
    how: dict[str, Any] = {
        "first": first, "openers": openers, "limits": limits, "store": store, "watch": watch,
    }  # fmt: skip
    objective = Average() if options.kind.may_miss else options.of(game, **how)
    question = Question(game, objective, **how)
    if options.kind.may_miss:
        tries = options.of(game).tries or 1
        hurried = replace(question, limits=limits.share(SEARCHING))
        with suppress(Stopped):
            return _Found(Strategy(game, fewest_misses(hurried, tries, solution_of(hurried))))
    outline, bounds = attained(question, interrupted=True)
    return _Found(
        Strategy(game, outline.strategy), None if bounds.proven else bounds, objective.name
    )


def strategy_command(
    context: typer.Context,
    game: GameChoice,
    options: ObjectiveOptions,
    cache: Logging,
    hard: HardOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            callback=check_out,
            help="Output file: .json, .graphml (Gephi, yEd), .dot (Graphviz), .txt, .tree (the "
            "format of A. Selby's Wordle trees) or .csv (a line with the guesses for each "
            "secret).  [default: text on stdout]",
        ),
    ] = None,
    heuristic: Annotated[
        str,
        typer.Option(
            "--heuristic",
            autocompletion=complete_heuristic,
            metavar="NAME",
            help="The exact strategy, or a one-step strategy such as Sum, which is computed much "
            "faster (see `emi compare --help`).",
        ),
    ] = MINIMAX,
    first: OpeningOption = None,
    openers: OpenersOption = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--import",
            metavar="FILE",
            help="Convert a published strategy instead: a tree in Selby's format, a CSV of the "
            "guesses for each secret, or nested JSON. `emi compare --import` evaluates it.",
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
) -> None:
    """Write an optimal strategy of a game as a decision tree.

    The tree finds every secret. By default it is optimal in the worst case, with a low average.
    With --objective average it is optimal on average. With --objective guaranteed it misses the
    fewest secrets within --tries, has the least average among such strategies, and finds the missed
    secrets with more tries. With --heuristic it is a one-step strategy. If --time-limit or Ctrl-C
    ends the search, the best strategy found is written, and a line has the proven bounds.

    For example:
      emi strategy C5
      emi strategy C5 --objective average --out c5.json
      emi strategy mastermind:4x6 --heuristic Max --out mastermind.dot
      emi strategy wordle --secrets s.txt --guesses g.txt --import selby.tree --out paths.csv
    """
    options.check()
    if options.kind.priced and heuristic != MINIMAX:
        raise OptionError(
            f"--heuristic {heuristic}: cannot be combined with --objective {options.objective}"
        )
    from emi.reports.graph import FORMATS, WRITERS

    suffix = ".txt" if out is None else out.suffix.lower()
    known = (*FORMATS, *WRITERS)
    if suffix not in known:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(known)}")
    if source is not None:
        alone(context, "--import", *READ)
    read = game.read_game(game.game, hard)
    if source is None:
        work = partial(
            _find, options=options, heuristic=heuristic, first=read_opening(first), openers=openers
        )
        limits = time_limit or Limits()
        (found,) = work_on([read], work, cache, "strategy for", limits=limits).found
        if found.bounds is not None:
            remark(unproven(found.strategy, found.name, found.bounds, misses=options.kind.may_miss))
        _write(found.strategy, suffix, out)
    else:
        _write(_imported(read, source), suffix, out)


def _imported(game: "Game", source: Path) -> "Strategy":
    """Return the strategy of a file; refuse one that misses a secret."""
    from emi.strategies.judged import judge

    judged = judge(game, source)
    if judged.missed:
        missed = plural(len(judged.missed), "secret")
        raise OptionError(f"--import {source}: the strategy misses {missed}, expected none")
    return judged.strategy


def _write(strategy: "Strategy", suffix: str, out: Path | None) -> None:
    """Write a strategy in the format of a suffix; report on stderr if it goes to a file."""
    write(strategy.table().files[suffix](), out)
    if out is not None:
        say(said(out, strategy))
