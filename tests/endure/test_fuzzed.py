"""Whatever is read: only the project's own errors, quickly. EMI_FUZZ says how many inputs."""

import os
import random
import signal

import pytest

from emi import Motus, game_named
from emi.errors import EmiError
from emi.games.cell import Cell, parse_lengths, parse_letters, parse_tries
from emi.lexicon.load import load
from emi.playing.notation import parse_guesses
from search.model.candidates import Candidates
from search.model.record import Proven, decode, decode_alone, encode
from search.model.written import STRATEGY, check_written

INPUTS = int(os.environ.get("EMI_FUZZ", "1000000"))
SEED = 20180040
#: The most seconds that one input may take.
MOST = 2
PIECES = [*"ABCÉß019:,;-/#. \t\n\0\ufeff٣", "C5", "A-Z", "5-10", "LEGALES:GYGBBBB",
          "mastermind:4x6", "moo:3x6", "jotto", "9" * 30, "logik", "word,count\n",
          "légales"]  # fmt: skip
SOME = [Proven(Candidates([0, 3], 8), 2, 2, 1), Proven(Candidates.every(8), 3, 5, -1)]
COSTS = [Proven(None, 10, 15, 2, 0), Proven(Candidates([1, 2], 8), 3, 3, 1, 1)]
GAME = Motus(["LIGNINE", "LIGNITE", "LOGIQUE"])


def text(source):
    return "".join(source.choices(PIECES, k=source.randint(0, 8)))


def notation(source, _):
    read = source.choice([
        Cell.parse, parse_lengths, parse_letters, parse_tries,
        lambda one: parse_guesses(one, clued=True),
        lambda one: parse_guesses(one, clued=False, game=GAME),
    ])  # fmt: skip
    read(text(source))


def name(source, _):
    # A name that is one makes a game, which may be large: only its beginning may be right.
    game_named(text(source)[:12] + "?")


def record(source, _):
    blob = bytearray(source.choice([encode(SOME), encode(COSTS), STRATEGY + b"x\x9c\x03\0"]))
    for _ in range(source.randint(0, 4)):
        at = source.randrange(len(blob))
        blob[at : at + source.randint(0, 4)] = source.randbytes(source.randint(0, 4))
        if not blob:
            return
    read = source.choice([decode_alone, check_written, lambda one: decode(one, 8, 9)])
    read(bytes(blob))


def lexicon(source, folder):
    path = folder / "words.txt"
    blob = (text(source) * source.randint(1, 3)).encode(source.choice(["utf-8", "utf-16"]))
    if source.random() < 0.3:
        blob = source.choice([b"", b"\x1f\x8b", b"\xfd7zXZ\0", b"BZh91AY&SY"]) + source.randbytes(
            40
        )
    path.write_bytes(blob)
    load(path, column=source.choice([None, None, "word", 1, 10**9]))


@pytest.mark.parametrize(
    ("kind", "share"), [(notation, 0.45), (name, 0.1), (record, 0.4), (lexicon, 0.05)]
)
@pytest.mark.parametrize("many", [2000, pytest.param(INPUTS, marks=pytest.mark.endure)])
def test_what_is_read_is_refused_by_an_error_of_ours_or_is_right(tmp_path, kind, share, many):
    def late(*_):
        raise AssertionError(f"an input took more than {MOST} s")

    before = signal.signal(signal.SIGALRM, late)
    try:
        for number in range(int(many * share)):
            source = random.Random(SEED + number)
            signal.setitimer(signal.ITIMER_REAL, MOST)
            refused = ""
            try:
                kind(source, tmp_path)
            except EmiError as error:
                refused = str(error)
            except ValueError as error:
                refused = str(error) if kind is record else "\n"
            assert "\n" not in refused, number
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
