"""An assistant for a game that is played elsewhere."""

from fractions import Fraction

import pytest

import emi
from emi.errors import EmiError, GameError, OptionError, WordError
from emi.games.notation import ClueError
from emi.games.weights import CANDIDATES_LISTED
from emi.playing.assistant import SHOWN
from emi.playing.course import COMPARED
from emi.reports import render
from emi.reports.views.guesses import rated
from emi.reports.views.live import ranked
from emi.results.base import rounded
from emi.search.model.bounds import Bounds

WORDS = ["CARTE", "CARIE", "CRATE", "COUPE", "CIBLE", "CABLE", "CADRE"]


@pytest.fixture
def helped():
    return emi.Motus(WORDS).start().assist()


def test_it_ranks_by_exact_play_with_the_classes(helped):
    explained = helped.best()
    assert explained.advice.worst == emi.solve(helped.game).bounds
    assert explained is helped.best()
    assert {*explained.guesses[0].values} >= {*SHOWN}
    # Few candidates are listed, however few guesses are wanted.
    assert len(helped.game.start().assist(top=3).best().guesses) == len(WORDS)


@pytest.mark.parametrize(
    "line", ["coupe:gbbbg", "COUPE GBBBG", " coupe  20002 ", "coupe 🟩⬛⬛⬛🟩", "Coupe : +...+"]
)
def test_it_reads_a_guess_and_its_answer(helped, line):
    turn = helped.push(line)
    assert (turn.guess, turn.feedback) == ("COUPE", "GBBBG")
    assert helped.position.possible == ("CARTE", "CARIE", "CRATE", "CIBLE", "CABLE", "CADRE")


@pytest.mark.parametrize("line", ["GYBBG", "gybbg", "🟩🟨⬛⬛🟩", ":green_square:" + "⬛" * 4])
def test_an_answer_alone_is_that_to_the_first_guess(helped, line, refused):
    with refused(ClueError):
        helped.push(line if line.isalpha() else "🟩")
    best = helped.best().guesses[0].guess
    try:
        assert helped.push(line).guess == best
    except ClueError as error:
        assert f"clue 1, {best}:" in str(error)  # noqa: PT017 - no word may fit


def test_no_line_of_a_shared_result_is_an_answer(helped, refused):
    helped.best()
    with refused(ClueError):
        helped.push("Wordle 1,234 3/6")
    for line in ("🟩⬛⬛⬛🟩", "GBBBG", ":green_square:" + "⬛" * 3 + "🟩"):
        with refused(ClueError):
            helped.push(line)
    assert helped.position.turns == ()
    # A line with the guess ends it.
    helped.push("COUPE 🟩⬛⬛⬛🟩")
    best = helped.best().guesses[0].guess
    assert helped.push(helped.game.feedback(best, "CABLE")).guess == best


def test_a_guess_alone_is_no_answer(helped, refused):
    helped.best()
    with refused(ClueError):
        helped.push("CIBLE")


def test_a_word_that_the_other_game_does_not_know_is_left_out(helped, refused):
    helped.push("coupe gbbbg")
    helped.strike("cable, cadre")
    assert helped.position.possible == ("CARTE", "CARIE", "CRATE", "CIBLE")
    assert "CABLE" not in helped.game.guesses
    without = emi.Motus([word for word in WORDS if word not in {"CABLE", "CADRE"}])
    left = [word for word in without.secrets if word != "COUPE"]
    assert helped.best().advice.worst == emi.solve(without, candidates=left).bounds
    helped.pop()
    assert "CABLE" in helped.game.guesses
    helped.pop()
    with refused(OptionError):
        helped.pop()


