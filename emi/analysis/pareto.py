"""The Pareto front: for each number of tries, the fewest misses and then the least average."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import partial
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from emi import arguments
from emi.games.parse import game_of
from emi.objectives.average import Average
from emi.objectives.base import Misses, Objective
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.pareto import MissesThenAverage
from emi.objectives.worst_case import WorstCase
from emi.proof.certificate import Certificate, check_certifiable
from emi.questions.certifying import priced_proof
from emi.questions.question import Question
from emi.questions.solving import best_strategy, known_solution, solution_of
from emi.results.pareto import ParetoFront, ParetoRow
from emi.search.model.bounds import Bounds
from emi.search.model.cost_model import FORBIDDEN
from emi.search.model.limits import Limits, Stopped, Watch
from emi.search.model.strategy import build
from emi.work.task import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from emi.games.game import Game
    from emi.results.solution import Solution
    from emi.search.model.matrix import Indices
    from emi.search.model.record import Store
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.solve.session import Progress

#: The time limit of each question in the first round in seconds, and its growth in each round.
FIRST, MORE = 1.0, 4
#: The highest price of missing all secrets, below the price of forbidden strategies.
DEAREST = FORBIDDEN // 4


def pareto(
    game: Game | str,
    *,
    tries: Sequence[int] | None = None,
    weights: Sequence[int] | None = None,
    first: str | Sequence[str] | None = None,
    openers: int | None = None,
    limits: Limits | None = None,
    store: Store | None = None,
    watch: Watch | None = None,
    on_row: Callable[[ParetoRow], None] | None = None,
) -> ParetoFront:
    """Find the fewest misses for each number of tries, and the least average for that many misses.

    Parameters
    ----------
    game : Game or str
        As in `emi.solve`.
    tries : sequence of int, optional
        The numbers of tries; by default 1 up to the worst case.
    weights : sequence of int, optional
        The weight of each secret; by default equal weights.
    first : str or sequence of str, optional
        The first guess of all strategies, or several made regardless of the feedback. By default
        each strategy has its best first guess.
    openers : int, optional
        The number of guesses made regardless of the feedback, as in `emi.solve`; each strategy has
        its best ones.
    limits, store
        As in `emi.solve`; the limits apply to the whole front.
    watch : callable, optional
        Receives the progress, printable; returns whether to continue.
    on_row : callable, optional
        Receives a row when its fewest misses are proven, and again when its least total is proven.
        Easy rows come first.

    Returns
    -------
    ParetoFront
        Its rows are ordered by tries; the last row has no limit on the tries. If a limit is
        reached, rows have bounds and describe the best known strategy; without a known strategy
        there are no rows.

    Examples
    --------
    >>> import emi
    >>> game = emi.Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...                   "LOGIONS", "LOGIQUE"])
    >>> [(row.tries, row.misses_upper, row.total_upper) for row in pareto(game)]
    [(1, 7, 15), (2, 0, 15), (None, 0, 15)]
    """
    told = _Told(watch)
    arguments.check(limits=limits, store=store, watch=watch, on_row=on_row)
    arguments.whole_numbers(tries=tries, weights=weights)
    question = Question(
        game_of(game), first=first, openers=openers, limits=limits or Limits(), watch=told,
        store=MemoryStore() if store is None else store,
    )  # fmt: skip
    front = _Front(question, weights, on_row, every=tries is None, told=told)
    front.ask_average()
    try:
        # Start from a strategy that is found at once, so that every row has an upper bound.
        tree = (front.least and front.least.tree) or front.played_on()
    except Stopped:
        return front.found
    numbers = range(1, tree.depth + 1) if tries is None else tries
    front.begin(tree, [*numbers, None], front.least)
    # Read the store first, which needs no matrix. Then ask all questions with growing time limits,
    # so that easy ones are proven first.
    seconds = FIRST
    going = front.ask()
    while going:
        going = front.ask(seconds)
        seconds *= MORE
    return front.found


def fewest_misses(question: Question, tries: int, least: Solution) -> Tree:
    """Find a strategy with the fewest misses and, among those, the least average.

    Parameters
    ----------
    question : Question
        The game with its weights and limits.
    tries : int
        The number of tries after which a secret is missed.
    least : Solution
        The least average of the same question.

    Raises
    ------
    Stopped
        If a limit is reached, or the watcher stops the search.
    """
    if least.tree is None:
        raise Stopped
    front = _Front(question, question.objective.weights)
    front.begin(least.tree, [tries], least)
    # Read the store first, which needs no matrix.
    for looking in (True, False):
        front.looking = looking
        with suppress(Stopped):
            front.ask_misses(tries)
            front.ask_total(tries)
    if not front.rows[tries].proven:
        raise Stopped
    return front.trees[tries]


def front_certificate(question: Question, weights: Sequence[int] | None = None) -> Certificate:
    """Return the certificate of the whole front; see `Question.certificate`.

    For each number of tries, it proves the fewest misses and the least average for that many
    misses.

    Raises
    ------
    Stopped
        If a limit of the question is reached before the front is proven.
    """
    from emi.search.solve.session import Progress

    check_certifiable(question.game)
    question = replace(question, store=question.store or MemoryStore())
    watch, spent = question.watch, question.session

    def watched(_: object) -> bool:
        return watch is None or watch(Progress(Bounds(0, None), spent.nodes, spent.seconds))

    rows = pareto(
        question.game, weights=weights, limits=question.limits, store=question.store, watch=watched
    )
    wanted: list[Objective] = []
    for row in rows:
        if not row.proven:
            raise Stopped
        if row.tries is None:
            wanted.append(Average(weights=weights))
        elif row.misses_upper == 0:
            wanted.append(Average(row.tries, weights))
        else:
            least = rows[-1]
            price = 2 * least.worst * least.weight
            wanted += [
                Guaranteed(row.tries, weights), MissesThenAverage(row.tries, price, weights)
            ]  # fmt: skip
    proofs = [priced_proof(question.asking(objective)) for objective in wanted]
    return Certificate.of(question.game, proofs, weights)


class _Told:
    """Reports the current question and its progress to the watcher.

    Questions refer to this object, so it must not refer to the front: such a cycle would keep the
    matrix in memory.
    """

    def __init__(self, watch: Watch | None = None) -> None:
        self.watch = watch
        self.going, self.what = True, "first strategy"

    def __call__(self, progress: Progress) -> bool:
        said = f"{self.what}, {progress.nodes:,} nodes"
        self.going = self.going and (self.watch is None or self.watch(said))
        return self.going


class _Front:
    """The rows of a front with their best known strategies, and the open questions."""

    def __init__(
        self,
        question: Question,
        weights: Sequence[int] | None,
        on_row: Callable[[ParetoRow], None] | None = None,
        *,
        every: bool = False,
        told: _Told | None = None,
    ) -> None:
        self.question, self.weights, self.limits = question, weights, question.limits
        #: Whether to read the store only, without a search.
        self.looking = True
        self.each = weights or [1] * len(question.game.secrets)
        self.every, self.on_row = every, on_row
        self.course = told or _Told()
        # Each secret can be proposed by itself, after the prescribed guesses.
        self.worst = Bounds(1, len(self.each) + question.begun)
        self.least: Solution | None = None
        #: The numbers of tries whose fewest misses are proven, perhaps without a known strategy.
        self.settled: set[int] = set()
        self.told: Counter[int | None] = Counter()
        self.rows: dict[int | None, ParetoRow] = {}
        self.trees: dict[int | None, Tree] = {}

    @property
    def found(self) -> ParetoFront:
        """The front with the current rows."""
        return ParetoFront.of(self.question.game.facts, self.rows.values(), self.question.opening)

    def begin(
        self, tree: Tree, numbers: Iterable[int | None], least: Solution | None = None
    ) -> None:
        """Initialise the rows with a strategy, and with the least average if known."""
        self.rows = {number: self.reached(tree, number) for number in numbers}
        self.trees = dict.fromkeys(self.rows, tree)
        # One try finds one secret.
        self.learn(1, misses=sum(self.each) - max(self.each))
        if least is not None:
            self.least = least
            self.learn(None, total=least.bounds.lower)

    def reached(self, tree: Tree, tries: int | None) -> ParetoRow:
        """Return the row of a strategy, without lower bounds."""
        game = self.question.game
        taken = tree.tries(len(self.each)).tolist()
        missed = [at for at, took in enumerate(taken) if tries is not None and took > tries]
        return ParetoRow(
            tries, len(taken), 0, sum(self.each[at] for at in missed), sum(self.each),
            sum(map(mul, self.each, taken)), sum(self.each), tree.depth, game.guesses[tree.guess],
            tuple(game.secrets[at] for at in missed), 0.0, opening=self.begins(tree),
        )  # fmt: skip

    def begins(self, tree: Tree) -> tuple[str, ...]:
        """Return the guesses that a strategy makes regardless of the feedback, if several."""
        if self.question.begun < 2:  # noqa: PLR2004 - one is the first guess of the row
            return ()
        return self.question.openers_of(tree)

    def take(self, tree: Tree, tries: int | None, misses: int, total: int = 0) -> None:
        """Use a strategy in every row that it improves; check its proven misses and total."""
        new = self.reached(tree, tries)
        if new.misses_upper != misses or total not in {0, new.total_upper}:
            raise self._wrong(new, misses, total)
        for number, row in self.rows.items():
            new = self.reached(tree, number)
            if (new.misses_upper, new.total_upper) < (row.misses_upper, row.total_upper):
                self.trees[number] = tree
                lower = {name: getattr(row, name) for name in ("misses_lower", "total_lower")}
                self._put(replace(new, **lower, seconds=row.seconds))

    def learn(self, tries: int | None, *, misses: int = 0, total: int = 0) -> None:
        """Raise the lower bounds of rows by bounds on the misses within ``tries`` and the total."""
        begun = self.question.begun
        for number, row in self.rows.items():
            missed = row.misses_lower
            if number is not None and tries is not None and number <= tries:
                # One more guess can find another secret, unless the guess belongs to the opening.
                fact = Misses(max(tries, begun), misses)
                implied = Guaranteed(max(number, begun)).implied([fact], min(self.each))
                missed = max(missed, implied.lower)
            taken = max(total if tries in {None, number} else 0, row.total_lower)
            self._put(replace(row, misses_lower=missed, total_lower=taken))

    def _put(self, row: ParetoRow) -> None:
        if row.misses_lower > row.misses_upper or row.total_lower > row.total_upper:
            raise self._wrong(row, row.misses_lower, row.total_lower)
        self.rows[row.tries] = row
        # Rows with more tries than the worst case are not part of the front.
        wanted = not self.every or (row.tries or 0) <= self.worst.lower
        state = row.proven + (row.misses_proven and row.tries is not None)
        if self.on_row and wanted and state > self.told[row.tries]:
            self.told[row.tries] = state
            self.on_row(row)

    def _wrong(self, row: ParetoRow, misses: int, total: int) -> AssertionError:
        """Return the error for a contradiction between bounds and a strategy."""
        return AssertionError(
            f"{self.question.game.name}: a strategy has total {row.total_upper} and misses "
            f"{row.misses_upper} {row.within}, but total {total or 'any'} and misses {misses} are "
            "proven"
        )

    def asking(self, objective: Objective) -> Question:
        """Return the question with an objective and the current limits."""
        return replace(self.question, objective=objective, limits=self.limits)

    def answer(self, objective: Objective, lower: int = 0) -> Solution:
        """Return the solution for an objective: stored facts if `looking`, else a search."""
        question = self.asking(objective)
        return known_solution(question) if self.looking else solution_of(question, lower)

    def ask(self, seconds: float | None = None) -> bool:
        """Ask all open questions, each with a time limit; return whether another round may help.

        Without a time limit, only the store is read.
        """
        spent, limits = self.question.session, self.question.limits
        began, nodes, self.looking = time.monotonic(), spent.nodes, seconds is None
        for tries, ask in self._open():
            now = time.monotonic()
            if not self.course.going or limits.passed or spent.nodes >= limits.nodes:
                return False
            self.limits = limits if seconds is None else limits.within(seconds)
            with suppress(Stopped):
                ask()
            if row := self.rows.get(tries):
                took = row.seconds + time.monotonic() - now
                self.rows[tries] = replace(row, seconds=took)
        if all(row.proven for row in self.rows.values()):
            return False
        # If the round ended early without any search, more time is useless.
        return spent.nodes > nodes or time.monotonic() - began >= (seconds or 0.0)

    def _open(self) -> Iterator[tuple[int | None, Callable[[], None]]]:
        """Yield the questions, each with its number of tries."""
        yield 0, self.ask_worst_case
        yield None, self.ask_average
        numbers = [tries for tries in self.rows if tries is not None]
        # The misses for more tries imply bounds for fewer tries.
        for tries in reversed(numbers):
            yield tries, partial(self.ask_misses, tries)
        for tries in numbers:
            yield tries, partial(self.ask_total, tries)

    def ask_worst_case(self) -> None:
        """Ask for the worst case, and for its strategy if no strategy without misses is known."""
        self.course.what = "worst case"
        if not self.worst.proven:
            self.worst = self.answer(WorstCase()).bounds
            if self.every and self.worst.proven:
                numbers = [
                    number for number in self.rows if number is None or number <= self.worst.lower
                ]
                self.rows = {tries: self.rows[tries] for tries in numbers}
            for tries, misses, *_ in WorstCase().misses(self.worst, None):
                self.learn(tries, misses=misses and min(self.each))
        enough = [row for row in self.rows.values() if (row.tries or 0) >= self.worst.lower]
        if self.worst.proven and any(row.misses_upper for row in enough):
            found = self.asking(WorstCase())
            tree = known_solution(found).tree if self.looking else best_strategy(found).tree
            if tree is not None:
                self.take(tree, self.worst.lower, 0)

    def ask_average(self) -> None:
        """Ask for the least average without a limit on the tries."""
        self.course.what = "average"
        if self.least is None:
            solution = self.answer(Average(weights=self.weights))
            self._found(None, solution, 0, 0)
            self.least = solution if solution.tree is not None else None

    def ask_misses(self, tries: int) -> None:
        """Ask for the fewest misses within a number of tries."""
        row = self.rows[tries]
        self.course.what = f"misses {row.within}"
        if not row.misses_proven:
            solution = self.answer(Guaranteed(tries, self.weights), row.misses_lower)
            self.learn(tries, misses=solution.bounds.lower)
            if solution.proven:
                self.settled.add(tries)
            # A stored total may come with a complete strategy, so do not extend this one.
            taken = self.looking or self.rows[tries].misses_proven
            # A heuristic cannot extend a strategy whose openers are still being searched for.
            if solution.tree is not None and not taken and not self.question.sought:
                self.take(self.played_on(solution.tree), tries, solution.bounds.lower)

    def ask_total(self, tries: int) -> None:
        """Find the least average among strategies with the fewest misses, if these are known."""
        row, least = self.rows[tries], self.least
        self.course.what = f"average {row.within}"
        if row.proven or least is None or not (row.misses_proven or tries in self.settled):
            return
        misses, price = row.misses_lower, 0
        # Without misses, forbidding a miss is faster than a high price.
        objective: Objective = Average(tries, self.weights)
        if misses:
            price = self._price(tries, least)
            objective = MissesThenAverage(tries, price, self.weights)
        solution = self.answer(objective, price * misses + row.total_lower)
        self._found(tries, solution, misses, price * misses)

    def _price(self, tries: int, least: Solution) -> int:
        """Return a price of a miss that exceeds any total to consider."""
        if self.question.game.hard:
            # Remaining secrets may have to be named one by one. A proven total is least for any
            # price if its strategy has no more than the proven misses.
            return min((tries + len(self.each)) * least.weight, DEAREST // least.weight)
        # Secrets left after the allowed tries can be found by the known strategy, played from its
        # beginning.
        return 2 * (least.worst or len(self.each)) * least.weight

    def _found(self, tries: int | None, solution: Solution, misses: int, price: int) -> None:
        """Use the solution of an average; its bound includes the price of the misses."""
        total = solution.bounds.lower - price
        tree = solution.tree
        if self.question.game.hard and tree and self.reached(tree, tries).misses_upper > misses:
            tree = None  # The price was too low to exclude further misses.
        if tree is not None:
            self.take(tree, tries, misses, total)
        # The total is least among strategies with the fewest misses, which must be known.
        if tries is None or self.rows[tries].misses_proven:
            self.learn(tries, total=total)

    def played_on(self, tree: Tree | None = None) -> Tree:
        """Return a strategy with a heuristic that continues it; by default the heuristic alone."""
        from emi.search.heuristics.heuristic import HEURISTICS
        from emi.search.heuristics.play import chooser

        question = self.asking(Average())
        matrix, session = question.matrix(), question.engine_session()
        guess_of: dict[tuple[int, bytes], int] = {}
        waiting = [] if tree is None else [(tree, 0)]
        for node, count in waiting:
            guess_of[count, np.sort(node.members).tobytes()] = node.guess
            waiting += [(below, count + 1) for below in node.branches]
        by = HEURISTICS["Sum"]
        # Hard play always allows candidates.
        by = by.among_candidates() if self.question.game.hard else by
        played = chooser(matrix, by, session.go_on)

        def choose(members: Indices, count: int) -> int:
            guess = guess_of.get((count, np.sort(members).tobytes()))
            return played(members, count) if guess is None else guess

        members = matrix.start if tree is None else tree.members
        opening = [*self.question.opening_indices]
        if self.question.sought:
            # Any opening will do: the questions are about the best ones.
            first = [choose(members, 0), *range(matrix.guesses)]
            opening = [*dict.fromkeys([*opening, *first])][: self.question.begun]
        return build(matrix, members, choose, opening=opening)
