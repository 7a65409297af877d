"""The Pareto front: for each number of tries the fewest misses, then the least total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from emi.objectives.base import Priced, register, tries_of

if TYPE_CHECKING:
    from emi.search.model.cost_model import CostModel


@register
@dataclass(frozen=True, repr=False)
class MissesThenAverage(Priced):
    """The fewest misses within ``tries``, then the least total: a point of the Pareto front.

    A secret that takes more guesses is missed and found later. Each miss costs more than any total.
    """

    tries: int = field()  # Required: without `field`, the default would be that of the base.
    miss: int = field()
    weights: Sequence[int] | None = None
    name: ClassVar[str] = "pareto"
    place: ClassVar[int] = 3
    help: ClassVar[str] = "for each number of tries, the fewest misses, then the average"
    heading: ClassVar[str] = "Pareto front"
    options: ClassVar[frozenset[str]] = frozenset({"tries", "weights"})
    is_front: ClassVar[bool] = True

    @property
    def key(self) -> str:
        """The number of guesses allowed, and the price of a miss."""
        return f"front at {self.tries}, {self.miss}"

    @property
    def cost_model(self) -> CostModel:
        """The prices of guesses and misses; the value is their least sum."""
        from emi.search.model.cost_model import CostModel

        return CostModel.misses_first(tries_of(self.tries), self.miss)
