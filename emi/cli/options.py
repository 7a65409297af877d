"""Options that several commands share, in groups, what they mean, and how a result is shown.

A group is a dataclass with an option a field. A command that takes one is made flat by `grouped`.
"""

import inspect
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer
from typer.core import TyperCommand, TyperOption

from emi.errors import CellError, OptionError, one_line
from emi.files import check_place
from emi.games.cell import ALPHABET, Cell, cells_of, parse_lengths, parse_letters
from emi.lexicon.load import Lexicon, load
from reports import render
from search.model.limits import Limits

if TYPE_CHECKING:
    from cache import DiskStore
    from emi.games.game import Game
    from emi.games.motus import Motus
    from emi.games.weights import Weights
    from reports.table import Report, Table

LETTERS, LENGTHS = "A-Z", "5-10"

GAMES = (
    "C5: the words of a lexicon with that initial and length, 5: those of any initial (Motus, "
    "Lingo); mastermind:4x6: four pegs of six colours, which may repeat; logik: mastermind:5x8 in "
    "its own letters; moo: four different digits (Bulls and Cows), moo:3x6: three of six; jotto: "
    "the words of five letters of a lexicon, jotto:LEXICON: of another; wordle: with --secrets and "
    "--guesses."
)


class Once(TyperCommand):
    """A command that refuses what is given twice but counts once: it would drop the first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - not public
        """Read the arguments."""
        order = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args([*args])[2]
        for one in order:
            once = isinstance(one, TyperOption) and not (one.multiple or one.is_flag)
            if once and order.count(one) > 1:
                name, listed = one.opts[0], "," in (one.metavar or "")
                how = f", as in {name} {one.metavar}" if listed else ""
                raise typer.BadParameter(f"{name}: it is there twice, expected once{how}", ctx=ctx)
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """Commands, each of which is `Once`."""

    def command(self, *name: str | None, **how: Any) -> Callable[[Any], Any]:  # noqa: ANN401
        """Make a function a command."""
        return super().command(*name, cls=Once, **how)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Make each group of options that a command takes into options of its own."""
    flat: dict[str, inspect.Parameter] = {}
    groups: dict[str, Any] = {}
    for name, parameter in inspect.signature(command, eval_str=True).parameters.items():
        inside = [parameter]
        kind = parameter.annotation
        if isinstance(kind, type) and is_dataclass(kind):
            groups[name] = kind
            inside = [*inspect.signature(kind).parameters.values()]
        flat |= {one.name: one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in inside}

    @wraps(command)
    def run(**given: Any) -> None:  # noqa: ANN401 - whatever the options are
        for name, kind in groups.items():
            given[name] = kind(
                **{one: given.pop(one) for one in inspect.signature(kind).parameters}
            )
        command(**given)

    del run.__wrapped__
    run.__signature__ = inspect.Signature(list(flat.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: one.annotation for name, one in flat.items()}
    return run


Format: TypeAlias = Literal["table", "csv", "json", "markdown", "html"]


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number > 0:
        raise typer.BadParameter(f"{text}: expected a number above 0")
    return number


def whole_number(text: str) -> int:
    """Read a whole number above 0, as the parser of an option."""
    if not re.fullmatch(r"[0-9]+", text, re.ASCII) or int(text) == 0:
        raise typer.BadParameter(f"{text}: expected a whole number above 0")
    return int(text)


def _folder(text: str) -> Path:
    if not text:
        raise typer.BadParameter("'': expected a folder")
    return Path(text)


LexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        metavar="fr|en|nl|PATH",
        help="A built-in word list, or a text file (.gz and .xz too), one word a line.",
    ),
]
SecretsOption = Annotated[
    str | None,
    typer.Option(
        "--secrets", metavar="FILE", help="The words that may be the secret in wordle, one a line."
    ),
]
GuessesOption = Annotated[
    str | None,
    typer.Option(
        "--guesses",
        metavar="FILE",
        help="The words that may be proposed in wordle, one a line, all the secrets among them.",
    ),
]
NoInitialOption = Annotated[
    bool,
    typer.Option(
        "--no-initial", help="The initial of the word is not given: the cell C5 is played as 5."
    ),
]
HardOption = Annotated[
    Literal["possible", "consistent", "hints"] | None,
    typer.Option(
        "--hard",
        help="What may be proposed: secrets still possible, guesses consistent with all clues, or "
        "guesses that use the hints, as in Wordle.  [default: anything]",
    ),
]
LengthsOption = Annotated[str, typer.Option("--lengths", help="Word lengths, such as 5-10 or 5,7.")]
LettersOption = Annotated[
    str, typer.Option("--letters", help="Initial letters, such as A-Z or CR.")
]
WeightsOption = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="FILE|wordfreq",
        help="How probable each secret is: a text file with a secret and a number a line, or the "
        "frequencies of the package wordfreq (wordfreq:en for those of another language).  "
        "[default: all alike]",
    ),
]
FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        metavar="GUESS",
        help="The first guess; the exact strategy of the worst case makes its own.  "
        "[default: the best]",
    ),
]
FORMAT = typer.Option("--format", help="How to print the result.")
FormatOption = Annotated[Format, FORMAT]
#: Of what has no page.
PlainFormatOption = Annotated[Literal["table", "csv", "json", "markdown"], FORMAT]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        parser=whole_number,
        metavar="N",
        help="Games searched at once.  [default: one per core]",
    ),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        parser=_number,
        metavar="S",
        help="Seconds for each game; one that takes longer is answered with bounds.",
    ),
]
NodeLimitOption = Annotated[
    int | None,
    typer.Option(
        "--node-limit",
        parser=whole_number,
        metavar="N",
        help="Sets examined for each game; one that takes more is answered with bounds.",
    ),
]
CacheDirOption = Annotated[
    Path | None,
    typer.Option(
        "--cache-dir",
        parser=_folder,
        metavar="DIR",
        envvar="EMI_CACHE_DIR",
        help="Where proven bounds are kept.  [default: the platform's cache folder]",
    ),
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Neither read nor keep proven bounds.")
]
PlotOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Also draw the figures, into a .svg or .png file; may be given several times.",
    ),
]


