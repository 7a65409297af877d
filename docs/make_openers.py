"""List the first guesses that begin a strategy of at most DEPTH guesses, in hard play.

``python docs/make_openers.py SECRETS GUESSES consistent 5 > openers.txt``: a line each, yes or no.
All share one engine, which learns; the 12,947 of Wordle take some 70 minutes of the processor.
"""

import sys
from collections.abc import Iterator

import numpy as np

from emi import Wordle
from emi.games.game import Game
from emi.questions.question import Question
from search.solve.restricted.engine import RestrictedEngine
from search.solve.restricted.rounds import Rounds


def openers(game: Game, depth: int) -> Iterator[tuple[str, bool]]:
    """Yield each guess of a game in hard play, and whether ``depth`` guesses suffice with it first.

    Parameters
    ----------
    game : Game
        Of two lists, or with hints.
    depth : int
        At least 3.
    """
    matrix, restriction = Question(game).made()
    every = np.arange(matrix.secrets, dtype=np.int32)
    rounds = Rounds(RestrictedEngine(matrix, restriction, depth + 1), every)
    for number, guess in enumerate(game.guesses):
        yield guess, rounds.settle(number, depth)
        # What is known of its classes is of no use for the others.
        rounds.found.pop(number, None)
        rounds.below.pop(number, None)


def main(secrets: str, guesses: str, restriction: str, depth: str) -> None:
    """Print them, as they are found."""
    game = Wordle.of_files(secrets, guesses).hardened(restriction)
    for guess, reaches in openers(game, int(depth)):
        print(guess, "yes" if reaches else "no", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
