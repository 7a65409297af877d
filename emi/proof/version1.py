"""Certificates of version 1, which hold a worst case as JSON, as the steps that `verify` reads.

Run it as that: ``python -m emi.proof.version1 CERTIFICATE [WORDS] [SECRETS GUESSES]``; a file of
version 2 it leaves to `verify` as it is. What is written here is checked there, so nothing need be
believed of this: a mistake can refuse a proof, and cannot make one.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeVar

from emi.proof import verify
from emi.proof.verify import Foreign, Unproven

VERSION = 1
#: The most values in a file: commas.
MOST_VALUES = 3_000_000
#: What is written after the numbers of pegs.
SIGNS = {"mastermind": "bw", "moo": "BC"}

T = TypeVar("T")


def check(path: str, lists: Sequence[str] = (), rule_file: str | None = None) -> str:
    """Check a certificate of either version; return a line such as ``OK C5: 7 (613 words)``."""
    source = verify.lines(path)
    first = next(source, b"")
    whole = chain([first], source)
    if first == b"emip 2":
        return str(verify.check(whole, lists, rule_file))
    data = read(b"\n".join(_ended(whole)))
    return str(verify.check(steps(data, lists), lists, rule_file))


def _ended(source: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of a text, of which the last need not end, up to a size in all."""
    size = 0
    for line in source:
        size += len(line) + 1
        if size > verify.MOST_BYTES:
            raise Foreign(_too_large())
        yield line


def _too_large() -> str:
    return (
        f"too large, expected at most {verify.MOST_BYTES >> 20} MiB, unpacked, and "
        f"{MOST_VALUES:,} values"
    )


def read(text: bytes) -> dict[str, Any]:
    """Return the object of a file; raises Foreign if it is none of a certificate."""
    if text.count(b",") > MOST_VALUES:
        raise Foreign(_too_large())
    try:
        data = json.loads(
            text.decode(), object_pairs_hook=_distinct, parse_float=_refuse, parse_constant=_refuse
        )
    except (ValueError, RecursionError):
        raise Foreign(verify.DAMAGED) from None
    if type(data) is not dict or data.get("format") != "emi-certificate":
        raise Foreign("expected a certificate, this is another kind of file")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise Foreign(f"expected version 1 or 2 of the format, this is {version!r:.60}")
    return data


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, in which no key is there twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def _refuse(number: str) -> None:
    """Refuse a number that is not whole."""
    raise ValueError(number)


def _typed(kind: type[T], value: object) -> T:
    """Return a value that is of a type, and of none derived from it: ``true`` is no number."""
    if type(value) is not kind:
        raise Foreign(f"{verify.DAMAGED}: {value!r:.20} is no {kind.__name__}")
    return value


def steps(data: dict[str, Any], lists: Sequence[str]) -> Iterator[bytes]:
    """Yield the lines of version 2 for a certificate of version 1."""
    head = _head(data)
    game = verify.Game(head, lists, None)
    yield b"emip 2"
    for key, value in head.items():
        yield f"{key} {value}".encode()
    yield b"steps"
    for step in _proof(data, game):
        yield " ".join(map(str, step)).encode()


def _head(data: dict[str, Any]) -> dict[str, str]:
    """Return what tells the game from others."""
    head = {"rule": _typed(str, data["rule"])}
    if head["rule"] not in verify.RULES:
        raise Foreign(f"rule {head['rule']!r:.40}, expected one of {', '.join(verify.RULES)}")
    if head["rule"] in SIGNS:
        size = _typed(int, data["pegs"])
        head["symbols"] = _typed(str, data["symbols"])
    elif "lexicon" in data or head["rule"] == "motus":
        size, named = _typed(int, data["length"]), _typed(dict, data["lexicon"])
        name = "".join(filter(str.isprintable, _typed(str, named["name"])))
        head["lexicon"] = f"{_typed(str, named['digest'])} {name}"
        if head["rule"] == "motus" and data["initial"] is not None:
            head["initial"] = _typed(str, data["initial"])
    else:
        size = 0
    if size < 0 or not "".join(head.values()).isprintable():
        raise TypeError("a size or a text that is none")
    head["length"] = str(size)
    for part in ("secrets", "guesses"):
        of = _typed(dict, data[part])
        head[part] = f"{_typed(int, of['count'])} {_typed(str, of['digest'])}"
    return head


def _proof(data: dict[str, Any], game: verify.Game) -> Iterator[list[int]]:
    """Yield the steps: within so many guesses nothing is missed, and with one less something is."""
    worst = _typed(int, data["worst"])
    if not 1 <= worst <= len(game.secrets):
        raise Unproven(f"the claim {worst!r:.60} for {len(game.secrets)} secrets is none")
    yield [1, 0, 0, *[0] * worst, 1]
    yield [3, 0, *_nodes(data, game, worst)]
    if worst == 1:
        return
    yield [1, 0, 0, *[0] * (worst - 1), 1]
    place = {code: s for s, code in enumerate(game.secrets, start=1)}
    cores = _typed(list, data["refutation"])
    if not cores or _typed(dict, cores[-1])["depth"] != worst - 1:
        raise Unproven(f"no core refutes {worst - 1} guesses")
    for k, core in enumerate(cores):
        words, depth = _typed(list, core["words"]), _typed(int, core["depth"])
        part = sorted([place.get(_typed(str, word), 0) for word in words])
        if not 1 <= depth < worst or 0 in part or len(part) < 2:  # noqa: PLR2004 - two are a core
            raise Unproven(f"core {k} is about no set of secrets, or no number of guesses")
        reasons = [_typed(int, reason) + 1 for reason in _typed(list, core["reasons"])]
        if any(not 0 < reason <= k for reason in reasons):
            raise Unproven(f"core {k} names one that is not before it")
        yield [4, worst - 1 - depth, 1, len(part), *part, *reasons]
    yield [7, 1, len(cores)]


def _nodes(data: dict[str, Any], game: verify.Game, worst: int) -> Iterator[int]:
    """Yield the guesses of the strategy, each before those of its classes, as far as they go."""
    feedback, played = _written(game), 0
    waiting = [(data["strategy"], list(range(len(game.secrets))), 1)]
    while waiting:
        node, part, made = waiting.pop()
        guess, played = _typed(str, node["guess"]), played + len(part)
        if guess not in game.number:
            raise Unproven(f"the strategy proposes {guess!r:.60}, which is not allowed")
        if played > verify.MOST_PAIRS:
            raise Foreign(f"too large, expected at most {verify.MOST_PAIRS:,} guesses played")
        yield game.number[guess] + 1
        classes = defaultdict(list)
        for s in part:
            if game.secrets[s] != guess:
                classes[feedback(guess, game.secrets[s])].append(s)
        if classes and made == worst:
            raise Unproven(f"the strategy does not find {game.secrets[part[0]]} within {worst}")
        for answer, each in sorted(classes.items(), key=lambda one: one[1], reverse=True):
            branches = _typed(dict, node["branches"])
            if answer not in branches:
                raise Unproven(f"the strategy has no branch {answer} after {guess}")
            waiting.append((branches[answer], each, made + 1))


def _written(game: verify.Game) -> Callable[[str, str], str]:
    """Return the rule of a game, with feedback as it is written in a strategy."""
    signs = SIGNS.get(game.rule)

    def feedback(guess: str, secret: str) -> str:
        told = game.feedback(guess, secret)
        if signs is None:
            return str(told)
        right, shared = map(int, told.split())
        return f"{right}{signs[0]}{shared - right}{signs[1]}"

    return feedback


if __name__ == "__main__":
    sys.exit(verify.main(sys.argv[1:], check))
