"""A host that answers: it never lies, and an evil one answers what costs most."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.errors import GameError, MemoryNeedError, OptionError, WordError
from emi.games.game import RESTRICTIONS
from emi.playing.host import Evil, Fair, Host, known_letters
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
        made = [turn.guess for turn in host.turns]
        host.guess(source.choice([one for one in host.position.allowed if one not in made]))


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_evil_never_lies(seconds):
    """Of 1,000 random games: some secret fits all answers, and a guess is right when it must be."""
    source = random.Random(7)
    for _ in range(920 if seconds == 0 else 80):
        game = source.choice(GAMES)
        host = Host(game, Evil(seconds), tries=12)
        played(host, source)
        fits = [
            one
            for one in game.secrets
            if all(game.feedback(turn.guess, one) == turn.feedback for turn in host.turns)
        ]
        assert host.found or fits
        assert {*host.position.possible} <= {*fits}
        for before, after in zip(host.positions, host.positions[1:], strict=False):
            guess = after.turns[-1].guess
            # It gives in when nothing but the guess fits, and not before.
            assert after.found == (before.possible == (guess,))
        if host.found:
            assert host.secret == host.turns[-1].guess


@settings(max_examples=40)
@given(st.sampled_from(GAMES[:6]), st.data())
def test_evil_answers_what_needs_most_guesses_and_of_these_the_largest(game, data):
    host = Host(game, Evil(60.0), tries=9)
    guess = data.draw(st.sampled_from(game.guesses))
    host.guess(guess)
    classes, own = plain(game)
    parts = oracle.left_by(classes, range(len(own)), own, game.guesses.index(guess))
    most = max((oracle.worst_case(classes, part, own), len(part)) for part in parts)
    left = [game.secrets.index(code) for code in host.position.possible]
    assert (oracle.worst_case(classes, left, own), len(left)) == most


class TestTries:
    def test_are_those_of_the_game(self):
        game = emi.Motus(["LIGNE", "LINGE"])
        assert Host(game, Fair(game)).tries == 5
        assert Host(game, Fair(game), tries=2).tries == 2
        assert Host(emi.Mastermind(2, 3), Evil()).tries is None

    def test_are_as_many_as_exact_play_needs_against_an_evil_host(self):
        host = Host(emi.Motus(FAMILY), Evil())
        assert (host.tries, str(host.needed)) == (10, "10")
        assert Host(emi.Motus(FAMILY[:3]), Evil()).tries == 5

    def test_are_those_of_the_game_where_that_takes_too_long(self):
        host = Host(long_game(200), Evil(), seconds=1e-9)
        assert (host.tries, host.needed) == (5, None)

    def test_end_the_game(self, refused):
        host = Host(emi.Motus(FAMILY), Evil(), tries=2)
        assert not host.lost
        host.guess(FAMILY[0])
        host.guess(FAMILY[1])
        assert (host.lost, host.over, host.found, host.secret) == (True, True, False, None)
        with refused(OptionError):
            host.guess("LOTTE")


def test_a_game_too_large_for_exact_play_is_answered_by_size(monkeypatch):
    game = emi.Motus(["AB", "AC", "AD", "BE"])
    monkeypatch.setattr("emi.memory.available", lambda: 10)
    host = Host(game, Evil())
    assert host.tries == 5
    assert host.guess("AB").possible == ("AC", "AD")
    with pytest.raises(MemoryNeedError):
        host.hint()


class TestFair:
    def test_the_same_seed_draws_the_same_secret(self):
        game = emi.Mastermind(3, 4)
        assert Fair(game, 5).secret == Fair(game, 5).secret
        assert len({Fair(game, seed).secret for seed in range(40)}) > 10

    def test_it_answers_by_the_rule(self, refused):
        game = emi.Motus(["LIGNE", "LINGE", "SINGE"])
        host = Host(game, Fair(game, secret="singe"))
        assert host.secret == "SINGE"
        assert host.guess("ligne").feedback == "BGYYG"
        assert host.guess("Singe").feedback == "GGGGG"
        assert (host.found, host.over, host.lost) == (True, True, False)
        with refused(WordError):
            Fair(game, secret="lasso")
        with refused(WordError):
            Fair(emi.Wordle(["CALER"], ["ABACA", "CALER"]), secret="abaca")


class TestRefused:
    def test_what_cannot_be_guessed(self):
        game = emi.Motus(["LIGNE", "LINGE", "SINGE"]).hardened("hints")
        host = Host(game, Fair(game, secret="SINGE"))
        host.guess("LIGNE")
        for guess, said in [
            ("LASSO", "guess 2, LASSO: unknown"),
            ("LA", "guess 2, LA: 2 letters, expected 5"),
            ("LIGNE", "guess 2, LIGNE: already made as guess 1"),
        ]:
            with pytest.raises(WordError, match=said):
                host.guess(guess)
        with pytest.raises(GameError, match="guess 1, 99: unknown"):
            Host(emi.Mastermind(2, 3), Evil()).guess("99")
        assert len(host.turns) == 1


def test_a_guess_can_be_taken_back():
    host = Host(emi.Motus(FAMILY), Evil())
    assert not host.undo()
    host.guess(FAMILY[0])
    assert host.undo()
    assert (host.turns, host.undone) == ((), 1)
    assert host.guess(FAMILY[0]).guess == FAMILY[0]


def test_a_hint_says_more_each_time():
    game = emi.Mastermind(2, 3)
    host = Host(game, Fair(game, secret="12"))
    host.guess("11")
    hints = [host.hint() for _ in range(4)]
    assert [one.level for one in hints] == [1, 2, 3, 3]
    assert {str(one.surely) for one in hints} == {"2"}
    assert hints[1].possible == ("12", "13", "21", "31")
    assert hints[2].best.guesses[0].guess == "12"
    assert [one.best is None for one in hints] == [True, True, False, False]
    host.guess("13")
    assert host.hint().level == 1
    assert host.hints == 5


class TestResult:
    def test_tells_no_word(self, golden):
        game = emi.Motus(["LIGNE", "LINGE", "SINGE"])
        host = Host(game, Fair(game, secret="SINGE"), tries=1)
        host.guess("LIGNE")
        golden(host.result("contrast"))

    def test_says_what_helped(self, golden):
        game = emi.Mastermind(2, 3)
        host = Host(game, Fair(game, seed=3))
        host.hint()
        host.guess("11")
        host.undo()
        host.guess("22")
        host.undo()
        host.guess(host.secret)
        golden(host.result())

    def test_of_pegs_in_place_alone(self):
        game = emi.BlackPeg(2, 3)
        host = Host(game, Fair(game, secret="12"))
        host.guess("13")
        host.guess("33")
        assert host.result().splitlines()[1:] == ["⚫", "."]

    def test_of_pegs_and_of_other_games(self, golden):
        game = emi.Moo(3, 6)
        host = Host(game, Fair(game, secret="012"))
        for guess in ("345", "120", "013"):
            host.guess(guess)
        assert host.result().splitlines()[1:] == [".", "⚪⚪⚪", "⚫⚫"]
        jotto = emi.Jotto(["LIGNE", "SINGE"])
        host = Host(jotto, Evil())
        host.guess("LIGNE")
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
