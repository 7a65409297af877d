"""What a strategy costs: a price for each guess, paid for every secret that is not found before it.

The average, the misses within a number of tries, and the two together are costs of this kind, so
one search finds the cheapest strategy for each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from search.kernels.cost.bounds import Prices

#: The price of missing a secret where that is not allowed: more than any strategy costs that finds
#: every secret, and small enough that a thousand million secrets do not add up to too much.
FORBIDDEN = 1 << 62


@dataclass(frozen=True)
class CostModel:
    """The prices that a secret pays, each times its weight.

    Parameters
    ----------
    steps : tuple of int
        The price of the first guess, the second and so on, paid if the secret is not found before.
    after : int or None
        The price of each guess after those; None if there is none and the game ends.
    miss : int
        Paid once if the secret is not found by the guesses of ``steps``; `FORBIDDEN` if it must be.

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
        """Return the costs whose least is the least total number of guesses."""
        return cls((), 1, 0)

    @classmethod
    def within(cls, tries: int) -> Self:
        """Return the costs of the average, with at most ``tries`` guesses for any secret."""
        return cls((1,) * tries, None, FORBIDDEN)

    @classmethod
    def guaranteed(cls, tries: int) -> Self:
        """Return the costs whose minimum is the number of secrets missed within ``tries``."""
        return cls((0,) * tries, None, 1)

    @classmethod
    def misses_first(cls, tries: int, miss: int) -> Self:
        """Return the costs of misses first, then of the total: a miss costs more than any total.

        A secret that needs more than ``tries`` guesses is missed, and is found later.
        """
        return cls((1,) * tries, 1, miss)

    @classmethod
    def rarely(cls, tries: int, scale: int) -> Self:
        """Return the costs of the total first, then of the secrets that take all of the tries.

        None may take more. A guess costs ``scale``, which is more than there are secrets.
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
        """The number of guesses after which the game ends; None if it does not."""
        return len(self.steps) if self.after is None else None

    def among(self, secrets: int) -> Self:
        """Return the same costs with no more steps than strategies for ``secrets`` secrets take.

        Each guess of a strategy leaves fewer secrets, except the first if it is prescribed.
        """
        return replace(self, steps=self.steps[: secrets + 1])

    def forbidden(self, weight: int) -> int:
        """Return the price of a miss that is not allowed, for secrets of so much weight together.

        What costs as much as that, or more, is not possible. It has 18 digits at most: a
        certificate has no longer numbers.
        """
        return FORBIDDEN // (4 * max(weight, 2))

    def prices(self, weights: NDArray[np.int64]) -> Prices:
        """Return the prices as the kernels read them, for ``(secrets,)`` int64, at least 1 each."""
        # What is kept is read without the kernels, which take time to load.
        from search.kernels.cost.bounds import AHEAD, Prices

        miss = self.miss if self.miss != FORBIDDEN else self.forbidden(int(weights.sum()))
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
                # In an end without guesses what is paid there is paid once.
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
