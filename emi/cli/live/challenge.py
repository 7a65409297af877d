"""``emi challenge``."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import Kept, Words, remark_on
from emi.cli.games import HardOption, NoInitialOption
from emi.cli.live.screen import Screen, talking
from emi.cli.options import PaletteOption, number, whole_number
from emi.cli.output import Output

if TYPE_CHECKING:
    from emi.games.motus import Motus
    from emi.playing.explanation import Turn

#: The exit code if you win, and the clock in seconds.
LOST, CLOCK = 1, 180


def challenge_command(
    *,
    words: Annotated[
        list[str],
        typer.Argument(metavar="WORD...", help="The words that the program is to find."),
    ],
    choice: Words,
    no_initial: NoInitialOption = False,
    hard: HardOption = None,
    tries: Annotated[
        int | None,
        typer.Option(
            "--tries",
            parser=whole_number,
            metavar="K",
            help="The guesses for each word.  [default: those of the show, 5 for 5 letters, 6 for "
            "more]",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            "--time-limit",
            parser=number,
            metavar="S",
            help=f"The clock: seconds for all words together.  [default: {CLOCK}]",
        ),
    ] = None,
    palette: PaletteOption = None,
    kept: Kept,
    output: Output,
) -> None:
    """Challenge the program: it has three minutes to find your words.

    You bring words, ten in the demonstration; the program sees their initials and lengths and looks
    for one after the other, with the tries of the show for each and one clock for all. The exit
    code is 0 if it finds all of them in time, and 1 if you win.
    """
    lexicon = choice.read_words()
    remark_on(lexicon)
    from emi.playing.live.challenge import Challenge

    live = output.kind == "table" and output.out is None
    screen = Screen(palette)
    with kept.open() as store, talking():
        challenge = Challenge(
            words,
            lexicon,
            initial=not no_initial,
            tries=tries,
            clock=time_limit or CLOCK,
            hard=hard,
            store=store,
        )

        def began(word: str, game: "Motus") -> None:
            screen.put(f"{word} ({game.name}, {game.contents})")

        def told(turn: "Turn", seconds: float) -> None:
            game = challenge.starts[challenge.cells[0]].game
            screen.put_as_is(f"  {screen.turn(game, turn)}  {seconds:6.1f} s")

        ended = challenge.run(*((began, told) if live else ()))
    if live:
        screen.put()
        screen.table(ended.table())
    else:
        output.put(ended.table())
    sys.stdout.flush()
    if not ended.won:
        raise typer.Exit(LOST)
