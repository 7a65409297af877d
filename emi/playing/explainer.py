"""Rank the guesses of a position: by exact play where time allows, else by a heuristic."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from emi.analysis.named import aggregates_named, ordering
from emi.errors import OptionError
from emi.lexicon.builtin import is_common
from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.questions.question import Question, Session
from emi.questions.solving import known_solution, solution_of
from emi.reports.wording import plural
from emi.results.playing import Explanation, GuessProfile, Turn
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from emi.analysis.advice import Advising, Waiting
    from emi.analysis.class_play import ClassPlay
    from emi.analysis.ranking import FirstGuesses, Ranking
    from emi.games.game import Game
    from emi.results.playing import Advice, Exact
    from emi.search.heuristics.aggregates import Aggregate
    from emi.search.model.record import Store
    from emi.settings import Settings

#: Up to this many candidates, results include the vector of a guess.
VECTORS = 50
#: The default order of guesses, and the heuristic that orders the others.
EXACT, USUAL = "exact", "SumGini"
#: The default time limit of advice.
PATIENCE = Limits(seconds=2.0)
#: The share of a time limit that a feedback matrix may take, and the seconds always allowed.
SHARE, PATIENT = 0.5, 1.0
#: The most bytes of a feedback matrix per second of the time limit. Guesses are valued without a
#: matrix if it would be larger.
AFFORDABLE = 64 << 20
#: The share of a time limit for profiles if there is no matrix.
PROFILING = 0.75
#: Up to this many guesses are listed regardless of the time: a second or less of work.
LISTED = 2000
#: The share of a time limit for evaluating guesses if more are to be listed; listing has the rest.
EVALUATING = 0.5
#: The share of the remaining time for making rows: writing them takes three to four times as long.
ROWS = 0.2


class Explainer:
    """Ranks the guesses of a position, and keeps their profiles for the next call.

    Parameters
    ----------
    question : Question
        A question about the position.
    turns : tuple of Turn
        The guesses made so far.
    possible, legal : tuple of str
        The candidates, and the guesses that may be made.
    found : bool
        Whether the secret has been guessed.
    """

    def __init__(
        self,
        question: Question,
        turns: tuple[Turn, ...],
        possible: tuple[str, ...],
        legal: tuple[str, ...],
        *,
        found: bool,
    ) -> None:
        self.game = question.game
        self.turns, self.possible, self.legal, self.found = turns, possible, legal, found
        self._asked = question
        self._ranking: Ranking | None = None

    def _question(self, store: Store | None = None) -> Question:
        """Return the question about the position, begun now."""
        return replace(self._asked, store=store, session=self._asked.session.again())

    def explain(
        self, sort: str, top: int | None, show: Sequence[str] | None, settings: Settings
    ) -> Explanation:
        """Rank all remaining guesses, as `Position.explain` describes."""
        tries, exact = settings.tries, sort.lower() == EXACT
        by = ordering(USUAL if exact else sort)
        shown = {one.name: one for one in (*aggregates_named(show), *by.by)}
        if top is not None and top < 1:
            raise OptionError("expected a whole number above 0", top=top)
        limits = (settings.limits or (PATIENCE if exact else Limits())).begun()
        Question(self.game, Average(weights=settings.weights))
        weights = settings.weights_of(self.game.secrets, self.possible)
        blank = Explanation(
            game=self.game.facts if tries is None else replace(self.game.facts, allowed=tries),
            turns=self.turns, possible=self.possible, found=self.found, heuristic=by,
            guesses=(), ranked=0, tied=0, profiled=0,
            weight=None if weights is None else sum(weights),
        )  # fmt: skip
        if self.found:
            # The game may have no other guess.
            return blank
        if tries is not None and tries <= len(self.turns):
            raise OptionError(
                f"expected more than the {plural(len(self.turns), 'guess')} made",
                tries=tries,
            )
        from emi.analysis.advice import Advising, Waiting

        evaluating = limits.share(EVALUATING) if len(self.legal[:top]) > LISTED else limits
        # A number of tries may need another search.
        hurried = evaluating if tries is None else evaluating.share(0.5)
        waiting = Waiting(hurried, lambda: settings.goes_on)
        question = self._question_within(waiting) if exact else None
        store = self._usable(settings.store, question)
        firsts = None if self.turns else self._firsts(store)
        if firsts is not None and question is None:
            waiting.before = firsts.spent
        ranking = self._ranking_by(question, firsts)
        ranked = ranking.ranked(
            by, lambda: waiting.has_time(PROFILING if exact else 1.0), waiting.go_on
        )
        order, tied = ranked.order[: ranked.profiled].tolist(), ranked.tied
        advice: Advice | None = None
        known: dict[int, Exact] = {}
        proven: dict[int, Exact] = {} if firsts is None else firsts.proven
        improvable: Collection[int] = () if firsts is None else firsts.improvable
        if exact:
            advising = Advising(
                play=self._play(ranking), waiting=waiting, order=order,
                wanted=len(order) if top is None else top, weight=blank.weight,
            )  # fmt: skip
            if question is None:
                advice, known = self._played(advising, firsts, store)
            else:
                question = replace(question, store=store)
                own = settings.weights_of(self.game.secrets, question.game.secrets)
                advice, known = advising.exactly(question, own)
            order, tied = self._exact_first(order, known)
            left = math.inf if tries is None else tries - len(self.turns)
            if question is not None and advice.worst.lower > left:
                objective = Guaranteed(int(left), own)
                fewest = solution_of(
                    replace(
                        question, objective=objective, limits=evaluating,
                        watch=lambda _: waiting.go_on(),
                    )
                )  # fmt: skip
                advice = replace(advice, misses=fewest.bounds)
                order, tied = self._begun(order, fewest.first_guess), 1
            if weights is None:
                proven, improvable = known or proven, advising.play.improvable
        # With a matrix, profiles are quickly recomputed.
        if firsts is not None and question is None:
            firsts.keep(ranking.fresh(firsts), proven, improvable, waiting.spent)
        rows = self._rows(ranking, order[:top], shown.values(), known)
        listed = tuple(_in_time(rows, limits, waiting.go_on))
        return replace(
            blank, guesses=listed, ranked=len(ranked.order), tied=tied,
            profiled=ranked.profiled, sample=ranked.sample, advice=advice,
            left_out=len(ranked.order[:top]) - len(listed),
        )  # fmt: skip

    def _play(self, ranking: Ranking) -> ClassPlay:
        """Return the object that bounds guesses by playing a strategy after each."""
        from emi.analysis.class_play import ClassPlay

        return ClassPlay(
            ranking.told, ranking.most_classes, wide=not self.game.hard, threads=ranking.threads
        )

    def _played(
        self, advising: Advising, firsts: FirstGuesses | None, store: Store | None
    ) -> tuple[Advice, dict[int, Exact]]:
        """Return the advice and values of guesses from played strategies, without a matrix."""
        before: dict[int, Exact] = {}
        if firsts is not None and advising.weight is None:
            before, advising.play.improvable = firsts.proven, {*firsts.improvable}
        kept = known_solution(self._question(store))
        begun = self.game.guesses.index(kept.first_guess) if kept.first_guess else -1
        return advising.by_play(before, kept.bounds, begun)

    def _begun(self, order: list[int], guess: str) -> list[int]:
        """Return guesses with a given one first; an empty name means none."""
        if not guess:
            return order
        first = self.game.guesses.index(guess)
        return [first, *(one for one in order if one != first)]

    def _exact_first(self, order: list[int], known: dict[int, Exact]) -> tuple[list[int], int]:
        """Return guesses in the order of exact play, and the number tied with the first.

        Guesses with an upper bound on the worst case come first, then guesses without known values,
        then guesses proven not to keep the guarantee.
        """
        candidates, never = set(self.possible), len(self.possible) ** 2 + 1
        # A guess found by the search may not have been profiled in time.
        order = [*dict.fromkeys((*order, *known))]

        def level(guess: int) -> tuple[int, int, int]:
            one = known.get(guess)
            if one is None:
                return 1, 0, 0
            if one.worst.upper is None:
                return 2, 0, 0
            upper = None if one.total is None else one.total.upper
            return 0, one.worst.upper, never if upper is None else upper

        levels = {guess: level(guess) for guess in order}
        best = min(levels.values())
        order = sorted(
            order, key=lambda one: (*levels[one], self.game.guesses[one] not in candidates)
        )
        return order, sum(level == best for level in levels.values())

    def _rows(
        self,
        ranking: Ranking,
        guesses: list[int],
        by: Iterable[Aggregate],
        known: dict[int, Exact],
    ) -> Iterator[list[GuessProfile]]:
        """Yield the profiles of guesses in blocks, with aggregates and exact values."""
        from emi.search.heuristics.comparison import plain

        lexicon, left = self.game.proposed or self.game.lexicon, iter(guesses)
        for profiles in ranking.profiles(guesses, LISTED):
            values = {one.name: plain(one(profiles)) for one in by}
            yield [
                GuessProfile(
                    guess=self.game.guesses[guess],
                    possible=bool(profiles.candidate[place]),
                    classes=profiles.runs(place),
                    vector=self._vector(ranking, guess),
                    values={name: column[place] for name, column in values.items()},
                    exact=known.get(guess),
                    common=is_common(lexicon, self.game.guesses[guess]),
                )
                for place, guess in enumerate(islice(left, len(profiles)))
            ]

    def _vector(self, ranking: Ranking, guess: int) -> tuple[int, ...]:
        """Return the class size of each candidate; empty if there are many candidates."""
        import numpy as np

        if len(self.possible) > VECTORS:
            return ()
        row = ranking.told.row(guess)
        _, at, count = np.unique(row, return_inverse=True, return_counts=True)
        return tuple(count[at].tolist())

    def _question_within(self, waiting: Waiting) -> Question | None:
        """Return a question with a finished matrix; None if the matrix takes too long."""
        share = max(SHARE * waiting.limits.seconds, PATIENT)
        most = AFFORDABLE * max(waiting.limits.seconds, PATIENT)
        for question in self._affordable(most):
            with suppress(Stopped):
                replace(question, watch=lambda _: waiting.spent < share and waiting.go_on()).made()
                return question
        return None

    def _affordable(self, most: float) -> Iterator[Question]:
        """Yield the questions whose matrix exists or takes at most ``most`` bytes."""
        if self._asked.session.prepared or self.game.bytes_needed <= most:
            yield self._question()
        if self._has_part:
            part = Question(self._left_game, session=self._part_session.again())
            if self._part_session.prepared or part.game.bytes_needed <= most:
                yield part

    def _usable(self, store: Store | None, question: Question | None) -> Store | None:
        """Return the store; None without the matrix that the key of a custom rule needs."""
        return store if question is not None or not self.game.own_rule else None

    def _firsts(self, store: Store | None) -> FirstGuesses:
        """Return the stored facts about the first guesses."""
        from emi.analysis.ranking import FirstGuesses

        return FirstGuesses(self.game, store, "" if store is None else self._asked.key)

    def _ranking_by(self, question: Question | None, firsts: FirstGuesses | None) -> Ranking:
        """Return the profiles computed so far for the legal guesses."""
        if self._ranking is None:
            from emi.analysis.ranking import Ranking

            self._ranking = Ranking(self._left_game, self.game.places(self.legal))
            if question is not None:
                self._ranking.read(question.matrix(), question.members)
            if firsts is not None:
                self._ranking.go_on_from(firsts)
        return self._ranking

    @cached_property
    def _left_game(self) -> Game:
        """The game in which only the candidates may be the secret."""
        secrets = self.possible
        if len(secrets) == len(self.game.secrets):
            return self.game
        name = f"{self.game.name}, {len(secrets):,} candidates"
        return self.game.of_lists(secrets, self.game.guesses, name)

    @property
    def _has_part(self) -> bool:
        """Whether a matrix of the candidates only is smaller and suffices.

        It does not suffice if hard play restricts guesses that are not candidates.
        """
        return self._left_game is not self.game and self.game.restriction in (None, "possible")

    @cached_property
    def _part_session(self) -> Session:
        """The session shared by questions about the candidates only."""
        return Session()


def _in_time(
    blocks: Iterator[list[GuessProfile]], limits: Limits, go_on: Callable[[], bool]
) -> Iterator[GuessProfile]:
    """Yield rows while there is time to write them too: all of the first block in any case."""
    making = limits.within(ROWS * limits.remaining)
    for block in blocks:
        yield from block
        if making.passed or not go_on():
            return
