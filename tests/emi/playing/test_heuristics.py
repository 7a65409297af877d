import random

import numpy as np
import pytest

import emi
from emi.errors import OptionError
from emi.games.mastermind import Mastermind
from emi.games.motus import Motus
from emi.playing.heuristics import play, play_all, rules
from emi.playing.named import MINIMAX, method_names
from emi.playing.played import Playing
from search.heuristics.heuristic import HEURISTICS
from search.model.limits import Stopped
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
        [(one.name, one.highest) for one in HEURISTICS[method].by],
        ties="possible",
        candidates_only=HEURISTICS[method].candidates_only,
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
        ({"ties": "lots"}, "unknown tie-break 'lots': expected possible, alphabetical or last"),
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


def test_any_game_is_played():
    """Mastermind with two pegs of two colours, by the definition."""
    game = Mastermind(2, 2)
    numbers = {told: k for k, told in enumerate(game.answers)}
    classes = [[numbers[game.feedback(g, s)] for s in game.secrets] for g in game.guesses]
    expected = reference.tries(classes, list(range(4)), [("Max", False)], ties="last")
    assert play(game, "Max", ties="last").tries.tolist() == expected


@pytest.mark.parametrize("name", ["Sum", "Information", "SumGini"])
def test_possible_before_a_name_proposes_possible_guesses_only(name):
    game = Motus(words(4))
    classes = [[game.feedback(g, s) for s in game.secrets] for g in game.guesses]
    numbers = {clue: k for k, clue in enumerate(sorted({c for row in classes for c in row}))}
    expected = reference.tries(
        [[numbers[clue] for clue in row] for row in classes],
        list(range(len(game.secrets))),
        [(one.name, one.highest) for one in HEURISTICS[name].by],
        ties="alphabetical",
        candidates_only=True,
    )
    played = play(game, f"possible{name}")
    assert (played.method, played.ties) == (f"Possible{name}", "alphabetical")
    assert played.tries.tolist() == expected


def test_a_first_guess_is_made_by_all():
    game = Motus(words(5))
    for method in ("Sum", "Bobo", "Random"):
        assert play(game, method, first=game.guesses[3]).tries[3] == 1


@pytest.mark.parametrize(
    ("method", "first", "message"),
    [("Sum", "ZZZZ", "first guess 'ZZZZ': unknown"), (MINIMAX, "{}", "Minimax chooses its own")],
)
def test_first_guesses_that_cannot_be_made(method, first, message):
    game = Motus(words(5))
    with pytest.raises(OptionError, match=message):
        play(game, method, first=first.format(game.guesses[0]))


def test_several_methods_at_once_play_as_one_after_the_other():
    game = Motus(words(6, many=40))
    wanted = rules(["Sum", "Max", "Bobo", "PossibleGmax", MINIMAX, "Random"], ["possible", "last"])
    together = play_all(game, wanted, jobs=3)
    apart = play_all(game, wanted)
    assert [one.tries.tolist() for one in together] == [one.tries.tolist() for one in apart]
    assert [one.method for one in together] == [rule.name for rule in wanted]


def test_when_one_of_several_is_stopped_so_are_the_others():
    with pytest.raises(Stopped):
        play_all(
            Motus(words(2)),
            rules(["Sum", "Max", "Gini"]),
            jobs=2,
            watch=lambda playing: playing.method != "Max",
        )
