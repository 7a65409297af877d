"""The progress of searches, read from their cache."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from emi.cache import Audit, CacheDamagedError
from emi.results.files import Status
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.candidates import Candidates
from emi.upkeep.merge import Joined, read_records, strategies_of

if TYPE_CHECKING:
    import os

    from emi.search.model.record import Proven

#: The rate is measured over this many seconds before the last record.
WINDOW = 600.0
#: The shortest time span in seconds for a rate.
LEAST = 5.0


def status(folder: str | os.PathLike[str], now: float | None = None) -> list[Status]:
    """Return the progress of the questions in a cache, the latest written first.

    The cache is only read; a running search is not disturbed.

    Parameters
    ----------
    folder : path
    now : float, optional
        The current time in seconds since 1970; by default that of the system.

    Returns
    -------
    list of Status

    Raises
    ------
    CacheError
        If there is no cache, or its database is damaged.

    Examples
    --------
    >>> import emi, tempfile
    >>> from emi.cache import DiskStore
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with DiskStore(folder) as store:
    ...         _ = emi.solve(emi.Mastermind(2, 3), store=store)
    ...     [(one.question, str(one.bounds), one.proven) for one in status(folder)]
    [('mastermind:2x3', '3', True)]
    """
    now = time.time() if now is None else now
    with Audit(folder) as audit:
        asked = [_of_question(audit, key, now) for key in audit.games]
        found = [one for one in asked if one is not None]
        if audit.broken:
            raise CacheDamagedError(
                f"{audit.path} is damaged: run `emi cache verify --repair`, or `emi cache clear`"
            )
    return sorted(found, key=lambda one: (one.idle, one.question))


def _of_question(audit: Audit, key: str, now: float) -> Status | None:
    """Return the progress of a question; None without records of a search."""
    batches, others = read_records(audit, key)
    if not batches and not strategies_of(others):
        return None
    bounds, least, first = None, Bounds(0, None), {}
    for one in Joined(one for batch in batches.values() for one in batch):
        whole = one.candidates is not None and len(one.candidates) == one.candidates.secrets
        if _begins(one):
            first[one.guess] = one.lower
        elif one.candidates is None or (one.state is None and whole):
            try:
                least = least.tightened(one.lower, one.upper if one.guess >= 0 else None)
            except ContradictionError:
                continue
            bounds = least
    times = audit.times(key)
    recent = [at for at in times if at >= times[-1] - WINDOW]
    span, kept = (recent[-1] - recent[0] if recent else 0.0), sum(map(len, batches.values()))
    rate = kept * len(recent) / len(times) / span * 60 if span >= LEAST else None
    idle = max(now - times[-1], 0.0) if times else 0.0
    settled = guesses = None
    if first:
        worst = None if bounds is None else bounds.upper
        settled = sum(worst is not None and lower >= worst for lower in first.values())
        # A search records all first guesses to try when it begins; older releases did not.
        guesses = len(first) if settled < len(first) else None
    return Status(_plain(audit.name(key)), bounds, kept, settled, guesses, idle, rate)


def _plain(label: str) -> str:
    """Return the label of a key in a short form: keys contain full digests and sets."""
    label = label.removesuffix(", ").replace(", average within None", ", average")
    label = re.sub(r", front at (\d+), \d+", r", Pareto front at \1", label)
    label = re.sub(r", (weights|allowed) ([0-9a-f]{6})[0-9a-f]{58}", r", \1 \2", label)
    return re.sub(r", candidates ([0-9a-f]+)", _counted, label)


def _counted(found: re.Match[str]) -> str:
    try:
        some = Candidates.from_bytes(bytes.fromhex(found[1]))
    except ValueError:
        return ", some candidates"
    return f", {len(some)} of {some.secrets} candidates"


def _begins(one: Proven) -> bool:
    """Return whether a bound applies to all strategies that begin with its guess."""
    return one.candidates is None and one.upper is None and one.guess >= 0
