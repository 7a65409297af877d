"""Several boards of one game: each guess is made on all of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from emi.errors import ClueError, GameError
from emi.games.registry import found, named
from emi.games.variants import Wrapped
from emi.reports.texts import refusal

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from typing import Unpack

    from emi import BoardsPosition
    from emi.games.game import Game
    from emi.games.request import Page, Request
    from emi.results.base import GameFacts
    from emi.search.model.limits import Watch
    from emi.settings import Given


class _Site(NamedTuple):
    """A game of boards on the web."""

    boards: int
    tries: int


#: The games of boards with names; all are Wordle, with secrets that differ.
SITES = {
    "dordle": _Site(2, 7),
    "quordle": _Site(4, 9),
    "octordle": _Site(8, 13),
    "sedecordle": _Site(16, 21),
}
#: The tries beyond one for each board, where the game has no number of its own.
SPARE = 5
#: The most boards.
MOST = 64


@named(
    *SITES,
    "boards:2:C5",
    help=f"{', '.join(SITES)}: 2, 4, 8 and 16 boards of Wordle; boards:2:C5: two boards of C5",
    pattern=rf"{'|'.join(SITES)}|boards(:.*)?",
)
class Boards(Wrapped):
    """Several boards of a game, each with a secret of its own.

    A guess is made on all boards at once, and each board whose secret is not found gives its
    feedback. The candidates are the combinations of one candidate for each board. `start` returns a
    `BoardsPosition`; `emi.solve` finds worst case and average.

    Parameters
    ----------
    game : Game or str
        The game of each board, by itself or by name; feedback may not restrict its guesses.
    count : int
        The number of boards, from 1 to 64.
    distinct : bool
        Whether the secrets of all boards differ, as sites draw them.
    tries : int, optional
        The number of guesses of the player; by default the number of boards and five more.
    name : str, optional
        The name; by default such as ``boards:2:C5``, or ``boards:2:C5 (distinct)``.

    Attributes
    ----------
    base : Game
        The game of each board.

    Raises
    ------
    GameError
        If the number of boards or tries is out of range, if there are too few secrets for boards
        that must differ, or if the game is in hard play.

    Examples
    --------
    >>> boards = Boards("X5", 2)
    >>> boards
    <Boards boards:2:X5: 8 secrets each, 7 tries>
    >>> str(boards.start().value().bounds)
    '4'
    """

    rule = suffix = "boards"
    several = True

    def __init__(
        self,
        game: Game | str,
        count: int = 2,
        *,
        distinct: bool = False,
        tries: int | None = None,
        name: str | None = None,
    ) -> None:
        from emi.games.parse import game_of

        game = game_of(game)
        if not isinstance(count, int) or not 1 <= count <= MOST:
            raise GameError(f"boards: {count!r}, expected a number from 1 to {MOST}")
        self.count, self.distinct = count, distinct
        self.allowed = count + SPARE if tries is None else tries
        if not isinstance(self.allowed, int) or self.allowed < count:
            raise GameError(f"tries: {self.allowed!r}, expected at least one for each board")
        called = f"boards:{count}:{game.name}{' (distinct)' * distinct}"
        super().__init__(game, name or called)
        if game.hard or isinstance(game, Boards):
            raise GameError(f"{self.name}: expected a game in which every guess is allowed")
        if distinct and len(game.secrets) < count:
            raise GameError(
                f"{self.name}: {len(game.secrets)} secrets, expected one for each board"
            )

    @classmethod
    def of_request(cls, request: Request) -> Boards:
        """Return the game of boards with a name, ignoring case."""
        count, inner = _split(request.name)
        if request.inner is not None:
            game = request.inner(inner)
        elif issubclass(kind := found(inner).kind, Boards):
            raise GameError(f"{request.name}: expected a game of one board, such as boards:2:C5")
        else:
            game = kind.of_request(replace(request, name=inner))
        site = SITES.get(request.word)
        if site is None:
            return cls(game, count, distinct=request.distinct is True)
        distinct = request.distinct is not False
        name = request.word + " (independent)" * (not distinct)
        return cls(game, count, distinct=distinct, tries=site.tries, name=name)

    @classmethod
    def to_identify(cls, request: Request) -> NoReturn:
        """Raise GameError: there are no boards of an identification game."""
        raise GameError(f"{request.name}: expected a game of one board to identify")

    @classmethod
    def reads(cls, request: Request) -> frozenset[str]:
        """Return the arguments about files that matter to the game of each board."""
        inner = _split(request.name)[1]
        return found(inner).kind.reads(replace(request, name=inner))

    @property
    def variant(self) -> list[str]:
        """The number of boards, and whether their secrets differ."""
        return [f"{self.count}{' different' * self.distinct}"]

    @property
    def tries(self) -> int:
        """The number of guesses of the player."""
        return self.allowed

    @property
    def facts(self) -> GameFacts:
        """The facts about the game of each board, and the number of boards."""
        return replace(super().facts, boards=self.count)

    @property
    def page(self) -> Page | None:  # type: ignore[override]
        """The page of the game of each board, under another title; None if it has none."""
        page, site = self.base.page, self.name.partition(" ")[0]
        if page is None:
            return None
        of = {lang: f"{title} \u00d7 {self.count}" for lang, title in page.titles.items()}
        titles = {"en": site.capitalize()} if site in SITES else of
        return replace(page, titles=titles, boards=self.count, distinct=self.distinct)

    def draw(self, source: random.Random) -> list[int]:
        """Return the place of a secret for each board, drawn at random."""
        drawn = source.sample if self.distinct else source.choices
        return drawn(range(len(self.secrets)), k=self.count)

    def secrets_of(self, text: str) -> tuple[str, ...]:
        """Return the secrets of all boards, which are separated by spaces, commas or slashes.

        Raises
        ------
        WordError, GameError, ClueError
            If a code is not a secret, if there are more or fewer codes than boards, or if two are
            equal but must differ.
        """
        codes = tuple(map(self.base.secret, re.split(r"[\s,/]+", text.strip())))
        if len(codes) != self.count or (self.distinct and len({*codes}) < self.count):
            key = "errorSecretsDiffer" if self.distinct else "errorSecrets"
            raise refusal(ClueError, key, text=text, n=self.count)
        return codes

    def start(self, **settings: Unpack[Given]) -> BoardsPosition:  # type: ignore[override]
        """Return the position before any guess.

        Parameters
        ----------
        **settings
            The fields of `emi.Settings`.
        """
        from emi import BoardsPosition

        return BoardsPosition(self, **settings)

    def feedback(self, guess: str, secret: str) -> NoReturn:  # noqa: ARG002
        """Raise GameError: feedback is defined for a single board only.

        Raises
        ------
        GameError
            Always.
        """
        raise GameError(
            f"{self.name}: only solve, explain, review, compare, play and page take several "
            f"boards; expected a game of one board, such as {self.base.name}"
        )

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> NoReturn:
        """Raise GameError as `feedback` does."""
        self.feedback(guesses[0], secrets[0])

    def matrix(self, watch: Watch | None = None) -> NoReturn:  # noqa: ARG002
        """Raise GameError as `feedback` does: the matrix is that of `base`."""
        self.feedback(self.guesses[0], self.secrets[0])

    def hardened(self, restriction: str = "possible") -> NoReturn:
        """Raise GameError: the feedback of one board restricts no guess."""
        raise GameError(f"{self.name}: several boards have no hard play ({restriction})")

    def __repr__(self) -> str:
        return f"<Boards {self.name}: {len(self.secrets):,} secrets each, {self.tries} tries>"


def _split(name: str) -> tuple[int, str]:
    """Return the number of boards and the name of the game of each."""
    if (site := SITES.get(name.lower())) is not None:
        return site.boards, "wordle"
    parts = re.fullmatch(r"boards:([0-9]{1,4}):(.+)", name, re.ASCII | re.IGNORECASE)
    if parts is None:
        raise GameError(f"unknown game {name!r}: expected {', '.join(SITES)} or boards:2:C5")
    return int(parts[1]), parts[2]
