"""What the objectives say of one game must fit together, whichever search said it.

The worst case, the fewest misses, the least average and the front of the two come from searches
that share little but the feedback, and the heuristics from none at all. So where one of them is
wrong, it is likely to contradict another.
"""

import random
from itertools import pairwise

import pytest

import emi
from emi import Average, Guaranteed, pareto, solve
from emi.games.motus import Motus
from emi.games.wordle import Wordle
from emi.lexicon.load import load
from emi.questions.question import Question
from emi.questions.solving import solution_of
from emi.search.heuristics.heuristic import PAPER
from emi.search.model.bounds import Bounds
from emi.search.model.cost_model import CostModel
from emi.search.solve.cost.least_cost import CostSearch
from emi.search.solve.hard.hard_play import HardSearch
from emi.strategies.heuristics import play_all, settings
from tests.emi.cases import drawn

#: The most words of a cell for which all of this is asked; the slow ones take half a minute.
MOST = 400
#: Cells of the built-in list, of various lengths and worst cases.
FEW = ["I5", "K5", "O5", "U5", "X6", "Z6", "Q7", "Z8", "W9", "K10"]


def hold_together(game):
    """Assert all that follows from what the objectives are."""
    words = len(game.secrets)
    worst = solve(game).bounds
    assert worst.proven
    assert_worst_case(game, worst.upper)

    least = solve(game, Average())
    assert least.proven
    # A word that is proposed first is found by it, and no two by the same guess after it.
    assert 2 * words - 1 <= least.bounds.upper == least.tree.total
    assert least.worst >= worst.upper
    within = solve(game, Average(worst.upper))
    assert within.proven
    assert within.bounds.upper >= least.bounds.upper
    assert within.worst == worst.upper

    rows = pareto(game)
    assert_front(game, rows, worst.upper, least, within)
    played = play_all(game, settings(PAPER))
    for one in played:
        assert one.worst >= worst.upper, one.name
        assert one.total >= least.bounds.upper, one.name
        for row in rows[:-1]:
            fails = int((one.tries > row.tries).sum())
            assert (fails, one.total) >= (row.misses_upper, row.total_upper), (one.name, row)


def assert_worst_case(game, tries):
    """Assert that the fewest misses are none within the worst case, and some within one less."""
    enough = solve(game, Guaranteed(tries))
    assert (enough.bounds.upper, enough.missed) == (0, ())
    if tries > 1:
        fewer = solve(game, Guaranteed(tries - 1))
        assert fewer.proven
        assert len(fewer.missed) == fewer.bounds.lower >= 1


def assert_front(game, rows, worst, least, within):
    """Assert that the front goes from one word found to the least average, and never back."""
    assert [row.tries for row in rows] == [*range(1, worst + 1), None]
    assert all(row.proven for row in rows)
    assert rows[0].misses_upper == len(game.secrets) - 1
    for row, more in pairwise(rows[:-1]):
        assert row.misses_upper > more.misses_upper
    assert (rows[-2].misses_upper, rows[-2].total_upper) == (0, within.bounds.upper)
    assert rows[-1].total_upper == least.bounds.upper
    for row in rows:
        assert len(row.missed) == row.misses_upper
        assert row.total_upper >= least.bounds.upper


@pytest.mark.parametrize("cell", FEW)
def test_they_hold_together_for_cells_of_the_built_in_list(cell):
    hold_together(Motus.of_cell(cell, load("fr")))


@pytest.mark.parametrize("many", [14, 1000, 10**9])
@pytest.mark.parametrize("hard", [None, "hints", "consistent", "possible"])
def test_more_tries_than_words_are_no_limit(many, hard):
    """A million tries took 14 s to lay out, and more took all memory, whatever the limit."""
    words = drawn(5, 12, "ABC")
    game = Wordle(words, [*words, "ZZZZZ"])
    game = game.hardened(hard) if hard else game
    for first in (None, "ZZZZZ" if hard is None else words[3]):
        least = solve(game, Average(), first=first).bounds
        assert solve(game, Average(many), first=first).bounds == least
        assert solve(game, Guaranteed(many), first=first).bounds.upper == 0
        assert solve(game, Average(13), first=first).bounds == least


@pytest.mark.slow
def test_they_hold_together_for_every_cell_of_the_papers_list(lexica):
    """All rows of each front are proven: no limit is set, and none is left out."""
    words = load(lexica("ods4.txt.xz"))
    cells = [
        f"{letter}{length}"
        for letter, length in sorted(words.counts())
        if 5 <= length <= 10 and len(words.cell(letter, length)) <= MOST
    ]
    assert len(cells) == 60
    for cell in cells:
        hold_together(Motus.of_cell(cell, words))


def known_within(game, secrets, guesses):
    """Tell by definition whether the guesses are enough to leave one secret in all cases."""
    if len(secrets) <= 1 or guesses == 0:
        return len(secrets) <= 1
    for guess in secrets if game.hard else game.guesses:
        classes = {}
        for secret in secrets:
            told = None if guess == secret else game.feedback(guess, secret)
            classes.setdefault(told, []).append(secret)
        if all(known_within(game, some, guesses - 1) for some in classes.values()):
            return True
    return False


@pytest.mark.parametrize("seed", range(20))
def test_a_secret_is_known_one_guess_before_it_is_named(seed):
    words = drawn(seed)
    secrets = words[: 1 + seed % 9]
    game = Motus(secrets, words)
    games = [game, game.hardened(), emi.Identification(game, words[1::2]), emi.Revealed(game)]
    pegs = emi.Mastermind(2, 4).secrets
    games.append(emi.Mastermind(2, 4, secrets=random.Random(seed).sample(pegs, len(secrets))))
    for one in games:
        least = next(d for d in range(9) if known_within(one, one.secrets, d))
        assert solve(one).bounds == emi.Bounds(least + 1, least + 1)


@pytest.mark.parametrize("restriction", ["possible", "consistent"])
@pytest.mark.parametrize(
    "game",
    [
        emi.Mastermind(2, 4),
        emi.Mastermind(3, 3),
        emi.Moo(3, 5),
        emi.BlackPeg(2, 4),
        emi.Permutation(3, 4),
    ],
    ids=str,
)
def test_hard_play_by_symmetry_is_that_of_the_search_without(game, restriction):
    game = game.hardened(restriction)
    matrix, restricted = Question(game).made()
    plain = HardSearch(matrix, restricted)
    plain.run()
    solution = emi.solve(game)
    assert solution.bounds == plain.bounds
    assert solution.strategy().depth == plain.bounds.upper
    first = game.secrets[-1]
    plain = HardSearch(matrix, restricted, opening=[game.guesses.index(first)])
    plain.run()
    assert emi.solve(game, first=first).bounds == plain.bounds


@pytest.mark.parametrize("other", ["211", "232", "332"])
def test_guesses_that_are_not_allowed_are_not_symmetric(other):
    """The six secrets are allowed and one more guess, not the first of its orbit."""
    game = emi.Permutation(3, 3).hardened("consistent")
    question = Question(game, allowed=[*game.secrets, other])
    matrix, restriction = question.made()
    plain = HardSearch(matrix, restriction)
    plain.run()
    assert solution_of(question).bounds == plain.bounds == Bounds(3, 3)
    least = CostSearch(matrix, CostModel.average(), restriction=restriction, symmetric=False)
    least.run()
    found = CostSearch(matrix, CostModel.average(), restriction=restriction)
    found.run()
    assert found.bounds == least.bounds
    assert not len(found.engine.symmetry.codes)
