"""Options for the objective and its tries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emi.cli.options import tries_option, whole_number
from emi.errors import OptionError
from emi.games.cell import DEFAULT, Tries, tries_allowed

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.games.weights import Weights
    from emi.search.solve.objectives import Objective

ObjectiveOption = Annotated[
    Literal["worst", "average", "guaranteed", "pareto"],
    typer.Option(
        "--objective",
        help="Quantity to minimise. worst: guesses in the worst case; average: guesses on average; "
        "guaranteed: secrets missed within --tries; pareto: for each number of --tries, the fewest "
        "misses, then the average.",
    ),
]
TriesOption = Annotated[
    Tries | None,
    tries_option(
        "Tries for the objective guaranteed, or several for pareto, such as 1-7 or 5,6.  "
        f"[default: those of the game, or {DEFAULT}; for pareto 1 up to the worst case]",
    ),
]
MaxTriesOption = Annotated[
    int | None,
    typer.Option(
        "--max-tries",
        parser=whole_number,
        metavar="K",
        help="Maximum number of guesses for any secret, with the objective average.",
    ),
]


@dataclass(frozen=True)
class Asked:
    """The group of options for the objective."""

    objective: ObjectiveOption = "worst"
    tries: TriesOption = None
    max_tries: MaxTriesOption = None

    def check(self, *, weights: str | None = None, first: str | None = None) -> None:
        """Refuse options that do not apply to the objective."""
        both = "average or guaranteed"
        tries = None if self.tries is None else self.tries.text
        for name, value, wanted in (
            ("--tries", tries, "guaranteed or pareto"),
            ("--max-tries", self.max_tries, "average"),
            ("--weights", weights, f"{both} or pareto"),
            ("--first", first, both),
        ):
            if value is not None and self.objective not in wanted:
                raise OptionError(
                    f"{name} {value}: requires --objective {wanted}, not {self.objective}"
                )

    def of(self, game: "Game", weights: "Weights | None" = None) -> "Objective":
        """Return the objective for a game; the default tries of a guarantee are the game's."""
        from emi.search.solve.objectives import Average, Guaranteed, WorstCase

        if self.objective == "worst":
            return WorstCase()
        if self.objective == "average":
            return Average(self.max_tries, weights)
        if self.objective == "pareto":
            raise OptionError("--objective pareto: only `emi solve` with one GAME supports it")
        if self.tries is not None:
            return Guaranteed(self.tries.of(game.length), weights)
        return Guaranteed(game.tries or tries_allowed(game.length), weights)
