"""Games of every kind on the command line: ``emi solve``, ``tree``, ``certify`` and ``verify``."""

import csv
import io
import json
import re
from itertools import permutations

import networkx as nx
import pytest

from emi.errors import GameError
from emi.games.feedback import pegs
from emi.games.game import Game
from emi.games.moo import Moo
from emi.lexicon.load import load
from emi.playing.heuristics import play
from emi.solving import solve

SECRETS = ["ligne", "linge", "singe", "signe", "neige"]
OTHERS = ["genie", "lasso", "salon", "nagea"]


@pytest.fixture
def lists(tmp_path):
    """Return the options that name a list of secrets and a longer one of guesses."""
    secrets, guesses = tmp_path / "secrets.txt", tmp_path / "guesses.txt"
    secrets.write_text("\n".join(SECRETS))
    guesses.write_text("\n".join([*OTHERS, *SECRETS]))
    return ["--secrets", secrets, "--guesses", guesses]


@pytest.fixture
def named(lists, lexicon):
    """Return a function that gives the arguments for a game."""

    def named(game):
        return [game, *lists] if game == "wordle" else [game, "--lexicon", lexicon]

    return named


def fails(ran, *named):
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("emi: ")
    for text in named:
        assert text in ran.err


class TestSolve:
    @pytest.mark.parametrize(
        ("game", "said"),
        [
            ("mastermind:2x3", r"mastermind:2x3: 3 \(proven\), 9 codes"),
            ("MOO:2x4", r"moo:2x4: 3 \(proven\), 12 codes"),
            ("wordle", r"wordle: 2 \(proven\), 5 words, 9 guesses"),
            ("jotto", r"jotto: \d \(proven\), 22 words of lexicon small.txt"),
            ("c5", r"C5: \d \(proven\), 12 words of lexicon small.txt"),
        ],
    )
    def test_says_value_codes_and_where_they_are_from(self, run, named, game, said):
        ran = run("solve", *named(game), "--objective", "worst")
        assert (ran.code, ran.err) == (0, "")
        assert re.fullmatch(said, ran.out.splitlines()[0])
        assert ran.out.splitlines()[1].startswith("begin with ")

    def test_json_has_the_keys_of_a_cell(self, run, named):
        values = json.loads(run("solve", *named("wordle"), "--format", "json").out)
        assert values["lexicon"] is None
        assert (values["game"], values["secrets"], values["guesses"]) == ("wordle", 5, 9)
        assert (values["lower"], values["upper"], values["proven"]) == (2, 2, True)

    def test_csv_names_the_game(self, run):
        (row,) = csv.DictReader(io.StringIO(run("solve", "moo:2x4", "--format", "csv").out))
        assert (row["game"], row["objective"], row["secrets"]) == ("moo:2x4", "worst", "12")
        assert (row["lower"], row["upper"], row["proven"]) == ("3", "3", "yes")
        assert row["first_guess"] in Moo(2, 4).guesses

    def test_markdown_is_a_table_of_one_line(self, run):
        title, _, head, rule, line, *_ = run(
            "solve", "moo:2x4", "--format", "markdown"
        ).out.splitlines()
        assert title == "**Worst case, moo:2x4**"
        assert head == "| game | worst case | first guess | secrets | nodes | seconds |"
        assert line.startswith("| moo:2x4 | 3 | ")
        assert head.count("|") == rule.count("|") == line.count("|")

    def test_html_is_a_page_with_the_game(self, run):
        page = run("solve", "moo:2x4", "--format", "html").out
        assert page.startswith("<!DOCTYPE html>")
        assert "<h1>Worst case, moo:2x4</h1>" in page
        assert ">moo:2x4</th>" in page

    def test_the_second_answer_is_from_the_cache(self, run):
        found = [run("solve", "mastermind:3x3", "--format", "json").out for _ in range(2)]
        first, second = map(json.loads, found)
        assert (first["nodes"] > 0, second["nodes"]) == (True, 0)
        assert first["upper"] == second["upper"]

    def test_an_answer_under_a_limit_is_bounds(self, run):
        ran = run("solve", "moo:3x6", "--node-limit", "1", "--no-cache")
        assert ran.code == 0
        assert re.match(r"moo:3x6: \d\.\.\d+ \(not proven\), 120 codes\n", ran.out)

    def test_a_file_for_jotto_is_said_to_be_read(self, run, tmp_path):
        path = tmp_path / "Mine.txt"
        path.write_text("ligne\nlinge\nno\n")
        ran = run("solve", f"jotto:{path}")
        assert ran.out.startswith("jotto: 2 (proven), 2 words of lexicon Mine.txt\n")
        assert (
            ran.err == "emi: lexicon Mine.txt: normalised: lower case raised: 3 (lines 1, 2, 3)\n"
        )

    def test_a_lexicon_is_read_only_for_a_game_of_its_words(self, run, tmp_path):
        missing = tmp_path / "missing.txt"
        assert run("solve", "moo:2x3", "--lexicon", missing).code == 0
        fails(run("solve", "jotto", "--lexicon", missing), str(missing))

    def test_an_unknown_objective_lists_those_there_are(self, run):
        fails(run("solve", "moo:2x3", "--objective", "best"), "--objective", "best", "worst")


