"""Several boards in a terminal: help with a game played elsewhere, or a fair host."""

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.live.talk import LISTED, Talk
from emi.cli.output import Output, say
from emi.playing.boards import PATIENCE
from emi.playing.course import Course
from emi.reports.texts import Texts, listed

if TYPE_CHECKING:
    from emi.playing.boards import BoardsPosition


def assist_on_boards(
    position: "BoardsPosition", *, top: int | None, language: str, output: Output
) -> None:
    """Show advice and read guesses with their feedback, until all boards are found."""
    t = Texts(language)
    with talking(t):
        _Assisted(position, Screen(), t, top, output).run()


def play_on_boards(
    position: "BoardsPosition", seed: int | None, screen: Screen, language: str
) -> None:
    """Play against secrets drawn at random, until all boards are found or no tries are left."""
    t = Texts(language)
    with talking(t):
        _Played(position, screen, t, position.draw(random.Random(seed))).run()  # noqa: S311


class _Boards(Talk):
    """A game of several boards in the terminal."""

    #: A `Course` of a position of several boards.
    course: Any

    def __init__(self, position: "BoardsPosition", screen: Screen, t: Texts) -> None:
        position.settings = position.settings.having(watch=thought.go_on)
        super().__init__(Course(cast("Any", position), PATIENCE), screen, t)
        self.tries = position.settings.tries or position.game.tries

    def greet(self) -> None:
        """Print the boards and their words."""
        game = self.course.game
        self.screen.put(self.t.then(":", game.name, game.facts.contents))

    def end(self) -> None:
        """Print how many guesses it took, and offer a review."""
        self.screen.put(self.t("won", n=len(self.course.position.turns)))
        super().end()

    def review(self) -> None:
        """Show what each guess left, beside the advised guess."""
        with patiently(self.t("sayLooking")):
            reviewed = self.course.review()
        self.screen.put()
        self.screen.table(reviewed.table())

    def rated(self, line: str) -> bool:
        """Compare the word of a line such as ``? CRANE`` with the advised guess."""
        if not line.startswith("?"):
            return False
        position = self.course.position
        word = position.game.code(line[1:].strip())
        next(board for board in position.boards if not board.found).check(word)
        with patiently(self.t("sayThinking")):
            advised = position.explain(top=None)
        rows = advised.guesses
        rated = dict.fromkeys((rows[0], next(row for row in rows if row.guess == word)))
        self.screen.table(replace(advised, guesses=tuple(rated)).table())
        return True

    def _hint(self) -> None:
        with patiently(self.t("sayThinking")):
            hint = self.course.hint()
        if hint.best is not None:
            self.screen.put(hint.best.guesses[0].guess)
        elif hint.level == 2:  # noqa: PLR2004 - the secrets
            self._secrets()
        else:
            self.screen.put(self._surely(hint.surely))

    def _best(self) -> None:
        with patiently(self.t("sayThinking")):
            self.screen.put(self.course.position.best())

    def _secrets(self) -> None:
        for place, possible in enumerate(self.course.position.possible, 1):
            words = self.t.written(listed(possible, LISTED, " ")) or self.t("found")
            self.screen.put(f"{place:2}  {words}", indent=4)

    def _words(self) -> None:
        self._secrets()


class _Assisted(_Boards):
    """Help with boards of a game played elsewhere."""

    def __init__(
        self,
        position: "BoardsPosition",
        screen: Screen,
        t: Texts,
        top: int | None,
        output: Output,
    ) -> None:
        super().__init__(position, screen, t)
        self.top, self.output = top, output
        #: What was typed of a clue whose other boards follow.
        self.clue = ""

    def greet(self) -> None:
        """Print the advice, and the commands on a terminal."""
        self.undone()
        if self.screen.asks:
            self.screen.put(self.t("sayTypeClue", commands=self.listed_commands()))

    def heard(self, line: str) -> None:
        """Read a guess with the feedback of each board, on one line or several."""
        if not self.clue and self.rated(line):
            return
        clue, self.clue = f"{self.clue} {line}".strip(), ""
        feedbacks = len(list(filter(None, re.split(r"[\s:/,]+", clue)))) - 1
        if feedbacks < sum(not board.found for board in self.course.position.boards):
            self.clue = clue
            return
        self.course.position.hear(clue)
        self.undone()

    def undone(self) -> None:
        """Print the advice, unless all boards are found."""
        if self.course.position.found:
            return
        with patiently(self.t("sayThinking")):
            advice = self.course.position.explain(top=self.top)
        self.output.put(advice.table())

    def _undo(self) -> None:
        if not self.clue:
            super()._undo()
        self.clue = ""


class _Played(_Boards):
    """A game against secrets drawn at random."""

    def __init__(
        self, position: "BoardsPosition", screen: Screen, t: Texts, secrets: tuple[str, ...]
    ) -> None:
        super().__init__(position, screen, t)
        self.drawn = secrets

    @property
    def over(self) -> bool:
        """Whether all boards are found, or no tries are left."""
        return super().over or len(self.course.position.turns) >= self.tries

    def greet(self) -> None:
        """Print the boards, the tries and the commands."""
        super().greet()
        self.screen.put(self.t("sayTries", n=self.tries))
        self.screen.put(self.t("sayType", commands=self.listed_commands()))

    def prompt(self) -> str:
        """Return the number of the guess and of the tries."""
        return f"{len(self.course.position.turns) + 1}/{self.tries}> "

    def heard(self, line: str) -> None:
        """Make a guess on all boards, or rate one."""
        if self.rated(line):
            return
        position, base = self.course.position, self.course.game.base
        guess = base.code(line.removeprefix("="))
        next(board for board in position.boards if not board.found).check(guess)
        position.push(guess, [base.feedback(guess, secret) for secret in self.drawn])
        self.course.asked = 0
        self.undone()

    def undone(self) -> None:
        """Print the last guess on each board, with the number of its candidates."""
        position = self.course.position
        if not position.turns:
            return
        feedback = position.turns[-1].feedback
        lines = zip(position.boards, feedback, position.possible, strict=True)
        for place, (board, heard, possible) in enumerate(lines, 1):
            last = board.turns[-1]
            kind = self.t.kind(self.what, len(possible))
            left = self.t("sayStill", n=len(possible), kind=kind)
            how = f"{place:2}  ", f"  {self.t('found') if board.found else left}"
            line = self.screen.turn(board.game, last, *how) if heard else last.guess.join(how)
            self.screen.put_as_is(line)

    def leave(self, *, quits: bool) -> None:
        """Print the secrets; offer a review to a player who quits."""
        if not quits:
            say(self.t("sayEnds"))
        self.screen.put(self.t("lostFair", word=" ".join(self.drawn)))
        super().leave(quits=quits)

    def end(self) -> None:
        """Print how it ended, and review the game."""
        if super().over:
            self.screen.put(self.t("won", n=len(self.course.position.turns)))
        else:
            self.screen.put(self.t("lostFair", word=" ".join(self.drawn)))
        self.review()
