"""What a worst case and a least cost are, by their definitions, in plain Python, without bounds.

Slow, and obviously right. ``classes[g][s]`` is the feedback of guess ``g`` on secret ``s``, of any
hashable kind; ``own[s]`` is the guess that names secret ``s``; ``weights[s]`` is how much secret
``s`` counts, 1 if no weights are given.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, count, product
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    import emi

Classes = Sequence[Sequence[Hashable]]
Own = Sequence[int]
Weights = Sequence[int] | None


class Tree(Protocol):
    """A strategy: what to guess, and how to go on after each feedback."""

    guess: int
    members: Sequence[int]
    branches: Sequence["Tree"]


def worst_case(classes: Classes, candidates: Iterable[int], own: Own, *, hard: bool = False) -> int:
    """Return the least d such that some strategy finds every candidate within d guesses.

    In hard play, every guess must name a candidate that is still possible.
    """
    members = list(candidates)
    return next(d for d in count(1) if solvable(classes, members, own, d, hard=hard))


def solvable(
    classes: Classes, candidates: Sequence[int], own: Own, depth: int, *, hard: bool = False
) -> bool:
    """Tell whether some strategy finds every candidate within that many guesses.

    A single candidate is named. Otherwise some guess leaves only what can be found within one guess
    less. The largest part is asked about first, as it is the likeliest to say no.
    """
    if len(candidates) <= 1 or depth <= 1:
        return len(candidates) <= depth
    return any(
        all(solvable(classes, part, own, depth - 1, hard=hard) for part in parts)
        for parts in ways(classes, candidates, own, hard=hard)
    )


def begins(
    classes: Classes,
    candidates: Iterable[int],
    own: Own,
    guess: int,
    depth: int,
    *,
    hard: bool = False,
) -> bool:
    """Tell whether the guess begins a strategy that finds every candidate within that many."""
    members = list(candidates)
    parts = left_by(classes, members, own, guess)
    return (
        depth >= 1
        and (not hard or any(own[secret] == guess for secret in members))
        and all(solvable(classes, part, own, depth - 1, hard=hard) for part in parts)
    )


hard_worst_case = partial(worst_case, hard=True)
hard_begins = partial(begins, hard=True)


def left_by(classes: Classes, candidates: Sequence[int], own: Own, guess: int) -> list[list[int]]:
    """Return what may still be the secret after the guess, for each feedback, the largest first.

    The secret that the guess names is found, and is in none of the parts.
    """
    parts: dict[Hashable, list[int]] = {}
    for secret in candidates:
        if own[secret] != guess:
            parts.setdefault(classes[guess][secret], []).append(secret)
    return sorted(parts.values(), key=len, reverse=True)


def ways(
    classes: Classes, candidates: Sequence[int], own: Own, *, hard: bool = False
) -> Iterator[list[list[int]]]:
    """Yield each way in which a guess parts the candidates, once; to leave them alone is none."""
    tried = set()
    for guess in [own[secret] for secret in candidates] if hard else range(len(classes)):
        parts = left_by(classes, candidates, own, guess)
        if parts != [candidates] and (way := str(parts)) not in tried:
            tried.add(way)
            yield parts


def least_cost(
    classes: Classes,
    candidates: Iterable[int],
    own: Own,
    steps: Sequence[int],
    after: int | None,
    miss: int,
    weights: Weights = None,
    first: int | None = None,
) -> int:
    """Return the least cost of a strategy, over all strategies or those with that first guess.

    Each candidate that is not found yet pays ``steps[i]`` for guess i, the first being guess 0. One
    that those guesses do not find pays ``miss``, once. Then the game ends, or it goes on, and each
    further guess costs ``after``. A candidate pays as often as its weight says.

    Prices are never below 0, so a guess that leaves all candidates as they were only wastes a
    guess: to name one of them would leave fewer. The question of a set after a number of guesses is
    answered once.
    """
    known: dict[tuple[tuple[int, ...], int], int] = {}
    endless = len(steps) + 1

    def cost(members: list[int], made: int, first: int | None = None) -> int:
        """Return the cost of the members after ``made`` guesses."""
        if not members:
            return 0
        if made == len(steps):
            missed = miss * weight_of(members, weights)
            return missed if after is None else missed + cost(members, endless, first)
        if first is not None:
            return paid(members, made, left_by(classes, members, own, first))
        key = (tuple(members), made)
        if key not in known:
            known[key] = min(paid(members, made, way) for way in ways(classes, members, own))
        return known[key]

    def paid(members: list[int], made: int, parts: list[list[int]]) -> int:
        """Return the cost of the members if the next guess leaves these parts of them."""
        price = after if made == endless else steps[made]
        then = min(made + 1, endless)
        return price * weight_of(members, weights) + sum(cost(part, then) for part in parts)

    return cost(list(candidates), 0, first)


def weight_of(members: Iterable[int], weights: Weights) -> int:
    """Return the weight of all members together."""
    return sum(1 if weights is None else weights[secret] for secret in members)


def most_guaranteed(
    classes: Classes, candidates: Iterable[int], own: Own, tries: int, weights: Weights = None
) -> int:
    """Return the weight of the heaviest set of candidates that some strategy surely finds in time.

    What a strategy does when the secret is none of these is of no matter, so each set is asked
    about as if it were all there is.
    """
    members = list(candidates)
    sets = chain.from_iterable(combinations(members, n) for n in range(1, len(members) + 1))
    found = (some for some in sets if solvable(classes, list(some), own, tries))
    return max((weight_of(some, weights) for some in found), default=0)


def cost_of(
    tree: Tree,
    classes: Classes,
    candidates: Iterable[int],
    own: Own,
    steps: Sequence[int],
    after: int | None,
    miss: int,
    weights: Weights = None,
) -> int:
    """Return what a strategy costs, by playing it against each candidate; see `least_cost`."""
    return sum(
        weight_of([secret], weights)
        * price_of(tries_of(tree, classes, own, secret), steps, after, miss)
        for secret in candidates
    )


def price_of(tries: int | None, steps: Sequence[int], after: int | None, miss: int) -> int:
    """Return what a secret pays that is found with that many guesses; None if it is not found."""
    if tries is not None and tries <= len(steps):
        return sum(steps[:tries])
    if after is None:
        return sum(steps) + miss
    if tries is None:
        raise ValueError("a secret that is never found, in a game without an end")
    return sum(steps) + miss + after * (tries - len(steps))


def tries_of(tree: Tree, classes: Classes, own: Own, secret: int) -> int | None:
    """Play a strategy; return how many guesses it takes, or None if it does not find the secret.

    It goes on with the branch of the members that would have answered as the secret did; a strategy
    with two such branches saw more than the feedback.
    """
    if tree.guess == own[secret]:
        return 1
    row = classes[tree.guess]
    fitting = [branch for branch in tree.branches if row[branch.members[0]] == row[secret]]
    if not fitting:
        return None
    (branch,) = fitting
    below = tries_of(branch, classes, own, secret)
    return None if below is None else 1 + below


#: The secret of each board, None of a board that is found; and what they may be.
Secrets = tuple[str | None, ...]
Value = TypeVar("Value", int, tuple[int, int])
Left = frozenset[Secrets]


class Combinations:
    """The values of a game of boards, of which each has candidates of its own.

    A set of combinations is split by the feedback on each board whose secret is not found; a found
    board has no secret any more.
    """

    def __init__(
        self, game: "emi.Game", boards: Iterable[Iterable[str]], *, distinct: bool
    ) -> None:
        self.guesses = game.guesses
        self.feedback = {
            (guess, secret): None if guess == secret else game.feedback(guess, secret)
            for guess in game.guesses
            for secret in game.secrets
        }
        every = product(*boards)
        self.start: Left = frozenset(
            codes for codes in every if not distinct or len(set(codes)) == len(codes)
        )

    def after(self, left: Left, guess: str) -> list[Left]:
        """Return the sets of combinations that feedback on a guess leaves."""
        classes: dict[Hashable, set[Secrets]] = {}
        for secrets in left:
            feedback = tuple(secret and self.feedback[guess, secret] for secret in secrets)
            after = tuple(None if secret == guess else secret for secret in secrets)
            classes.setdefault(feedback, set()).add(after)
        return [frozenset(after) for after in classes.values()]

    def value(self, counted: "Callable[[int, Iterable[Value]], Value]", ended: "Value") -> "Value":
        """Return the least of what ``counted`` makes of the values of the sets after a guess."""

        @cache
        def least(left: Left) -> Value:
            if not any(map(any, left)):
                return ended
            return min(
                counted(len(left), map(least, sets))
                for guess in self.guesses
                if (sets := self.after(left, guess)) != [left]
            )

        return least(self.start)

    @property
    def worst_case(self) -> int:
        """The guesses that find all secrets, whatever they are."""
        return self.value(lambda _, values: 1 + max(values), 0)

    @property
    def total(self) -> int:
        """The least total number of guesses over all combinations."""
        return self.value(lambda many, values: many + sum(values), 0)

    @property
    def total_then_worst(self) -> tuple[int, int]:
        """The least total, and the least worst case of the strategies that have it."""

        def counted(many: int, values: Iterable[tuple[int, int]]) -> tuple[int, int]:
            totals, worst = zip(*values, strict=True)
            return many + sum(totals), 1 + max(worst)

        return self.value(counted, (0, 0))
