"""``emi explain --interactive``: help with a game played elsewhere."""

import json
from contextlib import suppress
from typing import TYPE_CHECKING

from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.live.talk import HelpTalk
from emi.cli.options import Storage
from emi.cli.output import Output, in_options
from emi.errors import EmiError, OptionError
from emi.games.notation import example
from emi.playing.contradiction import named
from emi.reports.texts import Texts
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.playing.assistant import Assistant
    from emi.playing.position import Position

#: The default number of ranked guesses.
TOP = 10
#: With at most this many candidates left, fitting guesses that are not secrets are listed too.
FEW_CANDIDATES = 3


def assist(
    position: "Position",
    cache: Storage,
    output: Output,
    *,
    palette: str | None,
    top: int | None,
    language: str,
) -> None:
    """Help with a game from a position on, until the secret is found or the input ends."""
    if output.kind not in {"table", "json"}:
        raise OptionError(f"--format {output.kind}: expected table or json with --interactive")
    t = Texts(language)
    with cache.open() as store, talking(t):
        helped = position.assist(palette=palette, top=top, store=store, watch=thought.go_on)
        _Talk(helped, Screen(palette), t, as_json=output.kind == "json").run()


class _Talk(HelpTalk):
    """An assistant in the terminal, or for a program."""

    course: "Assistant"

    def __init__(self, helped: "Assistant", screen: Screen, t: Texts, *, as_json: bool) -> None:
        super().__init__(helped, screen, t)
        self.as_json = self.hears_blank = as_json
        if as_json:
            # A program always gets the complete document.
            self.commands = {**dict.fromkeys(self.commands, self._show), "undo": self._undo}
        #: The lines that ask for the meaning of the columns.
        self.columns_asked = [f"{t('commandHelp')} {t('commandColumns')}", "help columns"]

    def greet(self) -> None:
        """Print the game, the ranked guesses and the commands."""
        from emi.reports.views.live import contents

        game = self.course.game
        if not self.as_json:
            self.screen.put(self.t.then(":", game.name, contents(game.facts, self.t)))
        with suppress(Stopped):
            self._show()
        if not self.as_json:
            self.screen.put(self.t("sayTypeClue", commands=self.listed_commands()))

    def say_guess(self, line: str) -> None:
        """Explain how to type a word that is also a command, unless a program reads the output."""
        if not self.as_json:
            super().say_guess(line)

    def offer_review(self) -> None:
        """Offer a review, but not to a program."""
        if not self.as_json:
            super().offer_review()

    def tried(self, action: "Callable[[], None]") -> None:
        """Run an action; print an error as JSON for a program, and continue."""
        if not self.as_json:
            super().tried(action)
            return
        try:
            action()
        except EmiError as error:
            self.screen.put_as_is(json.dumps({"error": in_options(error)}, ensure_ascii=False))

    def help_lines(self) -> list[str]:
        """Return the lines of the help."""
        return [
            self.t("sayHelpClue", example=example(self.course.game)),
            self.t("sayHelpAlone"),
            *super().help_lines(),
            f"  {self.columns_asked[0]}: {self.t('helpColumns')}",
        ]

    def undone(self) -> None:
        """Show the position after an undo."""
        self._show()

    def heard(self, line: str) -> None:
        """Read a guess with its feedback, or a word that the other game does not know."""
        if not self.as_json and self.rated(line):
            return
        if not self.as_json and line.lower() in self.columns_asked:
            self._explain_columns()
            return
        if not self.struck(line):
            self.course.push(line.removeprefix("="))
        self._show()

    def _explain_columns(self) -> None:
        """Print the meanings of the columns of the table."""
        heads = {
            "sayColLargest": "helpLargest", "viewExpected": "helpExpected", "bits": "helpBits",
            "sayColWorst": "helpWorst", "sayColAverage": "helpAverage",
            "sayColUsual": "helpUsual",
        }  # fmt: skip
        names = [name if name == "bits" else self.t(name) for name in heads]
        wide = max(map(len, names)) + 2
        for name, key in zip(names, heads.values(), strict=True):
            self.screen.put(f"  {name:<{wide}}{self.t(key)}", indent=wide + 2)

    def _show(self) -> None:
        """Show the position and the ranked next guesses."""
        position = self.course.position
        if position.turns and not self.as_json:
            turn = position.turns[-1]
            left = f"  {self.still()}"
            self.screen.put_as_is(self.screen.turn(self.course.game, turn, after=left))
            others = position.unlisted if len(position.possible) <= FEW_CANDIDATES else ()
            if others:
                self.screen.put(self.t("sayOther", words=named(others)))
            if position.beyond:
                self.screen.put(self.t("sayBeyond"))
            self.warn()
        with patiently(self.t("sayThinking")):
            explained = self.course.best()
        if self.as_json:
            from emi.playing.assistant import SHOWN
            from emi.reports import render
            from emi.reports.views.guesses import guesses

            document = json.loads(render(guesses(explained, show=SHOWN), "json"))
            self.screen.put_as_is(json.dumps(document, ensure_ascii=False))
            return
        if len(explained.likeliest) > 1:
            self.screen.put(self.t("hintWords", words=" ".join(explained.likeliest)))
        from emi.reports.views.live import ranked

        self.screen.table(ranked(explained, self.t))
