"""Several boards in a terminal: help with a game played elsewhere, or a fair host."""

import re
from typing import TYPE_CHECKING, Any, cast

from emi.cli.live.host import HostTalk
from emi.cli.live.screen import Screen, patiently, talking, thought
from emi.cli.live.talk import LISTED, HelpTalk, Talk
from emi.cli.output import Output
from emi.errors import IncompleteClueError
from emi.playing.boards import PATIENCE
from emi.playing.course import HelpedCourse
from emi.reports.texts import Texts, listed
from emi.tables import table

if TYPE_CHECKING:
    from emi.playing.boards import BoardsPosition


def assist_on_boards(
    position: "BoardsPosition", *, top: int | None, language: str, output: Output
) -> None:
    """Show advice and read guesses with their feedback, until all boards are found."""
    position.settings = position.settings.having(watch=thought.go_on)
    t = Texts(language)
    with talking(t):
        helped = HelpedCourse(cast("Any", position), PATIENCE)
        _Assisted(helped, Screen(), t, top, output).run()


class _OnBoards(Talk):
    """A game of several boards in the terminal."""

    #: A `Course` of a position of several boards.
    course: Any
    indent = 4
    #: Candidates have the number of their board before them, and no text; they are all words.
    say_possible = _words = Talk._secrets  # noqa: SLF001 - its own

    def possible(self) -> str:
        """Return the candidates of each board, a line for each."""
        return "\n".join(
            f"{place:2}  {self.t.written(listed(words, LISTED, ' ')) or self.t('found')}"
            for place, words in enumerate(self.course.position.possible, 1)
        )

    def still(self) -> str:
        """Return the number of candidates of each board as text."""
        from emi.reports.views.boards import candidates

        return candidates(self.course.game.name, map(len, self.course.position.possible), self.t)

    def advised(self, advice: Any) -> str:  # noqa: ANN401 - the results of several boards
        """Return the advised guess as text."""
        from emi.reports.views.boards import advice as sentence

        return f"{sentence(advice, self.t)}."

    def rate(self, word: str) -> None:
        """Compare a word with the advised guess."""
        with patiently(self.t("sayThinking")):
            advice = self.course.position.explain(top=1, also=[word])
        self.screen.table(table(advice, t=self.t))


class _Assisted(_OnBoards, HelpTalk):
    """Help with boards of a game played elsewhere."""

    def __init__(
        self, course: HelpedCourse, screen: Screen, t: Texts, top: int | None, output: Output
    ) -> None:
        super().__init__(course, screen, t)
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
        if self.struck(line):
            self.clue = ""
            self.undone()
            return
        if not self.clue and self.rated(line):
            return
        clue = f"{self.clue} {line}".strip()
        for word in _words(clue):
            self.course.check_known(word)
        try:
            self.course.position.hear(clue)
        except IncompleteClueError:
            if not self._awaited(clue):
                raise
            self.clue = clue
        else:
            self.clue = ""
            self.undone()

    def _awaited(self, clue: str) -> list[int]:
        """Return the numbers of the boards whose feedback on a guess is not typed yet."""
        boards = self.course.position.boards
        left = [place for place, board in enumerate(boards, 1) if not board.found]
        return left[len(_words(clue)) - 1 :]

    def prompt(self) -> str:
        """Return the prompt, with the number of the board whose feedback is next."""
        return f"{self.t('boardOf', n=self._awaited(self.clue)[0])}> " if self.clue else "> "

    def undone(self) -> None:
        """Print the advice, unless all boards are found."""
        if self.course.position.found:
            return
        with patiently(self.t("sayThinking")):
            advice = self.course.position.explain(top=self.top)
        self.output.put(table(advice, t=self.t))

    def _undo(self) -> None:
        if not self.clue:
            super()._undo()
        self.clue = ""

    def end(self) -> None:
        """Print how many guesses it took, and offer a review."""
        self.screen.put(self.t("won", n=len(self.course.position.turns)))
        super().end()


def _words(clue: str) -> list[str]:
    """Return the guess of a clue, and its feedback."""
    return [*filter(None, re.split(r"[\s:/,]+", clue))]


class BoardsHostTalk(_OnBoards, HostTalk):
    """A game against secrets drawn at random."""

    def intro(self) -> str:
        """Return the introduction: each guess goes to all boards."""
        return self.t("boardsIntro", n=self.course.game.count)

    def undone(self) -> None:
        """Print the last guess on each board, with the number of its candidates."""
        position = self.course.position
        if not position.turns:
            return
        counts = [len(words) for words in position.possible]
        left = [self.t("sayStill", n=n, kind=self.t.kind(self.what, n)) for n in counts]
        left = [text if n else self.t("found") for n, text in zip(counts, left, strict=True)]
        # Texts of one width leave all tiles the same room.
        wide = max(map(len, left))
        lines = zip(position.boards, position.turns[-1].feedback, left, strict=True)
        for place, (board, heard, text) in enumerate(lines, 1):
            last, how = board.turns[-1], (f"{place:2}  ", f"  {text:{wide}}")
            line = self.screen.turn(board.game, last, *how) if heard else last.guess.join(how)
            self.screen.put_as_is(line.rstrip())

    #: Keyboards and traps are of one board.
    show = undone
