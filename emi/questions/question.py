"""A question about a game as an immutable value, and the session that related questions share."""

from __future__ import annotations

import time
from dataclasses import KW_ONLY, dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from emi import arguments, memory
from emi.compiling import kernels_ready, seconds_waited
from emi.errors import OptionError, listed
from emi.objectives.base import Objective
from emi.objectives.worst_case import WorstCase
from emi.search.model.bounds import Bounds
from emi.search.model.candidates import Candidates
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from emi.games.game import Game
    from emi.search.model.limits import Watch
    from emi.search.model.matrix import FeedbackMatrix, Indices
    from emi.search.model.record import Store
    from emi.search.model.restriction import Restriction
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.solve import session as engine
    from emi.search.solve.parallel.task import Team

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
        """Set the game and the position of the next question, and return the team for it."""
        ...


@dataclass
class _Arrays:
    """The arrays that are made once for all questions about a game."""

    matrix: FeedbackMatrix | None = None
    restrictions: dict[bool, Restriction | None] = field(default_factory=dict)
    key: str = ""


class QuestionSession:
    """State shared by questions about one game: its arrays, and the time and nodes spent.

    Attributes
    ----------
    nodes : int
        The number of sets examined so far by all questions.
    began : float
        When the session began, by ``time.monotonic``.
    """

    def __init__(self) -> None:
        self.nodes = 0
        self.began, self._waited = time.monotonic(), seconds_waited()
        self._arrays = _Arrays()

    def again(self) -> QuestionSession:
        """Return a session that begins now and has the same arrays."""
        other = QuestionSession()
        other._arrays = self._arrays
        return other

    @property
    def prepared(self) -> bool:
        """Whether the feedback matrix exists."""
        return self._arrays.matrix is not None

    @property
    def seconds(self) -> float:
        """The seconds taken so far, excluding the compilation of kernels."""
        return time.monotonic() - self.began - (seconds_waited() - self._waited)

    def matrix(self, game: Game, go_on: Watch) -> FeedbackMatrix:
        """Return the feedback matrix of the game.

        ``go_on`` receives the fraction done and returns whether to continue; Stopped is raised if
        not.
        """
        if self._arrays.matrix is None:
            self._arrays.matrix = game.matrix(go_on)
        return self._arrays.matrix

    def restriction(
        self, game: Game, go_on: Watch, *, by_feedback: bool = True
    ) -> Restriction | None:
        """Return the restriction of guesses by answers, which heuristics do not need.

        ``by_feedback`` is passed on to `Game.restricted`.
        """
        arrays = self._arrays
        if by_feedback not in arrays.restrictions:
            arrays.restrictions[by_feedback] = game.restricted(
                self.matrix(game, go_on), go_on, by_feedback=by_feedback
            )
        return arrays.restrictions[by_feedback]

    def key(self, game: Game, go_on: Watch) -> str:
        """Return the key of stored facts about the game.

        A custom rule may depend on more than its text, so the key is a digest of its feedback, for
        which the matrix is made; in hard play also of the feedback that guesses have on each other.
        """
        if not game.own_rule:
            return game.key
        if not self._arrays.key:
            restriction = self.restriction(game, go_on)
            clues = None if restriction is None else restriction.clues
            hashed = sha256(f"{game.key} by feedback 1".encode())
            for array in (self.matrix(game, go_on).rows, clues):
                if array is not None:
                    hashed.update(f"{array.shape} {array.dtype}".encode())
                    hashed.update(array.data)
            self._arrays.key = hashed.hexdigest()
        return self._arrays.key


