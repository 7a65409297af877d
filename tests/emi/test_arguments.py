"""Arguments of another type than expected: one line, and no error of Python."""

import pytest

import emi

GAME = emi.Mastermind(1, 2)
WRONG = [5, -1, 1.5, b"x", [None], emi.Average, object(), GAME, True]
CALLS = {
    "solve": (emi.solve, "candidates allowed first openers limits store watch workers"),
    "pareto": (emi.pareto, "tries weights first openers limits store watch on_row"),
    "fairness": (emi.fairness, "limits store"),
    "play": (emi.play, "heuristic ties direction first store watch"),
    "strategy": (emi.strategy, "heuristic first openers store watch"),
    "play_optimal": (emi.play_optimal, "first store"),
    "greedy_opponent": (emi.greedy_opponent, "watch limits"),
    "partitions": (emi.partitions, "guesses"),
    "explain": (
        lambda _game, **given: emi.Position(GAME).explain(**given),
        "sort limits store watch",
    ),
    "limits": (lambda _game, **given: emi.Limits(**given), "seconds nodes"),
}
#: Values that a parameter may have.
RIGHT = {
    "first": [[]], "openers": [True], "watch": [emi.Average], "on_row": [emi.Average],
    "seconds": [5, 1.5, True], "nodes": [5, 1.5, True],
}  # fmt: skip


@pytest.mark.parametrize(
    ("call", "name"), [(call, name) for call, (_, names) in CALLS.items() for name in names.split()]
)
@pytest.mark.parametrize("value", WRONG, ids=str)
def test_of_another_type_are_refused_in_one_line(call, name, value):
    if any(value is one for one in RIGHT.get(name, [])):
        return
    with pytest.raises(emi.EmiError) as found:
        CALLS[call][0](GAME, **{name: value})
    assert "\n" not in str(found.value)
