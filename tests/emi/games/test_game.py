"""A game is its lists and one rule; everything else follows."""

import os
import random
from itertools import product

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from emi.analysis.pareto import pareto
from emi.errors import EmiError, GameError, WordError
from emi.games.blackpeg import BlackPeg
from emi.games.game import Game
from emi.games.jotto import Jotto
from emi.games.mastermind import Mastermind, PegGame
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.parse import game_named
from emi.games.variants import Identification, Revealed
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon
from emi.objectives.average import Average
from emi.objectives.guaranteed import Guaranteed
from emi.objectives.worst_case import WorstCase
from emi.playing.position import Position
from emi.questions.solving import solve
from emi.search.model.limits import Stopped
from emi.strategies.heuristics import play, play_optimal, strategy
from emi.strategies.partitions import partitions
from tests import oracle

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SLOWLY = settings(
    max_examples=15 if INTERPRETED else 150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


class Hamming(Game):
    """Tells in how many places two codes are alike, also for a guess that is right."""

    rule = "hamming"

    def feedback(self, guess, secret):
        return str(sum(a == b for a, b in zip(guess, secret, strict=True)))


class Silent(Game):
    """Tells nothing, also when the guess is right."""

    rule = "silent"
    bits = 8

    def feedback(self, _guess, _secret):
        return ""


class Echo(Game):
    """Tells everything."""

    rule = "echo"
    bits = 8

    def feedback(self, guess, secret):
        return f"{guess} {secret}"


class Pegs(PegGame):
    """The rule of Mastermind on any codes."""

    rule = "pegs"
    markers = ("b", "w")


@st.composite
def codes(draw, alphabets):
    """Draw codes of one length, of few symbols or many, some of them with the same initial."""
    length, alphabet = draw(st.integers(1, 8)), draw(st.sampled_from(alphabets))
    begin = draw(st.sampled_from(["", alphabet[0]]))
    code = st.text(alphabet, min_size=length, max_size=length).map(begin.__add__)
    return draw(st.lists(code, min_size=1, max_size=15, unique=True))


@st.composite
def games(draw, kinds=(Hamming, Motus, Wordle, Jotto, Pegs)):
    """Draw a game of any rule; the guesses are in an order of their own."""
    kind = draw(st.sampled_from(kinds))
    if kind is Pegs:
        return Pegs(draw(codes(["01", "123", "bcgrylpw", "aé€😀"])))
    every = draw(codes(["AB", "ABC", "ZAB", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]))
    secrets = every[: draw(st.integers(1, len(every)))]
    return kind(secrets, draw(st.none() if len(secrets) == len(every) else st.permutations(every)))


def told(game):
    """Return the feedback for each guess on each secret; True on the guess itself."""
    return [
        [secret == guess or game.feedback(guess, secret) for secret in game.secrets]
        for guess in game.guesses
    ]


class TestTheMatrix:
    @SLOWLY
    @given(games())
    def test_puts_two_secrets_into_one_class_if_and_only_if_their_feedback_is_equal(self, game):
        for row, answers in zip(game.matrix().rows.tolist(), told(game), strict=True):
            pairs = set(zip(row, answers, strict=True))
            assert len(pairs) == len(set(row)) == len(set(answers))

    @given(games([Hamming]))
    def test_has_one_number_for_a_feedback_in_all_rows(self, game):
        numbers = {True: 0}
        for row, answers in zip(game.matrix().rows.tolist(), told(game), strict=True):
            for number, answer in zip(row, answers, strict=True):
                assert numbers.setdefault(answer, number) == number
        assert set(numbers.values()) == set(range(len(numbers)))

    @SLOWLY
    @given(games([Jotto, Pegs]))
    def test_holds_places_in_the_answers_where_a_game_lists_them(self, game):
        numbers = [
            [game.feedbacks.index(game.feedback(guess, secret)) for secret in game.secrets]
            for guess in game.guesses
        ]
        assert game.matrix().rows.tolist() == numbers

    @SLOWLY
    @given(games([Motus, Wordle]))
    def test_class_0_of_marks_is_the_guess_itself(self, game):
        rows = game.matrix().rows.tolist()
        assert [[number == 0 for number in row] for row in rows] == [
            [answer is True for answer in row] for row in told(game)
        ]

    @SLOWLY
    @given(games())
    def test_names_the_guess_that_each_secret_is(self, game):
        assert [game.guesses[g] for g in game.matrix().own] == list(game.secrets)

    @SLOWLY
    @given(games())
    def test_is_of_the_bits_and_bytes_that_the_game_says(self, game):
        matrix = game.matrix()
        assert matrix.rows.dtype.itemsize == game.bits // 8
        assert matrix.columns.tolist() == matrix.rows.T.tolist()
        symmetric = matrix.columns is matrix.rows
        expected = type(game) is Pegs or (type(game) is Jotto and game.guesses == game.secrets)
        assert symmetric == game.symmetric == expected
        assert game.bytes_needed == matrix.rows.nbytes * (1 if symmetric else 2)

    @pytest.mark.parametrize("hard", [None, "hints", "consistent", "possible"])
    def test_one_that_does_not_fit_into_memory_lies_in_a_file(self, monkeypatch, tmp_path, hard):
        def motus():
            words = ["".join(one) for one in product("ABCDE", "AEIOU", "LMNOP")]
            game = Motus(words[::2], words)
            return game if hard is None else game.hardened(hard)

        objectives = WorstCase(), Average(), Guaranteed(2)
        inside = [solve(motus(), one).bounds for one in objectives]
        game = motus()
        most = game.bytes_needed * 3 // 4
        monkeypatch.setattr("emi.memory.available", lambda: most)
        monkeypatch.setattr("emi.memory._folder", tmp_path)
        said = (
            f"the feedback matrix of .* KiB does not fit .*: using a file in {tmp_path}, which is"
        )
        with pytest.warns(UserWarning, match=said):
            assert game.matrix().in_file
        with pytest.warns(UserWarning, match=said):
            assert [solve(game, one).bounds for one in objectives] == inside

    def test_a_guess_that_is_right_is_a_class_of_its_own_even_if_nothing_is_told(self):
        assert Silent([*"abc"]).matrix().rows.tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]

    def test_has_no_more_feedbacks_than_its_bits_can_number(self, refused):
        codes = [str(n) for n in range(16)]
        assert Echo(codes, name="small").matrix().classes == 241
        with refused(GameError):
            Echo([*codes, "16"], name="large").matrix()

    @pytest.mark.parametrize(
        "game", [Hamming(["00", "01"]), Motus(["AB", "AC"]), Jotto(["AB", "BA"]), Mastermind(2, 2)]
    )
    def test_is_given_up_if_the_watcher_says_stop(self, game):
        with pytest.raises(Stopped):
            game.matrix(lambda _: False)

    def test_asks_the_watcher_before_each_fifty_thousand_pairs(self):
        asked = []
        Silent([str(n) for n in range(300)]).matrix(lambda _: asked.append(None) or True)
        assert len(asked) == 2


