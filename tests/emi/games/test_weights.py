"""Weights: what a file or wordfreq says of the secrets of a game, as whole numbers."""

import gzip
import subprocess
import sys
from collections.abc import Sequence
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emi.errors import WeightsError
from emi.games import weights
from emi.games.jotto import Jotto
from emi.games.mastermind import Logik, Mastermind
from emi.games.motus import Motus
from emi.games.weights import MOST, SCALE, Weights, read_weights
from emi.lexicon import frequency
from emi.lexicon.alphabet import FOLDED
from emi.lexicon.load import Lexicon

GAME = Motus(["COEUR", "MATIN", "PESEE"], name="M5")
NAMES = st.sampled_from(["COEUR", "MATIN", "PESEE"])


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Return a function that writes a file into the current folder and gives its name."""
    monkeypatch.chdir(tmp_path)

    def write(content: str | bytes, name: str = "weights.tsv") -> str:
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return write


@pytest.fixture
def read(write):
    """Return a function that reads the weights of a file of some content."""

    def read(content: str, game=GAME) -> Weights:
        return read_weights(write(content), game)

    return read


@pytest.fixture
def complaint(write):
    """Return a function that gives the one line in which the weights of a file are refused."""

    def complaint(content: str | bytes, game=GAME, name="weights.tsv") -> str:
        return refused(write(content, name), game)

    return complaint


@pytest.fixture
def wordfreq(monkeypatch):
    """Stand in for wordfreq, and note which languages are asked for."""
    asked = []
    lists = {
        "fr": {"cœur": 6e-5, "coeur": 3e-5, "matin": 1e-5, "l'été": 1.0},
        "en": {"coeur": 1e-6, "matin": 1e-6, "pesee": 1e-6},
        "nl": {"het": 0.05},
        "es": {"señal": 3e-5, "SENDA": 1e-5},
    }

    class Stub:
        available_languages = staticmethod(lambda: lists)

        @staticmethod
        def get_frequency_dict(language):
            asked.append(language)
            return lists[language]

    monkeypatch.setitem(sys.modules, "wordfreq", Stub)
    frequency.frequencies.cache_clear()
    yield asked
    frequency.frequencies.cache_clear()


def refused(text, game=GAME) -> str:
    with pytest.raises(WeightsError) as caught:
        read_weights(text, game)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    assert message.isprintable()
    return message


def of_numbers(numbers) -> Weights:
    """Return the weights of numbers, in a game with as many secrets as there are."""
    given = {str(place): number for place, number in enumerate(numbers)}
    return weights._weights(weights._Numbers("numbers", given), [*given])


class TestWeights:
    def test_they_are_a_sequence_of_whole_numbers(self, golden):
        found = Weights("by hand", (3, 1, 2), 0)
        assert (found.total, len(found), found[1], found[1:]) == (6, 3, 1, (1, 2))
        assert (list(found), tuple(reversed(found)), 2 in found) == ([3, 1, 2], (2, 1, 3), True)
        assert isinstance(found, Sequence)
        golden(repr(found))

    def test_the_module_loads_nothing_heavy(self):
        code = (
            "import sys, emi.games.weights; "
            "print({'wordfreq', 'numpy', 'numba', 'rich', 'networkx'} & set(sys.modules))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        assert done.stdout == "set()\n"


class TestEntries:
    @pytest.mark.parametrize("between", ["\t", ",", ";", " ", "   ", " , ", ";\t", "\t\t"])
    def test_what_may_stand_between_a_word_and_its_number(self, read, between):
        lines = [f"{word}{between}{n}" for word, n in (("COEUR", 3), ("MATIN", 1), ("PESEE", 2))]
        assert read("\n".join(lines)).of == (3, 1, 2)

    def test_blank_lines_and_comments_hold_none(self, read):
        assert read("# word count\n\nCOEUR 3\n \t\n  # MATIN 7\nMATIN 1\nPESEE 2\n").of == (3, 1, 2)

    def test_words_are_normalised_and_the_numbers_of_one_word_added_up(self, read):
        assert read("cœur 1\ncoeur 2\nMATIN 1\npesée 3\npesèe 4\nPESEE 5").of == (3, 1, 12)

    def test_codes_are_taken_as_they_are(self, read):
        game = Mastermind(2, 2)
        assert read("11 4\n12 3\n21 2\n22 1", game).of == (4, 3, 2, 1)
        assert read("bbbbb 5", Logik()).smoothed == 8**5 - 1

    def test_the_capitals_of_codes_matter(self, complaint, golden):
        game = Mastermind(1, 2, "ab")
        golden(complaint("A 1\na 1", game))

    @pytest.mark.parametrize(("number", "value"), [
            ("12", 12), ("+12", 12), ("12.", 12), ("12.0", 12), ("1.2e1", 12), ("120E-1", 12),
            ("012", 12), (".5", 0.5), ("0.5", 0.5), ("5e-1", 0.5), ("1e-3", 0.001),
        ])  # fmt: skip
    def test_numbers(self, read, number, value):
        assert read(f"COEUR {number}\nMATIN 1\nPESEE 1").of == of_numbers([value, 1, 1]).of

    def test_a_packed_file(self, write):
        found = read_weights(
            write(gzip.compress("cœur 3\nmatin 1\npesée 2".encode()), "w.gz"), GAME
        )
        assert (found.name, found.of) == ("w.gz", (3, 1, 2))

    def test_the_name_is_that_of_the_file_alone(self, write, tmp_path):
        assert read_weights(str(tmp_path / write("COEUR 1")), GAME).name == "weights.tsv"

    @given(st.lists(st.tuples(NAMES, st.floats(0, 1e300)), max_size=12), st.randoms())
    def test_the_order_of_the_lines_does_not_matter(self, tmp_path_factory, entries, lots):
        path = tmp_path_factory.getbasetemp() / "shuffled.tsv"
        entries.append(("COEUR", 1.0))
        found = []
        for _ in range(2):
            path.write_text("\n".join(f"{word}\t{number!r}" for word, number in entries))
            found.append(read_weights(str(path), GAME))
            lots.shuffle(entries)
        assert found[0] == found[1]

    @pytest.mark.parametrize(
        "text",
        [
            "word;frequency\ncoeur;0,5\nmatin;0,25\npesee;0,25",
            "word,count\ncoeur,2\nmatin,1\npesee,1",
            "2 coeur\n1 matin\n1 pesee",
            '{"coeur": 2, "matin": 1, "pesee": 1}',
            '[["coeur", 2], ["matin", 1], ["pesee", 1]]',
            "const w = {'coeur': 2, 'matin': 1, 'pesee': 1};",
            "coeur: 2\nmatin: 1\npesee: 1",
            "1;coeur;2\n2;matin;1\n3;pesee;1",
            "carre 7\ncoeur 2\nmatin 1\nmatins 9\npesee 1",
        ],
    )
    def test_numbers_are_read_as_people_write_them(self, read, text):
        found = read(text)
        assert found.of in {(2, 1, 1), (SCALE // 2, SCALE // 4, SCALE // 4)}
        assert found.others == 2 * ("carre" in text)

    @pytest.mark.parametrize("column", ["freq", " FREQ ", "3"])
    def test_the_column_of_the_numbers_may_be_named(self, write, column):
        path = write("id;mot;freq;n\n7;cœur;3;1\n8;matin;1;1\n9;pesée;2;1\n", "w.csv")
        assert read_weights(f"{path}:{column}", GAME).of == (3, 1, 2)
        assert read_weights(path, GAME, column="mot").of == (3, 1, 2)
        assert read_weights(f"{path}:4", GAME, column=2).of == (1, 1, 1)

    def test_a_file_with_a_colon_in_its_name_is_read(self, write):
        assert read_weights(write("COEUR 3\nMATIN 1\nPESEE 2", "w:2"), GAME).of == (3, 1, 2)

    @pytest.mark.parametrize("column", ["count", "0"])
    def test_a_column_that_is_none(self, write, column, golden):
        golden(refused(f"{write('mot;freq' + chr(10) + 'coeur;1', 'w.csv')}:{column}"))

    def test_a_list_is_read_once_for_all_its_games(self, write):
        words = ["COEUR", "MATIN", "PESEE", "BAL", "BON", "AXE"]
        games = [Motus([word for word in words if len(word) == n]) for n in (5, 3)]
        path = write("coeur 3\nmatin 1\npesée 1\npesee 1\npesee 1\nzut 5\nhelas 5")
        five, three = weights.weights_of_games(path, games)
        assert (five.of, five.smoothed, five.repeated, five.others) == ((3, 1, 3), 0, 1, 2)
        # No word of three letters has a number: all are equal.
        assert (three.of, three.smoothed, three.others) == ((1, 1, 1), 3, 2)
        assert five == read_weights(path, games[0])


class TestSmoothing:
    @pytest.mark.parametrize(
        ("numbers", "expected"),
        [
            # Whole numbers of all secrets are taken as they are, unless they add up to more.
            ([7, 1, MOST - 8], (7, 1, MOST - 8)),
            ([4], (4,)),
            ([MOST // 2, 1, MOST // 2], (SCALE // 2, 1, SCALE // 2)),
            ([0.5, 1.5], (SCALE // 4, SCALE // 4 * 3)),
            ([0.25], (SCALE,)),
            ([1e-9, 0, 1e300], (1, 1, SCALE)),
        ],
    )
    def test_numbers_are_taken_as_they_are_or_scaled(self, numbers, expected):
        found = of_numbers(numbers)
        assert (found.of, found.smoothed) == (expected, numbers.count(0))

    def test_a_secret_without_a_number_or_with_0_gets_half_of_the_least(self, read):
        # 5, 2.5 and 10 of 17.5.
        missing, nothing = read("COEUR 5\nPESEE 10"), read("COEUR 5\nMATIN 0\nPESEE 10\nMATIN -0")
        assert missing == nothing
        assert (missing.smoothed, missing.of) == (1, (28571429, 14285714, 57142857))

    def test_the_least_is_that_of_a_word_whose_spellings_are_added_up(self, read):
        assert read("pesée 1\npesèe 1\nMATIN 4").of == (14285714, 57142857, 28571429)

    @given(st.lists(st.floats(0, allow_infinity=False), min_size=1).filter(any))
    def test_the_order_of_the_numbers_is_kept(self, numbers):
        found = of_numbers(numbers)
        assert len(found.of) == len(numbers)
        assert found.smoothed == numbers.count(0)
        assert min(found.of) >= 1
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        ranked = [found.of[n] for n in order]
        assert ranked == sorted(ranked)

    @given(st.lists(st.floats(1e-3, 1), min_size=1, max_size=50))
    def test_scaled_numbers_are_at_most_half_a_weight_off(self, numbers):
        numbers.append(0.5)
        total = fsum(numbers)
        for weight, number in zip(of_numbers(numbers).of, numbers, strict=True):
            assert abs(weight - number / total * SCALE) <= 0.5 + 1e-6


class TestBadEntries:
    def test_they_are_counted_and_named(self, complaint, golden):
        golden(complaint("# counts\nCOEUR 1\nMATIN -2\n\nPESEE x\nzzzzz 3\n"))

    @pytest.mark.parametrize("bad", [4, 1238])
    def test_only_the_first_three_are_named(self, complaint, bad, golden):
        told = complaint("".join(f"COEUR -{n}\n" for n in range(1, bad + 1)))
        golden(told)

    @pytest.mark.parametrize(
        "number",
        [
            "nan",
            "inf",
            "-inf",
            "Infinity",
            "1_000",
            "0x10",
            "1e",
            "e5",
            ".",
            "-",
            "½",
            "٣",
            "1 000",
            "12 %",
            "1.2.3",
            "--1",
        ],
    )
    def test_what_is_not_a_number(self, complaint, number, golden):
        golden(complaint(f"COEUR 1\nmatin;{number}"))

    @pytest.mark.parametrize(
        ("entry", "message"),
        [
            *((entry, "MATIN has no number") for entry in ("matin", "matin;", "matin ,")),
            (",12", "'' is not among the secrets of M5"),
            ("COEUR -1e400", "COEUR: -1e400 is negative"),
        ],
    )
    def test_entries_that_give_no_weight(self, complaint, entry, message):
        assert complaint(entry).endswith(f"line 1: {message}")

    def test_long_entries_are_not_shown_whole(self, complaint):
        assert len(complaint(f"{'Z' * 10_000} -1\nMATIN {'9' * 10_000}\nPESEE {'z' * 9999}")) < 500

    def test_what_cannot_be_shown_is_escaped(self, complaint, golden):
        golden(complaint("a\u202eb 1"))
        golden(complaint("COEUR 1\x1b[2J"))
        golden(complaint("a 1", name="a\nb"))

    @pytest.mark.parametrize("content", ["COEUR 0", "COEUR 0\nMATIN 0.0\nPESEE 0e5\n"])
    def test_nothing_but_0(self, complaint, content, golden):
        golden(complaint(content))


class TestBadFiles:
    """The words are those of a lexicon, but for what was expected."""

    @pytest.mark.parametrize("text", ["a/xx.tsv", ".", "xx", "", "Wordfreq", "fr"])
    def test_none(self, text, tmp_path, monkeypatch, golden):
        monkeypatch.chdir(tmp_path)
        golden(refused(text))

    def test_only_comments(self, complaint, golden):
        golden(complaint("# COEUR 1\n"))


class TestWordfreq:
    def test_spellings_are_added_up_and_a_word_it_does_not_know_has_half_of_the_least(
        self, wordfreq
    ):
        found = read_weights("wordfreq", GAME)
        assert (found.name, found.smoothed) == ("wordfreq fr", 1)
        # 9, 1 and 0.5 of 10.5.
        assert found.of == (85714286, 9523810, 4761905)
        assert wordfreq == ["fr"]

    def test_a_list_is_gone_through_once_and_equal_frequencies_are_equal_weights(self, wordfreq):
        for text in ("wordfreq:fr", "wordfreq:en", "wordfreq", "wordfreq:en"):
            found = read_weights(text, GAME)
        assert found.of == (33333333, 33333333, 33333333)
        assert wordfreq == ["fr", "en"]

    @pytest.mark.parametrize(
        ("lexicon", "language"), [("fr", "fr"), ("en", "en"), ("words.txt", "fr")]
    )
    @pytest.mark.parametrize("kind", [Motus, Jotto])
    def test_the_language_is_that_of_the_lexicon(self, wordfreq, kind, lexicon, language):
        game = kind(GAME.secrets, lexicon=Lexicon(lexicon, GAME.secrets, "", ""))
        assert read_weights("wordfreq", game).name == f"wordfreq {language}"
        assert read_weights("wordfreq:en", game).name == "wordfreq en"
        assert wordfreq == [language, *["en"] * (language != "en")]

    def test_the_language_of_an_alphabet_is_read_by_its_letters(self, wordfreq):
        game = Motus(["señal", "senda", "senal"], alphabet="es")
        assert read_weights("wordfreq", game).of == (66666667, 22222222, 11111111)
        assert wordfreq == ["es"]

    def test_a_file_of_that_name_is_reached(self, write):
        assert read_weights(f"./{write('COEUR 1', 'wordfreq')}", GAME).name == "wordfreq"

    @pytest.mark.parametrize("text", ["wordfreq:", "wordfreq:de", "wordfreq:FR", "wordfreq:a\nb"])
    def test_another_language(self, wordfreq, text, golden):
        golden(refused(text))
        assert wordfreq == []

    @pytest.mark.parametrize("text", ["wordfreq", "wordfreq:en"])
    def test_codes_have_no_frequency(self, wordfreq, text, golden):
        golden(refused(text, Mastermind(2, 2)))
        assert wordfreq == []

    def test_it_knows_no_secret(self, wordfreq, golden):
        golden(refused("wordfreq:nl"))
        assert wordfreq == ["nl"]

    def test_it_is_not_installed(self, wordfreq, monkeypatch, golden):
        monkeypatch.setitem(sys.modules, "wordfreq", None)
        golden(refused("wordfreq"))
        assert wordfreq == []

    def test_the_real_one(self):
        wordfreq = pytest.importorskip("wordfreq")
        game = Motus(["COEUR", "MATIN", "PESEE", "XQXQX"])
        found = read_weights("wordfreq", game)
        assert found.smoothed == 1
        heart, morning, weighed, none = found.of
        assert heart > morning > weighed > none
        fr = wordfreq.get_frequency_dict("fr")
        hearts = [word for word in fr if FOLDED.read(word) == "COEUR"]
        assert {"cœur", "coeur"} <= set(hearts)
        ratio = fsum(map(fr.get, hearts)) / (fr["matin"] + fr["mâtin"])
        assert heart / morning == pytest.approx(ratio, rel=1e-4)
