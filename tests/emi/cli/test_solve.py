"""``emi solve``: any game, any objective, any format, and what is kept."""

import json
import re

import pytest

from emi.cache import DiskStore
from emi.games.motus import Motus
from emi.lexicon.load import load
from emi.questions.records import Records
from tests.emi.cases import of_words, rows
from tests.emi.questions.test_question import KEYS

AVERAGE = ["--objective", "average"]
WITHIN = ["--objective", "guaranteed", "--tries", "2"]
OBJECTIVES = {"worst": [], "average": AVERAGE, "guaranteed": WITHIN}
of_each = pytest.mark.parametrize("options", OBJECTIVES.values(), ids=OBJECTIVES)


@pytest.fixture
def solved(ran, lexicon):
    """Return a function that runs ``emi solve`` over the small list and wants it to succeed."""
    return lambda game, *more: ran("solve", *of_words(str(game), lexicon), game, *more)


@pytest.fixture
def values(solved):
    """Return a function that gives the answer as an object."""
    return lambda *arguments: json.loads(solved(*arguments, "--format", "json"))


@pytest.mark.parametrize("game", ["mastermind:2x3", "MOO:2x4", "wordle", "jotto", "c5", "5"])
def test_names_value_codes_and_where_they_are_from(transcript, named, game):
    transcript("solve", *named(game))


@pytest.mark.parametrize(
    "line",
    [
        "c5 {average}",
        "C5 {average} --max-tries 3",
        "C5 {average} --first caban",
        "C5 {average} --first caban,cache",
        "C5 {average} --weights {weights}",
        "C5 {within}",
        "C5 {within} --weights {weights}",
        "C5 {within} --weights {weights} --time-limit 1e-9",
        "C5 --objective guaranteed",
        "C6 --objective guaranteed",
        "C5 --objective guaranteed --tries 1",
        "C5 --time-limit 1e-9",
    ],
)
def test_prints(transcript, lexicon, weights, line):
    line = line.format(average=" ".join(AVERAGE), within=" ".join(WITHIN), weights=weights)
    transcript(f"solve {line} --lexicon", lexicon)


def test_one_is_no_plural(transcript, tmp_path):
    (tmp_path / "one.txt").write_text("KAYAK\n")
    transcript("solve K5 --no-cache --objective average --lexicon", tmp_path / "one.txt")


class TestObjectives:
    def test_first_guesses_that_are_made_whatever_is_answered(self, values):
        best = values("C5", *AVERAGE, "--openers", "2")
        found = values("C5", *AVERAGE, "--first", ",".join(best["opening"]))
        assert (len(best["opening"]), best["upper"]) == (2, found["upper"])

    def test_with_weights(self, solved, values, weights, lexicon):
        found = values("C5", *AVERAGE, "--weights", weights)
        assert (found["weight"], found["proven"]) == (78, True)
        assert found["mean_lower"] == found["mean_upper"] == found["upper"] / 78
        found = values("C5", *WITHIN, "--weights", weights)
        words = load(str(lexicon)).cell("C", 5)
        assert found["guaranteed"] + len(found["missed"]) == len(words)
        assert found["upper"] == sum(words.index(word) + 1 for word in found["missed"])
        share = found["upper"] / 78
        assert found["missed_share_lower"] == found["missed_share_upper"] == share
        text = solved("C5", *WITHIN, "--weights", weights, "--format", "markdown")
        assert f"| C5 | 2 | {found['guaranteed']} | {len(found['missed'])} |" in text
        assert "| weight |" not in text

    def test_only_what_is_possible_takes_more_and_is_kept_apart(self, ran, alike):
        for _ in range(2):
            assert json.loads(ran("solve --hard possible --format json", *alike))["upper"] == 4
        assert json.loads(ran("solve --format json", *alike))["upper"] == 2

    @pytest.mark.parametrize("hard", ["possible", "consistent", "hints"])
    @pytest.mark.parametrize("objective", ["average", "guaranteed --tries 3"])
    def test_every_objective_has_hard_play(self, ran, alike, hard, objective):
        hardly = ran(f"solve --hard {hard} --objective {objective} --format json", *alike)
        easily = ran(f"solve --objective {objective} --format json", *alike)
        assert json.loads(hardly)["game"] == f"wordle (hard: {hard})"
        assert json.loads(hardly)["lower"] >= json.loads(easily)["lower"]