class TestTheLists:
    def test_the_guesses_are_the_secrets_unless_given(self):
        game = Hamming(code for code in ("10", "01"))
        assert game.guesses == game.secrets == ("10", "01")

    @pytest.mark.parametrize("kind", [Hamming, Motus, Jotto])
    def test_keep_the_order_in_which_they_are_given(self, kind):
        game = kind(["BA", "AB"], ["CC", "BA", "AB"])
        assert (game.secrets, game.guesses) == (("BA", "AB"), ("CC", "BA", "AB"))

    @pytest.mark.parametrize(
        ("secrets", "guesses"),
        [
            ([], None),
            ([10], None),
            (["10", ""], None),
            (["10"], ["10", "1\n"]),
            (["10", "01", "10"], None),
            (["10"], ["10", "01", "01"]),
        ],
    )
    def test_that_make_no_game_are_refused(self, secrets, guesses, refused):
        with refused(GameError):
            Hamming(secrets, guesses)

    @pytest.mark.parametrize("kind", [Motus, Wordle, Jotto])
    @pytest.mark.parametrize(
        ("secrets", "guesses"),
        [
            ([], None),
            ([""], None),
            (["ABBE", "ABBEE"], None),
            (["ABB3"], None),
            (["MOTЫ"], None),
            ([1234], None),
            (["abbe", "AIDE", "ABBE"], None),
            (["ABBE"], ["ABBE", "AB"]),
        ],
    )
    def test_of_words_that_make_no_game_are_refused(self, kind, secrets, guesses, refused):
        with refused(WordError):
            kind(secrets, guesses)

    @pytest.mark.parametrize("kind", [Motus, Wordle, Jotto])
    def test_of_words_may_be_written_as_in_a_dictionary(self, kind):
        game = kind(["été", "bot"], (word for word in ("ete", "BOT", "mai")))
        assert (game.secrets, game.guesses) == (("ETE", "BOT"), ("ETE", "BOT", "MAI"))
        assert game.key == kind(["ETE", "BOT"], ["ETE", "BOT", "MAI"]).key
        assert game.feedback("mai", "Été") == game.feedback("MAI", "ETE")
        assert game.feedback("ete", "Été") == game.feedback("ETE", "ETE")

    def test_a_game_needs_the_name_of_its_rule(self, refused):
        class Nameless(Game):
            def feedback(self, guess, secret):
                return f"{guess} {secret}"

        with refused(GameError):
            Nameless(["10"])


