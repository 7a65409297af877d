"""How long a search may take, and what is raised when it is stopped."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits that a user sets on one search; without them it runs until the value is proven.

    Parameters
    ----------
    seconds : float
    nodes : float
        Sets examined, a whole number or infinity.

    Raises
    ------
    ValueError
        If a limit is not a positive number.

    Examples
    --------
    >>> Limits(nodes=10**6)
    Limits(seconds=inf, nodes=1000000)
    """

    seconds: float = math.inf
    nodes: float = math.inf

    def __post_init__(self) -> None:
        for name, value in (("time limit", self.seconds), ("node limit", self.nodes)):
            if not value > 0:
                raise ValueError(f"{name} {value:g}: expected a number above 0")


class Stopped(Exception):  # noqa: N818 - not an error
    """The work was given up because whoever waits for it said so."""
