"""Options of several commands: the environment of a run, the objective, and play.

Users may give an option of the environment before or after the name of a command that has it.
"""

import math
import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emi import memory
from emi.cli.output import remark, say
from emi.errors import OptionError, shown
from emi.games.cell import DEFAULT as TRIES
from emi.games.cell import Tries, tries_allowed
from emi.lexicon.load import BUILTIN, HOW, USUAL, Lexicon, load
from emi.objectives.base import Objective, Options, objectives
from emi.reports.texts import LANGUAGES
from emi.reports.wording import plural

if TYPE_CHECKING:
    from emi.cache import DiskStore
    from emi.games.game import Game
    from emi.games.weights import Weights

OBJECTIVES = objectives()
#: The objective of a command without ``--objective``.
DEFAULT = next(iter(OBJECTIVES))


def number(text: str) -> float:
    """Parse the value of an option as a number above 0."""
    try:
        read = float(text)
    except ValueError:
        read = math.nan
    if not read > 0:
        raise typer.BadParameter(f"{shown(text)}: expected a number above 0")
    return read


def whole_number(text: str) -> int:
    """Parse the value of an option as a whole number above 0."""
    if not re.fullmatch(r"[0-9]{1,18}", text, re.ASCII) or int(text) == 0:
        raise typer.BadParameter(
            f"{shown(text)}: expected a whole number above 0, of at most 18 digits"
        )
    return int(text)


def _max_tries(text: str) -> int | str:
    """Parse a number of tries, or the name of the worst case."""
    if text == DEFAULT:
        return text
    try:
        return whole_number(text)
    except typer.BadParameter as error:
        raise typer.BadParameter(f"{error.message}, or {DEFAULT}") from None


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


def _objective(text: str) -> str:
    if text not in OBJECTIVES:
        raise typer.BadParameter(f"{shown(text)}: expected {_alternatives(OBJECTIVES)}")
    return text


def _tries(text: str) -> Tries:
    try:
        return Tries.parse(text)
    except OptionError as error:
        raise typer.BadParameter(f"{shown(text)}: {error.reason}") from None


def begun(names: Iterable[str], typed: str) -> list[str]:
    """Return the completions of a typed word among names, ignoring case."""
    many = len(typed)
    return [typed + name[many:] for name in names if name[:many].lower() == typed.lower()]


def complete_lexicon(incomplete: str) -> list[str]:
    """Return the built-in word lists; files are completed by the shell."""
    return begun(BUILTIN, incomplete)


def complete_alphabet(incomplete: str) -> list[str]:
    """Return the names of alphabets."""
    from emi.lexicon.alphabet import NAMES

    return begun(NAMES, incomplete)


def complete_heuristic(incomplete: str) -> list[str]:
    """Return the completions among the heuristics and the exact strategy."""
    from emi.analysis.named import heuristic_names

    paper, others = heuristic_names()
    return begun([*paper, *others], incomplete)


