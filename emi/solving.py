"""From a question about a game to the engine, and back to a solution."""

from __future__ import annotations

import math
import time
import warnings
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

from emi import memory
from emi.compiling import kernels_ready, seconds_waited
from emi.errors import OptionError, Unproven
from emi.games.game import Game
from emi.games.parse import game_of
from emi.persistence import Records
from emi.proof.certificate import (
    Certificate,
    Shown,
    check_certifiable,
    of_cores,
    of_strategy,
    symmetric,
)
from emi.results.solution import Solution
from emi.results.strategy import Strategy
from search.model.bounds import Bounds, ContradictionError
from search.model.candidates import Candidates
from search.model.limits import Limits, Stopped
from search.model.objective import Average, Guaranteed, Objective, WorstCase
from search.model.record import Proven
from search.model.written import Outline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from search.model.matrix import FeedbackMatrix, Indices
    from search.model.record import Store
    from search.model.restriction import Restriction
    from search.model.strategy import Strategy as Tree
    from search.model.written import Core
    from search.solve.base import Search
    from search.solve.cost.least_cost import CostSearch
    from search.solve.session import Progress, Session, Watch
    from search.solve.spread.task import Team
    from search.solve.worst_case.free_play import WorstCaseSearch

#: The most that weights may add up to: more would leave too little room for the price of what is
#: forbidden (see `search.model.cost_model`). Weights that are read come to half of it, about.
HEAVIEST = 200_000_000
#: Seconds that hard play is asked whether so many tries are enough, where its first guess is given.
CHECKING = 10.0
#: What of a limit on time the search for a certificate may take; to write it takes about as long.
SEARCHING = 0.5


