"""Several boards in a terminal: help with a game played elsewhere, or a fair host."""

import random
import re
from typing import TYPE_CHECKING

from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.output import Output, say
from emi.errors import EmiError
from emi.reports.wording import plural

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


def play_on_boards(position: "BoardsPosition", seed: int | None, screen: Screen) -> None:
    """Play against secrets drawn at random, until all boards are found or no tries are left."""
    game, base = position.game, position.game.base
    secrets = position.draw(random.Random(seed))  # noqa: S311 - a game
    tries = position.settings.tries or game.tries
    screen.put(f"{game.name}: {game.facts.contents}, {plural(tries, 'try')}")
    screen.put("Type a guess, or: best, undo, quit")
    while not position.found and len(position.turns) < tries:
        line = screen.ask(f"{len(position.turns) + 1}/{tries}> ")
        if line is None or line.lower() in QUIT:
            break
        try:
            if line.lower() in UNDO:
                position.pop()
            elif line.lower() == "best":
                with patiently("thinking"):
                    screen.put(position.best())
            elif line:
                guess = base.code(line)
                next(board for board in position.boards if not board.found).check(guess)
                position.push(guess, [base.feedback(guess, secret) for secret in secrets])
                _show(position, screen)
        except EmiError as error:
            say(error)
    guesses = plural(len(position.turns), "guess")
    if position.found:
        screen.put(f"All boards found in {guesses}.")
    else:
        screen.put(f"The secrets were {' '.join(secrets)}.")


def _show(position: "BoardsPosition", screen: Screen) -> None:
    """Show the last guess on each board, with the number of its candidates."""
    feedback = position.turns[-1].feedback
    lines = zip(position.boards, feedback, position.possible, strict=True)
    for place, (board, heard, possible) in enumerate(lines, 1):
        guess = screen.turn(board.game, board.turns[-1])
        left = "found" if board.found else f"{len(possible):,} left"
        screen.put_as_is(f"{place:2}  {guess if heard else board.turns[-1].guess}  {left}")


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
