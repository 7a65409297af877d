"""List the first guesses of a game with two lists: which are good enough, or which are best.

``python docs/make_openers.py SECRETS GUESSES consistent 5 FILE`` writes a line for each first guess
in hard play: whether 5 guesses suffice with it. The 12,947 guesses of Wordle take about 70 CPU
minutes. ``python docs/make_openers.py SECRETS GUESSES best 100 FILE`` writes the least total of the
100 best first guesses, and for each other guess a lower bound that is not below these totals.
``python docs/make_openers.py SECRETS GUESSES missed 4 FILE`` writes in the same way the fewest
secrets missed within 4 guesses with the best first guess. In Wordle, a guess takes 1 to 3 s.

All guesses share one engine, which reuses proven bounds. A second run continues FILE.

``python docs/make_openers.py SECRETS GUESSES others FILE CERTIFICATE`` proves what ``best`` found
of the guesses that are not among the best: a certificate that all of them cost at least the bound.
It takes 80 minutes for Wordle's list of 2023, and says on stderr how far it is.
"""

import re
import sys
from bisect import insort
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from emi import EmiError, Wordle
from emi.games.game import Game
from emi.proof.certificate import Certificate, PricedProof, packed
from emi.questions.question import Question
from emi.search.kernels.core.partition import USELESS
from emi.search.model.bounds import Bounds
from emi.search.model.cost_model import CostModel
from emi.search.solve.cost.engine import CostEngine
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.cost.proof import Refuter
from emi.search.solve.hard.engine import HardEngine
from emi.search.solve.hard.rounds import Rounds
from emi.search.solve.session import Session

#: Seconds between two lines of progress.
EACH = 60


def openers(game: Game, depth: int, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each guess of a game in hard play, and whether ``depth`` guesses suffice with it first.

    Parameters
    ----------
    game : Game
        A game in hard play with two lists, or with hints.
    depth : int
        At least 3.
    known : dict[str, str]
        The answers of guesses that are not asked again.
    """
    matrix, restriction = Question(game).made()
    every = np.arange(matrix.secrets, dtype=np.int32)
    rounds = Rounds(HardEngine(matrix, restriction, depth + 1), every)
    for number, guess in enumerate(game.guesses):
        if guess in known:
            continue
        yield guess, "yes" if rounds.decide(number, depth) else "no"
        # The bounds on its classes are useless for other guesses.
        rounds.solved_classes.pop(number, None)
        rounds.below.pop(number, None)


def best(
    game: Game, count: int, known: dict[str, str], model: CostModel | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the least cost of each first guess: exact for the best, a lower bound for the others.

    A bound such as ``>=7951`` is never below the costs of the ``count`` best guesses. Guesses that
    give the most information are tried first, so that a low cost soon refutes all others.

    Parameters
    ----------
    game : Game
        A game without restrictions.
    count : int
        How many costs are needed.
    known : dict[str, str]
        The costs and bounds of guesses that are not asked again.
    model : CostModel, optional
        By default the total number of guesses.
    """
    matrix, _ = Question(game).made()
    engine = CostEngine(matrix, model or CostModel.average())
    every = np.arange(matrix.secrets, dtype=np.int32)
    engine.search(every)
    totals = sorted(int(total) for total in known.values() if total.isdecimal())
    floor = engine.first_bounds()
    for number in sorted(floor, key=lambda number: left_after(matrix.rows[number])):
        guess = game.guesses[number]
        if guess in known:
            continue
        limit = totals[count - 1] + 1 if len(totals) >= count else USELESS
        lower, total = floor[number], limit
        if lower < limit:
            for interim in engine.search(every, limit=limit, first=number):
                if interim.done:
                    lower, total = interim.lower, interim.upper
        if lower < limit:
            insort(totals, total)
        yield guess, str(total) if lower < limit else f">={limit}"


def others(game: Game, known: dict[str, str]) -> Certificate:
    """Return the certificate that all first guesses cost too much, but those known to be best.

    Parameters
    ----------
    game : Game
        A game without restrictions.
    known : dict[str, str]
        What `best` yields: the total of each guess, or a lower bound.

    Raises
    ------
    ValueError
        If no guess has a bound, or another guess costs less than the least of the bounds.
    """
    bounds = [int(total[2:]) for total in known.values() if not total.isdecimal()]
    if not bounds:
        raise ValueError("expected bounds such as >=7951, as `best` writes them")
    bound = min(bounds)
    best = {guess for guess, total in known.items() if total.isdecimal() and int(total) < bound}
    excluded = tuple([g for g, guess in enumerate(game.guesses) if guess in best])
    firsts = [g for g, guess in enumerate(game.guesses) if guess not in best]
    search, said = CostSearch(Question(game).made()[0], CostModel.average()), monotonic()
    for interim in search.engine.search(search.members, limit=bound, among=firsts):
        if interim.guess >= 0:
            cost = f"{game.guesses[interim.guess]} costs {interim.upper} or less"
            raise ValueError(f"{cost}, expected at least {bound}")
        if monotonic() - said > EACH:
            done, said = len(search.engine.refuted()), monotonic()
            print(f"{done:,} of {len(firsts):,} first guesses refuted", file=sys.stderr, flush=True)
    lemmas = Refuter(search, Session(), firsts).refute(bound)
    proof = PricedProof((1,), endless=True, lemmas=lemmas, bound=bound, excluded=excluded)
    return Certificate.of(game, [proof], bounds=Bounds(bound, None))


def left_after(row: NDArray[Any]) -> float:
    """Return how much information is missing after a guess: the sum of n log n over its classes."""
    sizes = np.bincount(row)
    return float((sizes * np.log(np.maximum(sizes, 1))).sum())


def main(secrets: str, guesses: str, asked: str, given: str, place: str) -> None:
    """Write the answer for each guess that FILE does not have, as soon as it is found.

    What is given is a number; or the ranking, of which the proof about all others is written.
    """
    game, file = Wordle.of_files(secrets, guesses), Path(place)
    if asked == "others":
        ranking = Path(given).read_text("utf-8").splitlines()
        if not all(re.fullmatch(r"\S+ (>=)?\d+", line) for line in ranking):
            sys.exit(f"{given}: expected lines such as TARSE 11219 or AAHED >=11352")
        packed(file)
        try:
            others(game, dict(line.split() for line in ranking)).write(file)
        except ValueError as error:
            sys.exit(f"{given}: {error}")
        return
    if not given.isdecimal():
        sys.exit(f"{given}: expected a number")
    text = file.read_text("utf-8") if file.exists() else ""
    # A run that was killed may have left a part of a line.
    whole = text[: text.rfind("\n") + 1]
    known = dict(line.split() for line in whole.splitlines())
    if asked == "best":
        found = best(game, int(given), known)
    elif asked == "missed":
        found = best(game, 1, known, CostModel.guaranteed(int(given)))
    else:
        found = openers(game.hardened(asked), int(given), known)
    with file.open("a", encoding="utf-8") as out:
        out.truncate(len(whole))
        for guess, answer in found:
            print(guess, answer, file=out, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 6:  # noqa: PLR2004 - the program, two lists, what is asked, and where to
        sys.exit(
            "make_openers.py: expected SECRETS GUESSES consistent|best|missed|others N|FILE FILE"
        )
    try:
        main(*sys.argv[1:])
    except (EmiError, OSError) as error:
        sys.exit(f"make_openers.py: {error}")
