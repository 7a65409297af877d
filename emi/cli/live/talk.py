"""Typed lines of a game, with the commands that all games share."""

from typing import TYPE_CHECKING

from emi.cli.live.screen import patiently
from emi.cli.output import say
from emi.errors import EmiError
from emi.reports.texts import Texts, listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.cli.live.screen import Screen
    from emi.playing.course import Course, Hint
    from emi.search.model.bounds import Bounds

#: The most words in a list.
LISTED = 60
#: The commands, with the keys of their descriptions.
COMMANDS = {
    "hint": "sayAgain", "best": "sayBest", "words": "sayWords", "secrets": "saySecrets",
    "undo": "sayUndo", "quit": "sayQuit", "help": "sayHelp",
}  # fmt: skip


class Talk:
    """A game in the terminal.

    Parameters
    ----------
    course : Course
    screen : Screen
    t : Texts
        The texts in the language of the player.
    """

    def __init__(self, course: "Course", screen: "Screen", t: Texts) -> None:
        self.t = t
        self.course = course
        self.screen = screen
        self.what = course.game.what
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self._hint, "?": self._hint, "best": self._best, "words": self._words,
            "secrets": self._secrets, "undo": self._undo, "help": self._help,
        }  # fmt: skip
        #: The commands by their names in the language; those in English are known in each.
        self.named = {t(f"command{name.capitalize()}"): name for name in COMMANDS}
        self.wide = max(map(len, self.named)) + 2
        self.named["exit"] = "quit"

    def command(self, line: str) -> str:
        """Return the command in a line, such as ``quit``; empty if it is not a command."""
        word = line.removeprefix("/").lower()
        word = self.named.get(word, word)
        if word not in {*self.commands, "quit"}:
            return ""
        return word if line.startswith("/") or not self.is_guess(line) else ""

    def is_guess(self, line: str) -> bool:  # noqa: ARG002 - of the games that take guesses alone
        """Return whether a line that may be a command is a guess."""
        return False

    def tried(self, action: "Callable[[], None]") -> None:
        """Run an action; print an error, and continue the game."""
        try:
            action()
        except EmiError as error:
            say(self.t.of_error(error))

    def still(self) -> str:
        """Return the number of candidates as text."""
        left = len(self.course.position.possible)
        return self.t("sayStill", n=left, kind=self.t.kind(self.what, left))

    def help_lines(self) -> list[str]:
        """Return the lines of the help: the commands with their descriptions."""
        return [
            f"  {name:<{self.wide}}{self.t(key)}"
            for name, key in zip(self.named, COMMANDS.values(), strict=False)
        ]

    def listed_commands(self, *others: str) -> str:
        """Return the names of the commands in one line."""
        return ", ".join((*others, *[*self.named][: len(COMMANDS)]))

    def undone(self) -> None:
        """Show the position after an undo."""

    def _hint(self) -> None:
        with patiently(self.t("sayThinking")):
            hint = self.course.hint()
        self.screen.put(self._said(hint))

    def _said(self, hint: "Hint") -> str:
        """Return a hint as text."""
        if hint.best is not None:
            from emi.reports.views.guesses import advice

            return f"{advice(hint.best, self.t)}."
        if hint.level == 2:  # noqa: PLR2004 - the secrets
            return self.t("hintWords", words=listed(hint.possible, LISTED, " "))
        return f"{self.still()}. {self._surely(hint.surely)}"

    def _surely(self, surely: "Bounds") -> str:
        """Return the bounds on the worst case as text."""
        if surely.upper is None:
            return self.t("hintOpen", lower=surely.lower)
        if surely.proven:
            return self.t("hintSure", n=surely.upper)
        return self.t("hintBounds", lower=surely.lower, upper=surely.upper)

    def _best(self) -> None:
        from emi.reports.views.guesses import advice

        with patiently(self.t("sayThinking")):
            best = self.course.best()
        self.screen.put(f"{advice(best, self.t)}.")

    def _words(self) -> None:
        self._secrets()
        if others := self.course.position.unlisted:
            self.screen.put(self.t("sayOther", words=listed(others, LISTED, " ")))

    def _secrets(self) -> None:
        self.screen.put(self.t.written(listed(self.course.position.possible, LISTED, " ")))

    def _undo(self) -> None:
        self.course.pop()
        self.undone()

    def _help(self) -> None:
        for line in self.help_lines():
            self.screen.put(line, indent=self.wide + 2)
