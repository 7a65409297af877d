"""Expand a Hunspell dictionary (a ``.dic`` file and its ``.aff`` file) to all inflected forms.

Supported: SFX and PFX rules with their conditions, cross products, a second suffix, flags of one
character, of two (``long``) or numbers (``num``), FULLSTRIP, NEEDAFFIX, ONLYINCOMPOUND and
FORBIDDENWORD. Not supported: compounds, circumfixes, aliases (AF) and two prefixes. A file that
declares AF or COMPLEXPREFIXES is rejected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Flags = frozenset[str]
NO_FLAGS: Flags = frozenset()
_REFUSED = ("AF", "COMPLEXPREFIXES")


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
        if self.condition.search(word) is None or (self.strip == word and not full_strip):
            return None
        if self.suffix:
            return word.removesuffix(self.strip) + self.add if word.endswith(self.strip) else None
        return self.add + word.removeprefix(self.strip) if word.startswith(self.strip) else None


@dataclass
class Affixes:
    """The rules of an ``.aff`` file that determine which forms exist."""

    flag_kind: str = "char"
    full_strip: bool = False
    need_affix: str = ""
    only_in_compound: str = ""
    forbidden: str = ""
    rules: dict[str, list[Rule]] = field(default_factory=dict)

    def flags(self, text: str) -> Flags:
        """Split a string of flags, as the FLAG line of the file defines."""
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


def read_affixes(lines: Iterable[str]) -> Affixes:
    """Read the lines of an ``.aff`` file.

    Raises
    ------
    ValueError
        If the file uses an unsupported feature.
    """
    found = Affixes()
    cross: dict[tuple[str, str], bool] = {}
    for line in lines:
        match line.split():
            case [word, *_] if word in _REFUSED:
                raise ValueError(f"{word} in an .aff file is not supported")
            case ["FLAG", kind]:
                found.flag_kind = kind.lower() if kind.lower() in ("long", "num") else "char"
            case ["FULLSTRIP", *_]:
                found.full_strip = True
            case ["NEEDAFFIX", flag]:
                found.need_affix = flag
            case ["ONLYINCOMPOUND", flag]:
                found.only_in_compound = flag
            case ["FORBIDDENWORD", flag]:
                found.forbidden = flag
            case ["SFX" | "PFX" as kind, flag, crossed, _] if (kind, flag) not in cross:
                cross[kind, flag] = crossed == "Y"
            case ["SFX" | "PFX" as kind, flag, strip, added, *rest]:
                add, _, more = added.partition("/")
                suffix = kind == "SFX"
                rule = Rule(
                    suffix=suffix,
                    cross=cross[kind, flag],
                    strip="" if strip == "0" else strip,
                    add="" if add == "0" else add,
                    condition=_condition(rest[0] if rest else ".", suffix=suffix),
                    flags=found.flags(more) if more else NO_FLAGS,
                )
                found.rules.setdefault(flag, []).append(rule)
    return found


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


def expand(affixes: Affixes, lines: Iterable[str]) -> set[str]:
    """Return all forms of the entries of a ``.dic`` file, without forbidden words."""
    found: set[str] = set()
    forbidden: set[str] = set()
    entries = iter(lines)
    next(entries, None)
    for line in entries:
        # Text after a tab, or after a blank, two letters and a colon, is a description.
        entry = re.split(r"\t|\s+(?=\w\w:)", line.strip(), maxsplit=1)[0]
        stem, *rest = re.split(r"(?<!\\)/", entry, maxsplit=1)
        stem = stem.replace(r"\/", "/")
        if not stem:
            continue
        flags = affixes.flags(rest[0]) if rest else NO_FLAGS
        if affixes.forbidden in flags:
            forbidden.add(stem)
        found.update(forms(affixes, stem, flags))
    return found - forbidden
