"""``emi explain``."""

import re
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from emi.cli.command import alone
from emi.cli.games import GAMES, HardOption, Lists, of_boards
from emi.cli.interrupt import INTERRUPTED, CtrlC, stopping
from emi.cli.options import (
    BestOption,
    LanguageOption,
    PaletteOption,
    Storage,
    UsualOption,
    WeightsOption,
    complete_heuristic,
    read_weights_option,
    tries_option,
)
from emi.cli.output import Output, remark, say
from emi.cli.running import time_option
from emi.errors import ClueError, MemoryNeedError, OptionError, shown
from emi.games.cell import Tries
from emi.reports.texts import ENGLISH, Texts, refusal, said
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.playing.base import BasePosition
    from emi.playing.boards import BoardsPosition
    from emi.playing.position import Position
    from emi.reports.table import Table
    from emi.search.heuristics.aggregates import Aggregate

#: The aggregates that a table shows by default: three of the paper, and information in bits.
USUAL = "Sum,Max,Gini,Information"
#: The default number of guesses in a table.
TOP = 20


#: The parameters allowed with --interactive, and with --partitions.
TALKING = ("game", "secrets", "guesses", "no_initial", "identify", "reveal", "clues",
           "palette", "hard", "by", "usual", "top", "tries", "weights", "language", "time_limit",
           "format")  # fmt: skip
SPLITTING = ("game", "secrets", "guesses", "no_initial", "identify", "reveal", "hard",
             "language", "format", "out")  # fmt: skip


CluesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--clues",
        metavar="WORD:FEEDBACK,...",
        help="Guesses with their feedback, such as LEGALES:GYGBBBB (G well placed, Y misplaced, B "
        "missing; also 2120000, +-+.... or pasted tiles), or 1122:1b1w (1A1B, 1 bull 1 cow) in any "
        "order; feedback may be left out if --secret is given.  May be given several times.",
    ),
]
SecretOption = Annotated[
    str | None,
    typer.Option(
        "--secret", metavar="WORD", help="The secret, if known; the feedback is computed from it."
    ),
]


#: The parameters allowed of several boards, and the default number of guesses.
OF_BOARDS = ("game", "secrets", "guesses", "distinct", "clues", "secret", "top", "tries",
             "interactive", "language", "time_limit", "format", "out")  # fmt: skip
ON_BOARDS = 10
#: Options that the cell of clues does not read.
OF_A_GAME = ("guesses", "secrets", "identify", "reveal")


@dataclass(frozen=True, kw_only=True)
class OfClues(Lists):
    """Options to choose a game by its name, or by the cell of the clues."""

    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help=f"{GAMES}  [default: the cell of the clues]"),
    ] = None

    def boards(self, clues: list[str] | None, secret: str | None) -> "BoardsPosition | None":
        """Return the position of several boards, or None if the game has one secret."""
        if self.game is None or not of_boards(self.game):
            return None
        position = cast("BoardsPosition", self.read_game(self.game).start())
        if secret is not None:
            return position.towards(secret, re.findall(r"[^\s,]+", " ".join(clues or ())))
        for clue in clues or ():
            position.hear(clue)
        return position

    def position(
        self,
        clues: list[str] | None,
        secret: str | None,
        hard: str | None,
        palette: str | None = None,
        *,
        listed: bool = True,
        t: Texts = ENGLISH,
    ) -> "Position":
        """Return the position after the clues; with a secret, their feedback is computed.

        Unless ``listed``, the secret may be off the list.
        """
        from emi.games.clues import common_cell, parse_guesses
        from emi.games.notation import parse_code
        from emi.playing.position import Position

        game: Game | None = None
        if self.game is not None:
            game = self._game_after(self.game, clues, secret, hard, t)
        elif beyond := [one for one in OF_A_GAME if getattr(self, one)]:
            raise OptionError(f"--{beyond[0]}: requires a GAME")
        elif not clues and secret is None:
            raise OptionError(
                "give a GAME, --clues WORD:FEEDBACK,..., or --secret WORD (then --clues takes "
                "words only)"
            )
        words = self.read_words() if game is None else None
        letters = None if words is None else words.alphabet
        code = None if secret is None else parse_code(said("theSecret"), secret, game, letters)
        made = []
        if clues:
            made = parse_guesses(
                "\n".join(clues), clued=code is None, game=game, palette=palette, letters=letters
            )
        if game is None:
            from emi.games.parse import game_of_cell

            cell = common_cell(made, code or "", initial=not self.no_initial)
            game = game_of_cell(cell, words or self.read_words())
            game = game.hardened(hard) if hard else game
        if code is None:
            return Position(game, made, listed=listed)
        position = Position.towards(game, code, [clue.guess for clue in made], listed=listed)
        for place, (clue, turn) in enumerate(zip(made, position.turns, strict=True), 1):
            if clue.feedback not in {"", turn.feedback}:
                raise refusal(
                    ClueError, "errorOther", place=place, word=clue.guess, marks=clue.feedback,
                    secret=game.drawn(code), feedback=turn.feedback,
                )  # fmt: skip
        return position

    def _game_after(
        self,
        name: str,
        clues: list[str] | None,
        secret: str | None,
        hard: str | None,
        t: Texts,
    ) -> "Game":
        """Return the game with a name; if it is too large, only with the codes that clues leave."""
        try:
            return self.read_game(name, hard)
        except MemoryNeedError as error:
            if secret is not None or self.secrets or self.guesses or self.identify:
                raise
            from emi.games.large import game_after

            game = game_after(name, "\n".join(clues or ()), error)
            remark(t("sayDrawn", game=game.name, n=len(game.guesses)))
            return game.hardened(hard) if hard else game


