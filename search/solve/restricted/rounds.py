"""The first guesses of a position where answers restrict the guesses, in rounds.

A first guess mostly fails by a small class to which few guesses are left, and which is refuted in a
moment; its largest may take a million times as long. So all classes are asked about in turn, those
first that have the fewest guesses left for their members, and in each round for longer. So are the
first guesses themselves, and those of a large class in turn.

The first guesses climb a ladder, as in asynchronous successive halving (Li et al., A System for
Massively Parallel Hyperparameter Tuning, MLSys 2020): a rung is worth several times the work of the
one below it, and has those guesses next that left the fewest members unsettled there. So a strategy
is found by going far into few; where there is none, all guesses are refuted at some rung.
"""

from array import array
from bisect import insort_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np

from search.kernels.common.partition import USELESS
from search.kernels.common.restriction import leave
from search.kernels.restricted.cores import CORE_DEPTH
from search.model.limits import Stopped
from search.model.matrix import Indices
from search.model.partition import Partitioner
from search.solve.restricted.engine import RestrictedEngine
from search.solve.worst_case.engine import class_keys

#: The work that a first guess is worth in the first round (see `RestrictedEngine.spent`), how many
#: times more in each that follows, and what it takes to split by one.
FIRST, WIDER, SPLIT = 1 << 13, 8, 1 << 18
#: The bits that hold the number of a guess.
PLACE = (1 << 32) - 1
#: Work between two looks at whether to go on.
PATIENCE = 1 << 28
#: A class of more pairs is gone into in rounds, too: the engine dwells on each guess to its end.
LARGE = 1 << 20


@dataclass
class Rung:
    """First guesses that wait for so much work each, and what was spent here.

    A guess is kept behind how many of its classes are unsettled: the last one has the fewest.
    """

    worth: int
    waiting: "array[int]"
    spent: int = 0

    def put(self, guess: int, unsettled: int) -> None:
        """Let a guess wait; those of as many unsettled classes have their turn one by one."""
        insort_left(self.waiting, guess - unsettled * (PLACE + 1), key=lambda one: one & ~PLACE)


def next_rung(rungs: list[Rung]) -> int:
    """Return which rung is to go on, -1 if no guess waits on any.

    That is the highest one on which not half as much was spent yet as on all below it together.
    """
    below = list(accumulate((one.spent for one in rungs), initial=0))
    able = [k for k, one in enumerate(rungs) if one.waiting]
    due = (k for k in reversed(able) if 2 * (rungs[k].spent + rungs[k].worth) <= below[k])
    return next(due, min(able, default=-1))


