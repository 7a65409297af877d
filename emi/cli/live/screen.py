"""How a game is shown in a terminal, and how lines are read from it."""

import io
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from emi.cli.interrupt import leave
from emi.cli.progress import hearing, tell
from emi.games.notation import PALETTES
from reports.wording import wrapped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.results.explanation import Turn
    from reports.table import Table

#: Background and letter of a tile well placed, misplaced and missing, in the 256 colours of
#: terminals.
COLOURS = {
    "classic": ((28, 231), (178, 16), (240, 231)),
    "contrast": ((208, 16), (75, 16), (240, 231)),
    "motus": ((160, 231), (178, 16), (26, 231)),
}
MARKS = "GYB"
#: The letters as they lie on a keyboard, for words of a French list and for others.
AZERTY = ("AZERTYUIOP", "QSDFGHJKLM", "WXCVBN")
QWERTY = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
#: The characters taken by the text next to a guess.
BESIDE = 20
#: Seconds after which a message says what is being done.
PATIENCE = 1.0


class Screen:
    """A terminal, or whatever stands in its place."""

    def __init__(self, palette: str | None = None) -> None:
        self.palette = palette if palette in PALETTES else "classic"
        self.asks = sys.stdin is not None and sys.stdin.isatty()
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.asks and sys.stdout.isatty():
            _edit_lines()

    @property
    def width(self) -> int:
        """How many characters a line has."""
        return shutil.get_terminal_size().columns

    def put(self, text: str = "", indent: int = 0) -> None:
        """Print lines; those that are too long are folded, and go on behind an indent."""
        width = max(self.width - 1, 20)
        for line in text.splitlines() or [""]:
            typer.echo("\n".join(wrapped(line, width, " " * indent) or [""]))
        sys.stdout.flush()

    def put_as_is(self, line: str) -> None:
        """Print a line as it is."""
        typer.echo(line)
        sys.stdout.flush()

    def table(self, table: "Table") -> None:
        """Print a table, no wider than the terminal."""
        from reports import render

        text = render(table, "table", width=self.width, colour=self.colour)
        self.put_as_is(text.rstrip("\n"))

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""
        sys.stdout.flush()
        if self.asks:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.strip() if line else None

    def turn(self, game: "Game", turn: "Turn") -> str:
        """Return a guess with its feedback: as tiles, or in letters."""
        if game.marked and self.colour:
            around = " " if 3 * len(turn.guess) + BESIDE <= self.width else ""
            return "".join(
                self._tile(f"{around}{letter}{around}", mark)
                for letter, mark in zip(turn.guess, turn.feedback, strict=True)
            )
        return f"{turn.guess} {turn.feedback}"

    def keyboard(self, game: "Game", known: dict[str, str]) -> list[str]:
        """Return the lines of a keyboard, or what is known of letters; none without words."""
        if game.kind != "words" or not known:
            return []
        if not self.colour:
            words = {"G": "placed", "Y": "there", "B": "missing", "?": "tried"}
            listed = {
                said: "".join(sorted(letter for letter, one in known.items() if one == mark))
                for mark, said in words.items()
            }
            return [", ".join(f"{said} {letters}" for said, letters in listed.items() if letters)]
        french = game.lexicon is not None and game.lexicon.name == "fr"
        rows = AZERTY if french else QWERTY
        return [
            " " * at + " ".join(self._tile(letter, known.get(letter, "")) for letter in row)
            for at, row in enumerate(rows)
        ]

    def _tile(self, text: str, mark: str) -> str:
        if mark not in MARKS or not mark:
            return typer.style(text, underline=True) if mark else text
        background, letter = COLOURS[self.palette][MARKS.index(mark)]
        return typer.style(text, fg=letter, bg=background, bold=True)


def _edit_lines() -> None:
    """Let lines be edited and recalled, where that can be had."""
    try:
        import readline
    except ImportError:
        return
    # A pasted result is several lines, each read as if it were typed.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("set disable-completion on")


def _as_it_is() -> Callable[[], None]:
    """Return what puts the terminal back as it is now: an edited line changes it."""
    if sys.stdin is None or not sys.stdin.isatty():
        return lambda: None
    try:
        import termios
    except ImportError:
        return lambda: None
    try:
        before = termios.tcgetattr(sys.stdin.fileno())
    except (OSError, termios.error):
        return lambda: None
    return lambda: termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)


@contextmanager
def talking() -> Iterator[None]:
    """End the program at Ctrl-C, on a line of its own."""
    restore = _as_it_is()

    def stop() -> None:
        restore()
        if sys.stdout.isatty():
            os.write(sys.stdout.fileno(), b"\n")
        leave()

    with hearing(stop):
        yield


@contextmanager
def patiently(what: str) -> Iterator[None]:
    """Say on stderr what is being done, if that takes a while and somebody waits."""

    def said() -> None:
        if sys.stderr.isatty():
            tell(f"emi: {what}, a moment\n")

    timer = threading.Timer(PATIENCE, said)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def listed(words: Sequence[str], most: int) -> str:
    """Return words in a line; of many the first."""
    more = "" if len(words) <= most else f" and {len(words) - most:,} more"
    return " ".join(words[:most]) + more
