"""``emi review``: compare a played game with exact play."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

from emi.cli.environment import Kept
from emi.cli.explain import CluesOption, OfClues, SecretOption
from emi.cli.games import HardOption
from emi.cli.options import LanguageOption, PaletteOption, speaking
from emi.cli.output import Output
from emi.cli.progress import tell
from emi.cli.running import time_option
from emi.errors import ClueError
from emi.games.notation import only_tiles, shared_result
from emi.search.model.limits import Limits
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from emi.games.game import Game
    from emi.playing.position import Position

#: The addresses that sites put below a result.
LINKS = ("http://", "https://", "www.")


def review_command(
    *,
    choice: OfClues,
    clues: CluesOption = None,
    secret: SecretOption = None,
    palette: PaletteOption = None,
    hard: HardOption = None,
    language: LanguageOption = "en",
    time_limit: Annotated[
        Limits | None, time_option("Time limit in seconds for exact play.  [default: 5]")
    ] = None,
    kept: Kept,
    output: Output,
) -> None:
    """Review a played game: the cost of each guess, and the luck of its feedback.

    The game is given by --clues, or pasted: a guess and its feedback per line, in letters or tiles,
    or guesses only with --secret. With --secret, a shared result of tiles only is accepted too: the
    review then shows the guesses that fit each line, and the secrets that they can have left.

    For each guess the review shows the actual and the expected number of remaining secrets, the
    best guess, the mean number of guesses lost against the best guess, and the mean number of
    guesses saved or lost by the feedback. Values not proven within --time-limit are left empty.
    If the secret is not on the list of secrets, the listed secrets left after each guess are shown.

    For example:
      emi review --clues CABAN:GGBBY,CASER:GGBYY,CADRE:GGGGG
      emi review wordle --secret CRANE --clues SLATE,IRATE,CRANE
      emi review wordle < pasted.txt
      emi review wordle --secret CRANE < shared.txt
    """
    with speaking(language) as t:
        from emi.playing.review import PATIENCE, review

        seconds = PATIENCE if time_limit is None else time_limit.seconds
        code = ""
        if clues or secret is None:
            made = clues or [*pasted(_read())]
            position = choice.position(made, secret, hard, palette, listed=False)
            code = "" if secret is None else position.game.drawn(secret)
        else:
            from emi.playing.shared import lines_told, review_shared

            start = choice.position(None, secret, hard, palette, listed=False)
            game, text = start.game, _read()
            code = game.drawn(secret)
            told = lines_told(game, code, [*lines_of(text, game)], palette)
            if any(len(guesses) > 1 for guesses, _ in told):
                with kept.open() as store:
                    result = review_shared(game, code, told, seconds=seconds, store=store)
                output.put(table(result))
                return
            position = start.towards(game, code, [guess for (guess,), _ in told], listed=False)
        with kept.open() as store:
            found = review(_path(position), seconds=seconds, store=store, secret=code)
            output.put(table(found, t=t))


def _read() -> str:
    """Read pasted text until the end of the input."""
    if sys.stdin is None:
        return ""
    if sys.stdin.isatty():
        tell("emi: paste the game, a guess and its feedback per line, then press Ctrl-D\n")
    return sys.stdin.read()


def lines_of(text: str, game: "Game | None" = None) -> "Iterator[tuple[str, str]]":
    """Yield the guess and the feedback of each pasted line; either may be empty.

    Parameters
    ----------
    text : str
    game : Game, optional
        The game, to recognise guesses. Without a game, only a line of tiles is feedback alone.

    Raises
    ------
    ClueError
        If the text is empty.
    """
    title = shared_result(text, game)
    lines = [line.strip() for line in text.splitlines()]
    # Sites add to the title: a star for hard play, the time taken.
    ignored = (*LINKS, title) if title else LINKS
    lines = [one for one in lines if one and not one.startswith(ignored)]
    if not lines:
        raise ClueError("no game: expected --clues WORD:FEEDBACK,..., or a line for each guess")
    for line in lines:
        first, _, rest = line.partition(":") if ":" in line else line.partition(" ")
        unknown = game is not None and game.code(first) not in game.guesses
        if only_tiles(line) or (title and unknown and not only_tiles(rest)):
            yield "", line
            continue
        if rest and only_tiles(first):
            first, rest = rest, first
        yield first.strip(), re.sub(r"\s+", "", rest)


def pasted(text: str) -> "Iterator[str]":
    """Yield the guesses of a pasted game in the form of ``--clues``.

    Raises
    ------
    ClueError
        If there is no guess, or a line has only tiles, as in a shared result.
    """
    for guess, feedback in lines_of(text):
        if not guess:
            raise ClueError(
                f"{shared_result(text) or feedback!r}: a shared result, which does not tell the "
                "guesses; expected also --secret WORD, or a line with each guess and its feedback"
            )
        yield f"{guess}:{feedback}" if feedback else guess


def _path(position: "Position") -> "list[Position]":
    """Return the positions of a game from its start."""
    from emi.playing.position import Position

    path = [Position(position.game)]
    for at, turn in enumerate(position.turns, 1):
        right = position.found and at == len(position.turns)
        path.append(path[-1].after(turn.guess, turn.feedback, right=right))
    return path
