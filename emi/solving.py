"""From a question about a game to the engine, and back to a solution."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from emi import memory
from emi.compiling import kernels_ready
from emi.errors import OptionError
from emi.persistence import Keeper
from emi.proof.certificate import certificate, check_certifiable
from emi.strategies import Strategy
from search.model.bounds import Bounds, ContradictionError
from search.model.candidates import Candidates
from search.model.limits import Limits, Stopped
from search.model.objective import Average, Guaranteed, Objective, WorstCase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from emi.games.game import Game
    from search.model.matrix import FeedbackMatrix
    from search.model.record import Proven, Store
    from search.model.strategy import Strategy as Tree
    from search.solve.search import Search
    from search.solve.session import Session, Watch

#: The most that weights may add up to: more would leave too little room for the price of what is
#: forbidden (see `search.model.cost_model`). Weights that are read come to half of it, about.
HEAVIEST = 200_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """What is known of a game by an objective.

    Attributes
    ----------
    game : Game
    objective : Objective
    bounds : Bounds
        On the value, proven when they meet: the guesses needed in the worst case, the total number
        of guesses for all secrets, or the secrets missed, weighted if there are weights.
    first_guess : str
        Begins a strategy that reaches the upper bound; empty if none is known.
    nodes : int
        Sets examined by this search; 0 if the answer was known.
    seconds : float
        Time of this search, without that of compiling.
    worst, at_worst : int or None
        Of a proven average: the most guesses that its strategy takes, and for how many secrets.
    worst_proven : bool
        Whether no strategy of the same total has a smaller worst case, or as small a one that
        fewer secrets take.
    missed : tuple of str or None
        Of a proven guarantee: the secrets that its strategy misses.
    tree : search.model.strategy.Strategy or None
        Of a proven average or guarantee: the strategy, in indices.
    candidates : tuple of str or None
        The secrets that were still possible, if not all.

    Examples
    --------
    >>> import emi
    >>> emi.solve(emi.Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]))
    <Solution of motus: worst 2 (proven), begin with LIGNINE>
    """

    game: Game
    objective: Objective
    bounds: Bounds
    first_guess: str
    nodes: int
    seconds: float
    worst: int | None = None
    at_worst: int | None = None
    worst_proven: bool = False
    missed: tuple[str, ...] | None = None
    tree: Tree | None = None
    candidates: tuple[str, ...] | None = None

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.bounds.proven

    @property
    def weight(self) -> int:
        """The weights of all candidates together: their number, if all weigh the same."""
        weights, secrets = self.objective.weights, self.game.secrets
        possible = secrets if self.candidates is None else self.candidates
        if weights is None:
            return len(possible)
        of = dict(zip(secrets, weights, strict=True))
        return sum(of[code] for code in possible)

    def strategy(self, watch: Watch | None = None) -> Strategy:
        """Return a strategy that reaches the value; of a worst case it is searched for again.

        Parameters
        ----------
        watch : callable, optional
            Called about twenty times a second with the progress; returns whether to go on.

        Raises
        ------
        Stopped
            If the value is not proven, or ``watch`` returned False.
        """
        if self.tree is not None:
            return Strategy(self.game, self.tree)
        if not isinstance(self.objective, WorstCase):
            raise Stopped
        return Question(self.game, candidates=self.candidates, watch=watch).strategy()

    def certificate(self, watch: Watch | None = None) -> dict[str, Any]:
        """Return the certificate of a worst case, as ``docs/certificates.md`` describes it.

        Raises
        ------
        OptionError
            If the objective is another, or some secrets were no candidates.
        GameError, CellError, Stopped
            As of `Question.certificate`.
        """
        if not isinstance(self.objective, WorstCase):
            raise OptionError(
                f"{self.game.name}: expected the objective worst, the checker knows no other"
            )
        return Question(self.game, candidates=self.candidates, watch=watch).certificate()

    def as_dict(self) -> dict[str, Any]:
        """Return the solution as plain values, in the order in which ``--format json`` prints it.

        The same keys for all objectives; those that an objective does not have are None.
        """
        game, lexicon, upper = self.game, self.game.lexicon, self.bounds.upper
        average = self.objective.name == "average"
        guaranteed = self.objective.name == "guaranteed" and upper is not None
        return {
            "game": game.name,
            "objective": self.objective.name,
            "tries": self.objective.tries,
            "lower": self.bounds.lower,
            "upper": upper,
            "proven": self.proven,
            "first_guess": self.first_guess,
            "mean": round(upper / self.weight, 6) if average and upper is not None else None,
            "worst": self.worst,
            "at_worst": self.at_worst,
            "worst_proven": self.worst_proven if average else None,
            "guaranteed": self.weight - upper if guaranteed and upper is not None else None,
            "missed": None if self.missed is None else list(self.missed),
            "secrets": len(game.secrets),
            "guesses": len(game.guesses),
            "weight": self.weight,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "lexicon": lexicon and {"name": lexicon.name, "digest": lexicon.digest},
        }

    def __repr__(self) -> str:
        state = "proven" if self.proven else "not proven"
        begin = f", begin with {self.first_guess}" if self.first_guess else ""
        return (
            f"<Solution of {self.game.name}: {self.objective.name} {self.bounds} ({state}){begin}>"
        )


def solve(
    game: Game,
    objective: Objective | None = None,
    *,
    candidates: Iterable[str] | None = None,
    first: str | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Find how good the best strategy of a game is.

    Parameters
    ----------
    game : Game
    objective : Objective, optional
        `WorstCase` (the default; in Motus, the EMI), `Average` or `Guaranteed`.
    candidates : iterable of str, optional
        The secrets that are still possible; all of them by default.
    first : str, optional
        The first guess, for the objectives average and guaranteed; by default the best.
    limits : Limits, optional
        By default the search goes on until the value is proven.
    store : Store, optional
        Where proven bounds are read and kept, such as an `emi.DiskStore`.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.

    Returns
    -------
    Solution

    Raises
    ------
    OptionError
        If a candidate or the first guess is none of the game, if a first guess is given for the
        worst case, if the weights are not whole numbers above 0, one for each secret, if no
        strategy keeps to the guesses that `Average` allows, or if another objective than the worst
        case is asked where only what is possible may be proposed.
    MemoryNeedError
        If the game is too large.

    Examples
    --------
    >>> import emi
    >>> game = emi.Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...                   "LOGIONS", "LOGIQUE"])
    >>> [str(solve(game, how).bounds) for how in (emi.WorstCase(), emi.Average())]
    ['2', '15']
    >>> len(solve(game, emi.Guaranteed(1)).missed)
    7
    """
    question = Question(
        game, candidates=candidates, first=first, limits=limits, store=store, watch=watch
    )
    return question.solve(objective or WorstCase())


