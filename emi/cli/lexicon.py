"""``emi lexicon``: list, show and check word lists."""

from typing import Annotated

import typer

from emi.cli.command import Commands
from emi.cli.environment import Files, complete_lexicon, read_lexicon
from emi.cli.output import Output
from emi.errors import one_line
from emi.lexicon.load import BUILTIN, findings, load, read_words
from emi.tables import table
from reports.views.lexicon import checked, listed

lexicon_app = Commands(no_args_is_help=True, help="Inspect word lists.")


@lexicon_app.command("list")
def list_command() -> None:
    """List the built-in word lists."""
    for name in BUILTIN:
        typer.echo(listed(load(name).summary))


Name = Annotated[
    str,
    typer.Argument(
        metavar="NAME",
        autocompletion=complete_lexicon,
        help="fr, en, nl, or the path of a text file.",
    ),
]


@lexicon_app.command("check")
def check_command(name: Name, files: Files) -> None:
    """List every line of a word list that does not add a word.

    These are rejected lines, duplicates, and words that differ from an earlier one only by accents
    or ligatures.
    """
    if name not in BUILTIN:
        for finding in findings(read_words(name, **files.how)):
            typer.echo(one_line(finding))
    typer.echo(checked(load(name, **files.how).summary))


@lexicon_app.command("show")
def show_command(name: Name, files: Files, output: Output) -> None:
    """Show the word counts of a list by initial and length, its licence and its digest."""
    output.put(table(read_lexicon(name, **files.how).summary))