def dealt(guesses: list[int]) -> Iterator[list[int]]:
    """Yield batches of guesses of doubling sizes: 1, 2, 4, ...

    Half of a batch are the next in order, which are usually best; the others are spread over the
    rest, since families of similar words may favour any guess.
    """
    size = 1
    while guesses:
        half = (size + 1) // 2
        batch, guesses = guesses[:half], guesses[half:]
        step = max(len(guesses) // half, 1)
        yield batch + guesses[::step][: size - half]
        kept = (size - half) * step
        guesses = [one for q, one in enumerate(guesses) if q >= kept or q % step]
        size *= 2


class Rounds:
    """What is known of the first guesses of one position.

    Parameters
    ----------
    engine : RestrictedEngine
    members : (n,) int32
        The candidates.
    allowed : (k,) int32, optional
        The guesses still allowed; by default those of the root.
    """

    def __init__(
        self, engine: RestrictedEngine, members: Indices, allowed: Indices | None = None
    ) -> None:
        self.engine, self.matrix, self.members = engine, engine.matrix, members
        self.at_root = allowed is None
        if allowed is None:
            allowed = engine.restriction.allowed(engine.matrix, members)
        self.allowed = allowed
        self.partitioner = Partitioner(engine.matrix)
        #: What first guesses take at least; of others, with how many guesses classes are found, and
        #: what is known of those that are large.
        self.least: dict[int, int] = {}
        self.found: dict[int, dict[int, int]] = {}
        self.below: dict[int, dict[int, Rounds]] = {}
        self._rungs: dict[int, list[Rung]] = {}

    def climb(self, depth: int, work: float) -> int | None:
        """Look for a first guess that begins a strategy of ``depth`` guesses.

        Returns it, -1 if there is none, None if that is undecided after ``work`` units of work or
        when the session ends; the next call continues from there.
        """
        if depth not in self._rungs:
            keys, apart, _ = class_keys(self.matrix, self.members, self.allowed)
            if apart >= 0:
                return apart
            order = np.argsort(keys, kind="stable")
            order = order[keys[order] != USELESS].astype(np.int32)
            among = [guess for guess in order.tolist() if self.least.get(guess, 0) <= depth]
            self._rungs[depth] = [Rung(FIRST, array("i", [*chain(*dealt(among))][::-1]))]
            work -= len(self.members) * len(self.allowed)
        rungs, session = self._rungs[depth], self.engine.session
        while work > 0 and session.go_on(depth + self.engine.made):
            k = next_rung(rungs)
            if k < 0:
                return -1
            rung, before = rungs[k], self.engine.spent
            guess = rung.waiting[-1] & PLACE
            unsettled = self.unsettled(guess, depth, rung.worth)
            taken = SPLIT + self.engine.spent - before
            rung.spent += taken
            work -= taken
            if unsettled == 0:
                return guess
            if unsettled > 0 and not session.go_on(depth + self.engine.made):
                # It was cut short.
                break
            rung.waiting.pop()
            if unsettled > 0:
                if k + 1 == len(rungs):
                    rungs.append(Rung(rung.worth * WIDER, array("q")))
                rungs[k + 1].put(guess, unsettled)
            if self.at_root:
                waiting = sum(len(one.waiting) for one in rungs)
                session.note = f", {waiting:,} first guesses left"
        return None

    def among(self, depth: int, guesses: Sequence[int]) -> None:
        """Try these first guesses alone, for a while; what is known of them is kept."""
        rungs = self._rungs.setdefault(depth, [Rung(FIRST, array("q"))])
        wanted = {guess for guess in guesses if self.least.get(guess, 0) <= depth}
        for rung in rungs[1:]:
            rung.waiting = array("q", (one for one in rung.waiting if one & PLACE in wanted))
            wanted.difference_update(one & PLACE for one in rung.waiting)
        anew = chain(*dealt([guess for guess in guesses if guess in wanted]))
        rungs[0].waiting = array("q", [*anew][::-1])

    def settle(self, guess: int, depth: int, one_class: int = -1) -> bool:
        """Return whether a guess begins a strategy of ``depth`` guesses, without a limit on work.

        With ``one_class``, return whether that class is found in the guesses left.

        Raises
        ------
        Stopped
            If the session ended.
        """
        worth = FIRST
        while (unsettled := self.unsettled(guess, depth, worth, one_class)) > 0:
            if not self.engine.session.go_on(depth):
                raise Stopped
            worth *= WIDER
        return unsettled == 0

    def unsettled(self, guess: int, depth: int, worth: float, one_class: int = -1) -> int:
        """Return how many members are in classes that take more work; -1 if a class is refuted."""
        if self.least.get(guess, 0) > depth:
            return -1
        found = self.found.setdefault(guess, {})
        put_off = unsettled = 0
        for klass, options in self._classes(guess, depth - 1, one_class):
            if found.get(int(klass[0]), depth) < depth:
                continue
            share = worth / (1 + put_off)
            kept = (
                self._decide(guess, klass, depth - 1, share)
                if len(klass) * options <= share
                else None
            )
            if kept is None:
                put_off += 1
                unsettled += len(klass)
            elif kept:
                found[int(klass[0])] = depth - 1
            else:
                self.least[guess] = depth + 1
                del self.found[guess]
                self.below.pop(guess, None)
                return -1
        return unsettled

    def _classes(self, guess: int, depth: int, one_class: int) -> Iterator[tuple[Indices, int]]:
        """Yield the classes that want a search, and about how many guesses are left to each."""
        own, restriction = self.matrix.own, self.engine.arrays.restriction
        classes = self.partitioner.classes(guess, self.members)
        classes = classes if one_class < 0 else [classes[one_class]]
        classes = [one for one in classes if len(one) > depth and own[one[0]] != guess]
        sizes = np.array([len(one) for one in classes])
        options = sizes
        if classes and len(restriction.clues) > 0:
            # As in `search.kernels.restricted.guesses.count_options`.
            clues = restriction.clues[0, guess]
            demand = clues[own[[one[0] for one in classes]], np.newaxis]
            counts = np.bincount(clues[self.allowed])
            words = np.flatnonzero(counts)
            fits = words & demand == demand if restriction.hints else words == demand
            options = fits @ counts[words]
        for k in np.argsort(options / np.maximum(sizes, 1), kind="stable"):
            yield classes[k], int(options[k])

    def _decide(self, guess: int, klass: Indices, depth: int, work: float) -> bool | None:
        """Return whether a class of more than ``depth`` members is found in ``depth`` guesses."""
        if depth < 2:  # noqa: PLR2004 - it takes a guess for each
            return False
        engine, matrix = self.engine, self.matrix
        rows, restriction = self.partitioner.rows, engine.arrays.restriction
        allowed = np.empty(matrix.guesses, np.int32)
        count = leave(restriction, rows, matrix.own, self.allowed, guess, klass, allowed)
        allowed = allowed[:count]
        if depth == 2:  # noqa: PLR2004 - a guess is to tell them apart
            return bool(class_keys(matrix, klass, allowed)[1] >= 0)
        if not is_large(engine, klass, depth, allowed):
            found = engine.decide(klass, depth, allowed=allowed, work=work)
        elif (found := engine.known(klass, depth, allowed)) is None:
            below, one = self.below.setdefault(guess, {}), int(klass[0])
            if one not in below:
                below[one] = Rounds(engine, klass.copy(), allowed.copy())
            found = below[one].climb(depth, work)
            if found is not None:
                engine.note(klass, depth, allowed, found)
                del below[one]
        return None if found is None else found >= 0


def is_large(engine: RestrictedEngine, members: Indices, depth: int, allowed: Indices) -> bool:
    """Return whether a position is gone into in rounds."""
    restricted = engine.restriction.clues is not None
    return restricted and depth > CORE_DEPTH + 1 and len(members) * len(allowed) > LARGE


def choose(engine: RestrictedEngine, members: Indices, depth: int, allowed: Indices) -> int | None:
    """Return the first guess of a strategy for a position, as `RestrictedEngine.decide` does."""
    if not is_large(engine, members, depth, allowed):
        return engine.decide(members, depth, allowed=allowed)
    found, rounds = engine.known(members, depth, allowed), Rounds(engine, members, allowed)
    while found is None and engine.session.go_on(depth):
        found = rounds.climb(depth, PATIENCE)
    return found
