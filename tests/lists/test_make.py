"""The scripts that make the word lists of the package."""

from contextlib import contextmanager
from string import ascii_uppercase as letters

from emi.lexicon import builtin
from emi.lexicon.load import load
from lists import make, wordle
from lists.make import playable
from lists.packages import Package


class TestMaking:
    """The scripts that make the lists of the package."""

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

    def test_usual_words_are_marked_by_the_sum_of_their_spellings(self, tmp_path, monkeypatch):
        # Steps of more than 255 words take several bytes.
        words = sorted(f"{a}{b}{c}MOT" for a in "AB" for b in letters for c in letters)
        often = {words[0], words[255], words[256], words[256 + 510], words[-1]}
        known = {word: 1e-6 if word in often else 9e-7 for word in words}
        monkeypatch.setattr(make, "FOLDER", tmp_path)
        monkeypatch.setattr(builtin, "_FOLDER", tmp_path)
        monkeypatch.setattr(make, "frequencies", {"fr": known, "en": {}, "nl": {}}.get)
        for name in builtin.MARKED:
            make.pack(name, words)
            (tmp_path / f"{name}.LICENSE").write_text("Made from a test.\n")
        make.MAKE["usual"]()
        french, english = builtin.Builtin("fr"), builtin.Builtin("en")
        assert french.usual("A") | french.usual("B") == often
        assert {word for word in words if builtin.is_usual(french, word)} == often
        assert not english.usual("A")
        made, *_, last = (tmp_path / "usual.LICENSE").read_text().splitlines()
        assert made.startswith("Made from wordfreq 3.")
        assert made.endswith(" and the lists fr, en, nl.")
        assert last.startswith("Twitter; ")
