"""Merge caches: tighten bounds, and drop bounds that contradict each other.

`Joined` joins the records of one question, and `merge` those of two caches.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from emi.cache import Audit, CacheError
from emi.errors import OptionError, one_line
from emi.reports.wording import plural
from emi.results.files import Merged
from emi.search.heuristics.survey import check_chunk, decode_values
from emi.search.model.bounds import Bounds
from emi.search.model.record import decode_alone, encode
from emi.search.model.written import MARKS, PROOF, STRATEGY, SURVEY, VALUES, check_written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from emi.cache import DiskStore
    from emi.search.model.candidates import Candidates
    from emi.search.model.record import Proven

#: The subject of bounds: a set, the state, and the first guess of bounds on all strategies that
#: begin with it.
Subject: TypeAlias = "tuple[Candidates | None, int | None, int]"
#: The most bytes of sets to compare: a few seconds.
MOST = 4e9


def subject_of(proven: Proven) -> Subject:
    """Return the subject of bounds: the set, the state and, if any, the first guess."""
    begins = proven.candidates is None and proven.upper is None
    return proven.candidates, proven.state, proven.guess if begins else -1


class Joined:
    """The tightest bounds on each set of one question, and the contradictions among them."""

    def __init__(self, entries: Iterable[Proven] = ()) -> None:
        self.entries: dict[Subject, list[Proven]] = {}
        #: Subjects with two contradicting bounds.
        self.contradicted: dict[Subject, tuple[Proven, Proven]] = {}
        self.add_all(entries)

    def add_all(self, entries: Iterable[Proven]) -> None:
        """Add several bounds."""
        for proven in entries:
            self.add(proven)

    def add(self, proven: Proven) -> bool:
        """Add bounds; return whether they are new, not implied by known ones."""
        about = subject_of(proven)
        entries = self.entries.setdefault(about, [])
        for rival in self._rivals(proven):
            if _apart(proven, rival):
                self.contradicted.setdefault(about, (rival, proven))
                self.contradicted.setdefault(subject_of(rival), (rival, proven))
        if any(_implies(other, proven) for other in entries):
            return False
        entries[:] = [other for other in entries if not _implies(proven, other)]
        entries.append(proven)
        return True

    def compare(self, most: float = MOST) -> None:
        """Find sets whose worst case contradicts that of a superset.

        Valid if every guess stays allowed: then a subset needs at most as many guesses. The largest
        sets are compared with all others, until ``most`` bytes have been compared.
        """
        bounds = [
            proven for some in self.entries.values() for proven in some
            if proven.candidates is not None and proven.state is None
        ]  # fmt: skip
        # In a damaged cache, some may belong to another game.
        bounds = [proven for proven in bounds if _bits(proven).size == _bits(bounds[0]).size]
        low = [proven for proven in bounds if proven.lower > 1]
        if not low:
            return
        bits = np.array([_bits(proven) for proven in low])
        lower = np.array([proven.lower for proven in low])
        for high in sorted(bounds, key=lambda proven: -len(proven.candidates or ())):
            if high.upper is None:
                continue
            above = np.flatnonzero(lower > high.upper)
            most -= bits[0].size * len(above)
            if most < 0:
                return
            inside = ~(bits[above] & ~_bits(high)).any(axis=1)
            for place in above[inside].tolist():
                if low[place].candidates != high.candidates:
                    pair = (low[place], high)
                    for proven in pair:
                        self.contradicted.setdefault(subject_of(proven), pair)

    def __iter__(self) -> Iterator[Proven]:
        """Yield the known bounds without contradicted ones."""
        for about, entries in self.entries.items():
            if about not in self.contradicted:
                yield from entries

    def _rivals(self, proven: Proven) -> list[Proven]:
        """Return known bounds that must overlap with the given bounds."""
        rivals = [*self.entries[subject_of(proven)]]
        if proven.candidates is None:
            # The least cost for a first guess, and a strategy that begins with it.
            others = [(None, proven.state, -1), (None, proven.state, proven.guess)]
            for about in others:
                same = self.entries.get(about, [])
                rivals += [rival for rival in same if rival.guess == proven.guess >= 0]
        return rivals


def _bits(proven: Proven) -> NDArray[np.uint8]:
    """Return the members of a set as bits; the size depends on the game only."""
    return np.frombuffer(proven.candidates.bits.tobytes() if proven.candidates else b"", np.uint8)


def _apart(one: Proven, other: Proven) -> bool:
    """Return whether two bounds have no value in common."""
    lower = max(one.lower, other.lower)
    return any(upper is not None and lower > upper for upper in (one.upper, other.upper))


def _implies(one: Proven, other: Proven) -> bool:
    """Return whether bounds are at least as tight as others, and name a guess if those do."""
    lower = one.lower >= other.lower
    upper = other.upper is None or (one.upper is not None and one.upper <= other.upper)
    return lower and upper and (one.guess >= 0 or other.guess < 0)


def settled(bounds: Iterable[Proven], *, written: bool) -> Proven | None:
    """Return bounds that settle the question; for costs, only if a strategy is stored too."""
    for proven in bounds:
        whole = (
            proven.candidates is not None and len(proven.candidates) == proven.candidates.secrets
        )
        question = whole if proven.state is None else (proven.candidates is None and written)
        if question and proven.guess >= 0 and proven.lower == proven.upper:
            return proven
    return None


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
            is_cache = (folder / "cache.db").is_file() or _is_empty(folder)
        except OSError as error:
            raise OptionError(f"{folder}: cannot be read: {error.strerror}") from None
        if not is_cache:
            raise OptionError(f"{folder}: not the folder of a cache, it holds no cache.db")
    for folder in [source for source in sources if not _is_empty(source)]:
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
        check_chunk(record)
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
    here, written_here = Joined(), []
    for record in store.read(key):
        if record.startswith(MARKS):
            written_here.append(record)
            continue
        with suppress(ValueError):  # Solving the question reports the fault.
            here.add_all(decode_alone(record))
    before = settled(here, written=bool(written_here))
    fresh = [proven for batch in batches.values() for proven in batch if here.add(proven)]
    more = [record for record in written if record not in written_here]
    name, pairs = audit.name(key), dict.fromkeys(here.contradicted.values())
    contradictions = [f"{name}: {contradiction(*pair)}" for pair in pairs]
    label = audit.games[key].label
    alone = None if here.contradicted else settled(here, written=bool(written_here or more))
    if alone is not None and alone == before:
        fresh = []  # The value is known, so other bounds are useless.
    if not (fresh or more or here.contradicted):
        return contradictions
    if alone is not None or here.contradicted:
        rest = [*here] if alone is None else [alone]
        store.replace(key, [*([encode(rest)] if rest else []), *written_here, *more], label)
    else:
        store.write(key, [*([encode(fresh)] if fresh else []), *more], label)
    new["bounds"] += sum(subject_of(proven) not in here.contradicted for proven in fresh)
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
