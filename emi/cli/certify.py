"""``emi certify`` and ``emi verify``."""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import (
    INTERRUPTED,
    JobsOption,
    LengthsOption,
    LettersOption,
    LexiconOption,
    read_games,
    read_jobs,
    read_lexicon,
)
from emi.cli.progress import followed
from emi.errors import CertificateError, OptionError
from emi.files import check_place, make_folder, write_file
from emi.lexicon import Lexicon, load

if TYPE_CHECKING:
    from emi.games.motus import Motus
    from emi.run import Watch


@dataclass(frozen=True)
class Written:
    """A certificate that is on disk."""

    game: "Motus"
    path: Path
    worst: int
    size: int


def certify_command(
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE|DIR", help="The file, or with --all the folder."),
    ],
    cell: Annotated[
        str | None,
        typer.Argument(metavar="[CELL]", help="Such as C5, or 5 for any initial."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Certify every cell of --letters and --lengths.")
    ] = False,
    lexicon: LexiconOption = "fr",
    lengths: LengthsOption = "5-10",
    letters: LettersOption = "A-Z",
    jobs: JobsOption = None,
) -> None:
    """Write a certificate: the EMI of a cell with a proof that anyone can check.

    It holds a strategy, which shows that so many guesses are enough, and a refutation, which shows
    that one less is not. A file that ends in .xz is compressed. See `emi verify`.
    """
    if every == (cell is not None):
        raise OptionError("emi certify: expected either a CELL or --all")
    workers = read_jobs(jobs)
    words = read_lexicon(lexicon)
    from emi.certificate import certificate, encode
    from emi.games.motus import Motus
    from emi.run import Run
    from search.limits import Stopped

    if cell is None:
        games = read_games(words, letters, lengths)
        make_folder(out)
    else:
        games = [Motus.of_cell(cell, words)]
        check_place(out)

    def work(game: "Motus", watch: "Watch") -> Written:
        path = out if cell is not None else out / f"{game.name}.json.xz"
        data = certificate(game, watch)
        blob = encode(data, compressed=path.suffix == ".xz")
        write_file(path, blob)
        return Written(game, path, data["worst"], len(blob))

    try:
        written = followed(Run(games, work, jobs=workers))
    except Stopped:
        raise typer.Exit(INTERRUPTED) from None
    for one in sorted(written, key=lambda one: (one.game.length, one.game.name)):
        typer.echo(f"{one.game.name}: {one.worst}, {one.path} ({one.size:,} bytes)")


_lexicon: list[Lexicon] = []


def _load(name: str) -> None:
    """Load the lexicon once in each process that checks."""
    _lexicon.append(load(name))


def _check(path: Path) -> tuple[int, str]:
    """Check one file; returns an exit code and a line."""
    from emi.verify import Unproven, verify

    try:
        return 0, verify(path, _lexicon[0])
    except Unproven as failure:
        return 1, f"FAILED {path}: {failure}"
    except CertificateError as error:
        return 2, str(error)


def verify_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Certificates.")],
    lexicon: LexiconOption = "fr",
    jobs: JobsOption = None,
) -> None:
    """Check certificates with a short program that trusts nothing but the rule of the game.

    Prints a line for each file, `OK C5: 7 (613 words)` or what fails. The exit code is 0 if all
    are accepted, 1 if one proves less than it claims, 2 if one is no certificate for the lexicon.
    """
    workers = min(read_jobs(jobs), len(files))
    read_lexicon(lexicon)
    worst = 0
    # Spawned, not forked: a fresh process holds nothing but the checker.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _load, (lexicon,)) as pool:
        try:
            for code, line in pool.map(_check, files):
                print(line if code < 2 else f"emi: {line}", file=sys.stderr if code == 2 else None)  # noqa: PLR2004
                worst = max(worst, code)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if worst:
        raise typer.Exit(worst)
