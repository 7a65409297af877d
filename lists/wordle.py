"""Choose the words of Wordle from free word lists.

The sources are SCOWL in several sizes (Debian), and the list of the game Letterpress (npm
``word-list``). Three lists are made of them:

``wordle-all``
    Every word of five letters in a source.
``wordle-guesses``
    Words in both sources. A site rejects next to none of them, so these are advised.
``wordle``
    The secrets: those guesses that people know, without inflected forms and names.
"""

from __future__ import annotations

import unicodedata
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from emi.lexicon.alphabet import FOLDED
from emi.lexicon.frequency import frequencies
from lists.packages import debian, npm, wordfreq

if TYPE_CHECKING:
    from collections.abc import Iterator

LENGTH = 5

#: The sizes of SCOWL by the names of their packages: 35, 60 and 70, of which 60 is the usual one.
SIZES = ("-small", "", "-large")
#: The largest size, 95.
LARGEST = "-insane"
#: The package with the words of the game Letterpress, and its version.
LETTERPRESS = ("word-list", "4.1.0")
#: Words that SCOWL adds from size 60 to 70 are known if they occur once in ten million words.
KNOWN = 1e-7

_SPELLED = "words of five letters, accents stripped, ligatures expanded, upper case"
CHANGED = {
    "wordle": f"{_SPELLED}; only those in both sources that people know, that is those of size 60 "
    f"of SCOWL, and those of size 70 that occur once in {round(1 / KNOWN):,} words; no plurals in "
    "S, no past tenses in ED, and no names.",
    "wordle-guesses": f"{_SPELLED}; only those in both sources.",
    "wordle-all": f"{_SPELLED}.",
}
WORD_LIST = """\
The npm package word-list has the words of the game Letterpress, which are in the public domain
(CC0 1.0), without words that may offend. Its notice:
"""


@dataclass
class Scowl:
    """The words and names of a size of SCOWL, in the spelling of games."""

    words: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def add(self, text: str) -> None:
        """Add the lines of a file: a capital marks a name, and apostrophes and hyphens no word."""
        for line in text.splitlines():
            if unicodedata.normalize("NFC", line).isalpha():
                (self.words if line == line.lower() else self.names).add(FOLDED.read(line))


def stems(word: str) -> Iterator[str]:
    """Yield the words that a plural in S or a past tense in ED may be formed from."""
    if word.endswith("S") and not word.endswith("SS"):
        yield word[:-1]
        if word.endswith("ES"):
            yield word[:-2]
        if word.endswith("IES"):
            yield word[:-3] + "Y"
    elif word.endswith("ED"):
        yield from (word[:-1], word[:-2])
        if word.endswith("IED"):
            yield word[:-3] + "Y"
        if word[-3] == word[-4]:
            yield word[:-3]


def choose(sizes: dict[str, Scowl], letterpress: set[str], often: set[str]) -> dict[str, set[str]]:
    """Return the words of each list.

    Parameters
    ----------
    sizes : dict of str to Scowl
        The sizes of SCOWL by the names of their packages, the smallest first.
    letterpress : set of str
        The words of the other source.
    often : set of str
        The words that occur at least as often as `KNOWN` says.

    Examples
    --------
    >>> small, usual = Scowl({"CHAIR", "PAIR"}, {"HENRY"}), Scowl({"CHAIR", "PAIR", "XTERM"})
    >>> large = Scowl({"CHAIR", "PAIRS", "PAIR", "HENRY", "XTERM", "UMBRA"})
    >>> lists = choose({"-small": small, "": usual, "-large": large, "-insane": large},
    ...                {"CHAIR", "HENRY", "PAIR", "PAIRS", "UMBRA", "ZAXES"}, {"HENRY"})
    >>> sorted(lists["wordle"]), sorted(lists["wordle-guesses"])
    (['CHAIR'], ['CHAIR', 'HENRY', 'PAIRS', 'UMBRA'])
    >>> sorted(lists["wordle-all"] - lists["wordle-guesses"])
    ['XTERM', 'ZAXES']
    """
    scowl = set().union(*(size.words for size in sizes.values()))
    usual = sizes[""].words
    every = {word for word in scowl | letterpress if len(word) == LENGTH and word.isascii()}
    guesses = every & scowl & letterpress
    named: set[str] = set()
    known: set[str] = set()
    for size in SIZES:
        # A name that a smaller size has is better known than the word of the same letters.
        known |= sizes[size].words - named
        named |= sizes[size].names
    secrets = {
        word
        for word in guesses & known
        if (word in usual or word in often)
        and not any(stem in usual and stem in letterpress for stem in stems(word))
    }
    return {"wordle": secrets, "wordle-guesses": guesses, "wordle-all": every}


def wordle_lists() -> Iterator[tuple[str, set[str], str]]:
    """Yield the name, the words and the licence text of each list."""
    ranks, frequency_notice = wordfreq()
    often = {word for word, share in frequencies("en").items() if share >= KNOWN}
    sizes: dict[str, Scowl] = {}
    with ExitStack() as stack:
        for size in (*SIZES, LARGEST):
            sizes[size] = Scowl()
            for country in ("american", "british", *["canadian"] * (size == LARGEST)):
                scowl = stack.enter_context(debian(f"w{country}{size}"))
                sizes[size].add(scowl.read(f"usr/share/dict/{country}-english{size}"))
        other = stack.enter_context(npm(*LETTERPRESS))
        chosen = choose(sizes, {line.upper() for line in other.read("words.txt").split()}, often)
        both = f"SCOWL (Debian wamerican-insane and others, {scowl.version}) and {other}"
        notices = f"{scowl.notice().strip()}\n\n{WORD_LIST}\n{other.notice().strip()}\n"
    for name, words in chosen.items():
        made_from, end = (
            (f"{both}, {ranks}", f"\n{frequency_notice}") if name == "wordle" else (both, "")
        )
        yield name, words, f"Made from {made_from}.\nChanged: {CHANGED[name]}\n\n{notices}{end}"
