"""What ``emi solve`` and ``emi table`` make as small as can be, if not the worst case."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from emi.cli.options import Format
from emi.errors import OptionError
from emi.parallel import Run
from reports import render
from reports.views.games import games

if TYPE_CHECKING:
    from emi.games.game import Game
    from emi.lexicon.weights import Weights
    from emi.optimum import Optimum
    from emi.parallel import Watch
    from search.model.facts import Store
    from search.model.limits import Limits

#: The tries of the show for words of 5 letters, and for longer ones.
SHORT, SHORT_TRIES, LONG_TRIES = 5, 5, 6


class Objective(StrEnum):
    """What is made as small as can be."""

    worst = "worst"
    average = "average"
    guaranteed = "guaranteed"


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise typer.BadParameter(f"{text}: expected a whole number above 0")
    return number


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
        parser=_count,
        metavar="K",
        help="The tries of the objective guaranteed.  [default: 5 for 5 letters, 6 for more]",
    ),
]
MaxTriesOption = Annotated[
    int | None,
    typer.Option(
        "--max-tries",
        parser=_count,
        metavar="K",
        help="The most tries that any secret may take, with the objective average.",
    ),
]


def check_objective(
    objective: Objective,
    *,
    tries: int | None,
    max_tries: int | None,
    weights: str | None = None,
    first: str | None = None,
) -> None:
    """Refuse options that mean nothing to an objective.

    Raises
    ------
    OptionError
    """
    if tries is not None and objective is not Objective.guaranteed:
        raise OptionError(
            f"--tries {tries}: expected with --objective guaranteed, not {objective.value}"
        )
    if max_tries is not None and objective is not Objective.average:
        raise OptionError(
            f"--max-tries {max_tries}: expected with --objective average, not {objective.value}"
        )
    for name, value in (("--weights", weights), ("--first", first)):
        if value is not None and objective is Objective.worst:
            raise OptionError(
                f"{name} {value}: expected with --objective average or guaranteed, not worst"
            )


@dataclass(frozen=True)
class Criterion:
    """An objective with its tries, and a first guess if one is prescribed."""

    objective: Objective
    tries: int | None
    max_tries: int | None
    first: str | None = None

    def tries_for(self, game: Game) -> int:
        """Return the tries of the objective guaranteed: by default those of the show."""
        if self.tries is not None:
            return self.tries
        return SHORT_TRIES if game.length <= SHORT else LONG_TRIES


class OptimumRun(Run["Optimum"]):
    """A run that finds the optimum of every game; stopped, it answers with the bounds it has."""

    def __init__(
        self,
        games: Iterable[Game],
        criterion: Criterion,
        *,
        jobs: int,
        limits: Limits,
        store: Store | None,
        weights: Weights | None = None,
    ) -> None:
        def work(game: Game, watch: Watch) -> Optimum:
            from emi.optimum import Question, average, guaranteed

            question = Question(
                game,
                weights=weights,
                first=criterion.first,
                limits=limits,
                store=store,
                watch=watch,
            )
            if criterion.objective is Objective.average:
                return average(question, criterion.max_tries)
            return guaranteed(question, criterion.tries_for(game))

        super().__init__(games, work, jobs=jobs)


def render_optimum(best: Optimum, format: Format) -> str:
    """Write one answer."""
    if format is Format.json:
        return json.dumps(best.as_dict(), indent=2) + "\n"
    if format is Format.table:
        return "".join(f"{line}\n" for line in _lines(best))
    return render(games([best.as_dict()]), format.value)


def render_optima(found: Sequence[Optimum], format: Format, order: Sequence[str]) -> str:
    """Write the answers of many games, in the order of their names, and what they add up to."""
    by_name = {best.game.name: best for best in found}
    rows = [by_name[name] for name in order]
    if format is Format.json:
        return json.dumps([best.as_dict() for best in rows], indent=2) + "\n"
    if format is not Format.table:
        return render(games([best.as_dict() for best in rows]), format.value)
    return "".join([*(_line(best) + "\n" for best in rows), "\n", _total(rows), "\n"])


def _state(*, proven: bool) -> str:
    return "proven" if proven else "not proven"


def _value(best: Optimum) -> str:
    if best.proven:
        return f"{best.lower:,}"
    return f"{best.lower:,}..{'?' if best.upper is None else f'{best.upper:,}'}"


def _mean(best: Optimum) -> str:
    lower = f"{best.lower / best.weight:.4f}"
    if best.proven:
        return lower
    return f"{lower}..{'?' if best.upper is None else f'{best.upper / best.weight:.4f}'}"


def _lines(best: Optimum) -> list[str]:
    """Return an answer in a few lines, for people."""
    game, state = best.game, _state(proven=best.proven)
    weight = "" if best.weight == len(game.secrets) else f", of weight {best.weight:,}"
    if best.objective == "average":
        within = "" if best.tries is None else f" within {best.tries} tries"
        total = f"{game.name}: {_value(best)} tries in all{within}, {_mean(best)} on average"
        lines = [f"{total} ({state}), {game.contents}{weight}"]
        if best.worst is not None:
            lines.append(
                f"at most {best.worst} tries ({_state(proven=best.worst_proven)}), "
                f"so many for {best.at_worst:,} of them ({_state(proven=best.at_worst_proven)})"
            )
    else:
        found = "?" if best.upper is None else f"{best.weight - best.upper:,}"
        missed = f"{found} guaranteed within {best.tries} tries, {_value(best)} missed"
        lines = [f"{game.name}: {missed} ({state}), {game.contents}{weight}"]
        if best.missed:
            lines.append(f"missed: {', '.join(best.missed)}")
    if best.first_guess:
        lines.append(f"begin with {best.first_guess}")
    return [*lines, f"{best.nodes:,} nodes, {best.seconds:.2f} s"]


def _line(best: Optimum) -> str:
    """Return an answer in one line, for a table."""
    name, words = best.game.name, len(best.game.secrets)
    if best.objective == "average":
        worst = " " * 9 if best.worst is None else f"at most {best.worst}"
        value = f"{name:>4} {words:6,} words  {_value(best):>14}  {_mean(best):>6}  {worst}"
        return f"{value}  {best.first_guess}".rstrip()
    missed = "" if not best.missed else f"  {', '.join(best.missed[:8])}"
    more = "" if not best.missed or len(best.missed) <= 8 else ", ..."  # noqa: PLR2004
    return f"{name:>4} {words:6,} words  {best.tries} tries  {_value(best):>6} missed{missed}{more}"


def _total(rows: Sequence[Optimum]) -> str:
    proven = sum(best.proven for best in rows)
    lower = sum(best.lower for best in rows)
    words = sum(best.weight for best in rows)
    text = f"{len(rows)} games, {proven} proven, {words:,} words"
    if proven < len(rows):
        return text
    if rows[0].objective == "average":
        return f"{text}, {lower:,} tries in all, {lower / words:.4f} on average"
    return f"{text}, {lower:,} missed"
