"""``emi partitions``."""

from typing import Annotated

import typer

from emi.cli.games import GameChoice
from emi.cli.output import Output
from emi.errors import OptionError


def partitions_command(
    game: GameChoice,
    output: Output,
    first: Annotated[
        str,
        typer.Option(
            "--first", metavar="GUESS,...", help="The first guesses, such as bbbbb,bbbbc."
        ),
    ],
) -> None:
    """Show what first guesses make of all the secrets: how many are left after each feedback.

    Below come the five scores by which A. and H. Heeffer compare first guesses of Logik: the worst
    case, the expected size, the entropy, the number of partitions and the standard deviation.
    """
    wanted = [one.strip() for one in first.split(",")]
    if not all(wanted):
        raise OptionError(f"--first {first!r}: expected guesses with commas between them")
    read = game.read()
    from emi.playing.partitions import partitions

    output.put(partitions(read, wanted).table())
