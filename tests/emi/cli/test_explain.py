"""``emi explain``: the paper's tables, clues as the user got them, and what is listed."""

import io
import json
import re
import signal
import sys

import pytest

import emi
from emi.analysis.advice import Waiting
from emi.analysis.ranking import Ranking
from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.search.heuristics.aggregates import AGGREGATES
from emi.search.model.limits import Stopped
from tests.emi.cases import PAPER, long_game, rows
from tests.reports.html import parse

#: The columns of the paper's Table 2, with its own entropy.
PAPERS = "Sum,Max,Gini,Entropy"
FIRST = "--clues LEGALES:GYGBBBB"


@pytest.fixture
def paper(tmp_path):
    """Return the option for the paper's dictionary."""
    (tmp_path / "paper.txt").write_text("\n".join(PAPER) + "\n")
    return f"--lexicon {tmp_path / 'paper.txt'}"


@pytest.fixture
def explained(ran, paper):
    """Return a function that runs ``emi explain`` over the paper's dictionary."""
    return lambda line, *more: ran(f"explain {paper} {line}", *more)


@pytest.mark.parametrize(
    "line",
    [
        # Example 4 and its Table 2.
        f"{FIRST},LIVIDES:GGBYBYB --sort Sum --show {PAPERS}",
        "--secret LOGIQUE --top 1 --sort SumGini",
        "--clues LEGALES,LOGIQUE --secret LOGIQUE",
        "--clues LOGIQUE:GGGGGGG",
        f"{FIRST} --top 2",
        f"{FIRST} --sort partitions",
        f"{FIRST} --show gmax,Cubes,gmax",
        f"{FIRST} --top 1 --tries 2",
        f"{FIRST} --top 1 --tries 3",
        f"{FIRST} --hard possible",
    ],
)
def test_prints(transcript, paper, line):
    transcript(f"explain {paper} {line}")


class TestThePaper:
    def test_example_4_as_a_page(self, explained, golden):
        page = parse(explained(f"{FIRST},LIVIDES:GGBYBYB --sort Sum --format html"))
        golden(page.all("h1")[0].text)
        golden(page.all("p", "closing")[0].text)
        assert [cell.text for cell in page.all("th", "possible")] == ["LIGNINE", "LIGNITE"]


class TestKnown:
    def test_clues_say_what_the_secret_says_however_they_are_given(self, explained):
        secret = explained("--clues LEGALES --secret LOGIQUE")
        for line in (FIRST, "--clues légales:gygbbbb", "--clues légales --secret logique"):
            assert explained(line) == secret
        both = explained(f"{FIRST},LIVIDES:GGBYBYB")
        assert explained(f"{FIRST} --clues LIVIDES:GGBYBYB") == both

    def test_clues_may_say_that_no_initial_is_given(self, ran, lexicon, golden):
        text = ran("explain --clues ADIEU:YBBBB --lexicon", lexicon)
        words = [word for word in load(str(lexicon)).words if len(word) == 5]
        left = [
            word for word in words if word[0] != "A" and "A" in word and not set("DIEU") & {*word}
        ]
        golden(text)
        assert f"{len(left)} words left: {' '.join(left)}\n" in text
        text = ran("explain --clues ADIEU --secret CABAN --no-initial --lexicon", lexicon)
        golden(text)

    def test_a_secret_that_is_found(self, explained):
        document = json.loads(explained("--clues LOGIQUE:GGGGGGG --format json"))
        assert (document["found"], document["profiles"]) == (True, [])

    def test_the_french_list_is_the_default(self, ran):
        document = json.loads(ran("explain --clues LEGALES --secret LOGIQUE --format json"))
        assert document["lexicon"] == "fr"


class TestListed:
    def table(self, text):
        return [
            line.split()[0] for line in text.splitlines() if line[:7] in PAPER and ";" not in line
        ]

    def test_are_twenty_at_first_and_all_on_demand(self, ran):
        number = len(load("fr").cell("K", 5))
        few, every = (
            ran(f"explain --secret KAKIS --sort SumGini {top}") for top in ("", "--top all")
        )
        # The remark about the first guess names it once more.
        assert len(re.findall("^K[A-Z]{4}", few, re.MULTILINE)) == 20 + 1
        assert len(re.findall("^K[A-Z]{4}", every, re.MULTILINE)) == number + 1

    def test_are_sorted_as_asked_whatever_the_capitals(self, explained):
        for name in ("possiblegmax", "BOBO"):
            out = explained(f"{FIRST} --sort {name} --top 3")
            assert self.table(out) == ["LIGNINE", "LIGNITE", "LOGIQUE"]

    def test_show_all_that_is_known_on_demand(self, explained):
        assert all(f" {name}" in explained(f"{FIRST} --show all") for name in AGGREGATES)


