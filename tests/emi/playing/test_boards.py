"""Positions of several boards."""

import math
from collections import Counter
from itertools import product
from random import Random

import numpy as np
import pytest

import emi
from emi import Boards, BoardsPosition, ClueError, GameError, OptionError, Wordle
from emi.analysis.named import aggregate_of_boards
from emi.search.solve.boards.average import BoardsHeuristic
from emi.search.solve.boards.state import board_of, members_of

WORDS = ["CARE", "CORE", "LINE", "LION", "LIVE", "LOON"]


@pytest.fixture
def game():
    return Boards(Wordle(WORDS), 2)


def test_a_guess_is_made_on_each_board(game):
    position = game.start()
    turn = position.push("lion", "GGBB BBYB")
    assert turn == position.turns[0]
    assert (turn.guess, turn.feedback) == ("LION", ("GGBB", "BBYB"))
    assert repr(position) == "<BoardsPosition boards:2:wordle: 1 guesses, 1, 1 possible>"


@pytest.mark.parametrize("guess", WORDS)
def test_candidates_are_those_of_each_board(game, guess):
    single = game.base
    for first in WORDS:
        for second in WORDS:
            position = game.start()
            position.push(guess, [single.feedback(guess, first), single.feedback(guess, second)])
            expected = tuple(
                ()
                if secret == guess
                else tuple(
                    one
                    for one in WORDS
                    if single.feedback(guess, one) == single.feedback(guess, secret)
                )
                for secret in (first, second)
            )
            assert position.possible == expected
            position.pop()
            assert position.turns == ()
            assert position.possible == (tuple(WORDS),) * 2


def test_a_found_board_takes_no_feedback(game):
    position = game.start()
    position.push("LION", ["GGGG", "GGBY"])
    assert not position.found
    position.push("LINE", "GGGG")
    assert position.found
    assert position.turns[1].feedback == ("", "GGGG")
    with pytest.raises(OptionError, match="all boards are found"):
        position.push("LIVE", [])
    with pytest.raises(OptionError, match="all boards are found"):
        position.best()
    assert position.pop().guess == "LINE"
    position.push("LINE", ["GGGG", "GGGG"])  # As sites print it: a row for each board.
    assert position.found


def test_a_wrong_clue_names_its_board_and_leaves_the_position(game):
    position = game.start()
    with pytest.raises(ClueError, match=r"board 2: .*GGZZ"):
        position.push("LION", ["GGBB", "GGZZ"])
    assert position.turns == ()
    assert position.possible == (tuple(WORDS),) * 2
    expected = "3 feedbacks, expected one for each of the 2 boards"
    with pytest.raises(ClueError, match=expected) as caught:
        position.push("LION", "GGBB GGBB GGBB")
    assert caught.type is ClueError, "no later line takes a feedback away"
    with pytest.raises(OptionError, match="nothing to take back"):
        position.pop()


def test_different_secrets_are_kept_apart():
    position = Boards(Wordle(WORDS), 2, distinct=True).start()
    position.push("LINE", ["GGGG", "GGBG"])
    assert position.possible == ((), ("LIVE",))
    with pytest.raises(ClueError, match="no choice of different secrets"):
        Boards(Wordle(WORDS), 2, distinct=True).start().push("LION", ["GGBY", "GGBY"])


@pytest.mark.parametrize("distinct", [False, True])
def test_advice_ends_the_game_within_the_value(distinct):
    game = Boards(Wordle(WORDS), 2, distinct=distinct)
    bounds = game.start().value().bounds
    assert bounds.proven
    worst = 0
    for first in WORDS:
        for second in WORDS:
            if distinct and first == second:
                continue
            position = game.start()
            while not position.found:
                guess = position.best()
                position.push(
                    guess,
                    [
                        game.base.feedback(guess, secret)
                        for board, secret in zip(position.boards, (first, second), strict=True)
                        if not board.found
                    ],
                )
            worst = max(worst, len(position.turns))
    assert bounds.lower <= worst <= game.tries


