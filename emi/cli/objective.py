"""What ``emi solve``, ``emi table`` and ``emi tree`` make as small as can be."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emi.cli.options import whole_number
from emi.errors import OptionError
from emi.games.cell import tries_allowed

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from search.model.objective import Objective

ObjectiveOption = Annotated[
    Literal["worst", "average", "guaranteed"],
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

    objective: ObjectiveOption = "worst"
    tries: TriesOption = None
    max_tries: MaxTriesOption = None

    def check(self, *, weights: str | None = None, first: str | None = None) -> None:
        """Refuse options that mean nothing to the objective."""
        both = "average or guaranteed"
        for name, value, wanted in (
            ("--tries", self.tries, "guaranteed"),
            ("--max-tries", self.max_tries, "average"),
            ("--weights", weights, both),
            ("--first", first, both),
        ):
            if value is not None and self.objective not in wanted:
                raise OptionError(
                    f"{name} {value}: expected with --objective {wanted}, not {self.objective}"
                )

    def of(self, game: "Game", weights: "Weights | None" = None) -> "Objective":
        """Return what is asked of a game; by default a guarantee is for the game's own tries."""
        from search.model.objective import Average, Guaranteed, WorstCase

        if self.objective == "worst":
            return WorstCase()
        if self.objective == "average":
            return Average(self.max_tries, weights)
        return Guaranteed(self.tries or game.tries or tries_allowed(game.length), weights)
