"""Results as tables: the one way to all that is shown of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from emi.errors import OptionError
from emi.pareto_front import ParetoRow
from emi.playing.results import Performance, Trials, results
from emi.results.partitions import Partitions
from emi.results.shown import Shown
from emi.results.solution import Solution
from emi.results.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emi.games.game import Game
    from reports.table import Table

Result: TypeAlias = Solution | ParetoRow | Shown


def table(result: Result | Iterable[Result], **how: Any) -> Table:  # noqa: ANN401 - as of the views
    r"""Return results as a table, as the command line prints it.

    Parameters
    ----------
    result : Solution, ParetoRow or Performance, or several of one of these; or one of another kind
        Solutions of one objective, the rows of a Pareto front, heuristics played against the same
        games; a position, what its `explain` says, a strategy, one that was judged, a greedy
        opponent, or partitions.
    how
        What the view takes (see `reports.views`): of most the ``title``, where several took time
        the ``seconds`` of the clock, and ``against``, published figures to compare with.

    Returns
    -------
    Table
        ``print`` shows it as text, a notebook as HTML. ``table.render(format)`` writes it as
        ``table``, ``csv``, ``json``, ``markdown`` or ``html``; ``table.to_dataframe()`` makes it a
        data frame, if pandas is installed.

    Raises
    ------
    OptionError
        If there is no result, or results do not belong into one table.

    Examples
    --------
    >>> import emi
    >>> game = emi.Mastermind(2, 3)
    >>> played = emi.table([emi.play(game, name) for name in ("Max", "Bobo")])
    >>> print(*played.render("csv").splitlines(), sep="\n")
    heuristic,ties,direction,average,fails,worst,total,secrets,tries_1,tries_2,tries_3,tries_4
    Max,possible,lowest,2.6667,,4,24,9,1,2,5,1
    Bobo,alphabetical,,2.6667,,4,24,9,1,2,5,1
    """
    if isinstance(result, Solution):
        from reports.views.games import game

        return game(result, **how)
    found = list(result) if isinstance(result, Iterable) else [result]
    kinds = {type(one) for one in found}
    alike = len(kinds) == 1 and isinstance(found[0], Result)
    alone = len(found) == 1 or kinds <= {Solution, ParetoRow, Performance}
    if not (alike and alone):
        raise OptionError(
            "expected results of one kind: solutions, rows of a Pareto front, performances, or one "
            "explanation, position, strategy or partitions, not "
            f"{', '.join(sorted(kind.__name__ for kind in kinds)) or 'none'}"
        )
    return _tabulated(found, how)


def _tabulated(found: Sequence[Any], how: dict[str, Any]) -> Table:
    if isinstance(found[0], Strategy):
        from reports.views.play import strategy

        return strategy(found[0].graph, repr(found[0])[1:-1], found[0].game.kind)
    if isinstance(found[0], ParetoRow):
        from reports.views.pareto import pareto

        return pareto(found, **how)
    if isinstance(found[0], Performance):
        from reports.views.heuristics import heuristics

        games: dict[Game, list[Performance]] = {}
        for one in found:
            games.setdefault(one.game, []).append(one)
        allowed = {game.length: game.tries for game in games}
        return heuristics(results([Trials(*each) for each in games.items()], allowed), **how)
    if isinstance(found[0], Solution):
        from reports.views.games import games as solved

        if len({one.objective for one in found}) > 1:
            raise OptionError("expected solutions of one objective")
        return solved(found, **how)
    if isinstance(found[0], Partitions):
        from reports.views.partitions import partitions

        return partitions(found[0])
    made: Table = found[0].table()
    return made
