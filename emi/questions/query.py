"""The fields of a question as an immutable value, without the methods that answer it."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, Self

from emi import arguments, memory
from emi.errors import OptionError, listed
from emi.objectives.base import Objective
from emi.objectives.worst_case import WorstCase
from emi.questions.session import Session
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from emi.games.game import Game
    from emi.questions.records import Records
    from emi.search.model.limits import Watch
    from emi.search.model.matrix import FeedbackMatrix, Indices
    from emi.search.model.record import Store
    from emi.search.model.restriction import Restriction
    from emi.search.solve import session as engine
    from emi.search.solve.spread.task import Team

#: The largest sum of weights: larger ones would leave too little room for the price of forbidden
#: strategies (see `emi.search.model.cost_model`). Weights from files add up to about half of this.
HEAVIEST = 200_000_000
#: The most guesses of an opening that a search can add.
MOST_SOUGHT = 2


class Workers(Protocol):
    """A pool of workers that share one search at a time.

    ``on_task`` receives facts about each finished task, by name.
    """

    on_task: Callable[..., object] | None
    #: What they were made with, for messages.
    parameters: dict[str, object]

    def about(
        self, game: Game, candidates: tuple[str, ...] | None, allowed: tuple[str, ...] | None
    ) -> Team:
        """Describe the next question."""
        ...


@dataclass(frozen=True, eq=False)
class Query:
    """A game, a position, an objective, and limits.

    Parameters
    ----------
    game : Game
    objective : Objective, optional
        By default the worst case.
    candidates : Candidates, optional
        The secrets still possible; by default all. `at` takes them as codes.
    allowed : tuple of str, optional
        The guesses still allowed, in order; by default all.
    first : str or sequence of str, optional
        The first guess, or several made in order regardless of the feedback; by default the best
        one. It becomes a tuple.
    openers : int, optional
        The number of guesses made regardless of the feedback, if more than are given: the best one
        or two others are added.
    limits : Limits, optional
        Their time starts with the first question that has them.
    store : Store, optional
        The store of proven bounds.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.
    workers : Workers, optional
        Workers that share a long search.
    session : Session, optional
        The session with the arrays that other questions about the game have made; by default a new
        one.

    Raises
    ------
    OptionError
        If the objective is invalid, its weights do not fit the game, a first guess is not a guess
        of the game, not allowed or given twice, or the number of openers is out of range.
    """

    game: Game
    objective: Objective = field(default_factory=WorstCase)
    _: KW_ONLY
    candidates: Candidates | None = None
    allowed: tuple[str, ...] | None = None
    first: str | Sequence[str] | None = None
    openers: int | None = None
    limits: Limits = field(default_factory=Limits)
    store: Store | None = None
    watch: Watch | None = None
    workers: Workers | None = None
    session: Session = field(default_factory=Session, repr=False)

    def __post_init__(self) -> None:
        arguments.check(
            limits=self.limits, store=self.store, watch=self.watch, workers=self.workers
        )  # fmt: skip
        object.__setattr__(self, "limits", self.limits.begun())
        _check_objective(self.game, self.objective)
        first = () if self.first is None else self.first
        given = [first] if isinstance(first, str) else listed(first, "guesses", first=first)
        opening = tuple([self._checked(self.game.code(one)) for one in given])
        object.__setattr__(self, "first", opening)
        if (again := next((one for one in opening if opening.count(one) > 1), None)) is not None:
            raise OptionError("given twice, expected once", first=again)
        if self.openers is not None:
            self._check_openers(self.openers)
        if self.game.hard and len(opening) > 1:
            raise OptionError(
                f"{len(opening)} guesses: expected one in hard play, where the feedback restricts "
                "the next guess",
                first=",".join(opening),
            )
        if self.workers is not None and self.begun > max(len(opening), 1):
            raise OptionError(
                "expected one process, as a search for openers cannot be shared",
                **self.workers.parameters,
            )

    def _check_openers(self, openers: int) -> None:
        """Raise OptionError for an unsupported number of opening guesses."""
        given, most = len(self.opening), len(self.opening) + MOST_SOUGHT
        if not isinstance(openers, int) or not max(given, 1) <= openers <= most:
            raise OptionError(
                f"expected from {max(given, 1)} to {most}: the guesses given, and at most "
                f"{MOST_SOUGHT} more",
                openers=openers,
            )
        if self.game.hard and openers > 1:
            raise OptionError("expected no more than 1 in hard play", openers=openers)

    @property
    def opening(self) -> tuple[str, ...]:
        """The prescribed first guesses."""
        return tuple(self.first or ())

    @property
    def begun(self) -> int:
        """The number of first guesses made regardless of the feedback.

        It counts the prescribed guesses and those that a search for openers adds. 0 if no first
        guess is prescribed and at most one is searched for.
        """
        return max(len(self.opening), (self.openers or 0) * ((self.openers or 0) > 1))

    def _checked(self, first: str) -> str:
        """Return a first guess; raise OptionError if it cannot be made."""
        game = self.game
        if first not in game.guesses:
            raise OptionError(f"not a guess of {game.name}", first=first)
        if game.restriction == "possible" and first not in (self.possible or game.secrets):
            raise OptionError(f"expected a possible secret, for {game.name}", first=first)
        if self.allowed is not None and first not in self.allowed:
            raise OptionError("not an allowed guess", first=first)
        return first

    def asking(self, objective: Objective) -> Self:
        """Return the same question with another objective."""
        return replace(self, objective=objective)

    def at(self, candidates: Iterable[str] | None, allowed: Iterable[str] | None = None) -> Self:
        """Return the same question about a position, given by its codes.

        Raises
        ------
        OptionError
            If a code is not in the game, or a candidate is not allowed.
        """
        codes = None if candidates is None else listed(candidates, self.game.kind)
        some, left = _candidates(self.game, codes), _allowed(self.game, allowed, codes)
        return replace(self, candidates=some, allowed=left)

    @property
    def members(self) -> Indices | None:
        """``(n,)`` int32: the candidates; None for all secrets."""
        return None if self.candidates is None else self.candidates.members

    @property
    def possible(self) -> tuple[str, ...] | None:
        """The candidates as codes; None for all secrets."""
        if self.candidates is None:
            return None
        return tuple(self.game.secrets[secret] for secret in self.candidates.members)

    @property
    def opening_indices(self) -> tuple[int, ...]:
        """The indices of the prescribed first guesses."""
        return tuple([self.game.guesses.index(one) for one in self.opening])

    @property
    def weights(self) -> list[int]:
        """The weight of each secret of the game."""
        return [*(self.objective.weights or [1] * len(self.game.secrets))]

    @property
    def first_bounds(self) -> Bounds:
        """The bounds before any search."""
        count = len(self.candidates or self.game.secrets)
        return self.objective.first_bounds(count, begun=self.begun)

    def matrix(self, *, costs: bool | None = None) -> FeedbackMatrix:
        """Return the feedback matrix, with compiled kernels; raise Stopped if a limit is reached.

        The kernels are those of the objective, unless ``costs`` selects those of costs or worst
        cases.
        """
        from emi.proof.certificate import symmetric

        if costs is None:
            by_misses = bool(self.game.hard) and symmetric(self.game)
            costs = self.objective.priced or by_misses
        return self.session.matrix(self.game, self._go_on, costs=costs)

    def made(self, *, costs: bool | None = None) -> tuple[FeedbackMatrix, Restriction | None]:
        """Return the matrix and the restriction of guesses by feedback; see `matrix`."""
        matrix = self.matrix(costs=costs)
        restriction = self.session.restriction(self.game, matrix, self._go_on)
        if restriction is not None and self.allowed is not None:
            restriction = replace(restriction, at_root=self.game.places(self.allowed))
        return matrix, restriction

    @property
    def key(self) -> str:
        """The key of stored facts about the game, as from `Session.key`."""
        return self.session.key(self.game, self._go_on)

    def _go_on(self, share: float) -> bool:
        """Return whether to continue; called with the share of the arrays made so far."""
        session = self.engine_session()
        # A search for costs begins below the known bounds.
        session.bounds = Bounds(0, None) if self.objective.priced else self.first_bounds
        session.note = f", matrix {share:.0%}" if share else ""
        return session.go_on()

    def engine_session(self, keep: Records | None = None) -> engine.Session:
        """Return a session of the engine within the limits; it records proven facts."""
        from emi.search.solve.session import Session as EngineSession

        kept = None if self.store is None else keep
        session = EngineSession(self.limits, kept, self.watch, memory.available)
        session.began, session.nodes = self.session.began, self.session.nodes
        if kept is not None:
            session.beside = kept.aside
        return session


def _check_objective(game: Game, objective: Objective) -> None:
    """Raise OptionError for an invalid objective or for weights that do not fit the game."""
    if not isinstance(objective, Objective):
        raise OptionError(
            "expected one such as emi.WorstCase(), emi.Average() or emi.Guaranteed(5)",
            objective=objective,
        )
    weights = objective.weights
    if weights is None:
        return
    arguments.check(weights=weights)
    if len(weights) != len(game.secrets):
        raise OptionError(
            f"{len(weights)} weights: expected one for each of the {len(game.secrets)} secrets "
            f"of {game.name}"
        )
    wrong = next((one for one in weights if one < 1 or one != int(one)), None)
    if wrong is not None or sum(weights) > HEAVIEST:
        raise OptionError(
            f"weights of {game.name}: expected whole numbers above 0 that add up to "
            f"{HEAVIEST:,} or less, not {sum(weights) if wrong is None else wrong:,}"
        )


def _candidates(game: Game, candidates: Iterable[str] | None) -> Candidates | None:
    """Return candidates as a set of indices; None for all secrets."""
    if candidates is None:
        return None
    place = {code: at for at, code in enumerate(game.secrets)}
    codes = list(map(game.code, candidates))
    for code in codes:
        if code not in place:
            raise OptionError(f"candidate {code!r}: expected one of the secrets of {game.name}")
    if not codes:
        raise OptionError(f"{game.name}: expected at least one candidate")
    found = Candidates([place[code] for code in codes], len(place))
    return None if len(found) == len(place) else found


def _allowed(
    game: Game, allowed: Iterable[str] | None, candidates: Iterable[str] | None
) -> tuple[str, ...] | None:
    """Return the guesses still allowed, in order; None for all guesses of the game."""
    if allowed is None:
        return None
    if not game.hard:
        raise OptionError(f"{game.name}: allowed guesses can be given in hard play only")
    codes = set(map(game.code, listed(allowed, game.kind)))
    for code in sorted(codes.difference(game.guesses)):
        raise OptionError(f"allowed guess {code!r}: not a guess of {game.name}")
    for code in map(game.code, candidates or game.secrets):
        if code not in codes:
            raise OptionError(f"candidate {code!r}: expected among the allowed guesses")
    if game.restriction == "possible" or len(codes) == len(game.guesses):
        return None
    return tuple(code for code in game.guesses if code in codes)
