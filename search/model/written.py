"""Strategies and refutations as lists of numbers, the form in which they are stored.

They are stored with bounds (`emi.search.model.record`) and begin with a mark that bounds never
have.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from emi.search.model.strategy import Strategy

_MARK = b"\xff" * 8
#: The mark of a strategy, and that of a strategy with a refutation (the proof of a worst case).
STRATEGY, PROOF = _MARK + b"S", _MARK + b"C"
#: The marks of proofs by older versions, ignored: they depended on the contents of the cache (P),
#: or did without symmetry (R).
OLD_PROOFS = _MARK + b"P", _MARK + b"R"
#: The marks of profiles of first guesses (`emi.search.heuristics.survey`), and of their values.
SURVEY, VALUES = _MARK + b"F", _MARK + b"V"
#: All marks: records that begin with none of them are bounds.
MARKS = STRATEGY, PROOF, *OLD_PROOFS, SURVEY, VALUES


class Core(NamedTuple):
    """Secrets that cannot all be found within ``depth`` guesses.

    A core holds if every guess leaves one of its ``reasons`` whole in one class; at depth 2, if
    every guess puts two members into one class; at depth 1, if there are two members. Members are
    ``(n,)`` int32 in ascending order; reasons are indices of earlier cores of depth ``depth - 1``
    in the same list.

    The permutations ``moves`` map the members to themselves (see
    `emi.search.model.symmetry.stabiliser`), so it suffices to refute one of several guesses that
    they map to each other. In such a core, a guess is also refuted if it leaves more members in one
    class than ``depth - 1`` guesses can find, given the most classes that any guess makes of the
    core.
    """

    depth: int
    members: NDArray[np.int32]
    reasons: tuple[int, ...] = ()
    moves: tuple[tuple[int, ...], ...] = ()


class Node(NamedTuple):
    """A guess, its number of branches, whether it may be the secret, and the secrets it misses."""

    guess: int
    branches: int
    hits: bool
    missed: tuple[int, ...] = ()


class Outline:
    """A strategy as a list of nodes in preorder; reading it needs no matrix.

    ``own`` maps a guess to the secret that it names. Raises ValueError if the nodes do not form a
    strategy.
    """

    def __init__(self, nodes: Sequence[Node], own: Mapping[int, int], *, rarest: bool) -> None:
        self.nodes = nodes
        self.own = own
        #: Whether, among equally good strategies, the worst case is least and the fewest secrets
        #: take it.
        self.rarest = rarest
        #: The number of guesses for each secret that is found, and for each that is missed.
        self.found: dict[int, int] = {}
        self.missed: dict[int, int] = {}
        waiting, ended = [1], 0
        for guess, branches, hits, missed in nodes:
            if not waiting or branches < 0 or (hits and guess not in own):
                raise ValueError("a strategy with an invalid node")
            waiting[-1] -= 1
            if hits:
                ended += 1
                self.found[own[guess]] = len(waiting)
            if missed:
                ended += len(missed)
                self.missed.update(dict.fromkeys(missed, len(waiting)))
            if branches:
                waiting.append(branches)
                continue
            while waiting and waiting[-1] == 0:
                waiting.pop()
        secrets = self.found.keys() | self.missed.keys()
        if waiting or ended != len(secrets) or not secrets <= {*own.values()}:
            raise ValueError("a strategy that ends early, or names a secret twice")

    @classmethod
    def of(cls, strategy: Strategy, own: NDArray[np.int32], *, rarest: bool = False) -> "Outline":
        """Return the outline of a strategy; ``own`` maps each secret to the guess that names it."""
        named = own.tolist()
        secret_of = {guess: secret for secret, guess in enumerate(named)}
        nodes = []
        for guess, indices, branches, _, _ in strategy.nodes():
            if not branches and len(indices) == 1:
                # Quick, because most nodes are such.
                index = indices.item()
                hits = named[index] == guess
                nodes.append(Node._make((guess, 0, hits, () if hits else (index,))))
                continue
            hits, missed = False, ()
            # Members in no branch are found here, or missed.
            here = len(indices) - sum([len(child.members) for child in branches])
            if here:
                secret, members = secret_of.get(guess, -1), indices.tolist()
                hits = secret in members
            if here > hits:
                below = [*chain.from_iterable(branch.members.tolist() for branch in branches)]
                missed = tuple(sorted({*members}.difference(below, (secret,))))
            nodes.append(Node(guess, len(branches), hits, missed))
        return cls(nodes, secret_of, rarest=rarest)

    @property
    def depth(self) -> int:
        """The most guesses made for any secret."""
        return max([*self.found.values(), *self.missed.values()])

    def cost(self, price: Callable[[int], int], weights: Sequence[int]) -> int:
        """Return the total cost; ``price`` maps the number of guesses for a secret to its cost."""
        total = sum([price(tries) * weights[secret] for secret, tries in self.found.items()])
        return total + sum([price(tries + 1) * weights[s] for s, tries in self.missed.items()])

    @cached_property
    def strategy(self) -> Strategy:
        """The strategy as a tree."""
        nodes: list[Strategy] = []
        for guess, count, hits, missed in reversed(self.nodes):
            members = np.array([self.own[guess], *missed] if hits else missed, np.int32)
            if hits and not (count or missed):
                # Quick, because most nodes are such.
                nodes.append(Strategy(guess, members, (), 1, 1))
                continue
            branches = tuple([nodes.pop() for _ in range(count)])
            members = np.sort(np.concatenate([members, *[branch.members for branch in branches]]))
            nodes.append(Strategy.node(guess, members, branches))
        return nodes[0]

    def numbers(self) -> Iterator[int]:
        """Yield the numbers that `read` reads."""
        yield from (self.rarest, len(self.nodes))
        for guess, branches, hits, missed in self.nodes:
            yield from (guess, 2 * branches + hits, len(missed), *missed)

    @classmethod
    def read(cls, numbers: Iterator[int], own: Mapping[int, int], guesses: int) -> "Outline":
        """Read the result of `numbers` for a game with ``guesses`` guesses.

        Raises ValueError if the numbers are malformed.
        """
        rarest, count = next(numbers), next(numbers)
        nodes = []
        for _ in range(count):
            guess, branches, missed = next(numbers), next(numbers), next(numbers)
            if not 0 <= guess < guesses:
                raise ValueError(f"guess {guess} of a strategy: expected 0 to {guesses - 1}")
            members = tuple([next(numbers) for _ in range(missed)])
            nodes.append(Node(guess, branches // 2, bool(branches % 2), members))
        return cls(nodes, own, rarest=bool(rarest))


class Refutation(NamedTuple):
    """A proof that a number of guesses is too few: each core after its reasons, the top core last.

    The refutation is ``minimal`` if all other secrets of the top core can be found as soon as any
    one of them is removed. It is ``final`` if every run finds the same refutation; otherwise a
    limit was reached.
    """

    cores: Sequence[Core]
    minimal: bool
    final: bool = True


class Proof(NamedTuple):
    """A strategy, and optionally a refutation of one guess less."""

    outline: Outline
    refutation: Refutation | None = None


def encode_written(outline: Outline, refutation: Refutation | None = None) -> bytes:
    """Return a record with a strategy, or with both halves of the proof of a worst case."""
    numbers, kind = [*outline.numbers()], STRATEGY
    if refutation is not None:
        kind = PROOF
        numbers.append(refutation.minimal)
        for core in refutation.cores:
            numbers += [core.depth, len(core.members), *core.members.tolist()]
            numbers += [len(core.reasons), *core.reasons, len(core.moves)]
            for move in core.moves:
                numbers += [len(move), *move]
    return kind + zlib.compress(np.array(numbers, "<i4").tobytes())


def check_written(record: bytes) -> list[int]:
    """Return the numbers of a record of `encode_written`; raise ValueError if it is damaged."""
    try:
        return np.frombuffer(zlib.decompress(record[len(STRATEGY) :]), "<i4").tolist()  # type: ignore[no-any-return]
    except (zlib.error, ValueError) as error:
        raise ValueError(f"a damaged strategy: {error}") from None


def decode_written(record: bytes, own: Mapping[int, int], guesses: int) -> Proof:
    """Read the result of `encode_written` for a game; raise ValueError if it is damaged."""
    numbers, secrets = iter(check_written(record)), frozenset(own.values())
    cores: list[Core] = []
    try:
        outline = Outline.read(numbers, own, guesses)
        if not record.startswith(PROOF):
            return Proof(outline)
        minimal = bool(next(numbers))
        for depth in numbers:
            members = [next(numbers) for _ in range(next(numbers))]
            reasons = tuple([next(numbers) for _ in range(next(numbers))])
            if not secrets.issuperset(members) or not all(0 <= r < len(cores) for r in reasons):
                raise ValueError("a core with invalid numbers")
            moves = tuple(
                [tuple([next(numbers) for _ in range(next(numbers))]) for _ in range(next(numbers))]
            )
            cores.append(Core(depth, np.array(members, np.int32), reasons, moves))
    except StopIteration:
        raise ValueError("a strategy or a refutation that ends early") from None
    return Proof(outline, Refutation(cores, minimal))
