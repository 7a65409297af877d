"""How long a search may take, and what is raised when it is stopped."""

import math
from dataclasses import dataclass

from emi_errors import EmiError, OptionError


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
    OptionError
        If a limit is not a number above 0.

    Examples
    --------
    >>> Limits(nodes=10**6)
    Limits(seconds=inf, nodes=1000000)
    """

    seconds: float = math.inf
    nodes: float = math.inf

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("nodes", self.nodes)):
            if not value > 0:
                raise OptionError("expected a number above 0", **{name: value})


class Stopped(EmiError):  # noqa: N818 - nothing is wrong
    """The work reached a limit, or whoever watches it ended it, before it had a result."""

    def __init__(self, reason: str = "stopped before there was a result") -> None:
        super().__init__(reason)
