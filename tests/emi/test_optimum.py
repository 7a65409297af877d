"""The least average and the fewest misses of a game, and what is kept of them."""

import json
import warnings

import pytest
from emi.optimum import Question, average, guaranteed
from search.model.cost_facts import CostFact, decode, encode

from cache import DiskStore
from emi import persistence as kept
from emi.errors import MemoryNeedError, OptionError
from emi.games.mastermind import Mastermind
from emi.games.motus import Motus
from emi.games.weights import Weights
from search.model.candidates import Candidates
from search.model.limits import Limits, Stopped
from search.solve.cost import search as least_cost

# Example 2 of the paper.
PAPER = ["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE"]
# One letter apart: each word tells only whether it is right, so that n words need n guesses.
FAMILY = [f"{a}OTTE" for a in "BCDGHLMNPR"]
# BLCCC tells B and L from N and D and from each other; without it each of the four is named.
FOUR = ["BOTTE", "LOTTE", "NOTTE", "DOTTE"]
HELPED = Motus(FOUR, [*FOUR, "BLCCC", "NCCCB"])


def long_game(size=40):
    """Return a game with some searching to do: nodes are counted in thousands."""
    words = [a + b for a in "ABCDEFGHIJKLMNOP" for b in "ABCDEFGHIJKLMNOP"]
    return Motus(words[:: len(words) // size][:size])


def weighed(of):
    return Weights("by hand", tuple(of), "".join(map(str, of)), smoothed=0)


def tries_of(strategy, matrix, secret):
    """Play a strategy against a secret; None if it ends before the secret is named."""
    node, tries = strategy, 0
    while node is not None:
        tries += 1
        if matrix.own[secret] == node.guess:
            return tries
        node = next((b for b in node.branches if secret in b.members), None)
    return None


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


class TestTheAverage:
    def test_of_the_papers_example(self):
        best = average(Question(Motus(PAPER)))
        assert (best.lower, best.upper, best.proven) == (15, 15, True)
        assert (best.worst, best.worst_proven) == (2, True)
        assert (best.at_worst, best.at_worst_proven) == (7, True)
        assert best.strategy.total == 15
        assert best.first_guess == PAPER[best.strategy.guess]
        assert (best.objective, best.tries, best.missed) == ("average", None, None)

    def test_is_what_the_strategy_takes(self):
        game = long_game()
        best = average(Question(game))
        matrix = game.matrix(lambda: True)
        tries = [tries_of(best.strategy, matrix, secret) for secret in range(len(game.secrets))]
        assert sum(tries) == best.upper == best.lower
        assert (max(tries), tries.count(max(tries))) == (best.worst, best.at_worst)

    def test_falls_if_other_words_may_be_proposed(self):
        assert average(Question(Motus(FOUR))).upper == 1 + 2 + 3 + 4
        best = average(Question(HELPED))
        assert (best.upper, best.first_guess, best.worst) == (9, "BLCCC", 3)

    @pytest.mark.parametrize("count", range(1, 8))
    def test_of_words_that_tell_nothing_is_that_of_naming_them_in_turn(self, count):
        best = average(Question(Motus(FAMILY[:count])))
        assert best.upper == count * (count + 1) // 2
        assert (best.worst, best.at_worst) == (count, 1)

    def test_without_ties_is_the_same_and_says_that_its_worst_case_may_not_be_the_least(self):
        best = average(Question(long_game()), ties=False)
        assert best.upper == average(Question(long_game())).upper
        assert best.proven
        assert not best.worst_proven
        assert not best.at_worst_proven

    def test_within_the_worst_case_takes_no_more_tries(self):
        game = Motus(FAMILY)
        best = average(Question(game), 10)
        assert (best.tries, best.upper, best.worst, best.proven) == (10, 55, 10, True)

    @pytest.mark.parametrize(
        ("game", "tries", "said"),
        [
            (Motus(FAMILY, name="5"), 9, "5 within 9 tries: the EMI is 10"),
            (Motus(FAMILY, name="5"), 1, "5 within 1 tries: the EMI is 10"),
            (Mastermind(2, 3), 2, "mastermind:2x3 within 2 tries: it takes 3"),
        ],
        ids=["one less", "one", "another rule"],
    )
    def test_within_less_than_the_worst_case_is_refused(self, game, tries, said):
        with pytest.raises(OptionError) as refused:
            average(Question(game), tries)
        assert str(refused.value) == (
            f"--max-tries {tries}: no strategy finds every secret of {said}"
        )

    def test_with_a_first_guess(self):
        best = average(Question(HELPED, first="BOTTE"))
        assert (best.first_guess, best.upper, best.proven) == ("BOTTE", 10, True)

    def test_that_is_not_possible_with_the_first_guess_says_so(self):
        with pytest.raises(OptionError, match="no strategy that begins with BOTTE finds every"):
            average(Question(HELPED, first="BOTTE"), 3)

    def test_of_weights_counts_each_word_as_often_as_it_weighs(self):
        game = Motus(FAMILY[:4])
        best = average(Question(game, weights=weighed((1, 5, 2, 7))))
        assert (best.weight, best.first_guess) == (15, "GOTTE")
        assert best.upper == 7 * 1 + 5 * 2 + 2 * 3 + 1 * 4
        assert best.proven
        assert not best.worst_proven

    def test_within_the_worst_case_of_the_largest_weights(self):
        game = Motus(FAMILY[:4])
        of = [10**7, 2 * 10**7, 3 * 10**7, 4 * 10**7]
        assert average(Question(game, weights=weighed(of)), 4).upper == 20 * 10**7

    def test_of_equal_weights_is_that_without_times_the_weight(self):
        game = long_game(20)
        plain = average(Question(game))
        assert average(Question(game, weights=weighed([3] * 20))).upper == 3 * plain.upper

    def test_as_plain_values(self):
        values = average(Question(Motus(PAPER))).as_dict()
        assert list(values) == [
            "game", "objective", "tries", "lower", "upper", "proven", "first_guess", "total",
            "mean", "worst", "worst_proven", "at_worst", "at_worst_proven", "secrets", "guesses",
            "weight", "nodes", "seconds", "lexicon",
        ]  # fmt: skip
        assert (values["total"], values["mean"], values["lexicon"]) == (15, 1.875, None)
        assert json.loads(json.dumps(values)) == values


class TestTheGuaranteed:
    def test_is_all_within_the_worst_case(self):
        best = guaranteed(Question(Motus(PAPER)), 2)
        assert (best.lower, best.upper, best.missed, best.proven) == (0, 0, (), True)

    @pytest.mark.parametrize("tries", range(1, 10))
    def test_of_words_that_tell_nothing_is_the_number_of_tries(self, tries):
        best = guaranteed(Question(Motus(FAMILY)), tries)
        assert (best.upper, best.proven) == (10 - tries, True)
        assert len(set(best.missed)) == 10 - tries
        assert (best.objective, best.tries, best.worst) == ("guaranteed", tries, None)

    @pytest.mark.parametrize("tries", [1, 2, 3, 4, 5, 6])
    def test_is_what_the_strategy_finds(self, tries):
        game = long_game()
        best = guaranteed(Question(game), tries)
        matrix = game.matrix(lambda: True)
        taken = [tries_of(best.strategy, matrix, secret) for secret in range(40)]
        assert taken.count(None) == best.upper
        assert max(filter(None, taken)) <= tries

    def test_misses_the_secrets_that_it_names(self):
        best = guaranteed(Question(long_game()), 4)
        assert len(best.missed) == best.upper

    def test_with_a_first_guess(self):
        best = guaranteed(Question(HELPED, first="BOTTE"), 2)
        assert (best.first_guess, best.upper) == ("BOTTE", 2)
        assert guaranteed(Question(HELPED), 3).upper == 0

    def test_of_weights_misses_the_lightest(self):
        game = Motus(FAMILY[:4])
        best = guaranteed(Question(game, weights=weighed((1, 5, 2, 7))), 2)
        assert (best.upper, set(best.missed)) == (3, {"BOTTE", "DOTTE"})
        assert best.as_dict()["guaranteed"] == 12

    @pytest.mark.parametrize("tries", [0, -1])
    def test_within_no_tries_is_refused(self, tries):
        with pytest.raises(OptionError, match=f"^--tries {tries}: expected a whole number above 0"):
            guaranteed(Question(Motus(PAPER)), tries)

    def test_as_plain_values(self):
        values = guaranteed(Question(Motus(FAMILY)), 8).as_dict()
        assert list(values) == [
            "game", "objective", "tries", "lower", "upper", "proven", "first_guess", "guaranteed",
            "missed", "missed_secrets", "secrets", "guesses", "weight", "nodes", "seconds",
            "lexicon",
        ]  # fmt: skip
        assert (values["guaranteed"], values["missed"]) == (8, 2)
        assert len(values["missed_secrets"]) == 2
        assert json.loads(json.dumps(values)) == values


ASKED = pytest.mark.parametrize(
    "ask", [average, lambda question: guaranteed(question, 4)], ids=["average", "guaranteed"]
)


@ASKED
class TestLimits:
    @pytest.mark.parametrize(
        "stopping",
        [{"limits": Limits(seconds=1e-9)}, {"watch": lambda _: False}],
        ids=["time", "watch"],
    )
    def test_before_anything_leave_what_is_known_of_any_game(self, ask, stopping):
        game = long_game()
        best = ask(Question(game, **stopping))
        assert not best.proven
        assert best.lower <= ask(Question(game)).upper
        assert (best.upper, best.first_guess, best.strategy, best.nodes) == (None, "", None, 0)
        values = best.as_dict()
        assert values["upper"] is None
        assert json.loads(json.dumps(values)) == values

    def test_on_nodes_leave_bounds_that_hold_the_value(self, ask):
        game = long_game()
        best = ask(Question(game, limits=Limits(nodes=1)))
        assert not best.proven
        assert best.lower <= ask(Question(game)).upper <= best.upper
        assert best.first_guess in game.guesses
        assert (best.strategy, best.missed) == (None, None)

    @pytest.mark.parametrize("calls", [1, 2, 3, 5, 8, 13, 21])
    def test_whenever_they_are_reached_the_bounds_hold_the_value(self, ask, calls):
        seen = []
        best = ask(Question(long_game(), watch=lambda p: seen.append(p) or len(seen) < calls))
        value = ask(Question(long_game())).upper
        assert best.lower <= value
        assert best.upper is None or value <= best.upper

    def test_are_told_that_the_game_is_too_large(self, ask, monkeypatch):
        monkeypatch.setattr("emi.memory.available", lambda: 1000)
        with pytest.raises(MemoryNeedError):
            ask(Question(long_game()))


class TestAQuestion:
    def test_about_a_game_of_possible_words_only_is_refused(self):
        game = Motus(PAPER, name="L7").hardened()
        with pytest.raises(OptionError, match=r"^L7 \(hard\): expected the objective worst"):
            Question(game)

    def test_with_a_first_guess_that_is_not_allowed_is_refused(self):
        with pytest.raises(OptionError, match=r"^--first ABATS: it is not among the guesses of L7"):
            Question(Motus(PAPER, name="L7"), first="ABATS")

    def test_makes_its_matrix_once(self):
        question = Question(Motus(PAPER))
        assert question.matrix() is question.matrix()
        assert average(question).upper == 15
        assert guaranteed(question, 1).upper == 7

    def test_that_is_stopped_has_no_matrix(self):
        with pytest.raises(Stopped):
            Question(long_game(), watch=lambda _: False).matrix()


@ASKED
class TestTheStore:
    def test_answers_the_second_time_with_less_work(self, ask, tmp_path):
        game = long_game()
        with DiskStore(tmp_path / "cache") as store:
            first = ask(Question(game, store=store))
        with DiskStore(tmp_path / "cache") as store:
            second = ask(Question(game, store=store))
        assert second.nodes < first.nodes
        assert (second.upper, second.first_guess) == (first.upper, first.first_guess)
        assert (second.worst, second.at_worst) == (first.worst, first.at_worst)

    def test_is_told_the_game_and_the_question(self, ask):
        store = Memory()
        best = ask(Question(long_game(), store=store, first="CE"))
        within = "average within None" if best.tries is None else "guaranteed within 4"
        assert list(store.labels.values()) == [f"motus, {within}, first CE"]

    def test_spares_what_was_proven_before_a_search_was_stopped(self, ask):
        game, store = long_game(), Memory()
        fresh = ask(Question(game))
        stopped = ask(Question(game, store=store, limits=Limits(nodes=fresh.nodes // 2)))
        assert sum(map(len, store.kept.values()))
        again = ask(Question(game, store=store))
        assert again.upper == fresh.upper
        assert again.lower >= stopped.lower

    def test_never_answers_another_question(self, ask):
        game, store = long_game(20), Memory()
        ask(Question(game, store=store))
        weights = weighed(range(1, 21))
        for other in ({"first": game.guesses[3]}, {"weights": weights}):
            assert (
                ask(Question(game, store=store, **other)).upper
                == ask(Question(game, **other)).upper
            )
        assert (
            guaranteed(Question(game, store=store), 3).upper == guaranteed(Question(game), 3).upper
        )
        assert average(Question(game, store=store), 9).upper == average(Question(game), 9).upper

    @pytest.mark.parametrize("rubbish", [b"rubbish", b"\0" * 64, b"\xff" * 64])
    def test_a_record_that_makes_no_sense_is_dropped_with_a_warning(self, ask, rubbish):
        game, store = long_game(), Memory()
        value = ask(Question(game, store=store)).upper
        (key,) = store.kept
        store.kept[key].insert(0, rubbish)
        if rubbish == b"\0" * 64:
            # A cost of at least 0 is true of anything, and no more than a first guess of index 0.
            store.kept[key][0] = rubbish[:-1]
        with pytest.warns(UserWarning, match="motus: a record of the cache is dropped"):
            assert ask(Question(game, store=store)).upper == value

    def test_that_takes_nothing_costs_a_warning_and_not_the_answer(self, ask):
        game, store = long_game(), Broken()
        with pytest.warns(UserWarning, match="motus: nothing more is kept: the disk is full"):
            best = ask(Question(game, store=store))
        assert best.upper == ask(Question(game)).upper
        assert store.asked == 1


class TestTheKeeper:
    GAME = Motus(PAPER, name="L7")

    def facts(self, *, upper):
        part = CostFact(Candidates([0, 1, 2], 8), 1, 5, 5, 3)
        return [part, CostFact(None, 0, 15, upper, 2)]

    def test_writes_what_can_be_remembered(self):
        store = Memory()
        kept.CostKeeper(self.GAME, store, "average")(self.facts(upper=16))
        assert kept.remembered_costs(self.GAME, store, "average") == self.facts(upper=16)
        assert kept.remembered_costs(self.GAME, store, "another") == []
        assert store.writes == 1

    def test_puts_what_settles_the_question_in_the_place_of_the_rest(self):
        store = Memory()
        keep = kept.CostKeeper(self.GAME, store, "average")
        keep(self.facts(upper=16))
        keep(self.facts(upper=15)[1:])
        assert kept.remembered_costs(self.GAME, store, "average") == self.facts(upper=15)[1:]
        assert store.labels == {kept.costs_key(self.GAME, "average"): "L7, average"}

    def test_asks_a_store_that_failed_no_more(self):
        store = Broken()
        keep = kept.CostKeeper(self.GAME, store, "average")
        with pytest.warns(UserWarning, match="L7: nothing more is kept: the disk is full"):
            keep(self.facts(upper=16))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            keep(self.facts(upper=16))
        assert store.asked == 1

    def test_without_a_store_nothing_is_remembered(self):
        assert kept.remembered_costs(self.GAME, None, "average") == []

    def test_hands_over_what_took_work_during_a_long_search(self, monkeypatch):
        monkeypatch.setattr(least_cost, "FLUSH", 0.0)
        game, store = long_game(60), Memory()
        best = average(Question(game, store=store, limits=Limits(nodes=30_000)), ties=False)
        facts = [fact for (records,) in [store.kept.values()] for r in records
                 for fact in decode(r, 60, 60)]  # fmt: skip
        assert encode(facts) == b"".join(next(iter(store.kept.values())))
        assert best.lower <= best.upper
