"""``emi explain``: the paper's tables, clues as the user got them, and what is listed."""

import io
import json
import re
import signal
import sys

import pytest

import emi
from emi.analysis.advice import Watch
from emi.analysis.ranking import Ranking
from emi.games.motus import Motus
from emi.lexicon.load import load
from search.heuristics.aggregates import AGGREGATES
from search.model.limits import Stopped
from tests.emi.cases import PAPER, long_game, rows
from tests.reports.html import parse

#: The columns of the paper's Table 2, with its own entropy.
PAPERS = "Sum,Max,Gini,Entropy"
FIRST = "--clues LEGALES:GYGBBBB"


@pytest.fixture
def explained(ran, tmp_path):
    """Return a function that runs ``emi explain`` over the paper's dictionary."""
    (tmp_path / "paper.txt").write_text("\n".join(PAPER) + "\n")
    return lambda line, *more: ran(f"explain --lexicon {tmp_path / 'paper.txt'} {line}", *more)


class TestThePaper:
    def test_example_4_and_its_table_2(self, explained):
        assert explained(f"{FIRST},LIVIDES:GGBYBYB --sort Sum --show {PAPERS}").splitlines() == [
            "Play LIGNINE: Sum 2, the lowest (2 others have it too).",
            "",
            "L7: 8 words of lexicon paper.txt",
            "1 LEGALES GYGBBBB  3 words left: LIGNINE LIGNITE LOGIQUE",
            "2 LIVIDES GGBYBYB  2 words left: LIGNINE LIGNITE",
            "",
            "           LIGNINE  LIGNITE  Sum  Max  Gini  Entropy",
            "LIGNINE *        1        1    2    1  0.00     1.00",
            "LIGNITE *        1        1    2    1  0.00     1.00",
            "LOGIONS          1        1    2    1  0.00     1.00",
            "LIGNIEZ          2        2    4    2  0.00     1.00",
            "LIGUIEZ          2        2    4    2  0.00     1.00",
            "LOGIQUE          2        2    4    2  0.00     1.00",
            "",
            "6 words by Sum",
            "LIGNINE may itself be right; if not, 1 word is left",
            "* may itself be right; below a word: how many stay possible if it is right",
        ]

    def test_example_4_as_a_page(self, explained):
        page = parse(explained(f"{FIRST},LIVIDES:GGBYBYB --sort Sum --format html"))
        assert page.all("h1")[0].text == "L7: 8 words of lexicon paper.txt"
        assert page.all("p", "closing")[0].text.startswith("Play LIGNINE: Sum 2, the lowest")
        assert [cell.text for cell in page.all("th", "possible")] == ["LIGNINE", "LIGNITE"]


class TestKnown:
    def test_clues_say_what_the_secret_says_however_they_are_given(self, explained):
        secret = explained("--clues LEGALES --secret LOGIQUE")
        for line in (FIRST, "--clues légales:gygbbbb", "--clues légales --secret logique"):
            assert explained(line) == secret
        both = explained(f"{FIRST},LIVIDES:GGBYBYB")
        assert explained(f"{FIRST} --clues LIVIDES:GGBYBYB") == both

    def test_clues_may_say_that_no_initial_is_given(self, ran, lexicon):
        text = ran("explain --clues ADIEU:YBBBB --lexicon", lexicon)
        words = [word for word in load(str(lexicon)).words if len(word) == 5]
        left = [
            word for word in words if word[0] != "A" and "A" in word and not set("DIEU") & {*word}
        ]
        assert f"\n\n5: {len(words)} words of lexicon small.txt\n" in text
        assert f"{len(left)} words left: {' '.join(left)}\n" in text
        text = ran("explain --clues ADIEU --secret CABAN --no-initial --lexicon", lexicon)
        assert "\n\n5: 22 words of lexicon small.txt\n1 ADIEU YBBBB  " in text

    def test_a_secret_alone_gives_the_first_guess(self, explained):
        lines = explained("--secret LOGIQUE --top 1 --sort SumGini").splitlines()
        said = f"L7: 8 words of lexicon paper.txt: {' '.join(PAPER)}"
        assert " ".join(lines[2:4]).split() == said.split()
        assert lines[0] == ("Play LIGNINE: Sum 8, then Gini 0.00, the lowest (1 other has it too).")

    def test_a_secret_that_is_found(self, explained):
        out = explained("--clues LEGALES,LOGIQUE --secret LOGIQUE")
        assert out.startswith("LOGIQUE is right: found with guess 2.\n\n")
        at_once = explained("--clues LOGIQUE:GGGGGGG")
        assert at_once.startswith("LOGIQUE is right: found with guess 1.\n")
        document = json.loads(explained("--clues LOGIQUE:GGGGGGG --format json"))
        assert (document["found"], document["profiles"]) == (True, [])

    def test_the_french_list_is_the_default(self, ran):
        text = ran("explain --clues LEGALES --secret LOGIQUE")
        assert "\n\nL7: 1,078 words of lexicon fr\n1 LEGALES GYGBBBB  10 words left" in text


