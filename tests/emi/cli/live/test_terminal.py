"""The games in a terminal, a real one: tiles in colours, a prompt, Ctrl-C."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from emi.cli.interrupt import ONCE
from emi.reports import wording
from tests.emi.cases import ROOT

#: What turns colours on and off.
COLOURS = r"\x1b\[[0-9;]*m"


def prompted(text, prompt):
    """Return whether a text ends with a prompt; one that readline draws again is none."""
    return text.endswith(prompt) and text.rpartition(b"\n")[2].count(prompt) == 1


@pytest.fixture
def terminal(lexicon, tmp_path):
    """Return a function that talks with a command in a terminal: each line after its prompt."""

    def talk(line, *lines, prompt="> ", end=b"", **environment):
        ours, theirs = pty.openpty()
        before = termios.tcgetattr(theirs)
        size = [
            int(environment.get(name, often)) for name, often in (("LINES", 24), ("COLUMNS", 80))
        ]
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        variables = {**os.environ, "TERM": "xterm-256color", "EMI_CACHE_DIR": str(tmp_path / "c")}
        variables.pop("NO_COLOR", None)
        process = subprocess.Popen(
            [sys.executable, "-m", "emi", *line.split(), "--lexicon", lexicon],
            cwd=ROOT,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=variables | environment,
            start_new_session=True,
        )
        os.close(theirs)
        seen, waiting, read = b"", [f"{one}\n".encode() for one in lines], 0
        stopped = False
        with contextlib.suppress(OSError):  # the terminal is gone when the program is
            while True:
                while not select.select([ours], [], [], 1.0)[0]:
                    if stopped:  # it came just before the line was read, as it may: once more
                        process.send_signal(signal.SIGINT)
                seen += os.read(ours, 4096)
                if prompted(seen[read:], prompt.encode()) or seen[read:].endswith(b"/N] "):
                    read = len(seen)
                    if waiting:
                        os.write(ours, waiting.pop(0))
                    elif end:
                        os.write(ours, end)
                    else:
                        process.send_signal(signal.SIGINT)
                        stopped = True
        code = process.wait()
        # Whatever ends it, the terminal is as it was before.
        assert termios.tcgetattr(ours) == before
        os.close(ours)
        return code, seen.decode().replace("\r\n", "\n")

    return talk


def test_a_game_in_colours(terminal):
    code, text = terminal("play C5 --tries 2 --palette contrast", "caser", "caban")
    assert code == 0
    assert "2/2> " in text
    # The C that is given is well placed: black on orange.
    assert re.search(r"\x1b\[38;5;16m\x1b\[48;5;208m\x1b\[1m C \x1b\[0m", text)
    assert re.search(r"\nQ W E .*\n A S .*\n  Z X ", re.sub(COLOURS, "", text))
    assert "🟧" in text


def test_a_game_in_letters_where_no_colours_are_wanted(terminal, golden):
    code, text = terminal("play C5 --tries 2", "caser", "caban", NO_COLOR="1")
    assert code == 0
    assert "\x1b" not in text
    # Slow machines alone show that a search is going on.
    golden(re.sub(r"emi: .*, a moment\n", "", text))


@pytest.mark.parametrize(
    "line", ["play C5 --fair", "play boards:2:C5", "explain --interactive boards:2:C5"]
)
def test_ctrl_c_ends_it_on_a_line_of_its_own(terminal, line):
    code, text = terminal(line, "nonsense")
    assert code == 130
    assert "Traceback" not in text
    assert text.endswith("\n")


def test_a_word_that_the_other_game_does_not_know_is_left_out_of_all_boards(terminal):
    """One whose feedback is awaited too; it is taken back before the guesses that came earlier."""
    code, text = terminal(
        "explain --interactive boards:2:C5 --top 1",
        "caban ggbbb ggbbb", "caser", "!caser", "caser gbbbb gbbbb", "undo", "quit", "n",
    )  # fmt: skip
    assert code == 0
    assert " or: !WORD, hint, " in text
    assert re.search(r"\nBoard 1> !caser\n", text)
    assert text.count("emi: CASER: already left out (undo takes it back)\n") == 1
    every, heard, struck, undone = map(int, re.findall(r"candidates (\d+) / \1\n", text))
    assert every > heard == undone == struck + 1, "CASER fits"


def test_a_line_that_is_drawn_again_is_no_prompt():
    assert prompted(b"CASER GYBBY\r\n2/3> ", b"> ")
    assert prompted(b"emi: thinking\r\x1b[2K2/3> ", b"> ")
    assert not prompted(b"CASER GYBBY\r\n2/3> undo\r2/3> ", b"> ")
    assert not prompted(b"CASER GYBBY\r\n2/3> undo", b"> ")


def test_lines_are_edited_and_recalled(terminal):
    """Ctrl-A goes to the beginning of a line, the arrow up brings the last one back."""
    code, text = terminal(
        "play C5 --tries 3 --fair --seed 1", "aser\x01c", "undo", "\x1b[A\x1b[A", NO_COLOR="1"
    )
    assert code == 130
    assert len(re.findall(r"^CASER [GYB]{5}", text, re.MULTILINE)) == 2
    assert "12 words left" in text


@pytest.mark.parametrize("columns", [40, 100])
@pytest.mark.parametrize(
    "line",
    ["play C5 --fair --seed 1 --time-limit 600", "explain --interactive C5 --time-limit 600"],
)
def test_text_wraps_at_words(terminal, line, columns):
    """Lines break between words, of messages too, and all words are there."""
    lines = ["help", "hint", "words", "secrets", "best", "nonsense", "undo", "hint", "hint"]
    code, text = terminal(line, *lines, end=b"\x04", COLUMNS=str(columns), NO_COLOR="1")
    assert code == 0
    assert "Traceback" not in text
    lines = text.splitlines()
    assert [line for line in lines if len(line) > columns] == []
    joined = " ".join(text.split())
    for said in (
        "how many guesses surely suffice; again: the secrets; again: the best guess",
        "CABAN CABLE CACHE CADET CADRE CAFES",
        "12 words left. You can still be sure to find it within 3 guesses.",
        "nothing to take back, expected an earlier guess",
        "Play CALER: at most 3 more guesses, 2.17 on average (proven).",
    ):
        assert said in joined


def test_the_end_of_the_input_ends_it(terminal):
    code, text = terminal(
        "explain --interactive C5 --top 2",
        "caser gybby",
        "caser ggbyy",
        end=b"\x04",
        COLUMNS="40",
        LINES="20",
    )
    assert code == 0
    assert "Traceback" not in text
    plain = re.sub(COLOURS, "", text)
    assert [line for line in plain.splitlines() if len(line) > 40] == []


class Terminal:
    """A program in a terminal, whose output is awaited text by text."""

    def __init__(self, *command, folder):
        variables = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "EMI_CACHE_DIR": str(folder)}
        # Ctrl-C is to reach it from the terminal, which has to be its own.
        self.process, self.ours = pty.fork()
        if not self.process:
            os.chdir(ROOT)
            os.execve(sys.executable, [sys.executable, *command], variables)  # noqa: S606
        self.before = termios.tcgetattr(self.ours)
        self.seen = ""

    def read(self):
        """Read what is printed within a minute."""
        assert select.select([self.ours], [], [], 60)[0], self.seen
        self.seen += os.read(self.ours, 4096).decode(errors="replace")

    def until(self, text):
        """Read until a text comes; return what came before it."""
        while text not in self.seen:
            self.read()
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text):
        os.write(self.ours, text.encode())

    def ended(self):
        """Wait for the end; return the exit code and what was still printed."""
        with contextlib.suppress(OSError):
            while True:
                self.read()
        assert termios.tcgetattr(self.ours) == self.before
        os.close(self.ours)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1]), self.seen


@pytest.fixture
def begun(tmp_path):
    """Return a function that begins a program in a terminal; one that is not ended is killed."""
    all_of_them = []

    def begin(*command, python=("-m", "emi")):
        all_of_them.append(Terminal(*python, *command, folder=tmp_path))
        return all_of_them[-1]

    yield begin
    for one in all_of_them:
        with contextlib.suppress(OSError):
            os.kill(one.process, signal.SIGKILL)
            os.waitpid(one.process, 0)


#: Much to think about: some minutes at least, in which the first steps take a moment.
LONG = ("--lexicon", "fr", "--no-initial", "7", "--time-limit", "900")


def test_ctrl_c_ends_a_thought_and_not_the_game(begun):
    """What is known is shown, what was typed meanwhile is read, and a second one ends it."""
    on = begun("explain", "--interactive", *LONG, "--top", "3")
    on.until("emi: thinking, a moment")
    on.type("secrets\nune")
    on.type("\x03")
    on.until("emi: stopping, Ctrl-C again ends the program")
    # The line that was complete is read at once, the other one goes on.
    assert "and " in on.until(" more\r\n")
    on.type("xpected\n")
    on.until("unexpected")
    on.type("undo\n")
    on.until("nothing to take back")
    on.until("> ")
    on.type("\x04")
    assert on.ended()[0] == 0


@pytest.mark.parametrize("thinking", [True, False], ids=["thinking", "asking"])
def test_a_line_and_ctrl_c_in_one_burst_are_both_heard(begun, thinking):
    """The line is read, the thought about it ends at once, and what follows it is kept."""
    on = begun("explain", "--interactive", *LONG, "--top", "3")
    on.until("emi: thinking, a moment")
    if not thinking:
        on.type("\x03")
        on.until("> ")
        time.sleep(2 * ONCE)
    on.type("maisons bbbbbbb\nune\x03")
    if thinking:
        # It ends the thought of the time; the next one is about the line.
        on.until("emi: stopping, Ctrl-C again ends the program")
        on.until("MAISONS BBBBBBB")
        on.until("emi: thinking, a moment")
        on.type("\x03")
    else:
        on.until("MAISONS BBBBBBB")
    on.until("> ")
    on.type("xpected\n")
    on.until("unexpected")
    on.until("> ")
    on.type("\x04")
    assert on.ended()[0] == 0


def test_a_second_ctrl_c_ends_the_program(begun):
    on = begun("explain", "--interactive", *LONG)
    on.until("emi: thinking, a moment")
    on.type("\x03")
    on.until("Ctrl-C again ends the program")
    on.until("> ")
    time.sleep(2 * ONCE)  # Sooner, it would be the same Ctrl-C.
    on.type("\x03")
    code, text = on.ended()
    assert code == 130
    assert "Traceback" not in text


def test_ctrl_c_lets_an_evil_host_answer_by_what_it_knows(begun):
    on = begun("play", *LONG)
    on.until("preparing the game, a moment")
    on.type("\x03")
    on.until("1/6> ")
    on.type("maisons\n")
    on.until("thinking, a moment")
    on.type("\x03")
    on.until("MAISONS ")
    on.until("2/6> ")
    on.type("quit\n")
    on.until("Review your guesses? [y/N] ")
    on.type("\n")
    code, text = on.ended()
    assert code == 0
    assert "Traceback" not in text


def test_what_is_typed_while_the_program_begins_or_thinks_is_kept(begun):
    """Parts of lines too: a quarter of a second after a line, and before the first prompt."""
    on = begun("play", "C5", "--lexicon", "fr", "--fair", "--seed", "1")
    time.sleep(0.1)
    on.type("cas")
    on.until("1/5> ")
    on.type("er\n")
    time.sleep(0.25)
    on.type("car")
    on.until("CASER ")
    on.until("2/5> ")
    on.type("te\n")
    on.until("CARTE ")
    on.until("3/5> ")
    on.type("\x04")
    assert on.ended()[0] == 0


#: What people type in each command, and what tells that the game was reviewed.
WALKS = {
    "play C5 --fair --seed 1": ["caser", "? caban", "hint", "words", "xx", "quit", "y"],
    "explain --interactive C5": ["caser\tggbyy", "? cadre", "help columns", "undo",
                                 "caser ggbyy", "quit", "y"],
    "play boards:2:C5 --seed 1": ["caser", "? caban", "hint", "hint", "best", "help", "xx",
                                  "quit", "y"],
    "explain --interactive boards:2:C5": ["caser ggbyy", "ggbyy", "? cadre", "undo",
                                          "caser ggbyy ggbyy", "quit", "y"],
}  # fmt: skip


@pytest.mark.parametrize(("columns", "language"), [(40, "fr"), (100, "en")])
@pytest.mark.parametrize("line", WALKS)
def test_a_game_fits_into_the_terminal(terminal, line, columns, language):
    """A walk in colours, with a review: no line is wider, and every column is there."""
    line_in = f"{line} --language {language}"
    code, text = terminal(line_in, *WALKS[line], end=b"\x04", COLUMNS=str(columns))
    assert code == 0
    assert "Traceback" not in text
    plain = re.sub(COLOURS, "", text)
    assert [line for line in plain.splitlines() if wording.columns(line) > columns] == []
    # The mark of the tile C, which is given, and the words of the review.
    assert re.search(r"\x1b\[48;5;28m\x1b\[1m ?C ?\x1b\[0m", text) or "CASER GGBYY" in text
    review = plain[plain.rindex("/N] y") :].split()
    words = {"fr": ["essai", "adresse", "chance"], "en": ["guess", "skill", "luck"]}
    boards = {"fr": ["essai", "reste", "conseillé"], "en": ["guess", "left", "advised"]}
    heads = boards if "boards" in line else words
    assert [name for name in heads[language] if name not in review] == []


@pytest.mark.parametrize("columns", [40, 100])
@pytest.mark.parametrize(
    "line",
    [
        "review C5 --clues CASER:GGBYY",
        "explain C5 --clues CASER:GGBYY",
        "explain boards:2:C5 --clues caser:ggbyy/ggbyy",
    ],
)
def test_what_is_printed_fits_into_the_terminal(terminal, line, columns):
    code, text = terminal(line, COLUMNS=str(columns))
    assert code == 0
    plain = re.sub(COLOURS, "", text)
    assert [line for line in plain.splitlines() if wording.columns(line) > columns] == []


@pytest.mark.parametrize("columns", [40, 100])
def test_tiles_are_two_columns_wide(terminal, columns):
    """A message with tiles, and a result, fit; the tiles of a word stay together."""
    line = "play C5 --tries 2 --fair --seed 1"
    code, text = terminal(
        line, "🟩🟨⬛⬛🟩 🟩🟨⬛⬛🟩 🟩🟨⬛⬛🟩", "caser", "caban", COLUMNS=str(columns)
    )
    assert code == 0
    plain = re.sub(COLOURS, "", text)
    said = plain[plain.index("emi: '") : plain.index("expected a")]
    assert (said.count("\n") > 0) == (columns == 40)
    assert [line for line in plain.splitlines() if wording.columns(line) > columns] == []


#: A shell that runs a command, survives its Ctrl-C, and reads the next line.
SHELL = """
import signal, subprocess, sys
signal.signal(signal.SIGINT, lambda *_: None)
code = subprocess.call([sys.executable, "-m", "emi", *sys.argv[1:]])
print("code", code, "next", input())
"""
#: Two words with more guesses than are listed; each thought takes up to two seconds.
CHALLENGE = ("play", "--reverse", "--lexicon", "fr", "--no-initial", "zebre", "serie")


def test_ctrl_c_ends_a_thought_of_a_challenge_and_not_the_challenge(begun):
    on = begun(*CHALLENGE, python=("-c", SHELL))
    on.until("emi: thinking, a moment")
    on.type("next line\n")
    on.type("\x03")
    on.until("emi: stopping, Ctrl-C again ends the program")
    assert "SERIE (" in on.until("challenge")
    # What was typed meanwhile is for the shell.
    on.until("next next line")
    assert on.ended()[0] == 0


def test_a_second_ctrl_c_ends_a_challenge(begun):
    on = begun(*CHALLENGE, python=("-c", SHELL))
    on.until("emi: thinking, a moment")
    on.type("\x03next line\n")
    on.until("Ctrl-C again ends the program")
    time.sleep(2 * ONCE)
    on.type("\x03")
    assert "Traceback" not in on.until("code 130 next next line")
    assert on.ended()[0] == 0


def test_sigterm_ends_it_in_the_middle_of_a_thought(begun):
    on = begun("explain", "--interactive", *LONG)
    on.until("emi: thinking, a moment")
    os.kill(on.process, signal.SIGTERM)
    assert on.ended()[0] == 130
