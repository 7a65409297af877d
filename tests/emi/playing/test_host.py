"""A host that answers: it never lies, and an evil one answers what costs most."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi import Limits
from emi.errors import GameError, MemoryNeedError, OptionError, WordError
from emi.games.game import RESTRICTIONS
from emi.playing.host import known_letters
from tests import oracle
from tests.emi.cases import FAMILY, drawn, long_game, plain
from tests.emi.games.test_hard import small_game

GAMES = [
    emi.Mastermind(2, 3),
    emi.Moo(2, 4),
    emi.Jotto(drawn(1, 9, "ABCDE")),
    *(emi.Motus(drawn(seed, 9, "ABCD")) for seed in range(3)),
    *(small_game(seed).hardened(restriction) for seed in range(4) for restriction in RESTRICTIONS),
]


def played(host, source, most=12):
    """Make random guesses until the game is over, at most ``most``."""
    while not host.over and len(host.turns) < most:
        host.push(source.choice(host.position.legal))


@pytest.mark.parametrize("seconds", [1e-9, 1.0])
def test_evil_never_lies(seconds):
    """Of 1,000 random games: some secret fits all answers, and a guess is right when it must be."""
    source = random.Random(7)
    for _ in range(920 if seconds < 1 else 80):
        game = source.choice(GAMES)
        host = game.start(limits=Limits(seconds=seconds), tries=12).play(evil=True)
        played(host, source)
        fits = [
            one
            for one in game.secrets
            if all(game.feedback(turn.guess, one) == turn.feedback for turn in host.turns)
        ]
        assert host.found or fits
        assert {*host.position.possible} <= {*fits}
        before = game.secrets
        for at, turn in enumerate(host.turns, 1):
            # It gives in when nothing but the guess fits, and not before.
            right = host.found and at == len(host.turns)
            assert right == (before == (turn.guess,))
            before = turn.possible
        if host.found:
            assert host.secret == host.turns[-1].guess


@settings(max_examples=40)
@given(st.sampled_from(GAMES[:6]), st.data())
def test_evil_answers_what_needs_most_guesses_and_of_these_the_largest(game, data):
    host = game.start(limits=Limits(seconds=60), tries=9).play(evil=True)
    guess = data.draw(st.sampled_from(game.guesses))
    host.push(guess)
    classes, own = plain(game)
    parts = oracle.left_by(classes, range(len(own)), own, game.guesses.index(guess))
    most = max((oracle.worst_case(classes, part, own), len(part)) for part in parts)
    left = [game.secrets.index(code) for code in host.position.possible]
    assert (oracle.worst_case(classes, left, own), len(left)) == most


class TestTries:
    def test_are_those_of_the_game(self):
        game = emi.Motus(["LIGNE", "LINGE"])
        assert game.start().play().tries == 5
        assert game.start(tries=2).play().tries == 2
        assert emi.Mastermind(2, 3).start().play(evil=True).tries is None

    def test_are_as_many_as_exact_play_needs_against_an_evil_host(self):
        host = emi.Motus(FAMILY).start().play(evil=True)
        assert (host.tries, str(host.needed)) == (10, "10")
        assert emi.Motus(FAMILY[:3]).start().play(evil=True).tries == 5

    def test_are_those_of_the_game_where_that_takes_too_long(self):
        host = long_game(200).start(limits=Limits(seconds=1e-9)).play(evil=True)
        assert (host.tries, host.needed) == (5, None)

    def test_end_the_game(self, refused):
        host = emi.Motus(FAMILY).start(tries=2).play(evil=True)
        assert not host.lost
        host.push(FAMILY[0])
        host.push(FAMILY[1])
        assert (host.lost, host.over, host.found, host.secret) == (True, True, False, None)
        with refused(OptionError):
            host.push("LOTTE")


def test_a_game_too_large_for_exact_play_is_answered_by_size(monkeypatch):
    game = emi.Motus(["AB", "AC", "AD", "BE"])
    monkeypatch.setattr("emi.memory.available", lambda: 10)
    host = game.start().play(evil=True)
    assert host.tries == 5
    assert host.push("AB").possible == ("AC", "AD")
    with pytest.raises(MemoryNeedError):
        host.hint()


class TestFair:
    def test_the_same_seed_draws_the_same_secret(self):
        game = emi.Mastermind(3, 4)
        assert game.start().play(seed=5).secret == game.start().play(seed=5).secret
        assert len({game.start().play(seed=seed).secret for seed in range(40)}) > 10

    def test_a_secret_agrees_with_the_clues(self, refused):
        position = emi.Position(emi.Mastermind(2, 3), [("11", "1b0w")])
        assert {position.play(seed=seed).secret for seed in range(40)} == {*position.possible}
        assert position.play("21").push("21").feedback == "2b0w"
        with refused(OptionError):
            position.play("22")
        with refused(OptionError):
            position.play("21", evil=True)

    def test_it_draws_by_weight(self):
        game = emi.Mastermind(1, 3)
        heavy = game.start(weights=[1, 10**8, 1])
        assert {heavy.play(seed=seed).secret for seed in range(20)} == {"2"}

    def test_it_answers_by_the_rule(self, refused):
        game = emi.Motus(["LIGNE", "LINGE", "SINGE"])
        host = game.start().play("singe")
        assert host.secret == "SINGE"
        assert host.push("ligne").feedback == "BGYYG"
        assert host.push("Singe").feedback == "GGGGG"
        assert (host.found, host.over, host.lost) == (True, True, False)
        with refused(WordError):
            game.start().play("lasso")
        with refused(WordError):
            emi.Wordle(["CALER"], ["ABACA", "CALER"]).start().play("abaca")


class TestRefused:
    def test_what_cannot_be_guessed(self):
        game = emi.Motus(["LIGNE", "LINGE", "SINGE"]).hardened("hints")
        host = game.start().play("SINGE")
        host.push("LIGNE")
        for guess, said in [
            ("LASSO", "guess 2, LASSO: unknown"),
            ("LA", "guess 2, LA: 2 letters, expected 5"),
            ("LIGNE", "guess 2, LIGNE: already made as guess 1"),
        ]:
            with pytest.raises(WordError, match=said):
                host.push(guess)
        with pytest.raises(GameError, match="guess 1, 99: unknown"):
            emi.Mastermind(2, 3).start().play(evil=True).push("99")
        assert len(host.turns) == 1


def test_a_guess_can_be_taken_back(refused):
    host = emi.Motus(FAMILY).start().play(evil=True)
    with refused(OptionError):
        host.pop()
    host.push(FAMILY[0])
    host.pop()
    assert (host.turns, host.undone) == ((), 1)
    assert host.push(FAMILY[0]).guess == FAMILY[0]


def test_a_hint_says_more_each_time():
    game = emi.Mastermind(2, 3)
    host = game.start().play("12")
    host.push("11")
    hints = [host.hint() for _ in range(4)]
    assert [one.level for one in hints] == [1, 2, 3, 3]
    assert {str(one.surely) for one in hints} == {"2"}
    assert hints[1].possible == ("12", "13", "21", "31")
    assert hints[2].best.guesses[0].guess == "12"
    assert [one.best is None for one in hints] == [True, True, False, False]
    host.push("13")
    assert host.hint().level == 1
    assert host.hints == 5


class TestResult:
    def test_tells_no_word(self, golden):
        game = emi.Motus(["LIGNE", "LINGE", "SINGE"])
        host = game.start(tries=1).play("SINGE")
        host.push("LIGNE")
        golden(host.result("contrast"))

    def test_says_what_helped(self, golden):
        game = emi.Mastermind(2, 3)
        host = game.start().play(seed=3)
        host.hint()
        host.push("11")
        host.pop()
        host.push("22")
        host.pop()
        host.push(host.secret)
        golden(host.result())

    def test_of_pegs_in_place_alone(self):
        game = emi.BlackPeg(2, 3)
        host = game.start().play("12")
        host.push("13")
        host.push("33")
        assert host.result().splitlines()[1:] == ["⚫", "."]

    def test_of_pegs_and_of_other_games(self, golden):
        game = emi.Moo(3, 6)
        host = game.start().play("012")
        for guess in ("345", "120", "013"):
            host.push(guess)
        assert host.result().splitlines()[1:] == [".", "⚪⚪⚪", "⚫⚫"]
        jotto = emi.Jotto(["LIGNE", "SINGE"])
        host = jotto.start().play(evil=True)
        host.push("LIGNE")
        golden(host.result())


def test_letters_are_known_by_the_best_that_was_said_of_them():
    game = emi.Wordle(["AABBC", "ACCDE", "CDEFA"])
    position = emi.Position.towards(game, "CDEFA", ["AABBC", "ACCDE"])
    assert known_letters(game, position.turns) == {
        "A": "Y", "B": "B", "C": "Y", "D": "Y", "E": "Y"
    }  # fmt: skip
    jotto = emi.Jotto(["LIGNE", "OSTRA", "SINGE"])
    position = emi.Position(jotto, [("OSTRA", "1"), ("LIGNE", "4")])
    assert known_letters(jotto, position.turns)["S"] == "?"
    position = emi.Position(emi.Jotto(["LIGNE", "OUTRA"]), [("OUTRA", "0")])
    assert known_letters(jotto, position.turns) == dict.fromkeys("OUTRA", "B")