class TestFormats:
    def test_csv(self, explained):
        listed = rows(explained(f"{FIRST} --format csv"))
        vector = ["vector_1", "vector_2", "vector_3"]
        exact = [f"exact_{one}_{end}" for one in ("worst", "total") for end in ("lower", "upper")]
        start = ["guess", "possible", "classes", *vector]
        values = [f"values_{name}" for name in AGGREGATES]
        assert list(listed[0]) == [*start, *values, *exact, "usual", "alike", "keeps"]
        assert sorted(row["guess"] for row in listed) == sorted(set(PAPER) - {"LEGALES"})
        assert float(listed[-1]["values_Gini"]) == 2 / 15
        assert explained(f"{FIRST} --format csv --show Sum --top 1").splitlines() == [
            ",".join([*start, "values_Sum", *exact, "usual", "alike", "keeps"]),
            "LIGNINE,yes,1x3,1,1,1,3,2,2,5,5,,1,yes",
        ]

    def test_a_narrow_terminal_has_class_sizes_instead_of_vectors(
        self, explained, monkeypatch, golden
    ):
        monkeypatch.setenv("COLUMNS", "60")
        lines = explained(f"{FIRST} --sort SumGini").splitlines()
        golden(lines[5])
        assert lines[9] == "LOGIQUE *    5    2  0.13         0.92  2 1"
        assert all(len(line) <= 60 for line in lines[5 : lines.index("", 5)])


class TestExact:
    """Exact play comes first in every game; the output has the proven values."""

    def test_the_first_guess_is_one_that_solve_finds(self, ran, golden):
        """CARIE, the guess of least Sum, may take nine guesses in C5, and seven are enough."""
        golden(ran("solve C5"))
        # What is kept needs no time.
        text = ran("explain C5 --top 1 --time-limit 0.001")
        golden(text)
        golden(ran("explain C5 --top 1 --sort SumGini"))

    def test_what_was_proven_is_kept(self, explained, tmp_path, golden):
        """The second time there is no time to search."""
        line = f"{FIRST} --top 1 --cache-dir {tmp_path / 'kept'}"
        golden(explained(line))
        golden(explained(f"{line} --time-limit 0.001"))

    def test_of_codes_and_lists(self, ran, lists, golden):
        text = ran("explain mastermind:2x3 --clues 11:1B0W --top 1 --show Sum")
        golden(text.splitlines()[:4])
        text = ran("explain wordle --clues Lasso --secret ligne --top 1", *lists)
        golden(text)

    def test_weights_count(self, explained, tmp_path, golden):
        line = f"{FIRST} --top 1"
        weights = tmp_path / "weights.txt"
        weights.write_text("".join(f"{word} 1\n" for word in PAPER[:-1]) + f"{PAPER[-1]} 93\n")
        golden(explained(f"{line} --tries 2 --weights {weights}"))
        # LOGIQUE would not keep the guarantee, and is found second.
        weighed = json.loads(explained(f"{line} --weights {weights} --format json"))
        alone = json.loads(explained(f"{line} --format json"))
        (one,), (other,) = ([guess["guess"] for guess in of["profiles"]] for of in (weighed, alone))
        assert one == other == "LIGNINE"
        totals = [
            of["profiles"][0]["exact"]["total_upper"] / (of["weight"] or len(of["possible"]))
            for of in (weighed, alone)
        ]
        assert totals == [pytest.approx(2.0, abs=0.05), pytest.approx(5 / 3)]

    @pytest.mark.parametrize(
        "line",
        [
            "explain C5 --sort Sum --tries 4",
            "explain C5 --sort Sum --weights w",
            "explain C5 --tries 0",
            "explain C5 --clues CABAN:GGBBY --tries 1",
            "explain C5 --weights w.txt",
            "explain --secrets words.txt",
            "explain mastermind:2x3 --clues 11:3b",
            "explain mastermind:2x3 --clues 11",
        ],
    )
    def test_what_is_refused(self, transcript, line):
        done = transcript(line)
        assert (done.code, done.out) == (2, "")


