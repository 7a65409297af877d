"""``emi certify`` and ``emi verify``."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emi.cli.games import GameOrCells, GuessesOption, SecretsOption
from emi.cli.interrupt import end, hearing
from emi.cli.options import (
    Logging,
    ObjectiveOptions,
    OpeningOption,
    WeightsOption,
    Words,
    read_lexicon,
    read_opening,
    read_weights_option,
)
from emi.cli.output import FormatOption, Output, in_options, put, say
from emi.cli.running import Effort, JobsOption, read_jobs
from emi.compiling import logger
from emi.errors import CertificateError, OptionError, one_line
from emi.files import check_place, make_folder, write_file
from emi.search.model.limits import Limits
from emi.tables import table

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.objectives.base import Objective
    from emi.proof.checking import Given
    from emi.results.files import Certified, Verdict
    from emi.search.model.limits import Watch
    from emi.search.model.record import Store
    from emi.search.solve.session import Progress


def _certify(
    game: "Game",
    *,
    objective: "Callable[..., Objective] | None",
    first: tuple[str, ...],
    weights: "Weights | None",
    suffix: str,  # The suffix of the compression.
    limits: "Limits",
    store: "Store | None",
    watch: "Watch",
) -> "Certified":
    """Certify the value of a game; without an objective, certify its Pareto front.

    If a limit is reached or the watcher stops the search, the certificate proves bounds.
    """
    from emi.analysis.pareto import front_certificate
    from emi.questions.certifying import certified
    from emi.questions.question import Question
    from emi.results.files import Certified

    how: dict[str, Any] = {"first": first, "limits": limits, "store": store}
    question = Question(game, watch=watch, **how)
    told = False

    def heard(progress: "Progress") -> bool:
        nonlocal told
        go_on = watch(progress)
        if not progress.writing:
            return go_on
        if not (go_on or told):
            told = True
            said = "%s: %s; writing the certificate, press Ctrl-C again to quit without it"
            logger.info(said, game.name, progress.bounds)
        return True

    weight = None if weights is None else sum(weights)
    if objective is None:
        blob = front_certificate(question, weights).encode(suffix)
        from emi.objectives.pareto import MissesThenAverage

        return Certified(game.facts, MissesThenAverage.name, None, weight, blob)
    goal = objective(game, watch=watch, **how)
    made = certified(replace(question, objective=goal, watch=heard))
    blob = made.encode(suffix, go_on=lambda: not limits.passed)
    return Certified(game.facts, goal.name, made.bounds, weight, blob, unit=goal.unit)


def _written(result: "Certified", out: Path, suffix: str, *, every: bool) -> "Certified":
    """Write a certificate to its file, or with ``every`` into a folder; drop it from the result."""
    name = f"{result.game.name.partition(' ')[0]}.emip{suffix}"
    path = out / name if every else out
    write_file(path, result.blob)
    return replace(result, blob=b"", path=str(path), size=len(result.blob))


def certify_command(
    selection: GameOrCells,
    objective: ObjectiveOptions,
    cache: Logging,
    effort: Effort,
    out: Annotated[
        Path,
        typer.Option(
            "--out", metavar="FILE|DIR", help="Output file, or with --all the output folder."
        ),
    ],
    every: Annotated[
        bool, typer.Option("--all", help="Certify every cell of --letters and --lengths.")
    ] = False,
    first: OpeningOption = None,
    weights: WeightsOption = None,
    format: FormatOption = "table",
) -> None:
    """Write a certificate: a value with a proof that anyone can check.

    A certificate holds a strategy (proves the upper bound) and a refutation (proves the lower
    bound). The file is text with the suffix .emip, or compressed with .emip.xz or .emip.gz; `emi
    verify` checks it.

    The search uses at most half of --time-limit; if it is not finished by then, the certificate
    proves bounds. The rest of the time is for writing, which takes about as long as the search, and
    many times longer if a small core of a large list is hard to find (Wordle). The proof of the
    lower bound is left out if time runs out. Ctrl-C stops the search like a limit, and the
    certificate of the bounds is written; a second Ctrl-C stops at once. With --objective pareto, an
    interrupted run writes nothing.

    --first and --weights apply to the objectives average and guaranteed.

    For example:
      emi certify C5 --out c5.emip.xz
      emi certify mastermind:4x6 --objective average --out m.emip
      emi certify --all --lengths 5 --out certificates
    """
    if every == (selection.game is not None):
        raise OptionError("emi certify: expected either a GAME or --all")
    objective.check(weights=weights, first=first)
    front = objective.kind.is_front
    if front and (every or objective.tries is not None or effort.limits != Limits()):
        raise OptionError(
            "--objective pareto: expected a GAME without --tries, --time-limit and --node-limit: "
            "the certificate proves the whole front"
        )
    if every and (first is not None or weights is not None):
        raise OptionError("--all: cannot be combined with --first or --weights")
    from emi.proof.certificate import packed

    games: Sequence[Game]
    if selection.game is None:
        _, games = selection.read_shard(cache)
        make_folder(out)
        suffix = ".xz"
    else:
        games = [selection.read_named(selection.game)]
        check_place(out)
        suffix = packed(out, "out")
    weighed = read_weights_option(weights, games[:1], selection.column).get(games[0].name)

    work = partial(
        _certify, objective=None if front else partial(objective.of, weights=weighed),
        first=read_opening(first), weights=weighed, suffix=suffix,
    )  # fmt: skip
    finish = partial(_written, out=out, suffix=suffix, every=every)
    found = effort.run(games, work, cache, "certificate of", finish=finish).found
    found.sort(key=lambda one: (one.game.length, one.game.name))
    put(table(found), format)


#: The exit code for a file that is not a certificate, or not one for these words.
FOREIGN = 2


class Checker:
    """Checks each file in processes of its own, which run only the stand-alone checker.

    Parameters
    ----------
    of : mapping
        The input about the game of each file, or the error to report instead of a check.
    shares : int
        The number of processes that share the lemmas of a file.
    """

    def __init__(self, of: "Mapping[Path, Given | CertificateError]", shares: int = 1) -> None:
        self.of, self.shares = of, shares
        self.started: list[subprocess.Popen[str]] = []

    def __call__(self, path: Path) -> "Verdict":
        """Check a file."""
        from emi.proof.checking import Given, verdict

        given = self.of[path]
        if isinstance(given, CertificateError):
            return verdict(path, FOREIGN, in_options(given), Given())
        shares = [f"{k}/{self.shares}" for k in range(1, self.shares + 1)]
        processes = [self._start(path, given, share) for share in shares]
        found = []
        for share, process in zip(shares, processes, strict=True):
            line, code = "".join(process.communicate()).strip(), process.returncode
            line = re.sub(f"^SHARE {share} ", "OK ", line)
            if code != FOREIGN and line.partition(" ")[0] != {0: "OK", 1: "FAILED"}.get(code):
                code, line = FOREIGN, f"{path}: the checker ended without a verdict ({code})"
            found.append((code, one_line(line)))
        return verdict(path, *max(found), given)

    def _start(self, path: Path, given: "Given", share: str) -> subprocess.Popen[str]:
        """Start to check a share of a file, such as ``1/2``."""
        rule = [] if given.rule is None else ["--rule", str(given.rule)]
        process = subprocess.Popen(  # noqa: S603 - our own program
            [
                *(sys.executable, "-m", "emi.proof.verify", str(path)),
                *(*given.lists, *rule, "--share", share),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "PYTHONUTF8": "1"},
            start_new_session=True,  # This process handles Ctrl-C for all checkers.
        )
        self.started.append(process)
        return process

    def end(self) -> None:
        """Kill the running checkers, and end the program."""
        for process in self.started:
            process.kill()
        end()


def verify_command(
    lists: Words,
    output: Output,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Certificates.")],
    secrets: SecretsOption = None,
    guesses: GuessesOption = None,
    rule: Annotated[
        Path | None,
        typer.Option(
            "--rule",
            metavar="FILE",
            help="Rule of a custom game: a Python file with a function feedback(guess, secret), or "
            "a file with a row of numbers for each guess. Requires --secrets and --guesses, which "
            "are read without normalisation.",
        ),
    ] = None,
    jobs: JobsOption = None,
) -> None:
    """Check certificates with a short independent program that knows only the rule of the game.

    Prints a line for each file: `OK C5: 7 (613 words)`, or the reason for a failure. The exit code
    is 0 if all are accepted, 1 if one does not prove its claim, 2 if one is not a certificate for
    these words.

    The words are taken from --lexicon, or from --secrets and --guesses. Games of pegs need only the
    lists given to `emi certify`, if any; `wordle` without lists needs none.

    With more --jobs than files, several processes share the lemmas of a file. Each takes as much
    memory as one that checks them all.

    For example:
      emi verify c5.emip.xz
      emi verify certificates/*.emip.xz --lexicon words.txt
    """
    from emi.proof.checking import Inputs

    workers = min(read_jobs(jobs), len(files))
    # Only on request, since each process that shares a file takes as much memory.
    shares = max(1, (jobs or 1) // len(files))
    # Report faults of a list once, here, not in each checker process.
    with Inputs(
        lists.lexicon, secrets, guesses, rule,
        read=read_lexicon, **lists.how,
    ) as inputs:  # fmt: skip
        of: dict[Path, Given | CertificateError] = {}
        for path in files:
            try:
                of[path] = inputs.of(path)
            except CertificateError as error:
                of[path] = error
        if not inputs.read_words:
            listed = rule is None and (secrets, guesses) != (None, None)
            for option, value in (
                ("lexicon", lists.lexicon),
                *({} if listed else lists.how).items(),
            ):
                if value is not None:
                    raise OptionError(f"--{option} {value}: these certificates need no word list")
        check_all(Checker(of, shares), files, workers, output)


def check_all(checker: Checker, files: Sequence[Path], workers: int, output: Output) -> None:
    """Check files concurrently and print their verdicts; exit with the worst code.

    Text output appears as soon as possible, in the order of the files.
    """
    found: list[Verdict] = []
    at_once = output.kind == "table" and output.out is None
    with ThreadPoolExecutor(workers) as pool, hearing(checker.end):
        for one in pool.map(checker, files):
            found.append(one)
            if one.accepted is None:
                say(one)
            elif at_once:
                print(table([one]), flush=True)
    if not at_once:
        output.put(table(found))
    if not all(one.accepted for one in found):
        raise typer.Exit(FOREIGN if any(one.accepted is None for one in found) else 1)
