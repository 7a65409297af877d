"""``emi play --reverse``: the program finds the user's words."""

import sys
from typing import TYPE_CHECKING

import typer

from emi.cli.environment import Kept
from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.output import Output
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.cell import Tries
    from emi.games.game import Game
    from emi.lexicon.load import Lexicon
    from emi.results.explanation import Turn
    from emi.search.model.limits import Limits

#: The exit code if the user wins, and the default time limit in seconds.
LOST, CLOCK = 1, 180


def challenge(
    words: "Sequence[str]",
    lexicon: "Lexicon",
    *,
    initial: bool,
    tries: "Tries | None",
    hard: str | None,
    limits: "Limits | None",
    palette: str | None,
    kept: Kept,
    output: Output,
) -> None:
    """Find words against the clock; the exit code is 1 if the user wins."""
    from emi.playing.challenge import Challenge

    live = output.kind == "table" and output.out is None
    screen = Screen(palette)
    made = 0
    hurried: int | None = None

    def go_on(_progress: object = None) -> bool:
        """Return whether to go on thinking; the first Ctrl-C ends one thought."""
        nonlocal hurried
        if thought.stopped and hurried is None:
            hurried = made
        return hurried != made

    def began(word: str, game: "Game") -> None:
        if live:
            screen.put(f"{word} ({game.name}, {game.contents})")

    def told(turn: "Turn", seconds: float) -> None:
        nonlocal made
        made += 1
        if live:
            game = challenged.starts[challenged.cells[0]].game
            screen.put_as_is(f"  {screen.turn(game, turn)}  {seconds:6.1f} s")

    with kept.open() as store, talking(), patiently("thinking"):
        challenged = Challenge(
            words,
            lexicon,
            initial=initial,
            tries=None if tries is None else tries.of,
            clock=CLOCK if limits is None else limits.seconds,
            hard=hard,
            store=store,
            watch=go_on,
        )
        ended = challenged.run(began, told)
    if live:
        screen.put()
        screen.table(table(ended))
    else:
        output.put(table(ended))
    sys.stdout.flush()
    if not ended.won:
        raise typer.Exit(LOST)
