"""``emi explain``."""

import re
import shutil
from typing import Annotated

import typer

from emi.cli.options import LexiconOption, PlainFormatOption, put, read_lexicon
from emi.errors import OptionError
from emi.playing.notation import common_cell, parse_guesses, parse_word

#: The aggregates of the paper's Table 3.
PAPER = "Sum,Max,Gini,Entropy"
#: How many guesses a table lists, unless it is told otherwise.
TOP = 20


def explain_command(
    clues: Annotated[
        list[str] | None,
        typer.Option(
            "--clues",
            metavar="WORD:ANSWER,...",
            help="What was proposed and answered, such as LEGALES:GYGBBBB (G well placed, "
            "Y misplaced, B missing); without answers if the secret is given.  May be given "
            "several times.",
        ),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(
            "--secret", metavar="WORD", help="The word to find; the clues follow from it."
        ),
    ] = None,
    lexicon: LexiconOption = "fr",
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            metavar="NAME",
            help="What the next guesses are sorted by: a heuristic, such as SumGini, PossibleGmax "
            "or Bobo, or an aggregate, such as Sum, Max or Partitions; an unknown name lists them.",
        ),
    ] = "SumGini",
    top: Annotated[
        str | None,
        typer.Option(
            "--top",
            metavar="N|all",
            help=f"How many of the next guesses to list.  [default: {TOP}; all in csv and json]",
        ),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option(
            "--show",
            metavar="NAME,...|all",
            help=f"The aggregates to show.  [default: {PAPER}; all in csv and json]",
        ),
    ] = None,
    format: PlainFormatOption = "table",
) -> None:
    """Weigh the next guess: what each word would tell, and which is best.

    Lists every word that was not proposed yet with its vector (for each word still possible, how
    many would stay possible with it) and the aggregates of the vector, and says which word to
    propose next, and why.
    """
    for_people = format in {"table", "markdown"}
    listed = _listed(top, default=TOP if for_people else None)
    if not clues and secret is None:
        raise OptionError("expected --clues with answers, --secret, or both without answers")
    word = None if secret is None else parse_word("secret", secret)
    made = parse_guesses(",".join(clues), clued=word is None) if clues else []
    cell = common_cell(made, word or "")
    from emi.playing.named import aggregates_named, ordering
    from emi.playing.position import Position

    method = ordering(sort)
    if show is None and for_people:
        # What decides must be seen.
        shown = [*aggregates_named(PAPER.split(",")), *method.by]
    else:
        shown = [*aggregates_named(None if show in {None, "all"} else show.split(","))]
    names = list(dict.fromkeys(one.name for one in shown))
    words = read_lexicon(lexicon)
    from emi.games.motus import Motus
    from reports.views.guesses import guesses as next_guesses

    game = Motus.of_cell(cell, words)
    if word is None:
        position = Position(game, made)
    else:
        position = Position.towards(game, word, [guess.word for guess in made])
    explained = position.explain(method.name, top=listed, show=names)
    width = shutil.get_terminal_size().columns
    put(next_guesses(explained, show=names, width=width), format)


def _listed(text: str | None, *, default: int | None) -> int | None:
    """Read how many guesses to list; None stands for all."""
    if text is None:
        return default
    if text == "all":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or int(text) == 0:
        raise OptionError(f"--top {text}: expected a whole number above 0, or all")
    return int(text)
