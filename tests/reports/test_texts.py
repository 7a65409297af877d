"""The catalogue of texts for players, which the page and the terminal share."""

import pickle
import re

import pytest

import emi
from emi.reports.texts import LANGUAGES, Texts
from emi.reports.views.live import contents

#: The texts of the page that errors have too.
OF_ERRORS = {"unknown", "wrongLength", "twice", "nothingFits", "offList", "ifWrong"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_game_in_the_terminal_is_in_every_language(language):
    english, other = Texts()._texts, Texts(language)._texts
    for key, text in english.items():
        if key.startswith(("say", "hint", "won", "lost")) or key in OF_ERRORS:
            pair = [[one] if isinstance(one, str) else one for one in (text, other[key])]
            slots = [[set(re.findall(r"\{(\w+)\}", form)) for form in one] for one in pair]
            assert slots[0] == slots[1], key


def test_numbers_and_kinds_follow_the_language(golden):
    assert Texts()("sayStill", n=1234, kind="words") == "1,234 words left"
    french = Texts("fr")
    golden(french("sayStill", n=1234, kind=french.kind("word", 2)))
    assert Texts("nl").decimal("2.8") == "2,8"
    assert Texts("nl").kind("code", 1) == "code"


@pytest.mark.parametrize("name", ["C5", "wordle", "mastermind:2x3"])
def test_what_a_game_is_made_of_is_the_same_in_english(name):
    facts = emi.game_named(name).facts
    assert contents(facts) == facts.contents


def test_an_error_is_written_in_the_language_of_a_player():
    error = emi.ClueError("clue 1: wrong").saying("nothingFits")
    error.saying("ifWrong", word="CASER", n=1, kind="word")
    assert Texts().of_error(error) is error
    french = Texts("fr").of_error(error)
    assert type(french) is emi.ClueError
    assert str(french) == (
        "Rien ne convient à ces indices. Si l'indice de CASER est autre, 1 mot est possible."
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    plain = emi.OptionError("expected a word")
    assert Texts("nl").of_error(plain) is plain
