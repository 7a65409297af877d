"""Alphabets: how text becomes letters, and which alphabet a list tells."""

import pickle
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import emi
from emi.errors import OptionError
from emi.lexicon.alphabet import A_TO_Z, NAMES, TABLE, alphabet_named, recognised, spelled_out
from emi.lexicon.load import load

#: Of each language how many letters its alphabet has, words as they are written, and their letters,
#: by the orthography of the language.
LANGUAGES = {
    "fr": (26, "élève cœur Ça", "ELEVE COEUR CA"),
    "en": (26, "naïve æon", "NAIVE AEON"),
    "nl": (26, "coördinatie ĳs", "COORDINATIE IJS"),
    "es": (27, "señal SEÑAL pingüino ácido", "SEÑAL SEÑAL PINGUINO ACIDO"),
    "pt": (26, "coração avó", "CORACAO AVO"),
    "it": (26, "perché città", "PERCHE CITTA"),
    "ca": (27, "plaça col·legi àpat", "PLAÇA COLLEGI APAT"),
    "de": (30, "Straße STRAẞE Öl über Café", "STRAẞE STRAẞE ÖL ÜBER CAFE"),
    "tr": (29, "kırık kirli İZMİR ISPARTA kâğıt dahî", "KIRIK KİRLİ İZMİR ISPARTA KAĞIT DAHİ"),
    "pl": (35, "żółć Łódź", "ŻÓŁĆ ŁÓDŹ"),
    "sv": (29, "smörgås idé", "SMÖRGÅS IDE"),
    "da": (29, "smørrebrød æble å én", "SMØRREBRØD ÆBLE Å EN"),
    "nb": (29, "bjørn ærlig også", "BJØRN ÆRLIG OGSÅ"),
    "fi": (29, "yö sää šakki", "YÖ SÄÄ SAKKI"),
    "hu": (35, "őrült egészség fűtő", "ŐRÜLT EGÉSZSÉG FŰTŐ"),
    "cs": (41, "příliš žluťoučký kůň", "PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ"),
    "hr": (27, "ljubav đak ćevap", "LJUBAV ĐAK ĆEVAP"),
    "ro": (31, "țară şi câine", "ȚARĂ ȘI CÂINE"),
    "eo": (28, "ĉevalo antaŭ", "ĈEVALO ANTAŬ"),
    "el": (24, "σοφός λόγος ΐνα", "ΣΟΦΟΣ ΛΟΓΟΣ ΙΝΑ"),
    "ru": (32, "ёлка йод", "ЕЛКА ЙОД"),
    "uk": (33, "ґанок їжак йод", "ҐАНОК ЇЖАК ЙОД"),
    "he": (22, "שלום מלך", "שלומ מלכ"),
    "ar": (33, "أسد مدرسة سؤال كتــاب", "اسد مدرسة سؤال كتاب"),
    "ko": (24, "한국 까치 왜", "ㅎㅏㄴㄱㅜㄱ ㄱㄱㅏㅊㅣ ㅇㅗㅏㅣ"),
    "fold": (26, "señal Straße kırık", "SENAL STRASSE KIRIK"),
}


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_words_are_read_as_their_language_spells_them(name, form):
    number, texts, words = LANGUAGES[name]
    letters = alphabet_named(name)
    assert len(letters.letters) == len({*letters.letters}) == number
    read = [letters.read(unicodedata.normalize(form, text)) for text in texts.split()]
    assert read == words.split()
    assert not any(map(letters.foreign, read))


def test_there_are_alphabets_of_twenty_five_languages():
    assert {*NAMES} == {*LANGUAGES, "keep"}


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_keyboard_has_each_letter_once(name):
    letters = alphabet_named(name)
    assert sorted("".join(letters.keys)) == sorted(letters.letters)


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), max_size=12
)


@given(st.sampled_from(NAMES), TEXTS)
def test_a_word_spelled_back_is_the_word_read(name, text):
    letters = alphabet_named(name)
    word = letters.read(text)
    if word and not letters.foreign(word):
        assert letters.read(word) == letters.read(spelled_out(word)) == word
        assert letters.read(word.lower()) == word or {*"\u0130\u0131"} & {*word, *word.lower()}


@given(st.sampled_from([name for name in NAMES if name != "keep"]), st.data())
def test_what_is_read_are_letters_of_the_alphabet_alone(name, data):
    letters = alphabet_named(name)
    word = data.draw(st.text(st.sampled_from(letters.letters), min_size=1))
    assert letters.read(word) == word
    assert letters.foreign(word) == ""
    assert letters.foreign(f"{word}?") == "?"


