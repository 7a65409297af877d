"""A lexicon: what comes with the package, and what is made of a user's file."""

from __future__ import annotations

import codecs
import errno
import gzip
import io
import lzma
import os
import pickle
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import LexiconError
from emi.lexicon import builtin
from emi.lexicon.alphabet import FOLDED
from emi.lexicon.builtin import MARKED, Builtin, is_usual, licence_text
from emi.lexicon.frequency import frequencies
from emi.lexicon.load import (
    BUILTIN,
    MAX_LENGTH,
    MIN_LENGTH,
    Lexicon,
    Line,
    Remark,
    load,
    normalise_lines,
    plain_words,
)

COUNTS = {
    "fr": {5: 7020, 6: 16372, 7: 30166, 8: 45839, 9: 58014, 10: 62544},
    "en": {5: 11464, 6: 20202, 7: 30218, 8: 37331, 9: 36392, 10: 31616},
    "nl": {5: 5592, 6: 11519, 7: 18793, 8: 26857, 9: 34745, 10: 41058},
    "wordle": {5: 3473}, "wordle-guesses": {5: 12079}, "wordle-all": {5: 18117},
}  # fmt: skip
DIGESTS = {
    "fr": "0efe402f11fca440", "en": "e193aa92840557f0", "nl": "8f6314635b3aa4db",
    "wordle": "ac28af23807015d6", "wordle-guesses": "8406a248e2301686",
    "wordle-all": "dc6c22840cc84529",
}  # fmt: skip
NAMES = "expected fr, en, nl, wordle, wordle-guesses, wordle-all"
PACKAGES = {
    "fr": "Debian hunspell-fr-classical 1:7.0-1",
    "en": "Debian wamerican-huge 2020.12.07-2",
    "nl": "Debian wdutch 1:2.20.19-2",
    **dict.fromkeys(
        ("wordle", "wordle-guesses", "wordle-all"),
        "SCOWL (Debian wamerican-insane and others, 2020.12.07-2) and npm word-list 4.1.0",
    ),
}


