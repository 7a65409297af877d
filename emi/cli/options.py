"""Options shared by several commands, and parsers for numbers."""

import math
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emi.cli.environment import begun
from emi.cli.output import remark
from emi.errors import EmiError, OptionError, shown
from emi.games.cell import Tries
from emi.reports.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.reports.texts import Texts


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


def complete_heuristic(incomplete: str) -> list[str]:
    """Return the completions among the heuristics and the exact strategy."""
    from emi.analysis.named import heuristic_names

    paper, others = heuristic_names()
    return begun([*paper, *others], incomplete)


PaletteOption = Annotated[
    Literal["classic", "contrast", "motus"] | None,
    typer.Option(
        "--palette",
        help="Tiles for well placed, misplaced and missing letters: 🟩🟨⬛, 🟧🟦⬛ (high contrast) "
        "or 🟥🟡🟦.  [default: the palette of the given clues, or classic]",
    ),
]


LanguageOption = Annotated[
    Literal["en", "fr", "nl"],
    typer.Option(
        "--language",
        envvar="EMI_LANGUAGE",
        help="Language of the messages to the player: English, French or Dutch.",
    ),
]


@contextmanager
def speaking(language: str) -> "Iterator[Texts]":
    """Yield the texts of a language, and translate errors raised inside the block."""
    from emi.reports.texts import Texts

    t = Texts(language)
    try:
        yield t
    except EmiError as error:
        raise t.of_error(error) from None


WeightsOption = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="FILE|wordfreq",
        help="Weights of the secrets: a text file with a secret and a number per line, or the "
        "word frequencies of the package wordfreq (wordfreq:en for English).  [default: equal]",
    ),
]


FirstOption = Annotated[
    str | None,
    typer.Option(
        "--first",
        metavar="GUESS",
        help="First guess.  [default: the best one]",
    ),
]


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
        help="Make N guesses regardless of the feedback: those of --first, and the best one or "
        "two others.",
    ),
]


def read_opening(text: str | None) -> tuple[str, ...]:
    """Return the guesses of ``--first``."""
    return () if text is None else tuple([one.strip() for one in text.split(",")])


def tries_option(help: str) -> Any:  # noqa: ANN401 - as typer has it
    """Return the option ``--tries`` with a help text."""
    return typer.Option("--tries", parser=_tries, metavar="N|LENGTHS:N,...", help=help)


def _tries(text: str) -> Tries:
    try:
        return Tries.parse(text)
    except OptionError as error:
        raise typer.BadParameter(f"{shown(text)}: {error.reason}") from None


def read_weights_option(text: str | None, game: "Game") -> "Weights | None":
    """Read weights, and report on stderr how many are estimated or were added up."""
    if text is None:
        return None
    from emi.games.weights import read_weights

    weights = read_weights(text, game)
    if weights.smoothed:
        remark(
            f"weights {weights.name}: {weights.smoothed:,} of {len(game.secrets):,} secrets have "
            "no weight; each gets half the smallest weight"
        )
    if weights.repeated:
        repeated = plural(weights.repeated, "line")
        remark(f"weights {weights.name}: {repeated} with a repeated word; weights are added up")
    return weights
