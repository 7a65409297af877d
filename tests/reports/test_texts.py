"""The catalogue of texts for players, which the page and the terminal share."""

import pickle
import re

import pytest

import emi
from emi.reports.texts import LANGUAGES, Texts, catalogue, listed, noun, refusal
from emi.reports.views.live import contents

CLUES = [("COUPE", "GBBBG"), ("CARTE", "GBGGG")]


def slots(text):
    """Return the placeholders of a text, or of both forms: that for one needs no number."""
    forms = [text] if isinstance(text, str) else text
    found = [{*re.findall(r"\{(\w*)\}", form)} for form in forms]
    return [found[0] - {"n"}, *found[1:]] if found[1:] else found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_every_language_with_the_same_placeholders(language):
    english, other = catalogue("en"), catalogue(language)
    assert list(other) == list(english)
    for part in ("page", "said"):
        assert list(other[part]) == list(english[part])
        for key, text in english[part].items():
            if key == "sayOnly" and language != "en":
                # English alone says whether it is a word or a code.
                assert [slot - {"kind"} for slot in slots(text)] == slots(other[part][key])
                continue
            assert slots(other[part][key]) == slots(text), key
    assert not {*other["page"]} & {*other["said"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_uses_the_signs_of_its_language(language):
    of = catalogue(language)
    wrong = r"\w [:;?!]" if of["colon"] == ":" else r"[\w}](?<!\{word\})[:;?!] "
    for text in [one for part in ("page", "said") for one in of[part].values()]:
        assert not re.search(wrong, " ".join([text] if isinstance(text, str) else text))


def test_numbers_and_kinds_follow_the_language():
    assert Texts()("sayStill", n=1234, kind="words") == "1,234 words left"
    french = Texts("fr")
    assert french("sayStill", n=1234, kind=french.kind("word", 2)) == (
        "encore 1\u202f234 mots possibles"
    )
    assert [french("guesses", n=n) for n in (0, 1, 2)] == ["0 essais", "1 essai", "2 essais"]
    assert Texts("nl").decimal("2.8") == "2,8"
    assert Texts("nl").kind("code", 1) == "code"
    assert [noun("number", n) for n in (1, 2)] == ["number", "numbers"]


def test_a_list_of_many_is_shortened_in_the_language():
    assert listed(["A", "B"], 2) == "A, B"
    assert Texts("fr").written(listed(["A", "B", "C"], 1, " ")) == "A et 2 autres"


@pytest.mark.parametrize("name", ["C5", "wordle", "mastermind:2x3", "dordle"])
def test_what_a_game_is_made_of_is_the_same_in_english(name):
    facts = emi.game_named(name).facts
    assert contents(facts) == facts.contents


def test_an_error_is_written_in_the_language_of_a_player(golden):
    game = emi.Motus(["CARTE", "CARIE", "CRATE", "COUPE", "CIBLE", "CABLE", "CADRE"])
    with pytest.raises(emi.ClueError) as found:
        emi.Position(game, CLUES)
    error = found.value
    assert Texts().of_error(error) is error
    for language in LANGUAGES:
        other = Texts(language).of_error(error)
        assert type(other) is emi.ClueError
        golden(str(other))
        assert str(pickle.loads(pickle.dumps(other))) == str(other)
        assert str(Texts().of_error(Texts("en").error(type(other), other.said))) == str(error)
    plain = emi.OptionError("expected a word")
    assert Texts("nl").of_error(plain) is plain
    assert str(refusal(emi.OptionError, "errorNoUndo")).startswith("nothing to take back")
