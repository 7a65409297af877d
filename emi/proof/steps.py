"""Certificates of version 2, for every objective: lines of numbers for `emi.proof.verify`."""

from __future__ import annotations

import json
import lzma
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from emi._version import __version__
from emi.errors import CellError, GameError
from emi.games.cell import Cell
from emi.games.mastermind import PegGame
from emi.proof.verify import RULES, digest, numbered
from search.model.bounds import Bounds
from search.model.limits import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from emi.games.game import Game
    from search.model.strategy import Strategy as Tree
    from search.model.written import Core, Lemma
    from search.solve.cost.search import CostSearch

VERSION = 2
#: The kinds of steps, as `docs/certificates.md` numbers them.
QUESTION, WEIGHTS, STRATEGY, LEMMA, PATH, PERMUTATION, CONCLUSION = range(1, 8)
#: So many lines are written between two looks at the clock.
EACH = 1000
#: So many bytes are packed in a fraction of a second.
BLOCK = 1 << 20
#: The bytes of a certificate that is worth packing better.
LARGE = 1 << 24


class Shown(NamedTuple):
    """A question with what shows its answer: a strategy, or lemmas and what they prove, or both.

    The prices are those of the guesses; the last is that of all others too, or paid once by
    secrets that are missed. The first guess is a place, -1 where it may be any.
    """

    prices: tuple[int, ...]
    endless: bool
    first: int = -1
    tree: Tree | None = None
    cost: int = 0
    lemmas: Sequence[Lemma] = ()
    bound: int = 0

    @classmethod
    def of(
        cls, search: CostSearch, bounds: Bounds, tree: Tree | None, lemmas: Sequence[Lemma]
    ) -> Shown:
        """Return what shows the bounds that a search has proven of the least cost."""
        terms, first = search.engine.terms, -1 if search.first is None else search.first
        lower, upper = bounds.lower, bounds.upper or 0
        return cls(tuple(terms.price.tolist()), terms.endless, first, tree, upper, lemmas, lower)


def certificate(
    game: Game,
    shown: Iterable[Shown],
    weights: Sequence[int] | None = None,
    bounds: Bounds | None = None,
    *,
    go_on: Callable[[], bool] = lambda: True,
) -> dict[str, Any]:
    """Return a certificate as ``docs/certificates.md`` describes it; its steps are lines.

    The bounds are what it shows, under the key ``value`` if they meet; that is not in the file.
    Stopped if ``go_on`` says so.
    """
    said = {}
    if bounds is not None:
        said["value" if bounds.proven else "bounds"] = str(bounds)
    return {
        "format": "emi-certificate",
        "version": VERSION,
        "made_by": f"emi {__version__}",
        **said,
        **head(game),
        "steps": [*_texts(_Writer(game).lines(shown, weights), go_on)],
    }


def _texts(lines: Iterable[list[int]], go_on: Callable[[], bool]) -> Iterator[str]:
    """Yield lines as text; Stopped if whoever waits for them has no more time."""
    for at, line in enumerate(lines):
        if at % EACH == 0 and not go_on():
            raise Stopped
        yield " ".join(map(str, line))


def check_certifiable(game: Game) -> None:
    """Refuse a game of which a checker would not find the words; raises CellError or GameError."""
    if game.rule == "motus" and not _is_cell(game):
        raise CellError(f"{game.name}: expected a cell of a lexicon, as emi.Motus.of_cell makes it")
    if isinstance(game, PegGame) and game.rule in RULES and not game.every:
        raise GameError(f"{game.name}: expected a game of all codes of its pegs and symbols")


def _is_cell(game: Game) -> bool:
    """Tell whether a checker finds the words of a game by its name and its lexicon."""
    try:
        cell = Cell.parse(plain_name(game))
    except CellError:
        return False
    words = () if game.lexicon is None else game.lexicon.cell(cell.initial, cell.length)
    return game.secrets == game.guesses == words


def symmetric(game: Game) -> bool:
    """Tell whether a checker knows that places and symbols of a game may be permuted."""
    return isinstance(game, PegGame) and game.rule in RULES


def plain_name(game: Game) -> str:
    """Return the name of a game without what is said of hard play."""
    return game.name.partition(" (")[0]


def head(game: Game) -> dict[str, str]:
    """Return what tells a game from others, by keys."""
    found = {"rule": game.rule}
    if symmetric(game):
        found["length"] = str(game.length)
        found["symbols"] = "".join(sorted(set(chain(*game.secrets))))
    elif game.rule in RULES and game.lexicon is not None:
        if game.rule == "motus":
            found["initial"] = Cell.parse(plain_name(game)).initial or ""
        found["length"] = str(game.length)
        found["lexicon"] = f"{game.lexicon.digest} {game.lexicon.name}"
    elif game.rule not in RULES:
        if isinstance(game, PegGame):
            found["game"] = plain_name(game)
        found["matrix"] = digest(rows(game))
    if game.restriction is not None:
        found["hard"] = game.restriction
    for part, codes in (("secrets", game.secrets), ("guesses", game.guesses)):
        found[part] = f"{len(codes)} {digest(sorted(codes))}"
    return found


def rows(game: Game) -> Iterator[str]:
    """Yield what each guess tells of the secrets, as lines of numbers."""
    asked = game.secrets if game.restriction == "possible" else game.guesses
    yield from numbered(sorted(asked), sorted(game.secrets), game.feedback)


