"""Limits of a search, and the clock that measures them without the time of compiling kernels."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, Protocol

from emi.errors import EmiError, OptionError


class Watch(Protocol):
    """A function that is called repeatedly with the progress, and returns whether to go on.

    The progress is an `emi.Progress`, or None where only time passes.
    """

    def __call__(self, progress: Any, /) -> bool:  # noqa: ANN401 - it may expect less
        """Return whether to go on."""
        ...


class Clock:
    """A clock that can be paused; only one thread may pause it at a time."""

    def __init__(self) -> None:
        #: The seconds of all finished pauses, and the start of the current pause, if any.
        self._state: tuple[float, float | None] = (0.0, None)

    @property
    def held(self) -> float:
        """The total seconds of all pauses so far."""
        held, since = self._state
        return held if since is None else held + time.monotonic() - since

    def now(self) -> float:
        """Return the time in seconds, from an arbitrary start; it stands still in a pause."""
        held, since = self._state
        return (time.monotonic() if since is None else since) - held

    def hold(self) -> None:
        """Pause the clock until `release`."""
        held, since = self._state
        if since is None:
            self._state = held, time.monotonic()

    def release(self) -> None:
        """Resume the clock."""
        self._state = self.held, None


#: The clock for all time limits.
clock = Clock()


@dataclass(frozen=True)
class Limits:
    """Limits of one search; by default it runs until the value is proven.

    Parameters
    ----------
    seconds : float
        The time limit from the start of the work, without the time of compiling kernels.
    nodes : float
        The most sets to examine: a whole number or infinity.
    end : float
        The time of `clock` at which the work ends; `begun` sets it. Limits sent to another process
        carry the remaining seconds instead.

    Raises
    ------
    OptionError
        If a limit is not positive.

    Examples
    --------
    >>> Limits(nodes=10**6)
    Limits(seconds=inf, nodes=1000000)
    """

    seconds: float = math.inf
    nodes: float = math.inf
    end: float = field(default=math.inf, repr=False)

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("nodes", self.nodes)):
            if not isinstance(value, Real) or not value > 0:
                raise OptionError("expected a number above 0", **{name: value})

    def begun(self) -> Limits:
        """Return limits whose time starts now; a time that has started continues."""
        if self.end < math.inf or self.seconds == math.inf:
            return self
        return replace(self, end=clock.now() + self.seconds)

    def within(self, seconds: float) -> Limits:
        """Return limits that end at most ``seconds`` from now."""
        begun, end = self.begun(), clock.now() + seconds
        # Callers compare with the seconds, so these must belong to the end.
        return (
            begun if begun.end <= end else replace(begun, seconds=seconds or self.seconds, end=end)
        )

    def share(self, share: float) -> Limits:
        """Return limits that end when this share of the seconds is spent."""
        begun = self.begun()
        if begun.end == math.inf:
            return begun
        rest = self.seconds * (1 - share)
        return replace(begun, seconds=self.seconds - rest, end=begun.end - rest)

    @property
    def remaining(self) -> float:
        """The remaining seconds, at least 0."""
        return max(self.end - clock.now(), 0.0) if self.end < math.inf else self.seconds

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self.end < math.inf and clock.now() >= self.end

    def __reduce__(self) -> tuple[object, ...]:
        remaining = self.remaining if self.end < math.inf else None
        return _received, (self.seconds, self.nodes, remaining)


def _received(seconds: float, nodes: float, remaining: float | None) -> Limits:
    """Return limits received from another process; their time may have started there."""
    limits = Limits(seconds, nodes)
    return limits if remaining is None else limits.within(remaining)


class Stopped(EmiError):  # noqa: N818 - nothing is wrong
    """The work reached a limit, or the caller ended it, before there was a result."""

    def __init__(self, reason: str = "stopped before there was a result") -> None:
        super().__init__(reason)
