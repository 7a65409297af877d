"""The frequencies of words, from the package wordfreq."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from emi.errors import EmiError, LexiconError, WeightsError
from emi.lexicon.alphabet import FOLDED, Alphabet
from emi.reports.wording import install

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The package, and what the names of its lists begin with.
WORDFREQ = "wordfreq"
PREFIX = f"{WORDFREQ}:"
#: A usual word occurs once in a million words, or more often.
RARE = 1e-6
#: The licence of the frequencies.
LICENCE = "CC-BY-SA-4.0"


def most_used(name: str) -> list[tuple[int, str]]:
    """Return the usual words of a language with their ranks, the commonest first.

    Parameters
    ----------
    name : str
        The name of the list, such as ``wordfreq:es``.

    Raises
    ------
    LexiconError
        If wordfreq is not installed, or does not have the language.
    """
    every = _as_written(name.removeprefix(PREFIX), LexiconError)
    often = [(-share, word) for word, share in every.items() if share >= RARE]
    return [(rank, word) for rank, (_, word) in enumerate(sorted(often), start=1)]


@lru_cache
def frequencies(language: str, letters: Alphabet = FOLDED) -> Mapping[str, float]:
    """Return the frequency of each word of a language as ``letters`` reads it, spellings summed.

    Raises
    ------
    WeightsError
        If wordfreq is not installed, or does not have the language.
    """
    shares: defaultdict[str, float] = defaultdict(float)
    for spelling, share in _as_written(language, WeightsError).items():
        shares[letters.read(spelling)] += share
    return shares


def _as_written(language: str, error: type[EmiError]) -> Mapping[str, float]:
    """Return the frequency of each word of a language in the spelling of wordfreq."""
    name = PREFIX + language
    try:
        from wordfreq import available_languages, get_frequency_dict
    except ImportError:
        raise error(f"{name} needs wordfreq: {install('frequencies')}") from None
    languages = sorted(available_languages())
    if language not in languages:
        raise error(
            f"{name!r}: no such language, expected {PREFIX} and one of {', '.join(languages)}"
        )
    return get_frequency_dict(language)
