"""Options that several commands share, and what they mean."""

import math
import os
import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.errors import CellError, OptionError
from emi.games.cell import ALPHABET, Cell, cells_of, parse_lengths, parse_letters
from emi.lexicon.load import Lexicon, load

if TYPE_CHECKING:
    from cache import DiskStore
    from emi.games.game import Game
    from emi.games.motus import Motus
    from emi.lexicon.weights import Weights
    from search.model.limits import Limits


#: What a shell expects of a program that Ctrl-C ended.
INTERRUPTED = 130


class Hard(StrEnum):
    """What may be proposed, if not every guess."""

    possible = "possible"


class Format(StrEnum):
    """How a result is printed."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"
    html = "html"


GAMES = (
    "C5: the words of a lexicon with that initial and length, 5: those of any initial (Motus, "
    "Lingo); mastermind:4x6: four pegs of six colours, which may repeat; logik: mastermind:5x8 in "
    "its own letters; moo: four different digits (Bulls and Cows), moo:3x6: three of six; jotto: "
    "the words of five letters of a lexicon, jotto:LEXICON: of another; wordle: with --secrets and "
    "--guesses."
)
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAMES)]
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
    Hard | None,
    typer.Option(
        "--hard", help="Only what is still possible may be proposed.  [default: anything may]"
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
LengthsOption = Annotated[str, typer.Option("--lengths", help="Word lengths, such as 5-10 or 5,7.")]
LettersOption = Annotated[
    str, typer.Option("--letters", help="Initial letters, such as A-Z or CR.")
]
LexiconOption = Annotated[
    str,
    typer.Option(
        "--lexicon",
        metavar="fr|en|nl|PATH",
        help="A built-in word list, or a text file (.gz and .xz too), one word a line.",
    ),
]
FormatOption = Annotated[Format, typer.Option("--format", help="How to print the result.")]


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number > 0:
        raise typer.BadParameter(f"{text}: expected a number above 0")
    return number


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"[0-9]+", text, re.ASCII) or int(text) == 0:
        raise typer.BadParameter(f"{text}: expected a whole number above 0")
    return int(text)


def _folder(text: str) -> Path:
    if not text:
        raise typer.BadParameter("'': expected a folder")
    return Path(text)


JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        parser=_whole_number,
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
        parser=_whole_number,
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


def read_lexicon(name: str) -> Lexicon:
    """Load a lexicon and say on stderr what of it was changed or left out."""
    lexicon = load(name)
    for kind, remarks in (("normalised", lexicon.normalised), ("rejected", lexicon.rejected)):
        for remark in remarks:
            print(f"emi: lexicon {lexicon.name}: {kind}: {remark}", file=sys.stderr)
    return lexicon


def read_limits(time_limit: float | None, node_limit: int | None) -> "Limits":
    """Return the limits that the options set."""
    from search.model.limits import Limits

    return Limits(time_limit or math.inf, node_limit or math.inf)


def read_jobs(jobs: int | None) -> int:
    """Return how many games to search at once."""
    return jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)


def open_store(
    folder: Path | None, *, no_cache: bool
) -> "AbstractContextManager[DiskStore | None]":
    """Open the cache that the options name, or none."""
    if no_cache:
        return nullcontext()
    from cache import DiskStore, default_folder

    return DiskStore(folder or default_folder())


def read_game(
    text: str,
    *,
    lexicon: str,
    secrets: str | None,
    guesses: str | None,
    no_initial: bool = False,
    hard: Hard | None = None,
) -> "Game":
    """Return the game of a GAME argument; the lexicon is read only if the game is of its words.

    Raises
    ------
    EmiError
        If there is no such game, or its size, words or files make no game.
    """
    from emi.games.parse import game_named

    if no_initial:
        try:
            text = str(Cell(None, Cell.parse(text).length))
        except CellError:
            raise OptionError(
                f"--no-initial: {text!r} has no initial to leave out, expected a cell such as C5"
            ) from None
    game = game_named(text, lexicon=lexicon, secrets=secrets, guesses=guesses, read=read_lexicon)
    return game if hard is None else game.hardened()


def read_games(
    words: Lexicon, letters: str, lengths: str, *, no_initial: bool = False
) -> "list[Motus]":
    """Return the games of the cells named by ``--letters`` and ``--lengths`` that have words.

    Raises
    ------
    OptionError
        If one of the options is not written as it should be.
    CellError
        If no cell has a word.
    """
    from emi.games.motus import Motus

    games = [
        Motus.of_cell(cell, words)
        for cell in cells_of(read_initials(letters, no_initial=no_initial), parse_lengths(lengths))
        if words.cell(cell.initial, cell.length)
    ]
    if not games:
        msg = (
            f"--letters {letters} --lengths {lengths}: lexicon {words.name} has no such word, "
            f"expected letters among {''.join(sorted({a for a, _ in words.counts()}))} "
            f"and lengths among {', '.join(map(str, words.lengths()))}"
        )
        raise CellError(msg)
    return games


def read_initials(letters: str, *, no_initial: bool) -> Sequence[str | None]:
    """Return the initials of ``--letters``, or None alone for words of any initial.

    Raises
    ------
    OptionError
        If the letters are not written as they should be, or are some where all are wanted.
    """
    initials = parse_letters(letters)
    if not no_initial:
        return initials
    if "".join(initials) != ALPHABET:
        raise OptionError(f"--letters {letters}: expected no letters beside --no-initial")
    return (None,)


def read_weights_option(text: str | None, game: "Game") -> "Weights | None":
    """Read the weights and say on stderr how many of them are no more than a guess."""
    if text is None:
        return None
    from emi.lexicon.weights import read_weights

    weights = read_weights(text, game)
    if weights.smoothed:
        print(
            f"emi: weights {weights.name}: {weights.smoothed:,} of {len(game.secrets):,} secrets"
            " have no number, each is given half of the least",
            file=sys.stderr,
        )
    return weights