class TestMaxTriesWorst:
    """Mastermind takes 5625 guesses in all (Koyama and Lai 1993), within five guesses 5626."""

    def test_keeps_the_worst_case_of_a_game(self, ran):
        answers = [
            json.loads(ran("solve mastermind:4x6 --format json", *AVERAGE, *most))
            for most in ((), ("--max-tries", "worst"))
        ]
        assert [(answer["upper"], answer["worst"], answer["tries"]) for answer in answers] == [
            (5625, 6, None), (5626, 5, 5),
        ]  # fmt: skip

    def test_keeps_that_after_first_guesses(self, ran):
        after = "mastermind:2x3 --first 11,22"
        best = json.loads(ran(f"solve {after} --format json --max-tries worst", *AVERAGE))
        assert best["tries"] == json.loads(ran(f"solve {after} --format json"))["upper"]

    def test_needs_time_for_the_worst_case(self, run):
        limited = ["--max-tries", "worst", "--time-limit", "1e-9", "--no-cache"]
        done = run("solve", "C5", *limited, *AVERAGE)
        assert (done.code, done.err) == (
            2, "emi: no time for a result for C5, expected a longer --time-limit\n",
        )  # fmt: skip


class TestFormats:
    @of_each
    def test_json_has_the_same_keys_for_all_objectives_and_games(self, values, options, lists):
        for game in ("C5", "mastermind:2x3"):
            assert list(values(game, *options)) == ["format", "version", "title", *KEYS]
        assert list(values("wordle", *lists, *options))[3:] == KEYS

    def test_json_has_the_answer(self, values, lexicon):
        answer = values("C5")
        assert (answer["game"], answer["objective"], answer["proven"]) == ("C5", "worst", True)
        assert answer["lower"] == answer["upper"] == 3
        assert answer["secrets"] == answer["guesses"] == 12
        digest = load(str(lexicon)).digest
        assert (answer["lexicon"], answer["lexicon_digest"]) == ("small.txt", digest)
        assert values("mastermind:2x3")["lexicon"] is None

    def test_csv_is_a_line_of_the_same(self, solved):
        (row,) = rows(solved("C5", "--format", "csv"))
        assert (row["game"], row["length"], row["secrets"], row["proven"]) == (
            "C5", "5", "12", "yes",
        )  # fmt: skip
        # A length alone is for all letters.
        text = solved("5", "--format", "markdown")
        assert text.splitlines()[2] == "| length | all |"


class TestLimits:
    """C5 of the French list takes hundreds of nodes."""

    @pytest.mark.parametrize("options", [[], AVERAGE, WITHIN[:2]], ids=OBJECTIVES)
    @pytest.mark.parametrize("limit", [("--time-limit", "1e-9"), ("--node-limit", "1")])
    def test_an_answer_is_bounds_and_is_not_proven(self, ran, options, limit):
        answer = json.loads(ran("solve C5 --no-cache --format json", *options, *limit))
        assert answer["proven"] is False
        assert answer["upper"] is None or answer["lower"] < answer["upper"]
        assert (answer["nodes"] == 0) == (limit[0] == "--time-limit")

    def test_what_is_guaranteed_is_bounds_as_what_is_missed(self, ran):
        limit = ["--tries", "3", "--node-limit", "1"]
        text = ran("solve C5 --no-cache --objective guaranteed", *limit)
        said = r"C5: (\d+)\.\.(\d+) guaranteed within 3 tries, (\d+)\.\.(\d+) missed \(not proven\)"
        least, most, lower, upper = map(int, re.match(said, text).groups())
        assert (least + upper, most + lower) == (588, 588)

    @pytest.mark.parametrize("options", [[], AVERAGE, WITHIN], ids=OBJECTIVES)
    def test_a_time_limit_reached_at_once_leaves_little(self, ran, options, golden):
        value, *_, effort = ran("solve C5 --no-cache --time-limit 1e-9", *options).splitlines()
        golden(value)
        assert effort.startswith("0 nodes, ")

    def test_a_node_limit_leaves_bounds_that_hold_the_value(self, ran):
        plain = ran("solve C5 --no-cache --node-limit 1")
        lower, upper = map(int, re.search(r"C5: (\d+)\.\.(\d+) \(not proven\)", plain).groups())
        assert lower <= json.loads(ran("solve C5 --format json"))["upper"] <= upper
        assert lower < upper
        value, first, _ = ran("solve C5 --no-cache --node-limit 1", *AVERAGE).splitlines()
        found = re.match(
            r"C5: ([\d,]+)\.\.([\d,]+) guesses in all, ([\d.]+?)\.\.([\d.]+) on", value
        )
        lower, upper = (int(number.replace(",", "")) for number in found.groups()[:2])
        assert 588 < lower < upper
        assert found.groups()[2:] == (f"{lower / 588:.4f}", f"{upper / 588:.4f}")
        assert first.startswith("begin with C")