def explain_command(
    *,
    context: typer.Context,
    choice: OfClues,
    clues: CluesOption = None,
    secret: SecretOption = None,
    palette: PaletteOption = None,
    hard: HardOption = None,
    by: BestOption = None,
    usual: UsualOption = False,
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            autocompletion=complete_heuristic,
            metavar="NAME",
            help="Order of the guesses: exact play, a heuristic such as SumGini, PossibleGmax or "
            "Bobo, or an aggregate such as Sum or Partitions; an unknown name lists them.",
        ),
    ] = "exact",
    top: Annotated[
        str | None,
        typer.Option(
            "--top",
            metavar="N|all",
            help=f"Number of guesses to list.  [default: {TOP}; all in csv and json]",
        ),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option(
            "--show",
            metavar="NAME,...|all",
            help=f"Aggregates to show.  [default: {USUAL}; all in csv and json]",
        ),
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(
            "--partitions",
            metavar="GUESS,...",
            help="Show the partitions of these first guesses instead: how many secrets remain "
            "after each feedback, and five scores used for first guesses of Logik (A. and H. "
            "Heeffer).",
        ),
    ] = None,
    tries: Annotated[
        Tries | None,
        tries_option(
            "Number of guesses allowed, including those made. If they do not suffice for all "
            "secrets, the guess that misses the fewest comes first.  [default: by the rules]"
        ),
    ] = None,
    weights: WeightsOption = None,
    interactive: Annotated[
        bool,
        typer.Option(
            "--interactive",
            help="Help with a game played elsewhere: read guesses with their feedback, one per "
            "line, and rank the next guesses after each. With --format json, print a line of JSON "
            "for each line read.",
        ),
    ] = False,
    language: LanguageOption = "en",
    time_limit: Annotated[
        Limits | None,
        time_option("Time limit in seconds; with --interactive, for each answer.  [default: 2]"),
    ] = None,
    cache: Storage,
    output: Output,
) -> None:
    """Rank the next guesses of a game, and explain the best one.

    For each guess the list shows its vector (for each possible secret, the number of secrets with
    the same feedback) and aggregates of the vector. The guess of the lowest average comes first, or
    with --best worst those that preserve the guaranteed worst case, ordered by average; values not
    proven within --time-limit are marked ≤ or left empty. What was found is stored in the cache.
    For a long list, only the guesses profiled in time are shown, those most promising on a random
    sample first. With --top all, as many are shown as can be written within --time-limit. JSON has
    the number of the others as left_out, and a longer --time-limit continues from there. Ctrl-C
    prints the results so far.

    On several boards, such as quordle, a clue has the feedback of each board that is not found.
    Guesses are ordered by the estimated number of guesses that all boards take.

    Without GAME, the game is the cell of the clues: their initial and length, or with --no-initial
    only their length.

    For example:
      emi explain C5
      emi explain --clues CABAN:GGBBY
      emi explain --clues CABAN,CALER --secret CASER
      emi explain wordle --secrets s.txt --guesses g.txt --interactive
      emi explain logik --partitions bbbbb,bbbbc
      emi explain quordle --clues slant:gbbyb/bbbgb/ybbbb/bbbbb
    """
    t = Texts(language)
    boards = choice.boards(clues, secret)
    if boards is not None:
        alone(context, boards.game.name, *OF_BOARDS)
        _set(boards, None, tries, None, time_limit, None)
        few = _listed(top, default=ON_BOARDS)
        _explain_boards(boards, few, output, language, interactive=interactive)
        return
    if split is not None:
        alone(context, "--partitions", *SPLITTING)
        _partitions(choice, split, hard, t, output)
        return
    if interactive:
        alone(context, "--interactive", *TALKING)
        from emi.cli.live.assist import TOP as FEW
        from emi.cli.live.assist import assist

        position = choice.position(clues, None, hard, palette, t=t)
        top_few = _listed(top, default=FEW)
        _set(position, by, tries, weights, time_limit, choice.column, usual=usual)
        assist(position, cache, output, palette=palette, top=top_few, language=language)
        return
    for_people = output.kind in {"table", "markdown", "html"}
    listed = _listed(top, default=TOP if for_people else None)
    from emi.analysis.named import aggregates_named
    from emi.playing.explainer import PATIENCE

    exactly = {"--best": by, "--tries": tries and tries.text, "--weights": weights}
    ordered = _order(sort, exactly)
    if show is None and for_people:
        # Show the aggregates that decide the order.
        columns = [*aggregates_named(USUAL.split(",")), *ordered]
    else:
        columns = [*aggregates_named(None if show in {None, "all"} else show.split(","))]
    names = list(dict.fromkeys(one.name for one in columns))
    position = choice.position(clues, secret, hard, palette, t=t)
    _set(position, by, tries, weights, time_limit or PATIENCE, choice.column, usual=usual)
    from emi.reports.views.guesses import guesses as next_guesses
    from emi.reports.views.guesses import left_out

    try:
        with cache.open() as store, stopping():
            explained = position.explain(
                sort, top=listed, show=names, store=store, watch=lambda _: not CtrlC.stopped
            )
    except Stopped:
        say(t("sayStopped"))
        raise typer.Exit(INTERRUPTED) from None
    if (listed is None or not for_people) and (lacking := left_out(explained, t)):
        remark(lacking)
    width = shutil.get_terminal_size().columns
    output.put(_beside(position, next_guesses(explained, show=names, width=width, t=t), t))


