"""The page's hint for several boards is the estimate of the terminal's advice."""

import random

import pytest

import emi
from emi.analysis.explored import Explored
from emi.questions.question import Question
from emi.questions.solving import known_solution
from emi.search.solve.boards.average import BoardsHeuristic
from emi.search.solve.boards.state import board_of
from tests.reports.page.node import in_node
from tests.reports.page.test_advice import SCRIPTS

DRIVER = """async ({ about, positions }) => {
  const knowledge = await new Knowledge(new Game(about)).open();
  return positions.map((boards) => TASKS.estimate(knowledge, { boards }).guess);
}"""


@pytest.mark.parametrize(("name", "count"), [("X5", 2), ("K5", 4), ("mastermind:3x4", 3)])
def test_the_hint_has_the_least_estimate_of_all_guesses(name, count):
    game, source = emi.game_named(name), random.Random(name)
    secrets = range(len(game.secrets))
    positions = [
        [sorted(source.sample(secrets, source.randint(1, len(secrets)))) for _ in range(count)]
        for _ in range(20)
    ]
    about = Explored(game, known_solution(Question(game))).plain()
    heuristic = BoardsHeuristic(Question(game).matrix())
    guesses = in_node(SCRIPTS, DRIVER, {"about": about, "positions": positions})
    for boards, guess in zip(positions, guesses, strict=True):
        estimates = heuristic.estimates(tuple(sorted(map(board_of, boards))))
        assert estimates[guess] == pytest.approx(estimates.min(), abs=1e-6), (boards, guess)