@dataclass(frozen=True)
class Answered:
    """What a solution is of: it answers what is asked of that on demand."""

    game: Game
    objective: Objective
    bounds: Bounds
    candidates: tuple[str, ...] | None
    allowed: tuple[str, ...] | None
    first: str | None
    store: Store | None
    outline: Outline | None = None

    def strategy(self, watch: Watch | None = None) -> Strategy:
        """Return a strategy that reaches the value, as of `Solution.strategy`."""
        if self.outline is not None:
            return Strategy(self.game, self.outline.strategy)
        if not isinstance(self.objective, WorstCase):
            raise Unproven(
                f"{self.game.name}: {self.objective.name} {self.bounds} is not proven, expected a "
                "proven value to have a strategy"
            )
        return self._question(watch).strategy()

    def certificate(self, watch: Watch | None = None, limits: Limits | None = None) -> Certificate:
        """Return the certificate of the value, as of `Solution.certificate`."""
        question = self._question(watch)
        question.limits = limits or Limits()
        return question.certificate(self.objective)

    def _question(self, watch: Watch | None) -> Question:
        store = None if getattr(self.store, "closed", False) else self.store
        return Question(
            self.game, candidates=self.candidates, allowed=self.allowed, first=self.first,
            store=store, watch=watch,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        # A store belongs to the process that has opened it.
        return {**self.__dict__, "store": None}


def solve(
    game: Game | str,
    objective: Objective | None = None,
    *,
    candidates: Iterable[str] | None = None,
    allowed: Iterable[str] | None = None,
    first: str | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
    workers: Workers | None = None,
) -> Solution:
    """Find how good the best strategy of a game is.

    Parameters
    ----------
    game : Game or str
        A game, or the name of one, as `emi.game_named` reads it.
    objective : Objective, optional
        `WorstCase` (the default; in Motus, the EMI), `Average` or `Guaranteed`.
    candidates : iterable of str, optional
        The secrets that are still possible; all of them by default.
    allowed : iterable of str, optional
        The guesses that are still allowed, every candidate among them, where answers restrict them
        (see `Game.hardened`); all of them by default. `emi.Position` knows which these are.
    first : str, optional
        The first guess; by default the best.
    limits : Limits, optional
        By default the search goes on until the value is proven.
    store : Store, optional
        Where proven bounds are read and kept, such as an `emi.DiskStore`.
    watch : callable, optional
        Called about twenty times a second with the progress; returns whether to go on.
    workers : Workers, optional
        Who shares a search that takes long, such as `emi.Processes`. They work for one search at a
        time.

    Returns
    -------
    Solution

    Raises
    ------
    OptionError
        If the objective is none, if a candidate or a guess is none of the game, or is not allowed,
        if allowed guesses are given of a game that allows all, if the weights are not whole numbers
        above 0, one for each secret, or if no strategy keeps to the guesses that `Average` allows.
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
        game, candidates=candidates, allowed=allowed, first=first, limits=limits, store=store,
        watch=watch, workers=workers,
    )  # fmt: skip
    return question.solve(objective or WorstCase())


class Workers(Protocol):
    """Who shares one search at a time.

    ``on_task`` receives what is to be known of each task that was done, by name.
    """

    on_task: Callable[..., object] | None

    def about(
        self, game: Game, candidates: tuple[str, ...] | None, allowed: tuple[str, ...] | None
    ) -> Team:
        """Say what the next question is about."""
        ...


@dataclass
class Made:
    """What is made of a game once, whatever is asked of it."""

    matrix: FeedbackMatrix | None = None
    restriction: Restriction | None = None


class Question:
    """A game whose matrix is made once, and what is asked of it. Parameters as of `solve`.

    The limits are for all that is asked together.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        candidates: Iterable[str] | None = None,
        allowed: Iterable[str] | None = None,
        first: str | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
        watch: Watch | None = None,
        workers: Workers | None = None,
    ) -> None:
        game = game_of(game)
        self.first = None if first is None else game.code(first)
        if self.first is not None and self.first not in game.guesses:
            raise OptionError(f"it is not among the guesses of {game.name}", first=first)
        self.game = game
        codes = None if candidates is None else list(candidates)
        self.candidates = _candidates(game, codes)
        self.allowed = _allowed(game, allowed, codes)
        possible = game.restriction == "possible"
        if possible and self.first not in (None, *(codes or game.secrets)):
            raise OptionError(f"expected a possible secret, for {game.name}", first=first)
        if self.allowed is not None and self.first not in (None, *self.allowed):
            raise OptionError("it is not among the guesses that are allowed", first=first)
        self.limits = limits or Limits()
        self.store = store
        self.watch = watch
        self.workers = workers
        self.nodes = 0
        self.begin()
        self._made = Made()
        #: What is proven of the value, once its certificate is being written.
        self.reached: Bounds | None = None
        #: The search that has run for a proof, whether it has found the value or not.
        self._ran: WorstCaseSearch | None = None
        #: What writing may take, if not what is left of the limits; and what of a certificate needs
        #: no more time.
        self._whole: Limits | None = None
        self._least: tuple[list[Shown], Bounds] | None = None

    def at(
        self,
        candidates: Iterable[str],
        allowed: Iterable[str] | None = None,
        *,
        first: str | None = None,
        limits: Limits | None = None,
        watch: Watch | None = None,
    ) -> Question:
        """Return a question about another position of the same game; they share the matrix."""
        other = Question(
            self.game, candidates=candidates, allowed=allowed, first=first, limits=limits,
            store=self.store, watch=watch,
        )  # fmt: skip
        other._made = self._made
        return other

    @property
    def prepared(self) -> bool:
        """Whether the feedback matrix was made."""
        return self._made.matrix is not None

    @property
    def members(self) -> Indices | None:
        """``(n,)`` int32, the candidates; None for all secrets."""
        return None if self.candidates is None else self.candidates.members

    def begin(self) -> None:
        """Begin to count the time."""
        self._began, self._waited = time.monotonic(), seconds_waited()

    @property
    def limits(self) -> Limits:
        """The limits; their time runs from when they were set."""
        return self._limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        self._limits = limits.begun()

    @property
    def seconds(self) -> float:
        """How long it has taken so far, without the time of making kernels ready."""
        return time.monotonic() - self._began - (seconds_waited() - self._waited)

    def solve(self, objective: Objective, lower: int = 0) -> Solution:
        """Answer an objective; ``lower`` is what the value is known to be at least."""
        self._check(objective)
        keep, known, kept = self._kept(objective)
        if known.proven and (kept or isinstance(objective, WorstCase)):
            read = known.bounds != Bounds(*self._at_first(objective))
            outline = kept[0] if kept else None
            return self._solution(
                objective, known.bounds, known.first_guess, outline=outline, stored=read
            )
        try:
            found = self._search(objective, keep, lower)
        except Stopped:
            return replace(known, seconds=self.seconds)
        if getattr(found, "impossible", False):
            begun = "" if self.first is None else f" that begins with {self.first}"
            raise OptionError(
                f"no strategy{begun} finds every secret of {self.game.name} within so few tries",
                within=objective.tries,
            )
        if isinstance(objective, WorstCase) and self.first and found.bounds.upper:
            self.keep_upper(found.bounds.upper, found.guess)
        outline, guess = None, found.guess
        if found.bounds.proven and not isinstance(objective, WorstCase):
            outline = self._outline(found, self._aside(found, keep), keep)
        if outline is not None:
            guess = outline.nodes[0].guess
        first_guess = self.game.guesses[guess] if guess >= 0 else self.first or ""
        self.nodes += found.nodes
        bounds = found.bounds.tightened(self._at_first(objective)[0], None)
        return self._solution(objective, bounds, first_guess, outline=outline, nodes=found.nodes)

    def _solution(
        self,
        objective: Objective,
        bounds: Bounds,
        first_guess: str,
        *,
        outline: Outline | None = None,
        nodes: int = 0,
        stored: bool = False,
    ) -> Solution:
        """Return what is known of an objective."""
        game, possible, weights = self.game, self._possible, objective.weights
        candidates = weight = len(game.secrets if possible is None else possible)
        if weights is not None:
            of = dict(zip(game.secrets, weights, strict=True))
            weight = sum(of[code] for code in possible or game.secrets)
        worst = at_worst = missed = worst_proven = None
        if objective.name == "average":
            worst_proven = outline is not None and outline.rarest
            if outline is not None:
                worst = outline.depth
                at_worst = [*outline.found.values()].count(worst)
        elif objective.name == "guaranteed" and outline is not None:
            missed = tuple(game.secrets[secret] for secret in sorted(outline.missed))
        source = Answered(
            game, objective, bounds, possible, self.allowed, self.first, self.store, outline
        )
        return Solution(
            game=game.facts, objective=objective.name, tries=objective.tries, bounds=bounds,
            first_guess=first_guess, candidates=candidates, weight=weight, worst=worst,
            at_worst=at_worst, worst_proven=worst_proven, missed=missed, nodes=nodes,
            seconds=self.seconds, stored=stored, source=source,
        )  # fmt: skip

    def looked_up(self, objective: Objective) -> Solution:
        """Return what is kept of an objective; nothing is searched."""
        return self._kept(objective)[1]

    def keep_upper(self, upper: int, guess: int) -> None:
        """Keep that a strategy finds every candidate within so many guesses, if that is news.

        The guess that it begins with is given by its index; none need be asked for.
        """
        first, self.first = self.first, None
        try:
            keep, known, _ = self._kept(WorstCase())
            if known.bounds.upper is not None and upper < known.bounds.upper:
                about = self.candidates or Candidates.every(len(self.game.secrets))
                keep([Proven(about, known.bounds.lower, upper, guess)])
        finally:
            self.first = first

    def search(self, objective: Objective) -> Search:
        """Return the search for an objective, after it has run: its engine answers more."""
        keep, _, _ = self._kept(objective)
        found = self._search(objective, keep)
        self.nodes += found.nodes
        return found

    def strategy(self) -> Strategy:
        """Return a strategy of the least worst case; Stopped if a limit is reached."""
        return Strategy(self.game, self.outline().strategy)

    def outline(self) -> Outline:
        """Return the strategy of the least worst case in indices; Stopped as of `strategy`."""
        keep, _, kept = self._kept(WorstCase())
        outline = kept and kept[0]
        if outline is None:
            keep.writing = True
            found, session = self._search(WorstCase(), keep), self.session(keep)
            self.nodes += found.nodes
            outline = self._outline(found, session, keep)
        if outline is None:
            raise Stopped
        return outline

    def certificate(self, objective: Objective | None = None) -> Certificate:
        """Return the certificate of an objective, as of `Solution.certificate`.

        The search may take half of the time, and the node limit is for it alone; if it reaches one,
        the certificate is one of the bounds. If then the proof of the lower bound is not written in
        time it is left out.
        """
        objective = objective or WorstCase()
        check_certifiable(self.game)
        if self.candidates is not None or self.allowed is not None:
            raise OptionError(
                f"{self.game.name}: expected all secrets as candidates, the checker knows no less"
            )
        self._check(objective)
        if isinstance(objective, WorstCase) and self.first is not None:
            raise OptionError(
                "expected with the objective average or guaranteed, the certificate of a worst "
                "case is of all first guesses",
                first=self.first,
            )
        self._whole = replace(self.limits, nodes=math.inf)
        try:
            with self._within(self.limits.within(self.limits.remaining * SEARCHING)):
                if isinstance(objective, WorstCase):
                    shown, bounds = self._shown_worst()
                else:
                    one, bounds = self._shown(objective)
                    shown = [one]
                go_on = self.session().go_on
                return Certificate.of(self.game, shown, objective.weights, bounds, go_on=go_on)
        except Stopped:
            if self._least is None or not self._whole.passed:
                raise
            # There is no time left to find out whether there is.
            self.limits = Limits()
            shown, bounds = self._least
            return Certificate.of(self.game, shown, objective.weights, bounds)

    @contextmanager
    def _within(self, limits: Limits) -> Iterator[None]:
        """Let what is asked in the block keep to other limits."""
        before, self.limits = self.limits, limits
        try:
            yield
        finally:
            self.limits = before

    def shown(self, objective: Objective) -> Shown:
        """Return what shows the value by an objective other than the worst case.

        Stopped if it is not proven.
        """
        shown, bounds = self._shown(objective)
        if not bounds.proven:
            raise Stopped
        return shown

    def _shown(self, objective: Objective) -> tuple[Shown, Bounds]:
        """Return what shows the answer to such an objective, and what it shows."""
        from search.solve.cost.least_cost import CostSearch
        from search.solve.cost.missing import refuter_of

        keep, _, kept = self._kept(objective)
        found = self._search(objective, keep)
        self.nodes += found.nodes
        assert isinstance(found, CostSearch)  # noqa: S101 - for mypy
        self._write(found.bounds)
        self._reached_by(objective, found, kept[0].strategy if kept else self._played(found))
        if found.bounds.proven and keep.bounds:
            # What was read explains nothing, and to find out class by class takes long. One search
            # shows it all: what costs so much, and that nothing costs less.
            keep = Records(self.game, None, priced=True)
            limit = (found.bounds.upper or 0) + 1
            keep.bounds = [Proven(None, 0, limit, found.guess, 0)]
            found = self._search(objective, keep)
        assert isinstance(found, CostSearch)  # noqa: S101 - for mypy
        if found.answered.bounds.proven and found.answered is not found:
            # That is what explains the value.
            found, kept = found.answered, None
        tree, own = None, found.matrix.own
        lower = max(found.bounds.lower, self._at_first(objective)[0])
        bounds = Bounds(lower, found.bounds.upper)
        if bounds.proven:
            tree = kept[0].strategy if kept else found.any_strategy(self.session())
        elif bounds.upper is not None:
            tree = found.good_strategy(self.session())
            cost = Outline.of(tree, own).cost(found.model.of, found.weights.tolist())
            tree = tree if cost < found.forbidden else None
            bounds = Bounds(bounds.lower, None if tree is None else cost)
        self._reached_by(objective, found, tree)
        kernels_ready(refutations=not found.engine.prices.asking)
        refuter = refuter_of(found, self.session(), symmetric=symmetric(self.game))
        lemmas = refuter.refute(bounds.lower) if bounds.lower else []
        return Shown.of(found, bounds, tree, lemmas), bounds

    def _played(self, found: Search) -> Tree | None:
        """Return a strategy that needs no search, for when there is no time for a better one."""
        if self._whole is None or self._whole.end == math.inf:
            return None
        from search.heuristics.heuristic import HEURISTICS
        from search.heuristics.play import chooser
        from search.model.strategy import build
        from search.solve.cost.least_cost import CostSearch

        # What may be right is allowed in hard play too, and quicker to choose from.
        by = HEURISTICS["Sum"].among_candidates()
        choose = chooser(found.matrix, by, self.session().go_on)
        first = None if self.first is None else self.game.guesses.index(self.first)
        most = found.model.last if isinstance(found, CostSearch) else None
        return build(
            found.matrix, found.members, choose, guess=first, last=lambda made: made + 1 == most
        )

    def _reached_by(self, objective: Objective, found: CostSearch, tree: Tree | None) -> None:
        """Note what a strategy shows by itself, if there is no time for more."""
        if tree is None:
            return
        cost = Outline.of(tree, found.matrix.own).cost(found.model.of, found.weights.tolist())
        bounds = Bounds(self._at_first(objective)[0], cost)
        if cost < found.forbidden:
            self._least = [Shown.of(found, bounds, tree, ())], bounds

    def _write(self, bounds: Bounds) -> None:
        """Go on to write what was proven, in what is left of the time; Stopped by who watches."""
        self.limits, self.reached = self._whole or replace(self.limits, nodes=math.inf), bounds
        if not self.session().go_on():
            raise Stopped

    def _shown_worst(self) -> tuple[list[Shown], Bounds]:
        """Return what shows the worst case, or bounds of it, and what it shows.

        That is a strategy, and that one guess less than the least is too few: by cores, unless a
        checker knows of the symmetry of the game, or play is hard.
        """
        if not (self.game.hard or symmetric(self.game)):
            with suppress(Stopped):
                strategy, refutation = self.proof()
                worst = strategy.depth
                return of_cores(strategy.strategy, refutation), Bounds(worst, worst)
        from search.solve.cost.least_cost import CostSearch
        from search.solve.cost.missing import refuter_of

        keep, known, kept = self._kept(WorstCase())
        found: Search | None = None
        if kept is not None:
            self._write(known.bounds)
            tree, worst = kept[0].strategy, kept[0].depth
        else:
            keep.writing = True
            found = self._ran or self._search(WorstCase(), keep)
            self.nodes += found.nodes
            self._write(found.bounds)
            if played := self._played(found):
                self._least = of_strategy(played)
            outline, worst = self._outline(found, self.session(keep), keep), found.bounds.lower
            tree = outline.strategy if outline else found.good_strategy(self.session())
        shown, bounds = self._least = of_strategy(tree)
        if worst > 2:  # noqa: PLR2004 - that two are needed is told by sizes
            shown = shown[:1]
            matrix, model = self.matrix(costs=True), Guaranteed(worst - 1).cost_model
            search = CostSearch(matrix, model, restriction=self._restricted(matrix))
            kernels_ready(refutations=not search.engine.prices.asking)
            by_symmetry = symmetric(self.game)
            refuter = refuter_of(search, self.session(), symmetric=by_symmetry)
            lemmas = refuter.refute(1)
            shown.append(Shown((*[0] * (worst - 1), 1), False, lemmas=lemmas, bound=1))
            bounds = Bounds(worst, tree.depth)
        return shown, bounds

    def proof(self) -> tuple[Outline, list[Core]]:
        """Return both halves of the proof of the worst case; Stopped as of `strategy`.

        It is of all secrets, in a game that is not hard.
        """
        keep, _, proof = self._kept(WorstCase(), proof=True)
        if proof is not None:
            return proof
        keep.writing = True
        with self._within(self.limits):
            try:
                return self._proof(keep, keep.bounds)
            except ContradictionError as error:
                self._disbelieved(error)
                return self._proof(keep, [])

    def _proof(self, keep: Records, records: Sequence[Proven]) -> tuple[Outline, list[Core]]:
        """Make both halves of the proof of the worst case, and keep them."""
        matrix = self.matrix()
        from search.solve.worst_case.free_play import WorstCaseSearch

        # Nothing is spared by the symmetry of a game: whoever checks the proof need not know of it.
        found = self._ran = WorstCaseSearch(matrix, session=self.session(keep), symmetric=False)
        found.run(records)
        self.nodes += found.nodes
        if found.bounds.proven:
            self._write(found.bounds)
            if played := self._played(found):
                self._least = of_strategy(played)
        strategy = found.strategy(self.session(keep))
        self._least = of_strategy(strategy)
        refutation = found.refutation(self.session(keep))
        lower, upper = found.bounds.lower, found.bounds.upper
        proof = Outline.of(strategy, matrix.own), refutation
        keep.write(*proof, settled=Proven(found.candidates, lower, upper, found.guess))
        return proof

    def matrix(self, *, costs: bool = False) -> FeedbackMatrix:
        """Return the feedback matrix, the kernels being ready; Stopped if a limit is reached."""
        game, go_on = self.game, self._go_on(costs=costs)
        if self._made.matrix is None and not go_on(0.0):
            raise Stopped
        kernels_ready(restricted=game.hard, costs=costs)
        if self._made.matrix is None:
            self._made.matrix = game.matrix(go_on)
        return self._made.matrix

    def _restricted(self, matrix: FeedbackMatrix) -> Restriction | None:
        """Return what answers leave of the guesses, which heuristics need not know."""
        if self._made.restriction is None:
            self._made.restriction = self.game.restricted(matrix, self._go_on())
        restriction = self._made.restriction
        if restriction is not None and self.allowed is not None:
            restriction = replace(restriction, left=self.game.places(self.allowed))
        return restriction

    def prepare(self) -> None:
        """Make what is made once; Stopped if a limit is reached."""
        self.made()

    def made(self, *, costs: bool = False) -> tuple[FeedbackMatrix, Restriction | None]:
        """Return the matrix, and what answers leave of the guesses; as of `matrix`."""
        matrix = self.matrix(costs=costs)
        return matrix, self._restricted(matrix)

    def _go_on(self, *, costs: bool = False) -> Callable[[float], bool]:
        """Return what tells those who make arrays whether to go on; it is told the share done."""
        session = self.session()
        # Nothing is proven without the matrix, not even bounds of a certificate.
        session.limits = self._whole or session.limits
        session.bounds = Bounds(0, None) if costs else Bounds(*self._at_first(WorstCase()))

        def go_on(share: float) -> bool:
            session.note = f", matrix {share:.0%}" if share else ""
            return session.go_on()

        return go_on

    def session(self, keep: Records | None = None) -> Session:
        """Return a session within the limits."""
        from search.solve.session import Session

        kept = None if self.store is None else keep
        session = Session(self.limits, kept, self.watch, memory.available)
        session.began, session.nodes = self._began, self.nodes
        session.bounds = self.reached or session.bounds
        if kept is not None:
            session.beside = kept.aside
        return session

    def _aside(self, found: Search, keep: Records) -> Session:
        """Return a session to write a strategy in: what is proven on the way is kept too."""
        session = found.session.aside()
        if self.store is not None:
            session.keep, session.beside = keep, keep.aside
        return session

    def _check(self, objective: Objective) -> None:
        """Refuse what cannot be asked of the game."""
        game = self.game
        if isinstance(objective, WorstCase):
            return
        if not isinstance(objective, Objective):
            raise OptionError(
                "expected one such as emi.WorstCase(), emi.Average() or emi.Guaranteed(5)",
                objective=objective,
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
        within = objective.within if isinstance(objective, Average) else None
        if within is not None and not self._kept(objective)[1].proven:
            least = self._worst_case(within)
            if least.lower > within:
                said = "the EMI is" if game.rule == "motus" else "it takes"
                raise OptionError(
                    f"no strategy finds every secret of {game.name} within so few tries: {said} "
                    f"{least}",
                    within=within,
                )

    def _worst_case(self, within: int) -> Bounds:
        """Return bounds of the worst case that tell whether so many tries are enough, if they can.

        Whatever the first guess. Where play is restricted that may take longer than all else: who
        begins with a given guess finds out anyway.
        """
        first, watch, limits = self.first, self.watch, self.limits
        seconds = CHECKING if first is not None and self.game.hard else math.inf

        def decided(bounds: Bounds) -> bool:
            return bounds.lower > within or (bounds.upper is not None and bounds.upper <= within)

        def undecided(progress: Progress) -> bool:
            return not decided(progress.bounds) and (watch is None or watch(progress))

        self.first, self.watch = None, undecided
        self.limits = limits.within(seconds)
        try:
            known = self._kept(WorstCase())[1].bounds
            return known if decided(known) else self.solve(WorstCase()).bounds
        finally:
            self.first, self.watch, self.limits = first, watch, limits

    def _words(self, objective: Objective) -> str:
        """Return what is asked, a part of the key of what is kept; nothing for a worst case.

        Where answers left some of the guesses that is another question.
        """
        at = "" if self.allowed is None else f"allowed {_digest(self.allowed)}"
        if isinstance(objective, WorstCase):
            return at if self.first is None else f"first {self.first}, {at}"
        words = f"{objective.name} within {objective.tries}"
        if objective.name == "pareto":
            words = f"front at {objective.tries}, {objective.cost_model.miss}"
        if self.first is not None:
            words += f", first {self.first}"
        if objective.weights is not None:
            words += f", weights {_digest(objective.weights)}"
        if self.candidates is not None:
            words += f", candidates {self.candidates.to_bytes().hex()}"
        return f"{words}, {at}" if at else words

    def _known(self, objective: Objective, records: Sequence[Proven]) -> Solution:
        """Return what is known without the kernels, which take time to load."""
        game, bounds, first = self.game, Bounds(*self._at_first(objective)), self.first or ""
        about = None
        if isinstance(objective, WorstCase):
            about = self.candidates or Candidates.every(len(game.secrets))
            first = first or game.secrets[about.members[0]]
        for one in records:
            # Of costs, a guess without an upper bound is that of strategies that begin with it.
            if one.candidates != about or (about is None and one.upper is None and one.guess >= 0):
                continue
            # An upper bound is of use only with a guess that reaches it.
            upper = one.upper if one.guess >= 0 else None
            try:
                bounds = bounds.tightened(one.lower, upper)
            except ContradictionError:
                return self._known(objective, [])
            if upper is not None and upper == bounds.upper:
                first = game.guesses[one.guess]
        return self._solution(objective, bounds, first)

    @property
    def _possible(self) -> tuple[str, ...] | None:
        """The candidates as codes; None for all secrets."""
        if self.candidates is None:
            return None
        return tuple(self.game.secrets[secret] for secret in self.candidates.members)

    def _fits(self, objective: Objective, upper: int | None, outline: Outline) -> bool:
        """Tell whether a strategy reaches the value that is proven."""
        secrets = self.game.secrets
        asked = range(len(secrets)) if self.candidates is None else self.candidates.members.tolist()
        begun = self.game.guesses[outline.nodes[0].guess]
        if {*outline.found, *outline.missed} != {*asked} or self.first not in (None, begun):
            return False
        if isinstance(objective, WorstCase):
            return not outline.missed and outline.depth == upper
        weights = objective.weights or [1] * len(secrets)
        return outline.cost(objective.cost_model.of, weights) == upper

    def _kept(
        self, objective: Objective, *, proof: bool = False
    ) -> tuple[Records, Solution, tuple[Outline, list[Core]] | None]:
        """Return the records of a question, what is known of it, and a strategy or a proof."""
        priced = not isinstance(objective, WorstCase)
        keep = Records(self.game, self.store, self._words(objective), priced=priced)
        known = self._known(objective, keep.read())
        fits = partial(self._fits, objective, known.bounds.upper)
        kept = keep.written(fits, proof=proof) if known.proven else None
        return keep, known, kept

    def _at_first(self, objective: Objective) -> tuple[int, int | None]:
        """Return the bounds that are known before any search."""
        count = len(self.candidates or self.game.secrets)
        if isinstance(objective, WorstCase):
            # A first guess that is given may be made in vain.
            return 1, count + (self.first is not None)
        return (count, None) if isinstance(objective, Average) else (0, None)

    def _search(self, objective: Objective, keep: Records, lower: int = 0) -> Search:
        matrix = self.matrix(costs=objective.name != "worst")
        restriction = self._restricted(matrix)
        from search.solve.question import solve

        first = None if self.first is None else self.game.guesses.index(self.first)

        def searched(records: Sequence[Proven]) -> Search:
            session = self.session(keep)
            if self.workers is not None:
                session.team = self.workers.about(self.game, self._possible, self.allowed)
            return solve(
                matrix, objective, self.candidates, first=first, restriction=restriction,
                session=session, records=records, lower=lower,
            )  # fmt: skip

        try:
            return searched(keep.bounds)
        except ContradictionError as error:
            self._disbelieved(error)
            return searched([])

    def _disbelieved(self, error: ContradictionError) -> None:
        said = f"{self.game.name}: the cache is wrong, it is not used: {error}"
        warnings.warn(said, stacklevel=3)

    def _outline(self, found: Search, session: Session, keep: Records) -> Outline | None:
        """Write out the strategy of a proven value, and keep it; None if the session ends."""
        try:
            strategy = found.strategy(session)
        except Stopped:
            return None
        outline = Outline.of(strategy, found.matrix.own, rarest=found.rarest)
        lower, upper = found.bounds.lower, found.bounds.upper
        settled = None
        if keep.priced:
            settled = Proven(None, lower, upper, strategy.guess, 0)
        elif self.candidates is None:
            settled = Proven(found.candidates, lower, upper, strategy.guess)
        if found.final:
            keep.write(outline, settled=settled)
        for other in keep.beside:
            (other.settle if found.final else other.flush)()
        return outline


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
    return Candidates([place[code] for code in codes], len(place))


def _allowed(
    game: Game, allowed: Iterable[str] | None, candidates: Sequence[str] | None
) -> tuple[str, ...] | None:
    """Return the guesses still allowed, in their order; None for all that the game allows."""
    if allowed is None:
        return None
    if not game.hard:
        raise OptionError(f"{game.name}: every guess is allowed, expected none given")
    codes = set(map(game.code, allowed))
    for code in sorted(codes.difference(game.guesses)):
        raise OptionError(f"allowed guess {code!r}: it is not among the guesses of {game.name}")
    for code in map(game.code, candidates or game.secrets):
        if code not in codes:
            raise OptionError(f"candidate {code!r}: expected it among the guesses allowed")
    if game.restriction == "possible" or len(codes) == len(game.guesses):
        return None
    return tuple(code for code in game.guesses if code in codes)


def _digest(parts: Iterable[object]) -> str:
    """Return the digest of weights or codes, a part of the key that bounds are kept under."""
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()
