"""Verify every record of a cache, and drop faulty records if requested."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from emi.cache import Audit, CacheDamagedError, DiskStore, rebuild
from emi.errors import one_line
from emi.results.files import Verified
from emi.search.model.record import encode
from emi.upkeep.merge import Joined, contradiction, read_records, strategies_of, subject_of

if TYPE_CHECKING:
    from emi.search.model.record import Proven


def verify(folder: str | os.PathLike[str], *, repair: bool = False) -> Verified:
    """Check every record of a cache.

    A record must have a correct digest, numbers in range, and lower bounds that are at most the
    upper bounds. Two bounds on one set must not contradict each other. If every guess of the game
    stays allowed, a set must not need more guesses than a superset; in a large cache, only the
    largest sets are compared in this way. Other relations between *different* sets are not checked:
    a search that finds a contradiction reports it and continues without the cache.

    Parameters
    ----------
    folder : path
    repair : bool
        Whether to drop faulty records and both bounds of each contradiction. A damaged database is
        rebuilt from all readable records; no search may use it meanwhile.

    Returns
    -------
    Verified

    Raises
    ------
    CacheError
        If there is no cache, or it cannot be opened or repaired.

    Examples
    --------
    >>> import emi, tempfile
    >>> from emi.cache import DiskStore
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


def faulty_kernels(*, repair: bool = False) -> tuple[str, ...]:
    """Check the compiled kernels of this version; return a line for each fault.

    Parameters
    ----------
    repair : bool
        Whether to forget them, so that they are compiled again.

    Returns
    -------
    tuple of str
    """
    import emi.games.kernels
    from emi.search.kernels.compiler import files, kept

    found = []
    rules = Path(emi.games.kernels.__path__[0])
    for folder in dict.fromkeys([*kept.folders().read, *kept.folders(rules).read]):
        for path, why in files.faults(folder):
            said = f"{folder}: the compiled kernel {path.stem} is not sound ({why})"
            found.append(one_line(said))
            if repair:
                with suppress(OSError):
                    path.unlink()
    return tuple(found)


def _opens(folder: str | os.PathLike[str]) -> bool:
    """Return whether the database opens for writing without an error."""
    try:
        with DiskStore(folder):
            return True
    except CacheDamagedError:
        return False


def _sound(audit: Audit, key: str) -> list[bytes]:
    """Return the records of a question without faults."""
    batches, known, written = _read(audit, key)
    bad = known.contradicted
    rest = [[one for one in batch if subject_of(one) not in bad] for batch in batches]
    return [*(encode(batch) for batch in rest if batch), *written]


def _read(audit: Audit, key: str) -> tuple[list[list[Proven]], Joined, list[bytes]]:
    """Return the bounds of a question by record, the combined bounds, and the other records."""
    by_number, written = read_records(audit, key)
    found = [*by_number.values()]
    known = Joined(one for batch in found for one in batch)
    label = audit.games[key].label
    if label and "(hard: " not in label and ", allowed " not in label:
        known.compare()
    for pair in dict.fromkeys(known.contradicted.values()):
        audit.fault(key, contradiction(*pair))
    if len({one.state is None for batch in found for one in batch}) > 1:
        audit.fault(key, "bounds on worst cases and on costs are mixed")
    return found, known, written
