"""The program ``emi``: its commands and its error messages."""

import atexit
import errno
import gc
import logging
import os
import re
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from emi import compiling, memory
from emi._version import __version__
from emi.cli.command import Commands, Program, grouped
from emi.cli.imports import cannot_import, hidden, in_import
from emi.cli.interrupt import INTERRUPTED, CtrlC, ignore
from emi.cli.options import ENVIRONMENT, Environment
from emi.cli.output import REMARKS, say, tell
from emi.cli.running import compiling_line
from emi.errors import EmiError

#: The module of each command, in the order of the help.
COMMANDS = {
    "table": "solve",
    "solve": "solve",
    "strategy": "strategy",
    "compare": "compare",
    "explain": "explain",
    "play": "live.play",
    "review": "review",
    "fairness": "fairness",
    "page": "page",
    "certify": "certify",
    "verify": "certify",
    "report": "report",
    "lexicon": "lexicon",
    "cache": "cache",
    "warm-up": "cache",
}

#: The base class of the errors of the command line parser; it has no public name.
_ParseError: type[Exception] = next(
    base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException"
)


#: The errors of writing to a stream; those of opening or reading a file name it.
OF_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF, errno.EAGAIN}
#: The number of new objects that starts a garbage collection.
COLLECTED = 200_000


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"emi {__version__}")
        raise typer.Exit


def emi(
    environment: Environment,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Exact play for Motus (Lingo) and similar games.

    The Evil Motus Index (EMI) of an initial letter and a word length is the least number of tries
    that is guaranteed to find any word, even if the word may change as long as all clues stay
    true. `emi table` computes it for every cell of a lexicon, `emi solve C5` for one cell, and
    `emi solve mastermind:4x6` for another game; `emi solve --help` lists the games. Every value is
    proven, or printed as bounds such as 4..5.

    The options below may be given before or after the name of a command that uses them.
    """


def named(arguments: Sequence[str]) -> str:
    """Return the name of the command: the first argument after the options of the environment."""
    waiting = iter(arguments)
    for one in waiting:
        if not one.startswith("-"):
            return one
        if one in ENVIRONMENT.values() and one != "--no-cache":
            next(waiting, None)
    return ""


def program(only: str = "") -> Commands:
    """Return the program with one command, or with all commands if the name is unknown.

    Building all commands takes a tenth of the start-up time of a search.
    """
    app = Commands(
        name="emi",
        cls=Program,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Exit codes: 0: success; 1: a certificate or cache failed its check, or you won a "
        "challenge; 2: usage, input or system error (one line on stderr); 130: stopped by Ctrl-C "
        "or SIGTERM, after the bounds reached were printed.",
    )
    app.callback()(grouped(emi))
    for name in [only] if only in COMMANDS else COMMANDS:
        module = import_module(f"emi.cli.{COMMANDS[name]}")
        several = getattr(module, f"{name}_app", None)
        if several is None:
            app.command(name)(getattr(module, f"{name.replace('-', '_')}_command"))
        else:
            app.add_typer(several, name=name)
    return app


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    say(f"warning: {message}")


class Messages(logging.Handler):
    """Prints log messages of the library on stderr, and clears the line that shows compilation."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message."""
        compiling_line("")
        say(record.getMessage())


def _end() -> None:
    """At exit, ignore Ctrl-C, which would crash Python, and skip the last garbage collection.

    That collection takes a tenth of a second.
    """
    ignore()
    gc.freeze()


def run() -> NoReturn:
    """Run the command line; report user errors in one line on stderr with exit code 2."""
    atexit.register(_end)
    # Most objects live to the end, and no large one is in a cycle.
    gc.set_threshold(COLLECTED)
    # numpy would start threads for OpenBLAS, which is never called.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("stdout", "stderr"):
        # A stream is None if the calling program closed it.
        stream = getattr(sys, name) or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        setattr(sys, name, stream)
    logging.basicConfig(level=logging.INFO, handlers=[Messages()])
    warnings.showwarning = _warn
    compiling.show = compiling_line
    REMARKS.clear()
    CtrlC.stopped = False
    try:
        code = program(named(sys.argv[1:]))(standalone_mode=False, prog_name="emi")
        code = INTERRUPTED if CtrlC.stopped else code
        sys.stdout.flush()
        for one in REMARKS:
            say(one)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a module of others may raise anything
        code = _report(error)
    tell("")  # Flush stderr.
    if code != INTERRUPTED:
        ignore()  # All work is done.
    sys.exit(code or 0)


def _report(error: BaseException) -> int:
    """Report an error in one line and return the exit code; re-raise an error that is a bug."""
    if isinstance(error, _ParseError):
        _refuse(error)
    elif isinstance(error, MemoryError):
        say(memory.shortage(error))
    elif isinstance(error, EmiError):
        say(error)
    elif isinstance(error, OSError) and error.errno is not None:
        return _fail(error)
    elif in_import(error) or next(hidden(), None):
        cannot_import(error)
    else:
        raise error
    return 2


def _fail(error: OSError) -> int:
    """Report an error of the system, and return the exit code."""
    if error.filename is not None or error.errno not in OF_OUTPUT:
        what = "the system refused a request" if error.filename is None else error.filename
        say(f"{what}: {error.strerror or error}")
        return 2
    # The buffer cannot be written, and the interpreter would print a traceback at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    # A closed pipe is not an error: the reader, such as head, needs no more.
    if isinstance(error, BrokenPipeError):
        return 1
    say(f"the output cannot be written: {error.strerror or error}")
    return 2


def _refuse(error: Exception) -> None:
    """Print an error of the command line parser in the form of the other messages."""
    text = getattr(error, "format_message", error.__str__)()
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        tell(f"{text}\n")
        return
    # Shorten "Invalid value for '--jobs': 0: expected ..." to the form of the other messages.
    text = text.replace("Value error, ", "")
    text = re.sub(r" \(env var: '[^']*'\):", ":", text)
    text = re.sub(r"^Invalid value(?:: | for '(-[^']*)':( ))", r"\1\2", text)
    say(f"{' '.join(text.split())} (see `{getattr(context, 'command_path', 'emi')} --help`)")
