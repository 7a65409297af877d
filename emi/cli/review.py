"""``emi review``: compare a played game with exact play."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

from emi.cli.explain import CluesOption, OfClues, SecretOption
from emi.cli.games import HardOption
from emi.cli.options import Kept, LanguageOption, PaletteOption, speaking
from emi.cli.output import Output, tell
from emi.cli.running import time_option
from emi.errors import ClueError
from emi.games.notation import only_tiles, palette_of, read_feedback, shared_result
from emi.reports.texts import refusal, said
from emi.search.model.limits import Limits
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
        Limits | None,
        time_option(
            "Time limit in seconds, including the feedback of all guesses but not compilation.  "
            "[default: 5]"
        ),
    ] = None,
    kept: Kept,
    output: Output,
) -> None:
    """Review a played game: the cost of each guess, and the luck of its feedback.

    The game is given by --clues, or pasted: a guess and its feedback per line, in letters or tiles,
    or guesses only with --secret. A shared result of tiles only does not tell the guesses: put the
    guess before each line.

    For each guess the review shows the actual and the expected number of remaining secrets, the
    best guess, the mean number of guesses lost against the best guess, and the mean number of
    guesses saved or lost by the feedback. Values not proven within --time-limit are left empty.
    If the secret is not on the list of secrets, the listed secrets left after each guess are shown.

    For example:
      emi review --clues CABAN:GGBBY,CASER:GGBYY,CADRE:GGGGG
      emi review wordle --secret CRANE --clues SLATE,IRATE,CRANE
      emi review wordle < pasted.txt
      emi review wordle --secret CRANE < guesses.txt
    """
    with speaking(language) as t:
        if clues or secret is None:
            made = clues or [":".join(filter(None, line)) for line in pasted(_read())]
            position = choice.position(made, secret, hard, palette, listed=False)
        else:
            game = choice.position(None, secret, hard, palette, listed=False).game
            position = _position_of(game, secret, [*pasted(_read(), game)], palette)
        code = "" if secret is None else position.game.drawn(secret)
        with kept.open() as store:
            found = position.review(code, limits=time_limit, store=store)
            output.put(table(found, t=t))


def _read() -> str:
    """Read pasted text until the end of the input."""
    if sys.stdin is None:
        return ""
    if sys.stdin.isatty():
        tell("emi: paste the game, a guess and its feedback per line, then press Ctrl-D\n")
    return sys.stdin.read()


def pasted(text: str, game: "Game | None" = None) -> "Iterator[tuple[str, str]]":
    """Yield the guess and the feedback of each pasted line; the feedback may be empty.

    Parameters
    ----------
    text : str
    game : Game, optional
        The game, to recognise guesses. Without a game, only a line of tiles is feedback alone.

    Raises
    ------
    ClueError
        If the text is empty, or a line has feedback alone, as in a shared result.
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
        if only_tiles(line) or (title and unknown and not rest):
            raise refusal(
                ClueError, "errorShared", title=repr(title or line), expected=said("theLines")
            )
        if rest and only_tiles(first):
            first, rest = rest, first
        yield first.strip(), re.sub(r"\s+", "", rest)


def _position_of(
    game: "Game", secret: str, lines: "Sequence[tuple[str, str]]", palette: str | None
) -> "Position":
    """Return the position after pasted guesses for a secret.

    Raises
    ------
    ClueError
        If the feedback of a line is malformed, or not that of the secret.
    """
    from emi.playing.position import Position

    position = Position.towards(
        game, game.drawn(secret), [guess for guess, _ in lines], listed=False
    )
    tiles = palette_of([told for _, told in lines], palette)
    for place, ((_, told), turn) in enumerate(zip(lines, position.turns, strict=True), 1):
        guess, right = turn.guess, turn.feedback
        if told and read_feedback(game, place, guess, told, tiles) != right:
            raise ClueError(
                f"line {place}, {guess}:{told}: for {game.drawn(secret)} the feedback is {right}; "
                "expected that, or another secret"
            )
    return position
