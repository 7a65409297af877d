"""Random command lines, and the program run on them in this process."""

import contextlib
import io
import os
import signal
import sys
import warnings
from dataclasses import dataclass

import typer.main

from emi.cli import main
from emi.cli.app import program
from emi.cli.interrupt import SIGNALS

VALUES = [
    "C5", "c6", "A5", "5", "Z9", "0", "-1", "1.5", "nan", "1e9", "٣", "", " ", "é", "\udcff",
    "a\nb", "9" * 30, "x" * 3000, "mastermind:2x3", "mastermind:0x9", "moo:2x4", "logik", "jotto",
    "wordle", "words.txt", "none.txt", "out.json", "out.html", "out.png", "out.xyz", ".", "3/12",
    "1/0", "2G", "fr", "hints", "possible", "all", "json", "csv", "html", "average", "guaranteed",
    "worst", "Max", "A-Z", "5-6", "CANAL:GBYBB", "CANAL", "CANAL:GGGGG", "--", "-", "tcp://x:1",
]  # fmt: skip
#: Those that compute the tables of the literature would take minutes where nothing is wrong.
LONG = {("report", "published"), ("report", "adversary")}


def _commands():
    """Yield every command, and the names of its options."""
    waiting = [((), typer.main.get_command(program()))]
    while waiting:
        path, command = waiting.pop()
        if hasattr(command, "commands"):
            waiting += [((*path, name), one) for name, one in sorted(command.commands.items())]
        else:
            yield path, [name for one in command.params for name in one.opts if name[0] == "-"]


COMMANDS = list(_commands())
EVERY = sorted({name for _, options in COMMANDS for name in options})


def line(source):
    """Return arguments: usually a command with options of its own."""
    path, options = source.choice(COMMANDS)
    words = [*path] if source.random() < 0.97 else []
    if path in LONG:
        words = [*path, "--no-such-option"]
    for _ in range(source.randint(0, 5)):
        kind = source.random()
        if kind < 0.5:
            words.append(source.choice(VALUES))
        else:
            name = source.choice(options if kind < 0.9 and options else EVERY)
            words += [name, source.choice(VALUES)] if kind < 0.85 else [name]
    # What is not given would be the built-in list, which takes as long as it takes.
    if "--lexicon" in options and "--lexicon" not in words:
        words += ["--lexicon", "words.txt"]
    return words


class Said(io.StringIO):
    """Captured output; code that asks for a file descriptor gets one."""

    def fileno(self):
        return os.open(os.devnull, os.O_WRONLY)


@dataclass
class Ran:
    """How a run ended."""

    code: int
    out: str
    err: str


def ran(arguments) -> Ran:
    """Run ``emi`` in this process with empty input."""
    out, err, before = Said(), Said(), (sys.argv, sys.stdin, warnings.showwarning)
    handlers = [(sent, signal.getsignal(sent)) for sent in SIGNALS]
    sys.argv, sys.stdin = ["emi", *arguments], io.StringIO()
    code = None
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv, sys.stdin, warnings.showwarning = before
        for sent, handler in handlers:
            signal.signal(sent, handler)
    return Ran(code, out.getvalue(), err.getvalue())
