"""Games by the names that a user gives them."""

import pytest

from emi.errors import CellError, EmiError, GameError, LexiconError
from emi.games.blackpeg import ABGame, BlackPeg, Permutation
from emi.games.cell import Cell
from emi.games.jotto import Jotto
from emi.games.mastermind import Logik, Mastermind
from emi.games.moo import Moo
from emi.games.motus import Motus
from emi.games.parse import game_named
from emi.games.wordle import Wordle
from emi.lexicon.load import Lexicon, load

TINY = Lexicon("tiny", ("ABBE", "AIDES", "BAIES", "BAL"), "unknown", "tiny")
KNOWN = (
    "a cell such as C5, mastermind:4x6, logik, moo, moo:3x6, blackpeg:4x6, ab, ab:3x6, "
    "permutation:4x6, jotto, jotto:FILE, wordle, lingo:C, motus:C7, sutom:C7 or tusmo:C7"
)


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "Words.txt"
    path.write_text("ligne\nlinge\n")
    return path


@pytest.mark.parametrize(
    ("text", "kind", "name", "codes"),
    [
        ("mastermind:4x6", Mastermind, "mastermind:4x6", 1296),
        (" MasterMind: 2X3 ", Mastermind, "mastermind:2x3", 9),
        ("logik", Logik, "logik", 32768),
        ("moo", Moo, "moo", 5040),
        ("MOO:3x6", Moo, "moo:3x6", 120),
        ("moo:4x10", Moo, "moo", 5040),
        ("blackpeg:4x6", BlackPeg, "blackpeg:4x6", 1296),
        ("ab", ABGame, "ab", 5040),
        (" AB: 3X6", ABGame, "ab:3x6", 120),
        ("permutation:3x4", Permutation, "permutation:3x4", 24),
        ("jotto", Jotto, "jotto", 2),
        ("A4", Motus, "A4", 1),
        ("a4", Motus, "A4", 1),
        (" 5 ", Motus, "5", 2),
    ],
)
def test_a_game_has_a_name(text, kind, name, codes):
    game = game_named(text, lexicon=TINY)
    assert type(game) is kind
    assert (game.name, len(game.secrets)) == (name, codes)


def test_the_lexicon_is_the_french_one_by_default_and_may_be_a_path(words):
    assert game_named("X5").lexicon.name == "fr"
    assert game_named("L5", lexicon=str(words)).secrets == ("LIGNE", "LINGE")


def test_jotto_may_be_of_a_file_whose_name_is_left_as_it_is(words):
    game = game_named(f"JOTTO:{words}", lexicon=TINY)
    assert (game.secrets, game.lexicon.source) == (("LIGNE", "LINGE"), str(words))


def test_wordle_is_of_two_files(words):
    game = game_named("Wordle", secrets=words, guesses=str(words))
    assert type(game) is Wordle
    assert game.secrets == game.guesses == ("LIGNE", "LINGE")


@pytest.mark.parametrize(
    "text",
    [
        "mastermind:4",
        "mastermind",
        "mastermind:-4x6",
        "mastermind:4x6x2",
        "blackpeg",
        "ab:",
        "moo:",
        "logik:5x8",
        "wordle:x",
        "",
        "chess",
        "5C",
        "C5:2",
        "hangman:5",
    ],
)
def test_a_name_that_is_none_is_refused(text, refused):
    with refused(GameError):
        game_named(text)


def test_what_is_no_text_is_no_name(refused):
    with refused(GameError):
        game_named(None)


def test_wordle_without_lists_is_of_five_letters_in_english(tmp_path, golden):
    game = game_named("wordle")
    golden(game.contents)
    assert set(game.secrets) == set(load("wordle").words) < set(game.guesses)
    path = tmp_path / "few.txt"
    path.write_text("crane\nslate\n")
    assert game_named("wordle", secrets=path).secrets == ("CRANE", "SLATE")
    assert game_named("wordle", secrets=path).guesses == game.guesses
    assert game_named("wordle", guesses=path).guesses == game.secrets


