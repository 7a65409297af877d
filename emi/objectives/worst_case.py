"""The worst case: the fewest guesses that find every secret; in Motus, the EMI."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from emi.objectives.base import Implied, Misses, Objective, register
from emi.results.solution import Figure
from emi.search.model.bounds import Bounds

if TYPE_CHECKING:
    from emi.results.solution import Solution
    from emi.search.model.written import Outline
    from emi.search.solve.base import Search, SearchParameters
    from emi.search.solve.boards.state import BoardsParameters, BoardsSearch


@register
@dataclass(frozen=True)
class WorstCase(Objective):
    """The worst case: the fewest guesses that find every secret; in Motus, the EMI.

    Examples
    --------
    >>> WorstCase().name
    'worst'
    """

    name: ClassVar[str] = "worst"
    place: ClassVar[int] = 0
    help: ClassVar[str] = "guesses in the worst case"
    heading: ClassVar[str] = "Worst case"
    priced: ClassVar[bool] = False
    in_grid: ClassVar[bool] = True

    @property
    def key(self) -> str:
        """The empty key: records of the worst case are stored under the game itself."""
        return ""

    def first_bounds(self, count: int, *, begun: int) -> Bounds:
        """Return 1, and the number of candidates and of prescribed first guesses together."""
        # Prescribed first guesses may give no information.
        return Bounds(1, count + begun)

    def search(self, question: SearchParameters) -> Search:
        """Return the search for the value, not yet run."""
        matrix, candidates, session, opening, restriction, symmetric = question
        # Each search loads its kernels, so import only the one needed.
        if restriction is not None:
            from emi.search.solve.cost.worst_case import WorstCaseByMisses, suits

            if suits(matrix, restriction, candidates):
                return WorstCaseByMisses(
                    matrix, candidates, session, first=question.first, restriction=restriction
                )
            from emi.search.solve.hard.hard_play import HardSearch

            return HardSearch(matrix, restriction, candidates, session, opening=opening)
        from emi.search.solve.worst_case.free_play import WorstCaseSearch

        return WorstCaseSearch(matrix, candidates, session, symmetric=symmetric, opening=opening)

    def search_boards(self, question: BoardsParameters) -> BoardsSearch:
        """Return the search for the value of several boards, not yet run."""
        from emi.search.solve.boards.worst_case import BoardsWorstCase

        return BoardsWorstCase(*question)

    def one_by_one(self, weights: Sequence[int]) -> int:
        """Return the number of secrets."""
        return len(weights)

    def reached(self, outline: Outline, weights: Sequence[int]) -> int | None:  # noqa: ARG002
        """Return the most guesses that a strategy takes."""
        return outline.depth

    def misses(self, bounds: Bounds, guess: str | None) -> Iterable[Misses]:
        """Yield at least 1 miss below the lower bound, and 0 misses within the upper bound."""
        if bounds.lower > 1:
            yield Misses(bounds.lower - 1, 1)
        if bounds.upper is not None:
            yield Misses(bounds.upper, 0, 0, guess)

    def implied(self, facts: Iterable[Misses], lightest: int) -> Implied:  # noqa: ARG002
        """Return bounds from the most guesses that miss a secret, and the fewest that miss none."""
        lower, upper, guess = 0, None, None
        for one in facts:
            if one.lower > 0:
                lower = max(lower, one.tries + 1)
            if one.upper == 0 and one.guess and (upper is None or one.tries < upper):
                upper, guess = one.tries, one.guess
        return Implied(lower, upper, guess)

    def title(self, t: Callable[..., str], *, cells: bool) -> str:
        """Return the name of the value: worst case, or for cells Evil Motus Index."""
        return "Evil Motus Index" if cells else t("viewWorstFact")

    def intro(self, t: Callable[..., str], *, cells: bool) -> str:
        """Return a sentence about a table of several games."""
        return t("viewIntroTable" if cells else "viewIntroGames")

    def grid_caption(self, t: Callable[..., str]) -> str:
        """Return the caption of a grid of cells."""
        return t("viewCaption")

    def text(self, solution: Solution) -> str:
        """Return the value as text; a question mark if only the trivial bounds are known."""
        lower, upper = solution.bounds.lower, solution.bounds.upper
        # At least one guess, at most one for each word.
        begun = solution.proven or lower > 1 or upper not in {None, solution.candidates}
        return super().text(solution) if begun else "?"

    def figures(
        self, solution: Solution, t: Callable[..., str], *, weighted: bool
    ) -> Iterator[Figure]:
        """Yield the worst case."""
        del weighted
        bounds = solution.bounds
        yield Figure(
            t("viewWorst"), text=super().text(solution), proven=solution.proven,
            key=bounds.lower if bounds.upper is None else bounds.upper, phrase=str(bounds),
        )  # fmt: skip

    def level(self, solution: Solution, value: int | None) -> int:
        """Return the value as its own colour."""
        return super().level(solution, value) if value is None else value

    def level_range(self, level: int) -> str:
        """Return the only value of a colour as text."""
        return str(level)

    def cell_facts(
        self, solution: Solution, state: str, t: Callable[..., str]
    ) -> Iterator[tuple[str, str]]:
        """Yield the value."""
        del solution
        yield t("viewWorstFact"), state