class TestALongList:
    """Advice without a feedback matrix, and as far as there is time."""

    @pytest.fixture
    def long(self, tmp_path, monkeypatch):
        """Let 150 words be many."""
        monkeypatch.setattr("emi.playing.explainer.AFFORDABLE", 0)
        monkeypatch.setattr(Motus, "pairs_at_once", 100)
        (tmp_path / "long.txt").write_text("\n".join(long_game(150).secrets))
        return f"--lexicon {tmp_path / 'long.txt'}"

    def test_what_the_order_rests_on_is_said(self, long, ran, monkeypatch, golden):
        monkeypatch.setattr(Waiting, "has_time", lambda *_: False)
        # The classes of the guesses are large for the few pairs at once.
        monkeypatch.setattr("emi.analysis.class_play.MOST", 1000)
        text = ran(f"explain 2 {long} --top 2")
        golden(text)
        assert "≤" in text

    def test_what_is_not_listed_is_said_once(self, long, run, monkeypatch, golden):
        monkeypatch.setattr(Waiting, "has_time", lambda *_: False)
        done = run("explain", "2", *long.split(), "--format", "csv", "--show", "Sum")
        golden(done.err)
        assert len(rows(done.out)) == 2
        assert run("explain", "2", *long.split(), "--top", "2").err == ""

    def test_ctrl_c_prints_what_is_known(self, long, run, monkeypatch, golden):
        ranked = Ranking.ranked

        def interrupted(*given):
            found = ranked(*given)
            signal.raise_signal(signal.SIGINT)
            return found

        monkeypatch.setattr(Ranking, "ranked", interrupted)
        done = run("explain", "2", *long.split(), "--top", "3")
        assert (done.code, done.err) == (130, "")
        golden(done.out)

    def test_ctrl_c_before_anything_is_known_ends_it(self, long, run, monkeypatch):
        monkeypatch.setattr(Ranking, "_by_sample", lambda *_: (_ for _ in ()).throw(Stopped()))
        done = run("explain", "2", *long.split())
        assert (done.code, done.out) == (130, "")
        assert done.err == "emi: stopped: no guess is profiled yet\n"

    def test_assist_keeps_to_its_limit_after_clues_too(self, long, ran, monkeypatch):
        """No matrix of the whole list is made."""
        monkeypatch.setattr(Motus, "matrix", None)
        game = emi.Motus(long_game(150).secrets)
        clue = game.feedback(game.secrets[0], game.secrets[-1])
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{game.secrets[0]} {clue}\n"))
        lines = ran(f"explain --interactive 2 {long} --format json --top 2").splitlines()
        first, second = map(json.loads, lines)
        assert first["ranked"] == 150
        assert len(second["profiles"]) == 2


@pytest.mark.parametrize(("clue", "named"), [("GGBYY", True), ("GGYBB", False)])
def test_the_last_secret_is_beside_guesses_off_the_list_that_fit(run, tmp_path, clue, named):
    secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("CABLE\nCADRE\nCASER\nCHAOS\nCANIS", "utf-8")
    guesses.write_text("CABLE\nCADRE\nCASER\nCHAOS\nCANIS\nCARTE", "utf-8")
    lists = "--secrets", str(secrets), "--guesses", str(guesses)
    ran = run("explain", "C5", *lists, "--clues", f"CASER:{clue}")
    assert (ran.code, ran.err) == (0, "")
    assert "1 word left" in ran.out
    said = "not on the list of secrets, but also fit: CARTE"
    assert (said in ran.out.splitlines()) == named


def test_words_that_are_no_secrets_of_wordle_are_less_likely(run, golden):
    done = run("explain", "wordle", "--clues", "crier:ggggb,cries:ggggb", "--top", "2")
    assert (done.code, done.err) == (0, "")
    golden(done.out)


class TestLettersForColours:
    """`mastermind:3xrgby` is `mastermind:3x4` in other letters, typed and printed."""

    @pytest.mark.parametrize("typed", [str, str.upper])
    @pytest.mark.parametrize(
        "line",
        [
            "explain {} --clues <112>:1b0w,<234>:1w --sort Sum --format csv",
            "explain {} --clues <112>,<234> --secret <341> --sort Sum --format csv",
            "review {} --clues <112>,<231>,<341> --secret <341> --format csv",
        ],
    )
    def test_codes_are_typed_and_shown_in_them(self, ran, line, typed):
        def lettered(text):
            return text.translate(str.maketrans("1234", "rgby"))

        digits = ran(re.sub("[<>]", "", line.format("mastermind:3x4")))
        codes = re.sub(r"<(\d+)>", lambda code: typed(lettered(code[1])), line)
        letters = ran(codes.format("mastermind:3xrgby"))
        assert re.sub(r"(?<![\d.])[1-4]{3}(?![\d.])", lambda code: lettered(code[0]), digits) == (
            letters
        )

    def test_are_those_of_play(self, ran, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.StringIO("gg\nRR\nrg\ngr\n"))
        text = ran("play mastermind:2xrg --fair --seed 1")
        assert re.search(r"^(gg|rr|rg|gr) 2b0w$", text, re.MULTILINE)

    def test_are_those_of_a_game_that_is_too_large_without_clues(self, run):
        clues = "aabbcc:0b0w,ddeeff:0b0w,gghhij:4b0w"
        done = run("explain", "mastermind:6xabcdefghij", "--clues", clues, "--sort", "Sum")
        assert done.code == 0
        assert re.match("Play [a-j]{6}:", done.out)

    def test_are_all_different(self, wrong):
        wrong("solve", "mastermind:3xrgg")
