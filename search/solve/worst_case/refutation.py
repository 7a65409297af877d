"""Why a set cannot be found within d guesses: a graph of cores that anyone can check."""

from collections.abc import Sequence

import numpy as np

from search.kernels.common.widths import in_widths
from search.kernels.worst_case.inseparable import inseparable_core
from search.model.bounds import ContradictionError
from search.model.candidates import Candidates
from search.model.matrix import Indices
from search.model.record import Proven
from search.model.written import Core
from search.solve.engine import NO_KEYS, Keys
from search.solve.worst_case.engine import Engine, class_keys, core_members


def refute(engine: Engine, members: Indices, depth: int, keys: Keys = NO_KEYS) -> list[Core]:
    """Show that ``depth`` guesses do not surely find every member.

    Cores that the engine has recalled are proven again, for what comes from disk has no reasons:
    they are small, which makes that quick. The keys are those of `class_keys`, if they are known
    and no guess tells all members apart.

    Returns every core after its reasons; the last one refutes the set. There is none if ``depth``
    is 0, which needs no proof. Raises ValueError if the set can be found, ContradictionError if a
    core can that was recalled, Stopped if the session ended.
    """
    if depth == 0:
        return []
    if len(members) > max(depth, 2) or (depth == 1 and len(members) > 1):
        if depth == 1:
            return [Core(1, np.sort(members[:2]))]
        apart = -1
        if len(keys) == 0:
            keys, apart, _ = class_keys(engine.matrix, members)
        if apart < 0 and depth == 2:  # noqa: PLR2004
            found, columns = engine.scratch.found, in_widths(engine.matrix.columns)
            size = inseparable_core(columns, members, engine.scratch.free, found)
            return [Core(2, np.sort(found[:size]))]
        if apart < 0 and engine.surely(members, depth, keys) < 0:
            return _collect(engine, depth)
    raise ValueError(f"{len(members)} secrets can be found within {depth} guesses")


#: A core: the number of an engine, and that of the core there.
Place = tuple[int, int]


class Proofs:
    """What cores rest on, those too that were read from disk, each proven again by shallower ones.

    Engine 0 is the one that has searched.
    """

    def __init__(self, engine: Engine) -> None:
        self.engines = [engine]
        self._by_depth: dict[int, int] = {}

    def of(self, place: Place) -> tuple[int, Indices, list[Place]]:
        """Return the depth of a core, members of it that are as hard, and reasons for them."""
        at, k = place
        cores = self.engines[at].cores
        depth, reasons = int(cores.depth[k]), cores.reasons[slice(*cores.reason_at[k : k + 2])]
        if depth > 2 and len(reasons) == 0:  # noqa: PLR2004 - less needs no reasons
            return self.of(self.again(core_members(cores, k), depth))
        members = np.sort(core_members(cores, k))
        return depth, members, [(at, reason) for reason in reasons.tolist()]

    def again(self, members: Indices, depth: int) -> Place:
        """Prove a core again."""
        at = self._shallower(depth)
        engine = self.engines[at]
        if engine.surely(members, depth) >= 0:
            raise ContradictionError(f"{len(members)} secrets can be found within {depth} guesses")
        return at, int(engine.registers[0].core)

    def _shallower(self, depth: int) -> int:
        """Return the number of an engine that knows all cores of less than this depth."""
        if depth not in self._by_depth:
            searched = self.engines[0]
            cores = searched.cores
            engine = Engine(searched.matrix, depth + 1, searched.session.aside())
            for k in np.flatnonzero(cores.depth[: cores.held[0]] < depth).tolist():
                members, lower = core_members(cores, k), int(cores.depth[k]) + 1
                known = Candidates(members.tolist(), searched.matrix.secrets)
                engine.recall(Proven(known, lower, len(members)))
            self._by_depth[depth] = len(self.engines)
            self.engines.append(engine)
        return self._by_depth[depth]


class Listing:
    """Lists the cores that bear what an engine has refuted, one question after the other.

    Each is listed once, after its reasons, which are places among all that were listed.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.proofs = engine, Proofs(engine)
        self.count = 0
        self._forgotten = engine.session.forgotten
        self._place_of: dict[Place, int] = {}

    def refute(
        self, members: Indices, depth: int, within: Sequence[int] = ()
    ) -> tuple[list[Core], int] | None:
        """Show that so many guesses, at least 3, do not surely find all of a part of the secrets.

        Cores are looked for among those ``within`` a larger part. Returns the cores that were not
        listed before, and the place of the one that refutes the part; None if all are found.
        Stopped if the session ended.
        """
        engine = self.engine
        if len(members) <= depth or engine.surely(members, depth, within=within) >= 0:
            return None
        if engine.session.forgotten != self._forgotten:
            # Cores that were let go have left their numbers to others.
            self._forgotten, self._place_of = engine.session.forgotten, {}
        top = 0, int(engine.registers[0].core)
        return self.collect([top]), self._place_of[top]

    def collect(self, wanted: list[Place]) -> list[Core]:
        """List cores and what they rest on."""
        found: dict[Place, tuple[int, Indices, list[Place]]] = {}
        waiting = [*wanted]
        while waiting:
            place = waiting.pop()
            if place not in found and place not in self._place_of:
                found[place] = self.proofs.of(place)
                waiting.extend(found[place][2])
        order = sorted(found, key=lambda place: (found[place][0], place))
        self._place_of.update({place: k for k, place in enumerate(order, start=self.count)})
        self.count += len(order)
        return [
            Core(depth, members, self.places(reasons))
            for depth, members, reasons in map(found.__getitem__, order)
        ]

    def places(self, cores: list[Place]) -> tuple[int, ...]:
        """Return the places of cores that were listed."""
        return tuple([self._place_of[one] for one in cores])


def _collect(engine: Engine, depth: int) -> list[Core]:
    """List the cores under the question that the engine has just refuted."""
    listing = Listing(engine)
    top, top_reasons = engine.refuted(depth)
    below = [(0, reason) for reason in top_reasons]
    if not top_reasons:
        _, top, below = listing.proofs.of(listing.proofs.again(top, depth))
    listed = listing.collect(below)
    return [*listed, Core(depth, np.sort(top), listing.places(below))]
