import random

import numpy as np
import pytest

import emi
from emi.errors import OptionError
from emi.games.motus import Motus
from emi.named import MINIMAX, method_names
from emi.playing import Playing, play, play_all, rules
from search.limits import Stopped
from search.methods import METHODS
from tests import oracle, reference

EXAMPLE_2 = ["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIGUIEZ", "LIVIDES", "LOGIONS", "LOGIQUE"]


def words(seed, many=14):
    source = random.Random(seed)
    found = set()
    while len(found) < many:
        found.add("A" + "".join(source.choice("ABCD") for _ in range(3)))
    return sorted(found)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("method", ["Sum", "Gmax", "PossibleGmax", "SumGini", "Entropy", "Bobo"])
def test_it_plays_as_the_definition_says(method, seed):
    game = Motus(words(seed))
    classes = [[game.feedback(g, s) for s in game.secrets] for g in game.guesses]
    numbers = {clue: k for k, clue in enumerate(sorted({c for row in classes for c in row}))}
    expected = reference.tries(
        [[numbers[clue] for clue in row] for row in classes],
        list(range(len(game.secrets))),
        [(one.name, one.highest) for one in METHODS[method].by],
        ties="possible",
        candidates_only=METHODS[method].candidates_only,
    )
    played = play(game, method)
    assert played.tries.tolist() == expected
    assert played.total == sum(expected)
    assert played.mean == sum(expected) / len(expected)
    assert played.worst == max(expected)
    assert list(played.counts) == np.bincount(expected)[1:].tolist()


@pytest.mark.parametrize("seed", range(6))
def test_minimax_has_the_least_worst_case(seed):
    game = Motus(words(seed))
    classes = [[game.feedback(g, s) for s in game.secrets] for g in game.guesses]
    own = list(range(len(game.secrets)))
    played = play(game, MINIMAX)
    assert played.worst == oracle.worst_case(classes, own, own)
    assert played.total == emi.strategy(game).total
    assert (played.ties, played.direction) == ("", "")


def test_settings_that_play_no_role_are_not_multiplied():
    """PossibleGmax and Bobo propose possible words only: ties can only be alphabetical."""
    found = rules(
        ["sum", "Bobo", "POSSIBLEGMAX", "Minimax", "Random", "Sum"],
        ties=["possible", "alphabetical"],
        directions=["lowest", "highest"],
    )
    assert [(rule.name, rule.ties, rule.direction) for rule in found] == [
        ("Sum", "possible", "lowest"),
        ("Sum", "possible", "highest"),
        ("Sum", "alphabetical", "lowest"),
        ("Sum", "alphabetical", "highest"),
        ("Bobo", "alphabetical", ""),
        ("PossibleGmax", "alphabetical", "lowest"),
        ("PossibleGmax", "alphabetical", "highest"),
        ("Minimax", "", ""),
        ("Random", "random", ""),
    ]


def test_a_method_in_a_setting():
    game = Motus(EXAMPLE_2)
    played = play(game, "sum", ties="alphabetical", direction="highest")
    assert (played.method, played.ties, played.direction) == ("Sum", "alphabetical", "highest")
    assert played.worst > play(game, "Sum").worst


def test_random_play_is_drawn_from_its_seed():
    game = Motus(words(1))
    drawn = {tuple(play(game, "Random", seed=seed).tries) for seed in range(9)}
    assert len(drawn) > 1


def test_unknown_names_list_the_known():
    paper, others = method_names()
    with pytest.raises(OptionError) as raised:
        play(Motus(EXAMPLE_2), "Somme")
    assert str(raised.value) == (
        f"unknown method 'Somme': expected one of {', '.join([*paper, *others])}"
    )


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"ties": "last"}, "unknown tie-break 'last': expected possible or alphabetical"),
        ({"direction": "up"}, "unknown direction 'up': expected lowest or highest"),
    ],
)
def test_unknown_settings(setting, message):
    with pytest.raises(OptionError, match=message):
        play(Motus(EXAMPLE_2), "Sum", **setting)


@pytest.mark.parametrize("method", ["Sum", MINIMAX])
def test_it_stops_when_told(method):
    with pytest.raises(Stopped):
        play(Motus(words(2)), method, watch=lambda playing: playing.method == "")


def test_whoever_waits_hears_what_is_played():
    heard = []
    play_all(
        Motus(words(3)), rules(["Sum", "Max"]), watch=lambda playing: heard.append(playing) or True
    )
    assert {playing.method for playing in heard} == {"", "Sum", "Max"}
    assert str(Playing("Sum", 1234, 5678)) == "Sum 1,234/5,678"
