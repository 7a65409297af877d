"""``emi lexicon``."""

from typing import Annotated

import typer

from emi.cli.options import read_lexicon
from emi.games.cell import ALPHABET
from emi.lexicon.load import BUILTIN, Lexicon, load

lexicon_app = typer.Typer(no_args_is_help=True, help="Look at the word lists.")


@lexicon_app.command("list")
def list_command() -> None:
    """List the built-in word lists."""
    for name in BUILTIN:
        lexicon = load(name)
        typer.echo(f"{name}  {len(lexicon):>7,} words  {lexicon.licence:<26}  {lexicon.source}")


@lexicon_app.command("show")
def show_command(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="fr, en, nl, or the path of a text file.")
    ],
) -> None:
    """Show a word list: words by initial and length, licence, digest."""
    lexicon = read_lexicon(name)
    typer.echo(f"name     {lexicon.name}")
    typer.echo(f"words    {len(lexicon):,}")
    typer.echo(f"licence  {lexicon.licence}")
    typer.echo(f"source   {lexicon.source}")
    typer.echo(f"digest   {lexicon.digest}")
    typer.echo()
    typer.echo(_counts(lexicon), nl=False)


def _counts(lexicon: Lexicon) -> str:
    """Return words by initial (lines) and length (columns), with totals."""
    counts, lengths = lexicon.counts(), lexicon.lengths()
    initials = [a for a in ALPHABET if any((a, n) in counts for n in lengths)]
    lines = [("", *map(str, lengths), "all")]
    for a in initials:
        row = [counts.get((a, n), 0) for n in lengths]
        lines.append((a, *(f"{c:,}" if c else "" for c in row), f"{sum(row):,}"))
    columns = [sum(counts.get((a, n), 0) for a in initials) for n in lengths]
    lines.append(("all", *(f"{c:,}" for c in columns), f"{sum(columns):,}"))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)) + "\n"
        for line in lines
    )