def test_an_explanation_lists_guesses_and_what_is_left(game):
    advice = game.start().explain(top=3)
    assert advice.candidates == (6, 6)
    assert len(advice.guesses) == 3
    assert advice.guesses[0].guess == game.start().best()
    for row in advice.guesses:
        assert row.possible == (1, 2)
        (alone,) = emi.partitions(game.base, [row.guess]).columns
        assert row.expected_sizes == (alone.expected_size,) * 2


def test_names():
    three = emi.game_named("Boards:3:x5")
    assert repr(three) == "<Boards boards:3:X5: 8 secrets each, 8 tries>"
    assert isinstance(three.start(), BoardsPosition)
    assert emi.game_named(three.name) == three != Boards("X5", 2)
    assert Boards("X5", 2) != Boards("X5", 2, distinct=True)
    for name, boards, tries in [("dordle", 2, 7), ("Quordle", 4, 9), ("octordle", 8, 13)]:
        game = emi.game_named(name)
        assert (game.count, game.tries, game.distinct) == (boards, tries, True)
        assert game.name == name.lower()
        free = emi.game_named(name, distinct=False)
        assert (free.distinct, free.tries) == (False, tries)
        assert free.name == f"{name.lower()} (independent)"
        assert free != game == emi.game_named(name, distinct=True)
    apart = emi.game_named("boards:2:X5", distinct=True)
    assert apart == Boards("X5", 2, distinct=True)
    assert apart.name == "boards:2:X5 (distinct)"


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"count": 0}, "expected a number from 1 to 64"),
        ({"count": "two"}, "expected a number from 1 to 64"),
        ({"count": 2, "tries": 1}, "expected at least one for each board"),
        ({"count": 7, "distinct": True}, "6 secrets, expected one for each board"),
    ],
)
def test_bad_boards_are_refused(how, message):
    with pytest.raises(GameError, match=message):
        Boards(Wordle(WORDS), **how)


def test_bad_names_are_refused():
    with pytest.raises(GameError, match="expected a game in which every guess is allowed"):
        Boards(Wordle(WORDS).hardened())
    with pytest.raises(GameError, match="unknown game 'boards:x'"):
        emi.game_named("boards:x")
    with pytest.raises(GameError, match="expected a game of one board"):
        emi.game_named("boards:2:dordle")
    with pytest.raises(GameError, match="C5: `distinct` applies only to games of several boards"):
        emi.game_named("C5", distinct=True)
    with pytest.raises(GameError, match="expected a game of one board to identify"):
        emi.game_named("boards:2:X5", identify=True)


def test_what_needs_one_secret_refuses_several_boards(game):
    """Nothing takes a game of several boards for its game of one board."""
    for question in (
        lambda: emi.strategy(game), lambda: emi.play(game), lambda: emi.pareto(game),
        lambda: emi.Position(game).explain(), lambda: emi.Position(game, [("LION", "GGBB")]),
        game.hardened,
    ):  # fmt: skip
        with pytest.raises(GameError, match="several boards"):
            question()
    solution = emi.solve(game)
    for question in (solution.strategy, solution.certificate):
        with pytest.raises(OptionError, match="for one secret, not for several boards"):
            question()
    with pytest.raises(OptionError, match="not supported for several boards"):
        emi.solve(game, first="LION")
    with pytest.raises(OptionError, match="expected worst or average"):
        emi.solve(game, emi.Guaranteed(3))
    with pytest.raises(OptionError, match="no limit and no weights"):
        emi.solve(game, emi.Average(within=3))


def test_a_position_is_copied_and_compared(game):
    position = game.start()
    position.push("LION", "GGBB GGBB")
    other = position.copy()
    assert other == position
    other.pop()
    assert (len(other.turns), len(position.turns)) == (0, 1)
    assert other == game.start() != position


@pytest.mark.parametrize("objective", [emi.WorstCase(), emi.Average()])
def test_a_value_is_that_of_all_combinations(game, objective):
    solution = emi.solve(game, objective)
    assert solution.proven
    assert solution.bounds == game.start().value(objective).bounds
    assert solution.candidates == len(WORDS) ** 2
    assert (
        emi.solve(Boards(game.base, 1), objective).bounds == emi.solve(game.base, objective).bounds
    )
    assert emi.solve(Boards(game.base, distinct=True), objective).candidates == 6 * 5


