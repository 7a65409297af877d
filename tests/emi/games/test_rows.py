"""Rows of a feedback matrix: the compiled rules say what the scalar rules say."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, current_thread, main_thread

import numpy as np
import pytest

from emi import memory
from emi.games.blackpeg import BlackPeg
from emi.games.cell import Cell
from emi.games.feedback import in_common, in_place, letter_marks, pegs
from emi.games.jotto import Jotto
from emi.games.mastermind import MOST_PEGS, Mastermind
from emi.games.motus import Motus
from emi.games.rows import write_all
from emi.search.model.limits import Stopped
from tests.emi.games.test_game import INTERPRETED

#: Pairs of codes: usually, as plain Python, and in the long test.
PAIRS, FEW, MANY = 200_000, 4_000, 10_000_000
#: Secrets whose rows are asked for at once: few secrets and many are numbered in different ways.
SIZES = 3, 40, 300, 2_500

LARGE = pytest.mark.skipif(INTERPRETED, reason="too many pairs for plain Python")
PEGS = [Mastermind, BlackPeg]


def drawn(draw, symbols, length, most):
    """Return at most ``most`` different codes of few symbols, so that symbols are repeated."""
    codes = {"".join(draw.choices(symbols[: draw.randint(2, len(symbols))], k=length))}
    for _ in range(most):
        like = draw.choice(symbols[: draw.randint(2, len(symbols))])
        codes.add("".join(draw.choices([*symbols, *like * draw.randint(0, 30)], k=length)))
    return draw.sample(sorted(codes), len(codes))


def rows_of(game, guesses):
    write = game.row_writer()
    rows = np.empty((len(guesses), len(game.secrets)), game.row_type)
    write(np.array(guesses, np.int32), rows)
    return rows


def numbered(told, itself):
    """Number feedback in the order in which it first occurs; 0 is that on the guess itself."""
    numbers = {itself: 0}
    return [numbers.setdefault(answer, len(numbers)) for answer in told]


def check_words(pairs, lengths=(*range(2, 16), 24)):
    """Compare rows of random words, of each length, with their clues."""
    draw, checked = random.Random(1), 0
    while checked < pairs:
        for length in lengths:
            most = draw.choice(SIZES)
            words = drawn(draw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", length, most + most // 3)
            if draw.random() < 0.3:
                # An initial that all words share.
                words = sorted({words[0][0] + word[1:] for word in words})
            game = Motus(words[: max(1, 3 * len(words) // 4)], words)
            guesses = draw.sample(range(len(words)), min(len(words), 30 if most > 300 else 10))
            for guess, row in zip(guesses, rows_of(game, guesses).tolist(), strict=True):
                word = words[guess]
                told = [letter_marks(word, secret) for secret in game.secrets]
                assert row == numbered(told, "G" * length), (word, game.secrets)
                checked += len(row)


def check_pegs(pairs, kind):
    """Compare rows of random codes, of each number of pegs, with the scalar rule."""
    draw, checked = random.Random(2), 0
    scalar = pegs if kind is Mastermind else in_place
    while checked < pairs:
        for many in range(1, MOST_PEGS + 1):
            colours = draw.randint(2, 35)
            symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:colours]
            codes = drawn(draw, symbols, many, draw.choice(SIZES))
            game = kind(many, colours, secrets=codes[: max(1, len(codes) // 2)], guesses=codes)
            number = {answer: at for at, answer in enumerate(game.feedbacks)}
            guesses = draw.sample(range(len(codes)), min(len(codes), 10))
            for guess, row in zip(guesses, rows_of(game, guesses).tolist(), strict=True):
                told = [number[scalar(codes[guess], secret)] for secret in game.secrets]
                assert row == told, (codes[guess], game.secrets)
                checked += len(row)


def check_jotto(pairs):
    """Compare rows of random words, of each length, with how many letters they share."""
    draw, checked = random.Random(3), 0
    while checked < pairs:
        for length in range(1, 16):
            words = drawn(draw, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", length, draw.choice(SIZES))
            game = Jotto(words[: max(1, len(words) // 2)], words)
            guesses = draw.sample(range(len(words)), min(len(words), 10))
            for guess, row in zip(guesses, rows_of(game, guesses).tolist(), strict=True):
                word = words[guess]
                told = [in_common(word, secret) + (word == secret) for secret in game.secrets]
                assert row == told, (word, game.secrets)
                checked += len(row)


CHECKS = {
    "words": check_words,
    "jotto": check_jotto,
    **{kind.rule: partial(check_pegs, kind=kind) for kind in PEGS},
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
def test_random_codes_get_the_feedback_of_the_scalar_rule(check):
    check(FEW if INTERPRETED else PAIRS)


@pytest.mark.slow
@LARGE
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
def test_ten_million_random_pairs_get_the_feedback_of_the_scalar_rule(check):
    check(MANY)


@pytest.mark.parametrize("cell", ["X5", "Q10", pytest.param("C5", marks=LARGE)])
def test_all_pairs_of_a_cell_get_their_clues(cell):
    game = Motus.of_cell(Cell.parse(cell), "fr")
    every = range(len(game.guesses))
    for guess, row in zip(game.guesses, rows_of(game, every).tolist(), strict=True):
        told = [letter_marks(guess, secret) for secret in game.secrets]
        assert row == numbered(told, "G" * game.length)


def test_threads_may_share_a_writer():
    words = drawn(random.Random(4), "ABCDEFGH", 8, 60 if INTERPRETED else 600)
    game = Motus(words)
    write = game.row_writer()
    rows = np.empty((len(words), len(words)), game.row_type)
    blocks = np.array_split(np.arange(len(words), dtype=np.int32), 30)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda block: write(block, rows[block[0] : block[-1] + 1]), blocks))
    assert (rows == game.matrix().rows).all()


class TestAllRows:
    def test_are_written_by_several_threads_where_there_are_many(self, monkeypatch):
        monkeypatch.setattr("emi.games.rule.COMPILED", 100)
        monkeypatch.setattr(Motus, "pairs_at_once", 100)
        monkeypatch.setattr("emi.memory.cores", lambda: 3)
        game, names, all_here = Motus(drawn(random.Random(5), "ABCD", 5, 100)), set(), Barrier(3)
        rows, write = game.matrix().rows, game._compiled()

        def written(guesses, rows):
            if len(guesses) and current_thread().name not in names:
                names.add(current_thread().name)
                all_here.wait(10)
            write(guesses, rows)

        monkeypatch.setattr(game, "_compiled", lambda: written)
        assert (game.matrix().rows == rows).all()
        assert len(names) == 3
        with memory.at_work(2):
            names.clear()
            all_here = Barrier(2)
            assert (game.matrix().rows == rows).all()
        assert len(names) == 2

    @pytest.mark.parametrize("threads", [1, 3])
    def test_are_written_no_more_once_the_watcher_says_stop(self, threads):
        rows, done = np.zeros((1000, 1), np.uint8), []
        with pytest.raises(Stopped):
            write_all(lambda *_: done.append(time.sleep(1e-3)), rows, 1, threads, lambda _: False)
        assert len(done) < 100

    def test_raise_what_a_thread_raises(self):
        def fail(_guesses, _rows):
            if current_thread() is not main_thread():
                raise MemoryError
            time.sleep(1e-3)

        with pytest.raises(MemoryError):
            write_all(fail, np.zeros((100, 1), np.uint8), 1, 2, lambda _: True)
