"""``emi explain --interactive``: help with a game that is played elsewhere."""

import json
from typing import TYPE_CHECKING

from emi.cli.environment import Kept
from emi.cli.live.screen import Screen, listed, patiently, talking
from emi.cli.output import Output, in_options, say
from emi.errors import EmiError, OptionError
from emi.games.notation import example
from emi.playing.contradiction import named
from reports.wording import plural

if TYPE_CHECKING:
    from emi.playing.assistant import Assistant
    from emi.playing.position import Position
    from search.model.limits import Limits

#: So many guesses are ranked unless it is said, and so many words are listed.
TOP, LISTED = 10, 60
#: Where no more secrets are left, guesses are named that fit and are none.
FEW = 3
HELP = """Type your guess and the feedback on it, such as {example},
or the feedback alone if you proposed the first of the list.
  !WORD  the other game does not know WORD: it is left out
  words  what is still possible
  undo   take back the last line
  quit   end"""


def assist(
    position: "Position",
    *,
    palette: str | None,
    top: int | None,
    limits: "Limits | None",
    kept: Kept,
    output: Output,
) -> None:
    """Help with a game that stands somewhere, until it is found or the input ends."""
    if output.kind not in {"table", "json"}:
        raise OptionError(f"--format {output.kind}: expected table or json with --interactive")
    from emi.playing.assistant import PATIENCE, Assistant

    with kept.open() as store, talking():
        helped = Assistant(
            position,
            palette=palette,
            top=top or TOP,
            seconds=PATIENCE if limits is None else limits.seconds,
            store=store,
        )
        _Talk(helped, Screen(palette), as_json=output.kind == "json").run()


class _Talk:
    """An assistant in the terminal, or for a program."""

    def __init__(self, helped: "Assistant", screen: Screen, *, as_json: bool) -> None:
        self.helped = helped
        self.screen = screen
        self.as_json = as_json
        self.what = helped.game.what

    def run(self) -> None:
        """Read lines until the secret is found or the input ends."""
        game = self.helped.game
        if not self.as_json:
            self.screen.put(f"{game.name}: {game.contents}")
        self._show()
        if not self.as_json:
            self.screen.put("Type a guess and its feedback, or: !WORD, words, undo, quit, help")
        while not self.helped.position.found:
            line = self.screen.ask("> ")
            if line is None or line.removeprefix("/").lower() in {"quit", "exit"}:
                return
            if line or self.as_json:
                self._answer(line)

    def _answer(self, line: str) -> None:
        """Do what a line says; what is wrong with it is said, and it goes on."""
        try:
            if self._heard(line):
                self._show()
        except EmiError as error:
            if self.as_json:
                self.screen.put_as_is(json.dumps({"error": in_options(error)}, ensure_ascii=False))
            else:
                say(error)

    def _heard(self, line: str) -> bool:
        """Take a line over; tell whether the position is another one."""
        helped, word = self.helped, line.removeprefix("/").lower()
        if word == "undo":
            if not helped.undo():
                raise OptionError("undo: there is nothing to take back, expected a guess before")
        elif line.startswith("!"):
            helped.strike(line[1:])
        elif word == "help" and not self.as_json:
            self.screen.put(HELP.format(example=example(helped.game)), indent=9)
            return False
        elif word in {"words", "help"}:
            if not self.as_json:
                self.screen.put(listed(helped.position.possible, LISTED))
                return False
        else:
            helped.hear(line)
        return True

    def _show(self) -> None:
        """Show where the game stands, and the next guesses."""
        position = self.helped.position
        with patiently("thinking"):
            explained = self.helped.ranked()
        if self.as_json:
            from emi.playing.assistant import SHOWN
            from reports import render
            from reports.views.guesses import guesses

            document = json.loads(render(guesses(explained, show=SHOWN), "json"))
            self.screen.put_as_is(json.dumps(document, ensure_ascii=False))
            return
        if position.turns:
            turn = position.turns[-1]
            left = plural(len(position.possible), self.what)
            self.screen.put_as_is(f"{self.screen.turn(self.helped.game, turn)}  {left} left")
            others = position.unlisted if len(position.possible) <= FEW else ()
            if others:
                self.screen.put(f"not on the list of secrets, but fit too: {named(others)}")
        from reports.views.live import ranked

        self.screen.table(ranked(explained))
