"""What is known of the secret after some guesses, and what the next guess would tell."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from emi.errors import ClueError, OptionError
from emi.games.game import Game
from emi.games.parse import game_of
from emi.playing.explanation import Explanation, GuessProfile, Turn
from emi.playing.named import aggregates_named, ordering
from emi.playing.notation import palette_of, read_feedback
from emi.shown import Shown
from emi.solving import Question, Solution
from reports.wording import plural
from search.model.limits import Limits, Stopped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from emi.games.game import Game
    from emi.playing.explanation import Advice, Exact
    from reports.table import Table
    from search.heuristics.aggregates import Aggregate
    from search.heuristics.profiles import Profiles
    from search.model.matrix import Indices
    from search.model.objective import Objective
    from search.model.record import Store
    from search.solve.session import Watch

#: Up to so many candidates the vector of a guess is given.
VECTORS = 50
#: What guesses are sorted by unless a heuristic is named, and what then puts the others in order.
EXACT, USUAL = "exact", "SumGini"
#: What is left of a limit that is reached: what is known is still looked up.
AT_ONCE = 1e-9
#: What the feedback of a game may take of a limit, for to weigh all guesses takes a third of that;
#: and the seconds that it may take in any case, for without it nothing is known.
SHARE, PATIENT = 0.75, 1.0


class Position(Shown):
    """A game in which some guesses were made.

    It is the candidates, `possible`, and the guesses still `allowed`, which are fewer in hard play
    (see `Game.hardened`).

    Parameters
    ----------
    game : Game
    clues : iterable of (str, str)
        The guesses in order, each with the feedback on it; in Motus and Wordle: ``G`` well
        placed, ``Y`` misplaced, ``B`` missing. They are read as people write them, ``gyb``,
        ``210``, ``+-.`` or tiles; of pegs ``1b2w``, ``1A2B`` or ``bww``.
    palette : str, optional
        What coloured tiles mean: ``classic``, ``contrast`` or ``motus``. By default that which all
        tiles are of.

    Raises
    ------
    WordError, GameError
        If a guess is not one of the game, is there twice, or is not allowed in hard play.
    ClueError
        If a clue is not written as one, or leaves no candidate; it says which one may be wrong.

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
        self._made: dict[str, Question] = {}
        written = [(self.game.code(guess), feedback) for guess, feedback in clues]
        tiles = palette_of([feedback for _, feedback in written], palette)
        self._hear_all(written, tiles)

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
            As of the position itself.
        right : bool, optional
            Whether the guess is the secret, where the feedback does not tell.

        Examples
        --------
        >>> import emi
        >>> start = emi.Position(emi.Mastermind(2, 3))
        >>> start.after("11", "1A0B")
        <Position mastermind:2x3: 11:1b0w, 4 of 9 codes possible>
        """
        other = Position(self.game)
        other.turns, other._left, other._made = self.turns, self._left, self._made
        guess = self.game.code(guess)
        if right is None:
            other._hear_all([(guess, feedback)], palette_of([feedback], palette))
        else:
            other._check(guess)
            other._hear(guess, feedback, right=right)
        return other

    @property
    def possible(self) -> tuple[str, ...]:
        """The candidates: the secrets that give all the clues."""
        return self.turns[-1].possible if self.turns else self.game.secrets

    @property
    def allowed(self) -> tuple[str, ...]:
        """The guesses that feedback leaves in hard play; without a restriction all of them."""
        if self.game.restriction == "possible":
            return self.possible
        return self.game.guesses if self._left is None else self._left

    @property
    def found(self) -> bool:
        """Whether one of the guesses was right."""
        return any(turn.guess in self.possible for turn in self.turns)

    def prepare(self, watch: Watch | None = None) -> None:
        """Make what all positions of the game share, the feedback matrix, which may take a while.

        Parameters
        ----------
        watch : callable, optional
            As of `emi.solve`.

        Raises
        ------
        MemoryNeedError
            If the game is too large.
        Stopped
            If ``watch`` returned False.
        """
        self._question.at(self.possible, self._left, watch=watch).prepare()

    def solve(
        self,
        objective: Objective | None = None,
        *,
        first: str | None = None,
        limits: Limits | None = None,
        store: Store | None = None,
    ) -> Solution:
        """Find how good the best strategy is from here on; parameters and errors as of `emi.solve`.

        If the secret is found that is an OptionError.

        Examples
        --------
        >>> import emi
        >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).solve()
        <Solution of mastermind:2x3: worst 2 (proven), begin with 12>
        """
        from search.model.objective import WorstCase

        if self.found:
            raise OptionError(f"{self!r}: it is found, expected a position before that")
        question = self._question.at(self.possible, self._left, first=first, limits=limits)
        question.store = store
        return question.solve(objective or WorstCase())

    def explain(
        self,
        sort: str = EXACT,
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
        sort : str
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
            If what to sort by or an aggregate is unknown, if `top` is not above 0, or if the
            feedback of the game is not known within the limit.
        MemoryNeedError
            If the game is too large.

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
        advice: Advice | None = None
        known: dict[int, Exact] = {}
        question = self._question
        question.begin()
        told = (limits or Limits()).begun()
        seconds = told.remaining
        question.watch = lambda _: question.seconds < max(SHARE * seconds, PATIENT)
        try:
            if exact and self.game.hard and not self.found:
                question.prepare()
            # Once the secret is found there may be no guess left to make.
            order, tied = ([], 0) if self.found else by.ranking(*self._kinds)
        except Stopped:
            raise OptionError(
                f"{self.game.name}: the feedback of {len(self.game.guesses):,} guesses takes "
                f"too long for {told.seconds:g} seconds, expected a longer time limit"
            ) from None
        if self.game.hard:
            allowed = set(self.allowed)
            order = [guess for guess in order if self.game.guesses[guess] in allowed]
        if exact and order:
            from emi.playing.advice import PATIENCE, advise

            question.store = store
            left = PATIENCE
            if limits is not None:
                left = Limits(max(told.remaining, AT_ONCE), told.nodes)
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
        # Positions of one game share its matrix.
        whole = self._made.setdefault("whole", Question(self.game))
        return whole.at(self.possible, self._left)

    @cached_property
    def _members(self) -> Indices:
        """``(n,)`` int32: the candidates."""
        import numpy as np

        place = {code: at for at, code in enumerate(self.game.secrets)}
        return np.array([place[code] for code in self.possible], np.int32)

    def _hear_all(self, clues: Iterable[tuple[str, str]], palette: str | None) -> None:
        """Take turns as they are written; raise if no secret fits them all."""
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
            what = self.game.kind.removesuffix("s")
            guess, feedback = heard[empty - 1]
            from emi.playing.contradiction import explained

            raise ClueError(
                f"clue {empty}, {guess}:{feedback}, leaves no {what} possible "
                f"({'before it' if empty == 1 else f'after clue {empty - 1}'}: "
                f"{plural(left, what)}): {explained(self.game, heard)}"
            )

    def _hear(self, guess: str, feedback: str, *, right: bool = False) -> bool:
        """Take a turn unless it leaves no candidate, and tell whether it was taken.

        Feedback that the secret too would give is taken as that of another.
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
        """Return the guesses that feedback leaves of those still allowed, all candidates too."""
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
        """Refuse a guess that cannot be made: that is none of the game, was made, or is forbidden.

        Raises
        ------
        WordError, GameError
            What hard play forbids is refused with the hint that it does not use.
        """
        self._check(self.game.code(guess))

    def _check(
        self, guess: str, place: int | None = None, made: Sequence[str] | None = None
    ) -> None:
        """Refuse a guess that cannot be made in a place, after those that were made."""
        game, error = self.game, self.game.error
        made = [turn.guess for turn in self.turns] if made is None else made
        place = len(made) + 1 if place is None else place
        if game.parts != Game.parts and len(guess) != game.length:
            raise error(
                f"guess {place}, {guess}: {len(guess)} {game.parts}, expected {game.length}"
            )
        if guess not in game.guesses:
            raise error(f"guess {place}, {guess}: unknown, expected one of {_codes(game)}")
        if guess in made:
            raise error(
                f"guess {place}, {guess}: it is guess {made.index(guess) + 1} too, "
                f"expected different {game.kind}"
            )
        for at, (before, feedback) in enumerate(self._clues, 1):
            if broken := game.broken(guess, before, feedback):
                raise error(
                    f"guess {place}, {guess}: hard play ({game.restriction}) forbids it, clue "
                    f"{at}, {before}:{feedback}, {broken}"
                )
        if game.restriction == "possible" and guess not in game.secrets:
            one = game.kind.removesuffix("s")
            raise error(
                f"guess {place}, {guess}: hard play ({game.restriction}) forbids it, expected a "
                f"{one} that is still possible"
            )

    def __repr__(self) -> str:
        clues = " ".join(f"{turn.guess}:{turn.feedback}" for turn in self.turns)
        left = f"{len(self.possible)} of {len(self.game.secrets)} {self.game.kind} possible"
        return f"<Position {self.game.name}: {clues}{', ' if clues else ''}{left}>"


def _codes(game: Game) -> str:
    lexicon = f" in lexicon {game.lexicon.name}" if game.lexicon else ""
    return f"the {len(game.guesses):,} {game.kind} of {game.name}{lexicon}"
