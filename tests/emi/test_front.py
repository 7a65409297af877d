"""The front: the fewest misses for each number of tries, and the least average with so few."""

import pytest
from emi.front import front
from emi.lexicon.weights import Weights
from emi.optimum import Question, average, guaranteed

from emi.games.motus import Motus
from emi.pareto_rows import contradictions
from emi.solving import solve
from search.model.limits import Limits

FAMILY = [f"{a}OTTE" for a in "BCDGHLMNPR"]


def long_game(size=40):
    words = [a + b for a in "ABCDEFGHIJKLMNOP" for b in "ABCDEFGHIJKLMNOP"]
    return Motus(words[:: len(words) // size][:size])


@pytest.fixture(scope="module")
def rows():
    return front(long_game())


def test_has_a_row_for_each_number_of_tries_up_to_the_worst_case_and_one_for_any(rows):
    worst = solve(long_game()).bounds.upper
    assert [row.tries for row in rows] == [*range(1, worst + 1), None]


def test_has_the_fewest_misses_of_each(rows):
    for row in rows[:-1]:
        assert row.misses_lower == row.misses_upper
        assert row.misses_upper == guaranteed(Question(long_game()), row.tries).upper
        assert row.misses_upper == len(row.missed)


def test_ends_with_the_least_average(rows):
    least = average(Question(long_game()))
    assert rows[-1].total_lower == rows[-1].total_upper == least.upper
    assert (rows[-1].misses_upper, rows[-1].missed) == (0, ())
    assert (rows[-1].first_guess, rows[-1].worst) == (least.first_guess, least.worst)


def test_takes_no_less_than_the_least_average_for_fewer_misses(rows):
    assert contradictions(rows) == []
    assert all(row.total_lower == row.total_upper >= rows[-1].total_upper for row in rows)
    assert any(row.total_upper > rows[-1].total_upper for row in rows)


def test_within_the_worst_case_misses_nothing_at_the_average_that_is_allowed_there(rows):
    last = rows[-2]
    assert (last.misses_upper, last.missed) == (0, ())
    assert last.total_upper == average(Question(long_game()), last.tries).upper


def test_of_words_that_tell_nothing():
    rows = front(Motus(FAMILY))
    assert [row.misses_upper for row in rows] == [*range(9, -1, -1), 0]
    assert {row.total_upper for row in rows} == {55}
    assert {row.worst for row in rows} == {10}


def test_of_chosen_numbers_of_tries(rows):
    some = front(long_game(), tries=[3, 5])
    assert [row.tries for row in some] == [3, 5, None]
    assert [row.total_upper for row in some] == [rows[2].total_upper, rows[4].total_upper,
                                                 rows[-1].total_upper]  # fmt: skip


def test_of_weights_misses_the_lightest():
    game = Motus(FAMILY[:4])
    weights = Weights("by hand", (1, 5, 2, 7), "1527", smoothed=0)
    rows = front(game, weights=weights)
    assert [row.misses_upper for row in rows] == [8, 3, 1, 0, 0]
    assert {row.weight for row in rows} == {15}
    assert rows[1].missed == ("BOTTE", "DOTTE")
    assert {row.total_upper for row in rows} == {7 * 1 + 5 * 2 + 2 * 3 + 1 * 4}


def test_of_the_largest_weights():
    game = Motus(FAMILY[:4])
    weights = Weights("by hand", tuple(at * 10**7 for at in (1, 2, 3, 4)), "1234", smoothed=0)
    assert [row.tries for row in front(game, weights=weights)] == [1, 2, 3, 4, None]


@pytest.mark.parametrize(
    "stopping",
    [{"watch": lambda _: False}, {"limits": Limits(seconds=1e-9)}, {"limits": Limits(nodes=1)}],
    ids=["watch", "time", "nodes"],
)
def test_that_is_stopped_before_the_average_is_known_has_no_row(stopping):
    assert front(long_game(), **stopping) == []


@pytest.mark.parametrize("calls", [4, 8, 12, 16, 24, 32, 48, 64])
def test_that_is_stopped_later_has_rows_that_are_true(rows, calls):
    seen = []
    found = front(long_game(), watch=lambda p: seen.append(p) or len(seen) < calls)
    whole = {row.tries: row for row in rows}
    for row in found:
        true = whole[row.tries]
        assert row.misses_lower <= true.misses_upper <= row.misses_upper
        assert row.total_upper <= true.total_upper
        assert not row.proven or row.misses_upper == true.misses_upper
    assert [row.tries for row in found] == [t for t in whole if t in {row.tries for row in found}]


def test_that_is_stopped_once_asks_no_more():
    seen = []

    def watch(progress):
        seen.append(progress)
        return len(seen) < 12

    front(long_game(), watch=watch)
    assert len(seen) == 12


def test_rows_that_are_not_proven_within_the_limit_are_bounds(rows, monkeypatch):
    from search.solve.cost import search as least_cost

    real = least_cost.CostSearch.run

    def run(self, facts=()):
        if self.costs.last is None and self.costs.miss:
            self.limits = Limits(nodes=1)
        return real(self, facts)

    monkeypatch.setattr(least_cost.CostSearch, "run", run)
    found = front(long_game(), tries=[3, 5])
    assert found[-1].total_upper == rows[-1].total_upper
    assert [row.tries for row in found] == [3, 5, None]
    three, true = found[0], rows[2]
    assert not three.proven
    assert three.misses_lower == true.misses_upper < three.misses_upper == len(three.missed)
    assert three.total_upper == rows[-1].total_upper


def test_a_row_whose_misses_are_not_known_is_bounds(monkeypatch):
    from search.solve.cost import search as least_cost

    real = least_cost.CostSearch.run

    def run(self, facts=()):
        if self.engine.terms.counting:
            self.limits = Limits(nodes=1)
        return real(self, facts)

    monkeypatch.setattr(least_cost.CostSearch, "run", run)
    found = front(long_game(), tries=[3, 4])
    assert [row.tries for row in found] == [3, 4, None]
    assert not found[0].proven


def test_is_the_same_from_the_store(rows, tmp_path):
    from cache import DiskStore

    def of(found):
        return [(row.tries, row.misses_upper, row.total_upper) for row in found]

    for _ in range(2):
        with DiskStore(tmp_path / "cache") as store:
            assert of(front(long_game(), store=store)) == of(rows)
