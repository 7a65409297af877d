"""``emi boards``: several boards at once, as in Dordle and Quordle."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.games import Lists
from emi.cli.output import Output, say
from emi.cli.running import time_option
from emi.errors import ClueError, EmiError, OptionError
from emi.search.model.limits import Limits
from emi.tables import table

if TYPE_CHECKING:
    from emi.playing.boards import BoardsPosition

#: What ends a game, or takes a guess back, in ``--interactive``.
QUIT, UNDO = {"quit", "q"}, {"undo", "u"}


def boards_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="dordle, quordle, octordle or sedecordle: 2, 4, 8 or 16 boards of Wordle; "
            "boards:3:C5: three boards of another game; or the game of each board, with --boards.",
        ),
    ],
    lists: Lists,
    output: Output,
    boards: Annotated[
        int | None, typer.Option("--boards", metavar="K", help="Number of boards.  [default: 2]")
    ] = None,
    clues: Annotated[
        list[str] | None,
        typer.Option(
            "--clues",
            metavar="GUESS:FEEDBACK/...",
            help="A guess, with its feedback on each board that is not found; may be given several "
            "times.",
        ),
    ] = None,
    interactive: Annotated[
        bool, typer.Option("--interactive", help="Help with a game, guess by guess.")
    ] = False,
    value: Annotated[
        bool, typer.Option("--value", help="Print the guesses that surely find all boards.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="Play N games with the advice, and count."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the secrets of --games.")] = 0,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="GUESS,...", help="First guesses of all --games."),
    ] = None,
    top: Annotated[int, typer.Option("--top", metavar="N", help="Number of guesses to list.")] = 10,
    time_limit: Annotated[
        Limits | None,
        time_option("Time limit of the search in seconds.  [default: 2; of --value none]"),
    ] = None,
) -> None:
    """Advise on several boards: each guess is made on all boards at once.

    The game is given by --clues, or pasted: a guess with the feedback of each board, in words or
    tiles, on one line or several. Found boards may be left out. The advice ranks guesses by an
    estimate for all boards together; where few combinations are left, the best guess has the least
    mean of all that were tried. "Surely within" is what exact search proves, or bounds.

    --value searches for the guesses that surely find all boards: exact, or bounds at
    --time-limit. --games plays games with secrets drawn at random.

    For example:
      emi boards quordle --clues slant:gbbyb/bbbgb/ybbbb/bbbbb
      emi boards dordle --interactive
      emi boards boards:2:L5 --value
      emi boards quordle --games 1000 --seed 1 --first slant
    """
    from emi.games.boards import Boards

    asked = {"--interactive": interactive, "--value": value, "--games": games is not None}
    if sum(asked.values()) > 1:
        raise OptionError(f"{' and '.join(one for one in asked if asked[one])}: expected one")
    if first is not None and games is None:
        raise OptionError(f"--first {first}: requires --games")
    game = Boards.named(name, boards, read=lists.read_game)
    position = game.start(limits=time_limit)
    if games is not None:
        opening = tuple(filter(None, (first or "").split(",")))
        output.put(table(position.simulate(games, seed=seed, first=opening)))
        return
    given = clues or []
    if not given and not (interactive or value or sys.stdin is None or sys.stdin.isatty()):
        given = [*_lines(sys.stdin, position)]
    for clue in given:
        _push(position, clue)
    if interactive:
        _assist(position, output, top)
    elif value:
        output.put(table([position.value()]))
    else:
        output.put(table(position.explain(top=top)))


def _push(position: "BoardsPosition", clue: str) -> None:
    """Make a guess as it was written: the guess, then the feedback of each board."""
    guess, *told = filter(None, re.split(r"[\s:/,]+", clue.strip()))
    if not told:
        raise ClueError(f"clue {clue!r}: no feedback, expected such as {guess}:gbbyb/bbgbb")
    position.push(guess, told)


def _lines(lines: Iterable[str], position: "BoardsPosition") -> Iterator[str]:
    """Yield each guess with its feedback as one line: the feedback may stand below the guess."""
    known, clue = set(position.game.game.guesses), ""
    for line in lines:
        words = line.split()
        if not words:
            continue
        if clue and position.game.game.code(re.split(r"[:/,]", words[0])[0]) in known:
            yield clue
            clue = ""
        clue = f"{clue} {line.strip()}".strip()
    if clue:
        yield clue


def _assist(position: "BoardsPosition", output: Output, top: int) -> None:
    """Show advice and read a guess with its feedback, until all boards are found."""
    game = position.game
    while not position.found:
        output.put(table(position.explain(top=top)))
        typer.echo("guess and feedback of each board, undo or quit> ", nl=False, err=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        word = line.strip().lower()
        if not line or word in QUIT:
            return
        with suppress(KeyboardInterrupt):
            try:
                if word in UNDO:
                    position.pop()
                elif word:
                    _push(position, line)
            except EmiError as error:
                say(error)
    made = len(position.turns)
    typer.echo(f"{game.name}: found in {made} of {game.tries} tries")
