"""A position of a game: its value, strategy and ranked guesses, and how to play on from it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from emi import arguments
from emi.objectives.worst_case import WorstCase
from emi.playing.clues import CluePosition
from emi.questions.question import Question
from emi.questions.searching import attained
from emi.questions.solving import solution_of
from emi.results.advice import Explanation
from emi.results.solution import Solution
from emi.results.strategy import Strategy
from emi.search.model.limits import Limits
from emi.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from emi import Assistant, Host
    from emi.objectives.base import Objective
    from emi.proof.certificate import Certificate
    from emi.results.playing import Review
    from emi.search.model.limits import Watch
    from emi.settings import Given


class Position(CluePosition):
    """A game after some guesses, as ``chess.Board`` is a game after some moves.

    `push` makes a guess, `pop` takes it back. `possible` has the candidates, `legal` the guesses
    that may be made. `best`, `explain`, `value`, `strategy` and `certificate` compute the best
    play; `play` returns a host, `assist` an assistant, and `review` compares the guesses made with
    the best play. Copies share the feedback matrix. Positions are equal if game and turns are.

    Parameters
    ----------
    game : Game or str
        A game, or the name of one; `Game.start` gives its first position.
    clues : iterable of (str, str)
        The guesses in order, each with its feedback. In Motus and Wordle the marks are ``G`` (well
        placed), ``Y`` (misplaced) and ``B`` (missing), also written ``gyb``, ``210``, ``+-.`` or as
        tiles; in games of pegs feedback is ``1b2w``, ``1A2B`` or ``bww``.
    palette : str, optional
        The palette of coloured tiles: ``classic``, ``contrast`` or ``motus``. By default it is
        deduced from the tiles.
    listed : bool, optional
        Whether the secret must be on the list. If False, clues that rule out all listed secrets
        are accepted, provided that another guess agrees with them or that the last guess is the
        secret; `possible` is then empty.
    **settings
        The fields of `Settings`.

    Attributes
    ----------
    game : Game
    settings : Settings
        The settings of all methods; other settings may be assigned.

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
    >>> position = game.start()
    >>> position.push("LEGALES", "GYGBBBB").possible
    ('LIGNINE', 'LIGNITE', 'LOGIQUE')
    >>> position.best(), str(position.value().bounds)
    ('LIGNINE', '2')
    >>> position.pop().guess, len(position.possible)
    ('LEGALES', 8)
    """

    def prepare(self, watch: Watch | None = None) -> None:
        """Compute the feedback matrix, which all copies share.

        Parameters
        ----------
        watch : callable, optional
            As in `emi.solve`; by default that of the settings.

        Raises
        ------
        MemoryNeedError
            If the game is too large.
        Stopped
            If ``watch`` returned False.
        """
        watch = watch or self.settings.watch
        Question(self.game, session=self._session.again(), watch=watch).made()

    def value(
        self,
        objective: Objective | None = None,
        *,
        first: str | Sequence[str] | None = None,
        openers: int | None = None,
        **settings: Unpack[Given],
    ) -> Solution:
        """Find the value of the best strategy from here on.

        Parameters
        ----------
        objective : Objective, optional
            `WorstCase` (the default), `Average` or `Guaranteed`.
        first, openers
            The next guesses, as in `emi.solve`.
        **settings
            The fields of `Settings`, for this call.

        Raises
        ------
        OptionError
            As `emi.solve`, or if the secret is already found.
        MemoryNeedError
            If the game is too large.

        Examples
        --------
        >>> import emi
        >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).value()
        <Solution of mastermind:2x3: worst 2 (proven), begin with 12>
        """
        question = self._asking(objective, settings)
        return solution_of(replace(question, first=first, openers=openers))

    def strategy(self, objective: Objective | None = None, **settings: Unpack[Given]) -> Strategy:
        """Find the best strategy from here on.

        Parameters
        ----------
        objective : Objective, optional
            As in `value`.
        **settings
            The fields of `Settings`, for this call. If a limit is reached, the strategy is the best
            one found.

        Raises
        ------
        OptionError, MemoryNeedError
            As in `value`.
        Stopped
            If there is no strategy when a limit is reached.

        Examples
        --------
        >>> import emi
        >>> emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")]).strategy()
        <Strategy of mastermind:2x3: begin with 12, 2 guesses at most, 1.7500 on average>
        """
        outline, _ = attained(self._asking(objective, settings))
        return Strategy(self.game, outline.strategy)

    def certificate(
        self, objective: Objective | None = None, **settings: Unpack[Given]
    ) -> Certificate:
        """Prove the value of the game, for a checker; see `Solution.certificate`.

        Parameters and exceptions are those of `value`; a certificate is about all secrets, so no
        guess may have been made.

        Examples
        --------
        >>> import emi
        >>> certificate = emi.Mastermind(2, 3).start().certificate()
        >>> print(emi.verify(certificate))
        OK mastermind:2x3: 3 (9 codes)
        """
        from emi.questions.certifying import certified

        return certified(self._asking(objective, settings))

    @arguments.checked
    def explain(
        self,
        sort: str = "exact",
        *,
        top: int | None = None,
        show: Sequence[str] | None = None,
        also: Sequence[str] = (),
        **settings: Unpack[Given],
    ) -> Explanation:
        """Rank all remaining guesses.

        By default guesses are ranked by exact play, in the order ``by``, else that of the game:
        ``average`` ranks them by least average; ``worst`` ranks those that keep the guarantee
        first, by the least average that keeps it. Guesses not evaluated in time follow in the order
        of Partitions or, by ``worst``, of SumGini. `Explanation.advice` has the proven values, and
        the best guess by the other order.

        Without ``by``, the order is also ``worst`` if the guess of lowest average may take more
        tries than are left, and another guess provably does not.

        A long list has too many pairs of guess and secret to profile every guess in time. Then the
        most promising guesses on a random sample of secrets are profiled first, and others while
        time remains. Only profiled guesses are listed, as many as can be written within the limit
        (`Explanation.left_out` counts the others). A store keeps the profiles of first guesses, and
        the next call continues from there; the time spent before counts against the limit.

        Without weights, equivalent guesses of a game of pegs share one row, and
        `GuessProfile.alike` counts them. Guesses are equivalent if a permutation of places and
        symbols that fixes the guesses made maps them to each other.

        Parameters
        ----------
        sort : str
            The order: ``exact``, or the name of a one-step strategy or an aggregate.
        top : int, optional
            The number of guesses to list; by default all.
        show : sequence of str, optional
            The aggregates to compute; by default all.
        also : sequence of str, optional
            Guesses to evaluate and list too, in their place among the others.
        **settings
            The fields of `Settings`, for this call. If ``tries`` are proven not to suffice for all
            candidates, the guess that misses the fewest comes first. ``weights`` apply to the
            average. By default exact play has two seconds, other orders have no limit. If ``watch``
            returns False, the results so far are returned.

        Returns
        -------
        Explanation
            The guesses, best first; no guesses if the secret is found.

        Raises
        ------
        OptionError
            If ``sort`` or an aggregate is unknown, ``top`` is less than 1, no ``tries`` are left,
            or there is not one weight for each secret.
        WordError, GameError
            If one of ``also`` may not be guessed.
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
        stage = self._stages[-1]
        if stage.explainer is None:
            from emi.playing.explainer import Explainer

            stage.explainer = Explainer(
                self._question(), self.turns, self.possible, self.legal, found=self.found
            )
        codes = [self.game.code(guess) for guess in also]
        for guess in codes:
            self._check(guess)
        return stage.explainer.explain(sort, top, show, self._having(settings), codes)

    def review(self, secret: str = "", **settings: Unpack[Given]) -> Review:
        """Compare the guesses made with the best play; see `emi.review`."""
        from emi import review

        return review(self, secret, **settings)

    def play(
        self,
        secret: str | None = None,
        *,
        evil: bool = False,
        seed: int | None = None,
        **settings: Unpack[Given],
    ) -> Host:
        """Return a host, which gives the feedback on the guesses from here on.

        Parameters
        ----------
        secret, evil, seed
            As of `Host`.
        **settings
            The fields of `Settings`, for the host.

        Raises
        ------
        WordError, GameError, OptionError
            As of `Host`.

        Examples
        --------
        >>> import emi
        >>> host = emi.Mastermind(2, 3).start().play("21")
        >>> host.push("12").feedback, host.push("21").feedback, host.found
        ('0b2w', '2b0w', True)
        """
        from emi import Host

        return Host(self._with(settings), secret, evil=evil, seed=seed)

    def assist(
        self, *, palette: str | None = None, top: int | None = None, **settings: Unpack[Given]
    ) -> Assistant:
        """Return an assistant for a game played elsewhere; see `emi.Assistant`."""
        from emi import Assistant

        return Assistant(self._with(settings), palette=palette, top=top)

    def _having(self, settings: Given) -> Settings:
        """Return the settings with some replaced; without weights if no candidate is a secret."""
        if self.beyond:
            settings = {**settings, "weights": None}
        return self.settings.having(**settings)

    def _asking(self, objective: Objective | None, given: Given) -> Question:
        """Return a question about the value; raise OptionError if the secret is found."""
        if self.found:
            raise self._over()
        settings = self._having(given)
        objective = _weighted(WorstCase() if objective is None else objective, settings.weights)
        return replace(
            self._question(), objective=objective, limits=settings.limits or Limits(),
            store=settings.store, watch=settings.watch, workers=settings.workers,
        )  # fmt: skip

    def _question(self) -> Question:
        """Return a question about the position."""
        if self.beyond:
            return Question(self.game.drawing(self.possible)).at(None, self._stages[-1].left)
        question = Question(self.game, session=self._session.again())
        return question.at(self.possible, self._stages[-1].left)


def _weighted(objective: Any, weights: Sequence[int] | None) -> Any:  # noqa: ANN401 - unchecked yet
    """Return an objective with these weights, unless it has its own or cannot have any."""
    weighs = is_dataclass(objective) and any(one.name == "weights" for one in fields(objective))
    if weights is None or not weighs or objective.weights is not None:
        return objective
    return replace(objective, weights=weights)
