"""``emi compare``: heuristics over the cells of a lexicon and over any game, and the optima."""

import json
from itertools import chain, product

import pytest

from emi import Average, Guaranteed, Mastermind, Motus, play, solve
from emi.analysis.named import FEWEST_FAILS, LEAST_AVERAGE, MINIMAX, heuristic_names
from emi.games.cell import Cell
from emi.lexicon.load import load
from emi.search.heuristics.heuristic import PAPER
from tests.emi.cases import DEAR, of_words, rows

OPTIMAL = [LEAST_AVERAGE, FEWEST_FAILS]


@pytest.fixture
def compared(ran, lexicon):
    """Return a function that compares strategies over the small list, as text."""
    return lambda line="", *more: ran(f"compare {line}", *of_words(line, lexicon), *more)


@pytest.fixture
def lines(compared):
    """Return a function that compares strategies; the first column names them."""
    return lambda line="", *more: read(compared(f"{line} --format csv", *more))


def read(text):
    found = rows(text)
    return [{**line, "name": next(iter(line.values()))} for line in found]


def names(found):
    return [line["name"] for line in found]


@pytest.fixture
def dear(tmp_path):
    """Return the option of a list on which the optima differ."""
    path = tmp_path / "dear.txt"
    path.write_text("\n".join(DEAR) + "\n")
    return f"--lexicon {path} --with-optimal --heuristic Sum"


def cells(lexicon):
    words = load(str(lexicon))
    return [
        Motus.of_cell(Cell(letter, length), words)
        for letter, length in product("AC", (5, 6))
        if words.cell(letter, length)
    ]


class TestOverCells:
    def test_the_heuristics_of_the_paper(self, compared, lines):
        assert names(lines()) == heuristic_names()[0]
        header = compared("--format csv").splitlines()[0]
        assert header.startswith("heuristic,ties,direction,what,counts_1,counts_2,")

    def test_the_figures_are_those_of_the_cells_together(self, lines, lexicon):
        (line,) = lines("--heuristic max --tries 5:2,6:3")
        played = [play(game, "Max") for game in cells(lexicon)]
        assert int(line["secrets"]) == sum(len(one.tries) for one in played)
        assert int(line["total"]) == sum(one.total for one in played)
        assert int(line["worst"]) == max(one.worst for one in played)
        assert float(line["mean"]) == int(line["total"]) / int(line["secrets"])
        assert int(line["fails"]) == sum(
            (one.tries > (2 if one.game.length == 5 else 3)).sum() for one in played
        )

    def test_settings_side_by_side(self, lines):
        found = lines(
            "--heuristic Gini --heuristic Bobo --ties possible --ties alphabetical "
            "--direction lowest --direction highest"
        )
        assert [(line["name"], line["ties"], line["direction"]) for line in found] == [
            ("Gini", "possible", "lowest"),
            ("Gini", "possible", "highest"),
            ("Gini", "alphabetical", "lowest"),
            ("Gini", "alphabetical", "highest"),
            ("Bobo", "alphabetical", ""),
        ]

    def test_every_heuristic(self, lines):
        assert names(lines("--letters A --heuristic all")) == [*chain(*heuristic_names())]

    def test_random_play_is_repeatable(self, compared):
        def played(seed):
            return compared(f"--heuristic Random --seed {seed} --format csv")

        assert played(1) == played(1)
        assert len({played(seed) for seed in range(5)}) > 1

    def test_hard_play_proposes_what_is_possible(self, compared):
        assert "PossibleMax" in compared("--heuristic Max --hard possible")


class TestOfAGame:
    def test_a_row_for_each_heuristic(self, lines):
        found = lines("mastermind:2x3")
        assert names(found) == [
            "Max", "ExpectedSize", "Information", "Partitions", "Random", "Bobo",
        ]  # fmt: skip
        for line in found:
            played = play(Mastermind(2, 3), line["name"])
            assert (line["total"], line["worst"]) == (str(played.total), str(played.worst))
            assert (line["fails"], line["secrets"]) == ("", "9")

    def test_a_cell_of_motus_has_the_heuristics_of_the_paper(self, lines):
        found = lines("A5")
        assert names(found) == heuristic_names()[0]
        assert {(line["secrets"], line["fails"]) for line in found} == {("10", "0")}
        # The exact strategy makes its own first guess.
        assert names(lines("a5 --first achat")) == [*PAPER]
        assert [line["secrets"] for line in lines("A5 --no-initial --heuristic Max")] == ["22"]

    def test_all_heuristics_are_those_that_look_one_step_ahead(self, lines):
        found = names(lines("mastermind:2x3 --heuristic all"))
        assert found == [name for name in chain(*heuristic_names()) if name != MINIMAX]

    @pytest.mark.parametrize(
        ("line", "words", "fails"),
        [
            ("jotto", "22", ""),
            ("wordle --secrets {five} --guesses {five}", "3", "0"),
            ("mastermind:1x3 --tries 2", "3", "1"),
            ("mastermind:1x3 --tries 1", "3", "2"),
            ("A5 --tries 5:1", "10", "9"),
        ],
    )
    def test_tries_of_any_game(self, lines, tmp_path, line, words, fails):
        (tmp_path / "five.txt").write_text("ABACA\nABIME\nCABAN\n")
        (found,) = lines(f"{line.format(five=tmp_path / 'five.txt')} --heuristic Max")
        assert (found["secrets"], found["fails"]) == (words, fails)

    def test_settings(self, lines):
        found = lines("moo:2x5 --heuristic PossibleMax --heuristic max --ties last --first 01")
        assert [(line["name"], line["ties"], line["counts_1"]) for line in found] == [
            ("PossibleMax", "last", "1"), ("Max", "last", "1"),
        ]  # fmt: skip

    def test_hard_play_proposes_what_is_possible(self, ran, alike):
        named = " ".join(f"--heuristic {name}" for name in ("Sum", "PossibleSum", "Bobo", MINIMAX))
        found = read(ran(f"compare --hard possible --format csv {named}", *alike))
        # The words can only be proposed one after the other.
        assert [(line["name"], line["worst"], line["total"]) for line in found] == [
            ("PossibleSum", "4", "10"), ("Bobo", "4", "10"), (MINIMAX, "4", "10"),
        ]  # fmt: skip


