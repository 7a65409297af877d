"""Cost models: each guess has a price, paid for every secret that is not found before it.

The average, the misses within a number of tries, and combinations of both are such costs, so one
search minimises all of them. The *state* of a set is the number of guesses made before it, capped
where the prices no longer change.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from emi.search.kernels.cost.bounds import Prices

#: Marks that no secret may be missed; `CostModel.forbidden` computes the price from the weights.
FORBIDDEN = 1 << 62


@dataclass(frozen=True)
class CostModel:
    """The prices of guesses and of a miss, which each secret pays times its weight.

    Parameters
    ----------
    steps : tuple of int
        The prices of the first guesses, paid by each secret that was not found before.
    after : int or None
        The price of each later guess; None if the game ends after ``steps``.
    miss : int
        The price paid once by a secret that the guesses of ``steps`` do not find; `FORBIDDEN` if
        they must find it.

    Examples
    --------
    >>> [CostModel.misses_first(2, 1000).of(tries) for tries in (1, 2, 3)]
    [1, 2, 1003]
    """

    steps: tuple[int, ...]
    after: int | None
    miss: int

    def __post_init__(self) -> None:
        if min((*self.steps, self.after or 0, self.miss)) < 0:
            raise ValueError(f"{self}: expected prices of at least 0")
        if not self.steps and (self.after is None or self.miss):
            raise ValueError(f"{self}: expected a guess before the end, or before a miss")

    @classmethod
    def average(cls) -> Self:
        """Return the model whose least cost is the least total number of guesses."""
        return cls((), 1, 0)

    @classmethod
    def within(cls, tries: int) -> Self:
        """Return the model of the average with at most ``tries`` guesses for any secret."""
        return cls((1,) * tries, None, FORBIDDEN)

    @classmethod
    def guaranteed(cls, tries: int) -> Self:
        """Return the model whose least cost is the number of secrets missed within ``tries``."""
        return cls((0,) * tries, None, 1)

    @classmethod
    def misses_first(cls, tries: int, miss: int) -> Self:
        """Return the model that minimises misses, then the total; a miss costs more than any total.

        A secret that takes more than ``tries`` guesses counts as missed and is found later.
        """
        return cls((1,) * tries, 1, miss)

    @classmethod
    def rarely(cls, tries: int, scale: int) -> Self:
        """Return the model that minimises the total, then the secrets that take all the tries.

        No secret may take more. A guess costs ``scale``, which exceeds the number of secrets.
        """
        return cls((*(scale,) * (tries - 1), scale + 1), None, FORBIDDEN)

    def of(self, tries: int) -> int:
        """Return the price of a secret of weight 1 that is found with guess number ``tries``."""
        paid = sum(self.steps[:tries])
        if tries <= len(self.steps):
            return paid
        return paid + self.miss + (tries - len(self.steps)) * (self.after or 0)

    @property
    def last(self) -> int | None:
        """The number of guesses after which the game ends; None if it never does."""
        return len(self.steps) if self.after is None else None

    def among(self, secrets: int, begun: int = 1) -> Self:
        """Return the same model without steps that no strategy for ``secrets`` secrets reaches.

        Each guess of a strategy leaves fewer secrets, except ``begun`` prescribed first guesses.
        """
        return replace(self, steps=self.steps[: secrets + begun])

    def forbidden(self, weight: int) -> int:
        """Return the price of a forbidden miss, for secrets with this total weight.

        A strategy is allowed if it costs less. The price has at most 18 digits, which is the limit
        for numbers in certificates.
        """
        return FORBIDDEN // (4 * max(weight, 2))

    def prices(self, weights: NDArray[np.int64], whole: int | None = None) -> Prices:
        """Return the arrays of prices for the kernels.

        Parameters
        ----------
        weights : (columns,) int64
            The weights of the secrets, at least 1 each.
        whole : int, optional
            The total weight of the secrets; by default the sum of the weights.
        """
        # Reading stored results must not load the kernels, which takes time.
        from emi.search.kernels.cost.bounds import AHEAD, Prices

        miss = (
            self.miss
            if self.miss != FORBIDDEN
            else self.forbidden(int(weights.sum()) if whole is None else whole)
        )
        price = list(self.steps)
        if self.after is None:
            price.append(miss)
        elif price:
            price += [miss + self.after, self.after]
        else:
            price.append(self.after)
        states = len(price)
        cost = np.zeros((states, AHEAD), np.int64)
        for state in range(states):
            for i in range(1, AHEAD):
                on = min(state + i - 1, states - 1)
                # The last state without guesses is a miss, which is paid once.
                again = self.after is not None or on != min(state + i - 2, states - 1) or i == 1
                cost[state, i] = cost[state, i - 1] + (price[on] if again else 0)
        counting = self.after is None and not any(self.steps)
        return Prices(
            price=np.array(price, np.int64),
            cost=cost,
            endless=self.after is not None,
            weights=weights,
            equal=bool((weights == 1).all()),
            counting=counting,
            asking=counting,
        )
