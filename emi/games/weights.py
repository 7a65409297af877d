"""The probabilities of secrets as integers, so that proven values stay exact."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, overload

from emi import arguments
from emi.errors import WeightsError
from emi.lexicon.alphabet import FOLD, KEEP, Alphabet
from emi.lexicon.builtin import is_usual
from emi.lexicon.formats import Entry, Source, entries_of, number_of, read_text
from emi.lexicon.frequency import WORDFREQ, frequencies
from emi.lexicon.load import BUILTIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from emi.games.game import Game

#: The languages of the built-in lists.
LANGUAGES = {name: "en" if name.startswith("wordle") else name for name in BUILTIN}

#: The approximate sum of scaled weights. A larger one would leave too little room for the price of
#: forbidden strategies (see `emi.search.model.cost_model`).
SCALE = 100_000_000
#: The largest sum of integers that are used unchanged.
MOST = 10**8
#: The number of invalid lines of a file that are named.
NAMED = 3
#: Up to this many candidates are listed, the likeliest first.
CANDIDATES_LISTED = 20

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
        The number of lines about words that are secrets of none of the games.

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
def read_weights(weights: str, game: Game, *, column: str | int | None = None) -> Weights:
    r"""Read the weights of the secrets of a game.

    A file has words, each with a number (such as 12, 0.5, 0,5 or 1e-3), in any of the forms that
    `emi.load` reads; a heading is skipped. Words are normalised as in a lexicon; the codes of games
    without words are not. The numbers of lines with the same normalised word are added up, as are
    the frequencies of all spellings in wordfreq. Words that are no secrets are left out.

    If each secret has a whole number above 0, and the sum is at most `MOST`, the numbers are the
    weights. Otherwise, each secret without a number, or with 0, gets half the smallest number above
    0 (wordfreq does not have some 60 % of the built-in French list). All numbers are then scaled to
    a sum of about `SCALE`, and rounded to whole numbers of at least 1.

    Parameters
    ----------
    weights : str
        ``wordfreq``, ``wordfreq:LANG``, the path of a file, or ``FILE:COLUMN`` with the heading or
        the number of the column that holds the weights. The default language is that of the game's
        lexicon or alphabet, else French. Write ``./wordfreq`` for a file of that name.
    game : Game
        The game whose secrets are weighted.
    column : str or int, optional
        The column of the words in a table, its heading, or its number from 1.

    Returns
    -------
    Weights

    Raises
    ------
    WeightsError
        If the file or language does not exist or cannot be read; if lines of the file have no
        number of at least 0, or a code that is not a secret (the message counts them, and quotes
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
    return weights_of_games(weights, [game], column)[0]


def weights_of_games(
    weights: str, games: Sequence[Game], column: str | int | None = None
) -> list[Weights]:
    """Return the weights of the secrets of each game; the file or the package is read once.

    Of several games, one whose secrets have no number gets equal weights.
    """
    source, colon, language = weights.partition(":")
    numbers = (
        _of_wordfreq(weights, language if colon else None, games)
        if source == WORDFREQ
        else _of_file(weights, games, column)
    )
    if not any(numbers.of.get(secret) for game in games for secret in game.secrets):
        raise WeightsError(f"{numbers.name}: every weight is 0, expected at least one above 0")
    return [_weights(numbers, game.secrets) for game in games]


class _Numbers(NamedTuple):
    """The numbers of words; also how often a spelling is repeated, and the lines left out."""

    name: str
    of: Mapping[str, Fraction | float]
    repeated: Mapping[str, int] = {}
    others: int = 0


def _entries(
    shown: str, games: Sequence[Game], column: str | int | None
) -> tuple[str, list[Entry]]:
    """Return the name of a file, and its words with their numbers as they are written."""
    file, colon, numbers = shown.rpartition(":")
    if not (colon and file and numbers and Path(file).exists()) or Path(shown).exists():
        file, numbers = shown, ""
    no_name = f"no such file: {file!r}: expected {WORDFREQ}, or a text file, {_LINE}"
    text = read_text(file, _LINE, WeightsError, no_name).getvalue()
    column_name = None if column is None else str(column)
    source = Source(file, text, column_name, WeightsError, pairs=True, numbers=numbers or None)
    listed = entries_of(source)
    first = listed[0] if listed else Entry(0, "")
    headed = first.number and number_of(first.number) is None
    if headed and not any(game.code(first.word) in game.secrets for game in games):
        listed = listed[1:]
    if not listed:
        raise WeightsError(f"{file!r} holds only comments: expected {_LINE}")
    return Path(file).name, listed


def _of_file(shown: str, games: Sequence[Game], column: str | int | None) -> _Numbers:
    numbers: defaultdict[str, Fraction] = defaultdict(Fraction)
    spelled: defaultdict[str, Counter[str]] = defaultdict(Counter)
    secrets = {secret for game in games for secret in game.secrets}
    letters, amiss, others = games[0].alphabet, list[str](), 0
    name, listed = _entries(shown, games, column)
    for line, spelling, number in listed:
        word = spelling if letters is None else letters.read(spelling)
        reason = _why_not(word, number)
        if not reason and word not in secrets:
            others += 1
            if not word or letters is None:
                reason = f"{word or repr(word)} is not among the secrets of {games[0].name}"
        if reason:
            amiss.append(f"line {line}: {reason}")
        elif word in secrets:
            # Fractions have the same sum in any order, and never overflow.
            numbers[word] += number_of(number) or 0
            spelled[word][spelling] += 1
    if amiss:
        were = "weight is" if len(amiss) == 1 else "weights are"
        more = [f"and {len(amiss) - NAMED:,} more"] if len(amiss) > NAMED else []
        named = "; ".join([*amiss[:NAMED], *more])
        raise WeightsError(f"{shown}: {len(amiss):,} {were} not usable: {named}")
    if not numbers:
        of = games[0].name if len(games) == 1 else f"the {len(games)} games"
        raise WeightsError(
            f"{shown}: none of its {len(listed):,} words is a secret of {of}, such as "
            f"{games[0].secrets[0]}"
        )
    repeated = {word: each.total() - len(each) for word, each in spelled.items()}
    return _Numbers(name, numbers, repeated, others)


def _of_wordfreq(shown: str, language: str | None, games: Sequence[Game]) -> _Numbers:
    game = games[0]
    if game.alphabet is None or game.kind != "words":
        raise WeightsError(
            f"the secrets of {game.name} are {game.kind}, expected words", weights=shown
        )
    language = _language_of(game, game.alphabet) if language is None else language
    known, name = frequencies(language, game.alphabet), f"{WORDFREQ} {language}"
    if not any(secret in known for game in games for secret in game.secrets):
        count = sum(len(game.secrets) for game in games)
        of = game.name if len(games) == 1 else f"the {len(games)} games"
        raise WeightsError(
            f"{name} knows none of the {count:,} secrets of {of}, expected one or more",
            weights=shown,
        )
    return _Numbers(name, known)


def _language_of(game: Game, letters: Alphabet) -> str:
    """Return the language of the list of a game, else of its alphabet, else of the default list."""
    own = "" if game.lexicon is None else game.lexicon.name
    of_letters = letters.name.partition("+")[0]
    return LANGUAGES.get(own, BUILTIN[0] if of_letters in {FOLD, KEEP} else of_letters)


def _weights(numbers: _Numbers, secrets: Sequence[str]) -> Weights:
    """Return the weights of secrets from their numbers; equal ones if there is none above 0."""
    each = [Fraction(numbers.of.get(secret, 0)) for secret in secrets]
    smoothed = sum(not number for number in each)
    if all(number and number.denominator == 1 for number in each) and sum(each) <= MOST:
        of = tuple(map(int, each))
    else:
        half = min((number for number in each if number), default=Fraction(2)) / 2
        smooth = [number or half for number in each]
        # Without any number, all weights are 1.
        scale = SCALE / sum(smooth, Fraction()) if smoothed < len(each) else Fraction(1)
        of = tuple(max(1, round(number * scale)) for number in smooth)
    repeated = sum(numbers.repeated.get(secret, 0) for secret in secrets)
    return Weights(numbers.name, of, smoothed, repeated, numbers.others)


def _why_not(word: str, number: str) -> str | None:
    """Return the reason why an entry is invalid; None if its number is valid."""
    if not number:
        return f"{word} has no number"
    value = number_of(number)
    if value is None:
        return f"{word}: {number!r} is not a number"
    return f"{word}: {number} is negative" if value < 0 else None


def likeliest(
    game: Game, possible: Sequence[str], weights: Sequence[int] | None
) -> tuple[str, ...]:
    """Return candidates, the likeliest first; empty if there are more than `CANDIDATES_LISTED`."""
    if len(possible) > CANDIDATES_LISTED:
        return ()
    weight = dict(zip(possible, weights or (), strict=False))

    def unlikely(word: str) -> tuple[int, bool]:
        return -weight.get(word, 0), not is_usual_in(game, word)

    return tuple(sorted(possible, key=unlikely))


def is_usual_in(game: Game, word: str) -> bool | None:
    """Return whether a word is usual in its language; None without a list of such words."""
    return is_usual(game.proposed or game.lexicon or game.source, word)
