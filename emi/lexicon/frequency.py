"""How often people use words, from the package wordfreq."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from emi.errors import LexiconError, WeightsError
from emi.lexicon.alphabet import FOLDED
from emi.reports.wording import install

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What the name of such a list begins with.
PREFIX = "wordfreq:"
#: A common word occurs once in a million words, or more often.
RARE = 1e-6
#: The licence of the frequencies.
LICENCE = "CC-BY-SA-4.0"


def most_used(shown: str) -> list[tuple[int, str]]:
    """Return the common words of a language with their ranks, the commonest first.

    Parameters
    ----------
    shown : str
        The name of the list, such as ``wordfreq:es``.

    Raises
    ------
    LexiconError
        If wordfreq is not installed, or does not have the language.
    """
    try:
        from wordfreq import available_languages, get_frequency_dict
    except ImportError:
        raise LexiconError(f"{shown} needs wordfreq: {install('frequencies')}") from None
    language, known = shown.removeprefix(PREFIX), sorted(available_languages())
    if language not in known:
        raise LexiconError(
            f"{shown!r}: no such language, expected {PREFIX} and one of {', '.join(known)}"
        )
    often = [(-each, word) for word, each in get_frequency_dict(language).items() if each >= RARE]
    return [(rank, word) for rank, (_, word) in enumerate(sorted(often), start=1)]


@lru_cache
def frequencies(language: str) -> Mapping[str, float]:
    """Return the frequency of each word of a language in the spelling of games, without accents."""
    try:
        from wordfreq import get_frequency_dict
    except ImportError:
        raise WeightsError(f"word frequencies need wordfreq: {install('frequencies')}") from None
    known: defaultdict[str, float] = defaultdict(float)
    for spelling, frequency in get_frequency_dict(language).items():
        known[FOLDED.read(spelling)] += frequency
    return known