def certificate_text(data: dict[str, Any]) -> str:
    r"""Return the text of a certificate of version 2, for a file whose name ends in ``.emip``.

    Parameters
    ----------
    data : dict
        As `Solution.certificate` returns it.

    Examples
    --------
    >>> import emi
    >>> text = certificate_text(emi.solve(emi.Mastermind(1, 3), emi.Average()).certificate())
    >>> print(text.partition("steps\n")[2], end="")
    1 0 1 1
    3 6 1 2 3
    4 0 6 3 1 2 3
    7 6 1
    """
    skipped = {"format", "version", "steps", "value"}
    heads = [f"{key} {value}" for key, value in data.items() if key not in skipped]
    return "\n".join([f"emip {VERSION}", *heads, "steps", *data["steps"], ""])


def of_cores(tree: Tree, cores: Sequence[Core]) -> list[Shown]:
    """Return what shows a worst case: a strategy, and that one guess less misses something."""
    from search.model.written import Lemma

    worst = tree.depth
    shown = [Shown((*[0] * worst, 1), endless=False, tree=tree)]
    lemmas = [
        Lemma(worst - 1 - core.depth, 1, tuple(core.members.tolist()), tuple(core.reasons))
        for core in cores
    ]
    if worst > 1:
        shown.append(Shown((*[0] * (worst - 1), 1), endless=False, lemmas=lemmas, bound=1))
    return shown


def of_strategy(tree: Tree) -> tuple[list[Shown], Bounds]:
    """Return what a strategy shows of the worst case, and that one guess does not find two."""
    shown = [Shown((*[0] * tree.depth, 1), endless=False, tree=tree)]
    if tree.depth > 1:
        shown.append(Shown((0, 1), endless=False, bound=1))
    return shown, Bounds(min(tree.depth, 2), tree.depth)


def encode(
    data: dict[str, Any], *, compressed: bool, go_on: Callable[[], bool] = lambda: True
) -> bytes:
    """Return the bytes of a certificate's file, of either version; Stopped as of `certificate`."""
    if data["version"] == VERSION:
        blob = certificate_text(data).encode()
    else:
        blob = json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"
    if not compressed:
        return blob
    # Of what is small a higher preset saves a tenth, for twice the time; of Wordle's 73 MB a third.
    packer, packed = lzma.LZMACompressor(preset=2 if len(blob) > LARGE else 0), []
    for at in range(0, len(blob), BLOCK):
        if not go_on():
            raise Stopped
        packed.append(packer.compress(blob[at : at + BLOCK]))
    return b"".join([*packed, packer.flush()])


class _Writer:
    """Writes steps, in which codes are numbered from 1 in their order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        asked = game.secrets if game.restriction == "possible" else game.guesses
        order = {code: at for at, code in enumerate(sorted(asked), start=1)}
        self.guess = [order.get(code, 0) for code in game.guesses]
        order = {code: at for at, code in enumerate(sorted(game.secrets), start=1)}
        self.secret = [order[code] for code in game.secrets]
        #: The symbols as they come.
        self.met = list(dict.fromkeys(chain(*game.secrets)))
        self.order = order

    def lines(self, shown: Iterable[Shown], weights: Sequence[int] | None) -> Iterator[list[int]]:
        weighted = weights is not None and max(weights) > 1
        if weights is not None and weighted:
            rank = sorted(range(len(weights)), key=self.secret.__getitem__)
            yield [WEIGHTS, *[weights[s] for s in rank]]
        for one in shown:
            first = 0 if one.first < 0 else self.guess[one.first]
            yield [QUESTION, first, int(one.endless), *one.prices]
            if one.tree is not None:
                yield [STRATEGY, one.cost, *self.nodes(one.tree)]
            if one.bound > 0:
                fixed = weighted or one.first >= 0 or self.game.restriction is not None
                yield from self.lemmas(one, renamed=symmetric(self.game) and not fixed)

    def nodes(self, tree: Tree) -> Iterator[int]:
        """Yield the guesses of a strategy, each before those of its classes, in their order."""
        waiting = [tree]
        while waiting:
            node = waiting.pop()
            yield self.guess[node.guess]
            least = [
                (min(self.secret[s] for s in each.members.tolist()), each) for each in node.branches
            ]
            waiting += [each for _, each in sorted(least, key=lambda one: -one[0])]

    def lemmas(self, shown: Shown, *, renamed: bool) -> Iterator[list[int]]:
        """Yield what shows that no strategy costs less.

        Of an orbit the search has looked at the first guess, which is the first to a checker if the
        symbols come in order: they are renamed so where nothing names one.
        """
        if not shown.lemmas:
            yield [CONCLUSION, shown.bound]
            return
        names = sorted(self.met) if renamed else self.met
        new = str.maketrans(dict(zip(self.met, names, strict=True)))
        secret = [self.order[code.translate(new)] for code in self.game.secrets if renamed]
        secret = secret or self.secret
        permuted = cache(partial(self.permuted, names))
        path: tuple[tuple[int, int], ...] = ()
        *lemmas, last = shown.lemmas
        if shown.first < 0 and len(last.members) > 1:
            lemmas.append(last)
        for one in lemmas:
            if one.played != path:
                path = one.played
                yield [PATH, *chain(*[(self.guess[g], self.secret[s]) for g, s in path])]
            for move in one.moves:
                yield [PERMUTATION, *permuted(move)]
            members = sorted([secret[s] for s in one.members])
            reasons = [reason + 1 for reason in one.reasons]
            yield [LEMMA, one.state, one.bound, len(members), *members, *reasons]
        # What a secret that is alone costs is told by its size.
        reasons = [reason + 1 for reason in last.reasons]
        if shown.first < 0:
            reasons = [len(lemmas)] if lemmas else []
        yield [CONCLUSION, shown.bound, *reasons]

    def permuted(self, names: list[str], move: Sequence[int]) -> list[int]:
        """Return a permutation of places, and of the symbols in their order, from 1."""
        size, symbols = self.game.length, sorted(names)
        new = [symbols.index(names[move[size + names.index(a)]]) for a in symbols]
        return [at + 1 for at in (*move[:size], *new)]
