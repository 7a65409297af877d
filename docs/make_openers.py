"""List for each first guess in hard play whether DEPTH guesses suffice with it.

``python docs/make_openers.py SECRETS GUESSES consistent 5 > openers.txt`` writes a line for each
guess, with yes or no. All guesses share one engine, which reuses proven bounds; the 12,947 guesses
of Wordle take about 70 CPU minutes.
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
        A game in hard play with two lists, or with hints.
    depth : int
        At least 3.
    """
    matrix, restriction = Question(game).made()
    every = np.arange(matrix.secrets, dtype=np.int32)
    rounds = Rounds(RestrictedEngine(matrix, restriction, depth + 1), every)
    for number, guess in enumerate(game.guesses):
        yield guess, rounds.settle(number, depth)
        # The bounds on its classes are useless for other guesses.
        rounds.found.pop(number, None)
        rounds.below.pop(number, None)


def main(secrets: str, guesses: str, restriction: str, depth: str) -> None:
    """Print the answer for each guess as soon as it is found."""
    game = Wordle.of_files(secrets, guesses).hardened(restriction)
    for guess, reaches in openers(game, int(depth)):
        print(guess, "yes" if reaches else "no", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
