"""What the page holds of a game: enough to play its strategy, and to follow its proof."""

import json
import zlib
from base64 import b64decode
from collections import Counter
from itertools import product

import pytest

import emi
from emi.analysis.explored import Explored, check_explorable, explore
from emi.errors import GameError
from emi.questions import certifying
from emi.questions.certifying import certified
from emi.questions.question import Question
from emi.search.model.limits import Limits, Stopped
from emi.search.solve import question as engine
from emi.search.solve.worst_case import shrink
from emi.work.run import Run
from tests.emi.cases import Memory

WORDS = ["CABAN", "CABLE", "CACHE", "CADET", "CADRE", "CAFES", "CALER", "CALME", "CANAL", "CANNE"]
GAMES = [
    emi.Motus(WORDS, name="C5"),
    emi.Wordle(WORDS[:6], [*WORDS, "LASSO"]),
    emi.Mastermind(2, 4),
    emi.Moo(2, 4),
    emi.BlackPeg(2, 4),
    emi.Permutation(2, 3),
    emi.Jotto(WORDS),
    emi.Motus(["ABIME"], name="A5"),
    emi.game_named("sutom:W6"),
]
#: Games whose proofs use permutations of places and symbols; that of the second counts classes too.
BY_SYMMETRY = [emi.Moo(3, 6), emi.Mastermind(2, 9)]


def explored(games, limits=None, store=None):
    return Run(games, explore, jobs=1, limits=limits or Limits(), store=store).run()


def held(one):
    return json.loads(zlib.decompress(b64decode(one.plain()["held"])))


def core_in(row):
    """Return depth, members, reasons and permutations of a line for a core."""
    (depth, count, *rest), *moves = [[*map(int, part.split())] for part in row.split("/")]
    assert len(rest) >= count
    return depth, rest[:count], rest[count:], moves


def plays(game, data):
    """Return each secret with the number of guesses after which the row of numbers finds it."""
    guesses, numbers = data["guesses"].split(), iter(data["tree"])

    def node():
        guess, branches, hits = guesses[next(numbers)], next(numbers), next(numbers)
        found = {guess: 1} if hits else {}
        for below in [node() for _ in range(branches)]:
            assert len({game.feedback(guess, secret) for secret in below}) == 1
            assert not below.keys() & found.keys()
            found |= {secret: made + 1 for secret, made in below.items()}
        return found

    found = node()
    assert next(numbers, None) is None
    return found


@pytest.mark.parametrize("game", [*GAMES[:7], BY_SYMMETRY[0]], ids=lambda game: game.name)
def test_the_page_and_the_certificate_hold_the_same_cores(game):
    (one,) = explored([game])
    listed, worst = game, one.solution.bounds.upper
    if game.rule == "motus":
        # Its words are those of a cell for its checker.
        words = emi.Lexicon("words", tuple(sorted(WORDS)), "none", "by hand")
        listed = emi.Motus.of_cell("C5", words)
    numbers = {code: n for n, code in enumerate(sorted(game.secrets), start=1)}
    steps = [
        f"4 {worst - 1 - core.depth} 1 {len(core.members)} "
        + " ".join(map(str, sorted(numbers[game.secrets[s]] for s in core.members)))
        + "".join(f" {reason + 1}" for reason in core.reasons)
        for core in one.refutation.cores
    ]
    assert steps == [step for step in certified(Question(listed)).steps if step.startswith("4 ")]
    assert len(steps) > 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_strategy_finds_every_secret_within_the_value(game):
    (one,) = explored([game])
    value = emi.solve(game).bounds.upper
    assert (one.plain()["lower"], one.plain()["upper"]) == (value, value)
    taken = plays(game, held(one))
    assert taken.keys() == {*game.secrets}
    assert max(taken.values()) == value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_codes_and_the_cores_are_those_of_the_game(game):
    (one,) = explored([game])
    data = held(one)
    assert tuple(data["guesses"].split()) == game.guesses
    places = data["secrets"]
    if game.secrets == game.guesses:
        assert places is None
    else:
        assert tuple(game.guesses[at] for at in places) == game.secrets
    depths = []
    for row in data["cores"].splitlines():
        depth, members, reasons, _ = core_in(row)
        assert all(0 <= at < len(depths) and depths[at] == depth - 1 for at in reasons)
        assert len(members) > 1
        assert {*members} <= {*range(len(game.secrets))}
        depths.append(depth)
    assert depths[-1:] == ([] if one.solution.bounds.upper == 1 else [one.plain()["upper"] - 1])


def moved(move, code, symbols):
    """Return a code permuted: where each place takes its symbol from, then the new names."""
    places, names = move[: len(code)], move[len(code) :]
    return "".join(symbols[names[symbols.index(code[at])]] for at in places)


def orbit_of(moves, guess, symbols):
    """Return all images of a code."""
    met = {guess: None}
    for code in (waiting := [guess]):
        new = {moved(move, code, symbols) for move in moves} - met.keys()
        met |= dict.fromkeys(new)
        waiting += new
    return met.keys()