class TestTheKey:
    GAME = Motus(["ABBE", "AIDE"], ["ABBE", "AIDE", "BAIE"])

    def test_of_a_word_list_is_what_it_was_when_motus_was_the_only_game(self):
        # What is stored of a cell is found again.
        assert self.GAME.key == "837b09a35f5e2d47cf8a9c34341f2c7e8a1e515e8989e6aeded9efdd68070a6f"

    def test_does_not_depend_on_name_or_lexicon(self):
        tiny = Lexicon("tiny", ("ABBE",), "unknown", "tiny")
        again = Motus(self.GAME.secrets, self.GAME.guesses, name="other", lexicon=tiny)
        assert again.key == self.GAME.key

    @pytest.mark.parametrize(
        ("secrets", "guesses"),
        [
            (["ABBE"], ["ABBE", "AIDE", "BAIE"]),
            (["AIDE", "ABBE"], ["ABBE", "AIDE", "BAIE"]),
            (["ABBE", "AIDE"], ["ABBE", "AIDE"]),
            (["ABBE", "AIDE"], ["AIDE", "ABBE", "BAIE"]),
            (["ABBE", "AIDE", "BAIE"], ["ABBE", "AIDE", "BAIE"]),
        ],
    )
    def test_changes_with_secrets_and_guesses_and_their_order(self, secrets, guesses):
        assert Motus(secrets, guesses).key != self.GAME.key

    def test_changes_with_the_rule_and_with_hard_play(self):
        others = Wordle(self.GAME.secrets, self.GAME.guesses), self.GAME.hardened()
        assert len({self.GAME.key, *(game.key for game in others)}) == 3


@pytest.mark.parametrize(
    ("game", "tries"),
    [
        (Motus(["ABCDE"]), 5),
        (Motus(["ABCDEF"]), 6),
        (Wordle(["ABCDE"]), 6),
        (Jotto(["ABCDE"]), None),
        (Mastermind(2, 2), None),
        (Moo(2, 3), None),
    ],
)
def test_a_game_knows_its_tries(game, tries):
    assert game.tries == tries


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Hamming(["10"], ["10", "01"], name="two"), "<Hamming two: 1 secrets, 2 guesses>"),
        (Wordle(["AB"], name="short"), "<Wordle short: 1 secrets, 1 guesses>"),
    ],
)
def test_a_game_says_its_name_and_how_many_codes_it_has(game, text):
    assert repr(game) == text
    assert game.length == 2


def test_a_game_says_how_many_of_what_from_where(golden):
    words = Lexicon("tiny", ("ABBE",), "unknown", "tiny")
    golden(Motus(["ABBE"], lexicon=words).contents)
    assert Hamming(["10"], ["10", "01"]).contents == "1 code, 2 guesses"
    assert Hamming(["10"]).feedback_each(["10", "01"], ["11", "01"]) == ["1", "2"]


@pytest.mark.skipif(INTERPRETED, reason="several searches")
@pytest.mark.parametrize(
    "game",
    [
        Hamming(["000", "001", "010", "100", "111"], ["000", "001", "010", "100", "111", "011"]),
        Silent([*"abcd"]),
        Echo([*"abcd"]),
        Mastermind(2, 4),
        Mastermind(3, 2),
        Moo(2, 5),
        Moo(3, 3),
        Jotto(["LIGNE", "LINGE", "SINGE", "SIGNE", "NEIGE", "GENIE", "LASSO"]),
        Wordle(["LIGNE", "LINGE", "SIGNE"], ["LIGNE", "LASSO", "LINGE", "SIGNE"]),
    ],
    ids=lambda game: game.name,
)
def test_every_game_is_solved_as_by_the_definition(game):
    own = [game.guesses.index(secret) for secret in game.secrets]
    value = oracle.worst_case(told(game), range(len(game.secrets)), own)
    bounds = solve(game).bounds
    assert (bounds.lower, bounds.upper) == (value, value)


