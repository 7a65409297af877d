"""What a worst case is, by its definition, in plain Python: no engine, no memory, no bounds.

Slow, and obviously right. ``classes[g][s]`` is the feedback of guess ``g`` on secret ``s``, of any
hashable kind; ``own[s]`` is the guess that names secret ``s``.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import count

Classes = Sequence[Sequence[Hashable]]
Own = Sequence[int]


def worst_case(classes: Classes, candidates: Iterable[int], own: Own) -> int:
    """Return the least d such that some strategy finds every candidate within d guesses."""
    members = list(candidates)
    return next(d for d in count(1) if solvable(classes, members, own, d))


def solvable(classes: Classes, candidates: Sequence[int], own: Own, depth: int) -> bool:
    """Tell whether some strategy finds every candidate within that many guesses.

    A single candidate is named. Otherwise some guess leaves only what can be found within one guess
    less; one that leaves all candidates as they were only wastes a guess.

    Two devices make it quick enough for a hundred words. Guesses that make the same parts of the
    candidates leave the same questions, so each way to part them is tried once. And the largest
    part is asked about first, as it is the likeliest to say no.
    """
    if len(candidates) <= 1:
        return depth >= 1
    if depth <= 1:
        return False
    tried = set()
    for guess in range(len(classes)):
        parts = left_by(classes, candidates, own, guess)
        if parts[0] == candidates or (way := str(parts)) in tried:
            continue
        tried.add(way)
        if all(solvable(classes, part, own, depth - 1) for part in parts):
            return True
    return False


def begins(classes: Classes, candidates: Iterable[int], own: Own, guess: int, depth: int) -> bool:
    """Tell whether the guess begins a strategy that finds every candidate within that many."""
    parts = left_by(classes, list(candidates), own, guess)
    return depth >= 1 and all(solvable(classes, part, own, depth - 1) for part in parts)


def left_by(classes: Classes, candidates: Sequence[int], own: Own, guess: int) -> list[list[int]]:
    """Return what may still be the secret after the guess, for each feedback, the largest first.

    The secret that the guess names is found, and is in none of the parts.
    """
    parts: dict[Hashable, list[int]] = {}
    for secret in candidates:
        if own[secret] != guess:
            parts.setdefault(classes[guess][secret], []).append(secret)
    return sorted(parts.values(), key=len, reverse=True)


def hard_worst_case(classes: Classes, candidates: Iterable[int], own: Own) -> int:
    """Return the least d such that candidates, proposed one by one, surely find the secret.

    As `worst_case`, but every guess must name a candidate that is still possible.
    """
    members = list(candidates)
    return next(d for d in count(1) if hard_solvable(classes, members, own, d))


def hard_solvable(classes: Classes, candidates: Sequence[int], own: Own, depth: int) -> bool:
    """Tell whether naming possible candidates finds every candidate within that many guesses."""
    if len(candidates) <= 1 or depth <= 1:
        return len(candidates) <= depth
    return any(hard_begins(classes, candidates, own, own[secret], depth) for secret in candidates)


def hard_begins(
    classes: Classes, candidates: Iterable[int], own: Own, guess: int, depth: int
) -> bool:
    """Tell whether the guess, a possible candidate, begins such a strategy within that many."""
    members = list(candidates)
    parts = left_by(classes, members, own, guess)
    return (
        depth >= 1
        and any(own[secret] == guess for secret in members)
        and all(hard_solvable(classes, part, own, depth - 1) for part in parts)
    )
