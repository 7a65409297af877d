"""Try the first guesses of a position in rounds, in hard play.

A first guess usually fails because of a small class for which few guesses remain. Such a class is
refuted quickly; the largest may take a million times as long. So all classes take turns, those
with the fewest guesses left for their members first, and longer in each round. The same applies to
the first guesses themselves, and to the guesses inside a large class.

The first guesses move up a ladder, as in asynchronous successive halving (Li et al., A System for
Massively Parallel Hyperparameter Tuning, MLSys 2020). Each rung spends several times the work of
the rung below, and next takes the guesses that left the fewest members undecided there. So the
search finds a strategy by going far into few guesses; if there is none, some rung refutes each
guess.
"""

from array import array
from bisect import insort_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

import numpy as np

from emi.search.kernels.core.partition import USELESS
from emi.search.kernels.core.restriction import leave
from emi.search.kernels.hard.cores import CORE_DEPTH
from emi.search.kernels.hard.hard_minimax import TIMES_LONGER
from emi.search.model.limits import Stopped
from emi.search.model.matrix import Indices
from emi.search.model.partition import Partitioner
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.session import Patience
from emi.search.solve.worst_case.engine import class_keys

#: The work spent on a first guess in a round (see `HardEngine.spent`), which grows as in the
#: kernel, and the work of splitting by one guess.
WORK, SPLIT = Patience(1 << 13, TIMES_LONGER), 1 << 18
#: The bits that hold the number of a guess.
PLACE = (1 << 32) - 1
#: The work between two checks whether to go on.
PATIENCE = 1 << 28
#: Classes with more pairs are also searched in rounds, because the engine finishes each guess
#: before it tries the next.
LARGE = 1 << 20


@dataclass
class Rung:
    """The first guesses that wait for the same amount of work, and the work spent on this rung.

    Guesses are sorted by their number of undecided members; the last one has the fewest.
    """

    worth: float
    waiting: "array[int]"
    spent: int = 0

    def put(self, guess: int, undecided: int) -> None:
        """Add a waiting guess; guesses with equally many undecided members take turns."""
        insort_left(self.waiting, guess - undecided * (PLACE + 1), key=lambda entry: entry & ~PLACE)


def next_rung(rungs: list[Rung]) -> int:
    """Return the rung that continues next; -1 if no guess waits.

    This is the highest rung with less than half of the work spent on all rungs below.
    """
    below = list(accumulate((rung.spent for rung in rungs), initial=0))
    able = [k for k, rung in enumerate(rungs) if rung.waiting]
    due = (k for k in reversed(able) if 2 * (rungs[k].spent + rungs[k].worth) <= below[k])
    return next(due, min(able, default=-1))