class TestListed:
    def table(self, text):
        return [
            line.split()[0] for line in text.splitlines() if line[:7] in PAPER and ";" not in line
        ]

    def test_are_so_many(self, explained):
        out = explained(f"{FIRST} --top 2")
        assert self.table(out) == ["LIGNINE", "LIGNITE"]
        assert "\nthe first 2 of 7 words by exact play, then by SumGini\n" in out

    def test_are_twenty_at_first_and_all_on_demand(self, ran):
        number = len(load("fr").cell("K", 5))
        few, every = (
            ran(f"explain --secret KAKIS --sort SumGini {top}") for top in ("", "--top all")
        )
        assert f"\nthe first 20 of {number} words by SumGini\n" in few
        assert f"\n{number} words by SumGini\n" in every
        # What is said of the first names it once more.
        assert len(re.findall("^K[A-Z]{4}", few, re.MULTILINE)) == 20 + 1
        assert len(re.findall("^K[A-Z]{4}", every, re.MULTILINE)) == number + 1

    def test_are_sorted_as_asked_whatever_the_capitals(self, explained):
        for name in ("possiblegmax", "BOBO"):
            out = explained(f"{FIRST} --sort {name} --top 3")
            assert self.table(out) == ["LIGNINE", "LIGNITE", "LOGIQUE"]

    def test_show_what_is_asked_for_or_what_decides(self, explained):
        out = explained(f"{FIRST} --sort partitions")
        assert "LOGIQUE  Sum  Max  Gini  Information  Partitions\n" in out
        assert out.startswith("Play LIGNINE: Partitions 3, the highest (2 others ")
        assert "LOGIQUE   Gmax  Cubes\n" in explained(FIRST, "--show", "gmax, Cubes,gmax")
        assert all(f" {name}" in explained(f"{FIRST} --show all") for name in AGGREGATES)


class TestFormats:
    def test_csv(self, explained):
        listed = rows(explained(f"{FIRST} --format csv"))
        vector = ["vector_1", "vector_2", "vector_3"]
        exact = [f"exact_{one}_{end}" for one in ("worst", "total") for end in ("lower", "upper")]
        start = ["guess", "possible", "classes", *vector]
        values = [f"values_{name}" for name in AGGREGATES]
        assert list(listed[0]) == [*start, *values, *exact, "common", "keeps"]
        assert sorted(row["guess"] for row in listed) == sorted(set(PAPER) - {"LEGALES"})
        assert float(listed[-1]["values_Gini"]) == 2 / 15
        assert explained(f"{FIRST} --format csv --show Sum --top 1").splitlines() == [
            ",".join([*start, "values_Sum", *exact, "common", "keeps"]),
            "LIGNINE,yes,1x3,1,1,1,3,2,2,5,5,,yes",
        ]

    def test_a_narrow_terminal_has_class_sizes_instead_of_vectors(self, explained, monkeypatch):
        monkeypatch.setenv("COLUMNS", "60")
        lines = explained(f"{FIRST} --sort SumGini").splitlines()
        assert lines[5] == "           Sum  Max  Gini  Information  classes"
        assert lines[9] == "LOGIQUE *    5    2  0.13         0.92  2 1"
        assert all(len(line) <= 60 for line in lines[5 : lines.index("", 5)])


