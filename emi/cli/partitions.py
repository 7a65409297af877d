"""``emi partitions``."""

import json
import shutil
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import GameChoice, grouped
from emi.errors import OptionError

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.playing.partitions import Partitions


class Format(StrEnum):
    """How partitions are printed."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


@grouped
def partitions_command(
    game: GameChoice,
    first: Annotated[
        str,
        typer.Option(
            "--first", metavar="GUESS,...", help="The first guesses, such as bbbbb,bbbbc."
        ),
    ],
    format: Annotated[Format, typer.Option("--format", help="How to print the result.")] = (
        Format.table
    ),
) -> None:
    """Show what first guesses make of all the secrets: how many are left after each feedback.

    Below come the five scores by which A. and H. Heeffer compare first guesses of Logik: the worst
    case, the expected size, the entropy, the number of partitions and the standard deviation.
    """
    wanted = [one.strip() for one in first.split(",")]
    if not all(wanted):
        raise OptionError(f"--first {first!r}: expected guesses with commas between them")
    read = game.read()
    from emi.playing.partitions import SCORES, partitions
    from reports.seeds.grid import render
    from reports.seeds.section import Table, table_line

    found = partitions(read, wanted)
    if format is Format.json:
        typer.echo(_json(read, found))
        return
    sizes = zip(*(one.sizes for one in found.columns), strict=True)
    scores = zip(*(one.scores for one in found.columns), strict=True)
    table = Table(
        f"Partitions of {read.name}, {len(read.secrets):,} secrets",
        ("feedback", *(one.guess for one in found.columns)),
        (
            *(
                table_line(told, *map(str, line))
                for told, line in zip(found.feedbacks, sizes, strict=True)
            ),
            *(table_line(name, *line) for name, line in zip(SCORES, scores, strict=True)),
        ),
    )
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    typer.echo(render(table, format.value, width=width), nl=False)


def _json(game: "Game", found: "Partitions") -> str:
    """Return the partitions as an object; its scores are rounded as those of the other formats."""
    from emi.playing.partitions import SCORES

    guesses = [
        {
            "guess": one.guess,
            "sizes": one.sizes,
            **{
                name.replace(" ", "_"): float(score) if "." in score else int(score)
                for name, score in zip(SCORES, one.scores, strict=True)
            },
        }
        for one in found.columns
    ]
    return json.dumps(
        {
            "format": "emi-partitions",
            "version": 1,
            "game": game.name,
            "secrets": len(game.secrets),
            "feedbacks": found.feedbacks,
            "guesses": guesses,
        },
        ensure_ascii=False,
    )