LexiconOption = Annotated[
    str | None,
    typer.Option(
        "--lexicon",
        autocompletion=complete_lexicon,
        metavar="fr|en|nl|PATH",
        help="Word list: a built-in one, or a file: words on lines or between commas, an array in "
        "JSON or JavaScript, a table (.csv, .tsv, .xlsx), also compressed (.gz, .bz2, .xz), a "
        "hunspell dictionary (.dic); or wordfreq:LANG.  [default: that of the game, mostly fr]",
    ),
]
ColumnOption = Annotated[
    str | None,
    typer.Option(
        "--column",
        metavar="NAME|N",
        help="Column of the words in a table (.csv, .tsv, .xlsx): its heading, or its number if "
        "there are no headings.  [default: 1 for .tsv and .xlsx]",
    ),
]
SheetOption = Annotated[
    str | None,
    typer.Option(
        "--sheet",
        metavar="NAME|N",
        help="Sheet of a workbook (.xlsx): its name, or its number.  [default: 1]",
    ),
]
EncodingOption = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Encoding of the word lists, such as latin-1.  [default: UTF-8, or by the byte "
        "order mark]",
    ),
]
AlphabetOption = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        autocompletion=complete_alphabet,
        metavar="NAME",
        help="Alphabet of the word lists: that of a language (es, de, tr, ru, ...), fold for A to "
        "Z, keep for all letters and signs of the list; nl+ij adds the letter IJ.  [default: the "
        "language detected from the letters, else fold]",
    ),
]
CacheDirOption = Annotated[
    Path | None,
    typer.Option(
        "--cache-dir",
        parser=_folder,
        metavar="DIR",
        envvar="EMI_CACHE_DIR",
        help="Folder of the cache of proven bounds.  [default: the platform's cache folder]",
    ),
]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Do not read or write the cache.")]
MemoryOption = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        parser=_bytes,
        metavar="SIZE",
        help="Memory limit for the run including --workers, such as 800M or 2G. Lower limits of "
        "the process or its container still apply.  [default: free memory]",
    ),
]
LogOption = Annotated[
    Path | None,
    typer.Option(
        "--log-file",
        metavar="FILE",
        help="Append a log in JSON lines: start, progress every five seconds, results with their "
        "bounds, end.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Environment:
    """All options of the environment, which may precede the name of a command."""

    lexicon: LexiconOption = None
    column: ColumnOption = None
    encoding: EncodingOption = None
    alphabet: AlphabetOption = None
    sheet: SheetOption = None
    cache_dir: CacheDirOption = None
    no_cache: NoCacheOption = False
    memory_limit: MemoryOption = None
    log_file: LogOption = None


#: The options of the environment by parameter name.
ENVIRONMENT = {name: f"--{name.replace('_', '-')}" for name in Environment.__dataclass_fields__}


@dataclass(frozen=True, kw_only=True)
class Files:
    """Options to read the files of word lists."""

    column: ColumnOption = None
    encoding: EncodingOption = None
    alphabet: AlphabetOption = None
    sheet: SheetOption = None

    @property
    def how(self) -> dict[str, Any]:
        """The arguments of `emi.load` other than the name."""
        return {name: getattr(self, name) for name in HOW}


@dataclass(frozen=True, kw_only=True)
class Words(Files):
    """Options to choose and read a lexicon."""

    lexicon: LexiconOption = None

    def read_words(self) -> Lexicon:
        """Load the lexicon, by default the usual one."""
        return read_lexicon(USUAL if self.lexicon is None else self.lexicon, **self.how)


def read_lexicon(name: str, **how: Any) -> Lexicon:  # noqa: ANN401 - as `load` has it
    """Load a lexicon, and report changed and rejected words."""
    lexicon = load(name, **how)
    remark_on(lexicon)
    return lexicon


def remark_on(lexicon: Lexicon | None) -> None:
    """Report the changed and rejected words of a lexicon."""
    if lexicon is not None and lexicon.remarks:
        remark(f"{lexicon.remarks} (see `emi lexicon check`)")


@dataclass(frozen=True)
class Storage:
    """Options for the cache of proven bounds, and for the memory of a run."""

    cache_dir: CacheDirOption = None
    no_cache: NoCacheOption = False
    memory_limit: MemoryOption = None

    def __post_init__(self) -> None:
        memory.restrict(self.memory_limit)

    def open(self) -> "AbstractContextManager[DiskStore | None]":
        """Open the cache unless --no-cache is given; large matrices overflow to its folder.

        Without a usable folder the run goes on without a cache, unless the user named that folder.
        """
        memory.overflow_to(None)
        if self.no_cache:
            return nullcontext()
        from emi.cache import CacheDamagedError, CacheError, DiskStore, default_folder

        try:
            folder = self.cache_dir or default_folder()
            store = DiskStore(folder)
        except CacheDamagedError:
            raise
        except CacheError as error:
            if self.cache_dir is not None:
                raise
            say(f"{error}; this run goes on without a cache")
            return nullcontext()
        memory.overflow_to(folder)
        return store


@dataclass(frozen=True)
class Logging(Storage):
    """Options for cache and memory, and for the log file of a run over games."""

    log_file: LogOption = None


def tries_option(help: str) -> Any:  # noqa: ANN401 - as typer has it
    """Return the option ``--tries`` with a help text."""
    return typer.Option("--tries", parser=_tries, metavar="N|LENGTHS:N,...", help=help)


@dataclass(frozen=True)
class ObjectiveOptions:
    """Options for the objective and its tries."""

    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            parser=_objective,
            autocompletion=lambda incomplete: begun(OBJECTIVES, incomplete),
            metavar=f"[{'|'.join(OBJECTIVES)}]",
            help="Quantity to minimise. "
            + "; ".join(f"{name}: {one.help}" for name, one in OBJECTIVES.items())
            + ".",
        ),
    ] = DEFAULT
    tries: Annotated[
        Tries | None,
        tries_option(
            "Tries for the objective guaranteed, or several for pareto, such as 1-7 or 5,6.  "
            f"[default: those of the game, or {TRIES}; for pareto 1 up to the worst case]",
        ),
    ] = None
    max_tries: Annotated[
        Any,  # int | str | None, but typer takes no unions.
        typer.Option(
            "--max-tries",
            parser=_max_tries,
            metavar=f"K|{DEFAULT}",
            help="Maximum number of guesses for any secret, with the objective average; "
            f"{DEFAULT}: as few as the worst case of each game takes.",
        ),
    ] = None

    @property
    def kind(self) -> type[Objective]:
        """The class of the objective."""
        return OBJECTIVES[self.objective]

    def check(self, *, weights: str | None = None, first: str | None = None) -> None:
        """Refuse options that the objective does not take."""
        given = {
            "tries": None if self.tries is None else self.tries.text,
            "max-tries": self.max_tries,
            "weights": weights,
            "first": first,
        }
        for name, value in given.items():
            if value is not None and name not in self.kind.options:
                takers = [one.name for one in OBJECTIVES.values() if name in one.options]
                raise OptionError(
                    f"--{name} {value}: requires --objective {_alternatives(takers)}, not "
                    f"{self.objective}"
                )

    def of(
        self,
        game: "Game",
        weights: "Weights | None" = None,
        **how: Any,  # noqa: ANN401 - of `emi.solve`
    ) -> Objective:
        """Return the objective for a game; the default tries are the game's.

        With ``--max-tries worst``, the worst case is solved first, with the arguments ``how``.
        Raise Stopped if it is not proven within the limits.
        """
        if self.kind.is_front:
            raise OptionError(
                f"--objective {self.objective}: only `emi solve` with one GAME supports it"
            )
        tries = game.tries or tries_allowed(game.length)
        if self.tries is not None:
            tries = self.tries.of(game.length)
        most = self.max_tries
        if most == DEFAULT:
            from emi.questions.solving import solve
            from emi.search.model.limits import Stopped

            bounds = solve(game, **how).bounds
            if not bounds.proven:
                raise Stopped
            most = bounds.lower
        return self.kind.of_options(Options(tries, most, weights))


