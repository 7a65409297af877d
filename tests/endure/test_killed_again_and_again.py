"""A long search that is killed every few seconds still ends, with the same answer.

Run by ``make endure``.
"""

import json
import os
import random
import signal
import subprocess
import sys
from itertools import product

import pytest

import emi
from emi import Average, Bounds, Guaranteed, WorstCase

pytestmark = pytest.mark.endure


@pytest.mark.parametrize(
    ("size", "options", "objective"),
    [
        (600, [], WorstCase()),
        (360, ["--objective", "average"], Average()),
        (190, ["--objective", "guaranteed", "--tries", "5"], Guaranteed(5)),
    ],
    ids=["worst", "average", "guaranteed"],
)
def test_a_search_killed_again_and_again_comes_to_the_same_end(tmp_path, size, options, objective):
    # Words of three letters over a large alphabet tell little about each other.
    every = sorted(map("".join, product("ABCDEFGHIJKLMNOPQR", repeat=3)))
    words = tmp_path / "words.txt"
    words.write_text("\n".join(random.Random(2).sample(every, size)) + "\n", encoding="utf-8")
    undisturbed = emi.solve(emi.Motus.of_cell("3", str(words)), objective)
    command = [sys.executable, "-m", "emi", "solve", "3", "--lexicon", str(words), *options]
    command += ["--format", "json"]
    environment = {**os.environ, "EMI_CACHE_DIR": str(tmp_path / "cache")}
    source = random.Random(3)
    kills = 0
    while True:
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            out, err = process.communicate(timeout=source.uniform(3, 6))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            kills += 1
            continue
        break
    assert (process.returncode, err) == (0, "")
    answer = json.loads(out)
    assert kills > 0
    assert Bounds(answer["lower"], answer["upper"]) == undisturbed.bounds
    assert answer["nodes"] < undisturbed.nodes
