"""Caches become one: bounds are tightened, and what contradicts is not taken."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cache import Audit, CacheError
from emi.errors import OptionError, one_line
from emi.results.upkeep import Merged
from emi.upkeep.joined import Joined, settled, subject_of
from reports.wording import plural
from search.heuristics import surveyed
from search.heuristics.values import decode_values
from search.model.bounds import Bounds
from search.model.record import decode_alone, encode
from search.model.written import MARKS, PROOF, STRATEGY, SURVEY, VALUES, check_written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cache import DiskStore
    from search.model.record import Proven


def merge(store: DiskStore, folders: Iterable[str | os.PathLike[str]]) -> Merged:
    """Join what other caches hold to a cache.

    A bound is only ever tightened. Where two bounds on one set contradict each other neither is
    kept: one of them was not proven, and it is not known which.

    Parameters
    ----------
    store : DiskStore
        What is joined to. Others may go on writing to it.
    folders : iterable of path
        The caches. They are only read, and what of them is damaged is left out.

    Raises
    ------
    OptionError
        If a folder holds no cache, or is that of the store.
    CacheError
        If the store cannot be read or written.

    Examples
    --------
    >>> import emi, tempfile
    >>> from cache import DiskStore
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
            raise OptionError(f"{folder}: expected another cache than the one that it is joined to")
        # A folder that is empty is a cache in which nothing was kept, as that of an empty shard.
        if not (folder / "cache.db").is_file() and not _is_empty(folder):
            raise OptionError(f"{folder}: expected the folder of a cache, it holds no cache.db")
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
                    f"{folder}: {plural(len(audit.faults), 'fault')}, what is damaged was left out "
                    "(`emi cache verify` lists them)"
                )
    return Merged(
        len(seen), new["bounds"], new["strategies"], new["first guesses"], tuple(contradictions),
        tuple(damaged), one_line(store.folder),
    )  # fmt: skip


def _is_empty(folder: Path) -> bool:
    """Return whether there is such a folder, and nothing in it."""
    return folder.is_dir() and not any(folder.iterdir())


def read_records(audit: Audit, key: str) -> tuple[dict[int, list[Proven]], list[bytes]]:
    """Return the bounds of a question by the number of their record, and its other records.

    These are strategies, proofs, and what is kept of first guesses.
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
            audit.fault(key, f"record {number} makes no sense: {error}")
    return bounds, written


def _check(record: bytes) -> None:
    """Check a record that holds no bounds; raises ValueError with the fault."""
    if record.startswith(SURVEY):
        surveyed.check(record)
    elif record.startswith(VALUES):
        decode_values(record)
    else:
        check_written(record)


def strategies_of(records: Iterable[bytes]) -> int:
    """Return how many of some records that are no bounds are strategies or proofs."""
    return sum(record.startswith((STRATEGY, PROOF)) for record in records)


def _join(store: DiskStore, audit: Audit, key: str, new: Counter[str]) -> list[str]:
    """Take over what a source holds of a question, count it, and return what contradicts."""
    batches, written = read_records(audit, key)
    here, kept = Joined(), []
    for record in store.read(key):
        if record.startswith(MARKS):
            kept.append(record)
            continue
        with suppress(ValueError):  # Solving the question reports it.
            here.add_all(decode_alone(record))
    before = settled(here, written=bool(kept))
    fresh = [one for batch in batches.values() for one in batch if here.add(one)]
    more = [record for record in written if record not in kept]
    name, pairs = audit.name(key), dict.fromkeys(here.contradicted.values())
    contradictions = [f"{name}: {contradiction(*pair)}" for pair in pairs]
    label = audit.games[key].label
    alone = None if here.contradicted else settled(here, written=bool(kept or more))
    if alone is not None and alone == before:
        fresh = []  # Bounds on the way to it are of no more use.
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
    """Say that two bounds cannot both be true."""
    if one.candidates is not None and other.candidates is not None:
        few, many = len(one.candidates), len(other.candidates)
        if one.candidates != other.candidates:
            return (
                f"{few:,} secrets take {one.lower} guesses at least, and {many:,} secrets among "
                f"which they are {other.upper} at most"
            )
    about = "the whole" if one.candidates is None else f"{len(one.candidates):,} secrets"
    if one.candidates is not None and len(one.candidates) == one.candidates.secrets:
        about = f"all {len(one.candidates):,} secrets"
    return f"bounds on {about} contradict each other, {_bounds(one)} and {_bounds(other)}"


def _bounds(one: Proven) -> Bounds:
    return Bounds(one.lower, one.upper)
