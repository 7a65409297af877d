"""The programs at the head of the API page: short, right, and of full types."""

import re
import subprocess
import sys

import pytest

import emi
from tests.emi.cases import ROOT

#: The most lines of a program.
LINES = 6
TEXT = (ROOT / "docs" / "api.md").read_text("utf-8")
PROGRAMS = dict(
    re.findall(r"^(\S[^\n]*):\n\n```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
)
WORDS = "CADRE CABLE CARTE CRATE CIBLE CACHER CAVIAR COLLER".lower().split()
#: What a program prints and leaves, by the end of its title.
LEFT = {
    "list of your own": "table.html",
    "Wordle in progress": "",
    "depth checked": "strategy.graphml",
    "rule of your own": "",
    "read and verified": "average.emip",
}


def end(title):
    return next(one for one in LEFT if title.endswith(one))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "words.txt").write_text("\n".join(WORDS), "utf-8")
    for title, text in PROGRAMS.items():
        (tmp_path / f"{re.sub('[^a-z]', '_', title.lower())}.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_five_programs_of_at_most_six_lines():
    assert {end(title) for title in PROGRAMS} == LEFT.keys()
    for text in PROGRAMS.values():
        assert len([line for line in text.splitlines() if line.strip()]) <= LINES


@pytest.mark.parametrize("title", PROGRAMS)
def test_a_program_does_what_it_says(title, folder, capsys):
    exec(PROGRAMS[title], {})  # noqa: S102 - of our own page
    said = capsys.readouterr().out
    made = LEFT[end(title)]
    assert not made or (folder / made).stat().st_size > 0
    if made == "table.html":
        assert all(cell in (folder / made).read_text("utf-8") for cell in ("C5", "C6"))
    elif "Wordle" in title:
        game = emi.game_named("wordle")
        left = [one for one in game.secrets if game.feedback("SALET", one) == "BYBYG"]
        best, of, many = said.split()
        assert (best in game.guesses, of, int(many)) == (True, "of", len(left))
    elif made.endswith("emip"):
        assert said.startswith("OK mastermind:3x4: ")


def test_type_checkers_pass_them(folder):
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "kept"]
    done = subprocess.run(
        [*line, *folder.glob("*.py")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_type_checkers_refuse_what_is_wrong(folder):
    wrong = folder / "wrong.py"
    wrong.write_text(
        "import emi\n"
        "position = emi.Mastermind(2, 3).start(limit=3)\n"
        "position.certificate().written('x')\n"
        "emi.solve('C5', watch=lambda: True, store=3)\n"
        "text: int = emi.table(position.value()).render('csv')\n"
    )
    line = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "kept", wrong]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    faults = re.findall(r":(\d+): error", done.stdout)
    assert {*faults} == {"2", "3", "4", "5"}, done.stdout
