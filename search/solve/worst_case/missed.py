"""The secrets missed if not all can be found, and a core of each.

Many sets of missed secrets are possible. The chosen one depends only on the minimal cores of
`emi.search.solve.worst_case.shrink`. The hardest secret of the first core is left out, or the
lightest one if there are weights; the rest is shrunk to another core, and so on until the rest can
be found. Usually no strategy misses fewer. Otherwise `fewest` looks for a smallest set that meets
all cores.
"""

from collections.abc import Iterable, Sequence

from emi.search.solve.worst_case.shrink import AT_LEAST, Shrinker, Shrunk

#: The most sets tried in search of one that meets all cores.
SETS = 10_000


#: The weight of each secret; none if all are equal.
Weights = Sequence[int] | None


def by_weight(shrinker: Shrinker, core: Shrunk, weights: Weights) -> list[int]:
    """Return the secrets of a core: the lightest first, and of equal weight the hardest first."""
    order: list[int] = shrinker.in_order(core.members).tolist()
    return order if weights is None else sorted(order, key=weights.__getitem__)


def left_out(
    shrinker: Shrinker, members: Iterable[int], weights: Weights = None
) -> dict[int, Shrunk | None]:
    """Return a minimal set of secrets without which all others can be found.

    Each secret comes with a core that contains it, or None if finding the core would take long.
    """
    rest, missed = {*members}, dict[int, Shrunk | None]()
    while shrinker.is_core(rest):
        core = shrinker.shrink(rest, looks=shrinker.looks_left)
        if core is None:
            secret = shrinker.first_too_many(rest)
        else:
            secret = by_weight(shrinker, core, weights)[0]
        missed[secret] = core
        rest.remove(secret)
    for secret in [*missed]:
        if not shrinker.is_core({*rest, secret}):
            # The secrets left out later suffice.
            rest.add(secret)
            del missed[secret]
    return missed


def cores_of(
    shrinker: Shrinker, members: Iterable[int], missed: Iterable[int]
) -> dict[int, Shrunk | None]:
    """Return a core for each missed secret: that secret and some that are found."""
    findable = {*members}.difference(missed)
    return {
        secret: shrinker.shrink({*findable, secret}, needed=secret, looks=shrinker.looks_left)
        for secret in sorted(missed)
    }


def disjoint_cores(cores: Iterable[Shrunk]) -> int:
    """Count pairwise disjoint cores: a lower bound on the misses."""
    taken, count = set[int](), 0
    for members in sorted([{*core.members.tolist()} for core in cores], key=len):
        if not members & taken:
            taken |= members
            count += 1
    return count


def fewest(
    shrinker: Shrinker,
    members: Iterable[int],
    cores: Iterable[Shrunk],
    missed: Iterable[int],
    least: int,
    weights: Weights = None,
) -> tuple[set[int], int]:
    """Search for a smaller set of missed secrets, within `AT_LEAST` looks and `SETS` sets.

    At least one secret of every core is missed (a hitting set). The search tries hitting sets of
    the known cores in a fixed order; if the other secrets cannot be found, they contain another
    core. ``least`` is a known lower bound on the misses.

    Returns
    -------
    missed : set of int
    least : int
        The size of ``missed`` if it is proven to be smallest, else the given ``least``.
    """
    every, chosen_secrets = {*members}, {*missed}
    core_members = [by_weight(shrinker, core, weights) for core in cores]
    end = shrinker.looks + AT_LEAST
    seen, waiting = set[frozenset[int]](), [frozenset[int]()]
    while waiting and len(chosen_secrets) > least and len(seen) < SETS:
        chosen = waiting.pop()
        if chosen in seen or len(chosen) >= len(chosen_secrets):
            continue
        seen.add(chosen)
        missing = next((core for core in core_members if chosen.isdisjoint(core)), None)
        if missing is None:
            rest = every.difference(chosen)
            if not shrinker.is_core(rest):
                chosen_secrets = {*chosen}
                continue
            core = shrinker.shrink(rest, looks=end - shrinker.looks)
            if core is None or not core.minimal:
                return chosen_secrets, least
            missing = by_weight(shrinker, core, weights)
            core_members.append(missing)
        if len(chosen) < len(chosen_secrets) - 1:
            waiting += [chosen | {secret} for secret in reversed(missing)]
    return chosen_secrets, least if waiting and len(chosen_secrets) > least else len(chosen_secrets)
