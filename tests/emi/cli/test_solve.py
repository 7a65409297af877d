"""``emi solve``: the answer for one cell."""

import csv
import io
import json
import re

import pytest

from emi.lexicon.load import load

KEYS = [
    "game", "objective", "lower", "upper", "proven", "first_guess", "secrets", "guesses", "nodes",
    "seconds", "lexicon",
]  # fmt: skip


@pytest.fixture
def solved(run, lexicon):
    """Return a function that runs ``emi solve`` over the small list and wants it to succeed."""

    def solved(*arguments):
        ran = run("solve", "--lexicon", lexicon, *arguments)
        assert ran.code == 0
        assert ran.err == ""
        return ran.out

    return solved


def test_json_has_exactly_these_keys(solved, lexicon):
    answer = json.loads(solved("C5", "--format", "json"))
    assert list(answer) == KEYS
    assert answer["game"] == "C5"
    assert answer["objective"] == "worst"
    assert answer["proven"] is True
    assert answer["lower"] == answer["upper"]
    assert answer["secrets"] == answer["guesses"] == 12
    assert answer["first_guess"] in load(str(lexicon))
    assert answer["lexicon"] == {"name": "small.txt", "digest": load(str(lexicon)).digest}


def test_a_length_alone_is_all_words_of_that_length(solved):
    answer = json.loads(solved("5", "--format", "json"))
    assert (answer["game"], answer["secrets"]) == ("5", 22)


def test_the_plain_answer_says_value_first_guess_and_effort(solved):
    first, second, third = solved("c5").splitlines()
    assert re.fullmatch(r"C5: \d \(proven\), 12 words of lexicon small.txt", first)
    assert re.fullmatch(r"begin with C[A-Z]{4}", second)
    assert re.fullmatch(r"[\d,]+ nodes, \d+\.\d\d s", third)


def test_csv_is_a_line_of_the_table(solved):
    text = solved("C5", "--format", "csv")
    assert text.splitlines()[0] == "letter,length,secrets,lower,upper,emi,first_guess,seconds"
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["letter"], row["length"], row["secrets"]) == ("C", "5", "12")


def test_csv_of_a_length_alone_has_no_letter(solved):
    (row,) = csv.DictReader(io.StringIO(solved("5", "--format", "csv")))
    assert (row["letter"], row["length"], row["secrets"]) == ("", "5", "22")


def test_markdown_of_a_length_alone_is_for_all_letters(solved):
    assert solved("5", "--format", "markdown").splitlines()[2] == "| length | all |"


@pytest.mark.parametrize("limit", [("--time-limit", "1e-9"), ("--node-limit", "1")])
def test_an_answer_under_a_limit_is_bounds_and_says_so(run, limit):
    # C5 of the French list takes hundreds of nodes.
    plain = run("solve", "C5", "--no-cache", *limit)
    assert plain.code == 0
    lower, upper = map(int, re.search(r"C5: (\d+)\.\.(\d+) \(not proven\)", plain.out).groups())
    value = json.loads(run("solve", "C5", "--format", "json").out)["upper"]
    assert lower <= value <= upper
    assert lower < upper


def test_json_under_a_limit_is_not_proven(run):
    ran = run("solve", "C5", "--no-cache", "--node-limit", "1", "--format", "json")
    answer = json.loads(ran.out)
    assert answer["proven"] is False
    assert answer["lower"] < answer["upper"]


def test_the_second_answer_is_from_the_cache(solved):
    first = json.loads(solved("5", "--format", "json"))
    second = json.loads(solved("5", "--format", "json"))
    assert second["nodes"] == 0
    assert {k: first[k] for k in KEYS[:8]} == {k: second[k] for k in KEYS[:8]}


def test_no_cache_neither_reads_nor_keeps(run, tmp_path):
    def nodes(*options):
        return json.loads(run("solve", "C5", "--format", "json", *options).out)["nodes"]

    fresh = nodes("--no-cache")
    assert fresh > 0
    assert not (tmp_path / "cache").exists()
    assert nodes() == fresh
    assert nodes("--no-cache") == fresh
    assert nodes() == 0


def test_the_cache_is_where_the_option_says(run, lexicon, tmp_path):
    folder = tmp_path / "elsewhere" / "deep"
    ran = run("solve", "C5", "--lexicon", lexicon, "--cache-dir", folder)
    assert ran.code == 0
    assert (folder / "cache.db").is_file()
    assert not (tmp_path / "cache").exists()


def test_a_list_that_changed_is_answered_anew(run, lexicon):
    def answer():
        ran = run("solve", "C5", "--lexicon", lexicon, "--format", "json")
        return json.loads(ran.out)

    before = answer()
    lexicon.write_text(lexicon.read_text() + "CABAS\nCASES\nCAGES\nCAVES\nCAPES\nCARES\nCALES\n")
    after = answer()
    assert after["secrets"] == before["secrets"] + 7
    assert after["lexicon"]["digest"] != before["lexicon"]["digest"]
    assert after["upper"] > before["upper"]


def test_what_became_of_the_lines_of_a_file_is_said_on_stderr(run, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("Abbé\naide\nx\n\n# remark\naide\n12\n")
    ran = run("solve", "A4", "--lexicon", path)
    assert ran.code == 0
    assert ran.out.startswith("A4: 2 (proven), 2 words")
    assert ran.err.splitlines() == [
        "emi: lexicon words.txt: normalised: lower case raised: 3 (lines 1, 2, 6)",
        "emi: lexicon words.txt: normalised: accents stripped: 1 (line 1)",
        "emi: lexicon words.txt: normalised: duplicates dropped: 1 (line 6)",
        "emi: lexicon words.txt: rejected: shorter than 2 letters: 1 (line 3)",
        "emi: lexicon words.txt: rejected: has a character other than a letter: 1 (line 7)",
    ]


def test_a_game_that_does_not_fit_into_memory_is_refused(run, monkeypatch):
    monkeypatch.setattr("emi.memory.available", lambda: 1000)
    ran = run("solve", "C5", "--no-cache")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("emi: C5: too large")
    assert ran.err.count("\n") == 1


@pytest.mark.filterwarnings("default")
def test_a_record_of_the_cache_that_makes_no_sense_is_a_warning(run, lexicon, tmp_path):
    from cache import DiskStore
    from emi import persistence as kept
    from emi.games.motus import Motus

    value = json.loads(run("solve", "C5", "--lexicon", lexicon, "--format", "json").out)["upper"]
    game = Motus.of_cell("C5", str(lexicon))
    with DiskStore(tmp_path / "cache") as store:
        store.replace(kept.key(game), [b"rubbish"])
    ran = run("solve", "C5", "--lexicon", lexicon, "--format", "json")
    assert ran.code == 0
    assert json.loads(ran.out)["upper"] == value
    assert ran.err.startswith("emi: warning: C5: a record of the cache is dropped")
    assert ran.err.count("\n") == 1