@pytest.mark.parametrize("game", BY_SYMMETRY, ids=lambda game: game.name)
def test_a_proof_by_symmetry_holds_for_each_guess(game):
    """Each guess leaves an image of a reason whole, or more than the next guesses can find."""
    (one,) = explored([game])
    symbols, cores, counted = sorted({*"".join(game.guesses)}), [], 0
    told = {pair: game.feedback(*pair) for pair in product(game.guesses, game.secrets)}
    for row in held(one)["cores"].splitlines():
        depth, members, reasons, moves = core_in(row)
        codes = frozenset(game.secrets[at] for at in members)
        cores.append((depth, codes))
        for move in moves:
            assert {moved(move, code, symbols) for code in codes} == codes
        assert all(
            below == depth - 1 and some <= codes for below, some in map(cores.__getitem__, reasons)
        )
        whole = {
            guess
            for guess in game.guesses
            if any(len({told[guess, code] for code in cores[at][1]}) == 1 for at in reasons)
        }
        splits = {guess: Counter(told[guess, code] for code in codes) for guess in game.guesses}
        most = max(map(len, splits.values()))
        for guess in splits.keys() - whole:
            largest = max(Counter(told[guess, code] for code in codes - {guess}).values())
            if depth == 2:
                assert largest > 1
            elif whole.isdisjoint(orbit_of(moves, guess, symbols)):
                counted += 1
                assert largest > sum(most**made for made in range(depth - 1))
    assert (depth, len(moves) > 0) == (one.solution.bounds.upper - 1, True)
    assert (counted > 0) == (game is BY_SYMMETRY[1])


def test_a_page_knows_what_a_game_is_called_and_how_it_is_played():
    plain = [one.plain() for one in explored(GAMES)]
    by_name = {one["name"]: one for one in plain}
    assert by_name["C5"]["letter"] == "C"
    assert by_name["C5"]["tries"] == 5
    assert by_name["sutom:W6"]["letter"] == "W"
    assert by_name["sutom:W6"]["tries"] == 6
    assert by_name["moo:2x4"]["letter"] is None
    assert {one["rule"] for one in plain} == {
        "motus", "wordle", "mastermind", "moo", "jotto", "blackpeg", "permutation",
    }  # fmt: skip


def test_what_there_was_no_time_for_is_left_out():
    (one,) = explored([emi.Motus.of_cell("C5")], Limits(nodes=1))
    assert not one.solution.proven
    data = held(one)
    assert (data["tree"], data["cores"]) == (None, "")
    assert one.plain()["lower"] < one.plain()["upper"]


@pytest.mark.parametrize("kept", [False, True])
def test_a_time_limit_holds_for_a_proof_that_is_to_be_kept(kept):
    game, store = GAMES[0], Memory()
    if kept:
        emi.solve(game, store=store)
    (one,) = explored([game], Limits(seconds=1e-9), store)
    assert (one.solution.proven, one.refutation) == (kept, None)


def test_a_value_may_be_known_without_its_proof(monkeypatch):
    def stopped(*_):
        raise Stopped

    monkeypatch.setattr(shrink, "shrunk_refutation", stopped)
    (one,) = explored(GAMES[:1])
    assert one.solution.proven
    assert one.outline is not None
    assert one.refutation is None
    assert isinstance(one, Explored)


def test_strategy_and_proof_are_from_one_search(monkeypatch):
    """The page searched three times: for the value, the strategy, and both halves of the proof."""
    solved = []

    def counted(*args, **how):
        solved.append(real(*args, **how))
        return solved[-1]

    real = engine.solve
    monkeypatch.setattr(engine, "solve", counted)
    (one,) = explored(GAMES[:1])
    assert not one.missing
    assert len(solved) == 2


class Higher(emi.Game):
    rule = "higher"

    def feedback(self, guess, secret):
        return "found" if guess == secret else "higher" if secret > guess else "lower"


@pytest.mark.parametrize("game", [Higher([*"123"]), GAMES[0].hardened()])
def test_a_game_that_the_page_could_not_play_is_refused(game, refused):
    with refused(GameError):
        check_explorable(game)


def test_a_refutation_that_takes_too_long_is_left_to_the_certificate(monkeypatch):
    """The page of MOO never ended: its proof does without symmetry."""
    monkeypatch.setattr(shrink, "LOOKS", 0)
    monkeypatch.setattr(shrink, "AT_LEAST", 0)
    monkeypatch.setattr(certifying, "LOOKS", 0)
    game = emi.Motus.of_cell("C5")
    (one,) = explored([game])
    assert (one.solution.proven, one.missing) == (True, "proof")
    assert certified(Question(game)).bounds.proven
    monkeypatch.setattr(certifying, "LOOKS", 10**9)
    (one,) = explored([game])
    assert not one.missing
