"""Several boards in a terminal: help with a game played elsewhere."""

import re
from typing import TYPE_CHECKING

from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.output import Output, say
from emi.errors import EmiError

if TYPE_CHECKING:
    from emi.playing.boards import BoardsPosition

#: What ends a game, or takes a guess back.
QUIT, UNDO = {"quit", "q", "exit"}, {"undo", "u"}


def assist_on_boards(position: "BoardsPosition", *, top: int | None, output: Output) -> None:
    """Show advice and read guesses with their feedback, until all boards are found."""
    screen = Screen()
    with talking():
        position.settings = position.settings.having(watch=thought.go_on)
        while not position.found:
            with patiently("thinking"):
                advice = position.explain(top=top)
            output.put(advice.table())
            if not _heard(position, screen):
                return
    guesses, tries = len(position.turns), position.settings.tries or position.game.tries
    screen.put(f"{position.game.name}: found in {guesses} of {tries} tries")


def _heard(position: "BoardsPosition", screen: Screen) -> bool:
    """Read lines until a guess is made or taken back; return whether the game goes on."""
    clue = ""
    while True:
        line = screen.ask("guess and feedback of each board, undo or quit> " if not clue else "> ")
        if line is None or line.lower() in QUIT:
            return False
        if line.lower() in UNDO:
            if clue:
                clue = ""
                continue
            line = ""
        elif not line and not clue:
            continue
        clue = f"{clue} {line}".strip()
        try:
            if clue:
                feedbacks = len(list(filter(None, re.split(r"[\s:/,]+", clue)))) - 1
                if feedbacks < sum(not board.found for board in position.boards):
                    continue  # The other boards follow on lines of their own.
                position.hear(clue)
            else:
                position.pop()
        except EmiError as error:
            say(error)
            clue = ""
            continue
        return True
