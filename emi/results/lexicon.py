"""The contents of a word list."""

from __future__ import annotations

from dataclasses import dataclass

from emi.results.shown import Shown


@dataclass(frozen=True)
class LengthCount:
    """The number of words with one initial and one length."""

    initial: str
    length: int
    words: int


@dataclass(frozen=True)
class LexiconCheck(Shown):
    """A word list file with the reason for each line that adds no word.

    Attributes
    ----------
    name : str
    words : int
    rejected, normalised : dict of str to int
        As in `LexiconSummary`.
    findings : tuple of str
        A message for each such line, with its line number.
    """

    name: str
    words: int
    rejected: dict[str, int]
    normalised: dict[str, int]
    findings: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class LexiconSummary(Shown):
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