class TestNoInitial:
    def test_a_cell_is_played_as_its_length(self, run, lexicon):
        alone, without = (
            json.loads(run("solve", *game, "--lexicon", lexicon, "--format", "json").out)
            for game in (["5"], ["c5", "--no-initial"])
        )
        assert (without["game"], without["secrets"]) == ("5", 22)
        assert without["upper"] == alone["upper"]

    def test_a_length_is_left_as_it_is(self, run, lexicon):
        assert run("solve", "6", "--no-initial", "--lexicon", lexicon).out.startswith("6: ")

    @pytest.mark.parametrize("command", ["solve", "tree"])
    @pytest.mark.parametrize("game", ["mastermind:4x6", "moo", "jotto", "wordle", "C", "C99", ""])
    def test_other_games_are_refused(self, run, command, game):
        fails(run(command, game, "--no-initial"), f"--no-initial: {game!r}", "such as C5")

    def test_a_table_has_a_column_for_all_words_of_a_length(self, run, lexicon):
        ran = run("table", "--lexicon", lexicon, "--no-initial", "--lengths", "5,6")
        assert ran.code == 0
        head, five, six = ran.out.splitlines()[2:5]
        assert head.split() == ["all"]
        assert (five.split()[0], six.split()[0]) == ("5", "6")
        assert "2 cells, 2 proven, 0 not" in ran.out

    def test_a_table_of_some_letters_is_refused(self, run, lexicon):
        ran = run("table", "--lexicon", lexicon, "--no-initial", "--letters", "C")
        fails(ran, "--letters C: expected no letters beside --no-initial")

    def test_all_lengths_are_certified(self, run, lexicon, tmp_path):
        out = tmp_path / "all"
        ran = run("certify", "--all", "--no-initial", "--lexicon", lexicon, "--out", out)
        assert ran.code == 0
        files = [out / "5.json.xz", out / "6.json.xz"]
        lines = run("verify", *files, "--lexicon", lexicon).out.splitlines()
        assert [line.split(": ")[0] for line in lines] == ["OK 5", "OK 6"]


class TestTree:
    def test_a_tree_of_moo_is_read_back(self, run, tmp_path):
        out = tmp_path / "x.json"
        ran = run("tree", "moo:2x4", "--out", out)
        assert (ran.code, ran.out) == (0, "")
        assert ran.err.startswith(f"emi: {out}: moo:2x4, 12 codes, at most 3 guesses, ")
        data = json.loads(out.read_text(encoding="utf-8"))
        graph = nx.node_link_graph(data["graph"], edges="edges")
        assert nx.is_arborescence(graph)
        assert (data["game"], data["depth"], data["secrets"]) == ("moo:2x4", 3, 12)
        for secret in map("".join, permutations("0123", 2)):
            node, steps = 0, 1
            while (guess := graph.nodes[node]["guess"]) != secret:
                told = pegs(guess, secret, ("B", "C"))
                (node,) = (
                    below for _, below, way in graph.out_edges(node, "feedback") if way == told
                )
                steps += 1
            assert steps <= 3

    @pytest.mark.parametrize("game", ["wordle", "jotto", "mastermind:2x3"])
    @pytest.mark.parametrize("suffix", [".json", ".graphml", ".dot", ".txt"])
    def test_every_game_has_every_format(self, run, named, tmp_path, game, suffix):
        out = tmp_path / f"x{suffix}"
        assert run("tree", *named(game), "--out", out).code == 0
        assert out.stat().st_size > 0

    def test_the_tree_of_a_method_of_one_step(self, run, tmp_path):
        out = tmp_path / "x.json"
        ran = run("tree", "moo:2x4", "--heuristic", "sum", "--first", "32", "--out", out)
        assert ran.code == 0
        played = play(Moo(2, 4), "Sum", first="32")
        said = f"at most {played.worst} guesses, {played.mean:.4f} on average\n"
        assert ran.err.endswith(said)
        graph = json.loads(out.read_text(encoding="utf-8"))["graph"]
        assert graph["nodes"][0]["guess"] == "32"

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--heuristic", "Summ"], "unknown heuristic 'Summ': expected one of"),
            (["--heuristic", "Sum", "--first", "00"], "first guess '00': unknown, expected one of"),
            (["--first", "01"], "first guess '01': Minimax chooses its own"),
        ],
    )
    def test_a_method_or_first_guess_that_is_none(self, run, options, said):
        fails(run("tree", "moo:2x4", *options), said)

    def test_the_text_is_of_no_words_where_there_are_none(self, run):
        ran = run("tree", "mastermind:2x3")
        assert ran.code == 0
        assert re.match(r"\d\d  9 possible, 3 guesses at most\n", ran.out)
        assert "word" not in ran.out


