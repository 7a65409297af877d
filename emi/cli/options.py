"""Options that several commands share, in groups, what they mean, and how a result is shown.

A group is a dataclass with an option a field. A command that takes one is made flat by `grouped`.
"""

import inspect
import math
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, is_dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias

import typer
from typer.core import TyperCommand, TyperOption

from emi import memory
from emi.cli import progress
from emi.errors import CellError, EmiError, OptionError, one_line, shown
from emi.files import check_place, write_file
from emi.games.cell import ALPHABET, Cell, cells_of, parse_lengths, parse_letters
from emi.lexicon.load import BUILTIN, Lexicon, load
from reports import render
from reports.wording import plural
from search.model.limits import Limits

if TYPE_CHECKING:
    from cache import DiskStore
    from emi.cluster.pool import Pool
    from emi.games.game import Game
    from emi.games.motus import Motus
    from emi.games.weights import Weights
    from emi.parallel import Executor, Run, T, Work
    from reports.table import Report, Table

LETTERS, LENGTHS = "A-Z", "5-10"
#: The options that are not called as the parameters that they give.
OPTIONS = {
    "address": "--cluster",
    "initial=False": "--no-initial",
    "nodes": "--node-limit",
    "seconds": "--time-limit",
    "within": "--max-tries",
}
#: What is said when all is done.
REMARKS: list[str] = []

GAMES = (
    "C5: the words of a lexicon with that initial and length, 5: those of any initial (Motus, "
    "Lingo); mastermind:4x6: four pegs of six colours, which may repeat; logik: mastermind:5x8 in "
    "its own letters; moo: four different digits (Bulls and Cows), moo:3x6: three of six; "
    "blackpeg:4x6, ab:3x6 and permutation:4x6: mastermind, moo, and secrets without a repetition "
    "but any guess, where only pegs in their place are counted; jotto: the words of five letters "
    "of a lexicon, jotto:LEXICON: of another; wordle: with --secrets and --guesses."
)
EXAMPLES = (
    "ab", "blackpeg:4x6", "jotto", "logik", "mastermind:4x6", "moo", "permutation:4x6", "wordle"
)  # fmt: skip