@pytest.fixture
def write(tmp_path: Path):
    """Return a function that writes a file and gives its path."""

    def write(content: str | bytes, name: str = "words.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def complaint(name_or_path: str | os.PathLike[str], **options) -> str:
    """Return the message of the error that a load ends in, which is one line."""
    with pytest.raises(LexiconError) as caught:
        load(name_or_path, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


class TestBuiltin:
    def test_six_come_with_the_package_and_french_is_the_default(self):
        assert BUILTIN == ("fr", "en", "nl", "wordle", "wordle-guesses", "wordle-all")
        assert load() == load("fr")

    def test_the_lists_of_wordle_lie_one_in_another(self):
        secrets, guesses, every = (set(load(name).words) for name in BUILTIN[3:])
        assert secrets < guesses < every
        # Known words, rarer ones, and those that a single source has.
        assert secrets.issuperset(["CRANE", "VOILA", "ETUDE", "CHAOS"])
        assert guesses.issuperset(["SALET", "SOARE", "CRIED", "GOALS", "AALII"])
        assert every.issuperset(["CYDER", "CYBER", "FECAL"])

    def test_no_secret_of_wordle_is_inflected_an_abbreviation_or_a_name(self):
        inflected = ["CRIED", "TRIED", "GOALS", "BOXES", "RAKED", "FREED"]
        short = ["ASSOC", "CONTD", "IOCTL", "STDIO", "XTERM", "XXIII"]
        names = ["HENRY", "JERRY", "NANCY", "TESLA", "WEBER"]
        assert set(load("wordle").words).isdisjoint([*inflected, *short, *names])
        assert set(load("wordle").words).issuperset(["CREED", "GREED", "CHAOS", "BASIS", "FOCUS"])
        assert set(load("wordle-guesses").words).isdisjoint(short)

    @pytest.mark.parametrize("name", BUILTIN)
    def test_the_words_are_these_and_no_others(self, name):
        lexicon = load(name)
        assert lexicon.digest.startswith(DIGESTS[name])
        assert Counter(map(len, lexicon.words)) == COUNTS[name]
        assert len(lexicon) == sum(COUNTS[name].values())
        assert lexicon.lengths() == (*COUNTS[name],)
        cells = [lexicon.cell(*key) for key in lexicon.counts()]
        assert sorted(word for cell in cells for word in cell) == list(lexicon.words)

    @pytest.mark.parametrize("name", BUILTIN)
    def test_the_index_says_what_is_in_the_list(self, name):
        lexicon = Builtin(name)
        plain = Lexicon(name, Builtin(name).words, "", "")
        assert lexicon.digest == plain.digest
        assert lexicon.counts() == plain.counts()
        assert list(lexicon.counts()) == list(plain.counts())
        for initial, length in [*lexicon.counts(), ("X", 11), ("a", 5), ("", 5), (None, 7)]:
            assert lexicon.cell(initial, length) == plain.cell(initial, length)

    def test_no_more_is_read_than_the_words_of_an_initial(self, monkeypatch):
        read, unpacked = [], builtin._unpacked
        monkeypatch.setattr(
            builtin, "_unpacked", lambda data: read.append(len(data)) or unpacked(data)
        )
        lexicon = Builtin("fr")
        repr(lexicon), len(lexicon), lexicon.lengths(), lexicon.cell("É", 5)
        assert read == []
        assert "XENON" in lexicon
        assert lexicon.cell("X", 6) == tuple(w for w in lexicon.cell("X", 6) if w[0] == "X")
        assert len(read) == 1
        assert read[0] < 1000

    def test_it_is_sent_by_its_name(self):
        lexicon = Builtin("nl")
        sent = pickle.dumps(lexicon)
        assert len(sent) < 100
        assert pickle.loads(sent) == lexicon

    @pytest.mark.no_cover
    @pytest.mark.parametrize("name", BUILTIN)
    def test_normalising_would_change_nothing(self, name):
        words = load(name).words
        assert list(normalise_lines(enumerate(words))) == [
            Line(number, word, word, "") for number, word in enumerate(words)
        ]

    @pytest.mark.parametrize("name", BUILTIN)
    def test_the_source_and_the_licence_are_told(self, name):
        lexicon = load(name)
        assert lexicon.name == name
        assert lexicon.source.startswith(PACKAGES[name])
        made, changed = licence_text(name).splitlines()[:2]
        assert made == f"Made from {lexicon.source}."
        assert changed.startswith("Changed: ")

    @pytest.mark.parametrize("name", ["fr", "en", "nl", "wordle"])
    def test_the_licence_is_whole(self, name, golden):
        golden(load(name).licence)
        assert len(licence_text(name).splitlines()) > 200

    @pytest.mark.no_cover
    @pytest.mark.parametrize("name", MARKED)
    def test_usual_words_are_those_that_occur_once_in_a_million(self, name):
        pytest.importorskip("wordfreq")
        known, lexicon = frequencies(name), load(name)
        marked = {word for word in lexicon.words if is_usual(lexicon, word)}
        assert marked == {word for word in lexicon.words if known.get(word, 0) >= 1e-6}
        assert {len(word) for word in marked} == {5, 6, 7, 8, 9, 10}

    def test_usual_words_of_a_list_of_ones_own_are_not_known(self):
        own = Lexicon("mine", ("CRANE", "AALII"), "unknown", "mine.txt")
        assert [is_usual(one, "CRANE") for one in (None, own)] == [None, None]
        wordle = load("wordle-guesses")
        words = ("CRANE", "GOALS", "ABBOT", "AALII")
        assert [is_usual(wordle, word) for word in words] == [True, True, True, False]

    def test_inflected_forms_are_words_and_names_elisions_and_numerals_are_not(self):
        french = set(load("fr").words)
        assert french.issuperset(["MANGEAIENT", "OEUFS", "CHEVAUX", "EUSSIONS", "NOEUD"])
        assert french.isdisjoint(["ALLEMAGNE", "LYON", "LAMOUR", "AUJOURDHUI", "XVIIIE"])

    def test_a_builtin_name_wins_over_a_file_of_that_name(self, write, tmp_path, monkeypatch):
        write("PAIN\n", "fr")
        monkeypatch.chdir(tmp_path)
        assert len(load("fr")) > 200_000
        assert load("./fr").words == ("PAIN",)
        assert load(Path("fr")).words == ("PAIN",)


class TestLexicon:
    words = ("ABBE", "AIDE", "AIMER", "BAIE", "BAL")
    lexicon = Lexicon("tiny", words, "unknown", "tiny.txt")

    def test_a_cell_is_the_words_of_one_length_with_one_initial_or_any(self):
        assert self.lexicon.cell("A", 4) == ("ABBE", "AIDE")
        assert self.lexicon.cell("B", 3) == ("BAL",)
        assert self.lexicon.cell(None, 4) == ("ABBE", "AIDE", "BAIE")
        assert self.lexicon.cell("Z", 4) == self.lexicon.cell(None, 9) == ()

    def test_counts_and_lengths(self):
        assert self.lexicon.counts() == {("A", 4): 2, ("A", 5): 1, ("B", 3): 1, ("B", 4): 1}
        assert self.lexicon.lengths() == (3, 4, 5)

    def test_length_and_membership(self):
        assert len(self.lexicon) == 5
        assert "AIDE" in self.lexicon
        assert not any(other in self.lexicon for other in ("abbe", "ABB", "ZUT", "", 4, None))

    def test_the_repr_says_what_it_is_and_not_what_is_in_it(self):
        shown = f"<Lexicon 'tiny': 5 words, 3 to 5 letters, {self.lexicon.digest[:12]}>"
        assert repr(self.lexicon) == shown

    def test_the_digest_is_that_of_the_words_and_of_nothing_else(self):
        assert Lexicon("other", self.words, "MIT", "x").digest == self.lexicon.digest
        # printf 'AA\nBB' | sha256sum
        expected = "958ca1ca00629f9bf932e12eff4f6036a33494ad6391cfe6aca12d865cfb815f"
        assert Lexicon("", ("AA", "BB"), "", "").digest == expected


class TestNormalising:
    @pytest.mark.parametrize(
        ("written", "played"),
        [
            ("pomme", "POMME"),
            ("  Pomme\t", "POMME"),
            ("élève", "ELEVE"),
            ("e\N{COMBINING ACUTE ACCENT}te", "ETE"),
            ("cœur", "COEUR"),
            ("Œuvre", "OEUVRE"),
            ("ex æquo".replace(" ", ""), "EXAEQUO"),
            ("Straße", "STRASSE"),
            ("GRO\N{LATIN CAPITAL LETTER SHARP S}", "GROSS"),
            ("smørrebrød", "SMORREBROD"),
            ("Łódź", "LODZ"),
            ("ǿre", "ORE"),
            ("\N{LATIN SMALL LIGATURE FI}n", "FIN"),
            ("\N{LATIN SMALL LIGATURE IJ}s", "IJS"),
        ],
    )
    def test_a_word_as_it_is_played(self, write, written, played):
        assert FOLDED.read(written) == played
        assert load(write(written)).words == (played,)

    @pytest.mark.parametrize(
        ("what", "lines", "numbers"),
        [
            ("lower case raised", ["POMME", "poire", "Prune"], (2, 3)),
            ("accents stripped", ["ÉTÉ", "ETE", "SMØR"], (1, 3)),
            ("ligatures expanded", ["NEUF", "BŒUF", "STRAßE"], (2, 3)),
            ("duplicates dropped", ["POMME", "POIRE", "POMME", "pomme"], (3, 4)),
        ],
    )
    def test_what_was_changed_is_told(self, write, what, lines, numbers):
        told = {remark.what: remark for remark in load(write("\n".join(lines))).normalised}
        assert told[what] == Remark(what, len(numbers), numbers, lines[numbers[0] - 1])

    def test_an_accent_is_not_a_ligature_nor_the_reverse(self, write):
        assert [r.what for r in load(write("ÉTÉ")).normalised] == ["accents stripped"]
        assert [r.what for r in load(write("BŒUF")).normalised] == ["ligatures expanded"]

    def test_a_list_that_is_already_in_order_gets_no_remark(self, write):
        lexicon = load(write("PAIN\nVIN\n"))
        assert lexicon.normalised == lexicon.rejected == ()
        assert lexicon.remarks == ""

    def test_words_that_accents_alone_tell_apart_are_no_duplicates(self, write, golden):
        lines = ["pêche", "PÊCHE", "pe\N{COMBINING CIRCUMFLEX ACCENT}che", "péché", "cœur", "COEUR"]
        lexicon = load(write("\n".join([*lines, "vin", "VIN"])))
        assert lexicon.words == ("COEUR", "PECHE", "VIN")
        again = [(remark.what, remark.lines) for remark in lexicon.normalised[2:]]
        assert [lines for _, lines in again] == [(2, 3, 8), (4, 6), (5,)]
        golden(lexicon.remarks)

    @pytest.mark.parametrize(
        "bad",
        [
            "AUJOURD'HUI",
            "ARC-EN-CIEL",
            "POMME DE TERRE",
            "CATCH22",
            "-",
            "СЛОВО",
            "λόγος",
            "þing",
            "A",
            "A" * 16,
        ],
    )
    def test_what_is_no_word_is_rejected_with_its_reason(self, write, bad, golden):
        lexicon = load(write(f"PAIN\n{bad}\n"))
        assert lexicon.words == ("PAIN",)
        (remark,) = lexicon.rejected
        assert (remark.count, remark.lines, remark.first) == (1, (2,), bad)
        golden(lexicon.remarks)

    def test_the_lengths_at_the_limits_are_kept(self, write):
        words = ("A" * MIN_LENGTH, "B" * MAX_LENGTH)
        assert load(write("\n".join(words))).words == words

    def test_all_rejections_are_counted_and_the_first_five_lines_named(self, write, golden):
        lexicon = load(write("PAIN\n" + "A-B\n" * 7 + "C\n"))
        assert lexicon.rejected == (
            Remark("has a character other than a letter", 7, (2, 3, 4, 5, 6), "A-B"),
            Remark("shorter than 2 letters", 1, (9,), "C"),
        )
        golden([str(remark) for remark in lexicon.rejected])

    def test_blank_lines_and_comments_are_skipped_but_counted_as_lines(self, write):
        lexicon = load(write("# fruit\n\n  \n  # more\nPOMME # red\nC#\n"))
        assert lexicon.words == ("POMME",)
        assert lexicon.rejected == (Remark("shorter than 2 letters", 1, (6,), "C"),)


@given(st.text(st.sampled_from("ABCabé #\n\r\t'"), max_size=60))
def test_a_text_of_which_nothing_is_to_be_said_is_read_as_any_other(text):
    lines = [
        *normalise_lines(
            enumerate(
                filter(
                    None,
                    (line.partition("#")[0].strip() for line in io.StringIO(text, newline=None)),
                ),
                1,
            )
        )
    ]
    plain = plain_words(io.StringIO(text, newline=None))
    if plain:
        assert sorted(line[2:] for line in lines) == [(word, "", (), "") for word in plain]


@pytest.mark.parametrize("text", ["AB\nCDE\n", "AB\r\nCDE", "CDE\nAB"])
def test_most_lists_are_such_texts(text):
    assert plain_words(io.StringIO(text, newline=None)) == ["AB", "CDE"]


def test_a_list_with_a_word_twice_is_no_such_text():
    assert plain_words(io.StringIO("AB\nCDE\nAB\n", newline=None)) == []


class TestFiles:
    def test_a_file_has_its_name_and_path_and_no_known_licence(self, write):
        path = write("PAIN\n")
        lexicon = load(path)
        assert (lexicon.name, lexicon.licence) == ("words.txt", "unknown")
        assert lexicon.source == str(path)
        assert load(str(path)) == lexicon

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_words_are_sorted_and_unique_whatever_ends_a_line(self, write, end):
        lexicon = load(write(f"VIN{end}PAIN{end}VIN{end}C{end}"))
        assert lexicon.words == ("PAIN", "VIN")
        assert lexicon.rejected[0].lines == (4,)

    @pytest.mark.parametrize(
        "encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]
    )
    @pytest.mark.parametrize("asked", [None, "latin-1"])
    def test_a_byte_order_mark_tells_the_encoding_and_is_no_part_of_a_word(
        self, write, encoding, asked
    ):
        lexicon = load(write("\ufeffété\r\n".encode(encoding)), encoding=asked)
        assert (lexicon.words, lexicon.rejected) == (("ETE",), ())

    @pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "UTF-16-LE", "utf_8", "mac-roman"])
    def test_an_encoding_may_be_asked_for(self, write, encoding):
        assert load(write("été".encode(encoding)), encoding=encoding).words == ("ETE",)

    @pytest.mark.parametrize("encoding", ["utf-9", "rot13", "a\0b", "é"])
    def test_an_encoding_that_is_none(self, write, encoding, golden):
        golden(complaint(write("PAIN"), encoding=encoding))

    @pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
    @pytest.mark.parametrize("column", ["mot", " MOT ", "2", 2])
    def test_a_column_of_a_table(self, write, delimiter, column):
        rows = ["# lemmas", "id,Mot,count", '1,"vin",3', "", "2,été,1", "3", "4,,5"]
        if str(column) == "2":
            rows[1] = "# " + rows[1]
        lexicon = load(write("\n".join(rows).replace(",", delimiter)), column=column)
        assert lexicon.words == ("ETE", "VIN")
        assert lexicon.rejected == (Remark("holds no word", 2, (6, 7), ""),)

    @pytest.mark.parametrize("column", ["x", "0", "3"])
    def test_a_column_that_is_none(self, write, column, golden):
        path = write("id,mot\n1,vin\n")
        golden(complaint(path, column=column))

    def test_a_table_that_is_none(self, write, golden):
        path = write(f"mot\n{'x' * 200_000}\n")
        golden(complaint(path, column="mot"))

    @pytest.mark.parametrize(
        ("name", "pack"),
        [("w.txt.gz", gzip.compress), ("w.GZ", gzip.compress), ("w.txt.xz", lzma.compress)],
    )
    def test_gz_and_xz(self, write, name, pack):
        assert load(write(pack("été\r\n".encode()), name)).words == ("ETE",)

    @given(st.lists(st.text(alphabet="abcéœßøABC -'7λ#", max_size=17), min_size=1))
    def test_what_was_loaded_loads_as_it_is(self, lines):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "words.txt"
            path.write_text("\n".join(["PAIN", *lines]), encoding="utf-8")
            once = load(path)
            path.write_text("\n".join(once.words), encoding="utf-8")
            twice = load(path, alphabet=str(once.alphabet))
        assert twice.words == once.words == tuple(sorted(set(once.words)))
        assert twice.digest == once.digest
        assert twice.rejected == twice.normalised == ()
        assert all(MIN_LENGTH <= len(word) <= MAX_LENGTH for word in once.words)