class TestCertify:
    @pytest.mark.parametrize(
        ("game", "line"),
        [
            ("mastermind:2x3", r"OK mastermind:2x3: 3 \(9 codes\)"),
            ("moo:2x4", r"OK moo:2x4: 3 \(12 codes\)"),
            ("wordle", r"OK wordle: 2 \(5 of 9 words\)"),
            ("jotto", r"OK jotto: \d \(22 words\)"),
            ("5", r"OK 5: \d \(22 words\)"),
        ],
    )
    def test_a_certificate_is_written_and_accepted(
        self, run, named, lists, lexicon, tmp_path, game, line
    ):
        out = tmp_path / "x.json.xz"
        assert run("certify", *named(game), "--out", out).code == 0
        ran = run("verify", out, "--lexicon", lexicon, *lists)
        assert (ran.code, ran.err) == (0, "")
        assert re.fullmatch(line, ran.out.rstrip())

    def test_certificates_of_several_games_are_checked_together(
        self, run, named, lists, lexicon, tmp_path
    ):
        files = []
        for game in ("wordle", "C5", "moo:2x3"):
            files.append(tmp_path / f"{game}.json")
            run("certify", *named(game), "--out", files[-1])
        ran = run("verify", *files, "--lexicon", lexicon, *lists)
        assert [line.split(": ")[0] for line in ran.out.splitlines()] == [
            "OK wordle", "OK C5", "OK moo:2x3",
        ]  # fmt: skip

    def test_lists_that_are_not_given_or_are_others_are_said(self, run, named, tmp_path, lists):
        out, others = tmp_path / "x.json", tmp_path / "others.txt"
        run("certify", *named("wordle"), "--out", out)
        fails(run("verify", out), "made for a list of secrets", "to be given")
        others.write_text("\n".join(SECRETS[1:]))
        ran = run("verify", out, "--secrets", others, "--guesses", lists[3])
        fails(
            ran, "made for a list of secrets", f"expected others.txt ({load(others).digest[:12]})"
        )
        fails(run("verify", out, "--secrets", lists[1], "--guesses", others), "a list of guesses")

    def test_a_list_that_cannot_be_read_is_said_once(self, run, named, tmp_path):
        out, missing = tmp_path / "x.json", tmp_path / "missing.txt"
        run("certify", *named("moo:2x3"), "--out", out)
        fails(run("verify", out, out, "--secrets", missing), str(missing))

    def test_all_is_about_cells(self, run, lists, tmp_path):
        ran = run("certify", "--all", *lists, "--out", tmp_path / "all")
        fails(ran, "--all: expected no --secrets and --guesses")


