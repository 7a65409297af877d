"""An answer: its value, what is kept of it, and what becomes of it when the store is no good."""

import sqlite3
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search.model.facts import Fact, decode, encode

from cache import CacheWarning, DiskStore
from emi import persistence as kept
from emi.errors import MemoryNeedError
from emi.games.feedback import clue
from emi.games.motus import Motus
from emi.lexicon.load import Lexicon
from emi.solving import Answer, solve
from search.model.bounds import Bounds
from search.model.candidates import Candidates
from search.model.limits import Limits
from search.solve.worst_case import search as worst_case

# Example 2 of the paper.
PAPER = ["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE"]
# One letter apart: each word tells only whether it is right, so that n words need n guesses.
FAMILY = [f"{a}OTTE" for a in "BCDGHLMNPR"]


def exhaustive(secrets, guesses):
    """Return the worst case by trying everything; for a handful of words."""
    if len(secrets) <= 2:
        return len(secrets)
    best = len(secrets)
    for guess in guesses:
        classes = {}
        for secret in secrets:
            classes.setdefault(clue(guess, secret), []).append(secret)
        if len(classes) > 1:
            rest = [group for group in classes.values() if group != [guess]]
            best = min(best, 1 + max(exhaustive(group, guesses) for group in rest))
    return best


def hard_game(size=40):
    """Return a game with some refuting to do: nodes are counted in hundreds."""
    words = [a + b for a in "ABCDEFGHIJKLMNOP" for b in "ABCDEFGHIJKLMNOP"]
    return Motus(words[:: len(words) // size][:size])


class Memory:
    """A store that keeps what it is given as long as it lives."""

    def __init__(self):
        self.kept = {}
        self.labels = {}
        self.writes = 0

    def read(self, key):
        yield from self.kept.get(key, [])

    def write(self, key, records, label=""):
        self.writes += 1
        self.kept.setdefault(key, []).extend(records)
        self.labels[key] = label

    def replace(self, key, records, label=""):
        self.kept[key] = list(records)
        self.labels[key] = label


class Broken(Memory):
    """A store that takes nothing."""

    def __init__(self):
        super().__init__()
        self.asked = 0

    def write(self, key, records, label=""):  # noqa: ARG002 - as the protocol has it
        self.asked += 1
        raise ValueError("the disk is full")

    replace = write


class TestTheValue:
    def test_of_the_papers_example_is_two(self):
        answer = solve(Motus(PAPER))
        assert answer.bounds == Bounds(2, 2)
        first = answer.first_guess
        assert len({clue(first, secret) for secret in PAPER}) == len(PAPER)

    @pytest.mark.parametrize("count", range(1, 11))
    def test_of_words_that_tell_nothing_about_each_other_is_their_number(self, count):
        assert solve(Motus(FAMILY[:count])).bounds == Bounds(count, count)

    def test_falls_if_other_words_may_be_proposed(self):
        # BLOND tells B, L, N and D apart; without it each of the four has to be named.
        secrets = ["BOTTE", "LOTTE", "NOTTE", "DOTTE"]
        assert solve(Motus(secrets)).bounds == Bounds(4, 4)
        assert solve(Motus(secrets, [*secrets, "BLCCC", "NCCCB"])).bounds == Bounds(3, 3)

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(st.text("ABC", min_size=3, max_size=3), min_size=1, max_size=9, unique=True),
        st.integers(1, 9),
    )
    def test_is_that_of_trying_everything(self, words, secrets):
        game = Motus(words[:secrets], words)
        answer = solve(game)
        assert answer.bounds.proven
        assert answer.bounds.upper == exhaustive(game.secrets, game.guesses)

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.text("ABC", min_size=3, max_size=3), min_size=2, max_size=9, unique=True))
    def test_is_reached_by_beginning_with_the_first_guess(self, words):
        answer = solve(Motus(words))
        classes = {}
        for secret in words:
            classes.setdefault(clue(answer.first_guess, secret), []).append(secret)
        rest = [group for group in classes.values() if group != [answer.first_guess]]
        assert 1 + max(exhaustive(group, words) for group in rest) == answer.bounds.upper


