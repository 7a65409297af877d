"""Certificates of every objective: lines of numbers that `emi.proof.verify` checks."""

from __future__ import annotations

import gzip
import lzma
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emi._version import __version__
from emi.errors import CellError, GameError, OptionError
from emi.files import write_file
from emi.games import in_use, registry
from emi.games.cell import Cell
from emi.games.mastermind import PegGame
from emi.games.parse import game_named
from emi.games.variants import Wrapped
from emi.lexicon.alphabet import A_TO_Z, MAX_LENGTH, MIN_LENGTH
from emi.proof.verify import BEGIN, RULES, digest
from emi.reports.wording import plural
from emi.search.model.bounds import Bounds
from emi.search.model.limits import Stopped

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from emi.games.game import Game
    from emi.search.model.lemmas import Lemmas
    from emi.search.model.strategy import Strategy as Tree
    from emi.search.model.written import Core
    from emi.search.solve.cost.least_cost import CostSearch

#: The suffixes of certificate files: plain or compressed.
SUFFIXES = (".emip", ".emip.xz", ".emip.gz")
#: The kinds of steps, as `docs/certificates.md` numbers them.
QUESTION, WEIGHTS, STRATEGY, LEMMA, PATH, PERMUTATION, CONCLUSION, EXCLUSION = range(1, 9)
#: Lines written between two checks of the time limit.
EACH = 1000
#: The pairs of guess and secret whose feedback is written at once.
PAIRS_AT_ONCE = 1 << 20
#: Bytes compressed at once, in a fraction of a second.
BLOCK = 1 << 20
#: Certificates of at least this many bytes are compressed more strongly.
LARGE = 1 << 24


class PricedProof(NamedTuple):
    """A question with the proof of its answer: a strategy, lemmas with their claim, or both.

    The prices are those of the first guess, the second, and so on. If ``endless``, the last price
    applies to all later guesses too; else missed secrets pay it once. The first guess is an index;
    -1 if it is not prescribed. If first guesses are excluded, the proof is about all others.
    """

    prices: tuple[int, ...]
    endless: bool
    first: int = -1
    tree: Tree | None = None
    cost: int = 0
    lemmas: Lemmas | None = None
    bound: int = 0
    excluded: tuple[int, ...] = ()

    @property
    def of_firsts(self) -> bool:
        """Whether the lower bound covers only some of the first guesses."""
        return self.first >= 0 or bool(self.excluded)

    @classmethod
    def of(
        cls, search: CostSearch, bounds: Bounds, tree: Tree | None, lemmas: Lemmas | None = None
    ) -> PricedProof:
        """Return the proof of the bounds on the least cost that a search has proven."""
        terms, first = search.engine.prices, -1 if search.first is None else search.first
        lower, upper = bounds.lower, bounds.upper or 0
        return cls(tuple(terms.price.tolist()), terms.endless, first, tree, upper, lemmas, lower)


