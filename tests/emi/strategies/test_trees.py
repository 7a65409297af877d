"""Strategies in files of others: what is written is read back, what is read is judged."""

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import emi
from emi.cache import DiskStore
from emi.errors import OptionError
from emi.games.game import RESTRICTIONS
from emi.objectives.average import Average
from emi.objectives.worst_case import WorstCase
from emi.proof import verify
from emi.reports.graph import paths_text, tree_text
from emi.results.base import plain
from emi.search.model.limits import Limits, Stopped
from emi.strategies.judged import TreeError, beside_exact, judge, read_tree
from tests.emi.cases import drawn
from tests.emi.games.test_game import Hamming, Silent
from tests.emi.games.test_hard import may_follow, small_game

WORDS = ["LIGNE", "LINGE", "SINGE", "SIGNE", "NEIGE", "GENIE"]
GAME = emi.Wordle(WORDS, [*WORDS, "LASSO"])
#: The start of a published tree of Wordle (A. Selby, 2022), in words of our own: what has the same
#: way as the line above begins where the ways part.
TREE = """\
linge BYGYG1 genie GGGGG2
      BYYGG1 neige GGGGG2
      BGGGG1 singe GGGGG2
      BGYYG1 signe GGGGG2
      GGYYG1 ligne GGGGG2
      GGGGG1
"""


