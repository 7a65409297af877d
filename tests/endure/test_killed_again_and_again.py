"""Searches that are killed at random moments still end, with the same values.

Run by ``make endure``; EMI_KILLS says how often each is killed.
"""

import json
import re

import pytest

from tests.endure.killing import killed, undisturbed, words

pytestmark = pytest.mark.endure


def bounds(out):
    """Return the values in what a command prints as JSON, without effort and names of guesses."""
    data = json.loads(out)
    keys = {"lower", "upper", "misses_lower", "misses_upper", "total_lower", "total_upper",
            "mean", "fails", "worst", "total", "game"}  # fmt: skip
    rows = data.get("rows") or data.get("games") or data.get("heuristics") or [data]
    found = [{key: row[key] for key in sorted(keys & row.keys())} for row in rows]
    assert all(found)
    return found


@pytest.mark.parametrize(
    ("size", "command"),
    [
        (600, "solve 3"),
        (360, "solve 3 --objective average"),
        (190, "solve 3 --objective guaranteed --tries 5"),
        (400, "solve 3 --hard possible"),
        (120, "solve --objective pareto 3 --tries 4-6"),
        (600, "compare 3 --heuristic Minimax"),
        (600, "table --lengths 3 --no-initial --jobs 2"),
    ],
)
def test_a_search_killed_again_and_again_comes_to_the_same_end(
    tmp_path, size, command, endured, say
):
    listed = words(tmp_path / "words.txt", size)
    line = [*command.split(), "--lexicon", str(listed), "--format", "json"]
    endured("killed", killed(f"emi {command}", line, tmp_path, bounds, say))


def test_a_certificate_killed_again_and_again_is_written_and_accepted(tmp_path, endured, say):
    listed, out = words(tmp_path / "words.txt", 150), tmp_path / "3.emip.xz"
    line = ["certify", "3", "--lexicon", str(listed), "--out", str(out)]

    def told(said):
        verified, _ = undisturbed(["verify", str(out), "--lexicon", str(listed)], tmp_path / "none")
        return re.match(r"3: (\d+),", said)[1], re.match(r"OK 3: (\d+)", verified)[1]

    endured("killed", killed("emi certify 3", line, tmp_path, told, say))


def test_a_strategy_killed_again_and_again_is_as_deep(tmp_path, endured, say):
    listed, out = words(tmp_path / "words.txt", 300), tmp_path / "tree.json"
    line = ["strategy", "3", "--lexicon", str(listed), "--out", str(out)]

    def told(_):
        return json.loads(out.read_text(encoding="utf-8"))["depth"]

    endured("killed", killed("emi strategy 3", line, tmp_path, told, say))
