"""The scripts that make the word lists of the package."""

from contextlib import contextmanager
from string import ascii_uppercase as letters

import pytest

from emi.lexicon import builtin
from emi.lexicon.load import load
from lists import make, wordle
from lists.hunspell import expand, read_affixes
from lists.make import playable
from lists.packages import Package


class TestMaking:
    """The scripts that make the French list expand a Hunspell dictionary."""

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
        return expand(read_affixes(line.strip() for line in rules), [str(len(entries)), *entries])

    @pytest.mark.parametrize(
        ("entries", "forms"),
        [
            # An entry without flags is one form; what follows describes it.
            (["oui", "non\tpo:adv", "peut être po:adv"], ["oui", "non", "peut être"]),
            # A suffix applies where its condition holds.
            (["mener/V."], ["mener", "menait"]),
            (["nager/V."], ["nager", "nageait"]),
            (["bal/N.", "nez/N."], ["bal", "bals", "baux", "bauxment", "nez"]),
            # It may allow a second one, or a prefix.
            (["local/N."], ["local", "locals", "locaux", "locauxment"]),
            (["aimer/V."], ["aimer", "aimait", "l'aimait"]),
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
        with pytest.raises(ValueError, match=r"^AF in an \.aff file"):
            read_affixes(["AF 1"])

    def test_only_lower_case_letters_are_played(self):
        forms = ["élève", "œuvre", "Paris", "l'ami", "a-t-il", "abc12", "vingtᵉ", "pain", "eleve"]
        assert playable(forms) == ["ELEVE", "OEUVRE"]

    def test_the_lists_are_made_of_packages(self, tmp_path, monkeypatch):
        files = {
            "base-files/usr/share/common-licenses/MPL-2.0": "the licence",
            "hunspell-fr-classical/usr/share/hunspell/fr.aff": "SFX S Y 1\nSFX S 0 s .\n",
            "hunspell-fr-classical/usr/share/hunspell/fr.dic": "1\nélève/S\n",
            "wamerican-huge/usr/share/dict/american-english-huge": "apple\nParis\n",
            "wdutch/usr/share/dict/dutch": "appel\n",
            "word-list/words.txt": (
                "apple\nbare\nbared\nbathe\nbleed\ndrum\ndrums\nglass\nochre\numbra\nzaxes\n"
            ),
            "word-list/license": "the notice of word-list",
        }
        scowl = {
            "-small": "apple\nHenry\nglass\nbathe\nbare\n",
            "": "apple\nbare\nbared\nbathe\nbleed\ncontd\ndrum\ndrums\nglass\n",
            "-large": "umbra\nochre\nhenry\n",
            "-insane": "aalii\n",
        }
        packages = ["hunspell-fr-classical", "wamerican-huge", "wdutch"]
        for size, text in scowl.items():
            for of in ("american", "british", "canadian"):
                files[f"w{of}{size}/usr/share/dict/{of}-english{size}"] = text
                packages.append(f"w{of}{size}")
        for name in packages:
            files[f"{name}/usr/share/doc/{name}/copyright"] = f"the notice of {name}"
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)

        @contextmanager
        def debian(name):
            yield Package("Debian", name, "1.0", tmp_path / name)

        @contextmanager
        def npm(name, version):
            yield Package("npm", name, version, tmp_path / name)

        for module in (make, wordle):
            monkeypatch.setattr(module, "debian", debian)
        monkeypatch.setattr(wordle, "npm", npm)
        monkeypatch.setattr(wordle, "frequencies", {"en": {"UMBRA": 2e-7, "HENRY": 1e-5}}.get)
        monkeypatch.setattr(make, "FOLDER", tmp_path)
        for language in ("fr", "en", "nl", "wordle"):
            make.MAKE[language]()
        assert load(tmp_path / "fr.txt.xz").words == ("ELEVE", "ELEVES")
        assert load(tmp_path / "en.txt.xz").words == ("APPLE",)
        assert load(tmp_path / "nl.txt.xz").words == ("APPEL",)
        # No plural, no past tense, no abbreviation, no name, and of the larger size what is known.
        secrets = load(tmp_path / "wordle.txt.xz").words
        assert secrets == ("APPLE", "BATHE", "BLEED", "GLASS", "UMBRA")
        both = load(tmp_path / "wordle-guesses.txt.xz").words
        assert {*both} == {*secrets, "BARED", "DRUMS", "OCHRE"}
        every = load(tmp_path / "wordle-all.txt.xz").words
        assert {*every} == {*both, "AALII", "CONTD", "HENRY", "ZAXES"}
        notices = (tmp_path / "wordle.LICENSE").read_text()
        for of in ("the notice of wcanadian-insane", "the notice of word-list", "Robyn Speer"):
            assert of in notices
        monkeypatch.setattr(builtin, "_FOLDER", tmp_path)
        french = builtin.Builtin("fr")
        assert french.counts() == {("E", 5): 1, ("E", 6): 1}
        assert french.cell("E", 6) == ("ELEVES",)
        assert french.digest == load(tmp_path / "fr.txt.xz").digest
        licence = (tmp_path / "fr.LICENSE").read_text()
        assert licence.startswith('Made from Debian hunspell-fr-classical 1.0 (Grammalecte, "clas')
        assert licence.endswith("\n\nthe notice of hunspell-fr-classical\n\nthe licence\n")

    def test_common_words_are_marked_by_the_sum_of_their_spellings(self, tmp_path, monkeypatch):
        # Steps of more than 255 words take several bytes.
        words = sorted(f"{a}{b}{c}MOT" for a in "AB" for b in letters for c in letters)
        often = {words[0], words[255], words[256], words[256 + 510], words[-1]}
        known = {word: 1e-6 if word in often else 9e-7 for word in words}
        monkeypatch.setattr(make, "FOLDER", tmp_path)
        monkeypatch.setattr(builtin, "_FOLDER", tmp_path)
        monkeypatch.setattr(make, "frequencies", {"fr": known, "en": {}, "nl": {}}.get)
        for name in builtin.COMMON:
            make.pack(name, words)
            (tmp_path / f"{name}.LICENSE").write_text("Made from a test.\n")
        make.MAKE["common"]()
        french, english = builtin.Builtin("fr"), builtin.Builtin("en")
        assert french.common("A") | french.common("B") == often
        assert {word for word in words if builtin.is_common(french, word)} == often
        assert not english.common("A")
        made, *_, last = (tmp_path / "common.LICENSE").read_text().splitlines()
        assert made.startswith("Made from wordfreq 3.")
        assert made.endswith(" and the lists fr, en, nl.")
        assert last.startswith("Twitter; ")
