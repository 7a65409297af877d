"""Every record of a cache is checked, and what is damaged is dropped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from cache import Audit, CacheDamagedError, DiskStore, rebuild
from emi.errors import one_line
from emi.results.upkeep import Verified
from emi.upkeep.joined import Joined, subject_of
from emi.upkeep.merge import contradiction, read_records, strategies_of
from search.model.record import encode

if TYPE_CHECKING:
    from search.model.record import Proven


def verify(folder: str | os.PathLike[str], *, repair: bool = False) -> Verified:
    """Check every record of a cache.

    Its digest; whether its numbers are in range and each lower bound is at most the upper one;
    whether two bounds on one set contradict each other; and, of worst cases in games in which every
    guess stays allowed, whether a set needs more guesses than one around it. Of a large cache
    the largest sets are compared so with all others. What else holds of bounds of *different* sets
    is not checked here: a search that finds a contradiction reports it, and continues without the
    cache.

    Parameters
    ----------
    folder : path
    repair : bool
        Whether to drop what is damaged. Of a contradiction both bounds go. A database that is
        itself damaged is made anew, of all that can still be read; no search may be using it then.

    Raises
    ------
    CacheError
        If there is no cache, or it cannot be opened, or not be repaired.

    Examples
    --------
    >>> import emi, tempfile
    >>> from cache import DiskStore
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with DiskStore(folder) as store:
    ...         _ = emi.solve(emi.Mastermind(2, 3), store=store)
    ...     verify(folder)
    Verified(questions=1, records=1, bounds=1, strategies=0, faults=(), repaired=False)
    """
    questions = records = bounds = strategies = 0
    with Audit(folder) as audit:
        for key in audit.games:
            batches, known, written = _read(audit, key)
            questions += 1
            records += len(batches) + len(written)
            bounds += sum(1 for _ in known)
            strategies += strategies_of(written)
        faults = tuple(map(one_line, audit.faults))
        done = Verified(questions, records, bounds, strategies, faults, bool(repair and faults))
        if not done.repaired:
            return done
        if audit.broken or not _opens(folder):
            rebuild(
                Path(folder),
                ((key, audit.games[key].label, _sound(audit, key)) for key in audit.games),
            )
            return done
        with DiskStore(folder) as store:
            for key in sorted(audit.faulty):
                store.replace(key, _sound(audit, key), audit.games[key].label)
    return done


def _opens(folder: str | os.PathLike[str]) -> bool:
    """Return whether the database can be written to, as far as that shows."""
    try:
        with DiskStore(folder):
            return True
    except CacheDamagedError:
        return False


def _sound(audit: Audit, key: str) -> list[bytes]:
    """Return the records of a question without what is wrong with them."""
    batches, known, written = _read(audit, key)
    bad = known.contradicted
    rest = [[one for one in batch if subject_of(one) not in bad] for batch in batches]
    return [*(encode(batch) for batch in rest if batch), *written]


def _read(audit: Audit, key: str) -> tuple[list[list[Proven]], Joined, list[bytes]]:
    """Return what a question has: bounds by record, what is known by them, what was written."""
    by_number, written = read_records(audit, key)
    found = [*by_number.values()]
    known = Joined(one for batch in found for one in batch)
    label = audit.games[key].label
    if label and "(hard: " not in label and ", allowed " not in label:
        known.compare()
    for pair in dict.fromkeys(known.contradicted.values()):
        audit.fault(key, contradiction(*pair))
    if len({one.state is None for batch in found for one in batch}) > 1:
        audit.fault(key, "it has bounds of two kinds, on worst cases and on costs")
    return found, known, written
