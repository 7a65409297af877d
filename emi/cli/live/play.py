"""``emi play``."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi.cli.command import alone
from emi.cli.games import GAMES, HardOption, Lists, complete_game, of_boards
from emi.cli.live.host import HostTalk
from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.options import (
    BestOption,
    LanguageOption,
    PaletteOption,
    Storage,
    UsualOption,
    WeightsOption,
    read_weights_option,
    tries_option,
)
from emi.cli.output import Output
from emi.cli.running import time_option
from emi.errors import OptionError
from emi.games.cell import Tries
from emi.reports.texts import Texts, refusal
from emi.search.model.limits import Limits
from emi.tables import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from emi.lexicon.load import Lexicon
    from emi.results.playing import Turn

#: The exit code if the user wins with --reverse, and its default time limit in seconds.
LOST, CLOCK = 1, 180
#: The parameters allowed with --reverse.
REVERSED = ("names", "no_initial", "tries", "hard", "palette", "language", "time_limit",
            "format", "out")  # fmt: skip
#: The parameters allowed of several boards.
OF_BOARDS = ("names", "secrets", "guesses", "distinct", "evil", "seed", "tries", "palette",
             "language")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Brought(Lists):
    """Options to choose a game, or words for the program to find."""

    names: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME|WORD...",
            autocompletion=complete_game,
            help=f"{GAMES} With --reverse: the words for the program to find.",
        ),
    ]

    def read(self, hard: str | None) -> "Game":
        """Return the only game."""
        if len(self.names) > 1:
            raise OptionError(
                f"{' '.join(self.names)}: expected one GAME, or --reverse before the words"
            )
        return self.read_game(self.names[0], hard)


def play_command(
    *,
    context: typer.Context,
    choice: Brought,
    reverse: Annotated[
        bool,
        typer.Option(
            "--reverse",
            help="Challenge the program to find your words within three minutes. It knows their "
            "initials and lengths, and has the tries of the show for each word.",
        ),
    ] = False,
    evil: Annotated[
        bool | None,
        typer.Option(
            "--evil/--fair",
            help="An evil host may change the secret as long as all feedback stays true, and gives "
            "the feedback that costs you most; a fair host draws a secret.  [default: evil]",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            help="With --fair: seed of the random secret, to play the same game as others.",
        ),
    ] = None,
    tries: Annotated[
        Tries | None,
        tries_option(
            "Number of guesses allowed, for you or, with --reverse, for the program and each word. "
            " [default: by the rules; against an evil host at least the worst case]"
        ),
    ] = None,
    weights: WeightsOption = None,
    hard: HardOption = None,
    by: BestOption = None,
    usual: UsualOption = False,
    palette: PaletteOption = None,
    language: LanguageOption = "en",
    time_limit: Annotated[
        Limits | None,
        time_option(
            "Time limit in seconds for an answer or hint, once the game is prepared; with "
            "--reverse for all words together.  [default: 1; 180]"
        ),
    ] = None,
    cache: Storage,
    output: Output,
) -> None:
    """Play a game against the program.

    The host gives feedback on your guesses, and shows how many secrets are still possible. The
    commands are `hint`, `best`, `words`, `secrets`, `undo`, `quit` and `help`, as in `emi explain
    --interactive`. At the end the program reviews your game, and prints a result to share that does
    not reveal the words.

    Several boards, such as quordle, have a fair host.

    With --reverse the program plays; if it does not find all your words in time, you win and the
    exit code is 1.

    For example:
      emi play C5
      emi play mastermind:4x6 --fair
      emi play 7 --fair --seed 3
      emi play dordle --seed 3
      emi play --reverse CADRE LEGALES ZEBRE
    """
    t = Texts(language)
    if reverse:
        alone(context, "--reverse", *REVERSED)
        _challenge(
            choice.names, choice.read_words(), cache, Screen(palette), output, t,
            initial=not choice.no_initial, tries=None if tries is None else tries.of,
            clock=CLOCK if time_limit is None else time_limit.seconds, hard=hard,
        )  # fmt: skip
        return
    for name, value in (("--format", output.format), ("--out", output.out)):
        if value is not None:
            option = f"{name} {value}"
            raise refusal(OptionError, "errorRequires", option=option, other="--reverse")
    several = of_boards(choice.names[0])
    if several:
        alone(context, choice.names[0], *OF_BOARDS)
        if evil:
            raise refusal(OptionError, "errorEvilBoards")
    elif seed is not None and evil:
        raise refusal(OptionError, "errorRequires", option=f"--seed {seed}", other="--fair")
    game = choice.read(hard)
    screen = Screen(palette)
    fair = several or evil is False or seed is not None
    with cache.open() as store, talking(t):
        start = game.start(
            by=by, tries=None if tries is None else tries.of(game.length),
            weights=read_weights_option(weights, [game], choice.column).get(game.name),
            limits=time_limit, store=store, watch=thought.go_on, usual=usual,
        )  # fmt: skip
        with patiently(t("sayPreparing")):
            host = start.play(seed=seed) if fair else start.play(evil=True)
        if several:
            from emi.cli.live.boards import BoardsHostTalk

            BoardsHostTalk(host, screen, t).run()
        else:
            HostTalk(host, screen, t).run()


def _challenge(
    words: "Sequence[str]", lexicon: "Lexicon", cache: Storage, screen: Screen, output: Output,
    t: Texts, **how: Any,  # noqa: ANN401 - as `Challenge` has it
) -> None:  # fmt: skip
    """Find words against the clock; the exit code is 1 if the user wins."""
    from emi.playing.challenge import Challenge
    from emi.reports.views.live import contents

    live = output.kind == "table" and output.out is None
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
            screen.put(f"{word} ({game.name}, {contents(game.facts, t)})")

    def told(turn: "Turn", seconds: float) -> None:
        nonlocal made
        made += 1
        if live:
            game = challenged.starts[challenged.cells[0]].game
            took = t.decimal(f"  {seconds:6.1f} s")
            screen.put_as_is(screen.turn(game, turn, "  ", took))

    with cache.open() as store, talking(t), patiently(t("sayThinking")):
        challenged = Challenge(words, lexicon, store=store, watch=go_on, **how)
        ended = challenged.run(began, told)
    if live:
        screen.put()
        screen.table(table(ended, t=t))
    else:
        output.put(table(ended, t=t))
    sys.stdout.flush()
    if not ended.won:
        raise typer.Exit(LOST)