class TestGamesOfWordsTakeTwoLists:
    @pytest.fixture
    def drawn(self, tmp_path):
        """Return the path of a list of what may be drawn from the lexicon."""
        path = tmp_path / "drawn.txt"
        path.write_text("cadre\ncafes\nabord\ncahier\n")
        return path

    @pytest.mark.parametrize(
        ("name", "secrets"),
        [
            ("C5", ("CADRE", "CAFES")),
            ("5", ("ABORD", "CADRE", "CAFES")),
            ("C6", ("CAHIER",)),
            ("jotto", ("ABORD", "CADRE", "CAFES")),
        ],
    )
    def test_secrets_from_a_file_and_guesses_from_the_lexicon(self, drawn, lexicon, name, secrets):
        words = load(lexicon)
        game = game_named(name, lexicon=words, secrets=drawn)
        assert (game.name, game.secrets) == (name, secrets)
        cell = Cell.parse("5" if name == "jotto" else name)
        assert game.guesses == words.cell(cell.initial, cell.length)
        again = game_named(name, lexicon="fr", secrets=drawn, guesses=lexicon)
        assert (again.secrets, again.guesses) == (game.secrets, game.guesses)
        # The lexicon is that of the secrets where no others are given.
        other = game_named(name, lexicon=load(drawn), guesses=lexicon)
        assert (other.secrets, other.guesses) == (game.secrets, game.guesses)

    def test_every_secret_is_among_the_guesses(self, drawn, lexicon):
        game = game_named("C5", lexicon=load(lexicon), guesses=drawn)
        assert set(game.guesses) == {*game.secrets, "CADRE", "CAFES"}
        assert game.added == len(game.guesses) - 2

    def test_a_column_is_of_the_files(self, tmp_path):
        path = tmp_path / "drawn.csv"
        path.write_text("word,n\ncadre,1\nsable,2\n")
        assert game_named("C5", secrets=path, column="word").secrets == ("CADRE",)

    def test_jotto_of_a_file_has_its_secrets_there(self, lexicon, drawn, refused):
        with refused(GameError):
            game_named(f"jotto:{lexicon}", secrets=drawn)


@pytest.fixture
def listed(tmp_path):
    """Return a function that writes codes into a file, and returns its path."""

    def listed(name, *codes):
        path = tmp_path / name
        path.write_text("\n".join(["", *codes, ""]))
        return path

    return listed


def test_games_of_pegs_take_lists_of_codes(listed):
    some, more = listed("some", " 12", "31"), listed("more", "12", "31", "11")
    every = game_named("mastermind:2x3")
    one = game_named("mastermind:2x3", secrets=some)
    assert (one.secrets, one.guesses) == (("12", "31"), every.guesses)
    both = game_named("blackpeg:2x3", secrets=some, guesses=more)
    assert (both.secrets, both.guesses) == (("12", "31"), ("12", "31", "11"))
    assert game_named(
        "moo:2x4", guesses=listed("all", "01", "10"), secrets=listed("few", "10")
    ).guesses == ("01", "10")
    assert game_named("permutation:2x3", secrets=some).guesses == every.guesses
    assert game_named(
        "logik", secrets=listed("l", "BBCCG"), guesses=listed("m", "bbccg")
    ).secrets == ("bbccg",)


@pytest.mark.parametrize(
    ("game", "codes"),
    [
        ("mastermind:2x3", ["14"]),
        ("mastermind:2x3", ["111"]),
        ("moo:2x3", ["11"]),
        ("permutation:2x3", ["11"]),
        ("mastermind:2x3", ["11", "12", "11"]),
        ("mastermind:2x3", []),
    ],
)
def test_a_list_with_something_that_is_no_code_is_refused(listed, game, codes, refused):
    path = listed("codes", *codes)
    with refused(GameError):
        game_named(game, secrets=path)


def test_secrets_are_among_the_guesses(listed, refused):
    game = game_named("ab:2x4", secrets=listed("s", "12", "13"), guesses=listed("g", "12", "21"))
    assert (game.guesses, game.added) == (("12", "13", "21"), 1)
    with refused(GameError):
        game_named("ab:2x4", secrets="./none")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("C99", CellError),
        ("C7", CellError),
        ("jotto:", LexiconError),
        ("jotto:./none", LexiconError),
        ("mastermind:8x10", EmiError),
    ],
)
def test_what_a_game_refuses_is_refused(text, error, refused):
    with refused(error):
        game_named(text, lexicon=TINY)


def test_letters_stand_for_colours_in_the_name():
    game = game_named("Mastermind:2xRgb")
    assert (game.name, game.secrets[:4]) == ("mastermind:2xRgb", ("RR", "Rg", "Rb", "gR"))
    assert game_named(game.name) == game
    assert game_named("permutation:2xrgb").secrets == ("rg", "rb", "gr", "gb", "br", "bg")