@given(st.lists(TEXTS.filter(lambda text: "#" not in text and text.strip()), min_size=1))
def test_folding_never_makes_two_words_one_unsaid(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("lists") / "words.txt"
    path.write_text("\n".join(["PAIN", *texts]), encoding="utf-8")
    for name in (None, "es", "tr", "keep"):
        found = load(path, alphabet=name)
        met: dict[str, set[str]] = {}
        for text in ["PAIN", *texts]:
            word = found.alphabet.read(text)
            if word in found:
                met.setdefault(word, set()).add(alphabet_named("keep").read(text))
        merged = sum(len(some) - 1 for some in met.values())
        said = {one.what: one.count for one in found.normalised}
        assert said.get("differ only by accents or ligatures", 0) >= bool(merged)
        assert name is not None or {*found.bent} >= {w for w, some in met.items() if len(some) > 1}


def test_letters_of_two_characters_are_one():
    for name, word, many in [
        ("nl+ij", "ijs", 2),
        ("hu+sz+cs", "szács", 3),
        ("es+ll+ch", "llach", 3),
    ]:
        letters = alphabet_named(name)
        assert len(letters.read(word)) == many
        assert spelled_out(letters.read(word)) == word.upper()
    croatian = alphabet_named("hr+dž+lj+nj")
    assert croatian.read("ǆep") == croatian.read("džep") == croatian.read("DŽEP")
    assert spelled_out(croatian.letters) == "ABCČĆDDŽĐEFGHIJKLLJMNNJOPRSŠTUVZŽ"
    assert spelled_out("".join(croatian.keys)).endswith("DŽLJNJ")
    assert alphabet_named("ru+ё").letters[5:8] == "ЕЁЖ"[0:3]


def test_a_dotless_i_is_no_other_i_whatever_the_case():
    letters = alphabet_named("keep")
    assert letters.read("kırık") != letters.read("kirik")
    assert letters.read("ß") == "ẞ"
    assert letters.read("12+35=47") == "12+35=47"


@pytest.mark.parametrize("name", ["xx", "", "es+", "es+abc", "es+ñ", "keep+ij", "nl+ij+ij"])
def test_an_alphabet_that_is_none_is_refused(name, refused):
    with refused(OptionError):
        alphabet_named(name)


def test_an_alphabet_is_sent_by_its_name():
    assert pickle.loads(pickle.dumps(alphabet_named("hu+sz"))) is alphabet_named("hu+sz")


#: Words of each language whose letters tell it, and of those whose letters do not.
TOLD = {
    "es": "señal senda madre cañón",
    "de": "Straße groß Haus",
    "tr": "kırık kirli kıral",
    "pl": "łódka żółty słoń",
    "sv": "å där på små säl gås",
    "da": "brød øl bog",
    "fi": "yö pää sää",
    "hu": "őr erő tűz",
    "cs": "řeka keř dům",
    "hr": "ćup đak noć vođa",
    "ro": "țară ață însă",
    "eo": "ĝi ŝaŭmo aĝo antaŭ",
    "ca": "plaça col·legi força al·lot",
    "el": "λόγος σοφός",
    "ru": "дом окно",
    "uk": "дім вікно ніс",
    "he": "שלום אבא אמא",
    "ar": "باب كتاب",
    "ko": "한국 가나",
    "fold": "élève père cœur ça",
    "fold ": "coração avó mãe",
    "fold  ": "PAIN VIN слово дом BON",
    "fold   ": "PIÑATA POMME POIRE",
    "fold    ": "",
}


@pytest.mark.parametrize("name", TOLD)
def test_a_list_tells_its_language_by_letters_of_its_own(name):
    assert recognised(TOLD[name].split()).name == name.strip()


def test_one_in_five_hundred_words_must_have_the_letter():
    words = [f"MOT{number}" for number in range(1200)]
    assert recognised([*words, "ñu", "año"]).name == "fold"
    assert recognised([*words[:900], "ñu", "año"]).name == "es"


def test_games_have_letters_of_any_alphabet():
    game = emi.Motus(["señal", "senda", "cañón"])
    assert (game.alphabet.name, game.secrets) == ("es", ("SEÑAL", "SENDA", "CAÑON"))
    assert game.feedback("senda", "señal") == "GGBBY"
    rows = game.matrix().rows
    assert rows[0, 1] != rows[0, 2]
    assert emi.Motus(["señal", "senda"], alphabet="fold").secrets == ("SENAL", "SENDA")
    assert emi.Motus(["12+3=15", "3+12=15"], alphabet="keep").feedback("12+3=15", "3+12=15")
    jotto = emi.Jotto(["ñandú", "nadir", "cañas"], alphabet="es")
    assert jotto.feedback("ñandú", "cañas") == "2"


def test_the_table_has_no_letter_twice_and_every_mark_is_a_letter_or_read_as_one():
    for name, data in TABLE.items():
        letters = alphabet_named(name)
        assert all(letters.letters.find(letter) >= 0 for letter in A_TO_Z if name in {"fr", "fold"})
        for mark in data.marks.replace(" ", ""):
            assert letters.read(mark) in letters.letters