class TestLimits:
    def test_on_nodes_leave_bounds_that_hold_the_value(self):
        game = hard_game()
        value = solve(game).bounds.upper
        answer = solve(game, limits=Limits(nodes=1))
        assert not answer.bounds.proven
        assert answer.bounds.lower <= value <= answer.bounds.upper

    def test_on_time_leave_bounds_that_hold_the_value(self):
        game = hard_game()
        answer = solve(game, limits=Limits(seconds=1e-9))
        assert not answer.bounds.proven
        assert answer.bounds.lower <= solve(game).bounds.upper <= answer.bounds.upper
        assert answer.first_guess in game.guesses

    def test_that_are_not_reached_change_nothing(self):
        game = hard_game()
        assert solve(game, limits=Limits(1e6, 10**9)).bounds == solve(game).bounds

    def test_of_an_earlier_search_do_not_stand_in_the_way_of_a_later_one(self):
        game, store = hard_game(), Memory()
        assert not solve(game, limits=Limits(nodes=1), store=store).bounds.proven
        assert solve(game, store=store).bounds == solve(game).bounds

    def test_do_not_loosen_bounds_that_are_known(self):
        game, store = hard_game(), Memory()
        known = solve(game, limits=Limits(nodes=100), store=store).bounds
        again = solve(game, limits=Limits(seconds=1e-9), store=store).bounds
        assert again.lower >= known.lower
        assert again.upper <= known.upper

    def test_a_watcher_that_says_stop_leaves_bounds(self):
        game = hard_game()
        answer = solve(game, watch=lambda _: False)
        assert not answer.bounds.proven
        assert answer.bounds.lower <= solve(game).bounds.upper <= answer.bounds.upper

    def test_a_watcher_sees_bounds_that_only_tighten(self):
        seen = []
        answer = solve(hard_game(), watch=lambda progress: seen.append(progress.bounds) or True)
        assert seen
        for before, after in zip(seen, [*seen[1:], answer.bounds], strict=True):
            assert before.lower <= after.lower <= after.upper <= before.upper