def _alternatives(names: Iterable[str]) -> str:
    """Return names as alternatives: ``a, b or c``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


OpeningOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        metavar="GUESS,...",
        help="First guess, or several separated by commas, which are made regardless of the "
        "feedback.  [default: the best one]",
    ),
]
OpenersOption = Annotated[
    int | None,
    typer.Option(
        "--openers",
        parser=whole_number,
        metavar="N",
        help="Make N guesses regardless of the feedback: those of --first, and one or two more, "
        "which the search finds.",
    ),
]
WeightsOption = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="FILE[:COLUMN]|wordfreq[:LANG]",
        help="Weights of the secrets: a file with a number for each word, perhaps in a column of "
        "a table (a heading, or its number), or the word frequencies of the package wordfreq.  "
        "[default: equal]",
    ),
]
PaletteOption = Annotated[
    Literal["classic", "contrast", "motus"] | None,
    typer.Option(
        "--palette",
        help="Tiles for well placed, misplaced and missing letters: 🟩🟨⬛, 🟧🟦⬛ (high contrast) "
        "or 🟥🟡🟦.  [default: the palette of the given clues, or classic]",
    ),
]
# Each language is a file: another one is another choice.
if TYPE_CHECKING:
    Language = str
else:
    Language = Literal[LANGUAGES]
BestOption = Annotated[
    Literal["average", "worst"] | None,
    typer.Option(
        "--best",
        help="Rank guesses by the lowest average, or by the lowest worst case.  "
        "[default: worst for a cell such as C5 and against an evil host, and where the lowest "
        "average may take more tries than are left; else average]",
    ),
]
UsualOption = Annotated[
    bool,
    typer.Option(
        "--usual",
        help="Advise only words that people know; the lists fr, en, nl and wordle mark them.",
    ),
]
LanguageOption = Annotated[
    Language,
    typer.Option(
        "--language",
        envvar="EMI_LANGUAGE",
        help="Language of the messages to the player.",
    ),
]


def read_opening(text: str | None) -> tuple[str, ...]:
    """Return the guesses of ``--first``."""
    return () if text is None else tuple([one.strip() for one in text.split(",")])


def read_weights_option(
    text: str | None, games: "Sequence[Game]", column: str | None = None
) -> "dict[str, Weights]":
    """Return the weights of games by game name; report estimated, unused and repeated weights."""
    if text is None:
        return {}
    from emi.games.weights import weights_of_games

    weights = weights_of_games(text, games, column)
    name, of = weights[0].name, games[0].name if len(games) == 1 else "these games"
    if smoothed := sum(each.smoothed for each in weights):
        secrets = sum(map(len, weights))
        remark(
            f"weights {name}: {smoothed:,} of {secrets:,} secrets have no weight; each gets half "
            f"the smallest weight{' of its game' * (len(games) > 1)}"
        )
    if others := weights[0].others:
        remark(f"weights {name}: {plural(others, 'line')} without a secret of {of}, left out")
    if repeated := sum(each.repeated for each in weights):
        lines = plural(repeated, "line")
        remark(f"weights {name}: {lines} with a repeated word; weights are added up")
    return {game.name: each for game, each in zip(games, weights, strict=True)}
