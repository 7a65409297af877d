"""What ``emi solve`` and ``emi table`` make as small as can be, if not the worst case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import whole_number
from emi.errors import OptionError
from emi.games.cell import tries_allowed

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from search.model import objective as objectives


class Objective(StrEnum):
    """What is made as small as can be."""

    worst = "worst"
    average = "average"
    guaranteed = "guaranteed"


ObjectiveOption = Annotated[
    Objective,
    typer.Option(
        "--objective",
        help="What is made as small as can be: the guesses needed in the worst case, those needed "
        "on average, or the secrets that are not guaranteed to be found within --tries.",
    ),
]
TriesOption = Annotated[
    int | None,
    typer.Option(
        "--tries",
        parser=whole_number,
        metavar="K",
        help="The tries of the objective guaranteed.  [default: 5 for 5 letters, 6 for more and "
        "in wordle]",
    ),
]
MaxTriesOption = Annotated[
    int | None,
    typer.Option(
        "--max-tries",
        parser=whole_number,
        metavar="K",
        help="The most tries that any secret may take, with the objective average.",
    ),
]


@dataclass(frozen=True)
class Asked:
    """What is asked of games: a group of options."""

    objective: ObjectiveOption = Objective.worst
    tries: TriesOption = None
    max_tries: MaxTriesOption = None

    def check(self, *, weights: str | None = None, first: str | None = None) -> None:
        """Refuse options that mean nothing to the objective.

        Raises
        ------
        OptionError
        """
        objective = self.objective
        if self.tries is not None and objective is not Objective.guaranteed:
            raise OptionError(
                f"--tries {self.tries}: expected with --objective guaranteed, not {objective.value}"
            )
        if self.max_tries is not None and objective is not Objective.average:
            raise OptionError(
                f"--max-tries {self.max_tries}: expected with --objective average, not "
                f"{objective.value}"
            )
        for name, value in (("--weights", weights), ("--first", first)):
            if value is not None and objective is Objective.worst:
                raise OptionError(
                    f"{name} {value}: expected with --objective average or guaranteed, not worst"
                )

    def objectives(self, weights: Weights | None = None) -> Callable[[Game], objectives.Objective]:
        """Return what is asked of each game; by default a guarantee is for the game's own tries."""
        from search.model.objective import Average, Guaranteed, WorstCase

        def objective(game: Game) -> objectives.Objective:
            if self.objective is Objective.worst:
                return WorstCase()
            if self.objective is Objective.average:
                return Average(self.max_tries, weights)
            return Guaranteed(self.tries or game.tries or tries_allowed(game.length), weights)

        return objective
