"""Results about files: word lists, certificates, caches and kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.results.base import HIDDEN, Tabular, fact

if TYPE_CHECKING:
    from emi.results.base import GameFacts
    from emi.search.model.bounds import Bounds


@dataclass(frozen=True)
class LengthCount:
    """The number of words with one initial and one length."""

    initial: str
    length: int
    words: int


@dataclass(frozen=True)
class ListFinding:
    """A line of a word list that adds no word: its number, its spelling, and why.

    Examples
    --------
    >>> print(ListFinding(3, "A-B", "has a character other than a letter"))
    line 3: 'A-B': has a character other than a letter
    """

    line: int
    text: str
    finding: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text!r}: {self.finding}"


@dataclass(frozen=True)
class LexiconCheck(Tabular):
    """A word list file with the reason for each line that adds no word.

    Attributes
    ----------
    name : str
    words : int
    rejected, normalised : dict of str to int
        As in `LexiconSummary`.
    findings : tuple of ListFinding
    """

    name: str
    words: int
    rejected: dict[str, int]
    normalised: dict[str, int]
    findings: tuple[ListFinding, ...]


@dataclass(frozen=True, repr=False)
class LexiconSummary(Tabular):
    """The contents and the source of a word list.

    Attributes
    ----------
    name : str
    words : int
    licence, source, digest : str
    counts : tuple of LengthCount
        The number of words by initial and length, without zeros.
    rejected, normalised : dict of str to int
        The number of rejected and of changed lines of a file, by reason.
    alphabet : str
    bent : int
        As in `GameFacts`.
    """

    name: str
    words: int
    licence: str
    source: str
    digest: str
    counts: tuple[LengthCount, ...]
    rejected: dict[str, int]
    normalised: dict[str, int]
    alphabet: str = "fold"
    bent: int = 0

    def __repr__(self) -> str:
        return f"<LexiconSummary of {self.name}: {self.words} words>"


@dataclass(frozen=True)
class Certified(Tabular):
    """A game with its certificate; `blob` is emptied once the certificate is in a file.

    Attributes
    ----------
    game : GameFacts
    objective : str
        The name of the objective.
    bounds : Bounds or None
        The proven bounds on the value; None for a Pareto front, which has several values.
    weight : int or None
        The sum of the weights of all secrets, if there are weights.
    blob : bytes
        The compressed certificate.
    path : str
        The file; empty until it is written.
    size : int
        The size of the file in bytes.
    unit : str
        What follows the value in a sentence; empty for a worst case.
    """

    game: GameFacts
    objective: str
    bounds: Bounds | None
    weight: int | None
    blob: bytes = field(repr=False, metadata=HIDDEN)
    path: str = ""
    size: int = 0
    unit: str = field(default="", metadata=HIDDEN)


@dataclass(frozen=True, repr=False)
class Verdict(Tabular):
    """The verdict of the checker on a certificate.

    Attributes
    ----------
    path : str
        The file.
    accepted : bool or None
        Whether the certificate proves its claim; None if the file is not a certificate, or not one
        for these words.
    game : str
        The game of an accepted certificate; else empty.
    claim : str
        The proven claim, such as ``7 (613 words)``; empty unless accepted.
    reason : str
        The reason for a refusal, with the file name; empty if accepted.
    """

    path: str
    accepted: bool | None
    game: str = ""
    claim: str = ""
    reason: str = ""

    def __str__(self) -> str:
        if self.accepted is None:
            return self.reason
        return f"OK {self.game}: {self.claim}" if self.accepted else f"FAILED {self.reason}"

    def __repr__(self) -> str:
        return f"<Verdict: {self}>"


@dataclass(frozen=True)
class Status:
    """The progress of one question.

    Attributes
    ----------
    question : str
        The game, its objective and its options; the beginning of the key if the label is missing.
    bounds : Bounds or None
        Bounds on the value; None if there are none yet.
    kept : int
        The number of recorded bounds on sets.
    settled : int or None
        The number of first guesses that are ruled out: proven not to improve on the best strategy
        found. None if not recorded: a worst case is refuted for all first guesses together.
    guesses : int or None
        The number of first guesses to try; None if not recorded.
    idle : float
        The seconds since the last record.
    rate : float or None
        Recorded bounds per minute in the last minutes; None if the records are too few or too
        close together.
    """

    question: str
    bounds: Bounds | None
    kept: int
    settled: int | None
    guesses: int | None
    idle: float
    rate: float | None

    @fact
    def proven(self) -> bool:
        """Whether the value is proven."""
        return self.bounds is not None and self.bounds.proven

    @fact
    def share(self) -> float | None:
        """The share of the first guesses that is ruled out; None if unknown."""
        if self.settled is None or not self.guesses:
            return None
        return self.settled / self.guesses


@dataclass(frozen=True)
class CacheInfo(Tabular):
    """The folder and the contents of a cache.

    Attributes
    ----------
    folder : str
    games, records : int
        The number of games in the cache, and of all their records.
    size : int
        The size on disk in bytes; 0 if there is no cache yet.
    """

    folder: str
    games: int = 0
    records: int = 0
    size: int = 0


@dataclass(frozen=True)
class Merged(Tabular):
    """The result of merging caches.

    Attributes
    ----------
    questions : int
        The number of different questions in the sources.
    bounds, strategies, first_guesses : int
        The number of new bounds, new strategies, and new records of first guesses.
    contradictions : tuple of str
        A line for each pair of bounds that contradict each other; neither is kept.
    damaged : tuple of str
        A line for each damaged source, of which the damaged part was skipped.
    folder : str
        The target cache.
    """

    questions: int = 0
    bounds: int = 0
    strategies: int = 0
    first_guesses: int = 0
    contradictions: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    folder: str = ""


@dataclass(frozen=True)
class Verified(Tabular):
    """The result of verifying a cache.

    Attributes
    ----------
    questions, records, bounds, strategies : int
        The number of each that are valid. A record holds several bounds, a strategy, or values of
        first guesses.
    faults : tuple of str
        A line for each fault.
    repaired : bool
        Whether the faulty records were dropped.
    """

    questions: int = 0
    records: int = 0
    bounds: int = 0
    strategies: int = 0
    faults: tuple[str, ...] = ()
    repaired: bool = False


@dataclass(frozen=True)
class Cleared(Tabular):
    """The result of clearing a cache: its folder, and the number of removed records."""

    folder: str
    records: int = 0


@dataclass(frozen=True)
class Compiled(Tabular):
    """The result of making all kernels ready.

    Attributes
    ----------
    seconds : float
        The time taken.
    anew : bool
        Whether any kernel was compiled; otherwise all were loaded.
    """

    seconds: float
    anew: bool