class TestBadInput:
    @pytest.mark.parametrize(
        ("game", "said"),
        [
            ("mastermind:0x6", "mastermind:0x6: expected 1 peg or more"),
            ("mastermind:4x0", "mastermind:4x0: expected 1 colour or more"),
            ("moo:5x4", "moo:5x4: expected 4 pegs or fewer, for all digits are different"),
            ("mastermind:4", "mastermind:4: expected two numbers, as in mastermind:4x6"),
            ("hangman", "unknown game 'hangman': expected a cell such as C5"),
            ("wordle", "wordle: no secrets and no guesses, expected a file of each"),
            ("mastermind:21x35", "mastermind:21x35: too large"),
        ],
    )
    @pytest.mark.parametrize("command", ["solve", "tree", "certify"])
    def test_a_game_that_is_none(self, run, tmp_path, command, game, said):
        more = ["--out", tmp_path / "x.json"] if command == "certify" else []
        fails(run(command, game, *more), said)

    def test_a_game_too_large_for_memory(self, run, monkeypatch):
        monkeypatch.setattr("emi.memory.available", lambda: 20 << 30)
        ran = run("solve", "mastermind:6x8")
        assert ran.err == (
            "emi: mastermind:6x8: too large, its feedback matrix needs 64.0 GiB, 20.0 available\n"
        )
        fails(ran)

    def test_secrets_that_are_not_among_the_guesses(self, run, lists):
        lists[3].write_text("\n".join([*OTHERS, *SECRETS[:-1]]))
        fails(run("solve", "wordle", *lists), "1 of 5 secrets are not among the guesses", "'NEIGE'")

    @pytest.mark.parametrize("which", [1, 3])
    def test_words_that_are_there_twice(self, run, lists, which):
        lists[which].write_text("\n".join([*OTHERS, *SECRETS, "LIGNE"]))
        fails(run("solve", "wordle", *lists), lists[which].name, "duplicates dropped: 1 (line 10)")

    def test_lists_for_a_game_that_takes_none(self, run, lists):
        fails(run("solve", "moo", *lists), "only wordle takes them")

    def test_a_code_that_is_there_twice_in_a_game_of_ones_own(self):
        class Silent(Game):
            rule = "silent"

            def feedback(self, guess, secret):  # noqa: ARG002 - it tells nothing
                return ""

        assert solve(Silent("abc")).bounds.upper == 3
        with pytest.raises(Silent.error, match="secret 'a': it is there twice, expected once"):
            Silent("aba")


class TestHard:
    """Only what is still possible may be proposed."""

    # They differ in one letter; LAMPS tells them apart, and is none of them.
    WORDS = ("caler", "camer", "caser", "caper")

    @pytest.fixture
    def options(self, tmp_path):
        secrets, guesses = tmp_path / "s.txt", tmp_path / "g.txt"
        secrets.write_text("\n".join(self.WORDS))
        guesses.write_text("\n".join([*self.WORDS, "lamps"]))
        return ["wordle", "--secrets", secrets, "--guesses", guesses, "--hard", "possible"]

    def test_takes_more_guesses_and_is_kept_apart(self, run, options):
        for said in ("wordle (hard): 4 (proven)", "wordle (hard): 4 (proven)"):
            ran = run("solve", *options)
            assert (ran.code, ran.out.split(",")[0]) == (0, said)
        assert run("solve", *options[:-2]).out.startswith("wordle: 2 (proven), 4 words, 5 guesses")

    def test_has_a_tree(self, run, options, tmp_path):
        out = tmp_path / "x.json"
        assert run("tree", *options, "--out", out).code == 0
        nodes = json.loads(out.read_text(encoding="utf-8"))["graph"]["nodes"]
        assert [node["depth"] for node in nodes] == [4, 3, 2, 1]
        assert {node["guess"].lower() for node in nodes} == set(self.WORDS)

    def test_every_method_proposes_what_is_possible(self, run, options):
        named = ["Sum", "PossibleSum", "Bobo", "Minimax"]
        ran = run(
            "strategies", *options, *(f"--heuristic={name}" for name in named), "--format=csv"
        )
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        # The words can only be proposed one after the other.
        assert [(row["heuristic"], row["worst"], row["total"]) for row in rows] == [
            ("PossibleSum", "4", "10"),
            ("Bobo", "4", "10"),
            ("Minimax", "4", "10"),
        ]

    def test_cells_too(self, run, lexicon):
        ran = run("strategies", "--lexicon", lexicon, "--heuristic", "Max", "--hard", "possible")
        assert (ran.code, "PossibleMax" in ran.out) == (0, True)

    @pytest.mark.parametrize("command", ["tree", "strategies"])
    def test_a_first_guess_is_a_secret(self, run, options, command):
        ran = run(command, *options, "--heuristic", "Sum", "--first", "LAMPS")
        fails(ran, "first guess 'LAMPS': unknown, expected one of the 4 guesses of wordle (hard)")

    def test_another_way_to_play_hard_lists_those_there_are(self, run, options):
        fails(run("solve", *options[:-1], "impossible"), "--hard", "'impossible'", "'possible'")

    def test_has_no_certificate(self):
        with pytest.raises(GameError, match=r"moo:2x4 \(hard\): expected a game that is not hard"):
            solve(Moo(2, 4).hardened()).certificate()