def test_words_without_weights_take_theirs_with_them():
    weights = [1, 2, 3, 4, 5, 6, 7]
    helped = emi.Motus(WORDS).start(weights=weights).assist()
    helped.strike("carie")
    helped.push("coupe gbbbg")
    helped.strike("cable, cadre")
    explained = helped.best()
    assert explained.possible == ("CARTE", "CRATE", "CIBLE")
    assert explained.weight == 1 + 3 + 5
    # Only the first two split the others, and the second weighs more: all others take two guesses.
    assert str(explained.advice.total) == str(3 + 2 * (1 + 5))
    for _ in range(3):
        helped.pop()
    assert helped.position == emi.Motus(WORDS).start()
    assert helped.position.settings.weights == weights


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("", OptionError),
        ("lasso", WordError),
        ("coupe", WordError),
        ("l'eau", WordError),
        ("carte carie crate cible cable cadre", EmiError),
    ],
)
def test_what_cannot_be_left_out_is_refused(helped, words, error, refused):
    helped.push("coupe gbbbg")
    with refused(error):
        helped.strike(words)
    assert len(helped.position.turns) == 1
    assert helped.game == emi.Motus(WORDS)


def test_a_game_without_codes_is_another_game(refused):
    game = emi.Mastermind(2, 3)
    fewer = game.without(["11", "33"])
    assert len(fewer.secrets) == len(fewer.guesses) == 7
    assert fewer.key != game.key
    # Colours are not alike any more.
    assert len(fewer.matrix().symmetry.codes) == 0
    codes = emi.game_named("mastermind:2x3").without(["11", "33"])
    assert emi.solve(fewer).bounds == emi.solve(codes).bounds
    assert isinstance(emi.solve(fewer, emi.Average()).bounds, Bounds)
    with refused(GameError):
        game.without(game.secrets)


def test_it_goes_on_until_it_is_found_in_hard_play_too():
    helped = emi.Motus(WORDS).hardened("hints").start().assist(palette="contrast")
    secret, made = "CADRE", 0
    while not helped.position.found:
        guess = helped.best().guesses[0].guess
        helped.push(f"{guess} {helped.game.feedback(guess, secret)}")
        made += 1
    assert made <= emi.solve(helped.game).bounds.upper
    assert helped.position.possible == (secret,)


def test_a_game_is_pasted_line_by_line_in_any_order(helped):
    """A guess waits for its feedback, and the tiles of a shared result for their guesses."""
    lines = ["Motus 2/6", "🟩⬛⬛⬛🟩", "🟩🟩⬛⬛🟩", "coupe", "carie"]
    for line in lines[:-1]:
        with pytest.raises(emi.IncompleteClueError):
            helped.push(line)
    assert helped.push(lines[-1]).feedback == "GGBBG"
    assert [turn.guess for turn in helped.position.turns] == ["COUPE", "CARIE"]
    helped.pop()
    with pytest.raises(ClueError):
        helped.push("carie")
    helped.best()
    assert helped.push("ggbbg").guess == "CARIE"
    # What is wrong is forgotten, as is what an undo takes back.
    helped.pop()
    for line in ("carie", "ggb"):
        with pytest.raises(ClueError):
            helped.push(line)
    assert helped.push("cable:ggbbg carte:ggybg").guess == "CARTE"


def test_what_a_line_of_several_clues_says_wrong_takes_all_of_it_back(helped):
    with pytest.raises(ClueError):
        helped.push("coupe:gbbbg carie:bbbbb")
    assert helped.position.turns == ()


def test_a_letter_that_is_missing_is_asked_for():
    helped = emi.Revealed(emi.Motus(WORDS)).start().assist()
    with pytest.raises(ClueError, match="expected the letter that a wrong guess reveals"):
        helped.push("coupe gbbbg")
    turn = helped.push("a")
    assert (turn.guess, turn.feedback) == ("COUPE", "GBBBG A")
    assert helped.push("carie 🟩🟩⬛⬛🟩 b").possible == ("CABLE",)


