"""What ``emi solve`` and ``emi table`` make as small as can be, if not the worst case."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import Format, whole_number
from emi.errors import OptionError
from emi.games.tries import tries_allowed
from reports import games as listed

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.lexicon.weights import Weights
    from emi.solving import Solution
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
        help="The tries of the objective guaranteed.  [default: 5 for 5 letters, 6 for more]",
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

        of = None if weights is None else weights.of

        def objective(game: Game) -> objectives.Objective:
            if self.objective is Objective.worst:
                return WorstCase()
            if self.objective is Objective.average:
                return Average(self.max_tries, of)
            return Guaranteed(self.tries or tries_allowed(game.length), of)

        return objective


def render_solution(best: Solution, format: Format) -> str:
    """Write one answer."""
    if format is Format.json:
        return json.dumps(best.as_dict(), indent=2) + "\n"
    if format is Format.table:
        return "".join(f"{line}\n" for line in _lines(best))
    return listed.render([flat(best)], format.value)


def render_solutions(found: Sequence[Solution], format: Format, order: Sequence[str]) -> str:
    """Write the answers of many games, in the order of their names, and what they add up to."""
    by_name = {best.game.name: best for best in found}
    rows = [by_name[name] for name in order]
    if format is Format.json:
        return json.dumps([best.as_dict() for best in rows], indent=2) + "\n"
    if format is not Format.table:
        return listed.render([flat(best) for best in rows], format.value)
    return "".join([*(_line(best) + "\n" for best in rows), "\n", _total(rows), "\n"])


def _state(*, proven: bool) -> str:
    return "proven" if proven else "not proven"


def _value(best: Solution) -> str:
    return str(best.bounds)


def _mean(best: Solution) -> str:
    lower = f"{best.bounds.lower / best.weight:.4f}"
    if best.proven:
        return lower
    return (
        f"{lower}..{'?' if best.bounds.upper is None else f'{best.bounds.upper / best.weight:.4f}'}"
    )


def _lines(best: Solution) -> list[str]:
    """Return an answer in a few lines, for people."""
    game, state = best.game, _state(proven=best.proven)
    weight = "" if best.weight == len(game.secrets) else f", of weight {best.weight:,}"
    if best.objective.name == "average":
        within = "" if best.objective.tries is None else f" within {best.objective.tries} tries"
        total = f"{game.name}: {_value(best)} tries in all{within}, {_mean(best)} on average"
        lines = [f"{total} ({state}), {game.contents}{weight}"]
        if best.worst is not None:
            lines.append(
                f"at most {best.worst} tries ({_state(proven=best.worst_proven)}), "
                f"so many for {best.at_worst:,} of them ({_state(proven=best.worst_proven)})"
            )
    else:
        found = "?" if best.bounds.upper is None else f"{best.weight - best.bounds.upper:,}"
        missed = f"{found} guaranteed within {best.objective.tries} tries, {_value(best)} missed"
        lines = [f"{game.name}: {missed} ({state}), {game.contents}{weight}"]
        if best.missed:
            lines.append(f"missed: {', '.join(best.missed)}")
    if best.first_guess:
        lines.append(f"begin with {best.first_guess}")
    return [*lines, f"{best.nodes:,} nodes, {best.seconds:.2f} s"]


def _line(best: Solution) -> str:
    """Return an answer in one line, for a table."""
    name, words = best.game.name, len(best.game.secrets)
    if best.objective.name == "average":
        worst = " " * 9 if best.worst is None else f"at most {best.worst}"
        value = f"{name:>4} {words:6,} words  {_value(best):>14}  {_mean(best):>6}  {worst}"
        return f"{value}  {best.first_guess}".rstrip()
    missed = "" if not best.missed else f"  {', '.join(best.missed[:8])}"
    more = "" if not best.missed or len(best.missed) <= 8 else ", ..."  # noqa: PLR2004
    tries = best.objective.tries
    return f"{name:>4} {words:6,} words  {tries} tries  {_value(best):>6} missed{missed}{more}"


def _total(rows: Sequence[Solution]) -> str:
    proven = sum(best.proven for best in rows)
    lower = sum(best.bounds.lower for best in rows)
    words = sum(best.weight for best in rows)
    text = f"{len(rows)} games, {proven} proven, {words:,} words"
    if proven < len(rows):
        return text
    if rows[0].objective.name == "average":
        return f"{text}, {lower:,} tries in all, {lower / words:.4f} on average"
    return f"{text}, {lower:,} missed"


#: What a row does not have, by its objective.
_OF_AVERAGE = ("mean", "worst", "at_worst", "worst_proven")
_OF_GUARANTEED = ("guaranteed", "missed")
_FOREIGN = {
    "worst": ("tries", "weight", *_OF_AVERAGE, *_OF_GUARANTEED),
    "average": _OF_GUARANTEED,
    "guaranteed": _OF_AVERAGE,
}


def flat(best: Solution) -> dict[str, object]:
    """Return an answer as a row of a table."""
    values = best.as_dict()
    for name in ("lexicon", *_FOREIGN[best.objective.name]):
        values.pop(name)
    if values.get("missed") is not None:
        values["missed"] = " ".join(values["missed"])
    return {name: "" if value is None else value for name, value in values.items()}
