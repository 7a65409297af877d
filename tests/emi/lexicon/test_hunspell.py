"""Hunspell dictionaries, and the usual words of wordfreq, as word lists."""

import sys

import pytest

from emi.errors import LexiconError
from emi.lexicon import hunspell
from emi.lexicon.hunspell import expand, read_affixes
from emi.lexicon.load import load, read_words


class TestExpanding:
    """A dictionary is expanded as the manual of hunspell describes (hunspell(5))."""

    affixes = """
        # A made-up grammar.
        SET UTF-8
        FLAG long
        NEEDAFFIX ()
        FORBIDDENWORD {}
        ONLYINCOMPOUND <>
        SFX V. Y 3
        SFX V. er er er
        SFX V. er ait/L' [^cg]er po:iimp
        SFX V. ger geait ger
        SFX N. Y 2
        SFX N. 0 s [^sxz]
        SFX N. al aux/D. [^n]al
        SFX D. Y 1
        SFX D. 0 ment .
        SFX X. N 1
        SFX X. 0 x .
        PFX Re Y 1
        PFX Re 0 re [^aeiou]
        PFX L' Y 1
        PFX L' 0 l' [aeiou]
        PFX Ki Y 2
        PFX Ki 0 kilo/N.() .
        PFX Ki 0 0 .
    """

    def forms(self, *entries: str, affixes: str = "") -> set[str]:
        rules = (affixes or self.affixes).splitlines()
        lines = [str(len(entries)), *entries]
        return {*expand(read_affixes(line.strip() for line in rules), lines)}

    @pytest.mark.parametrize(
        ("entries", "forms"),
        [
            # An entry without flags is one form; what follows describes it.
            (["oui", "non\tpo:adv", "peut être po:adv"], ["oui", "non", "peut être"]),
            # A suffix applies where its condition holds.
            (["mener/V."], ["mener", "menait"]),
            (["nager/V."], ["nager", "nageait"]),
            (["bal/N.", "nez/N."], ["bal", "bals", "baux", "bauxment", "nez"]),
            # It may allow a second one.
            (["local/N."], ["local", "locals", "locaux", "locauxment"]),
            # A form with an apostrophe is no word of a game.
            (["aimer/V."], ["aimer", "aimait"]),
            # A prefix crosses with the suffixes that allow it.
            (["mener/V.Re"], ["mener", "menait", "remener", "remenait"]),
            (["bon/X.Re"], ["bon", "bonx", "rebon"]),
            (["aller/Re"], ["aller"]),
            # It may allow a suffix, and need it.
            (["volt/Ki()"], ["volt", "kilovolts"]),
            # A stem may exist only with an affix.
            (["cis/X.()"], ["cisx"]),
            # A forbidden word is no form of another entry either.
            (["bal/N.", "bals/{}"], ["bal", "baux", "bauxment"]),
            # A part of compounds is no word.
            (["électro/<>N."], []),
            # A slash may be part of a word.
            ([r"km\/h/X."], ["km/h", "km/hx"]),
        ],
    )
    def test_the_forms_of_entries(self, entries, forms):
        assert self.forms(*entries) == set(forms)

    @pytest.mark.parametrize(
        ("kind", "flags"), [("FLAG num", "1,22"), ("FLAG UTF-8", "1é"), ("", "1é")]
    )
    def test_flags_are_numbers_or_single_characters_too(self, kind, flags):
        second = "22" if "num" in kind else "é"
        rules = f"{kind}\nSFX 1 Y 1\nSFX 1 0 s .\nSFX {second} Y 1\nSFX {second} 0 x .\n"
        assert self.forms(f"a/{flags}", affixes=rules) == {"a", "as", "ax"}

    def test_a_whole_word_is_stripped_only_where_that_is_allowed(self):
        rules = "SFX A Y 1\nSFX A aller va aller\n"
        assert self.forms("aller/A", affixes=rules) == {"aller"}
        assert self.forms("aller/A", affixes="FULLSTRIP\n" + rules) == {"aller", "va"}

    def test_a_condition_is_literal_save_for_its_brackets_and_dots(self):
        rules = "SFX A Y 2\nSFX A 0 x a+\nSFX A 0 y [^+].\n"
        assert self.forms("ba+/A", "caa/A", affixes=rules) == {"ba+", "ba+x", "ba+y", "caa", "caay"}

    def test_a_file_that_would_be_expanded_wrongly_is_refused(self):
        with pytest.raises(ValueError, match=r"^COMPLEXPREFIXES in an \.aff file"):
            read_affixes(["COMPLEXPREFIXES"])

    def test_flags_may_be_named_by_aliases(self):
        rules = "AF 2 # lists of flags\nAF A\nAF AB # both\n"
        rules += "SFX A Y 1\nSFX A 0 s .\nSFX B Y 1\nSFX B 0 x .\n"
        assert self.forms("a/1", "b/2", affixes=rules) == {"a", "as", "b", "bs", "bx"}

    def test_a_comment_may_follow_a_head(self):
        assert self.forms("a/S", affixes="SFX S Y 1 # plural\nSFX S 0 s . # of all\n") == {
            "a",
            "as",
        }


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a dictionary and gives the path of its words."""

    def write(words, affixes="SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n", name="es_ES", encoding="utf-8"):
        if affixes is not None:
            (tmp_path / f"{name}.aff").write_bytes(affixes.encode(encoding))
        path = tmp_path / f"{name}.dic"
        path.write_bytes(f"{len(words)}\n{chr(10).join(words)}\n".encode(encoding))
        return str(path)

    return write


class TestDictionaries:
    """``--lexicon FILE.dic``."""

    def test_the_words_are_all_forms_in_the_alphabet_of_its_language(self, write):
        path = write(["caña/S", "maña", "árbol"])
        lexicon = load(path)
        assert lexicon.words == ("ARBOL", "CAÑA", "CAÑAS", "MAÑA")
        assert (lexicon.name, str(lexicon.alphabet), lexicon.licence) == (
            "es_ES.dic",
            "es",
            "unknown",
        )
        assert load(path, alphabet="fold").words == ("ARBOL", "CANA", "CANAS", "MANA")

    def test_names_are_left_out_but_not_in_languages_that_write_nouns_so(self, write):
        spanish = write(["casa/S", "mesa", "mano", "pie", "ojo", "Madrid"])
        assert "MADRID" not in load(spanish).words
        german = write(["Haus", "Straße", "gehen", "schön"], name="de_DE")
        assert load(german).words == ("GEHEN", "HAUS", "SCHÖN", "STRAẞE")

    @pytest.mark.parametrize("name", ["ISO8859-1", "microsoft-cp1252", "UTF-8"])
    def test_the_encoding_is_the_one_that_the_affixes_name(self, write, name):
        rules = f"SET {name}\nSFX S Y 1\nSFX S 0 ñas .\n"
        path = write(["caña/S"], rules, encoding="utf-8" if name == "UTF-8" else "latin-1")
        assert load(path).words == ("CAÑA", "CAÑAÑAS")

    def test_a_form_has_the_line_of_its_stem(self, write):
        lines = list(read_words(write(["casa/S", "km2", "mesa"])))
        assert [(line.number, line.word) for line in lines] == [
            (2, "CASA"), (2, "CASAS"), (3, "KM2"), (4, "MESA"),
        ]  # fmt: skip

    def test_what_is_in_the_way_is_named(self, write, tmp_path, refused, monkeypatch):
        for path in (write(["casa"], None), str(tmp_path / "none.dic")):
            with refused(LexiconError):
                load(path)
        with refused(LexiconError):
            load(write(["casa/S"], "COMPLEXPREFIXES\n"))
        with refused(LexiconError):
            load(write(["casa"], "SET klingon\n"))
        with refused(LexiconError):
            load(write(["casa"]), column=1)
        monkeypatch.setattr(hunspell, "MOST_FORMS", 3)
        with refused(LexiconError):
            load(write(["casa/S", "mesa/S"]))


class TestWordfreq:
    """``--lexicon wordfreq:LANG``."""

    def test_the_words_are_those_that_occur_once_in_a_million(self):
        wordfreq = pytest.importorskip("wordfreq")
        lexicon = load("wordfreq:es")
        assert (lexicon.name, str(lexicon.alphabet)) == ("wordfreq:es", "es")
        assert lexicon.licence == "CC-BY-SA-4.0"
        assert {"SEÑAL", "MAÑANA", "CASAS"} <= {*lexicon.words}
        for word in ("señal", "otorrinolaringólogo", "xilófono", "casita"):
            often = wordfreq.word_frequency(word, "es") >= 1e-6
            assert (lexicon.alphabet.read(word) in lexicon) == often

    def test_a_language_that_is_none_is_refused(self, refused):
        pytest.importorskip("wordfreq")
        with refused(LexiconError):
            load("wordfreq:xx")

    def test_a_line_says_how_to_install_it(self, monkeypatch, refused):
        monkeypatch.setitem(sys.modules, "wordfreq", None)
        with refused(LexiconError):
            load("wordfreq:es")