def dealt(guesses: list[int]) -> Iterator[list[int]]:
    """Yield batches of guesses of doubling sizes: 1, 2, 4, ...

    Half of each batch consists of the next guesses in order, which are usually best. The other half
    is spread over the rest, because the best guess against a family of similar words may lie
    anywhere.
    """
    size = 1
    while guesses:
        half = (size + 1) // 2
        batch, guesses = guesses[:half], guesses[half:]
        step = max(len(guesses) // half, 1)
        yield batch + guesses[::step][: size - half]
        dealt_from = (size - half) * step
        guesses = [guess for q, guess in enumerate(guesses) if q >= dealt_from or q % step]
        size *= 2


class Rounds:
    """The state of the search for the first guess of one position.

    Parameters
    ----------
    engine : HardEngine
    members : (n,) int32
        The candidates.
    allowed : (k,) int32, optional
        The guesses still allowed; by default those of the root.
    """

    def __init__(
        self, engine: HardEngine, members: Indices, allowed: Indices | None = None
    ) -> None:
        self.engine, self.matrix, self.members = engine, engine.matrix, members
        self.at_root = allowed is None
        if allowed is None:
            allowed = engine.restriction.allowed(engine.matrix, members)
        self.allowed = allowed
        self.partitioner = Partitioner(engine.matrix)
        #: For each refuted first guess, a lower bound on the worst case of strategies that begin
        #: with this guess.
        self.least: dict[int, int] = {}
        #: For each other first guess, the number of guesses that suffices for each solved class,
        #: by the first secret of the class.
        self.solved_classes: dict[int, dict[int, int]] = {}
        #: The rounds of each large class, likewise.
        self.below: dict[int, dict[int, Rounds]] = {}
        self._rungs: dict[int, list[Rung]] = {}
        #: The class decided last, and the guesses left for it: after -1 from `undecided`, the class
        #: that refutes the guess (see `emi.search.solve.hard.proof`).
        self.last_class = members[:0], allowed[:0]

    def search(self, depth: int, work: float) -> int | None:
        """Search for the first guess of a strategy of ``depth`` guesses.

        Return the guess; -1 if there is none; None if undecided after ``work`` units of work or
        when the session ends. The next call continues from there.
        """
        if depth not in self._rungs:
            keys, apart, _ = class_keys(self.matrix, self.members, self.allowed)
            if apart >= 0:
                return apart
            order = np.argsort(keys, kind="stable")
            order = order[keys[order] != USELESS].astype(np.int32)
            among = [guess for guess in order.tolist() if self.least.get(guess, 0) <= depth]
            self._rungs[depth] = [Rung(WORK.first, array("i", [*chain(*dealt(among))][::-1]))]
            work -= len(self.members) * len(self.allowed)
        rungs, session = self._rungs[depth], self.engine.session
        while work > 0 and session.go_on(depth + self.engine.guesses_before):
            k = next_rung(rungs)
            if k < 0:
                return -1
            rung, before = rungs[k], self.engine.spent
            guess = rung.waiting[-1] & PLACE
            undecided = self.undecided(guess, depth, rung.worth)
            taken = SPLIT + self.engine.spent - before
            rung.spent += taken
            work -= taken
            if undecided == 0:
                return guess
            if undecided > 0 and not session.go_on(depth + self.engine.guesses_before):
                # The search was interrupted.
                break
            rung.waiting.pop()
            if undecided > 0:
                if k + 1 == len(rungs):
                    rungs.append(Rung(WORK.after(k + 1), array("q")))
                rungs[k + 1].put(guess, undecided)
            if self.at_root:
                waiting = sum(len(other.waiting) for other in rungs)
                session.note = f", {waiting:,} first guesses left"
        return None

    def among(self, depth: int, guesses: Sequence[int]) -> None:
        """Restrict the search to these first guesses; keep what was learned about them."""
        rungs = self._rungs.setdefault(depth, [Rung(WORK.first, array("q"))])
        wanted = {guess for guess in guesses if self.least.get(guess, 0) <= depth}
        for rung in rungs[1:]:
            rung.waiting = array("q", (entry for entry in rung.waiting if entry & PLACE in wanted))
            wanted.difference_update(entry & PLACE for entry in rung.waiting)
        anew = chain(*dealt([guess for guess in guesses if guess in wanted]))
        rungs[0].waiting = array("q", [*anew][::-1])

    def decide(self, guess: int, depth: int, one_class: int = -1) -> bool:
        """Return whether a guess begins a strategy of ``depth`` guesses; the work is unlimited.

        With ``one_class``, return whether the remaining guesses find that class.

        Raises
        ------
        Stopped
            If the session ended.
        """
        rounds = 0
        while (undecided := self.undecided(guess, depth, WORK.after(rounds), one_class)) > 0:
            if not self.engine.session.go_on(depth):
                raise Stopped
            rounds += 1
        return undecided == 0

    def undecided(self, guess: int, depth: int, worth: float, one_class: int = -1) -> int:
        """Work on the classes of a first guess, the likeliest to be refuted first.

        Each class may take a share of the work ``worth``: the whole of it at first, then less for
        each class that was put off before. Return the number of members in the classes put off: 0
        if the guess begins a strategy of ``depth`` guesses; -1 if a class is refuted.
        """
        if self.least.get(guess, 0) > depth:
            return -1
        needed = self.solved_classes.setdefault(guess, {})
        put_off = undecided = 0
        for klass, options in self._classes(guess, depth - 1, one_class):
            if needed.get(int(klass[0]), depth) < depth:
                continue
            share = worth / (1 + put_off)
            is_found = None
            if len(klass) * options <= share:
                is_found = self._decide_class(guess, klass, depth - 1, share)
            if is_found is None:
                put_off += 1
                undecided += len(klass)
            elif is_found:
                needed[int(klass[0])] = depth - 1
            else:
                self._refute(guess, depth)
                return -1
        return undecided

    def _refute(self, guess: int, depth: int) -> None:
        """Record that a guess does not keep to the depth, and forget the state of its classes."""
        self.least[guess] = depth + 1
        del self.solved_classes[guess]
        self.below.pop(guess, None)

    def _classes(self, guess: int, depth: int, one_class: int) -> Iterator[tuple[Indices, int]]:
        """Yield the classes that need a search, each with an estimate of the guesses left."""
        own, restriction = self.matrix.own, self.engine.arrays.restriction
        classes = self.partitioner.classes(guess, self.members)
        classes = classes if one_class < 0 else [classes[one_class]]
        classes = [klass for klass in classes if len(klass) > depth and own[klass[0]] != guess]
        sizes = np.array([len(klass) for klass in classes])
        options = sizes
        if classes and len(restriction.clues) > 0:
            # As in `emi.search.kernels.hard.guesses.count_options`.
            clues = restriction.clues[0, guess]
            demand = clues[own[[klass[0] for klass in classes]], np.newaxis]
            counts = np.bincount(clues[self.allowed])
            words = np.flatnonzero(counts)
            fits = words & demand == demand if restriction.hints else words == demand
            options = fits @ counts[words]
        for k in np.argsort(options / np.maximum(sizes, 1), kind="stable"):
            yield classes[k], int(options[k])

    def _decide_class(self, guess: int, klass: Indices, depth: int, work: float) -> bool | None:
        """Return whether ``depth`` guesses find a class of more than ``depth`` members.

        Return None if the work does not suffice, or the session ends.
        """
        engine, matrix = self.engine, self.matrix
        rows, restriction = self.partitioner.rows, engine.arrays.restriction
        allowed = np.empty(matrix.guesses, np.int32)
        count = leave(restriction, rows, matrix.own, self.allowed, guess, klass, allowed)
        allowed = allowed[:count]
        self.last_class = klass, allowed
        if depth < 2:  # noqa: PLR2004 - each member takes a guess
            return False
        if depth == 2:  # noqa: PLR2004 - one guess must tell all members apart
            return bool(class_keys(matrix, klass, allowed)[1] >= 0)
        if is_large(engine, klass, depth, allowed):
            first = self._decide_in_rounds(guess, klass, depth, allowed, work)
        else:
            first = engine.decide(klass, depth, allowed=allowed, work=work)
        return None if first is None else first >= 0

    def _decide_in_rounds(
        self, guess: int, klass: Indices, depth: int, allowed: Indices, work: float
    ) -> int | None:
        """Return what `HardEngine.decide` does for a large class.

        The rounds of the class continue in the next call.
        """
        first = self.engine.look_up(klass, depth, allowed)
        if first is not None:
            return first
        below, secret = self.below.setdefault(guess, {}), int(klass[0])
        if secret not in below:
            below[secret] = Rounds(self.engine, klass.copy(), allowed.copy())
        first = below[secret].search(depth, work)
        if first is not None:
            self.engine.note(klass, depth, allowed, first)
            del below[secret]
        return first


def is_large(engine: HardEngine, members: Indices, depth: int, allowed: Indices) -> bool:
    """Return whether to search a position in rounds."""
    restricted = engine.restriction.clues is not None
    return restricted and depth > CORE_DEPTH + 1 and len(members) * len(allowed) > LARGE


def choose(engine: HardEngine, members: Indices, depth: int, allowed: Indices) -> int | None:
    """Return the first guess of a strategy for a position, as `HardEngine.decide` does."""
    if not is_large(engine, members, depth, allowed):
        return engine.decide(members, depth, allowed=allowed)
    first, rounds = engine.look_up(members, depth, allowed), Rounds(engine, members, allowed)
    while first is None and engine.session.go_on(depth):
        first = rounds.search(depth, PATIENCE)
    return first