@pytest.fixture
def read(tmp_path):
    """Return a function that judges a text as a strategy of a game."""

    def read(text, game=GAME, name="a.tree"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return judge(game, read_tree(path, game))

    return read


def replayed(game, strategy):
    """Return how many guesses each secret takes by the rules; every guess is checked by them."""
    taken = {}
    for secret in game.secrets:
        history = []
        for guess, clue in strategy.play(secret):
            assert not game.hard or may_follow(game, guess, history)
            history.append((guess, clue))
        taken[secret] = len(history)
    return taken


def test_a_tree_as_it_is_published(read, golden):
    judged = read(TREE)
    assert (judged.total, judged.worst, judged.counts, judged.missed) == (11, 2, (1, 5), ())
    assert (judged.restriction, judged.breaks, judged.unused) == ("possible", {}, 0)
    golden(repr(judged))
    assert replayed(GAME.hardened(), judged.strategy) == dict.fromkeys(WORDS, 2) | {"LINGE": 1}


def test_a_full_tree_has_each_line_whole(read):
    lines = TREE.upper().splitlines()
    full = "\n".join([lines[0], *(line.replace("      ", "linge ", 1) for line in lines[1:])])
    assert read(full).counts == read(TREE).counts == (1, 5)


def test_marks_are_written_in_many_ways(read):
    for marks in ("gyb", "210", "+-.", "🟩🟨⬛"):
        turned = TREE.translate(str.maketrans("GYB", marks)) if len(marks) == 3 else TREE
        # The number of the guess stays what it is.
        assert read(turned).total == 11


FORMS = {
    "paths": "linge,genie\nlinge,neige\nLINGE;singe\n# a remark\n\n"
    "linge, signe,\nlinge,ligne\nlinge,\n",
    "nested": json.dumps(
        {
            "guess": "linge",
            "branches": {
                "bygyg": {"guess": "genie"},
                "BYYGG": {"guess": "NEIGE", "branches": {}},
                "BGGGG": "singe",
                "BGYYG": {"signe": {"GGGGG": None}},
                "GGYYG": {"ligne": {}},
                "GGGGG": {},
            },
        }
    ),
    "keys": json.dumps(
        {
            "linge": {
                told: {word: {}}
                for told, word in (
                    ("BYGYG", "genie"), ("BYYGG", "neige"), ("BGGGG", "singe"), ("BGYYG", "signe"),
                    ("GGYYG", "ligne"),
                )
            }
        }
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_the_other_forms(read, text):
    assert plain(read(text, name="any")) == plain(read(TREE))


def test_what_it_misses_and_what_no_secret_leads_to(read, golden):
    judged = read("linge,genie\nlinge,lasso,signe\nlinge,lasso\n")
    assert judged.missed == ("LIGNE", "SINGE", "NEIGE")
    assert (judged.total, judged.worst, judged.counts) == (6, 3, (1, 1, 1))
    assert set(judged.breaks) == {"possible", "consistent", "hints"}
    golden(judged.breaks["hints"])
    assert judged.restriction is None
    golden(repr(judged))
    assert read("lasso,linge\nlasso,\n").unused == 0
    assert read("linge,neige,lasso\n").unused == 2
    nothing = read("lasso,\n")
    assert (nothing.total, nothing.worst, nothing.counts) == (0, 0, ())
    golden(str(nothing.table()))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "hello",
        "linge",
        "linge BBBBB1",
        "linge BBBBB1 singe",
        "linge BBBBB2",
        "linge BBQBB1",
        "linge BBBB1",
        f"{TREE}   GGGGG1",
        f"{TREE}             x GGGGG2",
        TREE + "lasso GGGGG1",
        TREE + "      BYGYG1 neige GGGGG2",
        "linge,genie\nlinge,xyzzy",
        "linge,genie\nsinge,genie",
        "linge,linge,genie,linge",
        "{",
        '{"guess":\n3',
        "[]",
        '{"guess": 3}',
        '{"linge": 3}',
        '{"linge": {"B": "singe"}}',
        '{"linge": {"BBBBB": {"a": 1, "b": 2}}}',
        '{"format": "emi-strategy"}',
        "[" * 100_000,
    ],
)
def test_rubbish_is_one_line_with_its_number(read, text, golden):
    with pytest.raises(TreeError) as caught:
        read(text)
    message = str(caught.value)
    golden(message)
    assert "a.tree: " in message
    assert "\n" not in message
    assert len(message) < 400


def test_a_file_that_cannot_be_read(tmp_path, refused):
    for path, said in (
        (tmp_path / "none", r"none: cannot be read \(No such file"),
        (tmp_path, "cannot be read"),
    ):
        with pytest.raises(TreeError, match=said):
            read_tree(path, GAME)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with refused(TreeError):
        read_tree(tmp_path / "bytes", GAME)
    (tmp_path / "cut.xz").write_bytes(b"\xfd7zXZ\x00\x00")
    with pytest.raises(TreeError, match="damaged"):
        read_tree(tmp_path / "cut.xz", GAME)


@pytest.mark.parametrize("restriction", [None, *RESTRICTIONS])
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), average=st.booleans())
def test_what_is_written_is_read_back(tmp_path_factory, restriction, seed, average):
    """Also of hard play: the judge finds that it keeps to the restriction."""
    plain = small_game(seed)
    game = plain.hardened(restriction) if restriction else plain
    strategy = emi.solve(game, Average() if average else WorstCase()).strategy()
    taken = replayed(game, strategy)
    folder = tmp_path_factory.mktemp("trees")
    for name, text in (
        ("a.tree", tree_text(strategy)),
        ("a.csv", paths_text(strategy)),
        ("a.json", json.dumps(strategy.nested())),
    ):
        (folder / name).write_text(text)
        judged = judge(plain, read_tree(folder / name, plain))
        assert (judged.missed, judged.unused) == ((), 0)
        assert judged.tries == tuple(taken[secret] for secret in plain.secrets)
        assert restriction not in judged.breaks
        assert (judged.strategy.total, judged.strategy.depth) == (judged.total, judged.worst)
        assert tree_text(judged.strategy).splitlines().sort() == text.splitlines().sort()


@pytest.mark.parametrize("restriction", RESTRICTIONS)
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_a_restriction_is_broken_if_and_only_if_the_rules_say_so(
    tmp_path_factory, restriction, seed
):
    plain = small_game(seed)
    game = plain.hardened(restriction)
    strategy = emi.solve(plain, Average()).strategy()
    path = tmp_path_factory.mktemp("trees") / "a.tree"
    path.write_text(tree_text(strategy))
    kept = True
    for secret in plain.secrets:
        history = []
        for guess, clue in strategy.play(secret):
            kept &= may_follow(game, guess, history)
            history.append((guess, clue))
    assert (restriction not in judge(plain, read_tree(path, plain)).breaks) == kept


@pytest.mark.parametrize("game", [
        emi.Mastermind(3, 3), emi.Moo(2, 4), emi.Permutation(3, 3), emi.Jotto(WORDS),
        Hamming(["000", "001", "010", "100", "111"]), emi.Motus(["LIGNE"]),
    ], ids=lambda game: game.name)  # fmt: skip
