"""``emi review``: a game that was played, beside the best play."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

from emi.cli.environment import Kept
from emi.cli.explain import CluesOption, OfClues, SecretOption
from emi.cli.games import HardOption
from emi.cli.options import PaletteOption
from emi.cli.output import Output
from emi.cli.progress import tell
from emi.cli.running import time_option
from emi.errors import ClueError
from emi.games.notation import only_tiles, shared_result
from emi.tables import table
from search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.playing.position import Position


def review_command(
    *,
    choice: OfClues,
    clues: CluesOption = None,
    secret: SecretOption = None,
    palette: PaletteOption = None,
    hard: HardOption = None,
    time_limit: Annotated[
        Limits | None, time_option("Time limit in seconds for exact play.  [default: 5]")
    ] = None,
    kept: Kept,
    output: Output,
) -> None:
    """Review a game that was played: what each guess cost, and what luck saved.

    The game is given by --clues, or pasted: a guess and its feedback a line, in letters or in
    tiles, or guesses alone with --secret. For each guess the review shows what remained and what
    was expected to remain, the best guess, how many guesses on average it cost more than the best,
    and what its feedback saved or cost. Values not proven within --time-limit are left empty.

    For example:
      emi review --clues CABAN:GGBBY,CASER:GGBYY,CADRE:GGGGG
      emi review wordle --secret CRANE --clues SLATE,IRATE,CRANE
      emi review wordle < pasted.txt
    """
    position = choice.position(clues or [*pasted(_read(), secret)], secret, hard, palette)
    from emi.playing.review import PATIENCE, review

    seconds = PATIENCE if time_limit is None else time_limit.seconds
    with kept.open() as store:
        output.put(table(review(_path(position), seconds=seconds, store=store)))


def _read() -> str:
    """Read what is pasted, until the input ends."""
    if sys.stdin is None:
        return ""
    if sys.stdin.isatty():
        tell("emi: paste the game, a guess and its feedback a line, then Ctrl-D\n")
    return sys.stdin.read()


def pasted(text: str, secret: str | None) -> "Iterable[str]":
    """Yield the guesses of a game that was pasted, as ``--clues`` takes them.

    Raises
    ------
    ClueError
        If there is none, or a line has tiles alone: a result that was shared tells no guess.
    """
    title = shared_result(text)
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and line != title]
    if not lines:
        raise ClueError("no game: expected --clues WORD:FEEDBACK,..., or a line for each guess")
    for line in lines:
        if only_tiles(line):
            raise ClueError(
                f"{title or line!r}: a shared result, which does not tell the guesses; expected "
                "them with --secret, or a line with each guess and its feedback"
            )
        first, _, rest = line.partition(":") if ":" in line else line.partition(" ")
        if rest and only_tiles(first):
            first, rest = rest, first
        feedback = "" if secret is not None else re.sub(r"\s+", "", rest)
        yield f"{first.strip()}:{feedback}" if feedback else first.strip()


def _path(position: "Position") -> "list[Position]":
    """Return the positions of a game from its start."""
    from emi.playing.position import Position

    path = [Position(position.game)]
    for at, turn in enumerate(position.turns, 1):
        right = position.found and at == len(position.turns)
        path.append(path[-1].after(turn.guess, turn.feedback, right=right))
    return path
