"""What is known of the secret after some guesses, and what the next guess would tell."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from emi.errors import GameError, OptionError
from emi.games.game import Game, game_of
from emi.playing.explanation import Explanation, GuessProfile, Turn
from emi.playing.named import aggregates_named, ordering
from emi.playing.notation import ClueError, check_answer
from emi.shown import Shown
from emi.solving import Question
from search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from emi.games.game import Game
    from emi.playing.explanation import Advice, Exact
    from reports.table import Table
    from search.heuristics.aggregates import Aggregate
    from search.heuristics.profiles import Profiles
    from search.model.limits import Limits
    from search.model.matrix import Indices
    from search.model.record import Store

#: Up to so many candidates the vector of a guess is given.
VECTORS = 50
#: What guesses are sorted by unless a heuristic is named, and what then puts the others in order.
EXACT, USUAL = "exact", "SumGini"
#: What is left of a limit that is reached: what is known is still looked up.
AT_ONCE = 1e-9
#: So many seconds beyond the limit the feedback of a game may take: without it nothing is known.
PATIENT = 1.0


class Position(Shown):
    """A game in which some guesses were made.

    Parameters
    ----------
    game : Game
    clues : iterable of (str, str)
        The guesses in order, each with the feedback on it; in Motus and Wordle its clue: ``G`` well
        placed, ``Y`` misplaced, ``B`` missing.

    Raises
    ------
    WordError, GameError
        If a guess is not one of the game, or is there twice.
    ClueError
        If a clue is not written as one, or leaves no candidate.

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

    def __init__(self, game: Game | str, clues: Iterable[tuple[str, str]] = ()) -> None:
        self.game = game_of(game)
        if self.game.restriction not in {None, "possible"}:
            # What is allowed follows from all clues, and not from the candidates they leave.
            raise GameError(
                f"{self.game.name}: positions are known of unrestricted play and of the "
                "restriction possible, expected one of these"
            )
        self.turns: tuple[Turn, ...] = ()
        for guess, answer in clues:
            self._hear(guess, answer)

    @classmethod
    def towards(cls, game: Game | str, secret: str, guesses: Sequence[str] = ()) -> Position:
        """Return the position after some guesses at a secret that is known.

        Parameters
        ----------
        game : Game
        secret : str
        guesses : sequence of str, optional

        Raises
        ------
        WordError, GameError
            If the secret or a guess is not one of the game, or a guess is there twice.

        Examples
        --------
        >>> from emi import Motus
        >>> Position.towards(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "LOGIQUE", ["LIGNITE"])
        <Position motus: LIGNITE:GYGBBBG, 1 of 3 words possible>
        """
        game = game_of(game)
        secret = game.code(secret)
        if secret not in game.secrets:
            raise game.error(f"secret {secret}: unknown, expected one of {_codes(game)}")
        position = cls(game)
        for guess in map(game.code, guesses):
            position._hear(guess, game.feedback(guess, secret), right=guess == secret)
        return position

    @property
    def possible(self) -> tuple[str, ...]:
        """The candidates: the secrets that give all the clues."""
        return self.turns[-1].possible if self.turns else self.game.secrets

    @property
    def found(self) -> bool:
        """Whether one of the guesses was right."""
        return any(turn.guess in self.possible for turn in self.turns)

    def explain(
        self,
        method: str = EXACT,
        *,
        top: int | None = None,
        show: Sequence[str] | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
    ) -> Explanation:
        """Profile every guess that was not made yet as the next one.

        By default exact play is asked first. Guesses that keep the guarantee come before others,
        and of these the one of the least average; what there is no time for comes behind, in the
        order of SumGini. `Explanation.advice` says what of it is proven.

        Parameters
        ----------
        method : str
            What they are sorted by: ``exact``, or a one-step strategy or an aggregate, with its
            tie-break.
        top : int, optional
            How many are listed; by default all.
        show : sequence of str, optional
            The aggregates to compute; by default all.
        limits : Limits, optional
            Of all of it; by default two seconds of exact play.
        store : Store, optional
            Where proven bounds are read and kept, such as an `emi.DiskStore`.

        Returns
        -------
        Explanation
            The best guess first; none if the secret is found.

        Raises
        ------
        OptionError
            If the method or an aggregate is unknown, if `top` is not above 0, or if the feedback of
            the game is not known within the limit.
        MemoryNeedError
            If the game is too large.

        Examples
        --------
        >>> import emi
        >>> explained = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).explain()
        >>> explained.guesses[0].guess, str(explained.advice.worst), explained.advice.exact
        ('12', '2', True)
        """
        exact = method.lower() == EXACT
        by = ordering(USUAL if exact else method)
        shown = {one.name: one for one in (*aggregates_named(show), *by.by)}
        if top is not None and top < 1:
            raise OptionError(f"top {top}: expected a whole number above 0")
        advice: Advice | None = None
        known: dict[int, Exact] = {}
        question = self._question
        question.begin()
        seconds = math.inf if limits is None else limits.seconds
        question.watch = lambda _: question.seconds < seconds + PATIENT
        try:
            # Once the secret is found there may be no guess left to make.
            order, tied = ([], 0) if self.found else by.ranking(*self._kinds)
        except Stopped:
            raise OptionError(
                f"{self.game.name}: the feedback of {len(self.game.guesses):,} guesses takes "
                f"longer than {seconds:g} seconds, expected a longer time limit"
            ) from None
        if self.game.hard:
            candidates = set(self.possible)
            order = [guess for guess in order if self.game.guesses[guess] in candidates]
        if exact and order:
            from emi.playing.advice import PATIENCE, advise

            question.store = store
            left = PATIENCE
            if limits is not None:
                left = replace(limits, seconds=max(seconds - question.spent, AT_ONCE))
            advice, known = advise(question, left, order, len(order) if top is None else top)
            order, tied = self._exact_first(order, known)
        lexicon = self.game.lexicon
        return Explanation(
            game=self.game.name,
            lexicon="" if lexicon is None else lexicon.name,
            digest="" if lexicon is None else lexicon.digest,
            secrets=len(self.game.secrets),
            turns=self.turns,
            possible=self.possible,
            found=self.found,
            heuristic=by,
            guesses=tuple(self._listed(order[:top], shown.values(), known)),
            ranked=len(order),
            tied=tied,
            advice=advice,
            tries=self.game.tries,
            what=self.game.kind.removesuffix("s"),
        )

    def table(self) -> Table:
        """Return the guesses that were made, with what each left, as a table."""
        from reports.views.play import turns

        return turns(self.turns, self.possible, self.game.kind.removesuffix("s"), repr(self)[1:-1])

    def _exact_first(self, order: list[int], known: dict[int, Exact]) -> tuple[list[int], int]:
        """Return guesses by what exact play says, and how many are as good as the first."""
        candidates, never = set(self.possible), len(self.possible) ** 2 + 1

        def level(guess: int) -> tuple[int, int]:
            one = known.get(guess)
            if one is None:
                return 1, 0
            upper = None if one.total is None else one.total.upper
            return 2 - 2 * one.keeps, never if upper is None else upper

        levels = {guess: level(guess) for guess in order}
        best = min(levels.values())
        order = sorted(
            order, key=lambda one: (*levels[one], self.game.guesses[one] not in candidates)
        )
        return order, sum(level == best for level in levels.values())

    def _listed(
        self, guesses: list[int], by: Iterable[Aggregate], known: dict[int, Exact]
    ) -> Iterator[GuessProfile]:
        """Yield what is to be shown of guesses."""
        import numpy as np

        from search.heuristics.comparison import plain

        if not guesses:
            return
        kind_of, sizes = self._kinds
        different, place = np.unique(kind_of[guesses].astype(np.intp), return_inverse=True)
        kinds = sizes.only(different)
        classes = [kinds.runs(kind) for kind in range(len(kinds))]
        values = {one.name: plain(one(kinds)) for one in by}
        for guess, kind in zip(guesses, place.tolist(), strict=True):
            yield GuessProfile(
                guess=self.game.guesses[guess],
                possible=bool(kinds.candidate[kind]),
                classes=classes[kind],
                vector=self._vector(guess),
                values={name: column[kind] for name, column in values.items()},
                exact=known.get(guess),
            )

    def _vector(self, guess: int) -> tuple[int, ...]:
        """Return the size of the class of each candidate; nothing where they are many."""
        import numpy as np

        if len(self._members) > VECTORS:
            return ()
        row = self._question.matrix().rows[guess, self._members]
        _, at, count = np.unique(row, return_inverse=True, return_counts=True)
        return tuple(count[at].tolist())

    @cached_property
    def _kinds(self) -> tuple[Indices, Profiles]:
        from search.heuristics.profiler import Profiler

        made = {turn.guess for turn in self.turns}
        left_out = [g for g, code in enumerate(self.game.guesses) if code in made]
        return Profiler(self._question.matrix()).profiles(self._members, left_out)

    @cached_property
    def _question(self) -> Question:
        return Question(self.game, candidates=self.possible)

    @cached_property
    def _members(self) -> Indices:
        """``(n,)`` int32: the candidates."""
        import numpy as np

        place = {code: at for at, code in enumerate(self.game.secrets)}
        return np.array([place[code] for code in self.possible], np.int32)

    def _hear(self, guess: str, answer: str, *, right: bool = False) -> None:
        """Take a turn; an answer that the secret too would give is taken as that of another."""
        place, before, guess = len(self.turns) + 1, self.possible, self.game.code(guess)
        self._check(guess)
        check_answer(self.game, place, guess, answer)
        told = self.game.feedback_each([guess] * len(before), before)
        possible = [code for code, one in zip(before, told, strict=True) if one == answer]
        if right:
            possible = [guess]
        elif len(possible) > 1 and guess in possible:
            possible.remove(guess)
        if not possible:
            kind = self.game.kind
            raise ClueError(
                f"clue {place}, {guess}:{answer}, leaves no {kind.removesuffix('s')} possible "
                f"({'before it' if place == 1 else f'after clue {place - 1}'}: "
                f"{len(before):,} {kind}), expected clues that fit one {kind.removesuffix('s')}"
            )
        self.turns += (Turn(guess, answer, tuple(possible)),)

    def _check(self, guess: str) -> None:
        """Refuse a guess that cannot be made."""
        place, error = len(self.turns) + 1, self.game.error
        if guess not in self.game.guesses:
            raise error(f"guess {place}, {guess}: unknown, expected one of {_codes(self.game)}")
        made = [turn.guess for turn in self.turns]
        if guess in made:
            raise error(
                f"guess {place}, {guess}: it is guess {made.index(guess) + 1} too, "
                f"expected different {self.game.kind}"
            )

    def __repr__(self) -> str:
        clues = " ".join(f"{turn.guess}:{turn.clue}" for turn in self.turns)
        left = f"{len(self.possible)} of {len(self.game.secrets)} {self.game.kind} possible"
        return f"<Position {self.game.name}: {clues}{', ' if clues else ''}{left}>"


def _codes(game: Game) -> str:
    lexicon = f" in lexicon {game.lexicon.name}" if game.lexicon else ""
    return f"the {len(game.guesses):,} {game.kind} of {game.name}{lexicon}"