@dataclass(frozen=True)
class Cells:
    """The cells of a lexicon."""

    lexicon: LexiconOption = "fr"
    lengths: LengthsOption = LENGTHS
    letters: LettersOption = LETTERS
    no_initial: NoInitialOption = False

    @property
    def initials(self) -> Sequence[str | None]:
        """The initials of ``--letters``, or None alone for words of any initial."""
        initials = parse_letters(self.letters)
        if not self.no_initial:
            return initials
        if "".join(initials) != ALPHABET:
            raise OptionError(f"--letters {self.letters}: expected no letters beside --no-initial")
        return (None,)

    def read_cells(self) -> "tuple[Lexicon, Sequence[Motus]]":
        """Return the lexicon, and the games of the cells that have words."""
        words = read_lexicon(self.lexicon)
        from emi.games.motus import Motus

        cells = cells_of(self.initials, parse_lengths(self.lengths))
        games = [
            Motus.of_cell(cell, words) for cell in cells if words.cell(cell.initial, cell.length)
        ]
        if not games:
            raise CellError(
                f"--letters {self.letters} --lengths {self.lengths}: lexicon {words.name} has no "
                f"such word, expected letters among "
                f"{''.join(sorted({a for a, _ in words.counts()}))} and lengths among "
                f"{', '.join(map(str, words.lengths()))}"
            )
        return words, games


@dataclass(frozen=True, kw_only=True)
class Lists:
    """The lists that games are of."""

    lexicon: LexiconOption = "fr"
    secrets: SecretsOption = None
    guesses: GuessesOption = None
    no_initial: NoInitialOption = False

    def read_game(self, name: str, *, hard: str | None = None) -> "Game":
        """Return the game of this name; the lexicon is read only if the game is of its words."""
        from emi.games.parse import game_named

        if self.no_initial:
            try:
                name = str(Cell(None, Cell.parse(name).length))
            except CellError:
                raise OptionError(
                    f"--no-initial: {name!r} has no initial to leave out, expected a cell such as "
                    "C5"
                ) from None
        game = game_named(
            name,
            lexicon=self.lexicon,
            secrets=self.secrets,
            guesses=self.guesses,
        )
        if game.lexicon is not None:
            remark(game.lexicon)
        return game.hardened(hard) if hard else game


