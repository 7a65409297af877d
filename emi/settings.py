"""The settings of a position: tries, weights, limits, store, watcher and workers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

from emi import arguments
from emi.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from emi import Workers
    from emi.search.model.limits import Limits, Watch
    from emi.search.model.record import Store


#: The orders of guesses.
ORDERS = "average", "worst"


class Given(TypedDict, total=False):
    """The fields of `Settings` as keyword arguments."""

    by: str | None
    tries: int | None
    weights: Sequence[int] | None
    limits: Limits | None
    store: Store | None
    watch: Watch | None
    workers: Workers | None
    usual: bool


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings for solving, explaining and playing a position.

    Each method of a position takes these fields as keyword arguments, for one call.

    Parameters
    ----------
    by : str, optional
        The order of guesses: by the lowest ``average`` number of guesses, or by the lowest
        ``worst`` case; by default that of the game (`Game.best_by`).
    tries : int, optional
        The number of guesses that the player is allowed, including those made; by default that of
        the game. Advice and play use it; an objective has its own number.
    weights : sequence of int, optional
        The weight of each secret of the game; by default 1. An objective without weights takes
        these.
    limits : Limits, optional
        The limits of each call. By default, a value is searched for until it is proven; advice
        takes at most two seconds, the answer of a host one second, and a review five.
    store : Store, optional
        The store of proven bounds and profiles, such as an `emi.DiskStore`.
    watch : callable, optional
        Called about twenty times a second with the `Progress`, or None; returns whether to go on.
    workers : Workers, optional
        Workers that share a long search, such as `emi.Processes`.
    usual : bool
        Whether to advise only usual words; the word list must mark them.

    Raises
    ------
    OptionError
        If an argument has the wrong type, or ``by`` is not an order.

    Examples
    --------
    >>> import emi
    >>> position = emi.Mastermind(2, 3).start(limits=emi.Limits(seconds=60))
    >>> position.settings.limits, position.best()
    (Limits(seconds=60, nodes=inf), '12')
    """

    by: str | None = None
    tries: int | None = None
    weights: Sequence[int] | None = None
    limits: Limits | None = None
    store: Store | None = None
    watch: Watch | None = None
    workers: Workers | None = None
    usual: bool = False

    def __post_init__(self) -> None:
        if self.by not in {None, *ORDERS}:
            raise OptionError(f"expected {' or '.join(ORDERS)}", by=self.by)
        arguments.check(
            tries=self.tries, limits=self.limits, store=self.store, watch=self.watch,
            workers=self.workers, usual=self.usual,
        )  # fmt: skip

    @property
    def goes_on(self) -> bool:
        """Whether the watcher, if there is one, wants the work to go on."""
        return self.watch is None or self.watch(None)

    def weights_of(self, secrets: Sequence[str], codes: Sequence[str]) -> Sequence[int] | None:
        """Return the weights of those codes that are secrets of the game; None without weights."""
        if self.weights is None or codes is secrets:
            return self.weights
        weight = dict(zip(secrets, self.weights, strict=True))
        return [weight[code] for code in codes if code in weight]

    def having(self, **given: Unpack[Given]) -> Settings:
        """Return the settings with some replaced."""
        return replace(self, **given)
