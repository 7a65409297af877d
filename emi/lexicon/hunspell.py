"""Read a hunspell dictionary, a ``.dic`` file and the ``.aff`` file beside it, with all its forms.

Supported: SFX and PFX rules with their conditions, cross products, a second suffix, flags of one
character, of two (``long``) or numbers (``num``), their aliases (AF), FULLSTRIP, NEEDAFFIX,
ONLYINCOMPOUND and FORBIDDENWORD. Not supported: compounds, circumfixes and two prefixes. A file
that declares COMPLEXPREFIXES is refused.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from emi.errors import LexiconError
from emi.lexicon.alphabet import MAX_LENGTH
from emi.lexicon.formats import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Flags = frozenset[str]
NO_FLAGS: Flags = frozenset()
_REFUSED = ("COMPLEXPREFIXES",)
#: The most forms of a dictionary: some dictionaries describe all words that can be built.
MOST_FORMS = 20_000_000
#: If more than this share of the stems has a capital, capitals do not mark names (German nouns).
CAPITALS = 0.2

_LINE = "the lines of a hunspell dictionary"


@dataclass(frozen=True)
class Rule:
    """One line of an affix: if a word matches `condition`, replace `strip` by `add`."""

    suffix: bool
    cross: bool
    strip: str
    add: str
    condition: re.Pattern[str]
    flags: Flags

    def apply(self, word: str, *, full_strip: bool) -> str | None:
        """Return the form of a word by this rule; None if the rule does not apply."""
        fits = word.endswith(self.strip) if self.suffix else word.startswith(self.strip)
        if (
            not fits
            or self.condition.search(word) is None
            or (self.strip == word and not full_strip)
        ):
            return None
        if self.suffix:
            return word.removesuffix(self.strip) + self.add
        return self.add + word.removeprefix(self.strip)


@dataclass
class Affixes:
    """The rules of an ``.aff`` file that determine which forms exist."""

    flag_kind: str = "char"
    full_strip: bool = False
    aliases: list[str] = field(default_factory=list)
    need_affix: str = ""
    only_in_compound: str = ""
    forbidden: str = ""
    rules: dict[str, list[Rule]] = field(default_factory=dict)

    def flags(self, text: str) -> Flags:
        """Split a string of flags, as the FLAG line of the file defines, or look up their alias."""
        if self.aliases and text.isdecimal() and 0 < int(text) <= len(self.aliases):
            text = self.aliases[int(text) - 1]
        if self.flag_kind == "long":
            return frozenset(text[i : i + 2] for i in range(0, len(text), 2))
        if self.flag_kind == "num":
            return frozenset(text.split(","))
        return frozenset(text)


def _condition(text: str, *, suffix: bool) -> re.Pattern[str]:
    """Compile a condition; only ``.``, ``[...]`` and ``[^...]`` have a special meaning."""
    parts = []
    for piece in re.findall(r"\[\^?[^\]]*\]|.", text):
        if piece == ".":
            parts.append(".")
        elif piece.startswith("[^"):
            parts.append(f"[^{re.escape(piece[2:-1])}]")
        elif piece.startswith("["):
            parts.append(f"[{re.escape(piece[1:-1])}]")
        else:
            parts.append(re.escape(piece))
    pattern = "".join(parts)
    return re.compile(pattern + r"\Z" if suffix else r"\A" + pattern)


def read_affixes(lines: Iterable[str]) -> Affixes:  # noqa: C901 - a case for each kind of line
    """Read the lines of an ``.aff`` file.

    Raises
    ------
    ValueError
        If the file uses an unsupported feature.
    """
    affixes = Affixes()
    cross: dict[tuple[str, str], bool] = {}
    counted = False
    for line in lines:
        match line.split():
            case [word, *_] if word in _REFUSED:
                raise ValueError(f"{word} in an .aff file is not supported")
            case ["AF", flags, *_]:
                # The first such line has their number.
                affixes.aliases += [flags] if counted else []
                counted = True
            case ["FLAG", kind]:
                affixes.flag_kind = kind.lower() if kind.lower() in ("long", "num") else "char"
            case ["FULLSTRIP", *_]:
                affixes.full_strip = True
            case ["NEEDAFFIX", flag]:
                affixes.need_affix = flag
            case ["ONLYINCOMPOUND", flag]:
                affixes.only_in_compound = flag
            case ["FORBIDDENWORD", flag]:
                affixes.forbidden = flag
            case ["SFX" | "PFX" as kind, flag, crossed, *_] if (kind, flag) not in cross:
                cross[kind, flag] = crossed == "Y"
            case ["SFX" | "PFX" as kind, flag, strip, added, *rest]:
                add, _, more = added.partition("/")
                if not {*add}.isdisjoint("'\N{RIGHT SINGLE QUOTATION MARK}-"):
                    # A word of a game has no apostrophe, as Italian elisions have by the million.
                    continue
                suffix = kind == "SFX"
                rule = Rule(
                    suffix=suffix,
                    cross=cross[kind, flag],
                    strip="" if strip == "0" else strip,
                    add="" if add == "0" else add,
                    condition=_condition(rest[0] if rest else ".", suffix=suffix),
                    flags=affixes.flags(more) if more else NO_FLAGS,
                )
                affixes.rules.setdefault(flag, []).append(rule)
    return affixes


def _step(affixes: Affixes, word: str, flags: Flags, *, suffix: bool) -> Iterator[tuple[str, Rule]]:
    """Yield the forms of a word by the suffix or prefix rules of some flags, with the rules."""
    for flag in flags:
        for rule in affixes.rules.get(flag, ()):
            if rule.suffix == suffix:
                form = rule.apply(word, full_strip=affixes.full_strip)
                if form is not None:
                    yield form, rule


def _chains(affixes: Affixes, stem: str, flags: Flags) -> Iterator[tuple[str, tuple[Rule, ...]]]:
    """Yield every form with its affixes, including forms that need a further affix."""
    bases: list[tuple[str, tuple[Rule, ...]]] = [(stem, ())]
    for once, first in _step(affixes, stem, flags, suffix=True):
        bases.append((once, (first,)))
        for twice, second in _step(affixes, once, first.flags, suffix=True):
            bases.append((twice, (first, second)))
    for form, used in bases:
        yield form, used
        if not all(rule.cross for rule in used):
            continue
        # A prefix is allowed by the stem or by the last suffix before it.
        before = flags | used[-1].flags if used else flags
        for prefixed, prefix in _step(affixes, form, before, suffix=False):
            if prefix.cross or not used:
                yield prefixed, (*used, prefix)
            if prefix.cross and not used:
                # A prefix may allow a suffix that the stem does not.
                for ended, suffix in _step(affixes, prefixed, prefix.flags, suffix=True):
                    if suffix.cross:
                        yield ended, (prefix, suffix)


def forms(affixes: Affixes, stem: str, flags: Flags) -> Iterator[str]:
    """Yield every form of one entry; forms with several derivations are repeated."""
    need, inside = affixes.need_affix, affixes.only_in_compound
    if affixes.forbidden in flags or inside in flags:
        return
    for form, used in _chains(affixes, stem, flags):
        if any(inside in rule.flags for rule in used):
            continue
        # NEEDAFFIX is satisfied by any part without this flag.
        if all(need in part for part in ([rule.flags for rule in used] or [flags])):
            continue
        yield form


def expand(affixes: Affixes, lines: Iterable[str]) -> dict[str, int]:
    """Return all forms of the entries of a ``.dic`` file, without forbidden words.

    Each form has the number of its line, from 1.

    Raises
    ------
    ValueError
        If there are more than `MOST_FORMS`.
    """
    line_of: dict[str, int] = {}
    forbidden: set[str] = set()
    count = 0
    entries = enumerate(lines, start=1)
    next(entries, None)
    for number, line in entries:
        # Text after a tab, or after a blank, two letters and a colon, is a description.
        entry = re.split(r"\t|\s+(?=\w\w:)", line.strip(), maxsplit=1)[0]
        stem, *rest = re.split(r"(?<!\\)/", entry, maxsplit=1)
        stem = stem.replace(r"\/", "/")
        if not stem:
            continue
        flags = affixes.flags(rest[0]) if rest else NO_FLAGS
        if affixes.forbidden in flags:
            forbidden.add(stem)
        for form in forms(affixes, stem, flags):
            count += 1
            if len(form) <= MAX_LENGTH:
                line_of.setdefault(form, number)
        if count > MOST_FORMS:
            raise ValueError(f"more than {MOST_FORMS:,} forms")
    for form in forbidden:
        line_of.pop(form, None)
    return line_of


def _read(path: str, encoding: str) -> str:
    """Return the text of a file of a dictionary."""
    missing = f"no such file: {path!r}: expected a hunspell dictionary"
    return read_text(path, _LINE, LexiconError, missing, encoding).getvalue()


def dictionary(dic: str) -> list[tuple[int, str]]:
    """Return the forms of a dictionary that may be words of games, with the lines of their stems.

    Forms with a capital count as names and are left out, unless more than a fifth of all lines
    begin with a capital.

    Raises
    ------
    LexiconError
        If a file cannot be read, or uses an unsupported feature.
    """
    beside = dic.rpartition(".")[0] + ".aff"
    if not Path(beside).exists():
        _read(dic, "latin-1")
        raise LexiconError(
            f"no such file: {beside!r}: expected the affixes of the hunspell dictionary {dic!r} "
            "beside it; a plain list has another suffix, such as .txt"
        )
    # The affixes name the encoding of both files, in plain ASCII.
    named = re.search(r"^\s*SET\s+(\S+)", _read(beside, "latin-1"), re.MULTILINE)
    encoding = named[1].lower().removeprefix("microsoft-") if named else "latin-1"
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise LexiconError(
            f"{beside!r}: unknown encoding {encoding!r} after SET, expected one such as UTF-8"
        ) from None
    lines, words = (_read(path, encoding).split("\n") for path in (beside, dic))
    try:
        line_of = expand(read_affixes(lines), words)
    except ValueError as why:
        raise LexiconError(f"{dic!r} cannot be expanded: {why}") from None
    capitals = sum(line[:1].isupper() for line in words)
    if capitals > CAPITALS * len(words):
        return [(number, form) for form, number in line_of.items()]
    return [(number, form) for form, number in line_of.items() if form == form.lower()]
