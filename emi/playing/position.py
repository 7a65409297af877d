"""A position: the clues so far, the remaining candidates, and the value of next guesses."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from emi.analysis.named import aggregates_named, ordering
from emi.errors import ClueError, OptionError
from emi.games.game import Game
from emi.games.notation import palette_of, read_feedback
from emi.games.parse import game_of
from emi.lexicon.builtin import is_common
from emi.questions.query import Query
from emi.questions.question import Question
from emi.questions.session import Session
from emi.results.explanation import Explanation, GuessProfile, Turn
from emi.results.shown import Shown
from emi.results.solution import Solution
from reports.wording import plural
from search.model.limits import Limits, Stopped
from search.solve.objectives import Average, Guaranteed, WorstCase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from emi.analysis.advice import Waiting
    from emi.analysis.class_play import ClassPlay
    from emi.analysis.first_guesses import FirstGuesses
    from emi.analysis.ranking import Ranking
    from emi.results.explanation import Advice, Exact
    from search.heuristics.aggregates import Aggregate
    from search.model.limits import Watch
    from search.model.record import Store
    from search.solve.objectives import Objective

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


class Position(Shown):
    """A game after some guesses.

    A position consists of the candidates, `possible`, and the guesses still `allowed`, which are
    fewer in hard play (see `Game.hardened`).

    Parameters
    ----------
    game : Game or str
    clues : iterable of (str, str)
        The guesses in order, each with its feedback. In Motus and Wordle the marks are ``G`` (well
        placed), ``Y`` (misplaced) and ``B`` (missing), also written ``gyb``, ``210``, ``+-.`` or as
        tiles; in games of pegs feedback is ``1b2w``, ``1A2B`` or ``bww``.
    palette : str, optional
        The palette of coloured tiles: ``classic``, ``contrast`` or ``motus``. By default it is
        deduced from the tiles.

    Raises
    ------
    WordError, GameError
        If a guess is not in the game, is repeated, or is not allowed in hard play.
    ClueError
        If a clue is malformed, or the clues leave no candidate; the message suggests which clue may
        be wrong.

    Examples
    --------
    >>> from emi import Motus
    >>> game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES",
    ...               "LOGIONS", "LOGIQUE"])
    >>> position = Position(game, [("LEGALES", "GYGBBBB")])
    >>> position.possible
    ('LIGNINE', 'LIGNITE', 'LOGIQUE')
    >>> best, *others = position.explain("Sum").guesses
    >>> best.guess, best.vector, best.values["Sum"]
    ('LIGNINE', (1, 1, 1), 3)
    """

    def __init__(
        self,
        game: Game | str,
        clues: Iterable[tuple[str, str]] = (),
        *,
        palette: str | None = None,
    ) -> None:
        self.game = game_of(game)
        self.turns: tuple[Turn, ...] = ()
        self._left: tuple[str, ...] | None = None
        # Positions of one game share its matrix.
        self._session = Session()
        self._ranking: Ranking | None = None
        written = [(self.game.code(guess), feedback) for guess, feedback in clues]
        tiles = palette_of([feedback for _, feedback in written], palette)
        self._hear_all(written, tiles)

    @classmethod
    def towards(cls, game: Game | str, secret: str, guesses: Sequence[str] = ()) -> Position:
        """Return the position after some guesses for a known secret.

        Parameters
        ----------
        game : Game or str
        secret : str
        guesses : sequence of str, optional

        Raises
        ------
        WordError, GameError
            If the secret or a guess is not in the game, or a guess is repeated.

        Examples
        --------
        >>> from emi import Motus
        >>> Position.towards(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "LOGIQUE", ["LIGNITE"])
        <Position motus: LIGNITE:GYGBBBG, 1 of 3 words possible>
        """
        game = game_of(game)
        secret = game.secret(secret)
        position = cls(game)
        for guess in map(game.code, guesses):
            position._check(guess)
            position._hear(guess, game.feedback(guess, secret), right=guess == secret)
        return position

    def after(
        self, guess: str, feedback: str, *, palette: str | None = None, right: bool | None = None
    ) -> Position:
        """Return the position after one more guess.

        Parameters
        ----------
        guess, feedback, palette : str
            As in the constructor.
        right : bool, optional
            Whether the guess is the secret, if the feedback does not tell.

        Examples
        --------
        >>> import emi
        >>> start = emi.Position(emi.Mastermind(2, 3))
        >>> start.after("11", "1A0B")
        <Position mastermind:2x3: 11:1b0w, 4 of 9 codes possible>
        """
        other = Position(self.game)
        other.turns, other._left, other._session = self.turns, self._left, self._session
        guess = self.game.code(guess)
        if right is None:
            other._hear_all([(guess, feedback)], palette_of([feedback], palette))
        else:
            other._check(guess)
            other._hear(guess, feedback, right=right)
        return other

    @property
    def possible(self) -> tuple[str, ...]:
        """The candidates: the secrets that agree with all clues."""
        return self.turns[-1].possible if self.turns else self.game.secrets

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The guesses that agree with all clues but are not secrets of the game.

        Examples
        --------
        >>> from emi import Wordle
        >>> game = Wordle(["GRATE", "STARE"], ["CRATE", "GRATE", "SLATE", "STARE"])
        >>> Position(game, [("SLATE", "BBGGG")]).unlisted
        ('CRATE',)
        """
        from emi.playing.contradiction import unlisted

        return unlisted(self.game, self._clues)

    @property
    def allowed(self) -> tuple[str, ...]:
        """The guesses allowed in hard play after the feedback; all guesses without hard play."""
        if self.game.restriction == "possible":
            return self.possible
        return self.game.guesses if self._left is None else self._left

    @property
    def found(self) -> bool:
        """Whether the secret has been guessed."""
        return any(turn.guess in self.possible for turn in self.turns)

    def prepare(self, watch: Watch | None = None) -> None:
        """Compute the feedback matrix, which all positions of the game share.

        Parameters
        ----------
        watch : callable, optional
            As in `emi.solve`.

        Raises
        ------
        MemoryNeedError
            If the game is too large.
        Stopped
            If ``watch`` returned False.
        """
        replace(self._question(), watch=watch).made()

    def solve(
        self,
        objective: Objective | None = None,
        *,
        first: str | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
    ) -> Solution:
        """Find the value of the best strategy from here on.

        Parameters and exceptions are those of `emi.solve`.

        Raises
        ------
        OptionError
            Also if the secret is already found.

        Examples
        --------
        >>> import emi
        >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).solve()
        <Solution of mastermind:2x3: worst 2 (proven), begin with 12>
        """
        if self.found:
            raise OptionError(f"{self!r}: it is found, expected a position before that")
        question = replace(
            self._question(store), objective=objective or WorstCase(), first=first,
            limits=limits or Limits(),
        )  # fmt: skip
        return question.solve()

    def explain(
        self,
        sort: str = EXACT,
        *,
        top: int | None = None,
        show: Sequence[str] | None = None,
        tries: int | None = None,
        weights: Sequence[int] | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
        watch: Watch | None = None,
    ) -> Explanation:
        """Rank all remaining guesses.

        By default guesses are ranked by exact play: guesses that keep the guarantee come first,
        ordered by their least average. Guesses not evaluated in time follow in the order of
        SumGini. `Explanation.advice` has the proven values.

        A long list has too many pairs of guess and secret to profile every guess in time. Then the
        most promising guesses on a random sample of secrets are profiled first, others while time
        remains, and only profiled guesses are listed. A store keeps the profiles of first guesses,
        and the next call continues from there; the time spent before counts against the limit.

        Parameters
        ----------
        sort : str
            The order: ``exact``, or the name of a one-step strategy or an aggregate.
        top : int, optional
            The number of guesses to list; by default all.
        show : sequence of str, optional
            The aggregates to compute; by default all.
        tries : int, optional
            The number of guesses allowed, including those made. If it is proven not to suffice for
            all candidates, the guess that misses the fewest comes first.
        weights : sequence of int, optional
            The weight of each secret of the game for the average; by default 1.
        limits : Limits, optional
            By default two seconds for exact play, else none.
        store : Store, optional
            The store of proven bounds and profiles, such as an `emi.DiskStore`.
        watch : callable, optional
            Called now and then; returns whether to continue. If not, the results so far are
            returned.

        Returns
        -------
        Explanation
            The guesses, best first; no guesses if the secret is found.

        Raises
        ------
        OptionError
            If ``sort`` or an aggregate is unknown, ``top`` is less than 1, no ``tries`` are left,
            or there is not one weight for each secret.
        MemoryNeedError
            If the game is too large.
        Stopped
            If ``watch`` returned False before any guess was ranked.

        Examples
        --------
        >>> import emi
        >>> explained = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain()
        >>> explained.guesses[0].guess, str(explained.advice.worst), explained.advice.exact
        ('12', '2', True)
        """
        exact = sort.lower() == EXACT
        by = ordering(USUAL if exact else sort)
        shown = {one.name: one for one in (*aggregates_named(show), *by.by)}
        if top is not None and top < 1:
            raise OptionError("expected a whole number above 0", top=top)
        limits = (limits or (PATIENCE if exact else Limits())).begun()
        Query(self.game, Average(weights=weights))
        facts = self.game.facts if tries is None else replace(self.game.facts, allowed=tries)
        blank = Explanation(
            game=facts, turns=self.turns, possible=self.possible, found=self.found, heuristic=by,
            guesses=(), ranked=0, tied=0, profiled=0, weight=self._weight(weights),
        )  # fmt: skip
        if self.found:
            # The game may have no other guess.
            return blank
        if tries is not None and tries <= len(self.turns):
            raise OptionError(
                f"expected more than the {plural(len(self.turns), 'guess')} made", tries=tries
            )
        from emi.analysis.advice import Waiting, advise

        # A number of tries may need another search.
        hurried = limits if tries is None else limits.share(0.5)
        waiting = Waiting(hurried, lambda: watch is None or watch(None))
        question = self._question_within(waiting) if exact else None
        firsts = None if self.turns else self._firsts(store)
        if firsts is not None and question is None:
            waiting.before = firsts.spent
        ranking = self._ranking_by(question, firsts)
        share = PROFILING if exact else 1.0
        ranked = ranking.ranked(by, lambda: waiting.has_time(share), waiting.go_on)
        order, tied = ranked.order[: ranked.profiled].tolist(), ranked.tied
        wanted = len(order) if top is None else top
        advice: Advice | None = None
        known: dict[int, Exact] = {}
        proven: dict[int, Exact] = {} if firsts is None else firsts.proven
        improvable: Collection[int] = () if firsts is None else firsts.improvable
        if exact:
            play = self._play(ranking)
            if question is None:
                advice, known = self._played(
                    play, waiting, order, wanted, firsts, store, blank.weight
                )
            else:
                question = replace(question, store=store)
                own = self._weights_in(question.game, weights)
                advice, known = advise(question, waiting, order, wanted, play, own)
            order, tied = self._exact_first(order, known)
            left = math.inf if tries is None else tries - len(self.turns)
            if question is not None and advice.worst.lower > left:
                question = replace(question, limits=limits, watch=lambda _: waiting.go_on())
                fewest = self._fewest(question, int(left), weights)
                advice = replace(advice, misses=fewest.bounds)
                order, tied = self._begun(order, fewest.first_guess), 1
            if weights is None:
                proven, improvable = known or proven, play.improvable
        # With a matrix, profiles are quickly recomputed.
        if firsts is not None and question is None:
            firsts.keep(ranking.fresh(firsts), proven, improvable, waiting.spent)
        listed = self._listed(ranking, order[:top], shown.values(), known)
        return replace(
            blank, guesses=tuple(listed), ranked=len(ranked.order), tied=tied,
            profiled=ranked.profiled, sample=ranked.sample, advice=advice,
        )  # fmt: skip

    def _play(self, ranking: Ranking) -> ClassPlay:
        """Return the object that bounds guesses by playing a strategy after each."""
        from emi.analysis.class_play import ClassPlay

        return ClassPlay(
            ranking.told, ranking.most_classes, wide=not self.game.hard, threads=ranking.threads
        )

    def _played(
        self,
        play: ClassPlay,
        waiting: Waiting,
        order: list[int],
        wanted: int,
        firsts: FirstGuesses | None,
        store: Store | None,
        weight: int | None,
    ) -> tuple[Advice, dict[int, Exact]]:
        """Return the advice and values of guesses from played strategies, without a matrix."""
        from emi.analysis.advice import advise_by_play

        before: dict[int, Exact] = {}
        if firsts is not None and weight is None:
            before, play.improvable = firsts.proven, {*firsts.improvable}
        kept = self._question(store).known()
        begun = self.game.guesses.index(kept.first_guess) if kept.first_guess else -1
        return advise_by_play(
            play, waiting, order, wanted, before, kept.bounds, begun, weight=weight
        )

    def _begun(self, order: list[int], guess: str) -> list[int]:
        """Return guesses with a given one first; an empty name means none."""
        if not guess:
            return order
        first = self.game.guesses.index(guess)
        return [first, *(one for one in order if one != first)]

    def _weight(self, weights: Sequence[int] | None) -> int | None:
        """Return the sum of the weights of the candidates."""
        if weights is None:
            return None
        candidates = {*self.possible}
        return sum(
            weight
            for code, weight in zip(self.game.secrets, weights, strict=True)
            if code in candidates
        )

    def _weights_in(self, game: Game, weights: Sequence[int] | None) -> Sequence[int] | None:
        """Return the weights of the secrets of a game that has some of them."""
        if weights is None or game is self.game:
            return weights
        weight = dict(zip(self.game.secrets, weights, strict=True))
        return [weight[code] for code in game.secrets]

    def _fewest(self, question: Question, tries: int, weights: Sequence[int] | None) -> Solution:
        """Return the fewest misses within a number of further guesses."""
        objective = Guaranteed(tries, self._weights_in(question.game, weights))
        return replace(question, objective=objective).solve()

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

    def _listed(
        self,
        ranking: Ranking,
        guesses: list[int],
        by: Iterable[Aggregate],
        known: dict[int, Exact],
    ) -> Iterator[GuessProfile]:
        """Yield the profiles of guesses, with aggregates and exact values."""
        from search.heuristics.comparison import plain

        profiles = ranking.profiles(guesses)
        values = {one.name: plain(one(profiles)) for one in by}
        lexicon = self.game.proposed or self.game.lexicon
        for place, guess in enumerate(guesses):
            yield GuessProfile(
                guess=self.game.guesses[guess],
                possible=bool(profiles.candidate[place]),
                classes=profiles.runs(place),
                vector=self._vector(ranking, guess),
                values={name: column[place] for name, column in values.items()},
                exact=known.get(guess),
                common=is_common(lexicon, self.game.guesses[guess]),
            )

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
        if self._session.prepared or self.game.bytes_needed <= most:
            yield self._question()
        if self._has_part:
            part = Question(self._left_game, session=self._part_session.again())
            if self._part_session.prepared or part.game.bytes_needed <= most:
                yield part

    def _firsts(self, store: Store | None) -> FirstGuesses:
        """Return the stored facts about the first guesses."""
        from emi.analysis.first_guesses import FirstGuesses

        return FirstGuesses(self.game, store)

    def _ranking_by(self, question: Question | None, firsts: FirstGuesses | None) -> Ranking:
        """Return the profiles computed so far for the allowed guesses."""
        if self._ranking is None:
            from emi.analysis.ranking import Ranking

            made = {turn.guess for turn in self.turns}
            guesses = self.game.places(code for code in self.allowed if code not in made)
            self._ranking = Ranking(self._left_game, guesses)
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

    def _question(self, store: Store | None = None) -> Question:
        """Return a question about the position."""
        question = Question(self.game, store=store, session=self._session.again())
        return question.at(self.possible, self._left)

    def _hear_all(self, clues: Iterable[tuple[str, str]], palette: str | None) -> None:
        """Add turns as written; raise ClueError if no secret agrees with all of them."""
        turns, heard, empty = self.turns, [*self._clues], 0
        for place, (guess, written) in enumerate(clues, len(heard) + 1):
            self._check(guess, place, [made for made, _ in heard])
            feedback = read_feedback(self.game, place, guess, written, palette)
            heard.append((guess, feedback))
            if not empty and not self._hear(guess, feedback):
                empty = place
        if empty:
            left = len(self.turns[-1].possible if self.turns else self.game.secrets)
            self.turns = turns
            what = self.game.what
            guess, feedback = heard[empty - 1]
            from emi.playing.contradiction import explained, texts_for

            error = ClueError(
                f"clue {empty}, {guess}:{feedback}, leaves no {what} possible "
                f"({'before it' if empty == 1 else f'after clue {empty - 1}'}: "
                f"{plural(left, what)}): {explained(self.game, heard)}"
            )
            for key, values in (("nothingFits", {}), *texts_for(self.game, heard)):
                error.saying(key, **values)
            raise error

    def _hear(self, guess: str, feedback: str, *, right: bool = False) -> bool:
        """Add a turn unless it leaves no candidate; return whether it was added.

        If the guess itself would get the same feedback as other candidates, it is removed from the
        candidates unless ``right`` is set.
        """
        before = self.possible
        told = self.game.feedback_each([guess] * len(before), before)
        possible = [code for code, one in zip(before, told, strict=True) if one == feedback]
        if right:
            possible = [guess]
        elif len(possible) > 1 and guess in possible:
            possible.remove(guess)
        if not possible:
            return False
        if self.game.restriction in {"consistent", "hints"}:
            self._left = self._leave(guess, feedback, {*possible})
        self.turns += (Turn(guess, feedback, tuple(possible)),)
        return True

    def _leave(self, guess: str, feedback: str, possible: set[str]) -> tuple[str, ...]:
        """Return the guesses still allowed after feedback in hard play, including candidates."""
        game, allowed = self.game, self.allowed
        if game.restriction == "hints":
            return tuple(one for one in allowed if not game.broken(one, guess, feedback))
        told = game.feedback_each([guess] * len(allowed), allowed)
        return tuple(
            code
            for code, one in zip(allowed, told, strict=True)
            if code in possible or (one == feedback and code != guess)
        )

    @property
    def _clues(self) -> list[tuple[str, str]]:
        return [(turn.guess, turn.feedback) for turn in self.turns]

    def check(self, guess: str) -> None:
        """Check a guess before it is made.

        Raises
        ------
        WordError, GameError
            If the guess is not in the game, was made before, or is forbidden in hard play; then the
            message has the hint that it ignores.
        """
        self._check(self.game.code(guess))

    def _check(
        self, guess: str, place: int | None = None, made: Sequence[str] | None = None
    ) -> None:
        """Check a guess at a place after earlier guesses; raise an error if it is not allowed."""
        game, error = self.game, self.game.error
        made = [turn.guess for turn in self.turns] if made is None else made
        place = len(made) + 1 if place is None else place
        if game.parts != Game.parts and len(guess) != game.length:
            raise error(
                f"guess {place}, {guess}: {len(guess)} {game.parts}, expected {game.length}"
            ).saying("wrongLength", word=guess, n=game.length)
        if guess not in game.guesses:
            raise error(f"guess {place}, {guess}: unknown, expected one of {_codes(game)}").saying(
                "unknown", word=guess
            )
        if guess in made:
            raise error(
                f"guess {place}, {guess}: it is guess {made.index(guess) + 1} too, "
                f"expected different {game.kind}"
            ).saying("twice", word=guess)
        for at, (before, feedback) in enumerate(self._clues, 1):
            if broken := game.broken(guess, before, feedback):
                raise error(
                    f"guess {place}, {guess}: hard play ({game.restriction}) forbids it, clue "
                    f"{at}, {before}:{feedback}, {broken}"
                ).saying(
                    "sayForbidden", word=guess, hard=game.restriction, clue=f"{before}:{feedback}"
                )
        if game.restriction == "possible" and guess not in game.secrets:
            one = game.what
            raise error(
                f"guess {place}, {guess}: hard play ({game.restriction}) forbids it, expected a "
                f"{one} that is still possible"
            ).saying("sayNotPossible", word=guess, hard=game.restriction)

    def __repr__(self) -> str:
        clues = " ".join(f"{turn.guess}:{turn.feedback}" for turn in self.turns)
        left = f"{len(self.possible)} of {len(self.game.secrets)} {self.game.kind} possible"
        return f"<Position {self.game.name}: {clues}{', ' if clues else ''}{left}>"


def _codes(game: Game) -> str:
    words = game.proposed or game.lexicon
    lexicon = f" in lexicon {words.name}" if words else ""
    return f"the {len(game.guesses):,} {game.kind} of {game.name}{lexicon}"
