"""``emi boards``: advice, value and games of several boards."""

import io
import json
import sys

import pytest

from emi import Boards, Wordle

WORDS = ["CARE", "CORE", "LINE", "LION", "LIVE", "LOON"]


@pytest.fixture
def lists(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(WORDS), encoding="utf-8")
    return ["--secrets", str(path), "--guesses", str(path)]


@pytest.fixture
def boards(run, lists):
    return lambda *options: run("boards", "boards:2:wordle", *lists, *options)


@pytest.fixture
def typed(boards, monkeypatch):
    """Return a function that runs the command with a text for its input."""

    def typed(text, *options):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return boards(*options)

    return typed


def test_advice_is_that_of_the_position(boards):
    ran = boards("--clues", "lion:ggby/ggbb", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    position = Boards(Wordle(WORDS), 2).start()
    position.push("LION", ["GGBY", "GGBB"])
    assert document["guesses"][0]["guess"] == position.best()
    assert document["candidates"] == [1, 1]
    assert (document["worst_lower"], document["worst_upper"]) == (2, 2)
    assert "Surely within 2 (proven) more; 6 tries left." in boards("--clues", "lion:ggby/ggbb").out


PASTED = {
    "on one line": "lion ggby ggbb\n",
    "below the guess": "LION\nGGBY\nGGBB\n",
    "tiles with a blank line": "lion\n🟩🟩⬛🟨\n\n🟩🟩⬛⬛\n",
    "a guess more": "care bbbg/bbbg\n\nlion ggby/ggbb\n",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_game_is_read_as_it_is_pasted(typed, text):
    ran = typed(text, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["candidates"] == [1, 1]


def test_interactive_goes_on_until_all_boards_are_found(typed):
    ran = typed("lion gggg ggbb\nlive zzzz\nundo\nlion gggg ggbb\nlive gggg\n", "--interactive")
    assert ran.code == 0
    assert "ZZZZ" in ran.err.upper()
    assert ran.out.endswith("2 boards of wordle: found in 2 of 7 tries\n")
    assert typed("quit\n", "--interactive").code == typed("", "--interactive").code == 0


def test_value_and_games(boards):
    value = json.loads(boards("--value", "--format", "json").out)["values"][0]
    bounds = Boards(Wordle(WORDS), 2).start().value().bounds
    assert (value["lower"], value["upper"], value["proven"]) == (bounds.lower, bounds.upper, True)
    assert f"surely within {bounds}" in boards("--value").out
    played = [boards("--games", "30", "--seed", "5", "--format", "json").out for _ in range(2)]
    assert played[0] == played[1]
    document = json.loads(played[0])
    assert document["games"] == sum(document["counts"]) == 30
    assert document["worst"] <= bounds.upper
    assert document["lost"] == 0
    first = json.loads(boards("--games", "3", "--first", "care", "--format", "json").out)
    assert first["first"] == ["CARE"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--clues", "lion"], "no feedback, expected such as lion:gbbyb/bbgbb"),
        (["--clues", "lion:ggby"], "1 feedbacks, expected one for each of the 2 boards"),
        (["--clues", "lion:ggby/ggyy"], "board 2: "),
        (["--value", "--interactive"], "--interactive and --value: expected one"),
        (["--first", "care"], "--first care: requires --games"),
        (["--games", "0"], "expected a number above 0"),
        (["--games", "3", "--first", "xxxx"], "expected guesses of wordle"),
        (["--boards", "3"], "it has its own number of boards"),
    ],
)
def test_bad_input_is_one_line(boards, options, message):
    ran = boards(*options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_the_command_is_named_where_one_board_is_asked_for(run):
    ran = run("solve", "quordle")
    assert (ran.code, ran.out) == (2, "")
    assert "emi boards quordle" in ran.err
