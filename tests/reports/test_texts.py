"""The catalogue of texts for players, which the page and the terminal share."""

import re

import pytest

from reports.texts import LANGUAGES, Texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_game_in_the_terminal_is_in_every_language(language):
    english, other = Texts()._texts, Texts(language)._texts
    for key, text in english.items():
        if key.startswith(("say", "hint", "won", "lost")):
            pair = [[one] if isinstance(one, str) else one for one in (text, other[key])]
            slots = [[set(re.findall(r"\{(\w+)\}", form)) for form in one] for one in pair]
            assert slots[0] == slots[1], key


def test_numbers_and_kinds_follow_the_language():
    assert Texts()("sayStill", n=1234, kind="words") == "1,234 words left"
    french = Texts("fr")
    assert french("sayStill", n=1234, kind=french.kind("word", 2)) == (
        "encore 1\u202f234 mots possibles"
    )
    assert Texts("nl").decimal("2.8") == "2,8"
    assert Texts("nl").kind("code", 1) == "code"
