"""``emi lexicon``: what a run reads."""

from typing import Annotated

import typer

from emi.cli.command import Commands
from emi.cli.environment import Files, complete_lexicon, read_lexicon
from emi.cli.output import OutOption, check_suffix, facts, write
from emi.errors import one_line
from emi.lexicon.load import BUILTIN, findings, load, read_words
from reports import render
from reports.table import Cell, Column, Table
from reports.wording import plural

lexicon_app = Commands(no_args_is_help=True, help="Inspect word lists.")


@lexicon_app.command("list")
def list_command() -> None:
    """List the built-in word lists."""
    for name in BUILTIN:
        lexicon = load(name)
        typer.echo(f"{name:<7} {len(lexicon):>7,} words  {lexicon.licence:<26}  {lexicon.source}")


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
    lexicon = load(name, **files.how)
    counts = [(remark.count, remark.what) for remark in (*lexicon.rejected, *lexicon.normalised)]
    typer.echo("; ".join([plural(len(lexicon), "word"), *(f"{what}: {n:,}" for n, what in counts)]))


@lexicon_app.command("show")
def show_command(name: Name, files: Files, out: OutOption = None) -> None:
    """Show the word counts of a list by initial and length, its licence and its digest."""
    check_suffix(out, (".txt",))
    lexicon = read_lexicon(name, **files.how)
    said = facts(
        name=lexicon.name,
        words=f"{len(lexicon):,}",
        licence=lexicon.licence,
        source=lexicon.source,
        digest=lexicon.digest,
    )
    counts, lengths = lexicon.counts(), lexicon.lengths()
    rows = {a: [counts.get((a, n), 0) for n in lengths] for a in sorted({a for a, _ in counts})}
    rows["all"] = [*map(sum, zip(*rows.values(), strict=True))]
    columns = [Column("", label=True), *(Column(f"{n}") for n in lengths), Column("all")]
    lines = [
        [Cell(a), *(Cell(n, f"{n:,}" if n else "") for n in [*row, sum(row)])]
        for a, row in rows.items()
    ]
    write(f"{said}\n{render(Table(columns, lines), 'table')}", out)