def _order(sort: str, exactly: dict[str, Any]) -> "tuple[Aggregate, ...]":
    """Return the aggregates of --sort, none for exact play.

    Refuse the options in ``exactly`` unless the order is exact play.
    """
    from emi.analysis.named import ordering
    from emi.playing.explainer import EXACT

    if sort.lower() == EXACT:
        return ()
    for name, value in exactly.items():
        if value is not None:
            raise OptionError(f"{name} {value}: requires --sort exact, not {sort}")
    return ordering(sort).by


def _explain_boards(
    position: "BoardsPosition",
    top: int | None,
    output: Output,
    language: str,
    *,
    interactive: bool,
) -> None:
    """Print the next guesses on several boards, once or after each line."""
    from emi.tables import table

    if interactive:
        from emi.cli.live.boards import assist_on_boards

        assist_on_boards(position, top=top, language=language, output=output)
        return
    with stopping():
        position.settings = position.settings.having(watch=lambda _: not CtrlC.stopped)
        output.put(table(position.explain(top=top), t=Texts(language)))


def _beside(position: "Position", ranked: "Table", t: Texts) -> "Table":
    """Return the ranking with notes on words off the list that fit all clues.

    With at most one listed secret left, the site may have drawn one of them.
    """
    from emi.playing.contradiction import named
    from emi.reports.table import Note

    alone = len(position.possible) == 1 and not position.found
    others = position.unlisted if alone else ()
    beside = [t("sayOther", words=named(others))] if others else []
    if position.beyond:
        beside.append(t("sayBeyond"))
    return replace(ranked, notes=(*ranked.notes, *map(Note, beside)))


def _set(
    position: "BasePosition[Any]",
    by: str | None,
    tries: Tries | None,
    weights: str | None,
    limits: Limits | None,
    column: str | None,
    *,
    usual: bool = False,
) -> None:
    """Set the order of guesses (--best), the tries, weights and limits of a position."""
    game = position.game
    allowed = None if tries is None else tries.of(game.length)
    weighed = read_weights_option(weights, [game], column).get(game.name)
    position.settings = position.settings.having(
        by=by, tries=allowed, weights=weighed, limits=limits, usual=usual
    )


def _partitions(choice: OfClues, text: str, hard: str | None, t: Texts, output: Output) -> None:
    """Print the partitions of all secrets by first guesses."""
    wanted = [one.strip() for one in text.split(",")]
    if not all(wanted):
        raise OptionError(f"--partitions {text!r}: expected guesses separated by commas")
    if choice.game is None:
        raise OptionError("--partitions: requires a GAME")
    from emi.strategies.partitions import partitions
    from emi.tables import table

    output.put(table(partitions(choice.read_game(choice.game, hard), wanted), t=t))


def _listed(text: str | None, *, default: int | None) -> int | None:
    """Parse the number of guesses to list; None means all."""
    if text is None:
        return default
    if text == "all":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or int(text) == 0:
        raise OptionError(
            f"--top {shown(text)}: expected a whole number from 1 to 999,999,999, or all"
        )
    return int(text)
