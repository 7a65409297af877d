"""Several boards on the command line: the commands of any game."""

import io
import json
import re
import sys

import pytest

import emi
from emi import Boards, Wordle
from emi.cli.own_game import own_game
from emi.reports.texts import LANGUAGES, Texts
from tests.oracle import Combinations

WORDS = ["CARE", "CORE", "LINE", "LION", "LIVE", "LOON"]
GAME = "boards:2:wordle"
OWN = '''
import emi

class Higher(emi.Game):
    """Higher or lower."""

    rule = "higher"

    def feedback(self, guess, secret):
        return "yes" if guess == secret else "higher" if int(secret) > int(guess) else "lower"

seven = Higher([str(n) for n in range(1, 8)])
'''


@pytest.fixture
def lists(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS), encoding="utf-8")
    return ["--secrets", str(path), "--guesses", str(path)]


@pytest.fixture
def boards(run, lists):
    """Return a function that runs a command on two boards."""
    return lambda command, *options: run(command, GAME, *lists, *options)


@pytest.fixture
def typed(boards, monkeypatch):
    """Return a function that runs `explain --interactive` with a text for its input."""

    def typed(text, *options):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return boards("explain", "--interactive", *options)

    return typed


def test_advice_is_that_of_the_position(boards):
    ran = boards("explain", "--clues", "lion:ggby/ggbb", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    position = Boards(Wordle(WORDS), 2).start()
    position.push("LION", ["GGBY", "GGBB"])
    assert document["guesses"][0]["guess"] == position.best()
    assert document["candidates"] == [1, 1]
    assert (document["worst_lower"], document["worst_upper"]) == (2, 2)
    said = boards("explain", "--clues", "lion:ggby/ggbb", "--tries", "9").out
    assert "Guaranteed within 2 more (proven); 8 tries left." in said
    towards = boards("explain", "--clues", "lion", "--secret", "line,live", "--format", "json")
    assert json.loads(towards.out) == document


PASTED = {
    "on one line": "lion ggby ggbb\n",
    "below the guess": "LION\nGGBY\nGGBB\n",
    "tiles with a blank line": "lion\n🟩🟩⬛🟨\n\n🟩🟩⬛⬛\n",
    "a guess more": "care bbbg/bbbg\n\nlion ggby/ggbb\n",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_game_is_read_as_it_is_pasted(typed, text):
    ran = typed(text)
    assert (ran.code, ran.err) == (0, "")
    assert f"{GAME}: candidates 1 / 1\n" in ran.out


def test_interactive_goes_on_until_all_boards_are_found(typed):
    ran = typed("lion gggg ggbb\nlive zzzz\nundo\nlion gggg ggbb\nlive gggg\n")
    assert ran.code == 0
    assert "ZZZZ" in ran.err.upper()
    assert ran.out.endswith("Found with 2 guesses.\n")
    assert typed("quit\n").code == typed("").code == 0
    # A wrong line is refused at once, and the lines before it stay.
    ran = typed("rubbish\nlion\ngggy\ngggg\nlion\nggbb\nlive gggg\n")
    assert (ran.code, ran.out.endswith("Found with 2 guesses.\n")) == (0, True)
    rubbish, marks, surplus = ran.err.splitlines()
    assert rubbish == "emi: guess 1, RUBBISH: 7 letters, expected 4"
    assert marks.startswith("emi: board 1: clue 1, LION:GGGY, leaves no word possible")
    assert (
        surplus == "emi: LION: 1 feedback, expected one for each of the 2 boards that are not found"
    )
    # A clue that is not complete is taken back, or else the last guess; then nothing is left.
    ran = typed("lion gggg\nundo\nlion gggg ggbb\nundo\nundo\nquit\ny\n")
    assert (ran.code, ran.out.count("candidates 6 / 6")) == (0, 2)
    assert ran.err == "emi: nothing to take back, expected an earlier guess\n"


def test_a_game_is_played_against_secrets_of_a_seed(boards, monkeypatch):
    position = Boards(Wordle(WORDS), 2).start()
    first, second = position.play(seed=4).secret.split()
    said = f"zzzz\nbest\nhint\nhint\n? {first}\n{first}\nundo\n{first}\n{first}\n{second}\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    ran = boards("play", "--seed", "4")
    assert ran.code == 0
    unknown, again = ran.err.splitlines()
    assert "ZZZZ" in unknown
    assert again.startswith(f"emi: guess 2, {first}: ")
    assert ran.out.count(f" 1  {first} GGGG  found") == 2
    reviewed = position.towards(f"{first},{second}", [first, second]).review().table()
    assert f"Found with 2 guesses.\n\n{reviewed}"[:200] in ran.out
    # The result that is printed at the end is read with its guesses.
    _, title, result = ran.out.partition(f"\nemi {GAME}, fair, seed 4: 2/7, 2 hints, 1 guess taken")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{title}{result}\n{first} {second}\n"))
    assert boards("review").out == f"{reviewed}\n"
    value = position.value().bounds
    assert f"sure to find it within {value.upper} guesses" in ran.out
    assert f"\n 1  {' '.join(WORDS)}\n 2  {' '.join(WORDS)}\n" in ran.out
    estimates = {row.guess: row.estimate for row in position.explain(top=None).guesses}
    assert re.search(rf"^{first} +{estimates[first]:.2f} ", ran.out, re.MULTILINE)
    for language, said in [("en", "Not found. It was"), ("fr", "Pas trouvé. C'était")]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("CARE\nquit\ny\n"))
        out = boards("play", "--seed", "4", "--language", language).out
        review = position.towards(f"{first},{second}", ["CARE"]).review()
        assert f"{said} {first} {second}.\n\n{emi.table(review, t=Texts(language))}"[:200] in out


@pytest.mark.parametrize(
    ("option", "distinct", "many"),
    [([], False, 36), (["--independent"], False, 36), (["--distinct"], True, 30)],
)
def test_values_are_those_of_the_definition(boards, option, distinct, many):
    definition = Combinations(Wordle(WORDS), [WORDS] * 2, distinct=distinct)
    for objective, value in [("worst", definition.worst_case), ("average", definition.total)]:
        ran = boards("solve", "--objective", objective, "--format", "json", *option)
        assert (ran.code, ran.err) == (0, "")
        document = json.loads(ran.out)
        assert (document["lower"], document["upper"]) == (value, value)
        assert document["game"] == GAME + " (distinct)" * distinct
        assert document["candidates"] == many
    assert "2 boards of 6 words" in boards("solve", *option).out


def test_every_command_of_boards_takes_distinct_secrets(boards, monkeypatch):
    clues = ["--clues", "care:bbbg/bbbg"]
    left = [
        json.loads(boards("explain", *clues, *option, "--format", "json").out)["worst_upper"]
        for option in ([], ["--distinct"])
    ]
    assert left == [
        Combinations(Wordle(WORDS), [["LINE", "LIVE"]] * 2, distinct=distinct).worst_case
        for distinct in (False, True)
    ]
    drawn = Boards(Wordle(WORDS), 2, distinct=True).start()
    played = json.loads(
        boards("compare", "--distinct", "--heuristic", "Estimate", "--games", "40", "--format",
               "json").out
    )  # fmt: skip
    assert played["heuristics"][0]["counts"] == list(drawn.simulate(40).counts)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert f"It was {drawn.play(seed=9).secret}." in boards("play", "--distinct", "--seed", "9").out


def test_a_game_of_ones_own_is_played_on_boards(run, tmp_path):
    path, listed = tmp_path / "own.py", tmp_path / "s.txt"
    path.write_text(OWN, encoding="utf-8")
    listed.write_text("1\n2\n3\n4\n5\n", encoding="utf-8")
    own = own_game(f"{path}:Higher", ["1", "2", "3", "4", "5"])
    for option, distinct in ([], False), (["--distinct"], True):
        value = Combinations(own, [own.secrets] * 2, distinct=distinct).worst_case
        ran = run("solve", f"boards:2:{path}:Higher", "--secrets", listed, *option)
        assert (ran.code, ran.err) == (0, "")
        assert f"{value} (proven), 2 boards of 5 codes" in ran.out
    ran = run("explain", f"boards:2:{path}:seven", "--clues", "4:higher/lower")
    assert (ran.code, ran.err) == (0, "")
    assert "candidates 3 / 3" in ran.out
    assert run("compare", f"boards:3:{path}:seven", "--games", "5").code == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("boards:2:{path}", "expected {path}:NAME"),
        ("boards:2:{path}:Lower", "own.py has no Lower"),
        ("boards:x:{path}:seven", "unknown game 'boards:x:{path}:seven'"),
        ("boards:0:{path}:seven", "expected a number from 1 to 64"),
        ("boards:2:boards:2:{path}:seven", "no such file"),
    ],
)
def test_a_bad_game_of_ones_own_is_refused(run, tmp_path, name, message):
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    ran = run("solve", name.format(path=path))
    assert (ran.code, ran.out) == (2, "")
    assert message.format(path=path) in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("option", ["--distinct", "--independent"])