class TestWithOptimal:
    def test_adds_two_rows_over_all_cells(self, lines, lexicon):
        found = lines("--with-optimal")
        assert names(found) == [*heuristic_names()[0], *OPTIMAL]
        *others, least, fewest = found
        totals = [solve(game, Average()).bounds.upper for game in cells(lexicon)]
        assert int(least["total"]) == sum(totals)
        assert (least["fails"], fewest["fails"]) == ("0", "0")
        assert {line["secrets"] for line in found} == {least["secrets"]}
        for line in others:
            assert int(line["total"]) >= int(least["total"])
            assert int(line["fails"]) >= int(fewest["fails"])

    def test_plays_on_after_a_fail(self, ran, dear):
        found = read(ran(f"compare {dear} --tries 5:2 --format csv"))
        columns = ("name", "ties", "direction", "fails", "total")
        assert [tuple(line[column] for column in columns) for line in found[1:]] == [
            (LEAST_AVERAGE, "", "", "4", "18"), (FEWEST_FAILS, "", "", "3", "19"),
        ]  # fmt: skip
        for line in found:
            counts = [int(line[f"counts_{tries}"]) for tries in range(1, int(line["worst"]) + 1)]
            assert sum(counts) == 7
            assert sum(tries * count for tries, count in enumerate(counts, 1)) == int(line["total"])

    def test_of_a_game_with_a_first_guess(self, ran, dear):
        found = read(ran(f"compare C5 {dear} --tries 2 --first cagot --format csv"))
        assert [line["counts_1"] for line in found] == ["1", "1", "1"]
        least, fewest = (
            solve(Motus(DEAR), one, first="CAGOT").bounds.upper
            for one in (Average(), Guaranteed(2))
        )
        assert (found[1]["total"], found[2]["fails"]) == (str(least), str(fewest))

    def test_without_a_limit_on_tries_has_one_row(self, lines):
        game = "mastermind:2x3 --with-optimal --heuristic Max"
        found = [(line["name"], line["fails"]) for line in lines(game)]
        assert found == [("Max", ""), (LEAST_AVERAGE, "")]
        assert names(lines(f"{game} --tries 2")) == ["Max", *OPTIMAL]


class TestFormats:
    @pytest.mark.parametrize("format", ["table", "json", "markdown", "html"])
    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("--heuristic Sum", ["One-step strategies, lexicon small.txt", "Sum"]),
            ("--heuristic Sum --with-optimal", OPTIMAL),
            ("moo:2x4 --heuristic Max", ["One-step strategies, moo:2x4", "Max"]),
        ],
    )
    def test_have_the_title_and_every_row(self, compared, line, said, format, golden):
        text = compared(f"{line} --format {format}")
        assert all(one in text for one in said)
        if line.startswith("moo") and format != "json":
            golden(text)
            assert "fails" not in text.lower()
        if format == "json":
            assert json.loads(text)

    @pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
    def test_pictures(self, compared, tmp_path, suffix, start):
        path = tmp_path / f"figures{suffix}"
        compared(f"--heuristic Sum --with-optimal --plot {path}")
        assert path.read_bytes().startswith(start)
        if suffix == ".svg":
            assert all(name in path.read_text() for name in ["Sum", *OPTIMAL])

    def test_beside_published_figures(self, ran, dear, tmp_path):
        paper = tmp_path / "paper.csv"
        paper.write_text("method,average,fails,worst\nSum,9.9999,1,2\n")
        text = ran(f"compare {dear} --against {paper}")
        assert "9.9999 / 1 / 2" in text
        assert "paper.csv" in text
        found = read(ran(f"compare {dear} --against {paper} --format csv"))
        assert [(line["published_average"], line["differs"]) for line in found] == [
            ("9.9999", "yes"), ("", ""), ("", ""),
        ]  # fmt: skip
