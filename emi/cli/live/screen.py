"""Show a game in a terminal, and read lines from it."""

import io
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from emi.cli.interrupt import hearing, leave
from emi.cli.output import tell
from emi.lexicon.alphabet import spelled_out
from emi.reports.texts import ENGLISH, LANGUAGES, Texts, catalogue
from emi.reports.wording import columns, wrapped

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.reports.table import Table
    from emi.results.playing import Turn

#: Background and text colours of well placed, misplaced and missing letters, of the 256 terminal
#: colours.
COLOURS = {
    "classic": ((28, 231), (178, 16), (240, 231)),
    "contrast": ((208, 16), (75, 16), (240, 231)),
    "motus": ((160, 231), (178, 16), (26, 231)),
}
MARKS = "GYB"
#: Seconds after which a message about the current work appears.
PATIENCE = 1.0
#: Seconds in which a line that came with a Ctrl-C is read.
BURST = 0.2


class Thought:
    """Whether the program is thinking or asks for a line, and whether Ctrl-C has ended a thought.

    A Ctrl-C that comes with a line, or just after it, is ``early``: it ends the thought about it.
    """

    def __init__(self) -> None:
        self.at_work = self.stopped = self.asking = self.early = False
        #: Ends the program, unless a line is read before.
        self.leaving: threading.Timer | None = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Mark that the program waits for a line; Ctrl-C ends it unless a line arrives at once."""
        self.asking, self.early = True, False
        try:
            yield
        finally:
            self.asking = False
            if self.leaving is not None:
                self.leaving.cancel()
                self.leaving, self.early = None, True

    def heard(self, end: Callable[[], None]) -> bool:
        """Hear Ctrl-C: return whether it ends a thought; else ``end`` the program."""
        if self.asking:
            self.leaving = threading.Timer(BURST, end)
            self.leaving.start()
            return False
        if self.early or (self.at_work and self.stopped):
            end()
        self.stopped, self.early = self.at_work, not self.at_work
        return True

    def go_on(self, _progress: object = None) -> bool:
        """Return whether to go on thinking."""
        return not self.stopped


#: The thought of this process, which its signals end.
thought = Thought()


class Screen:
    """The standard streams, usually a terminal."""

    def __init__(self, palette: str | None = None) -> None:
        from emi.games.notation import PALETTES

        self.palette = palette if palette in PALETTES else "classic"
        self.asks = sys.stdin is not None and sys.stdin.isatty()
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.asks and sys.stdout.isatty():
            _edit_lines()

    @property
    def width(self) -> int:
        """The width of the terminal in characters."""
        return shutil.get_terminal_size().columns

    def put(self, text: str = "", indent: int = 0) -> None:
        """Print lines, wrapped to the width; continuation lines are indented."""
        width = max(self.width - 1, 20)
        for line in spelled_out(text).splitlines() or [""]:
            typer.echo("\n".join(wrapped(line, width, " " * indent) or [""]))
        sys.stdout.flush()

    def put_as_is(self, line: str) -> None:
        """Print a line without wrapping."""
        typer.echo(spelled_out(line))
        sys.stdout.flush()

    def table(self, table: "Table") -> None:
        """Print a table, no wider than the terminal."""
        from emi.reports import render

        text = render(table, "table", width=self.width, colour=self.colour)
        self.put_as_is(text.rstrip("\n"))

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""
        sys.stdout.flush()
        with thought.waiting():
            if self.asks:
                try:
                    return input(prompt).strip()
                except EOFError:
                    print()
                    return None
            line = sys.stdin.readline() if sys.stdin is not None else ""
        return line.strip() if line else None

    def turn(self, game: "Game", turn: "Turn", before: str = "", after: str = "") -> str:
        """Return a guess with its feedback, as tiles or in letters, between two texts.

        Where there is no room, tiles are one letter wide, and the last text is on the next line.
        """
        wide, beside = columns(turn.guess), columns(before + after)
        text, many = f"{turn.guess} {turn.feedback}", wide + 1 + columns(turn.feedback)
        if game.marked and self.colour:
            around = " " if 3 * wide + beside <= self.width else ""
            many = wide * len(f" {around}{around}")
            text = "".join(
                self._tile(f"{around}{letter}{around}", mark)
                for letter, mark in zip(turn.guess, turn.feedback, strict=True)
            )
        if many + beside > self.width:
            after = f"\n  {after}"
        return f"{before}{text}{after}"

    def keyboard(self, game: "Game", known: dict[str, str], t: Texts = ENGLISH) -> list[str]:
        """Return a coloured keyboard, or the known letters as text; empty for other games."""
        if game.kind != "words" or not known:
            return []
        if not self.colour:
            said = {"G": "placed", "Y": "misplaced", "B": "missing", "?": "tried"}
            listed = {
                key: "".join(sorted(letter for letter, one in known.items() if one == mark))
                for mark, key in said.items()
            }
            return [", ".join(t(key, a=letters) for key, letters in listed.items() if letters)]
        # The keys are those of the language of the list.
        name = "" if game.lexicon is None else game.lexicon.name
        rows = catalogue(name if name in LANGUAGES else "en")["keys"]
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
    """Enable line editing and history, if available."""
    try:
        import readline
    except ImportError:
        return
    # Read pasted lines one by one, as if they were typed.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("set disable-completion on")


def _keep_typed() -> Callable[[], None]:
    """Let the terminal keep typed text at Ctrl-C; return a function that restores its settings."""
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
    kept = [*before]
    kept[3] |= termios.NOFLSH
    termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, kept)
    return lambda: termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, before)


@contextmanager
def talking(t: Texts = ENGLISH) -> Iterator[None]:
    """On Ctrl-C, end the current thought, or that about a line typed just then; else the program.

    Before the program ends, restore the terminal settings and end the line.
    """
    restore = _keep_typed()

    def stop() -> None:
        if thought.heard(quit_) and sys.stderr.isatty():
            tell(f"\nemi: {t('sayStopping')}\n")

    def quit_(*_: object) -> None:
        restore()
        if sys.stdout.isatty():
            os.write(sys.stdout.fileno(), b"\n")
        leave()

    with hearing(stop):
        if signal.getsignal(signal.SIGTERM) != signal.SIG_IGN:
            signal.signal(signal.SIGTERM, quit_)
        try:
            yield
        finally:
            restore()


@contextmanager
def patiently(what: str) -> Iterator[None]:
    """Let Ctrl-C end the work inside; on a terminal, print ``what`` after `PATIENCE` seconds."""

    def said() -> None:
        if sys.stderr.isatty():
            tell(f"emi: {what}\n")

    timer = threading.Timer(PATIENCE, said)
    timer.daemon = True
    timer.start()
    thought.at_work, thought.stopped, thought.early = True, thought.early, False
    try:
        yield
    finally:
        thought.at_work = False
        timer.cancel()
