"""Merge caches: tighten bounds, and drop bounds that contradict each other."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from emi.cache import Audit, CacheError
from emi.errors import OptionError, one_line
from emi.reports.wording import plural
from emi.results.files import Merged
from emi.search.heuristics import surveyed
from emi.search.heuristics.values import decode_values
from emi.search.model.bounds import Bounds
from emi.search.model.record import decode_alone, encode
from emi.search.model.written import MARKS, PROOF, STRATEGY, SURVEY, VALUES, check_written
from emi.upkeep.joined import Joined, settled, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from emi.cache import DiskStore
    from emi.search.model.record import Proven


def merge(store: DiskStore, folders: Iterable[str | os.PathLike[str]]) -> Merged:
    """Merge other caches into a cache.

    Bounds are only tightened. If two bounds on one set contradict each other, both are dropped: one
    of them was not proven, and it is unknown which.

    Parameters
    ----------
    store : DiskStore
        The target. Other processes may write to it at the same time.
    folders : iterable of path
        The source caches. They are only read; damaged records are skipped.

    Returns
    -------
    Merged

    Raises
    ------
    OptionError
        If a folder holds no cache, or is the folder of the target.
    CacheError
        If the store cannot be read or written.

    Examples
    --------
    >>> import emi, tempfile
    >>> from emi.cache import DiskStore
    >>> with tempfile.TemporaryDirectory() as there, tempfile.TemporaryDirectory() as here:
    ...     with DiskStore(there) as store:
    ...         _ = emi.solve(emi.Mastermind(2, 3), store=store)
    ...     with DiskStore(here) as store:
    ...         merge(store, [there]).bounds, emi.solve(emi.Mastermind(2, 3), store=store).nodes
    (1, 0)
    """
    new, seen = Counter[str](), set[str]()
    contradictions: list[str] = []
    damaged: list[str] = []
    sources = [Path(folder) for folder in folders]
    for folder in sources:
        if folder.absolute().resolve() == store.folder.resolve():
            raise OptionError(f"{folder}: a cache cannot be merged into itself")
        # An empty folder is a cache without records, such as that of an empty shard.
        try:
            known = (folder / "cache.db").is_file() or _is_empty(folder)
        except OSError as error:
            raise OptionError(f"{folder}: cannot be read: {error.strerror}") from None
        if not known:
            raise OptionError(f"{folder}: not the folder of a cache, it holds no cache.db")
    for folder in [one for one in sources if not _is_empty(one)]:
        try:
            audit = Audit(folder)
        except CacheError as error:
            damaged.append(str(error))
            continue
        with audit:
            for key in audit.games:
                contradictions += _join(store, audit, key, new)
                seen.add(key)
            if audit.faults:
                damaged.append(
                    f"{folder}: {plural(len(audit.faults), 'fault')}, damaged records were skipped "
                    "(`emi cache verify` lists them)"
                )
    return Merged(
        len(seen), new["bounds"], new["strategies"], new["first guesses"], tuple(contradictions),
        tuple(damaged), one_line(store.folder),
    )  # fmt: skip


def _is_empty(folder: Path) -> bool:
    """Return whether the folder exists and is empty."""
    return folder.is_dir() and not any(folder.iterdir())


def read_records(audit: Audit, key: str) -> tuple[dict[int, list[Proven]], list[bytes]]:
    """Return the bounds of a question by record number, and its other records.

    The other records are strategies, proofs, and values of first guesses.
    """
    bounds: dict[int, list[Proven]] = {}
    written = []
    for number, record in audit.records(key):
        try:
            if record.startswith(MARKS):
                _check(record)
                written.append(record)
            else:
                bounds[number] = decode_alone(record)
        except ValueError as error:
            audit.fault(key, f"record {number} is invalid: {error}")
    return bounds, written


def _check(record: bytes) -> None:
    """Check a record that holds no bounds; raise ValueError with the fault."""
    if record.startswith(SURVEY):
        surveyed.check(record)
    elif record.startswith(VALUES):
        decode_values(record)
    else:
        check_written(record)


def strategies_of(records: Iterable[bytes]) -> int:
    """Return the number of strategies and proofs among records."""
    return sum(record.startswith((STRATEGY, PROOF)) for record in records)


def _join(store: DiskStore, audit: Audit, key: str, new: Counter[str]) -> list[str]:
    """Merge the records of a question from a source, count new ones; return contradictions."""
    batches, written = read_records(audit, key)
    here, kept = Joined(), []
    for record in store.read(key):
        if record.startswith(MARKS):
            kept.append(record)
            continue
        with suppress(ValueError):  # Solving the question reports the fault.
            here.add_all(decode_alone(record))
    before = settled(here, written=bool(kept))
    fresh = [one for batch in batches.values() for one in batch if here.add(one)]
    more = [record for record in written if record not in kept]
    name, pairs = audit.name(key), dict.fromkeys(here.contradicted.values())
    contradictions = [f"{name}: {contradiction(*pair)}" for pair in pairs]
    label = audit.games[key].label
    alone = None if here.contradicted else settled(here, written=bool(kept or more))
    if alone is not None and alone == before:
        fresh = []  # The value is known, so other bounds are useless.
    if not (fresh or more or here.contradicted):
        return contradictions
    if alone is not None or here.contradicted:
        rest = [*here] if alone is None else [alone]
        store.replace(key, [*([encode(rest)] if rest else []), *kept, *more], label)
    else:
        store.write(key, [*([encode(fresh)] if fresh else []), *more], label)
    new["bounds"] += sum(subject_of(one) not in here.contradicted for one in fresh)
    new["strategies"] += strategies_of(more)
    new["first guesses"] += len(more) - strategies_of(more)
    return contradictions


def contradiction(one: Proven, other: Proven) -> str:
    """Return a message about two contradicting bounds."""
    if one.candidates is not None and other.candidates is not None:
        few, many = len(one.candidates), len(other.candidates)
        if one.candidates != other.candidates:
            return (
                f"a set of {few:,} secrets needs at least {one.lower} guesses, but a superset of "
                f"{many:,} at most {other.upper}"
            )
    about = "the value" if one.candidates is None else f"{len(one.candidates):,} secrets"
    if one.candidates is not None and len(one.candidates) == one.candidates.secrets:
        about = f"all {len(one.candidates):,} secrets"
    return f"bounds on {about} contradict each other, {_bounds(one)} and {_bounds(other)}"


def _bounds(one: Proven) -> Bounds:
    return Bounds(one.lower, one.upper)
