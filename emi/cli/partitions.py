"""``emi partitions``."""

import shutil
import sys
from enum import StrEnum
from typing import Annotated

import typer

from emi.cli.options import GameArgument, LexiconOption, SecretsOption, read_game
from emi.errors import OptionError


class Format(StrEnum):
    """How partitions are printed."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


def partitions_command(
    game: GameArgument,
    guesses: Annotated[
        str,
        typer.Option("--guesses", metavar="GUESS,...", help="The guesses, such as bbbbb,bbbbc."),
    ],
    lexicon: LexiconOption = "fr",
    secrets: SecretsOption = None,
    allowed: Annotated[
        str | None,
        typer.Option(
            "--allowed",
            metavar="FILE",
            help="What may be proposed in wordle, one a line, all the secrets among them.",
        ),
    ] = None,
    format: Annotated[Format, typer.Option("--format", help="How to print the result.")] = (
        Format.table
    ),
) -> None:
    """Show what first guesses make of all the secrets: how many are left after each feedback.

    Below come the five scores by which A. and H. Heeffer compare first guesses of Logik: the worst
    case, the expected size, the entropy, the number of partitions and the standard deviation.
    """
    wanted = [one.strip() for one in guesses.split(",")]
    if not all(wanted):
        raise OptionError(f"--guesses {guesses!r}: expected guesses with commas between them")
    read = read_game(game, lexicon=lexicon, secrets=secrets, guesses=allowed)
    from emi.playing.partitions import SCORES, partitions
    from reports import render
    from reports.views.partitions import partitions as shown

    found = partitions(read, wanted)
    scores = zip(*(one.scores for one in found.columns), strict=True)
    table = shown(
        read.name,
        len(read.secrets),
        found.feedbacks,
        [(one.guess, one.sizes) for one in found.columns],
        [*zip(SCORES, scores, strict=True)],
    )
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    typer.echo(render(table, format.value, width=width), nl=False)
