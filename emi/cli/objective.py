"""Options for the objective and its tries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.environment import begun
from emi.cli.options import tries_option, whole_number
from emi.errors import OptionError, shown
from emi.games.cell import DEFAULT as TRIES
from emi.games.cell import Tries, tries_allowed
from emi.objectives.base import Objective, Options
from emi.objectives.register import objectives

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.games.game import Game
    from emi.games.weights import Weights

OBJECTIVES = objectives()
#: The objective of a command without ``--objective``.
DEFAULT = next(iter(OBJECTIVES))


def objective_name(text: str) -> str:
    """Parse the name of an objective."""
    if text not in OBJECTIVES:
        raise typer.BadParameter(f"{shown(text)}: expected {_alternatives(OBJECTIVES)}")
    return text


def complete_objective(incomplete: str) -> list[str]:
    """Return the completions among the objectives."""
    return begun(list(OBJECTIVES), incomplete)


ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        parser=objective_name,
        autocompletion=complete_objective,
        metavar=f"[{'|'.join(OBJECTIVES)}]",
        help="Quantity to minimise. "
        + "; ".join(f"{name}: {one.help}" for name, one in OBJECTIVES.items())
        + ".",
    ),
]
TriesOption = Annotated[
    Tries | None,
    tries_option(
        "Tries for the objective guaranteed, or several for pareto, such as 1-7 or 5,6.  "
        f"[default: those of the game, or {TRIES}; for pareto 1 up to the worst case]",
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

    objective: ObjectiveOption = DEFAULT
    tries: TriesOption = None
    max_tries: MaxTriesOption = None

    @property
    def kind(self) -> type[Objective]:
        """The class of the objective."""
        return OBJECTIVES[self.objective]

    def check(self, *, weights: str | None = None, first: str | None = None) -> None:
        """Refuse options that the objective does not take."""
        given = {
            "tries": None if self.tries is None else self.tries.text,
            "max-tries": self.max_tries,
            "weights": weights,
            "first": first,
        }
        for name, value in given.items():
            if value is not None and name not in self.kind.options:
                takers = [one.name for one in OBJECTIVES.values() if name in one.options]
                raise OptionError(
                    f"--{name} {value}: requires --objective {_alternatives(takers)}, not "
                    f"{self.objective}"
                )

    def of(self, game: "Game", weights: "Weights | None" = None) -> Objective:
        """Return the objective for a game; the default tries are the game's."""
        if self.kind.is_front:
            raise OptionError(
                f"--objective {self.objective}: only `emi solve` with one GAME supports it"
            )
        tries = game.tries or tries_allowed(game.length)
        if self.tries is not None:
            tries = self.tries.of(game.length)
        return self.kind.of_options(Options(tries, self.max_tries, weights))


def _alternatives(names: "Iterable[str]") -> str:
    """Return names as alternatives: ``a, b or c``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