GAMES = [
    Hamming(["aa", "ab", "ba", "bb", "ca"]),
    Mastermind(2, 4),
    Mastermind(2, 3, secrets=["11", "23", "32"]),
    Moo(2, 5),
    BlackPeg(2, 3),
    Jotto(["LIGNE", "LINGE", "SINGE", "SIGNE", "NEIGE", "GENIE", "LASSO"]),
    Motus(["CAGOT", "CAOUA", "CLAIE", "CLAME", "CLAPE", "CLAVE", "COQUA"]),
    Wordle(["LIGNES", "LINGES", "SIGNES"], ["LIGNES", "LASSOS", "LINGES", "SIGNES"]),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.kind}")
@given(data=st.data())
def test_rows_of_any_guesses_on_any_secrets_are_those_of_the_rule(game, data):
    """In rows the numbers of the classes differ, the classes do not."""
    secrets = data.draw(st.lists(st.sampled_from(game.secrets), min_size=1, unique=True))
    guesses = data.draw(st.lists(st.sampled_from(range(len(game.guesses))), max_size=6))
    part = game.among(secrets)
    assert (part.secrets, part.guesses) == (tuple(secrets), game.guesses)
    write = part.row_writer()
    rows = np.empty((len(guesses), len(secrets)), part.row_type)
    write(np.array(guesses, np.int32), rows)
    for guess, row in zip(guesses, rows.tolist(), strict=True):
        code = game.guesses[guess]
        told = [None if code == one else game.feedback(code, one) for one in secrets]
        classes = dict(zip(told, row, strict=True))
        assert len({*row}) == len(classes)
        assert [classes[one] for one in told] == row


class TestTheGameOfAQuestion:
    ASKED = (
        solve,
        pareto,
        play,
        play_optimal,
        strategy,
        Position,
        lambda game: partitions(game, ["11"]),
    )

    @pytest.mark.skipif(INTERPRETED, reason="several searches")
    @pytest.mark.parametrize("ask", ASKED)
    def test_may_be_given_by_its_name(self, ask):
        named, made = ask("Mastermind:2x2"), ask(Mastermind(2, 2))
        if ask is pareto:
            named, made = ([(row.tries, row.total_upper) for row in rows] for rows in (named, made))
        assert repr(named) == repr(made)

    @pytest.mark.parametrize("ask", ASKED)
    @pytest.mark.parametrize("game", [None, ["CASER"], "casser"])
    def test_is_refused_if_it_is_none(self, ask, game, refused):
        with refused(GameError):
            ask(game)

    def test_has_its_codes_however_they_are_written(self):
        game = Motus(["CASER", "CADRE", "CANNE", "CABAS"])
        found = solve(game, Average(), first="cáser", candidates=["cadre", "Caser"])
        assert (found.first_guess, found.bounds.lower) == ("CASER", 3)
        position = Position(game, [("caser", "GGBYB")])
        assert position.turns[0].guess == "CASER"
        assert Position.towards(game, "cabas", ["cadre"]).turns[0].feedback == "GGBBB"
        assert Mastermind(2, 2, "ab").code("BA") == "ba"
        assert Hamming(["a", "A"]).code("A") == "A"
        assert Hamming(["a"]).code("b") == "b"


class TestEquality:
    WORDS = "CASER", "CADRE", "CANNE"

    class Near(Game):
        """Tells whether two numbers are near each other."""

        rule = "near"

        def __init__(self, secrets, most):
            super().__init__(secrets)
            self.most = most

        def feedback(self, guess, secret):
            return str(abs(int(guess) - int(secret)) <= self.most)

    def made(self):
        """Return games that all differ, made anew."""
        words, some = Motus(self.WORDS), Wordle(self.WORDS[1:], self.WORDS)
        return [
            words,
            Motus(self.WORDS[::-1]),
            Motus(self.WORDS[:2], self.WORDS),
            Wordle(self.WORDS),
            some,
            some.among(self.WORDS[2:]),
            Jotto(self.WORDS),
            *(words.hardened(one) for one in ("possible", "consistent", "hints")),
            Identification(some, self.WORDS[:1]),
            Identification(some, self.WORDS[:2]),
            Revealed(words),
            Mastermind(2, 3),
            Mastermind(2, 3, "abc"),
            Mastermind(2, 3, secrets=["11"]),
            BlackPeg(2, 3),
            Moo(2, 3),
            game_named("motus:C5"),
            game_named("sutom:C6"),
            self.Near(["1", "2", "3"], 1),
            self.Near(["1", "2", "3"], 2),
        ]

    def test_is_that_of_rule_lists_and_parameters(self):
        for at, one in enumerate(self.made()):
            for place, other in enumerate(self.made()):
                assert (one == other) == (at == place)
                if at == place:
                    assert hash(one) == hash(other)

    def test_does_not_depend_on_name_or_lexicon_or_what_was_computed(self):
        tiny = Lexicon("tiny", ("CADRE", "CANNE", "CASER"), "unknown", "tiny")
        plain = Motus(self.WORDS)
        named = Motus(map(str.lower, self.WORDS), name="mine", lexicon=tiny)
        solve(named)
        assert named.key
        assert plain == named
        assert {plain: 1}[named] == 1
        assert plain != "motus"


