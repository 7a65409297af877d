"""Wordle: the clues of Motus on two lists."""

import pytest

from emi.errors import LexiconError
from emi.games.motus import Motus
from emi.games.wordle import Wordle

SECRETS = ("LIGNE", "SIGNE")
GUESSES = ("LASSO", "LIGNE", "SIGNE", "TENUE")


@pytest.fixture
def files(tmp_path):
    """Return a function that writes two lists and returns their paths."""

    def write(secrets, guesses):
        paths = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
        for path, words in zip(paths, (secrets, guesses), strict=True):
            path.write_text("\n".join(words) + "\n")
        return paths

    return write


def test_its_clues_and_its_matrix_are_those_of_motus():
    game, motus = Wordle(SECRETS, GUESSES), Motus(SECRETS, GUESSES)
    for guess in GUESSES:
        for secret in SECRETS:
            assert game.feedback(guess, secret) == motus.feedback(guess, secret)
    assert game.matrix().rows.tolist() == motus.matrix().rows.tolist()


def test_its_lists_are_read_as_a_lexicon_is(files):
    game = Wordle.of_files(*files(["# two", "signé", "LIGNE"], [word.lower() for word in GUESSES]))
    assert (game.name, game.secrets, game.guesses) == ("wordle", SECRETS, GUESSES)
    assert (game.lexicon.name, game.proposed.name) == ("secrets.txt", "guesses.txt")


def test_the_lists_of_its_makers_are_a_game(lexica):
    game = Wordle.of_files(lexica("wordle_secrets.txt"), lexica("wordle_guesses.txt"))
    assert (len(game.secrets), len(game.guesses)) == (2315, 12972)


def test_secrets_that_are_not_among_the_guesses_may_be_guessed_too(files):
    game = Wordle.of_files(*files(["VERTU", "LIGNE", "LINGE"], GUESSES))
    assert (set(game.guesses), game.added) == ({*GUESSES, "VERTU", "LINGE"}, 2)
    assert list(game.guesses) == sorted(game.guesses)


@pytest.mark.parametrize("more", [["ligne"], ["SIGN3"], ["SIGNES", "MOT"]])
def test_a_line_that_is_no_word_or_no_new_one_or_of_another_length_is_left_out(files, more):
    game = Wordle.of_files(*files([*SECRETS, *more], [*GUESSES, *more]))
    assert (game.secrets, game.guesses) == (SECRETS, GUESSES)


def test_lists_without_a_word_of_five_letters_have_the_length_of_most_secrets(files):
    words = ["SOL", "BOL", "LUNE"]
    assert Wordle.of_files(*files(words, words)).secrets == ("BOL", "SOL")


def test_a_list_that_is_not_there_is_refused(files, tmp_path, refused):
    with refused(LexiconError):
        Wordle.of_files(files(SECRETS, GUESSES)[0], tmp_path / "none.txt")
