"""Options about the environment of a run: word lists, cache, memory, and log.

A command declares the options that it uses. Users may give them before or after its name.
"""

import re
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi import memory
from emi.cli import progress
from emi.cli.output import remark, say
from emi.errors import shown
from emi.lexicon.load import BUILTIN, USUAL, Lexicon, load

if TYPE_CHECKING:
    from emi.cache import DiskStore


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


def begun(names: Iterable[str], typed: str) -> list[str]:
    """Return the completions of a typed word among names, ignoring case."""
    many = len(typed)
    return [typed + name[many:] for name in names if name[:many].lower() == typed.lower()]


def complete_lexicon(incomplete: str) -> list[str]:
    """Return the built-in word lists; files are completed by the shell."""
    return begun(BUILTIN, incomplete)


LexiconOption = Annotated[
    str | None,
    typer.Option(
        "--lexicon",
        autocompletion=complete_lexicon,
        metavar="fr|en|nl|PATH",
        help="Word list: a built-in one, or a text file, one word a line (also .gz, .bz2, .xz), "
        "or a table (.csv, .tsv, .xlsx).  [default: that of the game, mostly fr]",
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


EncodingOption = Annotated[
    str | None,
    typer.Option(
        "--encoding",
        metavar="NAME",
        help="Encoding of the word lists, such as latin-1.  [default: UTF-8, or by the byte "
        "order mark]",
    ),
]


def complete_alphabet(incomplete: str) -> list[str]:
    """Return the names of alphabets."""
    from emi.lexicon.alphabet import NAMES

    return begun(NAMES, incomplete)


AlphabetOption = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        autocompletion=complete_alphabet,
        metavar="NAME",
        help="Alphabet of the word lists: that of a language (es, de, tr, ru, ...), fold for A to "
        "Z, keep for whatever letters and signs a list has; nl+ij adds a letter.  [default: that "
        "of the language which the letters tell, else fold]",
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


NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Do not read or write the cache.")]


@dataclass(frozen=True, kw_only=True)
class Environment:
    """All options of the environment, which may precede the name of a command."""

    lexicon: LexiconOption = None
    column: ColumnOption = None
    encoding: EncodingOption = None
    alphabet: AlphabetOption = None
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

    @property
    def how(self) -> dict[str, Any]:
        """The arguments of `emi.load` other than the name."""
        return {"column": self.column, "encoding": self.encoding, "alphabet": self.alphabet}


@dataclass(frozen=True, kw_only=True)
class Words(Files):
    """Options to choose and read a lexicon."""

    lexicon: LexiconOption = None

    @property
    def lexicon_name(self) -> str:
        """The name of the lexicon; the default if none is given."""
        return USUAL if self.lexicon is None else self.lexicon

    def read_words(self) -> Lexicon:
        """Load the lexicon, and report changed and rejected words."""
        return read_lexicon(self.lexicon_name, **self.how)


@dataclass(frozen=True)
class Kept:
    """Options for the cache of proven bounds, and for the memory of a run."""

    cache_dir: CacheDirOption = None
    no_cache: NoCacheOption = False
    memory_limit: MemoryOption = None

    def __post_init__(self) -> None:
        memory.restrict(self.memory_limit)
        progress.log_file = None

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
class Logged(Kept):
    """Options for cache and memory, and for the log file of a run over games."""

    log_file: LogOption = None

    def __post_init__(self) -> None:
        super().__post_init__()
        progress.log_file = self.log_file


def read_lexicon(name: str, **how: Any) -> Lexicon:  # noqa: ANN401 - as `load` has it
    """Load a lexicon, and report changed and rejected words."""
    lexicon = load(name, **how)
    remark_on(lexicon)
    return lexicon


def remark_on(lexicon: Lexicon | None) -> None:
    """Report the changed and rejected words of a lexicon."""
    if lexicon is not None and lexicon.remarks:
        remark(f"{lexicon.remarks} (see `emi lexicon check`)")
