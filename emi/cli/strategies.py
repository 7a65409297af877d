"""``emi strategies``."""

import os
import shutil
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import (
    INTERRUPTED,
    Format,
    FormatOption,
    JobsOption,
    LengthsOption,
    LettersOption,
    LexiconOption,
    read_games,
    read_jobs,
    read_lexicon,
)
from emi.cli.progress import followed
from emi.errors import OptionError
from emi.files import check_place, write_file
from emi.tries import DEFAULT, parse_tries

if TYPE_CHECKING:
    from emi.games.motus import Motus
    from emi.playing import Played
    from emi.run import Watch
    from reports.methods.outcome import Outcome


class TieBreak(StrEnum):
    """Which of several guesses of the same value is made."""

    possible = "possible"
    alphabetical = "alphabetical"


class Direction(StrEnum):
    """Which value of an aggregate is preferred."""

    lowest = "lowest"
    highest = "highest"


@dataclass(frozen=True)
class OfCell:
    """How all the methods fared in one cell."""

    game: "Motus"
    played: "list[Played]"


def outcomes(cells: Sequence[OfCell], allowed: dict[int, int]) -> "list[Outcome]":
    """Add up the cells of each length, method by method."""
    from reports.methods.outcome import Outcome

    counts: dict[tuple[str, str, str, int], tuple[int, ...]] = defaultdict(tuple)
    for played in chain.from_iterable(zip(*(cell.played for cell in cells), strict=True)):
        key = (played.method, played.ties, played.direction, played.game.length)
        counts[key] = tuple(map(sum, zip_longest(counts[key], played.counts, fillvalue=0)))
    return [
        Outcome(method, ties, direction, length, allowed[length], found)
        for (method, ties, direction, length), found in counts.items()
    ]


def strategies_command(
    lexicon: LexiconOption = "fr",
    lengths: LengthsOption = "5-10",
    letters: LettersOption = "A-Z",
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method",
            metavar="NAME|all",
            help="A method to play; may be given several times.  [default: those of the paper, "
            "SumGini, PossibleGmax, Sum, Gmax, Max, Bobo, Gini, Entropy and Minimax]",
        ),
    ] = None,
    ties: Annotated[
        list[TieBreak] | None,
        typer.Option(
            "--ties",
            help="Which of several guesses of the same value is made: one that is possible before "
            "others, or simply the first; give both to compare them.  [default: possible]",
        ),
    ] = None,
    direction: Annotated[
        list[Direction] | None,
        typer.Option(
            "--direction",
            help="Which value is preferred; give both to compare them.  [default: as the method's "
            "source says]",
        ),
    ] = None,
    tries: Annotated[
        str,
        typer.Option("--tries", metavar="LENGTHS:TRIES,...", help="Tries before a word is failed."),
    ] = DEFAULT,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the method Random.")] = 0,
    format: FormatOption = Format.table,
    against: Annotated[
        Path | None,
        typer.Option(
            "--against",
            metavar="FILE",
            help="A published comparison to put beside: a CSV with the columns method, average, "
            "fails, worst; figures that differ are marked and explained.",
        ),
    ] = None,
    plot: Annotated[
        list[Path] | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Also draw the figures, into a .svg or .png file; may be given several times.",
        ),
    ] = None,
    jobs: JobsOption = None,
) -> None:
    """Play one-step strategies against every word, and compare how many tries they take.

    Each method looks one guess ahead: it proposes the word whose classes have the best value.
    Methods of the paper: Sum, Max, Gmax, PossibleGmax, Gini, Entropy, SumGini and Bobo; Minimax is
    the exact strategy of `emi table`. `--method all` plays every aggregate that is known; an
    unknown name lists them.
    """
    from emi.named import method_names
    from emi.playing import play_all, rules
    from emi.run import Run
    from reports.methods.published import PublishedMethods
    from reports.methods.table import render
    from reports.plot.draw import PlotError, check, draw
    from search.limits import Stopped

    workers, allowed = read_jobs(jobs), parse_tries(tries)
    paper, others = method_names()
    names = [*paper, *others] if method == ["all"] else method or paper
    wanted = rules(names, ties or [], direction or [])
    published = None if against is None else PublishedMethods.read(against)
    for path in plot or []:
        check_place(path, "--plot")
        try:
            check(path.suffix)
        except PlotError as error:
            raise OptionError(f"--plot {path}: {error}") from None
    words = read_lexicon(lexicon)
    games = read_games(words, letters, lengths)

    def work(game: "Motus", watch: "Watch") -> OfCell:
        return OfCell(game, play_all(game, wanted, seed=seed, watch=watch))

    try:
        cells = followed(Run(games, work, jobs=workers))
    except Stopped:
        raise typer.Exit(INTERRUPTED) from None
    found = outcomes(sorted(cells, key=lambda cell: cell.game.length), allowed)
    title = f"One-step strategies, lexicon {words.name} ({words.digest[:12]})"
    text = render(
        found,
        format.value,
        against=published,
        title=title,
        width=shutil.get_terminal_size().columns if sys.stdout.isatty() else None,
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ,
    )
    for path in plot or []:
        write_file(path, draw(found, path.suffix, title=title), "--plot")
    typer.echo(text, nl=False)
