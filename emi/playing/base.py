"""The base of positions of one board and of several boards: their turns and settings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from emi.errors import OptionError
from emi.results.base import Tabular

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self, Unpack

    from emi.games.game import Game
    from emi.settings import Given, Settings

TurnT = TypeVar("TurnT")


class BasePosition(ABC, Tabular, Generic[TurnT]):
    """A game after some guesses.

    Attributes
    ----------
    game : Game
    settings : Settings
        The settings of all methods; other settings may be assigned.
    """

    game: Game
    settings: Settings
    #: The state at the start and after each guess, with its ``turn``.
    _stages: list[Any]

    def pop(self) -> TurnT:
        """Take back the last guess, and return it.

        Raises
        ------
        OptionError
            If no guess was made.
        """
        if not self.turns:
            raise OptionError("nothing to take back, expected an earlier guess")
        last = self.turns[-1]
        self._stages.pop()
        return last

    def copy(self) -> Self:
        """Return an independent position after the same guesses."""
        other = copy(self)
        other._stages = [*self._stages]  # noqa: SLF001 - its own
        return other

    @property
    def turns(self) -> tuple[TurnT, ...]:
        """The guesses made, each with its feedback."""
        return tuple([stage.turn for stage in self._stages if stage.turn is not None])

    @property
    @abstractmethod
    def found(self) -> bool:
        """Whether all secrets have been guessed."""

    @abstractmethod
    def explain(
        self,
        sort: str = "exact",
        *,
        top: int | None = None,
        show: Sequence[str] | None = None,
        **settings: Unpack[Given],
    ) -> Any:  # noqa: ANN401 - the result has its guesses, best first
        """Rank the next guesses."""

    def best(self, **settings: Unpack[Given]) -> str:
        """Return the best next guess: the first that `explain` lists.

        Parameters
        ----------
        **settings
            The fields of `Settings`, for this call: ``by`` selects the order.

        Raises
        ------
        OptionError
            If the secret is already found; else as `explain`.

        Examples
        --------
        >>> import emi
        >>> position = emi.Position("X5", [])
        >>> position.best(), position.best(by="average")
        ('XENON', 'XENON')
        """
        guesses = self.explain(top=1, show=[], **settings).guesses
        if not guesses:
            raise self._over()
        guess: str = guesses[0].guess
        return guess

    def _with(self, settings: Given) -> Self:
        """Return a copy with some settings replaced."""
        here = self.copy()
        here.settings = self.settings.having(**settings)
        return here

    def _over(self) -> OptionError:
        return OptionError(f"{self!r}: the secret is found, expected an earlier position")

    def __eq__(self, other: object) -> bool:
        """Return whether games and turns are equal."""
        if not isinstance(other, BasePosition):
            return NotImplemented
        return self.turns == other.turns and self.game == other.game

    #: A position changes, so it cannot be a key of a dict.
    __hash__ = None  # type: ignore[assignment]
