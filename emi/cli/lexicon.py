"""``emi lexicon``: list, show and check word lists."""

from typing import Annotated

import typer

from emi.cli.command import Commands
from emi.cli.options import Files, complete_lexicon, read_lexicon
from emi.cli.output import Output
from emi.lexicon.load import BUILTIN, findings, load, read_words
from emi.tables import table

lexicon_app = Commands(no_args_is_help=True, help="Inspect word lists.")


@lexicon_app.command("list")
def list_command(output: Output) -> None:
    """List the built-in word lists."""
    output.put(table(load(name).summary for name in BUILTIN))


Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        autocompletion=complete_lexicon,
        help="fr, en, nl, or the path of a text file.",
    ),
]


@lexicon_app.command("check")
def check_command(name: Name, files: Files, output: Output) -> None:
    """List every line of a word list that does not add a word.

    These are rejected lines, duplicates, and words that differ from an earlier one only by accents
    or ligatures.
    """
    from emi.results.files import LexiconCheck

    lines = [] if name in BUILTIN else findings(read_words(name, **files.how))
    found = load(name, **files.how).summary
    output.put(
        table(
            LexiconCheck(
                found.name, found.words, found.rejected, found.normalised,
                tuple(lines),
            )
        )
    )  # fmt: skip


@lexicon_app.command("show")
def show_command(name: Name, files: Files, output: Output) -> None:
    """Show the word counts of a list by initial and length, its licence and its digest."""
    output.put(table(read_lexicon(name, **files.how).summary))
