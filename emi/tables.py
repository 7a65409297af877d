"""`emi.table`: the table of any result; all output is rendered from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import is_dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from emi.errors import OptionError
from emi.reports.table import Note
from emi.reports.texts import ENGLISH

if TYPE_CHECKING:
    from emi.reports.table import Table
    from emi.results.base import Tabular

#: The views of single results, and the views of any number of results.
_ONE = {
    "BoardsAdvice": "boards:guesses",
    "BoardsReview": "boards:review",
    "ChallengeResult": "live:challenge",
    "CacheInfo": "status:info",
    "Cleared": "status:cleared",
    "Compiled": "status:compiled",
    "Explanation": "guesses:guesses",
    "GreedyOpponent": "play:duel",
    "Judged": "play:judged",
    "LexiconCheck": "lexicon:checked",
    "LexiconSummary": "lexicon:lexicon",
    "Merged": "status:merged",
    "ParetoFront": "pareto:pareto",
    "Partitions": "partitions:partitions",
    "Position": "play:position",
    "PublishedTable": "published:published",
    "Review": "live:review",
    "Solution": "games:game",
    "Strategy": "play:strategy",
    "Verified": "status:verified",
}
_SEVERAL = {
    "Certified": "files:certificates",
    "Difficulty": "fairness:difficulty",
    "Fairness": "fairness:fairness",
    "HeuristicResult": "heuristics:heuristics",
    "LexiconSummary": "lexicon:listed",
    "Performance": "heuristics:performances",
    "Solution": "games:games",
    "Status": "status:status",
    "Verdict": "files:verdicts",
}


def table(result: Tabular | Iterable[Tabular], **how: Any) -> Table:  # noqa: ANN401 - as of the views
    r"""Return one or several results as a table, as the command line prints it.

    Parameters
    ----------
    result : Solution, Fairness, Performance, ParetoFront, ..., or an iterable of results
        Several results must have one type. Several solutions must have one objective; several
        performances must be of the same games.
    how
        Arguments of the view (see `emi.reports.views`): ``title`` for most views; ``seconds`` (the
        wall time) and ``against`` (published figures to compare with) for several results.

    Returns
    -------
    Table
        ``print`` shows it as text, a notebook as HTML. ``table.render(format)`` writes it as
        ``table``, ``csv``, ``json``, ``markdown`` or ``html``; ``table.to_dataframe()`` returns a
        data frame if pandas is installed.

    Raises
    ------
    OptionError
        If there is no result, or if the results do not fit into one table.

    Examples
    --------
    >>> import emi, json
    >>> game = emi.Mastermind(2, 3)
    >>> played = emi.table([emi.play(game, name) for name in ("Max", "Bobo")])
    >>> for one in json.loads(played.render("json"))["heuristics"]:
    ...     print(one["heuristic"], one["counts"], one["mean"])
    Max [1, 2, 5, 1] 2.6666666666666665
    Bobo [1, 2, 5, 1] 2.6666666666666665
    """
    several = isinstance(result, Iterable) and not is_dataclass(result)
    found: list[Any] = list(result) if several else [result]  # type: ignore[arg-type]
    kinds = {type(one) for one in found}
    names = [one.__name__ for one in (*kinds.pop().__mro__,)] if len(kinds) == 1 else []
    view = next((_SEVERAL[name] for name in names if name in _SEVERAL), "")
    if alone := next((_ONE[name] for name in names if name in _ONE and len(found) == 1), ""):
        view = view if several and view else alone
    if not view:
        kinds = {type(one) for one in found}
        raise OptionError(
            "expected results of one kind: solutions, performances, or one Pareto front, "
            "explanation, position, strategy or partitions, not "
            f"{', '.join(sorted(kind.__name__ for kind in kinds)) or 'none'}"
        )
    if view == _SEVERAL["Solution"] and len({one.objective.name for one in found}) > 1:
        raise OptionError("expected solutions of one objective")
    module, _, name = view.partition(":")
    shown = getattr(import_module(f"emi.reports.views.{module}"), name)
    made: Table = shown(found if view in _SEVERAL.values() else found[0], **how)
    games = (getattr(one, "game", None) for one in found)
    # A game with several results counts once.
    if bent := sum({str(game): getattr(game, "bent", 0) for game in games}.values()):
        said = how.get("t", ENGLISH)("bent", n=bent)
        lines = made.lines and (*made.lines, said)
        made = replace(made, notes=(*made.notes, Note(said)), lines=lines)
    return made
