"""A feedback rule over two lists of codes: the matrix that it makes, and hard play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Self

from emi import memory
from emi.compiling import once
from emi.games import in_use
from emi.reports.texts import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.errors import EmiError
    from emi.games.request import Page
    from emi.games.rows import WriteRows
    from emi.lexicon.load import Lexicon
    from emi.reports.texts import Said
    from emi.search.model.limits import Watch
    from emi.search.model.matrix import FeedbackMatrix, Indices, Rows
    from emi.search.model.restriction import Restriction

#: The pairs of guess and secret processed between checks for Ctrl-C: by a compiled rule, and by a
#: rule in plain Python.
COMPILED, PLAIN = 10_000_000, 50_000


class Rule(ABC):
    """The part of a game that follows from its feedback rule; `emi.games.game.Game` has the rest.

    If a subclass replaces the rule, attributes that were written for the old rule are replaced by
    those of this class: see `emi.games.in_use`.
    """

    name: str
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]
    lexicon: Lexicon | None
    proposed: Lexicon | None
    source: Lexicon | None
    error: type[EmiError]
    rule: str
    bits: int = 16
    #: The restriction of guesses in hard play (see `emi.Game.hardened`); None without one.
    restriction: str | None = None
    #: Whether the feedback has hints that a guess can use.
    gives_hints: bool = False
    #: The pairs of guess and secret that the rule processes between checks for Ctrl-C.
    pairs_at_once = PLAIN
    #: Data computed from the guesses alone, shared with games that have other secrets.
    made_of_guesses = frozenset({"_place"})
    #: Whether feedback is a mark for each place, ``G``, ``Y`` or ``B``, as in Motus.
    marked: bool = False
    #: Whether a letter that a wrong guess reveals follows the marks.
    reveals: bool = False
    #: Whether the lists have all codes of some pegs and colours, in numerical order. Then a search
    #: can use the symmetry of places and colours.
    every: bool = False
    #: The symbols for pegs in place and in another place, if feedback counts these.
    peg_signs: tuple[str, ...] = ()
    #: What the page needs to play the game; None if it cannot.
    page: Page | None = None

    @abstractmethod
    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback on a guess for a secret, by the scalar rule.

        Equal codes end the game, even if their feedback also occurs for other codes.
        """

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the result of `feedback` for each guess and the secret in the same place."""
        return list(map(self.feedback, guesses, secrets))

    def feedback_from(self, text: str) -> str:
        """Return feedback in the spelling of `feedback`, given the text that a person wrote."""
        return text

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """Every feedback, in the order of class numbers; empty if the rule does not list them."""
        return ()

    @property
    def feedback_count(self) -> int | None:
        """The number of possible feedbacks on a guess; None if the rule does not define it."""
        return len(self.feedbacks) or None

    @property
    def known_form(self) -> bool:
        """Whether feedback can be recognised in a text: as marks, or as one of `feedbacks`."""
        return self.marked or self.reveals or bool(self.feedbacks)

    @property
    def own_rule(self) -> bool:
        """Whether the rule is a custom one; it may replace only a part of a built-in rule."""
        return in_use.is_own(self)

    @property
    def rule_name(self) -> str:
        """The name of the rule: `rule`, marked if a different built-in rule has that name."""
        return in_use.name_of(self)

    def rules_of(self, built_in: type[Rule]) -> tuple[str, ...]:
        """Return the names that a built-in class gives to its rule."""
        return (getattr(built_in, "rule", ""),)

    @cached_property
    def _place(self) -> dict[str, int]:
        return {code: g for g, code in enumerate(self.guesses)}

    def places(self, codes: Iterable[str]) -> Indices:
        """Return ``(n,)`` int32: the indices of these guesses."""
        import numpy as np

        return np.array([self._place[code] for code in codes], np.int32)

    @cached_property
    def _own(self) -> Indices:
        """``(secrets,)`` int32: the guess that equals each secret."""
        import numpy as np

        if self.guesses is self.secrets:
            return np.arange(len(self.secrets), dtype=np.int32)
        return self.places(self.secrets)

    @cached_property
    def _named(self) -> Indices:
        """``(guesses,)`` int32: the secret equal to each guess; the number of secrets if none."""
        import numpy as np

        many = len(self.secrets)
        named = np.full(len(self.guesses), many, np.int32)
        named[self._own] = np.arange(many, dtype=np.int32)
        return named

    def of_lists(
        self, secrets: tuple[str, ...], guesses: tuple[str, ...], name: str | None = None
    ) -> Self:
        """Return the same game with parts of its lists, without checking them."""
        game = copy(self)
        # The words are no longer all words of a cell of a lexicon.
        vars(game).update(
            secrets=secrets, guesses=guesses, name=name or self.name, lexicon=None, proposed=None,
            source=self.source or self.proposed or self.lexicon,
        )  # fmt: skip
        stay = self.made_of_guesses if guesses is self.guesses else frozenset[str]()
        for made in [*vars(game)]:
            # Data computed from the lists.
            if isinstance(getattr(type(game), made, None), cached_property) and made not in stay:
                del game.__dict__[made]
        return game

    @property
    def hard(self) -> bool:
        """Whether feedback restricts the guesses: hard play."""
        return self.restriction is not None

    def broken(self, guess: str, made: str, feedback: str) -> Said | str:
        """Return how a guess violates the restriction of hard play; empty if it is allowed.

        Parameters
        ----------
        guess : str
            The guess to propose.
        made, feedback : str
            An earlier guess, and the feedback on it.
        """
        if self.restriction is None:
            return ""
        if self.restriction == "hints":
            return self.unused(guess, made, feedback)
        would = self.feedback(made, guess)
        if would != feedback and guess != made:
            return said("hintWould", feedback=would, guess=guess)
        return ""

    def unused(
        self,
        guess: str,  # noqa: ARG002 - as `_hints`
        made: str,  # noqa: ARG002 - likewise
        feedback: str,  # noqa: ARG002 - likewise
    ) -> Said | str:
        """Return the hint that a guess ignores, such as ``requires A in place 2``, else nothing."""
        return ""

    @property
    def _tells_more(self) -> bool:
        """Whether hard play needs the feedback of guesses on each other besides the matrix."""
        return self.restriction == "consistent" and self.guesses != self.secrets

    def restricted(
        self, matrix: FeedbackMatrix, watch: Watch | None = None, *, by_feedback: bool = True
    ) -> Restriction | None:
        """Return the restriction of hard play, None if there is none; ``watch`` as in `matrix`.

        ``by_feedback`` says whether the candidates are those that feedback leaves, or all secrets.
        """
        if self.restriction is None:
            return None
        from emi.search.model.restriction import Restriction

        # If all guesses are secrets, the guesses consistent with feedback are those it leaves.
        if self.restriction == "possible" or (
            self.restriction == "consistent"
            and by_feedback and len(self.guesses) == len(self.secrets)
        ):  # fmt: skip
            return Restriction()
        if self.restriction == "hints":
            import numpy as np

            told = self._hints(watch, memory.mapped if matrix.in_file else np.zeros)
            return Restriction(told, hints=True)
        rows = matrix.rows
        if self._tells_more:
            rows = self.of_lists(self.guesses, self.guesses).matrix(watch).rows
        return Restriction(rows[None])

    def _hints(self, watch: Watch | None, zeros: Callable[..., Rows]) -> Rows:  # noqa: ARG002 - a game that does
        """Return ``(words, guesses, guesses)``: bits for the hints on one guess from another.

        ``zeros`` creates an array of zeros.
        """
        raise self.error(f"{self.name}: its feedback has no hints, expected a game of words")

    @property
    def symmetric(self) -> bool:
        """Whether `matrix` equals its own transpose, so that one copy suffices."""
        return False

    @property
    def bytes_needed(self) -> int:
        """The bytes for the feedback matrix by rows and by columns, and for restrictions.

        In hard play, a search copies the part that it works on: at first, the whole matrix.
        """
        copies = 1 if self.symmetric else 2
        pairs = copies * len(self.guesses) * len(self.secrets)
        if self.restriction == "hints" or self._tells_more:
            pairs += 2 * len(self.guesses) ** 2
        return pairs * self.bits // 8 + self.bytes_gathered

    @property
    def bytes_gathered(self) -> int:
        """The part of `bytes_needed` that is in memory even if the matrix is in a file."""
        return 2 * len(self.guesses) * len(self.secrets) if self.hard else 0

    def matrix(self, watch: Watch | None = None) -> FeedbackMatrix:
        """Return the feedback matrix.

        A matrix that does not fit into memory is stored in a file, with a warning. Without a
        compiled rule, class 0 means that the guess is the secret; other classes are numbered in
        order of appearance.

        Parameters
        ----------
        watch : callable, optional
            Called now and then with the share done; returns whether to continue.

        Raises
        ------
        Stopped
            If ``watch`` returned False.
        GameError
            If there are more feedbacks than `bits` can number.
        MemoryNeedError
            If the matrix does not fit into a file either, or if there are more secrets than the
            compiled rule can number.
        """
        import numpy as np

        from emi.games.rows import write_all
        from emi.search.model.matrix import FeedbackMatrix

        empty = memory.space_for(self.name, self.bytes_needed, self.bytes_gathered)
        write, pairs = self.row_writer(), self.pairs_at_once
        shape = len(self.guesses), len(self.secrets)
        rows = (empty or np.empty)(shape, self.row_type)
        # A matrix in a file is transposed in a second pass.
        step, looks = max(1, pairs // len(self.secrets)), 1 if empty is None else 2
        threads = 1 + memory.cores_to_spare() if pairs == COMPILED else 1
        write_all(write, rows, step, threads, lambda share: watch is None or watch(share / looks))
        return FeedbackMatrix(
            rows, self._own, symmetric=self.symmetric, codes=self._interchangeable_codes(),
            empty=empty, go_on=lambda share: watch is None or watch((1 + share) / looks),
        )  # fmt: skip

    def orbits(self, history: Sequence[str]) -> Indices | None:
        """Return ``(guesses,)`` int32: for each guess, the first one that is equivalent to it.

        Permutations of places and symbols that fix the guesses made map equivalent guesses to each
        other. None for a game without known symmetry.
        """
        codes = self._interchangeable_codes()
        if codes is None:
            return None
        from emi.search.model.symmetry import orbits_of, symmetry_of

        return orbits_of(symmetry_of(codes, self._own), self.places(history).tolist())

    @property
    def row_type(self) -> type[np.uint8 | np.uint16]:
        """The data type of the class numbers of `matrix`."""
        import numpy as np

        return np.uint8 if self.bits == 8 else np.uint16  # noqa: PLR2004 - bits

    def row_writer(self) -> WriteRows:
        """Return a function that writes rows of the feedback matrix.

        The function takes indices of guesses, and an array of `row_type` with a row for each. Class
        numbers are comparable within a row only. Several threads may call a compiled rule at once.
        It raises the exceptions of `matrix`.
        """
        import numpy as np

        from emi.games.rows import PlainRule

        compiled = self._compiled()
        if compiled is None:
            replaced = type(self).feedback_each is not vars(Rule)["feedback_each"]
            rule = PlainRule(
                self.name, self.feedback, self.feedback_each if replaced else None,
                self.guesses, self.secrets, self.bits,
            )  # fmt: skip
            return rule.write
        none = np.empty(0, np.int32), np.empty((0, len(self.secrets)), self.row_type)
        once(compiled.__name__, lambda: compiled(*none))
        found = self._found_class
        if found is None:
            return compiled
        named = self._named

        def write_apart(guesses: Indices, rows: Rows) -> None:
            """Write rows in which a correct guess has its own class."""
            compiled(guesses, rows)
            secret = named[guesses]
            (right,) = (secret < rows.shape[1]).nonzero()
            rows[right, secret[right]] = found

        return write_apart

    @property
    def _found_class(self) -> int | None:
        """The class of a correct guess, if the compiled rule does not separate it."""
        return None

    def _compiled(self) -> WriteRows | None:
        """Return the compiled rule, which writes rows as in `row_writer`; None without one."""
        return None

    def _interchangeable_codes(self) -> NDArray[np.uint8] | None:
        """Return the codes if permuting places or symbols preserves all feedback, else None."""
        return None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        in_use.register(cls)


in_use.register(Rule)