def test_text_is_heard_as_it_is_written(game):
    position = game.start()
    for text in ("care:bbbg/bbbg lion:ggby/ggbb", "CARE\nBBBG\nBBBG\n\nLION GGBY, GGBB"):
        turns = position.copy().hear(text)
        assert [(turn.guess, *turn.feedback) for turn in turns] == [
            ("CARE", "BBBG", "BBBG"), ("LION", "GGBY", "GGBB")
        ]  # fmt: skip
    with pytest.raises(emi.IncompleteClueError, match="1 feedback, expected one for each of the 2"):
        position.hear("care bbbg/bbbg lion ggby")
    assert position.turns == ()
    assert not position.hear("lyre:gbbg/gbbg")[0].listed


def test_a_clue_that_no_listed_secret_gives_is_refused():
    """The usual Wordle has less likely secrets; several boards do not look there."""
    position = Boards("wordle", 2).start()
    with pytest.raises(ClueError, match="board 1: no secret on the list gives CRIER:GGGGB"):
        position.push("CRIER", ["GGGGB", "BBBBB"])
    assert position.turns == ()


def test_a_position_is_that_towards_known_secrets(game):
    position = game.start().towards("line, lion", ["care", "lion"])
    assert position.turns[1].feedback == (game.base.feedback("LION", "LINE"), "GGGG")
    with pytest.raises(ClueError, match="expected 2 secrets"):
        game.start().towards("line", [])
    with pytest.raises(ClueError, match="expected 2 secrets that differ"):
        Boards(game.base, distinct=True).start().towards("line,line", [])


@pytest.mark.parametrize("distinct", [False, True])
def test_a_review_has_what_is_left_and_the_guess_that_was_advised(distinct):
    game, secrets = Boards(Wordle(WORDS), 2, distinct=distinct), "LIVE,LOON"
    position = game.start().towards(secrets, ["CARE", "LINE", "LOON", "LIVE"])
    review, here = position.review(), game.start()
    assert (review.game, review.tries, review.found) == (game.name, 7, True)
    for turn, move in zip(position.turns, review.moves, strict=True):
        assert (move.guess, move.feedback) == (turn.guess, turn.feedback)
        assert move.best == here.best()
        estimates = {row.guess: row.estimate for row in here.explain(top=None).guesses}
        assert (move.estimate, move.best_estimate) == (
            estimates[move.guess], estimates[move.best]
        )  # fmt: skip
        here = here.towards(secrets, [turn.guess])
        assert move.candidates == tuple(map(len, here.possible))
        left = [n for n in move.candidates if n]
        assert move.after == pytest.approx(sum(1 + math.log2(n) / 4 for n in left))
    assert move.candidates == (0, 0)
    assert len(position.turns) == 4


def test_the_estimate_of_a_guess_is_the_mean_of_what_it_leaves(game):
    """Over all secrets, so that it is worth what it says."""
    for guess in WORDS:
        moves = [
            game.start().towards(f"{first},{second}", [guess]).review().moves[0]
            for first in WORDS
            for second in WORDS
        ]
        assert moves[0].estimate == pytest.approx(sum(move.after for move in moves) / len(moves))


def test_a_review_of_a_guess_off_the_list_has_no_estimate(game):
    position = game.start()
    position.push("lyre", ["GBBG", "GBBG"])
    (move,) = position.review().moves
    assert (move.guess, move.estimate, move.candidates) == ("LYRE", None, (2, 2))


def test_games_are_played_as_the_position_advises(game):
    position = game.start()
    played = [position.simulate(40, seed=7) for _ in range(2)]
    assert played[0] == played[1]
    assert (played[0].what, played[0].heuristic, played[0].secrets) == ("game", "Estimate", 40)
    assert played[0].worst <= game.tries
    assert played[0].fails == 0
    # Both boards of a game of one guess have the first one.
    begun = position.simulate(40, seed=7, first=["CARE", "CORE"])
    source = Random(7)
    drawn = [source.choices(WORDS, k=2) for _ in range(40)]
    assert begun.counts[0] == drawn.count(["CARE", "CARE"])