class Question:
    """A game whose matrix is made once, and what is asked of it. Parameters as of `solve`.

    The limits are for all that is asked together.
    """

    def __init__(
        self,
        game: Game,
        *,
        candidates: Iterable[str] | None = None,
        first: str | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
        watch: Watch | None = None,
    ) -> None:
        if first is not None and first not in game.guesses:
            raise OptionError(f"--first {first}: it is not among the guesses of {game.name}")
        self.game = game
        self.first = first
        self.candidates = _candidates(game, candidates)
        self.limits = limits or Limits()
        self.store = store
        self.watch = watch
        self.began = time.monotonic()
        self.nodes = 0
        self._matrix: FeedbackMatrix | None = None

    def solve(self, objective: Objective, lower: int = 0) -> Solution:
        """Answer an objective; ``lower`` is what the value is known to be at least."""
        game = self.game
        self._check(objective)
        keep = Keeper(game, self.store, self._words(objective))
        records = keep.read()
        known = self._known(objective, records)
        if known.proven:
            return known
        try:
            try:
                found = self._search(objective, keep, records, lower)
            except ContradictionError as error:
                said = f"{game.name}: the cache is wrong, it is not used: {error}"
                warnings.warn(said, stacklevel=2)
                found = self._search(objective, keep, [], lower)
        except Stopped:
            return replace(known, seconds=time.monotonic() - self.began)
        return self._written(objective, found)

    def search(self, objective: Objective) -> Search:
        """Return the search for an objective, after it has run: its engine answers more."""
        keep = Keeper(self.game, self.store, self._words(objective))
        return self._search(objective, keep, keep.read(), 0)

    def strategy(self) -> Strategy:
        """Return a strategy of the least worst case; nothing is read, kept, or limited.

        Raises
        ------
        Stopped
            If whoever watches said so.
        """
        from search.solve.question import solve

        matrix = self.matrix()
        found = solve(
            matrix, None, self.candidates, restricted=self.game.hard, session=self.session()
        )
        return Strategy(self.game, found.strategy(self.session()))

    def certificate(self) -> dict[str, Any]:
        """Prove the worst case and return its certificate.

        Raises
        ------
        OptionError
            If some secrets are no candidates.
        GameError
            If the checker does not know the rule, or the game is hard (see `Game.hardened`).
        CellError
            If the rule is that of Motus and the game no cell of a lexicon, where a checker would
            find its words.
        Stopped
            If whoever watches said so.
        """
        check_certifiable(self.game)
        if self.candidates is not None:
            raise OptionError(
                f"{self.game.name}: expected all secrets as candidates, the checker knows no less"
            )
        matrix = self.matrix()
        from search.solve.worst_case.search import WorstCaseSearch

        # Nothing is spared by the symmetry of a game: whoever checks the proof need not know of it.
        found = WorstCaseSearch(matrix, session=self.session(), symmetric=False)
        found.run()
        refutation = found.refutation(self.session())
        return certificate(self.game, found.strategy(self.session()), refutation)

    def matrix(self, *, costs: bool = False) -> FeedbackMatrix:
        """Return the feedback matrix; the kernels are ready after it.

        Raises
        ------
        Stopped
            If a limit is reached, or whoever watches said so.
        """
        game = self.game
        began = time.monotonic()
        kernels_ready(game.bits, restricted=game.hard, costs=costs)
        # A search takes as long as it takes; that of compiling is once for a machine.
        self.began += time.monotonic() - began
        if self._matrix is None:
            memory.check(game.name, game.bytes_needed)
            session = self.session()
            session.bounds = Bounds(0, None) if costs else Bounds(*self._at_first(WorstCase()))
            self._matrix = game.matrix(session.go_on)
        return self._matrix

    def session(self, keep: Keeper | None = None) -> Session:
        """Return a session with what is left of the limits."""
        from search.solve.session import Session

        session = Session(self.limits, None if self.store is None else keep, self.watch)
        session.began, session.nodes = self.began, self.nodes
        return session

    def _check(self, objective: Objective) -> None:
        """Refuse what cannot be asked of the game."""
        game = self.game
        if isinstance(objective, WorstCase):
            if self.first is not None:
                raise OptionError(
                    f"--first {self.first}: expected with the objective average or guaranteed"
                )
            return
        if game.hard:
            raise OptionError(
                f"{game.name}: expected the objective worst where only what is possible may be "
                "proposed"
            )
        weights = objective.weights
        if weights is not None and len(weights) != len(game.secrets):
            raise OptionError(
                f"{len(weights)} weights: expected one for each of the {len(game.secrets)} secrets "
                f"of {game.name}"
            )
        if weights is not None:
            wrong = next((one for one in weights if one < 1 or one != int(one)), None)
            if wrong is not None or sum(weights) > HEAVIEST:
                raise OptionError(
                    f"weights of {game.name}: expected whole numbers above 0 that add up to "
                    f"{HEAVIEST:,} or less, not {sum(weights) if wrong is None else wrong:,}"
                )
        if isinstance(objective, Average) and objective.within is not None:
            least = self._apart().solve(WorstCase()).bounds
            if least.lower > objective.within:
                said = "the EMI is" if game.rule == "motus" else "it takes"
                raise OptionError(
                    f"--max-tries {objective.within}: no strategy finds every secret of "
                    f"{game.name} within {objective.within} tries: {said} {least}"
                )

    def _apart(self) -> Question:
        """Return the same question without its first guess; the matrix is shared."""
        apart = Question(self.game, limits=self.limits, store=self.store, watch=self.watch)
        apart.candidates, apart.began, apart._matrix = self.candidates, self.began, self._matrix
        return apart

    def _words(self, objective: Objective) -> str:
        """Return what is asked, a part of the key of what is kept; nothing for a worst case."""
        if isinstance(objective, WorstCase):
            return ""
        words = f"{objective.name} within {objective.tries}"
        if objective.name == "pareto":
            words = f"front at {objective.tries}, {objective.cost_model.miss}"
        if self.first is not None:
            words += f", first {self.first}"
        if objective.weights is not None:
            words += f", weights {_digest(objective.weights)}"
        if self.candidates is not None:
            words += f", candidates {self.candidates.to_bytes().hex()}"
        return words

    def _known(self, objective: Objective, records: Sequence[Proven]) -> Solution:
        """Return what is known without the kernels, which take time to load.

        Of a worst case records may prove it.
        """
        game, bounds, first = self.game, Bounds(*self._at_first(objective)), ""
        if isinstance(objective, WorstCase):
            asked = self.candidates or Candidates.every(len(game.secrets))
            first = game.secrets[asked.members[0]]
            for one in records:
                if one.candidates == asked:
                    # An upper bound is of use only with a guess that reaches it.
                    upper = one.upper if one.guess >= 0 else None
                    try:
                        bounds = bounds.tightened(one.lower, upper)
                    except ContradictionError:
                        return self._known(objective, [])
                    if upper is not None and upper == bounds.upper:
                        first = game.guesses[one.guess]
        seconds = time.monotonic() - self.began
        return Solution(game, objective, bounds, first, 0, seconds, candidates=self._possible())

    def _at_first(self, objective: Objective) -> tuple[int, int | None]:
        """Return the bounds that are known before any search."""
        count = len(self.candidates or self.game.secrets)
        if isinstance(objective, WorstCase):
            return 1, count
        return (count, None) if isinstance(objective, Average) else (0, None)

    def _possible(self) -> tuple[str, ...] | None:
        """Return the candidates as codes; None if they are all secrets."""
        if self.candidates is None:
            return None
        return tuple(self.game.secrets[secret] for secret in self.candidates.members)

    def _search(
        self, objective: Objective, keep: Keeper, records: Sequence[Proven], lower: int
    ) -> Search:
        from search.solve.question import solve

        first = None if self.first is None else self.game.guesses.index(self.first)
        return solve(
            self.matrix(costs=objective.name != "worst"),
            objective,
            self.candidates,
            first=first,
            restricted=self.game.hard,
            session=self.session(keep),
            records=records,
            lower=lower,
        )

    def _written(self, objective: Objective, found: Search) -> Solution:
        """Return what was found, with the strategy of a cost that is proven."""
        game = self.game
        if getattr(found, "impossible", False):
            raise OptionError(
                f"--max-tries {objective.tries}: no strategy that begins with {self.first} finds "
                f"every secret of {game.name} within {objective.tries} tries"
            )
        first_guess = game.guesses[found.guess] if found.guess >= 0 else ""
        possible = self._possible()
        solution = Solution(game, objective, found.bounds, first_guess, 0, 0.0, candidates=possible)
        tree = None
        if found.bounds.proven and not isinstance(objective, WorstCase):
            try:
                tree = found.strategy(found.session.aside())
            except Stopped:
                tree = None
        if tree is not None:
            solution = replace(solution, tree=tree, first_guess=game.guesses[tree.guess])
        if tree is not None and isinstance(objective, Average):
            solution = replace(
                solution,
                worst=tree.depth,
                at_worst=tree.at_depth(tree.depth),
                worst_proven=getattr(found, "rarest", False),
            )
        if tree is not None and isinstance(objective, Guaranteed):
            own = found.matrix.own
            sure = {
                game.secrets[secret]
                for node in tree.nodes()
                for secret in node.members
                if own[secret] == node.guess
            }
            missed = tuple(code for code in possible or game.secrets if code not in sure)
            solution = replace(solution, missed=missed)
        seconds = time.monotonic() - self.began
        self.nodes += found.nodes
        return replace(solution, nodes=found.nodes, seconds=seconds)


def _candidates(game: Game, candidates: Iterable[str] | None) -> Candidates | None:
    """Return candidates as a set of indices; None for all secrets."""
    if candidates is None:
        return None
    place = {code: at for at, code in enumerate(game.secrets)}
    codes = list(candidates)
    for code in codes:
        if code not in place:
            raise OptionError(f"candidate {code!r}: expected one of the secrets of {game.name}")
    if not codes:
        raise OptionError(f"{game.name}: expected at least one candidate")
    return Candidates([place[code] for code in codes], len(place))


def _digest(weights: Sequence[int]) -> str:
    """Return the digest of weights, a part of the key that bounds are kept under."""
    return sha256("\n".join(map(str, weights)).encode("ascii")).hexdigest()