LISTED = {
    "Motus": Motus,
    "guesses of Motus": lambda given: Motus(["CADES"], given),
    "Wordle": Wordle,
    "Jotto": Jotto,
    "a rule of one's own": Hamming,
    "Mastermind": lambda given: Mastermind(1, 3, secrets=given),
    "guesses of MOO": lambda given: Moo(1, 3, guesses=given),
    "BlackPeg": lambda given: BlackPeg(1, 3, secrets=given),
    "Identification": lambda given: Identification(Motus(["CADES"]), given),
    "without": lambda given: Motus(["CADES", "CANES"]).without(given),
    "candidates": lambda given: solve(Hamming(["1", "2"]), candidates=given),
    "allowed": lambda given: solve(Hamming(["1", "2"]).hardened("consistent"), allowed=given),
}


@pytest.mark.parametrize("made", LISTED.values(), ids=LISTED)
@pytest.mark.parametrize("given", ["CADES", "12", b"12", 12, 1.5, True])
def test_a_single_value_is_no_list(made, given):
    with pytest.raises(EmiError, match="expected a list of"):
        made(given)


@pytest.mark.parametrize("size", [2, 3, 30])
def test_a_rule_that_answers_at_random_is_refused(size):
    drawn = random.Random(size)

    class Chance(Game):
        """Mostly tells nothing."""

        rule = "chance"

        def feedback(self, _guess, _secret):
            return "yes" if drawn.random() < 0.3 else "no"

    with pytest.raises(GameError, match="when asked again, expected a rule that always gives"):
        solve(Chance([str(n) for n in range(size)]))


class Counts(Hamming):
    """Each answer differs from the one before."""

    made = 0

    def feedback(self, guess, secret):
        self.made += 1
        return super().feedback(guess, secret) + str(self.made % 2)


@pytest.mark.parametrize("answer", [None, ["a"], 1 / 3])
def test_a_rule_has_plain_answers(answer):
    class Odd(Game):
        """Always the same answer."""

        rule = "odd"

        def feedback(self, _guess, _secret):
            return answer

    if answer == 1 / 3:
        assert solve(Odd(["a", "b"])).bounds.upper == 2
        return
    with pytest.raises(GameError, match=r"expected a text|unhashable"):
        solve(Odd(["a", "b"]))


def test_a_rule_that_fails_or_counts_its_answers_is_refused():
    class Fails(Game):
        """Fails for one pair."""

        rule = "fails"

        def feedback(self, guess, secret):
            return str(1 // (int(guess) - 2 * int(secret)))

    with pytest.raises(GameError, match=r"fails: feedback\('2', '1'\) failed with ZeroDivision"):
        solve(Fails(["1", "2"]))
    with pytest.raises(GameError, match="when asked again"):
        solve(Counts(["00", "01", "11"]))


@pytest.mark.parametrize("name", ["guesses", "secrets"])
def test_a_list_that_is_assigned_replaces_what_was_computed_from_the_old_one(name):
    codes = ("aa", "ab", "ba", "bb", "cc")
    game = Hamming(codes[:3], codes[:4] if name == "guesses" else codes)
    _ = game.key, game.matrix(), game.places(codes[:3])
    setattr(game, name, codes[1:3] if name == "secrets" else codes[:3] + codes[4:])
    other = Hamming(game.secrets, game.guesses)
    assert game.key == other.key
    assert game == other
    assert game.places(game.guesses).tolist() == [*range(len(game.guesses))]
    assert solve(game).bounds == solve(other).bounds


def test_a_rule_that_is_assigned_has_another_key():
    game = Hamming(["aa", "ab"])
    before = game.key
    game.rule = "other"
    assert game.key != before


@pytest.mark.parametrize("game", [Hamming, Silent])
def test_the_deviation_of_a_custom_rule_needs_no_matrix(game):
    codes = ["".join(one) for one in product("abc", repeat=3)]
    game = game(codes)
    matrix = game.matrix()
    m = matrix.classes
    found = Position(game).explain("Deviation", show=["Deviation"])
    for one in found.guesses:
        # The vector has the size of its class for each candidate.
        value = (m * sum(one.vector) - len(codes) ** 2) / max(m * (m - 1), 1)
        assert one.values["Deviation"] == pytest.approx(value**0.5)
