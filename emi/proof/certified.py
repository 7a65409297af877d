"""The game that a certificate is about, from what the file says: a rule, secrets and guesses.

Plain Python over `emi.games.feedback`, as the checker that reads it.
"""

from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from itertools import permutations, product
from math import perm
from typing import Any, NamedTuple

from emi.errors import CertificateError
from emi.games.feedback import BULLS_COWS, clue, letters_shared, pegs
from emi.lexicon.load import Lexicon

#: The feedback rules by their names.
RULES: dict[str, Callable[[str, str], str]] = {
    "motus": clue,
    "wordle": clue,
    "jotto": letters_shared,
    "mastermind": pegs,
    "moo": partial(pegs, marks=BULLS_COWS),
}
#: A file may claim any size; codes of more pegs, or more codes, are not made for it.
MOST_PEGS, MOST_CODES = 64, 1_000_000


class Certified(NamedTuple):
    """A game.

    Parameters
    ----------
    name : str
    kind : str
        What its secrets are, in the plural.
    feedback : callable
        The rule, for two codes that differ.
    secrets, guesses : tuple of str
        In alphabetical order.
    """

    name: str
    kind: str
    feedback: Callable[[str, str], str]
    secrets: tuple[str, ...]
    guesses: tuple[str, ...]


def digest(codes: Iterable[str]) -> str:
    r"""Return the SHA-256 of codes in alphabetical order, one a line.

    Examples
    --------
    >>> digest(["B", "A"]) == sha256(b"A\nB").hexdigest()
    True
    """
    return sha256("\n".join(sorted(codes)).encode()).hexdigest()


def game_of(
    data: dict[str, Any], lexicon: Lexicon | None, secrets: Lexicon | None, guesses: Lexicon | None
) -> Certified:
    """Return the game of a certificate.

    Parameters
    ----------
    data : dict
        What the file holds.
    lexicon, secrets, guesses : Lexicon or None
        Where its words may be from: a lexicon, or two lists.

    Raises
    ------
    CertificateError
        If it is for another lexicon or for lists that are not given, of an unknown rule, or too
        large. Whatever is missing or of the wrong type raises KeyError or TypeError.
    """
    rule = data["rule"]
    if rule not in RULES:
        raise CertificateError(f"rule {rule!r:.40}, expected one of {', '.join(RULES)}")
    feedback = RULES[rule]
    if rule in {"mastermind", "moo"}:
        name, codes = _pegs(rule, data["pegs"], data["symbols"])
        return Certified(name, "codes", feedback, codes, codes)
    if rule == "motus" or (rule == "jotto" and "lexicon" in data):
        named = data["lexicon"]
        source = _given(f"lexicon {named['name']!r:.60}", named, lexicon)
        initial, length = (data["initial"] if rule == "motus" else None), data["length"]
        words = source.cell(initial, length)
        name = f"{initial or ''}{length}" if rule == "motus" else rule
        return Certified(name, "words", feedback, words, words)
    first = _given("a list of secrets", data["secrets"], secrets)
    second = _given("a list of guesses", data["guesses"], guesses)
    return Certified(rule, "words", feedback, first.words, second.words)


def _pegs(rule: str, size: int, symbols: str) -> tuple[str, tuple[str, ...]]:
    """Return the name and the codes of a game with pegs, none before it is clear how many."""
    if type(size) is not int or type(symbols) is not str or not symbols.isprintable():
        raise TypeError("pegs or symbols")
    if not 1 <= size <= MOST_PEGS or len(set(symbols)) < len(symbols):
        raise CertificateError(
            f"{size!r:.20} pegs of {symbols!r:.40}: expected 1 to {MOST_PEGS}, and symbols that "
            "differ"
        )
    name = f"{rule}:{size}x{len(symbols)}"
    number = perm(len(symbols), size) if rule == "moo" else len(symbols) ** size
    if number > MOST_CODES:
        raise CertificateError(f"{name}: too large, expected at most {MOST_CODES:,} codes")
    made = permutations(symbols, size) if rule == "moo" else product(symbols, repeat=size)
    return name, tuple(sorted(map("".join, made)))


def _given(what: str, named: dict[str, Any], given: Lexicon | None) -> Lexicon:
    """Return the words that are given, if they are those that the file names."""
    made_for = f"made for {what} ({str(named['digest'])[:12]!r})"
    if given is None:
        raise CertificateError(f"{made_for}, expected that to be given")
    if given.digest != named["digest"]:
        raise CertificateError(f"{made_for}, expected {given.name} ({given.digest[:12]})")
    return given
