"""A game: secrets, guesses, and a feedback rule."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from copy import copy
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self

from emi import memory
from emi.compiling import once
from emi.errors import EmiError, GameError, listed
from emi.games import in_use
from emi.reports.texts import ENGLISH, Said, noun, refusal, said
from emi.results.base import GameFacts
from emi.search.model.limits import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from emi import Position
    from emi.games.request import Page, Request
    from emi.games.rows import WriteRows
    from emi.lexicon.alphabet import Alphabet
    from emi.lexicon.load import Lexicon
    from emi.reports.texts import Said
    from emi.search.model.matrix import FeedbackMatrix, Indices, Rows
    from emi.search.model.restriction import Restriction
    from emi.settings import Given

#: The pairs of guess and secret processed between checks for Ctrl-C: by a compiled rule, and by a
#: rule in plain Python.
COMPILED, PLAIN = 10_000_000, 50_000
#: The attributes of a game that do not matter to whether two games are equal, besides its lists,
#: which are compared first.
BESIDE = frozenset(
    {"_all", "alphabet", "clues_given", "guesses", "lexicon", "name", "proposed", "secrets"}
)
#: The restrictions of hard play, the strictest first.
RESTRICTIONS = ("possible", "consistent", "hints")


def cases(text: str) -> tuple[str, str, str]:
    """Return a text as it is, in capitals, and in small letters."""
    return text, text.upper(), text.lower()


def spelt(text: str, codes: Container[str]) -> str:
    """Return a text in the case of the matching code; unchanged if no code matches."""
    return next((one for one in cases(text) if one in codes), text)


class Game(ABC):
    """A guessing game. Subclasses define the feedback rule; every search works with them.

    The name of the rule is part of the key under which proven bounds are stored, so different rules
    need different names.

    Games are equal if class, rule, lists and parameters are equal; name and lexicon do not matter.

    Parameters
    ----------
    secrets : iterable of str
        The codes that may be the secret, no duplicates.
    guesses : iterable of str, optional
        The codes that may be proposed besides the secrets; by default none.
    name : str, optional
        The name of the game; by default the name of the rule.

    Attributes
    ----------
    rule : str
        The name of the rule.
    bits : int
        Bits for a class number of the feedback matrix, 8 or 16.
    kind, parts : str
        The plural nouns for the secrets and guesses, and for their parts.
    secrets, guesses : tuple of str
    name : str
    lexicon : Lexicon or None
        The source of the secrets, if they are words of a lexicon.
    proposed : Lexicon or None
        The source of the guesses, if it is another lexicon.
    added : int
        The secrets that are not in the list of guesses, and were added to it.

    Raises
    ------
    GameError
        If the class has no rule, there is no secret, or a code is empty, has several lines or is
        given twice.

    Examples
    --------
    Find a number from the answers "higher" and "lower":

    >>> import emi
    >>> class Number(Game):
    ...     rule = "number"
    ...
    ...     def feedback(self, guess, secret):
    ...         if guess == secret:
    ...             return "yes"
    ...         return "higher" if int(secret) > int(guess) else "lower"
    >>> game = Number(map(str, range(1, 101)))
    >>> str(emi.solve(game).bounds)
    '7'
    """

    rule: str
    bits: int = 16
    kind: str = "codes"
    parts: str = "characters"
    #: The restriction of guesses in hard play (see `hardened`); None if every guess is allowed.
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
    #: The exception raised for invalid lists.
    error: type[EmiError] = GameError
    #: Whether the game is a cell of a lexicon, so that its worst case is an EMI.
    of_cells: bool = False
    #: The letters of words; None in games of codes.
    alphabet: Alphabet | None = None
    #: The list that the words are from, if they are a part of a game with a lexicon.
    source: Lexicon | None = None
    #: What makes a guess the best unless the player says: the lowest ``average``, or the lowest
    #: ``worst`` case, of a game that is about the worst case.
    best_by: str = "average"
    #: Whether the secrets are a guess at a list that is not published: if none agrees with the
    #: clues, the codes of `beyond` are the candidates.
    open_list: bool = False
    #: The number of first clues that all secrets agree with: how many codes were left before the
    #: last of them is unknown.
    clues_given: int = 0
    #: Whether each guess is made on several boards.
    several: bool = False
    #: What the page needs to play the game; None if it cannot.
    page: Page | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        in_use.register(cls)

    def __init__(
        self,
        secrets: Iterable[str],
        guesses: Iterable[str] | None = None,
        *,
        name: str | None = None,
    ) -> None:
        if not getattr(self, "rule", ""):
            kind = type(self).__name__
            raise GameError(
                f"{kind}: no rule, expected the name of its feedback rule as an attribute of the "
                f"class, such as rule = {kind.lower()!r}"
            )
        self.secrets = listed(secrets, self.kind, self.error)
        self.guesses = self.secrets
        if guesses is not None:
            self.guesses = listed(guesses, self.kind, self.error)
        self.name = self.rule_name if name is None else name
        self.lexicon: Lexicon | None = None
        self.proposed: Lexicon | None = None
        if not self.secrets:
            raise self.error(f"{self.name}: expected at least one secret")
        lists = {"secret": self.secrets}
        if self.guesses is not self.secrets:
            lists["guess"] = self.guesses
        for kind, codes in lists.items():
            if found := self._first_amiss(codes):
                code, expected = found
                raise self.error(f"{kind} {code!r}: expected {expected}")
            if len(set(codes)) != len(codes):
                twice = Counter(codes).most_common(1)[0][0]
                raise self.error(f"{kind} {twice!r}: given twice, expected once")
        # Published lists are often separate. A code that may be the secret may be proposed.
        every = {*self.guesses, *self.secrets}
        self.added = len(every) - len(self.guesses)
        if self.added:
            self.guesses = tuple(sorted(every))

    def _first_amiss(self, codes: Sequence[str]) -> tuple[str, str] | None:
        """Return the first invalid code with a description of what was expected, if any."""
        found = ((code, self._amiss(code)) for code in codes)
        return next(((code, expected) for code, expected in found if expected), None)

    def _amiss(self, code: str) -> str:
        """Return what was expected if this is not a valid code, else an empty string."""
        # The key is a digest of codes separated by line ends.
        proper = isinstance(code, str) and code and "\n" not in code
        return "" if proper else "one line of text, and not empty"

    def start(self, **settings: Unpack[Given]) -> Position:
        """Return the position before any guess, from which the game is solved and played.

        Parameters
        ----------
        **settings
            The fields of `emi.Settings`.

        Examples
        --------
        >>> import emi
        >>> position = emi.Mastermind(2, 3).start()
        >>> str(position.value().bounds), position.best()
        ('3', '12')
        """
        from emi import Position

        return Position(self, **settings)

    @classmethod
    def of_request(cls, request: Request) -> Game:
        """Return the game that a user asks for by a name of `emi.games.registry`.

        By default, the lists of codes are parameters of the class.
        """
        lists = dict(zip(("secrets", "guesses"), request.codes(), strict=True))
        given: dict[str, Any] = {part: codes for part, codes in lists.items() if codes is not None}
        if "secrets" not in given and cls.__init__ is Game.__init__:
            raise GameError(f"{request.name}: it has no codes of its own, expected secrets")
        return cls(**given)

    @classmethod
    def to_identify(cls, request: Request) -> tuple[Game, Sequence[str]]:
        """Return the game of which a user asks for an identification game, and the proposals.

        Its guesses are the proposals and all secrets.
        """
        game, (_, guesses) = cls.of_request(request), request.codes()
        return game, game.guesses if guesses is None else guesses

    @classmethod
    def reads(cls, request: Request) -> frozenset[str]:
        """Return which of the arguments of `game_named` about files matter to a named game."""
        return frozenset(["encoding"] if request.lists else [])

    @classmethod
    def usual_lists(cls) -> tuple[Lexicon, Lexicon] | None:
        """Return the built-in lists of secrets and guesses, if the game has two of its own."""
        return None

    @property
    def beyond(self) -> tuple[str, ...]:
        """The codes that are no secrets but may be drawn, if less often: the other guesses."""
        listed = {*self.secrets}
        return tuple(code for code in self.guesses if code not in listed)

    def drawing(self, codes: tuple[str, ...]) -> Self:
        """Return the same game with other secrets, unchecked and also allowed as guesses."""
        return self.of_lists(codes, tuple(sorted({*self.guesses, *codes})))

    @classmethod
    def to_compile(cls) -> Sequence[Game]:
        """Return small games whose matrices compile everything that the rule of the class needs."""
        return ()

    def __setattr__(self, name: str, value: object) -> None:
        """Assign an attribute, and forget what was computed from the old value."""
        super().__setattr__(name, value)
        for made in [*vars(self)]:
            if isinstance(getattr(type(self), made, None), cached_property):
                del self.__dict__[made]

    @abstractmethod
    def feedback(self, guess: str, secret: str) -> str:
        """Return the feedback on a guess for a secret, by the scalar rule.

        Equal codes end the game, even if their feedback also occurs for other codes.
        """

    def feedback_each(self, guesses: Sequence[str], secrets: Sequence[str]) -> list[str]:
        """Return the result of `feedback` for each guess and the secret in the same place."""
        return list(map(self.feedback, guesses, secrets))

    def feedback_from(self, text: str) -> str:
        """Return feedback that a person wrote, in the spelling of `feedback` if it has another."""
        return text

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

    def code(self, text: str) -> str:
        """Return a guess in the spelling of the game, ignoring case; else the text unchanged."""
        if not isinstance(text, str):
            raise self.error(f"{self.what} {text!r}: expected a text such as {self.guesses[0]!r}")
        return spelt(text, self._place)

    def secret(self, text: str) -> str:
        """Return a secret in the spelling of the game, ignoring case.

        Raises
        ------
        WordError, GameError
            If the code is not a secret; the message says whether it is a guess.
        """
        code = self.code(text)
        if not isinstance(code, str):
            raise self.error(f"{self.what} {text!r}: expected a text such as {self.secrets[0]!r}")
        if code in self.secrets:
            return code
        if code in self._place:
            raise self.error(
                f"secret {code}: a guess of {self.name}, but not a secret; expected a secret such "
                f"as {self.secrets[0]}"
            )
        raise self.error(f"secret {code}: {self.unknown(secret=True)}")

    def codes_said(self, *, secrets: bool = False) -> Said:
        """Return how messages name the guesses or the secrets: with their number and lexicon."""
        codes = self.secrets if secrets else self.guesses
        words = self.lexicon if secrets else self.proposed or self.lexicon
        text = said("theCodes", count=len(codes), kind=noun(self.what, 2), game=self.name)
        return said("theCodesIn", codes=text, name=words.name) if words else text

    def unknown(self, *, secret: bool = False) -> str:
        """Return what messages say of a code that is no guess, or no secret."""
        return f"unknown, expected one of {ENGLISH.written(self.codes_said(secrets=secret))}"

    def drawn(self, text: str) -> str:
        """Return a code that another list may have as a secret: here, a secret or a guess.

        Raises
        ------
        WordError, GameError
            If the code cannot be a secret.
        """
        code = self.code(text)
        return code if code in self._place else self.secret(text)

    def may_have_been(self, code: str) -> bool:
        """Return whether a guess may have been made elsewhere, where more codes are allowed.

        Of words that is any of the right length, letters and initial: its feedback is defined.
        """
        try:
            self.drawn(code)
        except EmiError:
            return False
        return True

    def _codes(self, *texts: str) -> list[str]:
        """Return codes in the spelling of the game; raise an error if one differs in length."""
        codes = list(map(self.code, texts))
        for code in codes:
            if not isinstance(code, str) or len(code) != self.length:
                one = self.what
                raise self.error(f"{one} {code!r}: expected {self.length} {self.parts}")
        return codes

    def hardened(self, restriction: str = "possible") -> Self:
        """Return the same game in hard play, in which feedback restricts the guesses.

        Parameters
        ----------
        restriction : str
            ``possible`` allows only candidates. ``consistent`` allows any guess that agrees with
            all feedback so far, as if it were the secret. ``hints`` requires the use of hints, as
            in the hard mode of Wordle: letters in place stay in place, and known letters are used
            at least as often as they are known to occur.

        Raises
        ------
        GameError
            If there is no such restriction, or the feedback of the game has no hints.
        """
        if restriction not in RESTRICTIONS:
            raise GameError(
                f"unknown restriction {restriction!r}: expected one of {', '.join(RESTRICTIONS)}"
            )
        if restriction == "hints" and not self.gives_hints:
            raise GameError(
                f"{self.name}: its feedback has no hints, expected one of "
                f"{', '.join(RESTRICTIONS[:-1])}"
            )
        game = copy(self)
        # What was computed from the lists stays.
        vars(game).update(restriction=restriction, name=f"{self.name} (hard: {restriction})")
        vars(game).pop("key", None)
        return game

    def without(self, codes: Iterable[str], *, proposed: bool | None = None) -> Self:
        """Return the same game without some codes among the secrets.

        Parameters
        ----------
        codes : iterable of str
        proposed : bool, optional
            Whether the codes may still be proposed; by default only if there are two lists.

        Raises
        ------
        GameError, WordError
            If a code is not in the game, or no secret is left.
        """
        gone = {self.code(code) for code in listed(codes, self.kind, self.error)}
        for code in sorted(gone.difference(self.guesses)):
            raise refusal(
                self.error, "errorNotOf", word=code, kind=noun(self.what, 2), game=self.name
            )
        secrets, guesses = tuple(code for code in self.secrets if code not in gone), self.guesses
        if not (self.guesses != self.secrets if proposed is None else proposed):
            guesses = tuple(code for code in self.guesses if code not in gone)
        if not secrets:
            raise refusal(self.error, "errorNoneLeft", game=self.name, kind=noun(self.what, 1))
        return self.of_lists(secrets, guesses, f"{self.name} without {len(gone):,}")

    def among(self, secrets: Sequence[str]) -> Self:
        """Return the same game with some of its secrets, at least one; all guesses remain."""
        return self.of_lists(listed(secrets, self.kind, self.error), self.guesses)

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
        """Return the hint that a guess ignores, such as ``has A in place 2``; empty if none."""
        return ""

    @property
    def hard(self) -> bool:
        """Whether feedback restricts the guesses: hard play."""
        return self.restriction is not None

    @property
    def facts(self) -> GameFacts:
        """The facts about the game in results."""
        lexicon, proposed = (
            None if one is None else one.facts for one in (self.lexicon, self.proposed)
        )
        return GameFacts(
            self.name, self.rule_name, len(self.secrets), len(self.guesses), self.restriction,
            self.length, self.tries, self.kind, lexicon, proposed, self.of_cells,
            None if self.alphabet is None else str(self.alphabet),
            self._bent(),
            self.alphabet.place(self.name[0]) if self.alphabet and self.of_cells else 0,
        )  # fmt: skip

    def _bent(self) -> int:
        """Return how many words the alphabet merged or lengthened (`Lexicon.bent`)."""
        bent = (one.bent for one in (self.lexicon, self.proposed) if one is not None)
        words = frozenset[str]().union(*bent)
        return len(words.intersection(self.guesses)) if words else 0

    @property
    def own_rule(self) -> bool:
        """Whether the rule is a custom one; it may replace only a part of a built-in rule."""
        return in_use.is_own(self)

    @property
    def rule_name(self) -> str:
        """The name of the rule: `rule`, marked if a different built-in rule has that name."""
        return in_use.name_of(self)

    def rules_of(self, built_in: type[Game]) -> tuple[str, ...]:
        """Return the names that a built-in class gives to its rule."""
        return (getattr(built_in, "rule", ""),)

    @property
    def what(self) -> str:
        """The singular of `kind`: ``word`` or ``code``."""
        return self.kind.removesuffix("s")

    @property
    def contents(self) -> str:
        """The number and source of the secrets, and the number of guesses if different."""
        return self.facts.contents

    @property
    def length(self) -> int:
        """The number of characters of a code."""
        return len(self.secrets[0])

    @property
    def feedback_count(self) -> int | None:
        """The number of possible feedbacks on a guess; None if the rule does not define it."""
        return None

    @property
    def tries(self) -> int | None:
        """The number of guesses of a player by the rules of the game; None if unlimited."""
        return None

    @cached_property
    def key(self) -> str:
        """A digest of the name of the rule and of both lists.

        It is the key of stored facts about the game if the rule is one of those here.
        `emi.questions.question.QuestionSession.key` has the key of any game.
        """
        # Older caches write "hard" for this restriction, once the only one; by hints, their worst
        # cases may be too high.
        named = {None: "", "possible": ", hard", "hints": ", hints 2"}
        rule = f"{self.rule_name}{named.get(self.restriction, f', {self.restriction}')}"
        text = "\n".join([rule, *self.secrets, "", *self.guesses])
        return sha256(text.encode()).hexdigest()

    @property
    def symmetric(self) -> bool:
        """Whether `matrix` equals its own transpose, so that one copy suffices."""
        return False

    @property
    def bytes_needed(self) -> int:
        """The memory for the feedback matrix by rows and by columns, and for restrictions.

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

    @property
    def _tells_more(self) -> bool:
        """Whether hard play needs the feedback of guesses on each other besides the matrix."""
        return self.restriction == "consistent" and self.guesses != self.secrets

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
            replaced = type(self).feedback_each is not vars(Game)["feedback_each"]
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
    def _found_class(self) -> int | None:
        """The class of a correct guess, if the compiled rule does not separate it."""
        return None

    def _compiled(self) -> WriteRows | None:
        """Return the compiled rule, which writes rows as in `row_writer`; None without one."""
        return None

    def _interchangeable_codes(self) -> NDArray[np.uint8] | None:
        """Return the codes if permuting places or symbols preserves all feedback, else None."""
        return None

    def _parameters(self) -> dict[str, object]:
        """Return the attributes that distinguish games of one class and equal lists."""
        kind = type(self)
        return {
            name: value
            for name, value in vars(self).items()
            if name not in BESIDE and not isinstance(getattr(kind, name, None), cached_property)
        }

    def __eq__(self, other: object) -> bool:
        """Return whether class, rule, lists and parameters are equal; names do not matter."""
        if self is other:
            return True
        if not isinstance(other, Game) or type(self) is not type(other):
            return False
        if (self.secrets, self.guesses) != (other.secrets, other.guesses):
            return False
        mine, theirs = self._parameters(), other._parameters()
        return mine.keys() == theirs.keys() and all(
            _equal(value, theirs[name]) for name, value in mine.items()
        )

    def __hash__(self) -> int:
        return hash((type(self), self.restriction, self.secrets, self.guesses))

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} {self.name}: {len(self.secrets)} secrets, "
            f"{len(self.guesses)} guesses>"
        )


def _equal(one: object, other: object) -> bool:
    """Return whether two values are equal; False if that is no bool, as for arrays."""
    try:
        return one is other or bool(one == other)
    except (TypeError, ValueError):
        return False


in_use.register(Game)