@dataclass(frozen=True, eq=False)
class Question:
    """A game, a position, an objective, and how to answer.

    `emi.questions.solving` finds the value, `emi.questions.certifying` proves it. Most parameters
    are those of `emi.solve`.

    Parameters
    ----------
    candidates : Candidates, optional
        The secrets still possible; by default all. `at` takes them as codes.
    allowed : tuple of str, optional
        The guesses still allowed, in order; by default all.
    first : str or sequence of str, optional
        It becomes a tuple.
    limits : Limits, optional
        Their time starts with the first question that has them.
    session : QuestionSession, optional
        The session of other questions about the game; by default a new one.

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
    session: QuestionSession = field(default_factory=QuestionSession, repr=False)

    def __post_init__(self) -> None:
        arguments.check(
            limits=self.limits, store=self.store, watch=self.watch, workers=self.workers
        )  # fmt: skip
        object.__setattr__(self, "limits", self.limits.begun())
        _check_objective(self.game, self.objective)
        first = () if self.first is None else self.first
        given = [first] if isinstance(first, str) else listed(first, "guesses", first=first)
        opening = tuple([self._checked(self.game.code(guess)) for guess in given])
        object.__setattr__(self, "first", opening)
        if (
            again := next((guess for guess in opening if opening.count(guess) > 1), None)
        ) is not None:
            raise OptionError("given twice, expected once", first=again)
        if self.openers is not None:
            self._check_openers(self.openers)
        if self.game.hard and len(opening) > 1:
            raise OptionError(
                f"{len(opening)} guesses: expected one in hard play, where the feedback restricts "
                "the next guess",
                first=",".join(opening),
            )
        if self.workers is not None and self.sought:
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

    def _checked(self, first: str) -> str:
        """Return a first guess; raise OptionError if it cannot be made."""
        game = self.game
        if first not in game.guesses:
            raise OptionError(game.unknown(first), first=first)
        if game.restriction == "possible" and first not in (self.possible or game.secrets):
            raise OptionError(f"expected a possible secret, for {game.name}", first=first)
        if self.allowed is not None and first not in self.allowed:
            raise OptionError("not an allowed guess", first=first)
        return first

    def asking(self, objective: Objective) -> Question:
        """Return the same question with another objective."""
        return replace(self, objective=objective)

    def at(
        self, candidates: Iterable[str] | None, allowed: Iterable[str] | None = None
    ) -> Question:
        """Return the same question about a position, given by its codes.

        Raises
        ------
        OptionError
            If a code is not in the game, or a candidate is not allowed.
        """
        codes = None if candidates is None else listed(candidates, self.game.kind)
        some, left = _candidates(self.game, codes), _allowed(self.game, allowed, codes)
        if left is None and some is not None and self.game.restriction == "consistent":
            # No feedback has left these candidates: other guesses are allowed, and may tell more.
            left = self.game.guesses
        return replace(self, candidates=some, allowed=left)

    # What is asked.

    @property
    def opening(self) -> tuple[str, ...]:
        """The prescribed first guesses."""
        return tuple(self.first or ())

    @property
    def opening_indices(self) -> tuple[int, ...]:
        """The indices of the prescribed first guesses."""
        return tuple([self.game.guesses.index(guess) for guess in self.opening])

    @property
    def begun(self) -> int:
        """The number of first guesses made regardless of the feedback.

        It counts the prescribed guesses and those that a search for openers adds. 0 if no first
        guess is prescribed and at most one is searched for.
        """
        return max(len(self.opening), (self.openers or 0) * ((self.openers or 0) > 1))

    @property
    def sought(self) -> bool:
        """Whether a search adds guesses to the opening."""
        return self.begun > max(len(self.opening), 1)

    def openers_of(self, tree: Tree) -> tuple[str, ...]:
        """Return the guesses that a strategy makes regardless of the feedback."""
        guesses = [tree.guess]
        while len(guesses) < self.begun and tree.branches:
            tree = tree.branches[0]
            guesses.append(tree.guess)
        return tuple([self.game.guesses[guess] for guess in guesses])

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
    def weights(self) -> list[int]:
        """The weight of each secret of the game."""
        return [*(self.objective.weights or [1] * len(self.game.secrets))]

    @property
    def first_bounds(self) -> Bounds:
        """The bounds before any search."""
        count = len(self.candidates or self.game.secrets)
        return self.objective.first_bounds(count, begun=self.begun)

    @property
    def key(self) -> str:
        """The key of stored facts about the game, as from `QuestionSession.key`."""
        return self.session.key(self.game, self._go_on)

    @property
    def words(self) -> str:
        """The text of the question in the key of its records; empty for a plain worst case.

        A position in which some guesses are no longer allowed is a different question. So are the
        candidates where a first guess is given: a record says of which candidates it is true, but
        not whether it is about that guess.
        """
        objective, among = self.objective, self.candidates
        first = f"first {','.join(self.opening)}" if self.opening else ""
        if self.sought:
            first = ", ".join(filter(None, (first, f"openers {self.begun}")))
        at = "" if self.allowed is None else f"allowed {_digest(self.allowed)}"
        some = "" if among is None else f"candidates {among.to_bytes().hex()}"
        if not objective.priced:
            return ", ".join(filter(None, (first, some * bool(first), at)))
        weighted = "" if objective.weights is None else f"weights {_digest(objective.weights)}"
        return ", ".join(filter(None, (objective.key, first, weighted, some, at)))

    # What answers it.

    def matrix(self, *, costs: bool | None = None) -> FeedbackMatrix:
        """Return the feedback matrix, with compiled kernels; raise Stopped if a limit is reached.

        The kernels are those of the objective, unless ``costs`` selects those of costs or worst
        cases.
        """
        from emi.proof.certificate import symmetric

        if not self.session.prepared and not self._go_on(0.0):
            raise Stopped
        if costs is None:
            by_misses = bool(self.game.hard) and symmetric(self.game)
            costs = self.objective.priced or by_misses
        kernels_ready(hard=bool(self.game.hard), costs=costs)
        return self.session.matrix(self.game, self._go_on)

    def made(self, *, costs: bool | None = None) -> tuple[FeedbackMatrix, Restriction | None]:
        """Return the matrix and the restriction of guesses by feedback; see `matrix`."""
        matrix = self.matrix(costs=costs)
        by_feedback = self.allowed is None or {*self.allowed} == {*(self.possible or ())}
        restriction = self.session.restriction(self.game, self._go_on, by_feedback=by_feedback)
        if restriction is not None and self.allowed is not None:
            restriction = replace(restriction, at_root=self.game.places(self.allowed))
        return matrix, restriction

    def _go_on(self, share: float) -> bool:
        """Return whether to continue; called with the share of the arrays made so far."""
        session = self.engine_session()
        # A search for costs begins below the known bounds.
        session.bounds = Bounds(0, None) if self.objective.priced else self.first_bounds
        session.note = f", matrix {share:.0%}" if share else ""
        return session.go_on()

    def engine_session(self) -> engine.Session:
        """Return a session of the engine within the limits; it keeps no facts."""
        from emi.search.solve.session import Session as EngineSession

        session = EngineSession(self.limits, None, self.watch, memory.available)
        session.began, session.nodes = self.session.began, self.session.nodes
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
    wrong = next((weight for weight in weights if weight < 1 or weight != int(weight)), None)
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
    indices = Candidates([place[code] for code in codes], len(place))
    return None if len(indices) == len(place) else indices


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


def _digest(parts: Iterable[object]) -> str:
    """Return the digest of weights or codes: a part of the key of the records."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()
