"""``emi certify`` and ``emi verify``."""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from emi.cli.options import (
    GameOrCells,
    GuessesOption,
    JobsOption,
    Kept,
    SecretsOption,
    Words,
    grouped,
    read_jobs,
    say,
)
from emi.cli.progress import followed, hearing
from emi.errors import OptionError, one_line
from emi.files import check_place, make_folder, write_file
from emi.interrupt import leave
from emi.lexicon.load import BUILTIN, load

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
    kept: Kept,
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
        games = [asked.read_game(asked.game, hard=asked.hard is not None)]
        check_place(out)

    def work(game: "Game", watch: "Watch") -> Written:
        path = out / f"{game.name}.json.xz" if every else out
        data = Question(game, store=store, watch=watch).certificate()
        blob = encode(data, compressed=path.suffix == ".xz")
        write_file(path, blob)
        return Written(game, f"{game.name}: {data['worst']}, {path} ({len(blob):,} bytes)")

    with kept.open() as store:
        written = followed(Run(games, work, jobs=workers))
    for one in sorted(written, key=lambda one: (one.game.length, one.game.name)):
        typer.echo(one_line(one.line))


#: The exit code for what is no certificate, or not one for the words at hand.
FOREIGN = 2


class Checker:
    """Checks each file in a process that holds nothing but the checker, whatever becomes of it."""

    def __init__(self, *arguments: str | None) -> None:
        self.arguments = [one or "" for one in arguments]
        self.started: list[subprocess.Popen[str]] = []

    def __call__(self, path: Path) -> tuple[int, str]:
        """Check a file; return an exit code and a line."""
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "emi.proof.verify", str(path), *self.arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUTF8": "1"},
            start_new_session=True,  # Ctrl-C is heard here, for all.
        )
        self.started.append(process)
        line = "".join(process.communicate()).strip()
        if (process.returncode, line.partition(" ")[0]) in {(0, "OK"), (1, "FAILED")}:
            return process.returncode, one_line(line)
        if process.returncode != FOREIGN:
            line = f"{path}: the checker ended without a verdict ({process.returncode})"
        return FOREIGN, line

    def end(self) -> None:
        """End the program, and all who are at work for it."""
        for process in self.started:
            process.kill()
        leave()


@grouped
def verify_command(
    lists: Words,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Certificates.")],
    secrets: SecretsOption = None,
    guesses: GuessesOption = None,
    jobs: JobsOption = None,
) -> None:
    """Check certificates with a short program that trusts nothing but the rule of the game.

    Prints a line for each file, `OK C5: 7 (613 words)` or what fails. The exit code is 0 if all
    are accepted, 1 if one proves less than it claims, 2 if one is no certificate for the words.
    """
    workers = min(read_jobs(jobs), len(files))
    # What is wrong with a list is said once, and not by those who check.
    if lists.lexicon in BUILTIN:
        load(lists.lexicon)
    else:
        lists.read_words()
    for name in (secrets, guesses):
        if name is not None:
            load(name, **lists.how)
    checker = Checker(lists.lexicon, secrets, guesses, lists.column, lists.encoding)
    worst = 0
    with ThreadPoolExecutor(workers) as pool, hearing(checker.end):
        for code, line in pool.map(checker, files):
            if code == FOREIGN:
                say(line)
            else:
                print(line)
            worst = max(worst, code)
    if worst:
        raise typer.Exit(worst)