class TestTheStore:
    def test_answers_the_second_time_without_a_search(self, tmp_path):
        game = hard_game()
        with DiskStore(tmp_path / "cache") as store:
            first = solve(game, store=store)
        with DiskStore(tmp_path / "cache") as store:
            second = solve(game, store=store)
        assert first.nodes > 0
        assert second.nodes == 0
        assert (second.bounds, second.first_guess) == (first.bounds, first.first_guess)

    def test_answers_without_the_kernels_when_the_value_is_known(self, monkeypatch):
        def unwanted(_):
            raise AssertionError("the kernels take a while to load")

        game, store = hard_game(), Memory()
        value = solve(game, store=store).bounds
        monkeypatch.setattr("emi.solving.kernels_ready", unwanted)
        assert solve(game, store=store).bounds == value

    def test_is_told_the_name_of_the_game(self, tmp_path):
        with DiskStore(tmp_path / "cache") as store:
            solve(Motus(PAPER, name="L7"), store=store)
            assert store.info().labels == ("L7",)

    @pytest.mark.parametrize(
        "other",
        [
            Motus(FAMILY[:-1]),
            Motus([*FAMILY, "SOTTE"]),
            Motus([*FAMILY[:-1], "SOTTE"]),
            Motus(FAMILY[:-1], FAMILY),
            Motus(FAMILY, [*FAMILY, "BCDGH"]),
        ],
        ids=["one less", "one more", "one other", "fewer secrets", "more guesses"],
    )
    def test_never_answers_for_a_list_that_changed(self, tmp_path, other):
        with DiskStore(tmp_path / "cache") as store:
            solve(Motus(FAMILY), store=store)
            assert list(store.read(kept.key(Motus(FAMILY))))
            assert not list(store.read(kept.key(other)))
            assert solve(other, store=store).bounds == solve(other).bounds

    def test_of_the_same_words_under_another_name_answers(self):
        store = Memory()
        solve(hard_game(), store=store)
        renamed = Motus(hard_game().secrets, name="other")
        assert solve(renamed, store=store).nodes == 0

    def test_spares_what_was_proven_before_a_search_was_stopped(self):
        game, store = hard_game(), Memory()
        fresh = solve(game)
        stopped = solve(game, limits=Limits(nodes=fresh.nodes - 1), store=store)
        assert not stopped.bounds.proven
        resumed = solve(game, store=store)
        assert resumed.bounds == fresh.bounds
        assert resumed.nodes < fresh.nodes / 2

    def test_keeps_one_record_of_a_game_once_it_is_settled(self):
        game, store = hard_game(), Memory()
        solve(game, limits=Limits(nodes=solve(game).nodes - 1), store=store)
        assert len(store.kept[kept.key(game)]) > 1
        solve(game, store=store)
        (record,) = store.kept[kept.key(game)]
        (fact,) = decode(record, len(game.secrets), len(game.guesses))
        assert fact.candidates == Candidates.every(len(game.secrets))
        assert fact.bounds.proven

    @pytest.mark.parametrize("bounds", [[(2, 2), (4, 4)], [(2, 2), (3, 8)], [(3, 8)]])
    def test_that_contradicts_itself_or_what_is_found_is_not_believed(self, bounds):
        game, store = Motus(PAPER, name="L7"), Memory()
        facts = [Fact(Candidates.every(8), Bounds(*each), 0) for each in bounds]
        store.write(kept.key(game), [encode([fact]) for fact in facts])
        with pytest.warns(UserWarning, match="^L7: the cache is wrong, it is not used: .* both"):
            answer = solve(game, store=store)
        assert answer.bounds == Bounds(2, 2)

    @pytest.mark.parametrize(
        ("record", "why"),
        [
            (b"rubbish", "ends early"),
            (encode([Fact(Candidates.every(8), Bounds(2, 2), 0)])[:-1], ""),
            (encode([Fact(Candidates.every(8), Bounds(2, 2), 0)]) + b"\x00", "ends early"),
            (encode([Fact(Candidates.every(7), Bounds(1, 1), 0)]), "among 7 secrets, expected 8"),
            (encode([Fact(Candidates([], 8), Bounds(1, 1), 0)]), "expected 8"),
            (encode([Fact(Candidates.every(8), Bounds(1, 1), 8)]), "guess 8"),
            (encode([Fact(Candidates.every(8), Bounds(1, 1), -2)]), "guess -2"),
            (encode([Fact(Candidates.every(8), Bounds(9, 9), 0)]), "bounds 9"),
        ],
        ids=["rubbish", "cut", "longer", "other size", "empty set", "guess", "negative", "bounds"],
    )
    def test_record_that_makes_no_sense_is_dropped_with_a_warning(self, tmp_path, record, why):
        game = Motus(PAPER, name="L7")
        with DiskStore(tmp_path / "cache") as store:
            store.write(kept.key(game), [record])
            with pytest.warns(UserWarning, match="^L7: a record of the cache is dropped") as caught:
                answer = solve(game, store=store)
        assert len(caught) == 1
        assert why in str(caught[0].message)
        assert answer.bounds == Bounds(2, 2)

    def test_record_that_was_damaged_on_disk_is_dropped_with_a_warning(self, tmp_path):
        game = Motus(PAPER)
        lie = encode([Fact(Candidates.every(8), Bounds(5, 5), 0)])
        with DiskStore(tmp_path / "cache") as store:
            solve(game, store=store)
        with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
            rows = database.execute(
                "SELECT rowid, value FROM Cache WHERE key LIKE 'record/%'"
            ).fetchall()
            for rowid, value in rows:
                bent = value[: -len(lie)] + lie
                assert bent != value
                database.execute("UPDATE Cache SET value = ? WHERE rowid = ?", (bent, rowid))
        database.close()
        with (
            DiskStore(tmp_path / "cache") as store,
            pytest.warns(CacheWarning, match="1 records dropped"),
        ):
            answer = solve(game, store=store)
        assert answer.bounds == Bounds(2, 2)

    def test_a_good_record_beside_a_bad_one_still_answers(self):
        game, store = hard_game(), Memory()
        value = solve(game, store=store).bounds
        store.kept[kept.key(game)].insert(0, b"rubbish")
        with pytest.warns(UserWarning, match="dropped"):
            answer = solve(game, store=store)
        assert (answer.bounds, answer.nodes) == (value, 0)

    def test_that_cannot_be_written_warns_once_and_the_answer_still_comes(self, monkeypatch):
        # Everything is worth keeping, at every look at the clock.
        monkeypatch.setattr(worst_case, "FLUSH", -1.0)
        game, store = hard_game(), Broken()
        working = Memory()
        value = solve(game, store=working).bounds
        assert working.writes > 1
        with pytest.warns(UserWarning, match="nothing more is kept: the disk is full") as caught:
            answer = solve(game, store=store)
        assert answer.bounds == value
        assert len(caught) == 1
        assert store.asked == 1

    def test_is_not_needed(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert solve(Motus(PAPER), store=None).bounds.proven


def test_a_game_that_does_not_fit_into_memory_is_refused(monkeypatch):
    monkeypatch.setattr("emi.memory.available", lambda: 10)
    with pytest.raises(MemoryNeedError, match="L7: too large"):
        solve(Motus(PAPER, name="L7"))


class TestAsPlainValues:
    KEYS = (
        "game", "objective", "lower", "upper", "proven", "first_guess", "secrets", "guesses",
        "nodes", "seconds", "lexicon",
    )  # fmt: skip

    def test_of_a_cell_names_the_lexicon_and_its_digest(self):
        words = Lexicon("tiny", tuple(PAPER), "unknown", "tiny.txt")
        plain = solve(Motus.of_cell("L7", words)).as_dict()
        assert tuple(plain) == self.KEYS
        assert plain["game"] == "L7"
        assert plain["objective"] == "worst"
        assert (plain["lower"], plain["upper"], plain["proven"]) == (2, 2, True)
        assert (plain["secrets"], plain["guesses"]) == (8, 8)
        assert plain["lexicon"] == {"name": "tiny", "digest": words.digest}

    def test_of_bounds_that_are_apart_is_not_proven(self):
        answer = Answer(
            Motus(PAPER, [*PAPER, "LAITIER"]), "worst", Bounds(2, 4), "LIVIDES", 7, 0.12345
        )
        assert answer.as_dict() == {
            "game": "motus",
            "objective": "worst",
            "lower": 2,
            "upper": 4,
            "proven": False,
            "first_guess": "LIVIDES",
            "secrets": 8,
            "guesses": 9,
            "nodes": 7,
            "seconds": 0.123,
            "lexicon": None,
        }
