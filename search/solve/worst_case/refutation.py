"""Why a set cannot be found within d guesses: a graph of cores that anyone can check."""

from collections.abc import Sequence

import numpy as np

from search.kernels.compiler.widths import in_widths
from search.kernels.worst_case.inseparable import inseparable_core
from search.model.bounds import ContradictionError
from search.model.limits import Stopped
from search.model.matrix import Indices
from search.model.written import Core
from search.solve.engine import NO_KEYS, Keys, surely
from search.solve.worst_case.engine import Engine, class_keys, core_members


def refute(engine: Engine, members: Indices, depth: int, keys: Keys = NO_KEYS) -> list[Core]:
    """Show that ``depth`` guesses do not surely find every member.

    Cores that were read from disk have no reasons, so they are proven again; they are small, which
    makes that quick. The keys are those of `class_keys`, if they are known and no guess tells all
    members apart.

    Returns every core after its reasons; the last one refutes the set. The list is empty if
    ``depth`` is 0. Raises ValueError if the set can be found, ContradictionError if a core that was
    read can be found, Stopped if the session ended.
    """
    if depth == 0:
        return []
    if len(members) > depth:
        if depth == 1:
            return [Core(1, np.sort(members[:2]))]
        apart = -1
        if len(keys) == 0:
            keys, apart, _ = class_keys(engine.matrix, members)
        if apart < 0 and depth == 2:  # noqa: PLR2004
            found, columns = engine.scratch.found, in_widths(engine.matrix.columns)
            size = inseparable_core(columns, members, engine.scratch.free, found)
            return [Core(2, np.sort(found[:size]))]
        if apart < 0 and surely(engine.decide(members, depth, keys)) < 0:
            return _collect(engine, depth)
    raise ValueError(f"{len(members)} secrets can be found within {depth} guesses")


class Listing:
    """Lists the cores that bear what an engine has refuted, one question after the other.

    Each is listed once, after its reasons, which are places among all that were listed. Cores that
    have none, as those from disk and by symmetry, are proven again, by shallower ones.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.count = 0
        self._forgotten = engine.session.forgotten
        self._place_of: dict[int, int] = {}

    def refute(
        self, members: Indices, depth: int, within: Sequence[int] = ()
    ) -> tuple[list[Core], int] | None:
        """Show that ``depth`` guesses, at least 3, do not surely find all of some secrets.

        Cores are looked for among those ``within`` a larger set. Returns the cores that were not
        listed before, and the place of the one that refutes the set; None if all are found.
        Stopped if the session ended.
        """
        if len(members) <= depth:
            return None
        top = self.engine.refuter(members, depth, within)
        top = top if top >= 0 else self._asked(members, depth, within)
        return None if top < 0 else (self.collect([top], within), self._place_of[top])

    def _asked(self, members: Indices, depth: int, within: Sequence[int] = ()) -> int:
        """Return a core with reasons that refutes a set, -1 if there is none."""
        engine = self.engine
        guess = surely(engine.decide_within(members, depth, within))
        if engine.session.forgotten != self._forgotten:
            # Cores that were let go have left their numbers to others.
            self._forgotten, self._place_of = engine.session.forgotten, {}
        return -1 if guess >= 0 else int(engine.registers[0].core)

    def collect(self, wanted: list[int], within: Sequence[int] = ()) -> list[Core]:
        """List cores and what they rest on, all of it ``within`` a set."""
        found: dict[int, tuple[int, Indices, list[int]]] = {}
        waiting = [*wanted]
        self.engine.numbered = True
        try:
            while waiting:
                k = waiting.pop()
                if not self.engine.session.go_on():
                    raise Stopped
                if k not in found and k not in self._place_of:
                    found[k] = self._reasons(k, within)
                    waiting.extend(found[k][2])
        finally:
            self.engine.numbered = False
        order = sorted(found, key=lambda k: (found[k][0], k))
        self._place_of.update({k: at for at, k in enumerate(order, start=self.count)})
        self.count += len(order)
        return [
            Core(depth, members, self.places(reasons))
            for depth, members, reasons in map(found.__getitem__, order)
        ]

    def _reasons(self, k: int, within: Sequence[int]) -> tuple[int, Indices, list[int]]:
        """Return the depth of a core, members of it that are as hard, and reasons for them."""
        cores = self.engine.cores
        depth, members = int(cores.depth[k]), core_members(cores, k)
        if depth <= 2:  # noqa: PLR2004 - sizes tell
            return depth, np.sort(members), []
        reasons = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]]
        if len(reasons) == 0:
            return self.again(members, depth, within)
        return depth, np.sort(members), reasons.tolist()

    def again(
        self, members: Indices, depth: int, within: Sequence[int] = ()
    ) -> tuple[int, Indices, list[int]]:
        """Prove again that a set is refuted; return as of a core."""
        core = self._asked(members, depth, within)
        if core < 0:
            raise ContradictionError(f"{len(members)} secrets can be found within {depth} guesses")
        return self._reasons(core, within)

    def places(self, cores: list[int]) -> tuple[int, ...]:
        """Return the places of cores that were listed."""
        return tuple([self._place_of[one] for one in cores])


def _collect(engine: Engine, depth: int) -> list[Core]:
    """List the cores under the question that the engine has just refuted."""
    listing = Listing(engine)
    top, reasons = engine.refuted(depth)
    if not reasons:
        depth, top, reasons = listing.again(top, depth)
    listed = listing.collect(reasons)
    return [*listed, Core(depth, np.sort(top), listing.places(reasons))]
