"""A game against the program in a terminal."""

from typing import TYPE_CHECKING

from emi.cli.live.screen import patiently
from emi.cli.live.talk import Talk
from emi.cli.output import say
from emi.reports.texts import listed

if TYPE_CHECKING:
    from emi.playing.host import Host

#: The number of words listed at the end.
LISTED_WORDS = 12


class HostTalk(Talk):
    """A game against the program in the terminal."""

    course: "Host"

    @property
    def over(self) -> bool:
        """Whether the secret is found, or no tries are left."""
        return self.course.over

    def leave(self, *, quits: bool) -> None:
        """Show the secret; offer a review to a player who quits."""
        if not quits:
            say(self.t("sayEnds"))
        self._reveal()
        super().leave(quits=quits)

    def help_lines(self) -> list[str]:
        """Return the lines of the help."""
        return [*super().help_lines(), self.t("sayEquals")]

    def undone(self) -> None:
        """Show the position after an undo."""
        turns = self.course.turns
        self.screen.put(f"{turns[-1].guess}  {self.still()}" if turns else self.still())

    def greet(self) -> None:
        """Print the game, its host, the tries and the commands."""
        from emi.reports.views.live import contents

        host, game = self.course, self.course.game
        self.screen.put(self.t.then(":", game.name, contents(game.facts, self.t)))
        self.screen.put(self.intro())
        if host.tries is not None:
            allowed = self.t("sayTries", n=host.tries)
            if host.needed is not None and game.tries not in {None, host.tries}:
                allowed = self.t("sayNeeded", n=host.tries, of=game.tries)
            self.screen.put(allowed)
        first = {word[0] for word in game.secrets}
        if game.kind == "words" and len(first) == 1 and len(game.secrets) > 1:
            self.screen.put(f"{first.pop()}{' .' * (game.length - 1)}")
        self.screen.put(self.t("sayType", commands=self.listed_commands()))

    def intro(self) -> str:
        """Return the introduction: whether the secret is drawn, or the host is evil."""
        game = self.course.game
        if self.course.responder.name != "evil":
            return self.t("fairIntro")
        title = "Motus" if game.page is None else game.page.titles["en"]
        key = "playIntro" if game.kind == "words" else "playIntroCodes"
        return self.t(key, evil=f"Evil {title}")

    def prompt(self) -> str:
        """Return the prompt: the number of the next guess, and the tries allowed, ``3/6> ``."""
        of = "" if self.course.tries is None else f"/{self.course.tries}"
        return f"{len(self.course.turns) + 1}{of}> "

    def heard(self, line: str) -> None:
        """Make a guess, or rate one."""
        if self.rated(line):
            return
        with patiently(self.t("sayThinking")):
            self.course.push(line.removeprefix("="))
        self.show()

    def show(self) -> None:
        """Show the last guess with its feedback, and what is known of the letters."""
        host, screen = self.course, self.screen
        turn, left = host.turns[-1], "" if host.found else f"  {self.still()}"
        from emi.playing.host import known_letters

        screen.put_as_is(screen.turn(host.game, turn, after=left))
        if not host.over:
            for row in screen.keyboard(host.game, known_letters(host.game, host.turns), self.t):
                (screen.put_as_is if screen.colour else screen.put)(row)
            self.warn()

    def _reveal(self) -> None:
        """Show the secret, or the secrets that are still possible."""
        possible, secret = self.course.position.possible, self.course.secret
        if secret is not None:
            self.screen.put(self.t("lostFair", word=secret))
            return
        self.screen.put(self.t("lost", word=possible[0]))
        self.screen.put(self.t("lostMore", n=len(possible)))
        self.screen.put(self.t("hintWords", words=listed(possible, LISTED_WORDS, " ")))

    def end(self) -> None:
        """Show the review of the game, and a result to share."""
        host, screen = self.course, self.screen
        if host.found:
            screen.put(self.t("won", n=len(host.turns)))
        else:
            self._reveal()
        self.review()
        screen.put()
        for line in host.result(screen.palette).splitlines():
            screen.put_as_is(line)