@pytest.mark.parametrize("line", [["solve", "C5"], ["solve", "moo"], ["table"], ["compare"]])
def test_one_secret_is_not_distinct(run, line, option):
    ran = run(*line, option)
    assert (ran.code, ran.out) == (2, "")
    assert f"{option}: expected several boards, such as boards:2:C5, not " in ran.err
    assert ran.err.count("\n") == 1


def test_games_are_compared(boards):
    ran = [
        boards(
            "compare", "--heuristic", "Estimate", "--heuristic", "Information", "--games", "30",
            "--seed", "5", "--format", "json",
        ).out
        for _ in range(2)
    ]  # fmt: skip
    assert ran[0] == ran[1]
    estimate, information = json.loads(ran[0])["heuristics"]
    assert (estimate["heuristic"], information["heuristic"]) == ("Estimate", "Information")
    assert estimate["secrets"] == sum(estimate["counts"]) == 30
    assert estimate["mean"] <= information["mean"]
    assert estimate["fails"] == 0
    said = boards("compare", "--games", "3", "--first", "care,core", "--tries", "3").out
    assert said.startswith(f"{GAME}, seed 0, first care,core\n")
    assert "3 heuristics, 3 games\nFails are games that need more than 3 tries" in said
    # What was played before the time was up is printed.
    ran = boards("compare", "--games", "1000000", "--time-limit", "3")
    assert (ran.code, "Estimate" in ran.out) == (0, True)
    assert ran.err == "emi: stopped: not played: Information, Partitions\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["explain", "--clues", "lion"], "0 feedbacks, expected one for each of the 2 boards"),
        (["explain", "--clues", "lion:ggby"], "LION: 1 feedback, expected one for each of the 2"),
        (["explain", "--clues", "lion:gggg/ggbb live"], "LIVE: 0 feedbacks, expected that of the"),
        (["explain", "--clues", "daily octordle"], "guess 1, DAILY: 5 letters, expected 4"),
        (["explain", "--clues", "line octordle"], "board 1: clue 1, LINE:octordle: "),
        (["explain", "--clues", "lion:ggby/ggyy"], "board 2: "),
        (["explain", "--sort", "Sum"], "cannot be combined with --sort"),
        (["explain", "--hard", "hints"], "cannot be combined with --hard"),
        (["compare", "--games", "0"], "--games"),
        (["compare", "--first", "xxxx"], "expected guesses of boards:2:wordle"),
        (["compare", "--heuristic", "Bobo"], "unknown heuristic 'Bobo' for several boards"),
        (["compare", "--ties", "last"], "cannot be combined with --ties"),
        (["solve", "--objective", "guaranteed", "--tries", "3"], "expected worst or average"),
        (["solve", "--objective", "pareto"], "several boards"),
        (["solve", "--first", "care"], "--first boards:2:wordle: not supported for several boards"),
        (["solve", "--hard", "hints"], "several boards have no hard play"),
        (["strategy"], "only solve, explain, review, compare, play and page take several boards"),
        (["certify", "--out", "c.emip"], "several boards"),
        (["page", "--out", "p.html", "--fairness"], "expected a game of one board"),
        (["play", "--evil"], "the feedback that costs most is not known in time; expected --fair"),
        (["play", "--hard", "hints"], "cannot be combined with --hard"),
    ],
)
def test_bad_input_is_one_line(boards, options, message):
    ran = boards(*options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


SHARED = """Daily Dordle #0031 3&2/7
⬛⬛⬛🟩 ⬛⬛⬛⬛
🟩🟩🟩🟩 🟩⬛⬛⬛
⬛⬛⬛⬛ 🟩🟩🟩🟩
www.example.org/dordle
"""


def test_a_game_is_reviewed(boards, monkeypatch, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(f"{SHARED}\ncare live loon\n", encoding="utf-8")
    ran = boards("review", path)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"{GAME}: 3 guesses of 7, all boards found"
    assert [line.split()[:3] for line in lines[3:6]] == [
        ["CARE", "2", "2"], ["LIVE", "found", "1"], ["LOON", "-", "found"]
    ]  # fmt: skip
    assert "no least average of several boards is proven in time" in ran.out
    document = json.loads(boards("review", path, "--format", "json").out)
    position = Boards(Wordle(WORDS), 2).start().towards("live,loon", ["care", "live", "loon"])
    assert [move["best"] for move in document["moves"]] == [
        move.best for move in position.review().moves
    ]
    assert document["moves"][0]["candidates"] == [2, 2]
    path.write_text(f"care,live, loon\n\n{SHARED}", encoding="utf-8")
    assert boards("review", path).out == ran.out
    monkeypatch.setattr(sys, "stdin", io.StringIO("care\nlive,loon\n"))
    assert boards("review", "--secret", "live,loon").out == ran.out
    clues = "care:bbbg/bbbb live:gggg/gbbb loon:gggg"
    assert boards("review", "--clues", clues).out == ran.out


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", [], "no guess, expected guesses with their feedback"),
        (SHARED, [], "feedback without a guess, expected all guesses before or after it"),
        (f"{SHARED}care live", [], "board 2: 3 rows for 2 guesses"),
        (SHARED.replace(" ⬛⬛⬛⬛", " 🟩🟨🟩🟩") + "care live loon", [], "board 2: "),
        ("care", ["--secret", "lion"], "expected 2 secrets"),
        ("", ["--hard", "hints"], "cannot be combined with --hard"),
        ("", ["--time-limit", "3"], "cannot be combined with --time-limit"),
    ],
)  # fmt: skip
def test_a_bad_game_is_not_reviewed(boards, monkeypatch, text, options, message):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    ran = boards("review", *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_games_are_those_of_several_boards(run):
    ran = run("compare", "C5", "--games", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "--games 3: requires a game of several boards" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_speak_the_language_of_the_player(boards, monkeypatch, golden, language):
    def heard(text, command, *options):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        ran = boards(command, *options, "--language", language)
        golden(f"{command} {' '.join(options)}\n{ran.out}{ran.err}")

    heard(
        "care bbbg bbbg gggg\nlion gggy gggg\nlion ggby\nggbb\nquit\n", "explain", "--interactive"
    )
    heard("hint\nhint\nhint\n? lion\nloon\nsecrets\nquit\ny\n", "play", "--seed", "4")
    heard("care\nlive\nloon\n", "review", "--secret", "live,loon")
    for text in ("", SHARED, f"{SHARED}care live", f"{SHARED}\n🟩🟩🟩🟩\n\ncare live loon"):
        heard(text, "review")
    for options in (["--secret", "lion"], ["--secret", "lion,lyre"], ["--hard", "hints"]):
        heard("care", "review", *options)
    heard("", "explain", "--clues", "loon gggg/gggg")
    heard("", "play", "--evil")
