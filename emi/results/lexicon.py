"""What a word list holds."""

from __future__ import annotations

from dataclasses import dataclass

from emi.results.shown import Shown


@dataclass(frozen=True)
class LengthCount:
    """How many words of one initial and one length there are."""

    initial: str
    length: int
    words: int


@dataclass(frozen=True)
class LexiconCheck(Shown):
    """What each line of a file that adds no word is rejected for.

    Attributes
    ----------
    name : str
    words : int
    rejected, normalised : dict of str to int
        As of `LexiconSummary`.
    findings : tuple of str
        One for each such line, with its number.
    """

    name: str
    words: int
    rejected: dict[str, int]
    normalised: dict[str, int]
    findings: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class LexiconSummary(Shown):
    """What a word list holds, and where it is from.

    Attributes
    ----------
    name : str
    words : int
    licence, source, digest : str
    counts : tuple of LengthCount
        By initial and length; none of these is empty.
    rejected, normalised : dict of str to int
        How many lines of a file were rejected and changed, by remark.
    """

    name: str
    words: int
    licence: str
    source: str
    digest: str
    counts: tuple[LengthCount, ...]
    rejected: dict[str, int]
    normalised: dict[str, int]

    def __repr__(self) -> str:
        return f"<LexiconSummary of {self.name}: {self.words} words>"
