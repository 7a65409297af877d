"""Arguments of another type than expected: one line, and no error of Python."""

import inspect
import warnings

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
@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
def test_of_another_type_are_refused_in_one_line(call, name, value):
    if any(value is one for one in RIGHT.get(name, [])):
        return
    with pytest.raises(emi.EmiError) as found:
        CALLS[call][0](GAME, **{name: value})
    assert "\n" not in str(found.value)


WORDS = emi.Motus(["CADES", "CANES"])
#: Values of many types, of which no parameter takes all.
ANY = [
    None,
    5,
    -1,
    0,
    1.5,
    "",
    "x",
    b"x",
    [1],
    [None],
    (1, 2),
    emi.Average,
    object(),
    GAME,
    True,
    {},
]
#: The arguments of a call that is right, for each public function and class that takes any.
CALLED = {
    "ABGame": {"pegs": 2, "digits": 3},
    "Average": {},
    "BlackPeg": {"pegs": 2, "colours": 3},
    "Bounds": {"lower": 0, "upper": 1},
    "DiskStore": {"folder": "cache"},
    "Guaranteed": {"tries": 2},
    "Identification": {"game": WORDS, "proposals": ["CADES"]},
    "Jotto": {"secrets": ["AB"]},
    "Limits": {},
    "Mastermind": {"pegs": 2, "colours": 2},
    "Moo": {"pegs": 2, "digits": 2},
    "Motus": {"secrets": ["AB"]},
    "Motus.of_cell": {"cell": "K5"},
    "Permutation": {"pegs": 2, "colours": 3},
    "Position": {"game": GAME},
    "Revealed": {"game": WORDS},
    "Wordle": {"secrets": ["AB"]},
    "WorstCase": {},
    "default_folder": {},
    "fairness": {"game": GAME},
    "game_named": {"name": "K5"},
    "greedy_opponent": {"game": GAME},
    "judge": {"game": GAME, "source": "none.txt"},
    "load": {},
    "pareto": {"game": GAME},
    "partitions": {"game": GAME, "guesses": ["1"]},
    "play": {"game": GAME},
    "play_optimal": {"game": GAME},
    "read_weights": {"weights": "none.txt", "game": WORDS},
    "solve": {"game": GAME},
    "strategy": {"game": GAME},
    "table": {"result": emi.solve(GAME)},
    "verify": {"certificate": "none.emip"},
}


def function(name):
    """Return a public function, class or method by its name."""
    first, _, method = name.partition(".")
    return getattr(getattr(emi, first), method) if method else getattr(emi, first)


@pytest.mark.parametrize("name", CALLED)
def test_no_argument_of_a_public_function_raises_an_error_of_python(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for parameter in inspect.signature(function(name)).parameters.values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        for value in ANY:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    function(name)(**CALLED[name] | {parameter.name: value})
                except emi.EmiError:
                    pass
                except Exception as error:  # noqa: BLE001 - any but those of emi
                    pytest.fail(f"{name}({parameter.name}={value!r}): {error!r}")


def test_of_a_rule_and_a_position_neither():
    start = emi.Position(WORDS)
    calls = [
        lambda value: WORDS.feedback(value, "CADES"), lambda value: WORDS.feedback("CADES", value),
        lambda value: GAME.feedback(value, "1"), WORDS.hardened, WORDS.without, WORDS.among,
        WORDS.code, WORDS.secret, WORDS.drawn, lambda value: start.explain(show=value),
        lambda value: start.explain(sort=value), lambda value: start.explain(weights=value),
        lambda value: start.push(value, "GGGGG"), lambda value: start.copy().push("CADES", value),
        lambda value: emi.Position.towards(WORDS, value),
    ]  # fmt: skip
    for at, call in enumerate(calls):
        for value in ANY:
            try:
                call(value)
            except emi.EmiError:
                pass
            except Exception as error:  # noqa: BLE001 - any but those of emi
                pytest.fail(f"call {at} of {value!r}: {error!r}")


@pytest.mark.parametrize("value", [0, "", (), False])
def test_what_is_false_is_not_taken_for_the_default(value):
    for name in ("objective", "limits", "store", "watch", "workers"):
        with pytest.raises(emi.OptionError):
            emi.solve(GAME, **{name: value})