@dataclass(frozen=True, kw_only=True)
class GameChoice(Lists):
    """A game by its name, with its lists."""

    game: Annotated[str, typer.Argument(metavar="GAME", help=GAMES)]

    def read(self, hard: str | None = None) -> "Game":
        """Return the game."""
        return self.read_game(self.game, hard=hard)


@dataclass(frozen=True, kw_only=True)
class GameOrCells(Cells, Lists):
    """A game by its name, or all cells of a lexicon."""

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help=f"{GAMES}  [default: all cells of --letters and --lengths]"
        ),
    ] = None
    hard: HardOption = None

    def read_cells(self) -> "tuple[Lexicon, Sequence[Motus]]":
        """Return the lexicon and its cells."""
        words, games = super().read_cells()
        return words, [game.hardened(self.hard) for game in games] if self.hard else games


@dataclass(frozen=True)
class Kept:
    """Where proven bounds are kept."""

    cache_dir: CacheDirOption = None
    no_cache: NoCacheOption = False

    def open(self) -> "AbstractContextManager[DiskStore | None]":
        """Open the cache that the options name, or none."""
        if self.no_cache:
            return nullcontext()
        from cache import DiskStore, default_folder

        return DiskStore(self.cache_dir or default_folder())


@dataclass(frozen=True)
class Effort:
    """How many games to search at once, and how long."""

    jobs: JobsOption = None
    time_limit: TimeLimitOption = None
    node_limit: NodeLimitOption = None

    @property
    def limits(self) -> "Limits":
        """The limits of a search."""
        return Limits(self.time_limit or math.inf, self.node_limit or math.inf)


def read_jobs(jobs: int | None) -> int:
    """Return how many games to search at once."""
    return jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)


def say(message: object) -> None:
    """Print a line on stderr."""
    print(f"emi: {one_line(message)}", file=sys.stderr)


def read_lexicon(name: str) -> Lexicon:
    """Load a lexicon and say on stderr what of it was changed or left out."""
    lexicon = load(name)
    remark(lexicon)
    return lexicon


def remark(lexicon: Lexicon) -> None:
    """Say on stderr what of a lexicon was changed or left out."""
    for kind, remarks in (("normalised", lexicon.normalised), ("rejected", lexicon.rejected)):
        for one in remarks:
            say(f"lexicon {lexicon.name}: {kind}: {one}")


def read_weights_option(text: str | None, game: "Game") -> "Weights | None":
    """Read the weights and say on stderr how many of them are no more than a guess."""
    if text is None:
        return None
    from emi.games.weights import read_weights

    weights = read_weights(text, game)
    if weights.smoothed:
        say(
            f"weights {weights.name}: {weights.smoothed:,} of {len(game.secrets):,} secrets have "
            "no number, each is given half of the least"
        )
    return weights


def check_plots(paths: Iterable[Path] | None) -> None:
    """Refuse pictures that could not be drawn, before what they show is computed."""
    from reports.plot.figure import PlotError, check

    for path in paths or []:
        check_place(path, "--plot")
        try:
            check(path.suffix)
        except PlotError as error:
            raise OptionError(f"--plot {path}: {error}") from None


def titled(title: str, lexicon: Lexicon | None) -> str:
    """Return a title with the word list that its games are of."""
    return title if lexicon is None else f"{title}, lexicon {lexicon.name} ({lexicon.digest[:12]})"


def put(table: "Table | Report", format: str) -> None:
    """Print a result: as wide as stdout is if it is a terminal, and in colours."""
    shown = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if shown else None
    colour = shown and "NO_COLOR" not in os.environ
    typer.echo(render(table, format, width=width, colour=colour), nl=False)
