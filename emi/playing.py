"""Playing a method against every secret of a game: how many tries each of them takes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from emi import memory
from emi.errors import OptionError
from emi.named import method_named
from emi.ready import kernels_ready

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.games.motus import Motus
    from search.matrix import FeedbackMatrix
    from search.methods import Method


@dataclass(frozen=True)
class Playing:
    """Where a game stands that a method plays.

    Parameters
    ----------
    method : str
    found, secrets : int
        Secrets found so far, of how many.
    """

    method: str
    found: int
    secrets: int

    def __str__(self) -> str:
        return f"{self.method} {self.found:,}/{self.secrets:,}"


@dataclass(frozen=True, eq=False)
class Played:
    """How a method fared in a game.

    Parameters
    ----------
    game : Motus
    method : str
    ties : str
        How ties were broken: ``possible`` (a candidate first), ``alphabetical``, ``random``, or
        empty if it plays no role.
    direction : str
        How the aggregate was read: ``lowest``, ``highest``, or empty if there is none.
    tries : (secrets,) int32
        Guesses for each secret of the game.
    """

    game: Motus
    method: str
    ties: str
    direction: str
    tries: NDArray[np.int32]

    @property
    def counts(self) -> tuple[int, ...]:
        """The secrets found with one guess, with two, and so on; the last is not zero."""
        import numpy as np

        return tuple(np.bincount(self.tries)[1:].tolist())

    @property
    def total(self) -> int:
        """Guesses for all secrets together."""
        return int(self.tries.sum())

    @property
    def mean(self) -> float:
        """Guesses for a secret on average."""
        return self.total / len(self.tries)

    @property
    def worst(self) -> int:
        """The most guesses that a secret takes."""
        return int(self.tries.max())


@dataclass(frozen=True)
class Rule:
    """A method in one setting: what `play` plays.

    Parameters
    ----------
    name : str
    method : search.methods.Method or None
        None for the exact strategy.
    """

    name: str
    method: Method | None

    @property
    def ties(self) -> str:
        """As of `Played`."""
        return "" if self.method is None else self.method.ties.value

    @property
    def direction(self) -> str:
        """As of `Played`."""
        return "" if self.method is None else self.method.direction


def rules(
    names: Sequence[str], ties: Sequence[str] = (), directions: Sequence[str] = ()
) -> list[Rule]:
    """Return methods in all the settings asked for, each once.

    Parameters
    ----------
    names : sequence of str
        Methods.
    ties, directions : sequence of str
        Settings; without any, those of the method itself: possible words first, and the direction
        that its source gives. A setting that plays no role in a method is left as it is.

    Raises
    ------
    OptionError
        If a name or a setting is unknown.

    Examples
    --------
    >>> [(rule.name, rule.ties, rule.direction)
    ...  for rule in rules(["Gini", "Bobo"], directions=["lowest", "highest"])]
    [('Gini', 'possible', 'lowest'), ('Gini', 'possible', 'highest'), ('Bobo', 'alphabetical', '')]
    """
    from search.methods import METHODS, Ties

    for kind, given, known in (
        ("tie-break", ties, [Ties.possible.value, Ties.alphabetical.value]),
        ("direction", directions, ["lowest", "highest"]),
    ):
        for one in given:
            if one not in known:
                raise OptionError(f"unknown {kind} {one!r}: expected {' or '.join(known)}")
    found: dict[tuple[str, str, str], Rule] = {}
    for name in map(method_named, names):
        for tie, direction in product(ties or [""], directions or [""]):
            method = METHODS.get(name)
            if method is not None and tie:
                method = method.breaking(Ties(tie))
            if method is not None and direction:
                method = method.turned(direction)
            rule = Rule(name, method)
            found.setdefault((name, rule.ties, rule.direction), rule)
    return list(found.values())


def play(
    game: Motus,
    method: str = "SumGini",
    *,
    ties: str | None = None,
    direction: str | None = None,
    seed: int = 0,
    watch: Callable[[Playing], bool] | None = None,
) -> Played:
    """Play a method against every secret of a game.

    Parameters
    ----------
    game : Motus
    method : str
        Such as ``SumGini``; the methods are listed by ``emi strategies --help``. ``Minimax`` is the
        exact strategy with the least worst case.
    ties : str, optional
        ``possible``, by default, or ``alphabetical``.
    direction : str, optional
        ``lowest`` or ``highest``; by default what the method's source says.
    seed : int
        What random play is drawn from.
    watch : callable, optional
        Called now and then with what is being played; returns whether to go on.

    Raises
    ------
    OptionError
        If the method or a setting is unknown.
    Stopped
        If ``watch`` returned False.

    Examples
    --------
    >>> from emi.games.motus import Motus
    >>> played = play(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "Sum")
    >>> played.counts, played.total
    ((1, 2), 5)
    """
    (rule,) = rules([method], [ties] if ties else [], [direction] if direction else [])
    (played,) = play_all(game, [rule], seed=seed, watch=watch)
    return played


def play_all(
    game: Motus,
    wanted: Sequence[Rule],
    *,
    seed: int = 0,
    watch: Callable[[Playing], bool] | None = None,
) -> list[Played]:
    """Play several methods, as `play` does; the feedback is computed once."""
    memory.check(game.name, game.bytes_needed)
    kernels_ready(game.bits)

    def go_on() -> bool:
        return watch is None or watch(Playing("", 0, len(game.secrets)))

    matrix = game.matrix(go_on)
    return [_play(game, matrix, rule, seed, watch) for rule in wanted]


def _play(
    game: Motus,
    matrix: FeedbackMatrix,
    rule: Rule,
    seed: int,
    watch: Callable[[Playing], bool] | None,
) -> Played:
    import numpy as np

    from search.limits import Stopped
    from search.one_step import tries
    from search.proof import prove

    secrets = len(game.secrets)

    def go_on(found: int) -> bool:
        return watch is None or watch(Playing(rule.name, found, secrets))

    if rule.method is not None:
        taken = tries(matrix, rule.method, seed=seed, watch=go_on)
    else:
        if not go_on(0):
            raise Stopped
        taken = np.zeros(secrets, np.int32)
        tree = prove(matrix, watch=lambda _: go_on(0)).strategy
        # A secret is among the candidates at every guess that leads to it, and at no other.
        for node in tree.nodes():
            taken[node.members] += 1
    return Played(game, rule.name, rule.ties, rule.direction, taken)