class TestExact:
    """Exact play is asked first, in every game, and what it proves is said."""

    def test_the_first_guess_is_one_that_solve_finds(self, ran):
        """CARIE, the guess of least Sum, may take nine guesses in C5, and seven are enough."""
        assert "begin with CASER" in ran("solve C5")
        # What is kept needs no time.
        text = ran("explain C5 --top 1 --time-limit 0.001")
        assert text.startswith("Play CASER: at most 7 more guesses (proven)")
        assert "; the game allows 5 more guesses\n" in text
        assert ran("explain C5 --top 1 --sort SumGini").startswith("Play CARIE: Sum ")

    def test_what_was_proven_is_kept(self, explained, tmp_path):
        """The second time there is no time to search."""
        line = f"{FIRST} --top 1 --cache-dir {tmp_path / 'kept'}"
        assert ": at most 2 more guesses, 1.7 on average (proven).\n" in explained(line)
        assert ": at most 2 more guesses" in explained(f"{line} --time-limit 0.001")

    def test_of_codes_and_lists(self, ran, lists):
        text = ran("explain mastermind:2x3 --clues 11:1B0W --top 1 --show Sum")
        assert text.splitlines()[:4] == [
            "Play 12: at most 2 more guesses, 1.8 on average (proven).",
            "",
            "mastermind:2x3: 9 codes",
            "1 11 1b0w  4 codes left: 12 13 21 31",
        ]
        text = ran("explain wordle --clues Lasso --secret ligne --top 1", *lists)
        assert "\n\nwordle: 5 words\n1 LASSO GBBBB  2 words left: LIGNE LINGE\n" in text
        assert "; the game allows 5 more guesses; " in text

    def test_tries_and_weights_count(self, explained, tmp_path):
        line = f"{FIRST} --top 1"
        assert explained(f"{line} --tries 3").startswith("Play LIGNINE: at most 2 more guesses, ")
        text = explained(f"{line} --tries 2")
        assert text.startswith("Play LIGNINE: 1 of 3 words are sure within 1 more guess (proven).")
        assert "; the game allows 1 more guess\n" in text
        weights = tmp_path / "weights.txt"
        weights.write_text("".join(f"{word} 1\n" for word in PAPER[:-1]) + f"{PAPER[-1]} 93\n")
        weighed = explained(f"{line} --tries 2 --weights {weights}")
        assert weighed.startswith(f"Play {PAPER[-1]}: found within 1 more guess with ")
        # LOGIQUE would not keep the guarantee, and is found second.
        said = "Play LIGNINE: at most 2 more guesses, {} on average (proven).\n"
        assert explained(f"{line} --weights {weights}").startswith(said.format("2.0"))
        assert explained(line).startswith(said.format("1.7"))

    def test_of_hard_play(self, explained):
        text = explained(f"{FIRST} --hard possible")
        assert "\n3 words by exact play, then by SumGini\n" in text
        assert text.startswith("Play LIGNINE: at most 2 more guesses, ")

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("explain C5 --sort Sum --tries 4", "--tries 4: requires --sort exact, not Sum"),
            (
                "explain C5 --sort Sum --weights w",
                "--weights w: requires --sort exact, not Su",
            ),
            ("explain C5 --tries 0", "--tries 0: expected a number from 1 to 9,999"),
            (
                "explain C5 --clues CABAN:GGBBY --tries 1",
                "--tries 1: expected more than the 1 guess",
            ),
            ("explain C5 --weights w.txt", "no such file: 'w.txt': expected a text file, a word"),
            ("explain --secrets words.txt", "--secrets: requires a GAME"),
            ("explain mastermind:2x3 --clues 11:3b", "clue 1, 11:3b: unknown, expected one of 0b0"),
            ("explain mastermind:2x3 --clues 11", "guess 1, 11: no feedback, expected 11: and its"),
        ],
    )
    def test_what_is_refused(self, run, line, said):
        done = run(*line.split())
        assert (done.code, done.out) == (2, "")
        assert said in done.err


class TestALongList:
    """Advice without a feedback matrix, and as far as there is time."""

    @pytest.fixture
    def long(self, tmp_path, monkeypatch):
        """Let 150 words be many."""
        monkeypatch.setattr("emi.playing.position.AFFORDABLE", 0)
        monkeypatch.setattr(Motus, "pairs_at_once", 100)
        (tmp_path / "long.txt").write_text("\n".join(long_game(150).secrets))
        return f"--lexicon {tmp_path / 'long.txt'}"

    def test_what_the_order_rests_on_is_said(self, long, ran, monkeypatch):
        monkeypatch.setattr(Watch, "has_time", lambda *_: False)
        # The classes of the guesses are large for the few pairs at once.
        monkeypatch.setattr("emi.analysis.class_play.MOST", 1000)
        text = ran(f"explain 2 {long} --top 2")
        assert "2 of them were profiled in the time, those first that promised most by" in text
        assert "≤" in text

    def test_what_is_not_listed_is_said_once(self, long, run, monkeypatch):
        monkeypatch.setattr(Watch, "has_time", lambda *_: False)
        done = run("explain", "2", *long.split(), "--format", "csv", "--show", "Sum")
        assert done.err == (
            "emi: 2 of 150 guesses were profiled in the time, the others are not listed (see "
            "--time-limit)\n"
        )
        assert len(rows(done.out)) == 2
        assert run("explain", "2", *long.split(), "--top", "2").err == ""

    def test_ctrl_c_prints_what_is_known(self, long, run, monkeypatch):
        ranked = Ranking.ranked

        def interrupted(*given):
            found = ranked(*given)
            signal.raise_signal(signal.SIGINT)
            return found

        monkeypatch.setattr(Ranking, "ranked", interrupted)
        done = run("explain", "2", *long.split(), "--top", "3")
        assert (done.code, done.err) == (130, "")
        assert "\nthe first 3 of 150 words by exact play as far as there was time, then" in done.out

    def test_ctrl_c_before_anything_is_known_ends_it(self, long, run, monkeypatch):
        monkeypatch.setattr(Ranking, "_by_sample", lambda *_: (_ for _ in ()).throw(Stopped()))
        done = run("explain", "2", *long.split())
        assert (done.code, done.out) == (130, "")

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