def test_every_game_has_every_form(tmp_path, game):
    strategy = emi.solve(game).strategy()
    for name, text in (("a.tree", tree_text(strategy)), ("a.csv", paths_text(strategy))):
        (tmp_path / name).write_text(text)
        judged = judge(game, read_tree(tmp_path / name, game))
        assert (judged.total, judged.worst) == (strategy.total, strategy.depth)
        assert not judged.missed
        assert "hints" not in judged.breaks or game.gives_hints


@pytest.mark.parametrize("write", [tree_text, paths_text])
def test_codes_that_would_not_be_read_back_are_refused(write, refused):
    class Spaced(Silent):
        bits = 16

        def feedback(self, guess, secret):
            return f"{guess[0]} {secret[0]}"

    game = Spaced(["a,b", "c d", "#e"])
    with refused(OptionError):
        write(emi.solve(game).strategy())


def test_beside_it_stands_exact_play(read, golden):
    game = GAME.hardened("possible")
    judged = beside_exact(read(TREE, game), Limits(30))
    assert [(one.figure, str(one.bounds)) for one in judged.exact] == [
        ("worst", "2"), ("total", "11"), ("total", "11"),
    ]  # fmt: skip
    golden([one.play for one in judged.exact])
    lasso = read("lasso,linge\n", game)
    golden([one.play for one in beside_exact(lasso, Limits(30)).exact])
    shown = str(judged.table())
    assert re.search(r"the strategy +11 +2 +0", shown)
    golden(shown)


def test_all_of_exact_play_has_one_matrix(read, monkeypatch):
    """Each of three questions made its own."""
    made = []
    real = emi.Motus.matrix
    monkeypatch.setattr(emi.Motus, "matrix", lambda game, *how: made.append(1) or real(game, *how))
    assert len(beside_exact(read(TREE, GAME), Limits(30)).exact) == 3
    assert len(made) == 1


@pytest.mark.parametrize("hard", [None, "possible"])
def test_exact_play_takes_no_more_than_it_if_it_keeps_to_the_rule(
    read, tmp_path, monkeypatch, hard
):
    """Nothing is searched for here: what is known is what the strategy shows."""

    def stopped(*_, **__):
        raise Stopped

    monkeypatch.setattr("emi.questions.searching.searched", stopped)
    game = GAME.hardened(hard) if hard else GAME
    with DiskStore(tmp_path / "cache") as store:
        judged = beside_exact(read(TREE, game), Limits(30), store=store)
        upper = str(judged.worst)
        assert [str(one.bounds).split("..")[-1] for one in judged.exact] == [
            upper, str(judged.total), str(judged.total),
        ]  # fmt: skip
        assert emi.solve(game, store=store).bounds.upper == judged.worst
        missing = beside_exact(read("lasso,linge\n", game), Limits(30))
        assert missing.missed
        assert missing.exact[0].bounds.upper == len(game.secrets)


@pytest.mark.parametrize("hard", [None, "hints", "possible"])
def test_a_strategy_that_was_read_is_written_if_it_attains_the_value(read, tmp_path, hard):
    """It may be hard to find: for all words of Wordle with hints it takes hours."""
    game = emi.Wordle(drawn(8, 60, "ABCDEF"))
    game = game.hardened(hard) if hard else game
    alone = emi.solve(game)
    # One as good, with another first guess.
    others = (emi.solve(game, first=one) for one in game.secrets if one != alone.first_guess)
    other = next(found for found in others if found.bounds == alone.bounds)
    tree = tree_text(other.strategy())
    with DiskStore(tmp_path / "cache") as store:
        judged = beside_exact(read(tree, game), Limits(30), store=store)
        found = emi.solve(game, store=store)
        assert (found.bounds, found.first_guess) == (alone.bounds, other.first_guess)
        assert tree_text(found.strategy()) == tree_text(judged.strategy)
        found.certificate().write(tmp_path / "found.emip")
    (tmp_path / "words.txt").write_text("\n".join(game.secrets))
    lines = iter((tmp_path / "found.emip").read_bytes().splitlines())
    assert verify.check(lines, [tmp_path / "words.txt"]).startswith("OK")


def test_a_long_way_is_read_too(read):
    words = [f"{a}{b}AAA" for a in "ABCDEFGHIJ" for b in "KLMNOPQRST"]
    random.Random(3).shuffle(words)
    game = emi.Wordle(words)
    strategy = emi.strategy(game, heuristic="Bobo")
    assert read(tree_text(strategy), game).total == strategy.total
