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
from emi.games.weights import is_usual_in, likeliest
from emi.lexicon.builtin import BUILTIN
from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.questions.question import Question, QuestionSession
from emi.questions.solving import known_solution, solution_of
from emi.reports.wording import plural
from emi.results.advice import Exact, Explanation, GuessProfile, Rival
from emi.results.playing import Turn
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from emi.analysis.advice import Advising, Waiting
    from emi.analysis.ranking import EquivalentRows, FirstGuesses, KeptAdvice, Ranked, Ranking
    from emi.games.game import Game
    from emi.results.advice import Advice
    from emi.search.heuristics.aggregates import Aggregate
    from emi.search.heuristics.heuristic import Heuristic
    from emi.search.model.matrix import Indices
    from emi.search.model.record import Store
    from emi.settings import Settings

#: Up to this many candidates, results include the vector of a guess.
VECTORS = 50
#: The default order of guesses, and the heuristics that order the others.
EXACT = "exact"
USUAL = {"average": "Partitions", "worst": "SumGini"}
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
#: Guesses that a strategy may make besides candidates, where it is played for its average.
HELPERS = 500
#: Up to this many candidates are advised even if people do not know them.
LAST = 2
#: Advice that took no longer than these seconds is not stored.
SOON = 0.2
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

    @cached_property
    def _orbits(self) -> Indices | None:
        """For each guess, the first one that is equivalent to it here; None without symmetry."""
        return self.game.orbits([turn.guess for turn in self.turns])

    def _question(self, store: Store | None = None) -> Question:
        """Return the question about the position, whose time begins now."""
        return replace(self._asked, store=store, session=self._asked.session.again())

    def explain(
        self,
        sort: str,
        top: int | None,
        show: Sequence[str] | None,
        settings: Settings,
        also: Sequence[str] = (),
    ) -> Explanation:
        """Rank all remaining guesses, as `Position.explain` describes."""
        tries, exact = settings.tries, sort.lower() == EXACT
        best_by = settings.by or self.game.best_by
        by = ordering(USUAL[best_by] if exact else sort)
        shown = {one.name: one for one in (*aggregates_named(show), *by.by)}
        if top is not None and top < 1:
            raise OptionError("expected a whole number above 0", top=top)
        limits = (settings.limits or (PATIENCE if exact else Limits())).begun()
        if (blank := self._blank(by, settings)).found:
            # The game may have no other guess.
            return blank
        from emi.analysis.advice import Waiting
        from emi.analysis.ranking import EquivalentRows, FirstGuesses

        evaluating = limits.share(EVALUATING) if len(self.legal[:top]) > LISTED else limits
        # A number of tries may need another search.
        hurried = evaluating if tries is None else evaluating.share(0.5)
        waiting = Waiting(hurried, lambda: settings.goes_on)
        records = self._records(settings, top, also) if exact else None
        stored = None if records is None else records.read(limits.seconds)
        question = self._question_within(waiting) if exact and stored is None else None
        store = self._usable(settings.store, question)
        key = "" if store is None else self._asked.key
        firsts = None if self.turns else FirstGuesses(self.game, store, key)
        if firsts is not None and question is None:
            waiting.before = firsts.spent
        ranking = self._ranking_by(question, firsts)
        whole = ranking.ranked(
            by, lambda: waiting.has_time(PROFILING if exact else 1.0), waiting.go_on
        )
        ranked = self._of_usual(whole, settings)
        usual, extra = ranked is not whole, self.game.places(also).tolist()
        alike = EquivalentRows(self.legal, self.game, None if blank.weight else self._orbits, extra)
        every, extra = alike.rows(ranked.order.tolist()), alike.rows(extra)
        order, tied = alike.rows(ranked.order[: ranked.profiled].tolist()), whole.tied
        advice, values = stored or (None, {})
        if exact:
            # Besides usual words, the first guesses of the two searches may be among the values.
            advising = self._advising(
                ranking, waiting, order, (top or len(order)) + 2 * usual, extra, blank.weight,
                best_by if advice is None else advice.by, alike,
            )  # fmt: skip
            if advice is None:
                advising, advice, values = self._advised(
                    advising, question and replace(question, store=store), firsts, settings
                )
            # A guess found by the search may not have been profiled in time.
            values = alike.values(values, advising.level)
            order = advising.ranked(values, [*order, *whole.order[:usual].tolist()])
            tied = alike.tied([(at, advising.level(values.get(at))) for at in order])
            left = math.inf if tries is None else tries - len(self.turns)
            if question is not None and advice.worst.lower > left and not usual:
                misses, begun = self._fewest(question, int(left), evaluating, waiting, settings)
                advice, tied = replace(advice, misses=misses), 1
                order = alike.rows([*begun, *order])
            elif question is not None and records is not None and waiting.spent > SOON:
                records.keep(advice, values, limits.seconds if settings.goes_on else 0.0)
        # With a matrix, profiles are quickly recomputed.
        if firsts is not None and question is None:
            valued = exact and stored is None and blank.weight is None
            firsts.keep(
                ranking.fresh(firsts),
                (values if valued else {}) or firsts.proven,
                advising.play.improvable if valued else firsts.improvable,
                waiting.spent,
            )
        order, tied, better = (
            self._beside(order if exact else whole.order[: whole.profiled].tolist(), tied, values)
            if usual
            else (order, tied, None)
        )
        rows = self._rows(
            ranking, self._listing(order, top, extra), shown.values(), values, alike
        )  # fmt: skip
        listed = tuple(_in_time(rows, limits, waiting.go_on))
        return replace(
            blank, guesses=listed, ranked=len(ranked.order), tied=tied,
            profiled=ranked.profiled, sample=ranked.sample, advice=advice,
            left_out=max(len(every[:top]) - len(listed), 0), usual=usual, better=better,
        )  # fmt: skip

    def _of_usual(self, ranked: Ranked, settings: Settings) -> Ranked:
        """Return the guesses that people know, if only these are wanted.

        Return all guesses if at most two candidates are left or no usual guess is profiled.
        """
        if not settings.usual or len(self.possible) <= LAST:
            return ranked
        usual = [bool(is_usual_in(self.game, self.game.guesses[guess])) for guess in ranked.order]
        profiled = sum(usual[: ranked.profiled])
        if not profiled:
            return ranked
        return ranked._replace(order=ranked.order[usual], profiled=profiled)

    def _beside(
        self, every: Sequence[int], tied: int, values: dict[int, Exact]
    ) -> tuple[list[int], int, Rival | None]:
        """Return the usual guesses in order, how many tie, and a better guess that is not usual."""
        order = [guess for guess in every if is_usual_in(self.game, self.game.guesses[guess])]
        if alike := len({*every[:tied]} & {*order}):
            return order, alike, None
        exact = values.get(every[0], Exact(Bounds(1, None), None))
        return order, 1, Rival(self.game.guesses[every[0]], exact)

    def _blank(self, by: Heuristic, settings: Settings) -> Explanation:
        """Return the explanation without guesses; check the settings."""
        Question(self.game, Average(weights=settings.weights))
        if settings.usual and is_usual_in(self.game, self.game.guesses[0]) is None:
            raise OptionError(
                f"{self.game.name}: no list that marks usual words, expected one of "
                f"{', '.join(BUILTIN)}",
                usual=True,
            )
        tries, weights = settings.tries, settings.weights_of(self.game.secrets, self.possible)
        if tries is not None and tries <= len(self.turns) and not self.found:
            raise OptionError(
                f"expected more than the {plural(len(self.turns), 'guess')} made",
                tries=tries,
            )
        return Explanation(
            game=self.game.facts if tries is None else replace(self.game.facts, allowed=tries),
            turns=self.turns, possible=self.possible, found=self.found, heuristic=by,
            guesses=(), ranked=0, tied=0, profiled=0,
            weight=None if weights is None else sum(weights),
            likeliest=likeliest(self.game, self.possible, weights),
        )  # fmt: skip

    def _advising(
        self,
        ranking: Ranking,
        waiting: Waiting,
        order: list[int],
        wanted: int,
        extra: list[int],
        weight: int | None,
        best_by: str,
        alike: EquivalentRows,
    ) -> Advising:
        """Return the `Advising` that evaluates guesses in the order ``order``."""
        from emi.analysis.advice import Advising
        from emi.analysis.class_play import ClassPlay

        average, helpers = best_by == "average", None
        if average and not self.game.hard:
            most = max(min(HELPERS, self.game.pairs_at_once // len(self.possible)), 1)
            helpers = ranking.guesses[:: -(-len(ranking.guesses) // most)]
        play = ClassPlay(
            ranking.told, ranking.most_classes, helpers=helpers,
            wide=not (average or self.game.hard), threads=ranking.threads,
        )  # fmt: skip
        return Advising(
            play=play, waiting=waiting, order=order, own={*ranking.told.own.tolist()},
            wanted=wanted, weight=weight, by=best_by,
            first=not self.turns, also=extra, row=alike.row,
        )  # fmt: skip

    def _advised(
        self,
        advising: Advising,
        question: Question | None,
        firsts: FirstGuesses | None,
        settings: Settings,
    ) -> tuple[Advising, Advice, dict[int, Exact]]:
        """Evaluate guesses by exact play on the matrix of the question; else by played strategies.

        The default order changes from average to worst case if the guess of lowest average may take
        more tries than are left, and another guess provably does not. The order changes from worst
        case to average if no usual word keeps the worst case.
        """
        if question is None:
            return advising, *self._played(advising, firsts, settings.store)
        weights = settings.weights_of(self.game.secrets, question.game.secrets)
        advice, values = advising.exactly(question, weights)
        allowed = settings.tries or self.game.tries
        if settings.by is None and advising.by == "average" and advice.complete and allowed:
            left, most = allowed - len(self.turns), advice.worst.upper
            deepest = values[advising.ranked(values)[0]].worst.upper
            if most is not None and most <= left and (deepest is None or left < deepest):
                advising = replace(advising, by="worst")
                advice, values = advising.exactly(question, weights)
        elif (
            settings.usual
            and advising.by == "worst"
            and all(advice.keeps(values.get(guess)) is False for guess in advising.order)
        ):
            advising = replace(advising, by="average")
            advice, values = advising.exactly(question, weights)
        return advising, advice, values

    def _fewest(
        self,
        question: Question,
        left: int,
        limits: Limits,
        waiting: Waiting,
        settings: Settings,
    ) -> tuple[Bounds, list[int]]:
        """Return bounds on the fewest missed candidates, and the first guess of the best strategy.

        The list of guesses is empty if none is known.
        """
        weights = settings.weights_of(self.game.secrets, question.game.secrets)
        fewest = solution_of(
            replace(
                question, objective=Guaranteed(left, weights), limits=limits,
                store=self._usable(settings.store, question), watch=lambda _: waiting.go_on(),
            )
        )  # fmt: skip
        begun = [fewest.first_guess] if fewest.first_guess else []
        return fewest.bounds, self.game.places(begun).tolist()

    def _records(
        self, settings: Settings, top: int | None, also: Sequence[str]
    ) -> KeptAdvice | None:
        """Return access to the stored advice; None without a store, or for a custom rule."""
        from emi.analysis.ranking import KeptAdvice

        limits = settings.limits or PATIENCE
        if settings.store is None or self.game.own_rule or limits.nodes < math.inf:
            return None
        about = self._question().asking(Average(weights=settings.weights)).words
        extra = f" and {','.join(also)}" if also else ""
        extra += " of usual words" * settings.usual
        # Other guesses may leave the same candidates, but not the same tries and guesses.
        guesses = ",".join(sorted(turn.guess for turn in self.turns))
        words = f"{settings.by} within {settings.tries}, {top}{extra}, after {guesses}, {about}"
        return KeptAdvice(self.game, settings.store, words, self._asked.key)

    def _played(
        self, advising: Advising, firsts: FirstGuesses | None, store: Store | None
    ) -> tuple[Advice, dict[int, Exact]]:
        """Return the advice and values of guesses from played strategies, without a matrix."""
        store = self._usable(store, None)
        before: dict[int, Exact] = {}
        if firsts is not None and advising.weight is None:
            before, advising.play.improvable = firsts.proven, {*firsts.improvable}
        kept = known_solution(self._question(store))
        begun = self.game.guesses.index(kept.first_guess) if kept.first_guess else -1
        return advising.by_play(before, kept.bounds, begun)

    def _listing(self, order: list[int], top: int | None, extra: Sequence[int]) -> list[int]:
        """Return the first ``top`` guesses and the extra ones, in order."""
        listing = {*order[:top], *extra}
        return [guess for guess in dict.fromkeys((*order, *extra)) if guess in listing]

    def _rows(
        self,
        ranking: Ranking,
        guesses: list[int],
        by: Iterable[Aggregate],
        known: dict[int, Exact],
        alike: EquivalentRows,
    ) -> Iterator[list[GuessProfile]]:
        """Yield the profiles of guesses in blocks, with aggregates and exact values."""
        from emi.search.heuristics.comparison import plain

        left = iter(guesses)
        for profiles in ranking.profiles(guesses, LISTED):
            values = {one.name: plain(one(profiles)) for one in by}
            yield [
                GuessProfile(
                    guess=self.game.guesses[guess],
                    possible=bool(profiles.candidate[place]),
                    classes=profiles.runs(place),
                    vector=ranking.vector(guess) if len(self.possible) <= VECTORS else (),
                    values={name: column[place] for name, column in values.items()},
                    exact=known.get(guess),
                    usual=is_usual_in(self.game, self.game.guesses[guess]),
                    alike=alike.count(guess),
                )
                for place, guess in enumerate(islice(left, len(profiles)))
            ]

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
        """Return the store; None for a custom rule without a matrix, on which its key depends."""
        return store if question is not None or not self.game.own_rule else None

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
    def _part_session(self) -> QuestionSession:
        """The session shared by questions about the candidates only."""
        return QuestionSession()


def _in_time(
    blocks: Iterator[list[GuessProfile]], limits: Limits, go_on: Callable[[], bool]
) -> Iterator[GuessProfile]:
    """Yield rows while there is time to write them too; the first block regardless of the time."""
    making = limits.within(ROWS * limits.remaining)
    for block in blocks:
        yield from block
        if making.passed or not go_on():
            return
