"""Lines that are typed in a game, and the commands among them: the same in all games."""

from typing import TYPE_CHECKING

from emi.cli.live.screen import listed, patiently
from emi.cli.output import say
from emi.errors import EmiError, OptionError
from reports.wording import between, plural

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.cli.live.screen import Screen
    from emi.playing.course import Course, Hint

#: So many words are listed.
LISTED = 60
#: The commands, with what they mean.
COMMANDS = """\
  hint     how many guesses are surely enough; again: the secrets; again: the best guess
  best     the best guess
  words    the words that fit all clues
  secrets  the secrets that are still possible
  undo     take back the last guess
  quit     end
  help     this"""
#: Their names, for the line that a game begins with.
NAMED = "hint, best, words, secrets, undo, quit, help"


class Talk:
    """A game in the terminal.

    Parameters
    ----------
    course : Course
    screen : Screen
    """

    help = COMMANDS

    def __init__(self, course: "Course", screen: "Screen") -> None:
        self.course = course
        self.screen = screen
        self.what = course.game.what
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self._hint, "?": self._hint, "best": self._best, "words": self._words,
            "secrets": self._secrets, "undo": self._undo, "help": self._help,
        }  # fmt: skip

    def command(self, line: str) -> str:
        """Return the command that a line is, such as ``quit``; nothing where it is none."""
        word = line.removeprefix("/").lower()
        if word in {"quit", "exit"}:
            word = "quit"
        elif word not in self.commands:
            return ""
        return word if line.startswith("/") or not self.is_guess(line) else ""

    def is_guess(self, line: str) -> bool:  # noqa: ARG002 - of the games that take guesses alone
        """Tell whether a line that may be a command is a guess."""
        return False

    def tried(self, action: "Callable[[], None]") -> None:
        """Do something; what is wrong with it is said, and the game goes on."""
        try:
            action()
        except EmiError as error:
            say(error)

    def undone(self) -> None:
        """Show where the game stands after a guess was taken back."""

    def _hint(self) -> None:
        with patiently("thinking"):
            hint = self.course.hint()
        self.screen.put(self._said(hint))

    def _said(self, hint: "Hint") -> str:
        """Return a hint in words."""
        if hint.best is not None:
            from reports.views.guesses import advice, prospect

            return f"{advice(hint.best)}. {prospect(hint.best)}"
        if hint.level == 2:  # noqa: PLR2004 - the secrets
            return listed(hint.possible, LISTED)
        bounds = between(hint.surely.lower, hint.surely.upper)
        enough = "1 guess is" if bounds == "1" else f"{bounds} guesses are"
        proven = "" if hint.surely.proven else " (bounds, not proven)"
        return f"{plural(len(hint.possible), self.what)} left, {enough} surely enough{proven}"

    def _best(self) -> None:
        from reports.views.guesses import advice

        with patiently("thinking"):
            best = self.course.advise()
        self.screen.put(f"{advice(best)}.")

    def _words(self) -> None:
        self._secrets()
        if others := self.course.position.unlisted:
            self.screen.put(f"not on the list of secrets, but fit too: {listed(others, LISTED)}")

    def _secrets(self) -> None:
        self.screen.put(listed(self.course.position.possible, LISTED))

    def _undo(self) -> None:
        if not self.course.undo():
            raise OptionError("undo: there is nothing to take back, expected a guess before")
        self.undone()

    def _help(self) -> None:
        self.screen.put(self.help, indent=11)
