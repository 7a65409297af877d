"""What is possible in a position, and what guesses would tell, held against the definitions."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
from emi import Average, Game, Guaranteed, Jotto, Mastermind, Moo, Wordle, solve
from emi.errors import EmiError, MemoryNeedError, OptionError, WordError
from emi.games.feedback import letter_marks
from emi.games.motus import Motus
from emi.games.notation import ClueError
from emi.lexicon.load import Lexicon
from emi.playing.explainer import VECTORS
from emi.playing.position import Position
from emi.search.heuristics.aggregates import AGGREGATES
from tests import reference

# Few letters, so that they repeat and words are alike.
WORDS = st.integers(1, 5).flatmap(
    lambda n: st.lists(
        st.text("ABCD", min_size=n, max_size=n), min_size=1, max_size=14, unique=True
    )
)
TINY = ["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE"]


@st.composite
def positions(draw):
    """Draw words, one of them as the secret, and some as guesses before it is found."""
    words = sorted(draw(WORDS))
    secret = draw(st.sampled_from(words))
    others = [word for word in words if word != secret]
    made = draw(st.lists(st.sampled_from(others), max_size=3, unique=True)) if others else []
    return words, secret, made


@pytest.fixture
def tiny():
    return Motus(TINY)


@given(positions())
def test_the_compiled_vectors_are_those_of_the_scalar_rule(drawn):
    words, secret, made = drawn
    possible = [
        word
        for word in words
        if all(letter_marks(guess, word) == letter_marks(guess, secret) for guess in made)
    ]
    position = Position.towards(Motus(words), secret, made)
    assert list(position.possible) == possible
    explained = position.explain()
    assert sorted(each.guess for each in explained.guesses) == sorted(set(words) - set(made))
    for each in explained.guesses:
        clues = [letter_marks(each.guess, word) for word in possible]
        assert each.vector == tuple(clues.count(one) for one in clues)
        sizes = Counter(Counter(clues).values())
        assert each.classes == tuple(sorted(sizes.items(), reverse=True))
        assert each.possible == (each.guess in possible)


@given(positions(), st.sampled_from(sorted(AGGREGATES)))
def test_the_values_are_those_of_the_definitions(drawn, name):
    words, secret, made = drawn
    game = Motus(words)
    feedbacks = game.feedback_count
    explained = Position.towards(game, secret, made).explain(show=[name])
    for each in explained.guesses:
        sizes = [size for size, times in each.classes for _ in range(times)]
        expected = reference.AGGREGATES[name](sizes, each.possible, feedbacks)
        value = each.values[name]
        if name == "Gmax":
            value = tuple(size for size, times in value for _ in range(times))
        assert value == (pytest.approx(expected) if isinstance(expected, float) else expected)


@given(positions())
def test_a_sole_word_comes_first_whatever_the_method(drawn):
    words, secret, made = drawn
    position = Position.towards(Motus(words), secret, made)
    if len(position.possible) == 1:
        for name in ("SumGini", "Entropy", "Bobo", "Partitions", "MeanSquare"):
            assert position.explain(name, top=1).guesses[0].guess == secret


class TestPossible:
    def test_without_a_guess_is_every_secret(self, tiny):
        assert Position(tiny).possible == tuple(TINY)

    def test_shrinks_with_each_clue(self, tiny):
        position = Position(tiny, [("LEGALES", "GYGBBBB"), ("LIVIDES", "GGBYBYB")])
        assert [turn.possible for turn in position.turns] == [
            ("LIGNINE", "LIGNITE", "LOGIQUE"),
            ("LIGNINE", "LIGNITE"),
        ]
        assert position.possible == ("LIGNINE", "LIGNITE")
        assert not position.found

    def test_of_a_guess_that_was_right_is_that_guess(self, tiny):
        position = Position.towards(tiny, "LOGIQUE", ["LEGALES", "LOGIQUE", "LIVIDES"])
        assert position.possible == ("LOGIQUE",)
        assert position.found

    def test_is_secrets_only_where_more_may_be_proposed(self):
        game = Motus(["AB", "AC"], ["AA", "AB", "AC"])
        position = Position(game, [("AA", "GB")])
        assert position.possible == ("AB", "AC")
        assert [(each.guess, each.possible) for each in position.explain().guesses] == [
            ("AB", True),
            ("AC", True),
        ]


class TestRefused:
    def test_a_guess_that_is_not_of_the_game(self, tiny, refused):
        with refused(WordError):
            Position(tiny, [("LEGALES", "GYGBBBB"), ("MIVIDEZ", "GGBYBYB")])

    def test_a_guess_that_is_not_in_the_lexicon(self, refused):
        lexicon = Lexicon("tiny", tuple(TINY), "unknown", "tiny")
        with refused(WordError):
            Position(Motus.of_cell("L7", lexicon), [("MIVIDEZ", "GGBYBYB")])

    def test_the_same_guess_twice(self, tiny, refused):
        with refused(WordError):
            Position.towards(tiny, "LOGIQUE", ["LEGALES", "LIVIDES", "LEGALES"])

    def test_a_secret_that_is_not_of_the_game(self, tiny, refused):
        with refused(WordError):
            Position.towards(tiny, "LOGIQUX")

    def test_a_guess_that_is_never_the_secret(self, refused):
        with refused(WordError):
            Position.towards(Wordle(["CALER", "CANER"], ["ABACA", "CALER", "CANER"]), "abaca")

    def test_a_guess_of_another_length(self, tiny, refused):
        with refused(WordError):
            Position.towards(tiny, "LOGIQUE", ["LOI"])

    def test_a_clue_that_is_not_written_as_one(self, tiny):
        with pytest.raises(ClueError, match="6 marks, expected 7"):
            Position(tiny, [("LEGALES", "GYGBBB")])

    def test_the_first_clue_that_leaves_no_word(self, tiny, refused):
        with refused(ClueError):
            Position(
                tiny,
                [("LEGALES", "GYGBBBB"), ("LIVIDES", "GBBGGGB"), ("LIGNIEZ", "GYYYYYY")],
            )

    def test_a_first_clue_that_leaves_no_word(self, tiny, refused):
        with refused(ClueError):
            Position(tiny, [("LEGALES", "GYYYYYY")])

    @pytest.mark.parametrize("name", ["Summ", "", "Random"])
    def test_an_unknown_method_and_one_that_draws_lots(self, tiny, name, golden):
        with pytest.raises(OptionError) as refused:
            Position(tiny).explain(name)
        text = str(refused.value)
        golden(text)
        assert "Random" not in text.partition(":")[2]

    def test_an_unknown_aggregate(self, tiny, refused):
        with refused(OptionError):
            Position(tiny).explain(show=["Sum", "SumGini"])

    @pytest.mark.parametrize("top", [0, -1])
    def test_fewer_than_one_guess(self, tiny, top, refused):
        with refused(OptionError):
            Position(tiny).explain(top=top)

    def test_a_game_that_does_not_fit_into_memory(self, tiny, monkeypatch, refused):
        monkeypatch.setattr("emi.memory.available", lambda: 10)
        with refused(MemoryNeedError):
            Position(tiny).explain()


class TestExplained:
    def test_says_what_it_is_of(self):
        lexicon = Lexicon("tiny", tuple(TINY), "unknown", "tiny")
        explained = Position(Motus.of_cell("L7", lexicon), [("LEGALES", "GYGBBBB")]).explain("sum")
        assert (explained.game.name, explained.game.lexicon.name) == ("L7", "tiny")
        assert explained.game.lexicon.digest == lexicon.digest
        assert (explained.game.secrets, explained.ranked) == (8, 7)
        assert explained.heuristic.name == "Sum"
        assert not explained.found

    def test_lists_only_the_top_but_counts_all(self, tiny):
        explained = Position(tiny, [("LEGALES", "GYGBBBB")]).explain("Sum", top=2)
        assert [each.guess for each in explained.guesses] == ["LIGNINE", "LIGNITE"]
        assert (explained.ranked, explained.tied) == (7, 3)

    def test_computes_what_is_to_be_shown_and_what_decides(self, tiny):
        explained = Position(tiny).explain("SumGini", show=["max"])
        assert all(set(each.values) == {"Max", "Sum", "Gini"} for each in explained.guesses)

    def test_computes_every_aggregate_by_default(self, tiny):
        assert set(Position(tiny).explain().guesses[0].values) == set(AGGREGATES)

    def test_lists_no_guess_once_the_secret_is_found(self, tiny):
        explained = Position.towards(tiny, "LOGIQUE", ["LOGIQUE"]).explain()
        assert explained.found
        assert (explained.guesses, explained.ranked, explained.tied) == ((), 0, 0)

    def test_may_be_of_a_game_in_which_every_word_was_proposed(self):
        assert Position.towards(Motus(["AB"]), "AB", ["AB"]).explain().guesses == ()

    def test_gives_vectors_only_while_few_words_are_possible(self):
        words = [a + b for a in "ABCDEFGH" for b in "ABCDEFGH"]
        assert len(words) > VECTORS
        few, many = (Position(Motus(some)).explain(top=1) for some in (words[:VECTORS], words))
        assert len(few.guesses[0].vector) == VECTORS
        assert many.guesses[0].vector == ()

    def test_leaves_out_what_was_proposed(self, tiny):
        position = Position(tiny, [("LEGALES", "GYGBBBB"), ("LIVIDES", "GGBYBYB")])
        guesses = {each.guess for each in position.explain().guesses}
        assert guesses == set(TINY) - {"LEGALES", "LIVIDES"}


def test_an_unknown_guess_is_told_the_list_of_the_guesses(refused):
    """It named the lexicon of the secrets."""
    secrets, guesses = (
        Lexicon("few", ("CADRE",), "", ""),
        Lexicon("all", ("CADRE", "CAGES"), "", ""),
    )
    position = Position(Motus.of_cell("C5", secrets, guesses))
    with refused(WordError):
        position.check("CABLE")


def test_a_position_prints_itself(tiny, golden):
    golden(repr(Position(tiny)))
    position = Position(tiny, [("LEGALES", "GYGBBBB"), ("LIVIDES", "GGBYBYB")])
    golden(repr(position))


def test_the_guesses_of_a_strategy_are_clues(tiny):
    from emi.strategies.heuristics import strategy

    played = strategy(tiny).play("LOGIQUE")
    assert Position(tiny, played).found


class Number(Game):
    """Find a number when told whether it is higher or lower."""

    rule = "number"

    def feedback(self, guess, secret):
        if guess == secret:
            return "yes"
        return "higher" if int(secret) > int(guess) else "lower"


class Shared(Game):
    """Find a word when told how many letters are in it, also of an anagram."""

    rule = "shared"

    def feedback(self, guess, secret):
        return str(len({*guess} & {*secret}))


class TestOfEveryGame:
    def test_codes(self, golden):
        position = Position(Mastermind(4, 6), [("1122", "1b1w"), ("1314", "2b0w")])
        told = [position.game.feedback("1314", code) for code in position.turns[0].possible]
        assert len(told) == 208
        assert len(position.possible) == told.count("2b0w") == 13
        golden(repr(position))
        assert Position.towards(Moo(2, 4), "01", ["10"]).turns[0].feedback == "0B2C"

    def test_a_rule_of_ones_own(self, refused):
        position = Position(Number(map(str, range(1, 16))), [("8", "higher"), ("12", "lower")])
        assert position.possible == ("9", "10", "11")
        assert position.explain(show=["Max"]).guesses[0].guess == "10"
        with refused(ClueError):
            Position(position.game, [("8", "maybe")])

    def test_wordle_gives_no_initial(self):
        game = Wordle(["SIGNE", "LIGNE"], ["RAISE", "SIGNE", "LIGNE"])
        assert Position(game, [("RAISE", "BBYYG")]).possible == ("SIGNE",)

    def test_jotto_tells_a_word_from_its_anagrams(self):
        game = Jotto(["LIGNE", "LINGE", "SINGE"])
        assert Position(game, [("LIGNE", "5")]).possible == ("LINGE",)
        assert Position(game, [("LIGNE", "5!")]).found

    def test_where_a_rule_does_not_the_game_goes_on_until_no_other_is_left(self):
        game = Shared(["LIGNE", "LINGE", "SINGE"])
        position = Position(game, [("LIGNE", "5")])
        assert (position.possible, position.found) == (("LINGE",), False)
        assert Position.towards(game, "LIGNE", ["LIGNE"]).possible == ("LIGNE",)
        assert Position(game, [("LINGE", "5"), ("LIGNE", "5")]).found

    @pytest.mark.parametrize(
        ("game", "clue"),
        [
            (Mastermind(2, 3), ("11", "3b")),
            (Jotto(["LIGNE"]), ("LIGNE", "6")),
            (Mastermind(2, 3), ("14", "0b0w")),
            (Mastermind(2, 3), ("rg", "0b0w")),
        ],
    )
    def test_what_the_game_never_says_is_refused(self, game, clue, refused):
        with refused(EmiError):
            Position(game, [clue])


class TestOneObject:
    """A position is used as `chess.Board` is."""

    @given(positions(), st.data())
    def test_what_is_pushed_is_taken_back(self, drawn, data):
        words, secret, made = drawn
        game = Motus(words)
        position, before = game.start(), []
        for guess in made:
            before.append(position.copy())
            clue = game.feedback(guess, secret)
            assert guess in position.legal
            turn = position.push(guess.lower(), clue)
            assert (turn.guess, turn.feedback, turn.possible) == (guess, clue, position.possible)
            assert guess not in position.legal
        clues = [(turn.guess, turn.feedback) for turn in position.turns]
        assert position == Position(game, clues) == Position.towards(game, secret, made)
        for guess, earlier in zip(reversed(made), reversed(before), strict=True):
            assert position != earlier
            assert position.pop().guess == guess
            assert (position, position.possible) == (earlier, earlier.possible)
        assert position == game.start()
        assert data.draw(st.sampled_from(position.legal)) in words

    def test_a_copy_is_one_of_its_own(self, tiny):
        position = tiny.start(tries=4)
        other = position.copy()
        other.push("LEGALES", "GYGBBBB")
        assert (position.turns, len(other.turns), other.settings.tries) == ((), 1, 4)
        with pytest.raises(TypeError):
            hash(position)
        assert position != tiny

    def test_a_guess_that_is_refused_changes_nothing(self, tiny, refused):
        position = Position(tiny, [("LEGALES", "GYGBBBB")])
        for guess, clue in [("LASSO", "GBBBB"), ("LIGNINE", "BBBBBBB"), ("LEGALES", "GYGBBBB")]:
            with pytest.raises(EmiError):
                position.push(guess, clue)
        assert position == Position(tiny, [("LEGALES", "GYGBBBB")])
        position.pop()
        with refused(OptionError):
            position.pop()

    def test_in_hard_play_a_guess_taken_back_is_legal_again(self):
        game = Wordle(["CARTE", "CADRE", "LOGES", "PIVOT"]).hardened("hints")
        position = game.start()
        position.push("CARTE", "GGYBG")
        assert position.legal == ("CADRE",)
        position.push("CADRE", "GGGGG")
        assert (position.found, position.legal) == (True, ())
        position.pop()
        position.pop()
        assert position.legal == game.guesses

    @pytest.mark.parametrize("objective", [None, Average(), Guaranteed(1)])
    def test_its_answers_are_those_of_solve(self, tiny, objective):
        start = tiny.start()
        solution = solve(tiny, objective)
        assert start.value(objective).bounds == solution.bounds
        assert start.certificate(objective).text == solution.certificate().text
        position = Position(tiny, [("LEGALES", "GYGBBBB")])
        value = solve(tiny, objective, candidates=position.possible)
        assert position.value(objective).bounds == value.bounds
        strategy = position.strategy(objective)
        assert strategy.secrets == {*position.possible}
        if objective is None:
            assert strategy.depth == value.bounds.upper
        assert position.value(objective, first="LIVIDES").first_guess in {"LIVIDES", ""}

    def test_the_best_guess_is_the_first_that_is_ranked(self, tiny):
        position = Position(tiny, [("LEGALES", "GYGBBBB")])
        assert position.best() == position.explain().guesses[0].guess
        position.push(position.best(), "GGGGGGG")
        for asked in (position.best, position.value, position.strategy):
            with pytest.raises(OptionError, match="the secret is found"):
                asked()

    def test_an_objective_takes_the_weights_of_the_position(self, tiny):
        weights = [3, 1, 4, 1, 5, 9, 2, 6]
        position = tiny.start(weights=weights)
        position.push("LEGALES", "GYGBBBB")
        bounds = solve(tiny, Average(weights=weights), candidates=position.possible).bounds
        assert position.value(Average()).bounds == bounds
        assert position.value(Average(), weights=None).bounds != bounds
        assert position.value(Average(weights=[1] * 8)).bounds != bounds

    def test_settings_are_given_once_or_for_a_call(self, tiny, refused):
        seen = []
        position = tiny.start(watch=lambda progress: seen.append(progress) or True)
        position.explain()
        assert seen
        seen.clear()
        position.explain(watch=None)
        assert not seen
        with refused(OptionError):
            tiny.start(tries="4")


class TestSecretsBeyondTheList:
    """The secrets of the usual Wordle are a guess at what a site draws."""

    @pytest.mark.parametrize("secret", ["CRIED", "CYDER", "VAPED"])
    def test_a_word_that_is_no_secret_is_found(self, secret):
        game = emi.game_named("wordle")
        assert secret not in game.secrets
        position = game.start()
        for _ in range(12):
            guess = position.explain("SumGini", top=1, show=[]).guesses[0].guess
            position.push(guess, game.feedback(guess, secret))
            assert secret in position.possible or not position.beyond
            if position.found:
                break
        assert (position.found, position.beyond, position.possible) == (True, True, (secret,))

    def test_they_are_the_words_that_agree_with_all_clues(self):
        game = emi.game_named("wordle")
        clues = [("CRIER", "GGGGB"), ("CRIES", "GGGGB")]
        position, every = Position(game), emi.load("wordle-all").words
        for at, (guess, feedback) in enumerate(clues, 1):
            position.push(guess, feedback)
            told = [
                word for word in every
                if all(letter_marks(guess, word) == marks for guess, marks in clues[:at])
            ]  # fmt: skip
            assert {*position.possible} == {*told}
        assert (position.beyond, position.unlisted) == (True, ())
        assert str(position.value().bounds) == "2"
        assert position.explain(weights=[1] * len(game.secrets)).guesses[0].possible
        position.pop()
        position.pop()
        assert (position.beyond, position.possible) == (False, game.secrets)

    def test_of_lists_of_ones_own_nothing_else_is_drawn(self, refused):
        game = emi.Wordle(["CRANE"], ["CRANE", "CRIED", "CRIER"])
        with refused(ClueError):
            game.start().push("CRIER", "GGGGB")
