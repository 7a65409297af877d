"""A game: secrets, guesses, and a feedback rule."""

from __future__ import annotations

from collections import Counter
from copy import copy
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self

from emi.errors import EmiError, GameError, listed
from emi.games.rule import Rule
from emi.reports.texts import ENGLISH, Said, noun, refusal, said
from emi.results.base import GameFacts

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence
    from typing import Unpack

    from emi import Position
    from emi.games.request import Request
    from emi.lexicon.alphabet import Alphabet
    from emi.lexicon.load import Lexicon
    from emi.reports.texts import Said
    from emi.settings import Given

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


class Game(Rule):
    """A guessing game. A subclass defines the feedback rule; every search works with any rule.

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
        The number of secrets that were not in the list of guesses, and were added to it.

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

    kind: str = "codes"
    parts: str = "characters"
    #: The exception raised for invalid lists.
    error: type[EmiError] = GameError
    #: Whether the game is a cell of a lexicon, so that its worst case is an EMI.
    of_cells: bool = False
    #: The letters of words; None in games of codes.
    alphabet: Alphabet | None = None
    #: The list that the words are from, if they are a part of a game with a lexicon.
    source: Lexicon | None = None
    #: The default order of guesses: by the lowest ``average``, or by the lowest ``worst`` case.
    best_by: str = "average"
    #: Whether the list of secrets approximates one that is not published: if no secret agrees with
    #: the clues, the codes of `beyond` are the candidates.
    open_list: bool = False
    #: The number of first clues that all secrets agree with. The number of codes that fewer clues
    #: leave is unknown.
    clues_given: int = 0
    #: Whether each guess is made on several boards.
    several: bool = False

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
            raise GameError(f"{request.name}: expected a list of secrets, the game has none itself")
        return cls(**given)

    @classmethod
    def to_identify(cls, request: Request) -> tuple[Game, Sequence[str]]:
        """Return the base of an identification game that a user asks for, and its proposals.

        The guesses of the base are the proposals and all secrets.
        """
        game, (_, guesses) = cls.of_request(request), request.codes()
        return game, game.guesses if guesses is None else guesses

    @classmethod
    def reads(cls, request: Request) -> frozenset[str]:
        """Return which of the arguments of `game_named` about files matter to a named game."""
        return frozenset(["encoding"] if request.lists else [])

    @classmethod
    def usual_lists(cls) -> tuple[Lexicon, Lexicon] | None:
        """Return the built-in lists of secrets and guesses; None if the game has no such lists."""
        return None

    @property
    def beyond(self) -> tuple[str, ...]:
        """The guesses that are not listed secrets: they may be drawn too, but less often."""
        listed = {*self.secrets}
        return tuple(code for code in self.guesses if code not in listed)

    def drawing(self, codes: tuple[str, ...]) -> Self:
        """Return the same game with other secrets, allowed as guesses too; they are not checked."""
        return self.of_lists(codes, tuple(sorted({*self.guesses, *codes})))

    @classmethod
    def to_compile(cls) -> Sequence[Game]:
        """Return small games whose matrices compile everything that the rule of the class needs."""
        return ()

    def __setattr__(self, name: str, value: object) -> None:
        """Assign an attribute, and delete cached properties, which may depend on the old value."""
        super().__setattr__(name, value)
        for made in [*vars(self)]:
            if isinstance(getattr(type(self), made, None), cached_property):
                del self.__dict__[made]

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
            raise refusal(
                self.error, "errorNotSecret", word=code, game=self.name, example=self.secrets[0]
            )
        codes = self.codes_said(code, secrets=True)
        raise refusal(self.error, "errorSecretUnknown", word=code, codes=codes)

    def codes_said(self, code: str, *, secrets: bool = False) -> Said:  # noqa: ARG002
        """Return a phrase for messages about a code, such as ``the 9 codes of mastermind:2x3``.

        It names all guesses or, if ``secrets`` is True, all secrets.
        """
        codes = self.secrets if secrets else self.guesses
        words = self.lexicon if secrets else self.proposed or self.lexicon
        text = said("theCodes", count=len(codes), kind=noun(self.what, 2), game=self.name)
        return said("theCodesIn", codes=text, name=words.name) if words else text

    def unknown(self, code: str, *, secret: bool = False) -> str:
        """Return the message about a code that is not a guess, or not a secret."""
        return f"unknown, expected one of {ENGLISH.written(self.codes_said(code, secrets=secret))}"

    def drawn(self, text: str) -> str:
        """Return a code, in the spelling of the game, that may be the secret of a game elsewhere.

        In games of codes, it must be a secret or a guess of this game.

        Raises
        ------
        WordError, GameError
            If the code cannot be a secret.
        """
        code = self.code(text)
        return code if code in self._place else self.secret(text)

    def may_have_been(self, code: str) -> bool:
        """Return whether a guess may have been made in a game elsewhere that allows more codes.

        Any word of the right length, letters and initial may have been: its feedback is defined.
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
            The codes to remove.
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

    @property
    def facts(self) -> GameFacts:
        """The facts about the game that results contain."""
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
    def tries(self) -> int | None:
        """The number of guesses of a player by the rules of the game; None if unlimited."""
        return None

    @cached_property
    def key(self) -> str:
        """A digest of the name of the rule and of both lists.

        Proven bounds on a game with a built-in rule are stored under this key; for any other rule,
        see `emi.questions.question.QuestionSession.key`.
        """
        # Older caches write "hard" for this restriction, once the only one; by hints, their worst
        # cases may be too high.
        named = {None: "", "possible": ", hard", "hints": ", hints 2"}
        rule = f"{self.rule_name}{named.get(self.restriction, f', {self.restriction}')}"
        text = "\n".join([rule, *self.secrets, "", *self.guesses])
        return sha256(text.encode()).hexdigest()

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
    """Return whether two values are equal; False if `==` returns no single bool, as for arrays."""
    try:
        return one is other or bool(one == other)
    except (TypeError, ValueError):
        return False
