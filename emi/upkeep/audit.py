"""The contents of a cache: the progress of its searches, and the faults of its records."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from emi.cache import Audit, CacheDamagedError, DiskStore, rebuild
from emi.errors import one_line
from emi.results.files import Status, Verified
from emi.search.model.bounds import Bounds, ContradictionError
from emi.search.model.candidates import Candidates
from emi.search.model.record import encode
from emi.upkeep.merge import Joined, contradiction, read_records, strategies_of, subject_of

if TYPE_CHECKING:
    import os

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
            batches, joined, written = _read(audit, key)
            questions += 1
            records += len(batches) + len(written)
            bounds += sum(1 for _ in joined)
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
        Whether to delete faulty kernels, so that they are compiled again.

    Returns
    -------
    tuple of str
    """
    import emi.games.kernels
    from emi.search.compile import files, folders

    faults = []
    rules = Path(emi.games.kernels.__path__[0])
    for folder in dict.fromkeys(
        [*folders.kernel_folders().read, *folders.kernel_folders(rules).read]
    ):
        for path, why in files.faults(folder):
            said = f"{folder}: the compiled kernel {path.stem} is damaged ({why})"
            faults.append(one_line(said))
            if repair:
                with suppress(OSError):
                    path.unlink()
    return tuple(faults)


def _opens(folder: str | os.PathLike[str]) -> bool:
    """Return whether the database opens for writing without an error."""
    try:
        with DiskStore(folder):
            return True
    except CacheDamagedError:
        return False


def _sound(audit: Audit, key: str) -> list[bytes]:
    """Return those records of a question that have no faults."""
    batches, joined, written = _read(audit, key)
    bad = joined.contradicted
    rest = [[proven for proven in batch if subject_of(proven) not in bad] for batch in batches]
    return [*(encode(batch) for batch in rest if batch), *written]


def _read(audit: Audit, key: str) -> tuple[list[list[Proven]], Joined, list[bytes]]:
    """Return the bounds of a question by record, the combined bounds, and the other records."""
    by_number, written = read_records(audit, key)
    batches = [*by_number.values()]
    joined = Joined(proven for batch in batches for proven in batch)
    label = audit.games[key].label
    if label and "(hard: " not in label and ", allowed " not in label:
        joined.compare()
    for pair in dict.fromkeys(joined.contradicted.values()):
        audit.fault(key, contradiction(*pair))
    if len({proven.state is None for batch in batches for proven in batch}) > 1:
        audit.fault(key, "bounds on worst cases and on costs are mixed")
    return batches, joined, written


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
        questions = [_of_question(audit, key, now) for key in audit.games]
        found = [one for one in questions if one is not None]
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


def _begins(proven: Proven) -> bool:
    """Return whether a bound applies to all strategies that begin with its guess."""
    return proven.candidates is None and proven.upper is None and proven.guess >= 0
