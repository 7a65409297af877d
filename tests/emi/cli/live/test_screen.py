"""What a terminal is shown: tiles, a keyboard, lines that fit."""

import io
import sys
import time

import pytest

import emi
from emi.cli.live.boards import BoardsHostTalk
from emi.cli.live.screen import Screen, patiently
from emi.lexicon.load import Lexicon
from emi.reports.texts import Texts
from emi.results.playing import Turn

GAME = emi.Motus(["LIGNE", "LINGE"])
TURN = Turn("LIGNE", "GGYYG", ("LINGE",))
KNOWN = {"L": "G", "N": "Y", "S": "B"}


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Return a function that makes a screen on a terminal of its own, which it returns too."""
    monkeypatch.delenv("NO_COLOR", raising=False)

    def made(palette=None, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        streams = {name: Terminal() for name in ("stdin", "stdout", "stderr")}
        for name, stream in streams.items():
            monkeypatch.setattr(sys, name, stream)
        return Screen(palette), streams

    return made


def test_tiles_have_the_colours_of_the_palette(terminal):
    for palette, placed in [(None, 28), ("contrast", 208), ("motus", 160)]:
        screen, _ = terminal(palette)
        text = screen.turn(GAME, TURN)
        assert text.count(f"\x1b[48;5;{placed}m") == 3
        assert " N " in text
        narrow, left = terminal(palette, columns=30)[0], " " * 20
        assert " N " not in narrow.turn(GAME, TURN, after=left)
        assert narrow.turn(GAME, TURN, "1  ", after=left).startswith("1  \x1b")
        assert "\n" not in narrow.turn(GAME, TURN, "12345", after=left)
        assert narrow.turn(GAME, TURN, "123456", after=left).endswith(f"\n  {left}")
    assert screen.turn(emi.Mastermind(2, 3), Turn("11", "1b0w", ())) == "11 1b0w"


def test_tiles_of_all_boards_have_one_width(terminal):
    """One board is found, and the text beside the other leaves room for narrow tiles alone."""
    for columns, blank in ((40, ""), (80, " ")):
        _, streams = terminal(columns=columns)
        host = (
            emi.Boards(emi.Wordle(["LIGNE", "LINGE", "SINGE", "ANGES"]), 2)
            .start()
            .play("ligne,linge")
        )
        BoardsHostTalk(host, Screen(), Texts("fr")).heard("ligne")
        first, second = streams["stdout"].getvalue().splitlines()
        assert first.endswith("\x1b[0m  trouvé")
        assert second.endswith("\x1b[0m  encore 1 mot possible")
        assert all(f"{blank}N{blank}\x1b" in line for line in (first, second))
        assert all(f" {blank}N" not in line for line in (first, second))


def test_the_keyboard_is_that_of_the_language(terminal):
    screen, _ = terminal()
    french = emi.Motus(["LIGNE"], lexicon=Lexicon("fr", ("LIGNE",), "unknown", "fr"))
    assert [row.strip()[0] for row in screen.keyboard(french, {"P": "?"})] == ["A", "Q", "W"]
    rows = screen.keyboard(GAME, KNOWN)
    assert rows[0].startswith("Q W E")
    assert "\x1b[48;5;28m\x1b[1mL" in rows[1]
    assert "\x1b[4mX" in screen.keyboard(emi.Jotto(["LIGNE"]), {"X": "?"})[2]
    assert screen.keyboard(GAME, {}) == screen.keyboard(emi.Mastermind(2, 3), KNOWN) == []


def test_letters_stand_for_colours(terminal, monkeypatch, golden):
    screen, _ = terminal()
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    assert screen.turn(GAME, TURN) == "LIGNE GGYYG"
    golden(screen.keyboard(GAME, KNOWN))


def test_lines_are_asked_for_and_folded(terminal, golden):
    screen, streams = terminal(columns=30)
    streams["stdin"].write("first\n")
    streams["stdin"].seek(0)
    assert (screen.ask("1> "), screen.ask("2> ")) == ("first", None)
    screen.put("a line that is longer than thirty characters", indent=2)
    golden(streams["stdout"].getvalue())


def test_what_takes_a_while_is_said(terminal, monkeypatch, golden):
    _, streams = terminal()
    monkeypatch.setattr("emi.cli.live.screen.PATIENCE", 0.001)
    with patiently("thinking, a moment"):
        while not streams["stderr"].getvalue():
            time.sleep(0.001)
    golden(streams["stderr"].getvalue())
    with patiently("thinking, a moment"):
        pass
