"""Several boards of one game: each guess is made on all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from emi.errors import GameError
from emi.games.parse import game_named, game_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from emi import BoardsPosition
    from emi.games.game import Game
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


class Boards:
    """Several boards of a game, each with a secret of its own.

    A guess is made on all boards at once, and each board that is not found gives its feedback. The
    candidates are a product: those of one board by those of the next.

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
        The name; by default such as ``2 boards of C5``.

    Raises
    ------
    GameError
        If the number of boards or tries is out of range, there are fewer secrets than boards and
        these should differ, or the game is in hard play.

    Examples
    --------
    >>> boards = Boards("X5", 2)
    >>> boards
    <Boards 2 boards of X5: 8 secrets each, 7 tries>
    >>> str(boards.start().value().bounds)
    '4'
    """

    def __init__(
        self,
        game: Game | str,
        count: int = 2,
        *,
        distinct: bool = False,
        tries: int | None = None,
        name: str | None = None,
    ) -> None:
        if not isinstance(count, int) or not 1 <= count <= MOST:
            raise GameError(f"boards: {count!r}, expected a number from 1 to {MOST}")
        self.game, self.count, self.distinct = game_of(game), count, distinct
        self.name = name or f"{count} board{'s' * (count != 1)} of {self.game.name}"
        self.tries = count + SPARE if tries is None else tries
        if not isinstance(self.tries, int) or self.tries < count:
            raise GameError(f"tries: {self.tries!r}, expected at least one for each board")
        if self.game.restriction is not None:
            raise GameError(f"{self.name}: expected a game in which every guess is allowed")
        if distinct and len(self.game.secrets) < count:
            raise GameError(
                f"{self.name}: {len(self.game.secrets)} secrets, expected one for each board"
            )

    @classmethod
    def fits(cls, name: str) -> bool:
        """Return whether a name is that of a game of boards, ignoring case."""
        return name.lower() in SITES or name.lower().startswith("boards:")

    @classmethod
    def named(
        cls, name: str, count: int | None = None, *, read: Callable[[str], Game] = game_named
    ) -> Boards:
        """Return the game of boards with a name, ignoring case.

        Parameters
        ----------
        name : str
            A site's, such as ``quordle``; ``boards:2:C5``; or the name of the game of each board.
        count : int, optional
            The number of boards, if the name does not have it; by default 2.
        read : callable, optional
            Returns the game of each board by its name; by default `emi.game_named`.

        Raises
        ------
        EmiError
            If the name is none of these, or has a number of boards and another one is given.

        Examples
        --------
        >>> Boards.named("boards:3:X5")
        <Boards 3 boards of X5: 8 secrets each, 8 tries>
        """
        site = SITES.get(name.lower())
        found = re.fullmatch(r"boards:([0-9]{1,4}):(.+)", name, re.ASCII | re.IGNORECASE)
        if count is not None and (site or found):
            raise GameError(f"{name}: it has its own number of boards, expected no other")
        if site is not None:
            game = read("wordle")
            return cls(game, site.boards, distinct=True, tries=site.tries, name=name.lower())
        if found is not None:
            return cls(read(found[2]), int(found[1]))
        if cls.fits(name):
            raise GameError(f"unknown game {name!r}: expected {', '.join(SITES)} or boards:2:C5")
        return cls(read(name), 2 if count is None else count)

    def start(self, **settings: Unpack[Given]) -> BoardsPosition:
        """Return the position before any guess.

        Parameters
        ----------
        **settings
            The fields of `emi.Settings`.
        """
        from emi import BoardsPosition

        return BoardsPosition(self, **settings)

    def __repr__(self) -> str:
        secrets = len(self.game.secrets)
        return f"<Boards {self.name}: {secrets:,} secrets each, {self.tries} tries>"
