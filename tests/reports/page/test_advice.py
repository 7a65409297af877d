"""The page advises as the terminal does: its engine runs in node, without a browser."""

import os
import random
from collections import Counter, defaultdict

import pytest

import emi
from emi.analysis.explored import Explored, explore
from emi.questions.question import Question
from emi.questions.solving import known_solution
from tests.reports.page.node import in_node

#: The scripts of the page's worker, in the order of the page.
SCRIPTS = "pace", "game", "knowledge", "ranking", "tasks"
DRIVER = """async ({ about, positions }) => {
  const knowledge = await new Knowledge(new Game(about)).open();
  const advice = [];
  for (const position of positions) {
    const asking = { ...position, best: about.best };
    const here = await playing(knowledge, position.clues);
    const { ranked, proven, surest } = await TASKS.rank(here, asking, () => {});
    const { guess, total, worst } = ranked[0];
    const by = surest ? "worst" : "average";
    advice.push({ guess: about.codes[guess], total, worst, proven, by });
  }
  return advice;
}"""
NAMES = ["C5", "D6", "wordle", "lingo:C5", "mastermind:4x6", "moo:4x10", "sutom:C7"]
HARD = ["C5", "wordle"]
GAMES_OF_CODES = [
    emi.Mastermind(3, 4),
    emi.Moo(2, 5),
    emi.BlackPeg(3, 3),
    emi.ABGame(2, 4),
    emi.Permutation(3, 3),
]
#: The positions of each game that are compared: `POSITIONS=50` for 350 of seven games.
POSITIONS = int(os.environ.get("POSITIONS", "2"))
#: The most candidates, so that both prove their advice.
FEW = 40


def positions(game, count):
    """Return positions with few candidates, after random guesses that play well enough."""
    source = random.Random(game.name)
    several: list[emi.Position] = []
    while len(several) < count:
        position, secret = game.start(), source.choice(game.secrets)
        while len(position.possible) > FEW:
            drawn = source.sample(position.legal, 3)
            guess = min(drawn, key=lambda code, at=position, to=secret: left(at, code, to))
            position.push(guess, game.feedback(guess, secret))
        if len(position.possible) > 2 and not position.found:
            several.append(position)
    return several


def left(position, guess, secret):
    """Return how many candidates a guess leaves."""
    feedback = position.game.feedback(guess, secret)
    feedbacks = position.game.feedback_each([guess] * len(position.possible), position.possible)
    return feedbacks.count(feedback)


def advised_by_the_page(game, some, left=None):
    """Return what the page advises on some positions with a number of guesses left."""
    # Where the worst case comes first, the page has its proof.
    if game.best_by == "worst":
        about = explore(game).plain()
    else:
        about = Explored(game, known_solution(Question(game))).plain()
    place = {secret: at for at, secret in enumerate(game.secrets)}
    given = [
        {
            "members": [place[secret] for secret in position.possible],
            "left": left or (game.tries or 99) - len(position.turns),
            "clues": [[turn.guess, turn.feedback] for turn in position.turns]
            if game.hard
            else None,
        }
        for position in some
    ]
    about = {**about, "codes": game.guesses}
    return in_node(SCRIPTS, DRIVER, {"about": about, "positions": given})


def bounds(said):
    return emi.Bounds(said["lower"], said["upper"])


KINDS = """async ({ about, positions }) => {
  const knowledge = await new Knowledge(new Game(about)).open();
  return positions.map((members) => {
    const { firstOf } = kindsOf(knowledge, members);
    return knowledge.guesses.map(firstOf);
  });
}"""


@pytest.mark.parametrize("game", GAMES_OF_CODES, ids=str)
def test_guesses_of_a_kind_leave_classes_of_the_same_sizes(game):
    """Guesses that differ by a symmetry of the position are alike; at first there are few kinds."""
    start, source = game.start(), random.Random(0)
    some = [start]
    some += [
        emi.Position(game, [(guess, game.feedback(guess, secret))])
        for guess in source.sample(game.guesses, 3)
        for secret in source.sample(game.secrets, 2)
    ]
    place = {secret: at for at, secret in enumerate(game.secrets)}
    members = [[place[secret] for secret in position.possible] for position in some]
    about = Explored(game, known_solution(Question(game))).plain()
    firsts = in_node(SCRIPTS, KINDS, {"about": about, "positions": members})
    for position, first in zip(some, firsts, strict=True):
        sizes = [
            sorted(len(part) for part in parts(position, guess).values()) for guess in game.guesses
        ]
        assert [sizes[at] for at in first] == sizes
        possible = [guess in position.possible for guess in game.guesses]
        assert [possible[at] for at in first] == possible
    equal = {tuple(sorted(Counter(guess).values())) for guess in game.guesses}
    assert len(set(firsts[0])) == len(equal)
    assert min(len(set(first)) for first in firsts[1:]) < len(game.guesses)


def parts(position, guess):
    """Return the candidates by the feedback on a guess."""
    classes = defaultdict(list)
    for secret in position.possible:
        classes[position.game.feedback(guess, secret)].append(secret)
    return classes


@pytest.mark.parametrize("name", [*NAMES, *(f"{name} hard" for name in HARD)])
def test_the_page_and_the_terminal_advise_alike(name):
    """Both say the same of what is best, and a word of one is as good for the other."""
    game = emi.game_named(name.removesuffix(" hard"))
    game = game.hardened("hints") if name.endswith(" hard") else game
    some = positions(game, POSITIONS)
    proven = 0
    for page in advised_by_the_page(game, some):
        # A position has arrays of its own: no two of Wordle in hard play are needed at once.
        position = some.pop(0)
        explained = position.explain(also=[page["guess"]], top=1, limits=emi.Limits(seconds=30))
        advice, best = explained.advice, explained.guesses[0].exact
        (theirs,) = (row.exact for row in explained.guesses if row.guess == page["guess"])
        where = (game.name, position.turns, page, explained.guesses[0], advice)
        if not advice.complete:
            continue
        assert page["by"] == advice.by or not page["proven"], where
        total, worst = bounds(page["total"]), bounds(page["worst"])
        # What the page says of its guess is true of it.
        if theirs.total is not None and advice.by == "average":
            assert total.lower <= theirs.total.upper <= total.upper, where
        if not page["proven"]:
            continue
        proven += total.proven
        if advice.by == "average":
            assert total.upper == best.total.upper == theirs.total.upper, where
        else:
            # Of guesses with the lowest worst case, both have the lowest average, if there is time.
            assert worst.upper == best.worst.upper == theirs.worst.upper, where
            assert total.upper >= theirs.total.upper >= best.total.upper, where
            assert total.upper == best.total.upper or not total.proven, where
    assert 2 * proven >= POSITIONS


def test_the_worst_case_comes_first_where_tries_are_short():
    """The lowest average may take four guesses; what surely takes three has a higher one."""
    game = emi.Mastermind(4, 6)
    for clues in (["1123:1b1w", "1415:1b1w"], ["1234:0b2w", "2115:1b1w"]):
        position = emi.Position(game, [clue.split(":") for clue in clues])
        within = {most: position.value(emi.Average(within=most)).bounds.upper for most in (3, 4)}
        assert within[3] > within[4]
        for left, by in ((3, "worst"), (4, "average")):
            assert position.explain(tries=2 + left, top=1).advice.by == by
            (page,) = advised_by_the_page(game, [position], left)
            assert page["worst"]["upper"] == left
            assert page["total"]["upper"] == within[left]
            assert page["proven"]