class TestErrors:
    @pytest.mark.parametrize("name", ["xx", "", "a/xx.txt"])
    def test_what_is_not_there(self, name, golden):
        golden(complaint(name))

    def test_a_folder(self, tmp_path, golden):
        golden(complaint(tmp_path))

    def test_no_permission(self, write, monkeypatch, golden):
        # Not by chmod: for the superuser every file can be read.
        def refuse(self: Path, _mode: str) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

        path = write("PAIN\n")
        monkeypatch.setattr(Path, "open", refuse)
        golden(complaint(path))

    def test_another_failure_of_the_system(self, write):
        path = write("PAIN\n") / "below"
        assert complaint(path).startswith(f"cannot read '{path}' (")

    def test_a_name_that_no_file_can_have(self):
        assert complaint("a\0b").startswith(r"cannot read 'a\x00b' (")

    @pytest.mark.parametrize("content", [b"", b"\n \r\n", b"\xef\xbb\xbf"])
    @pytest.mark.parametrize("name", ["w.txt", "w.txt.gz", "w.txt.xz"])
    def test_an_empty_file(self, write, name, content, golden):
        pack = {".gz": gzip.compress, ".xz": lzma.compress}.get(name[-3:], bytes)
        path = write(pack(content) if content else content, name)
        golden(complaint(path))

    @pytest.mark.parametrize(
        "content",
        [
            b"# nothing yet\n",
            b"PAIN\nVIN\0\n",
            b"\xff\0\n",
            codecs.BOM_UTF16_LE + "PAIN\nVIN\0".encode("utf-16-le"),
            b"PK\x03\x04\x14\0",
            "PAIN\n\nÉTÉ\n".encode("latin-1"),
            "\ufeffPAIN\nVIN".encode("utf-16-be")[:-1],
            b"# names\nA\nB-C\nD-E\n",
            b"A\n",
            b"A,B\n",
        ],
    )
    def test_what_is_no_list_of_words(self, write, content, golden):
        path = write(content)
        golden(complaint(path))

    def test_a_long_name_is_not_said_whole(self, golden):
        said = complaint("x" * 200)
        golden(said)
        assert "x" * 100 not in said
        # A path is repeated up to 240 characters.
        assert len(complaint("./" + "\x1b[2J" * 5000)) < 240 + 80

    def test_a_damaged_archive_and_one_that_is_too_large(self, write, golden):
        path = write(b"PAIN\n", "w.gz")
        golden(complaint(path))
        path = write(gzip.compress(b"PAIN\n" * (13 << 20), 1))
        golden(complaint(path))
