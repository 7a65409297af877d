"""What is known of the secret after some guesses, and what the next guess would tell."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from emi import memory
from emi.compiling import kernels_ready
from emi.errors import OptionError, WordError
from emi.games.feedback import clue
from emi.playing.explanation import Explanation, GuessProfile, Turn
from emi.playing.named import aggregates_named, ordering
from emi.playing.notation import ClueError, check_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from emi.games.motus import Motus
    from search.heuristics.aggregates import Aggregate
    from search.heuristics.profiles import Profiles
    from search.model.matrix import FeedbackMatrix, Indices

#: Up to so many possible words the vector of a guess is given.
VECTORS = 50


class Position:
    """A game in which some guesses were made.

    Parameters
    ----------
    game : Motus
    clues : iterable of (str, str)
        The guesses in order, each with its clue: ``G`` well placed, ``Y`` misplaced, ``B`` missing.

    Raises
    ------
    WordError
        If a guess is not one of the game, or is there twice.
    ClueError
        If a clue is not written as one, or leaves no word possible.

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

    def __init__(self, game: Motus, clues: Iterable[tuple[str, str]] = ()) -> None:
        self.game = game
        self.turns: tuple[Turn, ...] = ()
        for place, (guess, marks) in enumerate(clues, 1):
            self._check(place, guess)
            check_marks(place, guess, marks)
            before = self.possible
            possible = tuple(word for word in before if clue(guess, word) == marks)
            if not possible:
                raise ClueError(
                    f"clue {place}, {guess}:{marks}, leaves no word possible "
                    f"({'before it' if place == 1 else f'after clue {place - 1}'}: "
                    f"{len(before):,} words), expected clues that fit one word"
                )
            self.turns += (Turn(guess, marks, possible),)

    @classmethod
    def towards(cls, game: Motus, secret: str, guesses: Sequence[str] = ()) -> Position:
        """Return the position after some guesses at a secret that is known.

        Parameters
        ----------
        game : Motus
        secret : str
        guesses : sequence of str, optional

        Raises
        ------
        WordError
            If the secret or a guess is not one of the game, or a guess is there twice.

        Examples
        --------
        >>> from emi import Motus
        >>> Position.towards(Motus(["LIGNINE", "LIGNITE", "LOGIQUE"]), "LOGIQUE", ["LIGNITE"])
        <Position motus: LIGNITE:GYGBBBG, 1 of 3 words possible>
        """
        if secret not in game.secrets:
            raise WordError(f"secret {secret}: unknown, expected one of {_words(game)}")
        return cls(game, [(guess, game.feedback(guess, secret)) for guess in guesses])

    @property
    def possible(self) -> tuple[str, ...]:
        """The words that give all the clues."""
        return self.turns[-1].possible if self.turns else self.game.secrets

    @property
    def found(self) -> bool:
        """Whether one of the guesses was right."""
        return any(turn.guess in self.possible for turn in self.turns)

    def explain(
        self, method: str = "SumGini", *, top: int | None = None, show: Sequence[str] | None = None
    ) -> Explanation:
        """Profile every word that was not proposed yet as the next guess.

        Parameters
        ----------
        method : str
            What they are sorted by: a one-step strategy or an aggregate, with its tie-break.
        top : int, optional
            How many are listed; by default all.
        show : sequence of str, optional
            The aggregates to compute; by default all.

        Returns
        -------
        Explanation
            The best guess first; none if the secret is found.

        Raises
        ------
        OptionError
            If the method or an aggregate is unknown, or `top` is not above 0.
        MemoryNeedError
            If the game is too large.
        """
        by = ordering(method)
        shown = {one.name: one for one in (*aggregates_named(show), *by.by)}
        if top is not None and top < 1:
            raise OptionError(f"top {top}: expected a whole number above 0")
        # Once the secret is found there may be no word left to propose.
        order, tied = ([], 0) if self.found else by.ranking(*self._kinds)
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
            guesses=tuple(self._listed(order[:top], shown.values())),
            ranked=len(order),
            tied=tied,
        )

    def _listed(self, guesses: list[int], by: Iterable[Aggregate]) -> Iterator[GuessProfile]:
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
            )

    def _vector(self, guess: int) -> tuple[int, ...]:
        """Return the size of the class of each possible word; nothing where they are many."""
        import numpy as np

        if len(self._members) > VECTORS:
            return ()
        row = self._matrix.rows[guess, self._members]
        _, at, count = np.unique(row, return_inverse=True, return_counts=True)
        return tuple(count[at].tolist())

    @cached_property
    def _kinds(self) -> tuple[Indices, Profiles]:
        from search.heuristics.profiler import Profiler

        made = {turn.guess for turn in self.turns}
        left_out = [g for g, word in enumerate(self.game.guesses) if word in made]
        return Profiler(self._matrix).profiles(self._members, left_out)

    @cached_property
    def _matrix(self) -> FeedbackMatrix:
        memory.check(self.game.name, self.game.bytes_needed)
        kernels_ready(self.game.bits)
        return self.game.matrix()

    @cached_property
    def _members(self) -> Indices:
        """``(n,)`` int32: the possible words."""
        import numpy as np

        possible = set(self.possible)
        places = [s for s, word in enumerate(self.game.secrets) if word in possible]
        return np.array(places, np.int32)

    def _check(self, place: int, guess: str) -> None:
        """Refuse a guess that cannot be made."""
        if guess not in self.game.guesses:
            raise WordError(f"guess {place}, {guess}: unknown, expected one of {_words(self.game)}")
        made = [turn.guess for turn in self.turns]
        if guess in made:
            raise WordError(
                f"guess {place}, {guess}: it is guess {made.index(guess) + 1} too, "
                "expected different words"
            )

    def __repr__(self) -> str:
        clues = " ".join(f"{turn.guess}:{turn.clue}" for turn in self.turns)
        left = f"{len(self.possible)} of {len(self.game.secrets)} words possible"
        return f"<Position {self.game.name}: {clues}{', ' if clues else ''}{left}>"


def _words(game: Motus) -> str:
    lexicon = f" in lexicon {game.lexicon.name}" if game.lexicon else ""
    return f"the {len(game.guesses):,} words of {game.name}{lexicon}"
