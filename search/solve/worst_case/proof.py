"""Refutations: a graph of cores which proves that d guesses do not find a set."""

from collections.abc import Sequence

import numpy as np

from emi.search.compile.jit import in_widths
from emi.search.kernels.worst_case.inseparable import inseparable_core
from emi.search.model.bounds import ContradictionError
from emi.search.model.limits import Stopped
from emi.search.model.matrix import Indices
from emi.search.model.written import Core
from emi.search.solve.engine import NO_KEYS, Keys, surely
from emi.search.solve.worst_case.engine import Engine, class_keys, core_members


def refute(engine: Engine, members: Indices, depth: int, keys: Keys = NO_KEYS) -> list[Core]:
    """Prove that no strategy of ``depth`` guesses finds every member.

    Cores that were read from disk have no reasons and are proven again, which is quick because they
    are small. Keys, if given, are those of `class_keys`, and no guess tells all members apart.

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
            core, columns = engine.scratch.listed, in_widths(engine.matrix.columns)
            size = inseparable_core(columns, members, engine.scratch.free, core)
            return [Core(2, np.sort(core[:size]))]
        if apart < 0 and surely(engine.decide(members, depth, keys)) < 0:
            return _collect(engine, depth)
    raise ValueError(f"{len(members)} secrets can be found within {depth} guesses")


class Listing:
    """Lists the cores by which an engine refutes one question after the other.

    Each core is listed once, after its reasons; reasons are places in the list of all cores so far.
    Cores without reasons, read from disk or found by symmetry, are proven again.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.count = 0
        self._forgotten = engine.session.forgotten
        self._place_of: dict[int, int] = {}

    def refute(
        self, members: Indices, depth: int, within: Sequence[int] = ()
    ) -> tuple[list[Core], int] | None:
        """Prove that no strategy of ``depth`` guesses, at least 3, finds every member.

        Only cores inside the larger set ``within`` are used (empty: all cores). Returns the cores
        not listed before, and the place of the core that refutes the set; None if the set can be
        found. Raises Stopped if the session ended.
        """
        if len(members) <= depth:
            return None
        top = self.engine.refuter(members, depth, within)
        top = top if top >= 0 else self._search_core(members, depth, within)
        return None if top < 0 else (self.collect([top], within), self._place_of[top])

    def _search_core(self, members: Indices, depth: int, within: Sequence[int] = ()) -> int:
        """Search for a core with reasons that refutes a set; return -1 if the set can be found."""
        engine = self.engine
        guess = surely(engine.decide(members, depth, within=within))
        if engine.session.forgotten != self._forgotten:
            # The engine dropped cores, so that numbers now refer to other cores.
            self._forgotten, self._place_of = engine.session.forgotten, {}
        return -1 if guess >= 0 else int(engine.registers[0].core)

    def collect(self, wanted: list[int], within: Sequence[int] = ()) -> list[Core]:
        """Return those cores and reasons that are not listed yet, each after its reasons.

        Cores without reasons are proven again, with cores inside the set ``within``.
        """
        collected: dict[int, tuple[int, Indices, list[int]]] = {}
        waiting = [*wanted]
        self.engine.numbered = True
        try:
            while waiting:
                k = waiting.pop()
                if not self.engine.session.go_on():
                    raise Stopped
                if k not in collected and k not in self._place_of:
                    collected[k] = self._reasons(k, within)
                    waiting.extend(collected[k][2])
        finally:
            self.engine.numbered = False
        order = sorted(collected, key=lambda k: (collected[k][0], k))
        self._place_of.update({k: at for at, k in enumerate(order, start=self.count)})
        self.count += len(order)
        return [
            Core(depth, members, self.places(reasons))
            for depth, members, reasons in map(collected.__getitem__, order)
        ]

    def _reasons(self, k: int, within: Sequence[int]) -> tuple[int, Indices, list[int]]:
        """Return the depth of a core, its members (or fewer that suffice), and their reasons."""
        cores = self.engine.cores
        depth, members = int(cores.depth[k]), core_members(cores, k)
        if depth <= 2:  # noqa: PLR2004 - a checker needs no reasons
            return depth, np.sort(members), []
        reasons = cores.reasons[cores.reason_at[k] : cores.reason_at[k + 1]]
        if len(reasons) == 0:
            return self.again(members, depth, within)
        return depth, np.sort(members), reasons.tolist()

    def again(
        self, members: Indices, depth: int, within: Sequence[int] = ()
    ) -> tuple[int, Indices, list[int]]:
        """Refute a set again; return the depth, members and reasons of the core that does."""
        core = self._search_core(members, depth, within)
        if core < 0:
            raise ContradictionError(f"{len(members)} secrets can be found within {depth} guesses")
        return self._reasons(core, within)

    def places(self, cores: list[int]) -> tuple[int, ...]:
        """Return the places of cores in the list."""
        return tuple([self._place_of[core] for core in cores])


def _collect(engine: Engine, depth: int) -> list[Core]:
    """List the cores that prove the refutation of the last question."""
    listing = Listing(engine)
    top, reasons = engine.refuted(depth)
    if not reasons:
        depth, top, reasons = listing.again(top, depth)
    listed = listing.collect(reasons)
    return [*listed, Core(depth, np.sort(top), listing.places(reasons))]
