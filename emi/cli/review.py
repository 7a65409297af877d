"""``emi review``: compare a played game with exact play."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from emi.cli.command import alone
from emi.cli.explain import CluesOption, OfClues, SecretOption
from emi.cli.games import HardOption, of_boards
from emi.cli.options import (
    BestOption,
    LanguageOption,
    PaletteOption,
    Storage,
    UsualOption,
)
from emi.cli.output import Output, tell
from emi.cli.running import time_option
from emi.errors import ClueError, OptionError
from emi.reports.texts import Texts, refusal
from emi.search.model.limits import Limits
from emi.tables import table

if TYPE_CHECKING:
    from emi.playing.boards import BoardsPosition


#: The parameters allowed of several boards.
OF_BOARDS = ("game", "file", "secrets", "guesses", "distinct", "clues", "secret", "language",
             "format", "out")  # fmt: skip


def review_command(
    *,
    context: typer.Context,
    choice: OfClues,
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="File with the game.  [default: read stdin]"),
    ] = None,
    clues: CluesOption = None,
    secret: SecretOption = None,
    palette: PaletteOption = None,
    hard: HardOption = None,
    by: BestOption = None,
    usual: UsualOption = False,
    language: LanguageOption = "en",
    time_limit: Annotated[
        Limits | None,
        time_option(
            "Time limit in seconds, including the feedback of all guesses but not compilation.  "
            "[default: 5]"
        ),
    ] = None,
    cache: Storage,
    output: Output,
) -> None:
    """Review a played game: the cost of each guess, and the luck of its feedback.

    The game is given by --clues, in FILE, or pasted: guesses and feedback in any order, in letters
    or tiles, on one line or several, also a shared result with its title; or guesses only with
    --secret. A shared result of tiles only does not tell the guesses: add them before or after it.

    For each guess the review shows the actual and the expected number of remaining secrets, the
    best guess in the order of `emi explain` (see --best), the mean number of guesses lost against
    it, and the mean number of guesses saved or lost by the feedback. Words left are listed if they
    are few, the likeliest first. Values not proven within --time-limit are left empty.
    If the secret is not on the list of secrets, the listed secrets left after each guess are shown.

    For several boards, such as quordle, give the feedback of each board, or the grids that sites
    share, with all guesses before or after them. The review shows the candidates left on each board
    and the advised guess.

    For example:
      emi review --clues CABAN:GGBBY,CASER:GGBYY,CADRE:GGGGG
      emi review wordle --secret CRANE --clues SLATE,IRATE,CRANE
      emi review wordle pasted.txt
      emi review wordle --secret CRANE < guesses.txt
      emi review dordle --secret CRANE,SLOTH --clues SLATE,CRANE,SLOTH
    """
    if file is None and choice.game is not None and Path(choice.game).is_file():
        choice, file = replace(choice, game=None), choice.game
    if file is not None and clues:
        raise refusal(OptionError, "errorCombined", option="--clues", other=file)
    t = Texts(language)
    if choice.game is not None and of_boards(choice.game):
        alone(context, choice.game, *OF_BOARDS)
        played = cast("BoardsPosition", choice.boards(clues or [_pasted(file)], secret))
        if not played.turns:
            raise refusal(ClueError, "errorNoGuesses", game=choice.game)
        output.put(table(played.review(), t=t))
        return
    made = clues or [_pasted(file)]
    position = choice.position(made, secret, hard, palette, listed=False, t=t)
    code = "" if secret is None else position.game.drawn(secret)
    with cache.open() as store:
        found = position.review(code, by=by, usual=usual, limits=time_limit, store=store)
        output.put(table(found, t=t))


def _pasted(file: str | None) -> str:
    """Return the text of a file; without a file, that of stdin, where it may be pasted."""
    if file is not None:
        from emi.lexicon.formats import read_text

        line = "a guess and its feedback per line"
        return read_text(file, line, ClueError, f"no file {file!r}: expected {line}").read()
    if sys.stdin is None:
        return ""
    if sys.stdin.isatty():
        tell("emi: paste the game, a guess and its feedback per line, then press Ctrl-D\n")
    return sys.stdin.read()
