"""``emi certify`` and ``emi verify``."""

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from emi.cli.options import (
    GameOrCells,
    GuessesOption,
    JobsOption,
    LexiconOption,
    SecretsOption,
    grouped,
    read_jobs,
    read_lexicon,
    say,
)
from emi.cli.progress import followed, hearing
from emi.errors import CertificateError, OptionError, one_line
from emi.files import check_place, make_folder, write_file
from emi.interrupt import IGNORED, leave, on_interrupt
from emi.lexicon.load import Lexicon, load

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.parallel import Watch


class Written(NamedTuple):
    """A game with a line on its certificate, which is on disk."""

    game: "Game"
    line: str


@grouped
def certify_command(
    asked: GameOrCells,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE|DIR", help="The file, or with --all the folder."),
    ],
    every: Annotated[
        bool, typer.Option("--all", help="Certify every cell of --letters and --lengths.")
    ] = False,
    jobs: JobsOption = None,
) -> None:
    """Write a certificate: the worst case of a game with a proof that anyone can check.

    It holds a strategy, which shows that so many guesses are enough, and a refutation, which shows
    that one less is not. A file that ends in .xz is compressed. See `emi verify`.
    """
    if every == (asked.game is not None):
        raise OptionError("emi certify: expected either a GAME or --all")
    workers = read_jobs(jobs)
    from emi.parallel import Run
    from emi.proof.certificate import encode
    from emi.solving import Question

    games: Sequence[Game]
    if asked.game is None:
        if asked.secrets is not None or asked.guesses is not None:
            raise OptionError("--all: expected no --secrets and --guesses, it is about cells")
        _, games = asked.read_cells()
        make_folder(out)
    else:
        games = [asked.read_game(asked.game, hard=asked.hard)]
        check_place(out)

    def work(game: "Game", watch: "Watch") -> Written:
        path = out / f"{game.name}.json.xz" if every else out
        data = Question(game, watch=watch).certificate()
        blob = encode(data, compressed=path.suffix == ".xz")
        write_file(path, blob)
        return Written(game, f"{game.name}: {data['worst']}, {path} ({len(blob):,} bytes)")

    written = followed(Run(games, work, jobs=workers))
    for one in sorted(written, key=lambda one: (one.game.length, one.game.name)):
        typer.echo(one.line)


#: The lexicon and the lists of secrets and guesses, in each process that checks.
_words: list[Lexicon | None] = []


def _load(*names: str | None) -> None:
    """Load the words once in each process that checks; the first process hears Ctrl-C for all."""
    on_interrupt(IGNORED)
    _words.extend(None if name is None else load(name) for name in names)


def _check(path: Path) -> tuple[int, str]:
    """Check one file; returns an exit code and a line."""
    from emi.proof.verify import Unproven, verify

    try:
        return 0, verify(path, *_words)
    except Unproven as failure:
        return 1, one_line(f"FAILED {path}: {failure}")
    except CertificateError as error:
        return 2, str(error)


def verify_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Certificates.")],
    lexicon: LexiconOption = "fr",
    secrets: SecretsOption = None,
    guesses: GuessesOption = None,
    jobs: JobsOption = None,
) -> None:
    """Check certificates with a short program that trusts nothing but the rule of the game.

    Prints a line for each file, `OK C5: 7 (613 words)` or what fails. The exit code is 0 if all
    are accepted, 1 if one proves less than it claims, 2 if one is no certificate for the words.
    """
    workers = min(read_jobs(jobs), len(files))
    read_lexicon(lexicon)
    for name in (secrets, guesses):
        if name is not None:
            load(name)  # What is wrong with it is said once, and not by those who check.
    worst = 0
    # Spawned, not forked: a fresh process holds nothing but the checker.
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, context, _load, (lexicon, secrets, guesses)) as pool,
        hearing(_end),
    ):
        with _deaf():
            checked = pool.map(_check, files)
        for code, line in checked:
            if code == 2:  # noqa: PLR2004
                say(line)
            else:
                print(line)
            worst = max(worst, code)
    if worst:
        raise typer.Exit(worst)


def _end() -> None:
    for process in multiprocessing.active_children():
        process.terminate()
    leave()


@contextmanager
def _deaf() -> Iterator[None]:
    """Let those who are started here hear no Ctrl-C, while Python starts either, where we can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