class TestWhatIsLeft:
    """Few candidates are all listed, and other guesses only if they are better."""

    def text(self, helped):
        return render(ranked(helped.best()), "table")

    @pytest.fixture
    def helped(self):
        clues = [("CRANE", "BBGBB"), ("SLOTH", "GBBBB")]
        return emi.Position("wordle", clues, limits=emi.Limits()).assist(top=10)

    def test_all_candidates_are_valued_and_listed(self, helped):
        possible = helped.position.possible
        assert 2 < len(possible) <= CANDIDATES_LISTED
        explained = helped.best()
        values = {row.guess: row.exact.total for row in explained.guesses if row.possible}
        assert {*values} == {*possible}
        assert all(total.proven for total in values.values())
        text = self.text(helped)
        assert all(f"{word} *" in text for word in possible)
        others = [row for row in explained.guesses if not row.possible and f"{row.guess} " in text]
        best = min(total.upper for total in values.values())
        assert all(row.exact.total.upper < best for row in others)

    def test_the_likeliest_come_first(self, helped):
        explained = helped.best()
        assert {*explained.likeliest} == {*explained.possible}
        weights = [1] * len(helped.game.secrets)
        last = explained.likeliest[-1]
        weights[helped.game.secrets.index(last)] = 2
        position = helped.position.copy()
        assert position.explain(top=1, weights=weights).likeliest[0] == last
        # Of the usual list all are usual; of a cell of a lexicon only some are.
        marks = [
            emi.lexicon.builtin.is_usual(emi.load("fr"), word)
            for word in emi.Position("K5", [("KAMIS", "GBBBB")]).explain(top=1).likeliest
        ]
        assert marks == sorted(marks, reverse=True)
        assert {*marks} == {True, False}

    def test_the_only_one_left_needs_no_table(self):
        game = emi.Motus(WORDS)
        helped = emi.Position(game, [("COUPE", "GBBBG"), ("CIBLE", "GBBBG")]).assist()
        helped.push("CARTE GYYGG")
        assert helped.position.possible == ("CRATE",)
        assert self.text(helped) == "CRATE is the only word left.\n"

    def test_a_word_that_is_struck_leaves_the_marks_of_usual_words(self):
        helped = emi.Position("C5", [("CASER", "GYBBB")]).assist(top=5)
        before = [row.usual for row in helped.best().guesses]
        helped.strike("COULA")
        after = [row.usual for row in helped.best().guesses]
        assert None not in {*before, *after}


@pytest.mark.parametrize("by", ["average", "worst"])
def test_a_guess_is_rated_as_in_the_whole_list(by):
    position = emi.Position(emi.Mastermind(3, 4), [("112", "0b1w")], by=by)
    helped = position.assist()
    every = position.explain(show=["Max", "ExpectedSize"], limits=emi.Limits())
    assert sum(row.alike for row in every.guesses) == every.ranked == 63
    for place, row in enumerate(every.guesses):
        text = rated(helped.rated(row.guess), row.guess, COMPARED)
        before = sum(better.alike for better in every.guesses[:place])
        if place < COMPARED:
            assert f"{row.guess} is number {before + 1} of 63" in text
        else:
            first = sum(better.alike for better in every.guesses[:COMPARED])
            assert f"{row.guess} is not among the first {first} of 63" in text
        if row.exact is not None and row.exact.total is not None and row.exact.total.proven:
            cost = row.exact.total.upper - every.guesses[0].exact.total.upper
            mean = rounded(Fraction(row.exact.total.upper, len(position.possible)), 2)
            if by == "average":
                assert f"{mean} on average" in text
                cost = rounded(Fraction(cost, len(position.possible)), 2)
                assert (f"{cost} more than {every.guesses[0].guess}" in text) == (cost != "0.00")


def test_a_word_that_cannot_be_guessed_is_not_rated(helped, refused):
    with refused(WordError):
        helped.rated("XXXXX")


def test_a_trap_of_hard_play_takes_more_tries_than_are_left():
    words = ["FIGHT", "LIGHT", "MIGHT", "NIGHT", "RIGHT", "SIGHT", "TIGHT", "EIGHT", "COUPE"]
    game = emi.Wordle(words).hardened("hints")
    position = game.start()
    pattern, count = position.trap
    assert (pattern, count) == ("_IGHT", 8)
    position.push("EIGHT", "BGGGG")
    # Shut: each guess can but name one of them.
    assert position.trap == ("_IGHT", 7)
    assert position.value().bounds.lower == 7 > game.tries - 1
    assert emi.Wordle(words).start().trap is None
    assert game.start(tries=8).trap is None
