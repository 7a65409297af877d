"""The commonest words of a language, from the package wordfreq."""

from __future__ import annotations

from emi.errors import LexiconError
from emi.reports.wording import install

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