@dataclass(frozen=True, repr=False)
class Certificate:
    r"""A value with both halves of its proof, in the form of ``docs/certificates.md``.

    `text` is what `emi.verify` checks; `write` writes it to a file.

    Attributes
    ----------
    game : str
        The name of the game.
    head : dict of str
        The lines above the steps, by key: they identify the game.
    steps : tuple of str
        Lines of numbers: the questions, and the proofs of the answers.
    bounds : Bounds or None
        The bounds that it proves; None for a Pareto front, which has several values.

    Examples
    --------
    >>> import emi
    >>> certificate = emi.solve(emi.Mastermind(1, 3), emi.Average()).certificate()
    >>> certificate
    <Certificate of mastermind:1x3: 6 (proven), 4 steps>
    >>> print(certificate.text.partition("steps\n")[2], end="")
    1 0 1 1
    3 6 1 2 3
    4 0 6 3 1 2 3
    7 6 1
    """

    game: str
    head: dict[str, str]
    steps: tuple[str, ...]
    bounds: Bounds | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        proofs: Iterable[PricedProof],
        weights: Sequence[int] | None = None,
        bounds: Bounds | None = None,
        *,
        go_on: Callable[[], bool] = lambda: True,
    ) -> Certificate:
        """Write the certificate of answers about a game that passes `check_certifiable`.

        Raise Stopped if ``go_on`` returns False.
        """
        about = {"made_by": f"emi {__version__}"}
        if bounds is not None and not bounds.proven:
            about["bounds"] = str(bounds)
        steps = []
        for at, line in enumerate(_Writer(game).lines(proofs, weights)):
            if at % EACH == 0 and not go_on():
                raise Stopped
            steps.append(line)
        return cls(game.name, about | head(game), tuple(steps), bounds)

    @property
    def text(self) -> str:
        """The text of the file."""
        heads = [f"{key} {value}" for key, value in self.head.items()]
        return "\n".join([BEGIN, *heads, "steps", *self.steps, ""])

    def __repr__(self) -> str:
        said = "a Pareto front"
        if self.bounds is not None:
            said = f"{self.bounds} ({'proven' if self.bounds.proven else 'not proven'})"
        return f"<Certificate of {self.game}: {said}, {plural(len(self.steps), 'step')}>"

    def _repr_html_(self) -> str:
        from emi.reports import table

        return table.Table(
            (table.Column("", align="left", label=True), table.Column("", align="left")),
            [[table.Cell(name), table.Cell(text)] for name, text in self.head.items()],
            title=repr(self)[1:-1],
        )._repr_html_()

    def encode(self, suffix: str = "", *, go_on: Callable[[], bool] = lambda: True) -> bytes:
        """Return the bytes of the file, compressed if the suffix is ``.xz`` or ``.gz``.

        Raise Stopped if ``go_on`` returns False between two blocks of a large file.
        """
        blob = self.text.encode()
        if suffix == ".gz":
            return gzip.compress(blob, mtime=0)
        if suffix != ".xz":
            return blob
        # For small files, a higher preset saves a tenth for twice the time; for Wordle's 73 MB, a
        # third.
        packer, parts = lzma.LZMACompressor(preset=2 if len(blob) > LARGE else 0), []
        for at in range(0, len(blob), BLOCK):
            if at > 0 and not go_on():
                raise Stopped
            parts.append(packer.compress(blob[at : at + BLOCK]))
        return b"".join([*parts, packer.flush()])

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate to a file whose name ends in one of `SUFFIXES`.

        Raises
        ------
        OptionError
            If the name has another suffix, or the file cannot be written.
        """
        place = Path(path)
        write_file(place, self.encode(packed(place)), parameter="path")


def packed(path: Path, parameter: str = "path") -> str:
    """Return the compression of a certificate file: ``.xz``, ``.gz`` or none.

    Raises
    ------
    OptionError
        If the name does not end in one of `SUFFIXES`.
    """
    found = next((one for one in SUFFIXES if path.name.lower().endswith(one)), None)
    if found is None:
        raise OptionError(
            f"expected a name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}",
            **{parameter: path},
        )
    return found.removeprefix(SUFFIXES[0])


def check_certifiable(game: Game) -> None:
    """Raise GameError for a game whose codes, symbols or word length no checker accepts."""
    if isinstance(game, PegGame) and in_use.holds(game, PegGame):
        if game.rule in RULES and not game.every:
            raise GameError(f"{game.name}: expected a game of all codes of its pegs and symbols")
        if min(game.symbols) <= " ":
            raise GameError(f"{game.name}: a certificate needs printable symbols without spaces")
    elif game.rule_name in RULES and not MIN_LENGTH <= game.length <= MAX_LENGTH:
        raise GameError(
            f"{game.name}: words of {game.length} letters, "
            f"expected {MIN_LENGTH} to {MAX_LENGTH} for a certificate"
        )


def _of_lexicon(game: Game) -> bool:
    """Return whether a checker finds the words of a game by its initial, length and lexicon."""
    if game.lexicon is None:
        return False
    try:
        initial = cell_of(game).initial if game.of_cells else None
    except CellError:
        return False
    guesses = game.proposed or game.lexicon
    return game.secrets == game.lexicon.cell(initial, game.length) and game.guesses == guesses.cell(
        initial, game.length
    )


def _is_of_name(game: Game) -> bool:
    """Return whether the name of a game suffices to make it again, without lists."""
    named = [one for one in registry.games() if one.kind is type(game) and not game.of_cells]
    if not any(one.fits(plain_name(game)) for one in named):
        return False
    made = game_named(plain_name(game))
    return (made.secrets, made.guesses) == (game.secrets, game.guesses)


def cell_of(game: Game) -> Cell:
    """Return the cell in the name of a game of words, as in ``C7`` or ``sutom:C7``."""
    return Cell.parse(plain_name(game).rpartition(":")[2], game.alphabet)


def symmetric(game: Game) -> bool:
    """Return whether a checker knows that places and symbols of a game may be permuted."""
    return isinstance(game, PegGame) and game.every


def plain_name(game: Game) -> str:
    """Return the name of a game without its restriction of hard play."""
    return game.name.partition(" (")[0]


def head(game: Game) -> dict[str, str]:
    """Return the head lines that identify a game, by key."""
    rule = game.rule_name
    found = {"rule": _line(rule)}
    if symmetric(game):
        found["length"] = str(game.length)
        found["symbols"] = "".join(sorted(set(chain(*game.secrets))))
    elif rule in RULES and game.lexicon is not None and _of_lexicon(game):
        if game.of_cells and (initial := cell_of(game).initial):
            found["initial"] = initial
        found["length"] = str(game.length)
        if game.proposed is None:
            found["lexicon"] = f"{game.lexicon.digest} {_line(game.lexicon.name)}"
    if rule in RULES and game.alphabet is not None and game.alphabet.letters != A_TO_Z:
        # The lists of the checkers are then words as the game has them.
        found["alphabet"] = f"{game.alphabet} {game.alphabet.letters}".rstrip()
    if rule not in RULES:
        # A custom rule has no name by which it could be made again.
        if not game.own_rule and (isinstance(game, PegGame | Wrapped) or _is_of_name(game)):
            found["game"] = plain_name(game)
        found["matrix"] = digest(rows(game))
    if game.restriction is not None:
        found["hard"] = game.restriction
    for part, codes in (("secrets", game.secrets), ("guesses", game.guesses)):
        found[part] = f"{len(codes)} {digest(sorted(codes))}"
    return found


def _line(name: str) -> str:
    """Return a name without unprintable characters such as line breaks."""
    return "".join(filter(str.isprintable, name))


def rows(game: Game) -> Iterator[str]:
    """Yield the feedback of each guess for all secrets, as lines of numbers.

    The numbers equal those of `emi.proof.verify.numbered`, but use the compiled rule: the scalar
    rule takes a minute for the 25 million pairs of the AB game.
    """
    import numpy as np

    codes = sorted(game.secrets if game.restriction == "possible" else game.guesses)
    order = np.argsort(np.array(game.secrets, np.str_), kind="stable")
    at = {game.secrets[secret]: place for place, secret in enumerate(order.tolist())}
    write, step = game.row_writer(), max(1, PAIRS_AT_ONCE // len(order))
    for begin in range(0, len(codes), step):
        some = codes[begin : begin + step]
        block = np.empty((len(some), len(order)), game.row_type)
        write(game.places(some), block)
        for guess, row in zip(some, block[:, order], strict=True):
            own = at.get(guess)
            # Classes are numbered in order of appearance; 0 is the guess itself.
            _, first, place = np.unique(row, return_index=True, return_inverse=True)
            if own is not None:
                first[place[own]] = -1
            number = np.argsort(np.argsort(first)) + (own is None)
            yield _written(number[place])


def _written(numbers: NDArray[np.int64]) -> str:
    """Return numbers separated by spaces; runs of single digits, the usual case, are fast."""
    import numpy as np

    if numbers.max() >= 10:  # noqa: PLR2004 - digits
        return " ".join(map(str, numbers.tolist()))
    text = np.full(2 * len(numbers) - 1, ord(" "), np.uint8)
    text[::2] = numbers + ord("0")
    return text.tobytes().decode("ascii")


def of_cores(tree: Tree, cores: Sequence[Core]) -> list[PricedProof]:
    """Return the proof of a worst case: a strategy, and a refutation of one guess less."""
    from emi.search.model.lemmas import Lemma, Lemmas

    worst = tree.depth
    proofs = [PricedProof((*[0] * worst, 1), endless=False, tree=tree)]
    lemmas = [
        Lemma(worst - 1 - depth, 1, tuple(members.tolist()), tuple(reasons), (), moves)
        for depth, members, reasons, moves in cores
    ]
    if worst > 1:
        proofs.append(
            PricedProof((*[0] * (worst - 1), 1), endless=False, lemmas=Lemmas.of(lemmas), bound=1)
        )
    return proofs


def of_strategy(tree: Tree) -> tuple[list[PricedProof], Bounds]:
    """Return a proof by a strategy alone, and its bounds: one guess cannot find two secrets."""
    proofs = [PricedProof((*[0] * tree.depth, 1), endless=False, tree=tree)]
    if tree.depth > 1:
        proofs.append(PricedProof((0, 1), endless=False, bound=1))
    return proofs, Bounds(min(tree.depth, 2), tree.depth)


class _Writer:
    """Writes steps, with codes numbered from 1 in order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        order = {code: at for at, code in enumerate(sorted(game.secrets), start=1)}
        self.secret = [order[code] for code in game.secrets]
        self.guess = self.secret
        if game.guesses != game.secrets:
            codes = game.secrets if game.restriction == "possible" else game.guesses
            place = {code: at for at, code in enumerate(sorted(codes), start=1)}
            self.guess = [place.get(code, 0) for code in game.guesses]
        #: The symbols in order of appearance.
        self.met = list(dict.fromkeys(chain(*game.secrets)))
        self.order = order

    def lines(self, proofs: Iterable[PricedProof], weights: Sequence[int] | None) -> Iterator[str]:
        weighted = weights is not None and max(weights) > 1
        if weights is not None and weighted:
            rank = sorted(range(len(weights)), key=self.secret.__getitem__)
            yield _joined(WEIGHTS, *[weights[s] for s in rank])
        for proof in proofs:
            first = 0 if proof.first < 0 else self.guess[proof.first]
            yield _joined(QUESTION, first, int(proof.endless), *proof.prices)
            if proof.excluded:
                yield _joined(EXCLUSION, *sorted([self.guess[g] for g in proof.excluded]))
            if proof.tree is not None:
                yield _joined(STRATEGY, proof.cost, *self.nodes(proof.tree))
            if proof.bound > 0:
                fixed = weighted or proof.of_firsts or self.game.restriction is not None
                yield from self.lemmas(proof, renamed=symmetric(self.game) and not fixed)

    def nodes(self, tree: Tree) -> Iterator[int]:
        """Yield the guesses of a strategy in preorder, with the branches in order."""
        guess, number, waiting = self.guess, self.secret, [tree]

        def last_first(branch: Tree) -> int:
            members: list[int] = branch.members.tolist()
            # Quick for one member, because most branches are such.
            return -(number[members[0]] if len(members) == 1 else min([number[s] for s in members]))

        while waiting:
            node = waiting.pop()
            yield guess[node.guess]
            branches = node.branches
            if branches:
                waiting += sorted(branches, key=last_first) if len(branches) > 1 else branches

    def lemmas(self, proof: PricedProof, *, renamed: bool) -> Iterator[str]:
        """Yield the lines that prove the lower bound.

        The search has examined the first guess of each orbit. This is also the checker's first
        guess if the symbols appear in order, so they are renamed in that order if no symbol is
        special.
        """
        lemmas = proof.lemmas
        if not lemmas:
            yield _joined(CONCLUSION, proof.bound)
            return
        names = sorted(self.met) if renamed else self.met
        new = str.maketrans(dict(zip(self.met, names, strict=True)))
        secret = [self.order[code.translate(new)] for code in self.game.secrets if renamed]
        permuted = cache(partial(self.permuted, names))
        path: tuple[tuple[int, int], ...] = ()
        last = lemmas[-1]
        count = len(lemmas) - (proof.of_firsts or len(last.members) == 1)
        lines = _lemma_lines(lemmas, count, secret or self.secret)
        for at, (line, special) in enumerate(zip(lines, lemmas.special.tolist(), strict=False)):
            if not special and not path:
                yield line
                continue
            reasons, played, moves = lemmas[at][3:]
            if played != path:
                path = played
                yield _joined(PATH, *chain(*[(self.guess[g], self.secret[s]) for g, s in path]))
            for move in moves:
                yield _joined(PERMUTATION, *permuted(move))
            yield _joined(line, *[reason + 1 for reason in reasons]) if reasons else line
        # The cost of a single secret follows from the size.
        reasons = tuple([reason + 1 for reason in last.reasons])
        if not proof.of_firsts:
            reasons = (count,) if count else ()
        yield _joined(CONCLUSION, proof.bound, *reasons)

    def permuted(self, names: list[str], move: Sequence[int]) -> list[int]:
        """Return a permutation as numbers from 1: of the places, then of the sorted symbols."""
        size, symbols = self.game.length, sorted(names)
        new = [symbols.index(names[move[size + names.index(a)]]) for a in symbols]
        return [at + 1 for at in (*move[:size], *new)]


def _joined(*items: int | str) -> str:
    """Return a line of numbers."""
    return " ".join(map(str, items))


def _lemma_lines(lemmas: Lemmas, count: int, number: Sequence[int]) -> Iterator[str]:
    """Yield a line for each of the first lemmas, without reasons; secrets are numbered.

    The digits of all numbers of a block are looked up at once: a proof may have millions.
    """
    import numpy as np

    numbers = np.array(number, np.int64)
    texts = np.array([f" {k}".encode() for k in range(len(number) + 1)])
    digits = texts.view(np.uint8).reshape(len(texts), -1)
    for begin in range(0, count, EACH):
        block = slice(begin, min(begin + EACH, count))
        secrets, first = lemmas.secrets(block, numbers)
        characters = digits[secrets]
        # Each lemma begins a line.
        characters[first, 0] = ord("\n")
        text = characters[characters != 0].tobytes().decode("ascii")
        heads = [each[block].tolist() for each in (lemmas.state, lemmas.bound, lemmas.size)]
        for state, bound, size, line in zip(*heads, text.split("\n")[1:], strict=True):
            yield f"{LEMMA} {state} {bound} {size} {line}"