class Once(TyperCommand):
    """A command that refuses what is given twice but counts once: it would drop the first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - not public
        """Read the arguments."""
        # A bare --cluster has a value too.
        args = [
            "--cluster=" if one == "--cluster" and after.startswith("-") else one
            for one, after in zip(args, [*args[1:], "--"], strict=False)
        ]
        order = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args([*args])[2]
        for one in order:
            if not isinstance(one, TyperOption) or one.multiple or order.count(one) == 1:
                continue
            if one.secondary_opts:
                both = "/".join(one.opts + one.secondary_opts)
                raise typer.BadParameter(f"{both}: expected one of the two, once", ctx=ctx)
            if not one.is_flag:
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
#: What a file is written as, unless something else is asked for.
SUFFIXES: dict[str, Format] = {
    ".csv": "csv",
    ".json": "json",
    ".md": "markdown",
    ".htm": "html",
    ".html": "html",
}


def number(text: str) -> float:
    """Read a number above 0, as the parser of an option."""
    try:
        read = float(text)
    except ValueError:
        read = math.nan
    if not read > 0:
        raise typer.BadParameter(f"{shown(text)}: expected a number above 0")
    return read


def time_limit(text: str) -> Limits:
    """Read the time that a command may take, which runs from now on, as the parser of an option."""
    return Limits(number(text)).begun()


def whole_number(text: str) -> int:
    """Read a whole number above 0, as the parser of an option."""
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) or int(text) == 0:
        raise typer.BadParameter(
            f"{shown(text)}: expected a whole number above 0, of at most 18 digits"
        )
    return int(text)


def _folder(text: str) -> Path:
    if not text:
        raise typer.BadParameter("'': expected a folder")
    return Path(text)


def _bytes(text: str) -> int:
    found = re.fullmatch(
        r"([0-9]{1,12}(?:\.[0-9]{1,6})?)([KMGT]?)(?:i?B)?", text, re.IGNORECASE | re.ASCII
    )
    size = float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " ") if found else 0
    if size < 1:
        raise typer.BadParameter(f"{shown(text)}: expected a size such as 800M or 2G")
    return int(size)


class Shard(NamedTuple):
    """Every so many-th task, beginning with the one of that number, from 1 on."""

    number: int
    of: int

    def taken(self, games: "Sequence[Motus]") -> "list[Motus]":
        """Return the games of the shard, in the order given: of each size it has its share."""
        order = sorted(range(len(games)), key=lambda at: -len(games[at].secrets))
        return [games[at] for at in sorted(order[self.number - 1 :: self.of])]


def _shard(text: str) -> Shard:
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text, re.ASCII)
    shard = Shard(*map(int, found.groups())) if found else Shard(0, 0)
    if not 1 <= shard.number <= shard.of:
        raise typer.BadParameter(f"{shown(text)}: expected such as 3/12, the third of twelve")
    return shard


def check_out(path: Path | None) -> Path | None:
    """Refuse a file as of `check_file`; a name that is but a dash is stdout."""
    return None if path == Path("-") else check_file(path)


def check_file(path: Path | None) -> Path | None:
    """Refuse a file that could not be written, before what it is to hold is computed."""
    if path is not None:
        check_place(path)
    return path


def check_suffix(out: Path | None, known: Iterable[str], more: str = "") -> None:
    """Refuse a file whose name promises something else than it is to hold.

    A name without a suffix, such as that of a device, promises nothing.
    """
    endings = [*known]
    if out is not None and out.suffix.lower() not in {"", *endings}:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(endings)}{more}")


def _places(paths: list[Path] | None) -> list[Path] | None:
    """Refuse pictures that could not be drawn, before what they show is computed."""
    from reports.plot.figure import PlotError, check

    for path in paths or []:
        check_place(path, "plot")
        try:
            check(path.suffix)
        except PlotError as error:
            raise OptionError(error, plot=path) from None
    return paths


def begun(names: Iterable[str], typed: str) -> list[str]:
    """Return the names that begin as a word does that is typed, whatever its capitals."""
    many = len(typed)
    return [typed + name[many:] for name in names if name[:many].lower() == typed.lower()]


def complete_lexicon(incomplete: str) -> list[str]:
    """Return the built-in word lists; files are completed by the shell."""
    return begun(BUILTIN, incomplete)


def complete_game(incomplete: str) -> list[str]:
    """Return the games, and the cells of an initial."""
    initial = incomplete[:1] if incomplete[:1].isalpha() else ""
    return begun([*EXAMPLES, *(f"{initial}{n}" for n in parse_lengths(LENGTHS))], incomplete)


def complete_heuristic(incomplete: str) -> list[str]:
    """Return the one-step strategies, and the exact one."""
    from emi.playing.named import heuristic_names

    paper, others = heuristic_names()
    return begun([*paper, *others], incomplete)


LexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        autocompletion=complete_lexicon,
        metavar="fr|en|nl|PATH",
        help="A built-in word list, or a text file (.gz, .bz2 and .xz too), one word a line.",
    ),
]
ColumnOption = Annotated[
    str | None,
    typer.Option(
        "--column",
        metavar="NAME|N",
        help="The column that holds the words, if a list is a table (CSV): its heading, or its "
        "number where there are no headings.",
    ),
]
EncodingOption = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="The encoding of a list, such as latin-1.  [default: what its byte order mark says, "
        "or UTF-8]",
    ),
]
SecretsOption = Annotated[
    str | None,
    typer.Option(
        "--secrets",
        metavar="FILE",
        help="The words that may be the secret in wordle, one a line; or the codes in a game of "
        "pegs.  [default of pegs: all]",
    ),
]
GuessesOption = Annotated[
    str | None,
    typer.Option(
        "--guesses",
        metavar="FILE",
        help="The words that may be proposed in wordle, one a line, all the secrets among them; or "
        "the codes in a game of pegs.  [default of pegs: all]",
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
PaletteOption = Annotated[
    Literal["classic", "contrast", "motus"] | None,
    typer.Option(
        "--palette",
        help="The tiles for a letter well placed, misplaced and missing: 🟩🟨⬛, 🟧🟦⬛ (for the "
        "colour-blind) or 🟥🟡🟦.  [default: what the tiles of all clues are, or classic]",
    ),
]
LengthsOption = Annotated[str, typer.Option("--lengths", help="Word lengths, such as 5-10 or 5,7.")]
LettersOption = Annotated[
    str, typer.Option("--letters", help="Initial letters, such as A-Z or CR.")
]
ShardOption = Annotated[
    Shard | None,
    typer.Option(
        "--shard",
        parser=_shard,
        metavar="K/N",
        help="Only every Nth cell, beginning with the Kth, in the order of their size: N runs, on "
        "as many machines, do all of it. `emi cache merge` joins what they keep.",
    ),
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
        help="The first guess.  [default: the best]",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        callback=check_out,
        help="The file to write, in UTF-8.  [default: stdout]",
    ),
]
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
    Limits | None,
    typer.Option(
        "--time-limit",
        parser=time_limit,
        metavar="S",
        help="Seconds for the whole command, what it prepares and writes included; compiling the "
        "kernels does not count. What is not proven by then is answered with bounds.  "
        "[default: none]",
    ),
]
ThoughtOption = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        parser=number,
        metavar="S",
        help="Seconds to think over an answer, a hint or a list.  [default: 1, or 2 for a list]",
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
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tcp://HOST:PORT|FILE",
        help="A Dask scheduler, or its scheduler.json: its workers do the work, and what they "
        "prove is kept here. Without a value, what Dask's own configuration names.  [default: this "
        "machine alone]",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        parser=whole_number,
        metavar="N",
        help="Processes that share a search which takes more than some seconds: its first guesses "
        "are handed out, and what one proves the others hear.  [default: 1, this process]",
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
MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        parser=_bytes,
        metavar="SIZE",
        help="The memory that the run may take, with its --workers, such as 800M or 2G. What is "
        "less in the limits of the process and its container counts too.  [default: what is free]",
    ),
]
LogOption = Annotated[
    Path | None,
    typer.Option(
        "--log-file",
        metavar="FILE",
        help="A file to which lines of JSON are added: start, progress every five seconds, answers "
        "with their bounds, end.",
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
        callback=_places,
        help="Also draw the figures, into a .svg or .png file; may be given several times.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Files:
    """How the files of word lists are read."""

    column: ColumnOption = None
    encoding: EncodingOption = None

    @property
    def how(self) -> dict[str, Any]:
        """What `emi.load` takes beside a name."""
        return {"column": self.column, "encoding": self.encoding}


@dataclass(frozen=True, kw_only=True)
class Words(Files):
    """A lexicon."""

    lexicon: LexiconOption = "fr"

    def read_words(self) -> Lexicon:
        """Return the lexicon."""
        return read_lexicon(self.lexicon, **self.how)


@dataclass(frozen=True, kw_only=True)
class Cells(Words):
    """The cells of a lexicon."""

    lengths: LengthsOption = LENGTHS
    letters: LettersOption = LETTERS
    no_initial: NoInitialOption = False
    shard: ShardOption = None

    @property
    def initials(self) -> Sequence[str | None]:
        """The initials of ``--letters``, or None alone for words of any initial."""
        initials = parse_letters(self.letters)
        if not self.no_initial:
            return initials
        if "".join(initials) != ALPHABET:
            raise OptionError(f"--letters {self.letters}: expected no letters beside --no-initial")
        return (None,)

    def read_cells(self, kept: "Kept | None" = None) -> "tuple[Lexicon, Sequence[Motus]]":
        """Return the lexicon, and the games of the cells that have words.

        A shard that has none ends the program; its cache is opened before, to be joined to others.
        """
        words = self.read_words()
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
        others = [n for n in words.lengths() if n not in parse_lengths(LENGTHS)]
        if others and self.lengths == LENGTHS:
            count = sum(len(words.cell(None, n)) for n in others)
            remark(
                f"lexicon {words.name}: words of {', '.join(map(str, others))} letters are left "
                f"out ({count:,}), --lengths {words.lengths()[0]}-{words.lengths()[-1]} takes them"
            )
        if self.shard is not None:
            shard, many = self.shard, len(games)
            games = shard.taken(games)
            remark(f"shard {shard.number}/{shard.of}: {len(games):,} of {plural(many, 'cell')}")
            if not games:
                with nullcontext() if kept is None else kept.open():
                    raise typer.Exit
        return words, games


@dataclass(frozen=True, kw_only=True)
class PlayedCells(Cells):
    """The cells of a lexicon, in hard play too."""

    hard: HardOption = None

    def read_cells(self, kept: "Kept | None" = None) -> "tuple[Lexicon, Sequence[Motus]]":
        """Return the lexicon and its cells."""
        words, games = super().read_cells(kept)
        return words, [game.hardened(self.hard) for game in games] if self.hard else games


@dataclass(frozen=True, kw_only=True)
class Lists(Words):
    """The lists that games are of."""

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
            **self.how,
        )
        remark_on(game.lexicon)
        return game.hardened(hard) if hard else game


@dataclass(frozen=True, kw_only=True)
class GameChoice(Lists):
    """A game by its name, with its lists."""

    game: Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game, help=GAMES)]

    def read(self, hard: str | None = None) -> "Game":
        """Return the game."""
        return self.read_game(self.game, hard=hard)


@dataclass(frozen=True, kw_only=True)
class GameOrCells(PlayedCells, Lists):
    """A game by its name, or all cells of a lexicon."""

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            autocompletion=complete_game,
            help=f"{GAMES}  [default: all cells of --letters and --lengths]",
        ),
    ] = None

    def read_game(self, name: str, *, hard: str | None = None) -> "Game":
        """Return the game of this name, which is no shard of all cells."""
        if self.shard is not None:
            raise OptionError(f"--shard: expected no GAME beside it, not {name}")
        return super().read_game(name, hard=hard)


@dataclass(frozen=True)
class Kept:
    """Where proven bounds are kept, and what memory a run may take."""

    cache_dir: CacheDirOption = None
    no_cache: NoCacheOption = False
    memory_limit: MemoryOption = None

    def __post_init__(self) -> None:
        memory.restrict(self.memory_limit)
        progress.log_file = None

    def open(self) -> "AbstractContextManager[DiskStore | None]":
        """Open the cache that the options name, or none; beside it lies what memory cannot hold."""
        if self.no_cache:
            memory.overflow_to(None)
            return nullcontext()
        from cache import DiskStore, default_folder

        folder = self.cache_dir or default_folder()
        memory.overflow_to(folder)
        return DiskStore(folder)


@dataclass(frozen=True)
class Logged(Kept):
    """The same of a run over games, and where it tells of itself."""

    log_file: LogOption = None

    def __post_init__(self) -> None:
        super().__post_init__()
        progress.log_file = self.log_file


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """How long to search."""

    time_limit: TimeLimitOption = None
    node_limit: NodeLimitOption = None

    @property
    def limits(self) -> "Limits":
        """The limits of a search."""
        return replace(self.time_limit or Limits(), nodes=self.node_limit or math.inf)


@dataclass(frozen=True, kw_only=True)
class Shared(Bounded):
    """How long to search one game, and who shares that."""

    cluster: ClusterOption = None
    workers: WorkersOption = None

    @contextmanager
    def team(self, game: "Game") -> "Iterator[Pool | None]":
        """Open what shares the search of one game: a cluster, processes here, or none."""
        workers = self.workers
        if self.cluster is not None:
            if workers is not None:
                raise OptionError("--workers: expected no --cluster beside it, it has its own")
            from emi.cluster.dask import Cluster, Workers

            cluster = Cluster(self.cluster)
            team = Workers(cluster)
            try:
                yield team
            finally:
                team.close()
                cluster.close()
        elif workers in (None, 1):
            yield None
        else:
            from emi.cluster.processes import Processes

            fit = memory.workers_that_fit(game.bytes_needed, workers)
            if fit < workers:
                remark(f"--workers {workers}: there is memory for {fit or 'one process alone'}")
            if fit == 0:
                yield None
                return
            with Processes(fit) as processes:
                yield processes


@dataclass(frozen=True, kw_only=True)
class Effort(Bounded):
    """How many games to search at once, where, and how long."""

    jobs: JobsOption = None
    cluster: ClusterOption = None


def work_on(
    games: "Sequence[Game]",
    work: "Work[T]",
    kept: "Kept | None" = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    what: str = "result for",
) -> "Run[T]":
    """Do some work on games, here or on a cluster, with a progress line; return the run.

    It names the games of which there is no such result, and ends the program if none has one.
    """
    from emi.parallel import Run

    with (
        nullcontext() if kept is None else kept.open() as store,
        executor(cluster) as place,
    ):
        run = Run(games, work, jobs=jobs, store=store, place=place)
        progress.followed(run, what)
    return run


@contextmanager
def executor(address: str | None) -> "Iterator[Executor]":
    """Open the cluster that is named, or work here."""
    if address is None:
        from emi.parallel import Here

        yield Here()
        return
    from emi.cluster.dask import Cluster

    cluster = Cluster(address)
    try:
        yield cluster
    finally:
        cluster.close()


def read_jobs(jobs: int | None, cluster: str | None = None) -> int:
    """Return how many games to search at once."""
    if jobs is not None and cluster is not None:
        raise OptionError("--jobs: expected no --cluster beside it, it says how many it takes")
    return jobs or memory.cores()


def say(message: object) -> None:
    """Print a line on stderr."""
    if isinstance(message, EmiError):
        message = in_options(message)
    progress.tell(f"emi: {one_line(message)}\n")


def in_options(error: EmiError) -> str:
    """Return the message of an error with options in the place of parameters."""
    given = " ".join(
        option_of(name) if value is None else f"{option_of(name)} {shown(str(value))}"
        for name, value in error.parameters.items()
    )
    reason = re.sub(r"`([a-z_]+(?:=\w+)?)`", lambda found: option_of(found[1]), error.reason)
    return f"{given}: {reason}" if given else reason


def option_of(parameter: str) -> str:
    """Return the option that gives a parameter of the library."""
    return OPTIONS.get(parameter, f"--{parameter.replace('_', '-')}")


def remark(message: str) -> None:
    """Say something on stderr, once all is done: an error comes alone."""
    if message not in REMARKS:
        REMARKS.append(message)


def read_lexicon(name: str, **how: Any) -> Lexicon:  # noqa: ANN401 - as `load` has it
    """Load a lexicon and say what of it was changed or left out."""
    lexicon = load(name, **how)
    remark_on(lexicon)
    return lexicon


def remark_on(lexicon: Lexicon | None) -> None:
    """Say what of a lexicon was changed or left out."""
    if lexicon is not None and lexicon.remarks:
        remark(f"{lexicon.remarks} (see `emi lexicon check`)")


def read_weights_option(text: str | None, game: "Game") -> "Weights | None":
    """Read the weights and say on stderr how many are no more than a guess, or added up."""
    if text is None:
        return None
    from emi.games.weights import read_weights

    weights = read_weights(text, game)
    if weights.smoothed:
        remark(
            f"weights {weights.name}: {weights.smoothed:,} of {len(game.secrets):,} secrets have "
            "no number, each is given half of the least"
        )
    if weights.repeated:
        repeated = plural(weights.repeated, "line")
        remark(f"weights {weights.name}: {repeated} with a word again, its numbers are added up")
    return weights


def titled(title: str, lexicon: Lexicon | None) -> str:
    """Return a title with the word list that its games are of."""
    return title if lexicon is None else f"{title}, lexicon {lexicon.name} ({lexicon.digest[:12]})"


@dataclass(frozen=True)
class Output:
    """How and where a result is written."""

    format: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="How to write the result.  [default: what the suffix of --out says, or table]",
        ),
    ] = None
    out: OutOption = None

    def __post_init__(self) -> None:
        if self.format is None:
            check_suffix(self.out, (".txt", *SUFFIXES), ", or --format")

    @property
    def kind(self) -> Format:
        """The format."""
        if self.format is not None:
            return self.format
        return "table" if self.out is None else SUFFIXES.get(self.out.suffix.lower(), "table")

    def put(self, table: "Table") -> None:
        """Write a table."""
        put(table, self.kind, self.out)


def put(table: "Table | Report", format: str, out: Path | None = None) -> None:
    """Write a result; on a terminal no wider than that is, and in colours."""
    seen = out is None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if seen else None
    colour = seen and "NO_COLOR" not in os.environ
    write(render(table, format, width=width, colour=colour), out)


def facts(**facts: object) -> str:
    """Return a line for each fact."""
    return "".join(f"{name:<8} {fact}\n" for name, fact in facts.items())


def write(text: str, out: Path | None = None) -> None:
    """Write what a command was asked for."""
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text.encode("utf-8", "backslashreplace"))