@pytest.mark.parametrize("name", ["Information", "sum", "Max", "ExpectedSize"])
def test_an_aggregate_is_added_up_over_boards(game, name):
    """Against all guesses with the value of each board by itself."""
    playing = BoardsHeuristic(game.base.matrix(), aggregate_of_boards(name))
    for some in ([0, 1, 2], [2, 3, 4, 5], [0, 5]):
        state = (board_of(some), board_of(range(6)))
        sums = np.zeros(len(WORDS))
        for members in (some, range(6)):
            left = Wordle([WORDS[s] for s in members], WORDS)
            explanation = left.start().explain(name, show=[name])
            sign = -1 if explanation.heuristic.by[0].highest else 1
            for row in explanation.guesses:
                sums[WORDS.index(row.guess)] += sign * float(next(iter(row.values.values())))
        assert sums[playing.choose(state)] == pytest.approx(sums.min(), abs=0.01)


@pytest.mark.parametrize("distinct", [False, True])
def test_games_are_those_that_are_drawn(distinct):
    """Guesses that are no secrets come before the secrets here."""
    game = Boards(Wordle(WORDS, ["ABLE", "BAKE", *WORDS]), 2, distinct=distinct)
    position, source = game.start(), Random(3)
    counts = Counter()
    for _ in range(10):
        secrets, here = [game.secrets[s] for s in game.draw(source)], position.copy()
        while not here.found:
            here = here.towards(",".join(secrets), [here.best()])
        counts[len(here.turns)] += 1
    played = position.simulate(10, seed=3).counts
    assert {n: many for n, many in enumerate(played, 1) if many} == counts


@pytest.mark.parametrize("distinct", [False, True])
def test_a_secret_that_one_board_must_have_is_none_of_another(monkeypatch, distinct):
    """Where all secrets differ, by the definition: those of some choice of different secrets."""
    states, choose = [], BoardsHeuristic.choose
    monkeypatch.setattr(
        BoardsHeuristic, "choose", lambda self, state: states.append(state) or choose(self, state)
    )
    Boards(Wordle(WORDS), 3, distinct=distinct).start().simulate(30)
    apart = [
        tuple(sorted(map(board_of, map(set, zip(*choices, strict=True)))))
        for state in states
        if (
            choices := [
                choice
                for choice in product(*map(members_of, state))
                if len({*choice}) == len(choice)
            ]
        )
    ]
    assert (apart == states) == distinct


def test_bad_games_are_refused(game):
    position = game.start()
    for how, message in [
        ({"games": 0}, "expected a number above 0"),
        ({"games": 1, "first": ["XXXX"]}, "expected guesses of boards:2:wordle"),
        ({"games": 1, "heuristic": "Gmax"}, "expected Estimate or one of Sum"),
    ]:
        with pytest.raises(OptionError, match=message):
            position.simulate(**how)
    with pytest.raises(emi.Stopped):
        position.simulate(3, watch=lambda _: False)


def test_a_host_gives_the_feedback_of_each_board():
    game = Boards(Wordle(WORDS), 2)
    host = game.start().play("live, loon")
    assert (host.secret, host.tries, host.result()) == (
        "LIVE LOON",
        7,
        f"emi {game.name}, fair: X/7",
    )
    assert host.push("live").feedback == ("GGGG", "GBBB")
    assert host.push("loon").feedback == ("", "GGGG")
    assert (host.found, host.over) == (True, True)
    assert host.result().splitlines() == [
        f"emi {game.name}, fair: 2/7",
        "🟩🟩🟩🟩",
        "",
        "🟩⬛⬛⬛",
        "🟩🟩🟩🟩",
    ]
    drawn = game.start().play(seed=5)
    secrets = [game.secrets[place] for place in game.draw(Random(5))]
    assert drawn.secret == " ".join(secrets)
    for wrong in ("live", "live,zzzz", "live,loon,line"):
        with pytest.raises(emi.EmiError):
            game.start().play(wrong)
    with pytest.raises(OptionError, match="expected no guess before"):
        game.start().towards("live,loon", ["line"]).play()
