"""Rank the next guesses by a heuristic, as far as time allows.

For a long list, there is no time for the feedback of all pairs. Then guesses are sorted by their
profiles on a random sample of secrets. The best few hundred are profiled on all secrets, then the
others, the more promising first, while time remains. Profiles and proven values of first guesses
are stored.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from emi import memory
from emi.analysis.class_play import FeedbackOnDemand
from emi.compiling import surveys_ready
from emi.games.rule import COMPILED
from emi.questions.records import Records
from emi.results.advice import Advice, Exact, Rival
from emi.search.heuristics.survey import (
    GuessValues,
    Survey,
    decode_chunk,
    decode_values,
    encode_chunk,
    encode_values,
)
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped
from emi.search.model.written import SURVEY, VALUES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from emi.games.game import Game
    from emi.games.rows import WriteRows
    from emi.search.heuristics.heuristic import Heuristic
    from emi.search.heuristics.profiles import Profiles
    from emi.search.heuristics.survey import Chunk
    from emi.search.model.matrix import FeedbackMatrix, Indices, Rows
    from emi.search.model.record import Store

#: The pairs of guess and secret examined regardless of time, in multiples of the pairs that a rule
#: computes at once (see `emi.games.rule.COMPILED`): for the sample, and for the best guesses of the
#: sample. Together they take less than a second.
SAMPLED, BEST = 6, 3
#: The question under which the records are stored.
FIRST = "first guesses"
#: The index of the position itself among the values of its guesses.
WHOLE = -1


class Ranked(NamedTuple):
    """The guesses in order, and how they were ranked.

    Attributes
    ----------
    order : (n,) int32
        The guesses, best first.
    profiled : int
        The number of guesses ranked by full profiles. They come first.
    sample : int
        The number of secrets in the sample that ranks the other guesses; 0 without a sample.
    tied : int
        The number of guesses tied with the first, before ties are broken.
    """

    order: Indices
    profiled: int
    sample: int
    tied: int


class FirstGuesses:
    """The records of the first guesses of a game; empty without a store.

    Parameters
    ----------
    game : Game
    store : Store or None
    digest : str, optional
        As of `emi.questions.records.Records`.

    Attributes
    ----------
    chunks : list of Chunk
        The stored profiles.
    proven : dict
        The proven values of guesses, by index.
    improvable : set
        The guesses whose values more time might improve.
    spent : float
        The seconds spent so far. A caller with a smaller limit needs no further work.
    """

    def __init__(self, game: Game, store: Store | None, digest: str = "") -> None:
        self.secrets, self.guesses = len(game.secrets), len(game.guesses)
        self.records = Records(game, store, FIRST, digest=digest)
        self.records.read()
        chunks = self.records.marked(
            SURVEY, lambda record: decode_chunk(record, self.secrets, self.guesses)
        )
        self.chunks = [*chunks][::-1]
        self.proven: dict[int, Exact] = {}
        self.improvable: set[int] = set()
        self.spent = 0.0
        for values in [*self.records.marked(VALUES, self._decoded)][::-1]:
            self.proven |= {guess: Exact(*bounds) for guess, bounds in values.proven.items()}
            self.improvable = self.improvable - values.proven.keys() | {*values.improvable}
            self.spent = max(self.spent, values.spent)

    def keep(
        self,
        chunks: Sequence[Chunk],
        proven: Mapping[int, Exact],
        improvable: Collection[int],
        spent: float,
    ) -> None:
        """Store the results, unless nothing is new."""
        if chunks or proven != self.proven:
            both = {
                guess: (exact.worst, exact.total)
                for guess, exact in proven.items()
                if exact.worst.upper is not None and exact.total is not None
            }
            values = GuessValues(both, improvable, spent, self.secrets, self.guesses)
            records = [encode_chunk(chunk, self.secrets, self.guesses) for chunk in chunks]
            self.records.add([*records, encode_values(values)])

    def _decoded(self, record: bytes) -> GuessValues:
        values = decode_values(record)
        if (values.secrets, values.guesses) != (self.secrets, self.guesses):
            raise ValueError("values of another game")
        return values


class KeptAdvice:
    """The stored advice about a position, with the values of its guesses.

    Parameters
    ----------
    game : Game
        The game with all its secrets.
    store : Store or None
    words : str
        The request: the position, the order, and the number of guesses wanted.
    digest : str
        As of `emi.questions.records.Records`.
    """

    def __init__(self, game: Game, store: Store | None, words: str, digest: str) -> None:
        self.game, self.records = game, Records(game, store, f"{FIRST}, {words}", digest=digest)

    def read(self, seconds: float) -> tuple[Advice, dict[int, Exact]] | None:
        """Return stored advice that is complete or took at least as much time; else None."""
        self.records.read()
        for record in self.records.marked(VALUES, decode_values):
            alike = (record.secrets, record.guesses) == (
                len(self.game.secrets),
                len(self.game.guesses),
            )
            complete = WHOLE not in record.improvable
            if alike and WHOLE in record.proven and (complete or record.spent >= seconds):
                values = {
                    guess: Exact(worst, total if total.lower > 1 or total.upper else None)
                    for guess, (worst, total) in record.proven.items()
                }
                whole = values.pop(WHOLE)
                rival = None
                if record.rival is not None:
                    guess, *bounds = record.rival
                    rival = Rival(self.game.guesses[guess], Exact(*bounds))
                total = whole.total or Bounds(1, None)
                by = "worst" if record.by_worst else "average"
                return Advice(whole.worst, total, complete, by=by, rival=rival), values
        return None

    def keep(self, advice: Advice, values: Mapping[int, Exact], seconds: float) -> None:
        """Store advice that was found within a time limit."""
        seconds = seconds if seconds < math.inf else 0.0
        proven = {WHOLE: (advice.worst, advice.total)} | {
            guess: (exact.worst, exact.total or Bounds(1, None)) for guess, exact in values.items()
        }
        rival = None
        if advice.rival is not None:
            at, exact = self.game.guesses.index(advice.rival.guess), advice.rival.exact
            rival = at, exact.worst, exact.total or Bounds(1, None)
        improvable = () if advice.complete else (WHOLE,)
        secrets, guesses = len(self.game.secrets), len(self.game.guesses)
        record = GuessValues(
            proven, improvable, seconds, secrets, guesses, rival, advice.by == "worst"
        )
        self.records.add([encode_values(record)])


class Ranking:
    """The profiles of the guesses at a position, and their order.

    Parameters
    ----------
    game : Game
        Its secrets are the candidates.
    guesses : (n,) int32
        The allowed guesses, in rising order.
    """

    def __init__(self, game: Game, guesses: Indices) -> None:
        self.game, self.guesses = game, guesses
        self.told = FeedbackOnDemand(game)
        #: A rule in plain Python gains nothing from threads.
        self.threads = 1 + memory.cores_to_spare() if game.pairs_at_once == COMPILED else 1
        self._matrix: FeedbackMatrix | None = None
        self._members: Indices | None = None
        self._sampled: dict[Heuristic, Indices] = {}

    def read(self, matrix: FeedbackMatrix, members: Indices | None) -> None:
        """Use the matrix of the full game for all feedback.

        ``members`` are the indices of the candidates in that game; None for all.
        """
        self._matrix, self._members = matrix, members

    def go_on_from(self, firsts: FirstGuesses) -> Survey:
        """Return the survey with the profiles of the cache; invalid ones are dropped later."""
        self.survey.on_drop = firsts.records.drop
        for chunk in firsts.chunks:
            self.survey.take(chunk)
        return self.survey

    @cached_property
    def survey(self) -> Survey:
        """The profiles computed so far."""
        return self._survey_of(self.game, self._matrix, self._members)

    @property
    def most_classes(self) -> int:
        """An upper bound on the number of classes that any guess makes, here or later."""
        survey = self.survey
        if len(self._missing(self.guesses)) == 0:
            return int(survey.totals().classes.max())
        return self._feedbacks or survey.secrets

    @property
    def _feedbacks(self) -> int:
        """The number of feedbacks of the rule; 0 if neither rule nor matrix tells."""
        matrix = self._matrix
        return self.game.feedback_count or (0 if matrix is None else matrix.classes)

    def ranked(
        self,
        by: Heuristic,
        has_time: Callable[[], bool] = lambda: True,
        go_on: Callable[[], bool] = lambda: True,
    ) -> Ranked:
        """Return the guesses in order; guesses ranked only by a sample come last.

        ``has_time`` returns whether to continue beyond the best guesses of the sample, ``go_on``
        whether to continue at all.

        Raises
        ------
        Stopped
            If nothing is known when ``go_on`` returns False.
        """
        survey, pairs = self.survey, self.game.pairs_at_once
        sampled = len(self.guesses) * survey.secrets > (SAMPLED + BEST) * pairs
        # The best are profiled in any case.
        best = max(1, BEST * pairs // survey.secrets) if sampled else len(self.guesses)
        rest = self._missing(self.guesses)
        if len(rest) and (has_time() or len(self.guesses) - len(rest) < best):
            promising = self._by_sample(by, go_on) if sampled else self.guesses
            if survey.extend(promising[:best], go_on):
                survey.extend(promising, lambda: has_time() and go_on())
            rest = self._missing(promising)
        if len(rest) == len(self.guesses):
            raise Stopped
        order, tied = by.ranking(survey)
        made = survey.profiled[order]
        if len(made) + len(rest) > len(self.guesses):
            made = made[np.isin(made, self.guesses, assume_unique=True)]
        sample = self._sample if sampled and len(rest) else 0
        return Ranked(np.concatenate([made, rest]), len(made), sample, tied)

    def _missing(self, guesses: Indices) -> Indices:
        """Return the given guesses that are not profiled yet."""
        missing: Indices = guesses[~np.isin(guesses, self.survey.profiled, assume_unique=True)]
        return missing

    @property
    def _sample(self) -> int:
        """Return the number of secrets in a sample."""
        size = SAMPLED * self.game.pairs_at_once // len(self.guesses)
        return min(max(1, size), len(self.game.secrets))

    def profiles(self, guesses: Sequence[int], size: int) -> Iterator[Profiles]:
        """Yield the profiles of some guesses in blocks of ``size``; compute missing ones."""
        return self.survey.blocks(np.array(guesses, np.int32), size)

    def fresh(self, firsts: FirstGuesses) -> list[Chunk]:
        """Return the profiles that the cache does not hold yet."""
        kept = {chunk.guesses.tobytes() for chunk in firsts.chunks}
        return [one for one in self.survey.chunks if one.guesses.tobytes() not in kept]

    def _by_sample(self, by: Heuristic, go_on: Callable[[], bool]) -> Indices:
        """Return the guesses ranked by their profiles on a random sample of secrets."""
        if by not in self._sampled:
            # The same game always draws the same sample.
            random = np.random.default_rng(int(self.game.key, 16))
            drawn = np.sort(random.permutation(len(self.game.secrets))[: self._sample]).tolist()
            survey = self._survey_of(self.game.among([self.game.secrets[s] for s in drawn]))
            if not survey.extend(self.guesses, go_on):
                raise Stopped
            self._sampled[by] = survey.profiled[by.ranking(survey)[0]]
        return self._sampled[by]

    def _survey_of(
        self, game: Game, matrix: FeedbackMatrix | None = None, members: Indices | None = None
    ) -> Survey:
        own = np.zeros(len(game.guesses), bool)
        own[game.places(game.secrets)] = True
        feedbacks = self._feedbacks
        row_type = game.row_type if matrix is None else matrix.rows.dtype.type

        @cache
        def writer() -> WriteRows:
            # Stored profiles are shown without the kernels, which take time to load.
            surveys_ready()
            return game.row_writer() if matrix is None else _gathered(matrix, members)

        def write(guesses: Indices, rows: Rows) -> None:
            writer()(guesses, rows)
            if not feedbacks:
                # The numbers of the classes of a custom rule are those of its matrix, once all
                # guesses are surveyed.
                survey.feedbacks = max(survey.feedbacks, int(rows.max(initial=0)) + 1)

        survey = Survey(write, len(game.secrets), own, row_type, feedbacks, threads=self.threads)
        return survey

    def vector(self, guess: int) -> tuple[int, ...]:
        """Return for each candidate the size of its class after a guess."""
        _, at, count = np.unique(self.told.row(guess), return_inverse=True, return_counts=True)
        return tuple(count[at].tolist())


class EquivalentRows:
    """A row for each set of equivalent guesses, named by the first of them or by an extra one.

    Parameters
    ----------
    legal : sequence of str
        The guesses that may be made.
    game : Game
    orbits : (guesses,) int32 or None
        For each guess, the first one that is equivalent to it; None if no two are.
    extra : sequence of int
        The guesses that name their rows in place of the first ones.
    """

    def __init__(
        self, legal: Sequence[str], game: Game, orbits: Indices | None, extra: Sequence[int]
    ) -> None:
        self.orbits, self.counts = orbits, Counter[int]()
        if orbits is not None:
            self.counts.update(orbits[game.places(legal)].tolist())
            self.named = {int(orbits[guess]): guess for guess in reversed(extra)}

    def row(self, guess: int) -> int:
        """Return the guess that names the row of a guess."""
        if self.orbits is None:
            return guess
        first = int(self.orbits[guess])
        return self.named.get(first, first)

    def rows(self, guesses: Sequence[int]) -> list[int]:
        """Return the rows of guesses in order, each once."""
        return list(dict.fromkeys(map(self.row, guesses)))

    def values(
        self, values: Mapping[int, Exact], level: Callable[[Exact], tuple[float, ...]]
    ) -> dict[int, Exact]:
        """Return the best value known of each row."""
        worst_first = sorted(values.items(), key=lambda item: level(item[1]), reverse=True)
        return {self.row(guess): exact for guess, exact in worst_first}

    def tied(self, levels: Sequence[tuple[int, tuple[float, ...]]]) -> int:
        """Return how many guesses tie with the first row: they have the same level."""
        return sum(self.count(guess) for guess, level in levels if level == levels[0][1])

    def count(self, guess: int) -> int:
        """Return how many guesses are in the row of a guess."""
        return 1 if self.orbits is None else self.counts[int(self.orbits[guess])]


def _gathered(matrix: FeedbackMatrix, members: Indices | None) -> WriteRows:
    """Return a function that writes rows of the feedback for some secrets, given rows for all."""

    def write(guesses: Indices, rows: Rows) -> None:
        if members is None:
            rows[:] = matrix.rows[guesses]
        else:
            np.take(matrix.rows[guesses], members, axis=1, out=rows)

    return write
