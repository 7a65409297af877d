"""Where a search stands that runs elsewhere, as its cache tells."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from cache import Audit
from emi.upkeep.joined import Joined
from emi.upkeep.merge import read_records
from search.model.bounds import Bounds, ContradictionError

#: The rate is that of so many seconds before the last writing.
WINDOW = 600.0
#: Within fewer seconds there is no rate to speak of.
LEAST = 5.0


@dataclass(frozen=True)
class Status:
    """Where a question stands.

    Attributes
    ----------
    question : str
        The game and what is asked of it, or the beginning of the key.
    bounds : Bounds or None
        On the value; None if there are none yet.
    kept : int
        How many bounds on sets were kept on the way.
    settled : int or None
        How many first guesses are known to be no better than the best one found; None where that
        is not kept: a worst case is refuted for all first guesses together.
    idle : float
        Seconds since something was kept last.
    rate : float or None
        Bounds kept a minute, lately; None if there was one writing, or several within seconds.
    """

    question: str
    bounds: Bounds | None
    kept: int
    settled: int | None
    idle: float
    rate: float | None

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.bounds is not None and self.bounds.proven

    @property
    def left(self) -> str:
        """How much time is left. Nobody knows how many sets a search will still come upon."""
        return "none" if self.proven else "unknown"


def status(folder: str | os.PathLike[str], now: float | None = None) -> list[Status]:
    """Return where the questions of a cache stand, the one that was written to last first.

    The cache is only read; the search that writes to it goes on.

    Parameters
    ----------
    folder : path
    now : float, optional
        Seconds since 1970.

    Raises
    ------
    CacheError
        If there is no cache.

    Examples
    --------
    >>> import emi, tempfile
    >>> from cache import DiskStore
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with DiskStore(folder) as store:
    ...         _ = emi.solve(emi.Mastermind(2, 3), store=store)
    ...     [(one.question, str(one.bounds), one.left) for one in status(folder)]
    [('mastermind:2x3', '3', 'none')]
    """
    now = time.time() if now is None else now
    with Audit(folder) as audit:
        found = [_of_question(audit, key, now) for key in audit.games]
    return sorted(found, key=lambda one: (one.idle, one.question))


def _of_question(audit: Audit, key: str, now: float) -> Status:
    batches, _ = read_records(audit, key)
    entries = [one for batch in batches for one in batch]
    bounds, least, first = None, Bounds(0, None), {}
    for one in Joined(entries):
        whole = one.candidates is not None and len(one.candidates) == one.candidates.secrets
        if one.candidates is None and one.upper is None and one.guess >= 0:
            first[one.guess] = one.lower
        elif one.candidates is None or (one.state is None and whole):
            try:
                least = least.tightened(one.lower, one.upper if one.guess >= 0 else None)
            except ContradictionError:
                continue
            bounds = least
    times = audit.times(key)
    recent = [at for at in times if at >= times[-1] - WINDOW]
    span = recent[-1] - recent[0] if recent else 0.0
    rate = len(entries) * len(recent) / len(times) / span * 60 if span >= LEAST else None
    settled = None
    if first:
        most = None if bounds is None else bounds.upper
        settled = sum(most is not None and lower >= most for lower in first.values())
    idle = max(now - times[-1], 0.0) if times else 0.0
    return Status(audit.name(key), bounds, len(entries), settled, idle, rate)
