"""Typed lines of a game, with the commands that all games share."""

from functools import cache
from typing import TYPE_CHECKING

from emi.cli.live.screen import patiently
from emi.cli.output import say
from emi.errors import EmiError
from emi.reports.texts import LANGUAGES, Texts, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from emi.cli.live.screen import Screen
    from emi.playing.course import Course, HelpedCourse
    from emi.results.advice import Explanation
    from emi.search.model.bounds import Bounds

#: The most words in a list.
LISTED = 60
#: The commands, with the keys of their descriptions.
COMMANDS = {
    "hint": "sayAgain", "best": "sayBest", "words": "sayWords", "secrets": "saySecrets",
    "undo": "sayUndo", "quit": "sayQuit", "help": "sayHelp",
}  # fmt: skip


@cache
def command_names() -> "Mapping[str, str]":
    """Return the commands by their names in all languages."""
    names = {
        Texts(language)(f"command{name.capitalize()}"): name
        for language in LANGUAGES
        for name in COMMANDS
    }
    return {**names, "exit": "quit"}


class Talk:
    """A game in the terminal.

    Parameters
    ----------
    course : Course
    screen : Screen
    t : Texts
        The texts in the language of the player.
    """

    #: Whether an empty line is heard too.
    hears_blank = False
    #: How far the later lines of the candidates are indented.
    indent = 0

    def __init__(self, course: "Course", screen: "Screen", t: Texts) -> None:
        self.t = t
        self.course = course
        self.screen = screen
        self.what = course.game.what
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self._hint, "?": self._hint, "best": self._best, "words": self._words,
            "secrets": self._secrets, "undo": self._undo, "help": self._help,
        }  # fmt: skip
        #: The names of the commands in the language; those in each language are known.
        self.named = [t(f"command{name.capitalize()}") for name in COMMANDS]
        self.wide = max(map(len, (*self.named, f"? {t('sayWord')}"))) + 2

    def run(self) -> None:
        """Read lines until the game is over, the player quits, or the input ends."""
        self.greet()
        while not self.over:
            line = self.screen.ask(self.prompt())
            if line is None or (word := self.command(line)) == "quit":
                self.leave(quits=line is not None)
                return
            if word:
                self.tried(self.commands[word])
                self.say_guess(line)
            elif line or self.hears_blank:
                self.tried(lambda said=line: self.heard(said))  # type: ignore[misc]
        self.end()

    @property
    def over(self) -> bool:
        """Whether no further guess is read."""
        return self.course.position.found

    def greet(self) -> None:
        """Print what comes before the first line is read."""

    def prompt(self) -> str:
        """Return the prompt of a line."""
        return "> "

    def heard(self, line: str) -> None:
        """Read a line that is no command."""

    def leave(self, *, quits: bool) -> None:
        """End a game that is not over: the player quits, or the input has ended."""
        if quits:
            self.offer_review()

    def end(self) -> None:
        """End a game that is over."""
        self.offer_review()

    def command(self, line: str) -> str:
        """Return the command in a line, such as ``quit``; empty if it is not a command.

        A line that is a command and also a word of the game counts as the command.
        """
        word = line.removeprefix("/").lower()
        return word if word in self.commands else command_names().get(word, "")

    def say_guess(self, line: str) -> None:
        """Explain how to type a word of the game that is also a command."""
        guess = self.course.game.code(line)
        if guess in self.course.game.guesses and not self.course.position.found:
            self.screen.put(self.t("sayGuess", word=guess))

    def offer_review(self) -> None:
        """Offer a review of the guesses made."""
        if not self.course.position.turns:
            return
        said = self.screen.ask(f"{self.t('sayReviewAsk')} ")
        if said and said[:1].lower() in {"y", self.t("viewYes")[:1].lower()}:
            self.review()

    def review(self) -> None:
        """Show the guesses made beside the best ones."""
        from emi.tables import table

        with patiently(self.t("sayLooking")):
            reviewed = self.course.review()
        self.screen.put()
        self.screen.table(table(reviewed, t=self.t))

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
        names = (f"? {self.t('sayWord')}", *self.named)
        keys = ("sayRate", *COMMANDS.values())
        return [
            f"  {name:<{self.wide}}{self.t(key)}" for name, key in zip(names, keys, strict=True)
        ]

    def listed_commands(self) -> str:
        """Return the names of the commands in one line."""
        return ", ".join(self.named)

    def undone(self) -> None:
        """Show the position after an undo."""

    def _hint(self) -> None:
        with patiently(self.t("sayThinking")):
            hint = self.course.hint()
        if hint.best is not None:
            self.screen.put(self.advised(hint.best))
        elif hint.level == 2:  # noqa: PLR2004 - the secrets
            self.say_possible()
        else:
            self.screen.put(f"{self.still()}. {self._surely(hint.surely)}")

    def advised(self, explained: "Explanation") -> str:
        """Return the advised guess as text."""
        from emi.reports.views.guesses import advice

        return f"{advice(explained, self.t)}."

    def say_possible(self) -> None:
        """List the candidates in a hint."""
        self.screen.put(self.t("hintWords", words=self.possible()))

    def possible(self) -> str:
        """Return the candidates as text."""
        return self.t.written(listed(self.course.position.possible, LISTED, " "))

    def _surely(self, surely: "Bounds") -> str:
        """Return the bounds on the worst case as text."""
        if surely.upper is None:
            return self.t("hintOpen", lower=surely.lower)
        if surely.proven:
            return self.t("hintSure", n=surely.upper)
        return self.t("hintBounds", lower=surely.lower, upper=surely.upper)

    def _best(self) -> None:
        with patiently(self.t("sayThinking")):
            best = self.course.best()
        self.screen.put(self.advised(best))

    def _words(self) -> None:
        self._secrets()
        if others := self.course.position.unlisted:
            self.screen.put(self.t("sayOther", words=listed(others, LISTED, " ")))

    def _secrets(self) -> None:
        self.screen.put(self.possible(), self.indent)

    def _undo(self) -> None:
        self.course.pop()
        self.undone()

    def rated(self, line: str) -> bool:
        """Rate the word of a line such as ``? CRANE``; return False for any other line."""
        if line.startswith("?"):
            self.rate(self.course.game.code(line[1:].strip()))
        return line.startswith("?")

    def rate(self, word: str) -> None:
        """Print the rank and the values of a word, beside those of the best guess."""
        from emi.playing.course import COMPARED
        from emi.reports.views.guesses import rated

        with patiently(self.t("sayThinking")):
            explained = self.course.rated(word)
        self.screen.put(f"{rated(explained, word, COMPARED, self.t)}.")

    def warn(self) -> None:
        """Warn of a trap of hard play while it can still be avoided."""
        position = self.course.position
        if (trap := position.trap) is not None:
            pattern, count = trap
            allowed = position.settings.tries or position.game.tries or 0
            tries = self.t("sayTries", n=allowed - len(position.turns))
            kind = self.t.kind(self.what, count)
            self.screen.put(self.t("sayTrap", pattern=pattern, n=count, kind=kind, tries=tries))

    def _help(self) -> None:
        for line in self.help_lines():
            self.screen.put(line, indent=self.wide + 2)


class HelpTalk(Talk):
    """Help with a game played elsewhere."""

    course: "HelpedCourse"

    def struck(self, line: str) -> bool:
        """Leave out the words of a line such as ``!CRANE``; return False for any other line."""
        if line.startswith("!"):
            self.course.strike(line[1:])
        return line.startswith("!")

    def help_lines(self) -> list[str]:
        """Return the lines of the help: also how to leave out a word."""
        strike = f"!{self.t('sayWord')}"
        return [f"  {strike:<{self.wide}}{self.t('sayHelpStrike')}", *super().help_lines()]

    def listed_commands(self) -> str:
        """Return the names of the commands in one line."""
        return f"!{self.t('sayWord')}, {super().listed_commands()}"
