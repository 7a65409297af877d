"""Games of pegs with too many codes for a matrix, once clues leave few: ``mastermind:6x10``.

The secrets are the codes that agree with the first clues, as many clues as it takes to leave few
enough. The guesses are these codes, the guesses made, and codes similar to those that all clues
leave: proven values hold for these guesses only.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from emi.errors import ClueError, GameError, MemoryNeedError
from emi.games.clues import parse_guesses
from emi.games.mastermind import PegGame
from emi.games.registry import found
from emi.games.request import Request
from emi.reports.texts import noun, refusal, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from emi.games.clues import Clue
    from emi.games.game import Game

#: The most codes that clues may leave, the most guesses drawn around them, and the size of the
#: sample of codes that estimates how many more clues are needed.
MOST, DRAWN, SAMPLE = 10_000, 1_000, 5_000


def game_after(name: str, text: str, error: MemoryNeedError) -> Game:
    """Return a game of pegs whose secrets are the codes that agree with the first clues.

    It uses as many clues as it takes to leave at most `MOST` codes.

    Parameters
    ----------
    name : str
        The name of a game that is too large.
    text : str
        The clues, as `parse_guesses` reads them; empty if there are none.
    error : MemoryNeedError
        The error to raise if the name is not that of a game of pegs with a size.

    Raises
    ------
    MemoryNeedError
        If too many codes agree with the clues; the message says how many clues more are needed.
    GameError, ClueError
        If a clue is malformed, or no code agrees with the first clues.

    Examples
    --------
    >>> game = game_after("mastermind:6x10", "112233:0b0w, 445566:0b0w", MemoryNeedError())
    >>> len(game.secrets)
    4096
    """
    request = Request(name.strip())
    kind = found(request.name).kind
    if not issubclass(kind, PegGame) or request.detail is None:
        raise error
    pegs, colours = request.letters or request.size("4x6")
    symbols = colours if isinstance(colours, str) else kind.signs[:colours]
    again = kind.repeated[0]
    code = symbols[0] * pegs if again else symbols[:pegs]
    rules = kind.of_request(replace(request, secrets=(code,), guesses=(code,)))
    assert isinstance(rules, PegGame)  # noqa: S101 - for mypy
    clues = parse_guesses(text, clued=True, game=rules) if text else []
    count = len(symbols) ** pegs if again else math.perm(len(symbols), pegs)
    for place, (guess, _) in enumerate(clues, 1):
        if len(guess) != pegs or not {*guess} <= {*symbols} or not (again or len({*guess}) == pegs):
            codes = said("theCodes", count=count, kind=noun("code", 2), game=request.name)
            raise refusal(GameError, "errorUnknown", place=place, word=guess, codes=codes)
    for many in range(1, len(clues) + 1):
        fitting = consistent(pegs, symbols, clues[:many], again=again)
        secrets = tuple(islice(fitting, MOST + 1))
        if len(secrets) <= MOST:
            break
    else:
        more = _clues_more(rules, symbols, clues, count)
        raise refusal(MemoryNeedError, "errorManyFit", game=request.name, most=MOST, n=more)
    if not secrets:
        raise refusal(ClueError, "errorNoneLeft", game=request.name, kind=noun("code", 1))
    left = tuple(
        code
        for code in secrets
        if all(rules.feedback(guess, code) == feedback for guess, feedback in clues[many:])
    )
    around = _around(left or secrets, symbols, again=again)
    past = (clue.guess for clue in clues)
    guesses = tuple(sorted({*secrets, *past, *around}))
    game = kind.of_request(replace(request, secrets=secrets, guesses=guesses))
    game.clues_given = many
    return game


def consistent(
    pegs: int, symbols: str, clues: Sequence[Clue], *, again: bool = True
) -> Iterator[str]:
    """Yield the codes of some pegs that agree with all clues, in order.

    A code is built place by place. For each clue, the number of pegs that its beginning shares with
    the guess must not exceed the number in the feedback, and the places left must suffice to reach
    that number.

    Examples
    --------
    >>> from emi.games.clues import Clue
    >>> [*consistent(2, "123", [Clue("11", "1b0w")])]
    ['12', '13', '21', '31']
    """
    rules = []
    for guess, feedback in clues:
        right, *elsewhere = map(int, re.findall(r"\d+", feedback))
        # Black pegs alone do not say what is shared.
        shared = right + sum(elsewhere) if elsewhere else None
        rules.append((guess, Counter(guess), right, shared))

    def grown(begun: str, scores: Sequence[tuple[int, int]]) -> Iterator[str]:
        place = len(begun)
        if place == pegs:
            yield begun
            return
        rest = pegs - place - 1
        for symbol in symbols:
            count = begun.count(symbol)
            if count and not again:
                continue
            later = []
            for (guess, stock, right, shared), (hits, both) in zip(rules, scores, strict=True):
                hits_now, both_now = hits + (guess[place] == symbol), both + (count < stock[symbol])
                if not hits_now <= right <= hits_now + rest:
                    break
                if shared is not None and not both_now <= shared <= both_now + rest:
                    break
                later.append((hits_now, both_now))
            else:
                yield from grown(begun + symbol, later)

    return grown("", [(0, 0)] * len(rules))


def _around(secrets: Sequence[str], symbols: str, *, again: bool) -> Iterator[str]:
    """Yield codes that differ from a secret in one place, the same ones in every run."""
    source = random.Random(0)  # noqa: S311 - a draw that is to be the same
    for _ in range(DRAWN):
        code = source.choice(secrets)
        place = source.randrange(len(code))
        symbol = source.choice(symbols)
        if again or symbol not in code:
            yield f"{code[:place]}{symbol}{code[place + 1 :]}"


def _clues_more(rules: PegGame, symbols: str, clues: Sequence[Clue], count: int) -> int:
    """Estimate by a sample of all codes how many more clues leave few enough."""
    source, again = random.Random(0), rules.repeated[0]  # noqa: S311 - as above
    fitting, pegs = 0, rules.length
    for _ in range(SAMPLE):
        code = "".join(source.choices(symbols, k=pegs) if again else source.sample(symbols, pegs))
        fitting += all(rules.feedback(guess, code) == feedback for guess, feedback in clues)
    # A guess that splits well leaves about as many codes as feedbacks would share, twice over.
    ratio = count * max(fitting, 1) / SAMPLE / MOST
    return max(1, math.ceil(math.log(max(ratio, 1)) / math.log(len(rules.feedbacks) / 2)))
