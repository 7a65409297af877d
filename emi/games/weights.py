"""The probabilities of secrets as integers, so that proven values stay exact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, overload

from emi import arguments
from emi.errors import WeightsError
from emi.lexicon.formats import Entry, Source, entries_of, number_of, read_text
from emi.lexicon.frequency import frequencies
from emi.lexicon.load import BUILTIN

if TYPE_CHECKING:
    from emi.games.game import Game

WORDFREQ = "wordfreq"
#: The languages of the built-in lists.
LANGUAGES = {name: "en" if name.startswith("wordle") else name for name in BUILTIN}

#: The approximate sum of scaled weights. A larger one would leave too little room for the price of
#: forbidden strategies (see `emi.search.model.cost_model`).
SCALE = 100_000_000
#: The largest sum of integers that are used unchanged.
MOST = 10**8
#: The number of invalid lines of a file that are named.
NAMED = 3

_LINE = "a word and a number a line"


@dataclass(frozen=True, repr=False)
class Weights(Sequence[int]):
    """The weights of the secrets of a game: a sequence of integers.

    Values proven for these weights are exact, as the weights are integers.

    Attributes
    ----------
    name : str
        The source, such as ``wordfreq fr`` or a file name.
    of : tuple of int
        The weight of each secret in the order of the game, at least 1.
    smoothed : int
        The number of secrets without a number, or with 0.
    repeated : int
        The number of lines that repeat the word of an earlier line with the same spelling.
    others : int
        The number of lines about words that are no secrets, as of other cells.

    Examples
    --------
    >>> weights = Weights("by hand", (6, 3, 1), smoothed=0)
    >>> weights.total, list(weights)
    (10, [6, 3, 1])
    """

    name: str
    of: tuple[int, ...]
    smoothed: int
    repeated: int = field(default=0, compare=False)
    others: int = field(default=0, compare=False)

    @property
    def total(self) -> int:
        """The sum of all weights; a secret has the probability weight / total."""
        return sum(self.of)

    def __len__(self) -> int:
        return len(self.of)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[int, ...]: ...
    def __getitem__(self, place: int | slice) -> int | tuple[int, ...]:
        return self.of[place]

    def __repr__(self) -> str:
        return f"<Weights {self.name}: {len(self):,} secrets, {self.total:,} in all>"


@arguments.checked
def read_weights(weights: str, game: Game) -> Weights:
    r"""Read the weights of the secrets of a game.

    A file has a word and a number (such as 12, 0.5 or 1e-3) per line, separated by a tab, comma,
    semicolon or blanks. Blank lines and lines that start with ``#`` are skipped. Words are
    normalised as in a lexicon; codes of other games are not changed. The numbers of lines with the
    same normalised word are added up, as are the frequencies of all spellings in wordfreq.

    If each secret has a whole number above 0, and the sum is at most `MOST`, the numbers are the
    weights. Otherwise, each secret without a number, or with 0, gets half the smallest number above
    0 (wordfreq does not have some 60 % of the built-in French list). All numbers are then scaled to
    a sum of about `SCALE`, and rounded to whole numbers of at least 1.

    Parameters
    ----------
    weights : str
        ``wordfreq``, ``wordfreq:LANG`` or the path of a text file in UTF-8, plain, ``.gz`` or
        ``.xz``. LANG is a language of the built-in lists; the default is the language of the game's
        lexicon if it is built in, else French. Write ``./wordfreq`` for a file of that name.
    game : Game

    Returns
    -------
    Weights

    Raises
    ------
    WeightsError
        If the file or language does not exist or cannot be read; if lines of the file have no
        number of at least 0, or a word that is not a secret (the message counts them, and quotes
        the first three); or if no secret has a number above 0.

    Examples
    --------
    >>> import tempfile
    >>> from emi import Motus
    >>> game = Motus(["COEUR", "MATIN", "PESEE"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "weights.tsv"
    ...     _ = path.write_text("cœur\t3\nmatin\t1", encoding="utf-8")
    ...     found = read_weights(str(path), game)
    >>> found.name, found.of, found.smoothed
    ('weights.tsv', (66666667, 22222222, 11111111), 1)
    """
    source, colon, language = weights.partition(":")
    if source == WORDFREQ:
        return _of_wordfreq(weights, language if colon else None, game)
    return _of_file(weights, game)


def _entries(shown: str, game: Game) -> list[Entry]:
    """Return the words of a file and their numbers as they are written, without a heading."""
    no_name = f"no such file: {shown!r}: expected {WORDFREQ}, or a text file, {_LINE}"
    text = read_text(shown, _LINE, WeightsError, no_name).getvalue()
    listed = entries_of(Source(shown, text, None, WeightsError, pairs=True))
    first = listed[0] if listed else Entry(0, "")
    headed = first.number and number_of(first.number) is None
    if headed and game.code(first.word) not in game.secrets:
        return listed[1:]
    return listed


def _of_file(shown: str, game: Game) -> Weights:
    numbers: defaultdict[str, Fraction] = defaultdict(Fraction)
    secrets = frozenset(game.secrets)
    count = others = 0
    amiss, spelled = [], list[str]()
    listed = _entries(shown, game)
    for line, spelling, number in listed:
        word = spelling if game.alphabet is None else game.alphabet.read(spelling)
        reason = _why_not(word, number)
        if not reason and word not in secrets:
            others += 1
            reason = _stray(word, game)
        if reason:
            count += 1
            if count <= NAMED:
                amiss.append(f"line {line}: {reason}")
        elif word in secrets:
            # Fractions have the same sum in any order, and never overflow.
            numbers[word] += number_of(number) or 0
            spelled.append(spelling)
    if count:
        were = "weight is" if count == 1 else "weights are"
        more = [f"and {count - NAMED:,} more"] if count > NAMED else []
        raise WeightsError(f"{shown}: {count:,} {were} not usable: {'; '.join([*amiss, *more])}")
    if not listed:
        raise WeightsError(f"{shown!r} holds only comments: expected {_LINE}")
    if not spelled:
        raise WeightsError(
            f"{shown}: none of its {len(listed):,} words is a secret of {game.name}, such as "
            f"{game.secrets[0]}"
        )
    if not any(numbers.values()):
        raise WeightsError(f"{shown}: every weight is 0, expected at least one above 0")
    found = _weights(Path(shown).name, [numbers[secret] for secret in game.secrets])
    return replace(found, repeated=len(spelled) - len({*spelled}), others=others)


def _of_wordfreq(shown: str, language: str | None, game: Game) -> Weights:
    if language is None:
        own = "" if game.lexicon is None else game.lexicon.name
        language = LANGUAGES.get(own, BUILTIN[0])
    if language not in LANGUAGES.values():
        choice = ", ".join(f"{WORDFREQ}:{name}" for name in dict.fromkeys(LANGUAGES.values()))
        raise WeightsError(f"expected {WORDFREQ} or one of {choice}", weights=shown)
    if game.kind != "words":
        raise WeightsError(
            f"the secrets of {game.name} are {game.kind}, expected words", weights=shown
        )
    known = frequencies(language)
    name = f"{WORDFREQ} {language}"
    numbers = [Fraction(known.get(secret, 0)) for secret in game.secrets]
    if not any(numbers):
        raise WeightsError(
            f"{name} knows none of the {len(numbers):,} secrets of {game.name}, expected one or "
            "more",
            weights=shown,
        )
    return _weights(name, numbers)


def _weights(name: str, numbers: Sequence[Fraction]) -> Weights:
    """Return weights from the number of each secret; at least one must be above 0."""
    if all(number and number.denominator == 1 for number in numbers) and sum(numbers) <= MOST:
        of = tuple(map(int, numbers))
    else:
        half = min(number for number in numbers if number) / 2
        smooth = [number or half for number in numbers]
        scale = SCALE / sum(smooth, Fraction())
        of = tuple(max(1, round(number * scale)) for number in smooth)
    return Weights(name, of, smoothed=sum(not number for number in numbers))


def _stray(word: str, game: Game) -> str:
    """Return why a word that is no secret is invalid; empty of a list for several games."""
    if word and game.alphabet is not None:
        return ""
    return f"{word or repr(word)} is not among the secrets of {game.name}"


def _why_not(word: str, number: str) -> str | None:
    """Return the reason why an entry is invalid; None if its number is valid."""
    if not number:
        return f"{word} has no number"
    value = number_of(number)
    if value is None:
        return f"{word}: {number!r} is not a number"
    return f"{word}: {number} is negative" if value < 0 else None
