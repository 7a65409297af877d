"""``emi tree``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import INTERRUPTED, CellArgument, LexiconOption, read_lexicon
from emi.cli.progress import followed
from emi.errors import OptionError
from emi.files import check_place, write_file

if TYPE_CHECKING:
    from emi.games.motus import Motus
    from emi.run import Watch
    from emi.tree import Strategy


def tree_command(
    cell: CellArgument,
    lexicon: LexiconOption = "fr",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Where to write it; .json, .graphml (Gephi, yEd), .dot (Graphviz) or .txt.  "
            "[default: as text on stdout]",
        ),
    ] = None,
) -> None:
    """Write a strategy that surely finds every word of a cell within its EMI.

    It is complete, down to every word, and proven to be as short as can be in the worst case;
    among such strategies it is one that also keeps the average low.
    """
    from emi.games.motus import Motus
    from emi.run import Run
    from emi.tree import strategy
    from reports.graph import FORMATS, text
    from search.limits import Stopped

    suffix = ".txt" if out is None else out.suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(f"--out {out}: expected a name that ends in {', '.join(FORMATS)}")
    if out is not None:
        check_place(out)
    game = Motus.of_cell(cell, read_lexicon(lexicon))

    def work(game: "Motus", watch: "Watch") -> "Strategy":
        return strategy(game, watch=watch)

    try:
        (found,) = followed(Run([game], work, jobs=1))
    except Stopped:
        raise typer.Exit(INTERRUPTED) from None
    shown = text(found.graph, suffix)
    if out is None:
        typer.echo(shown, nl=False)
        return
    write_file(out, shown.encode("utf-8"))
    print(
        f"emi: {out}: {game.name}, {len(game.secrets):,} words, at most {found.depth} guesses, "
        f"{found.mean:.4f} on average",
        file=sys.stderr,
    )