class TestTheCache:
    @of_each
    def test_gives_the_second_answer(self, values, options):
        game = "5" if options else "mastermind:3x3"
        first, second = values(game, *options), values(game, *options)
        assert second["nodes"] == 0 < first["nodes"]
        drop = {"nodes": 0, "seconds": 0, "stored": None}
        assert first | drop == second | drop

    def test_is_neither_read_nor_kept_if_it_is_not_wanted(self, ran, tmp_path):
        def nodes(*options):
            return json.loads(ran("solve C5 --format json", *options))["nodes"]

        fresh = nodes("--no-cache")
        assert fresh > 0
        assert not (tmp_path / "cache").exists()
        assert nodes() == fresh
        assert nodes("--no-cache") == fresh
        assert nodes() == 0

    def test_is_where_the_option_says(self, solved, tmp_path):
        solved("C5", "--cache-dir", tmp_path / "elsewhere" / "deep")
        assert (tmp_path / "elsewhere" / "deep" / "cache.db").is_file()
        assert not (tmp_path / "cache").exists()

    def test_does_not_answer_for_a_list_that_changed(self, values, lexicon):
        before = values("C5")
        lexicon.write_text(lexicon.read_text() + "CABAS\nCASES\nCAGES\nCAVES\nCAPES\nCARES\nCALES")
        after = values("C5")
        assert after["secrets"] == before["secrets"] + 7
        assert after["lexicon_digest"] != before["lexicon_digest"]
        assert after["upper"] > before["upper"]

    @pytest.mark.filterwarnings("default")
    def test_a_record_that_makes_no_sense_is_a_warning(
        self, run, values, lexicon, tmp_path, golden
    ):
        value = values("C5")["upper"]
        with DiskStore(tmp_path / "cache") as store:
            key = Records(Motus.of_cell("C5", str(lexicon)), store).key
            store.replace(key, [b"rubbish"])
        ran = run("solve", "C5", "--lexicon", lexicon, "--format", "json")
        assert (ran.code, json.loads(ran.out)["upper"]) == (0, value)
        golden(ran.err)
        assert ran.err.count("\n") == 1


class TestTheWords:
    def test_what_became_of_the_lines_of_a_file_is_said_on_stderr(self, run, tmp_path, golden):
        path = tmp_path / "Words.txt"
        path.write_text("Abbé\naide\nx\n\n# remark\naide\n12\n")
        ran = run("solve", "A4", "--lexicon", path)
        assert ran.code == 0
        assert ran.out.startswith("A4: 2 (proven), 2 words")
        golden(ran.err)
        path.write_text("ligne\nlinge\nno\n")
        ran = run("solve", f"jotto:{path}")
        golden(ran.out)
        golden(ran.err)

    def test_an_error_comes_alone(self, run, tmp_path):
        path = tmp_path / "words.txt"
        path.write_text("Abbé\nx\n")
        for line in ("solve D4", "solve A4 --first no --objective average", "table --letters Z"):
            ran = run(*line.split(), "--lexicon", path)
            assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
            assert "rejected" not in ran.err

    def test_of_other_lengths_are_said_to_be_left_out_of_a_table(self, run, tmp_path, golden):
        path = tmp_path / "words.txt"
        path.write_text("AI\nBAL\nCAR\nDAMES\n" + "E" * 12)
        ran = run("table", "--lexicon", path)
        assert ran.code == 0
        golden(ran.err)
        ran = run("table", "--lexicon", path, "--lengths", "2-12")
        assert (ran.code, ran.err) == (0, "")
        assert run("solve", "C3", "--lexicon", path).out.startswith("C3: 1 (proven)")

    def test_without_their_initial_a_cell_is_played_as_its_length(self, values, solved):
        alone, without = values("5"), values("c5", "--no-initial")
        assert (without["game"], without["secrets"]) == ("5", 22)
        assert without["upper"] == alone["upper"]
        assert solved("6", "--no-initial").startswith("6: ")


def test_several_first_guesses_begin_a_front(solved, values, golden):
    asked = ["C5", "--objective", "pareto", "--first", "CABAN,CABLE"]
    golden(solved(*asked).splitlines()[0])
    found = values(*asked)
    assert found["opening"] == ["CABAN", "CABLE"]
    assert {row["first_guess"] for row in found["rows"]} == {"CABAN"}
    least = values("C5", "--objective", "average", "--first", "CABAN,CABLE")
    assert found["rows"][-1]["total_upper"] == least["upper"]


@pytest.mark.parametrize("name", ["en", "fr", "nl"])
def test_a_lexicon_that_is_typed_is_heard_of_lingo_too(ran, name):
    assert f" of lexicon {name}" in ran("solve lingo:X --no-cache --lexicon", name)
    if name == "nl":
        assert f" of lexicon {name}" in ran("solve lingo:X --no-cache")
