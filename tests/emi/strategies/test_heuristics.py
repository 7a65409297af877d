from itertools import chain

import numpy as np
import pytest

import emi
from emi.analysis.named import MINIMAX, heuristic_names
from emi.errors import OptionError
from emi.games.mastermind import Mastermind
from emi.games.motus import Motus
from emi.search.heuristics.heuristic import HEURISTICS
from emi.search.model.limits import Stopped
from emi.strategies.heuristics import PlayProgress, play, play_all, settings
from tests import oracle, reference
from tests.emi.cases import drawn

NAMES = [*chain(*heuristic_names())]


def words(seed, many=14):
    return drawn(seed, many, "ABCD")


def classes(game):
    """Return the feedback of each guess on each secret, numbered."""
    told = [[game.feedback(guess, secret) for secret in game.secrets] for guess in game.guesses]
    numbers = {clue: k for k, clue in enumerate(sorted({clue for row in told for clue in row}))}
    return [[numbers[clue] for clue in row] for row in told]


def by_definition(game, heuristic, ties="possible", *, candidates_only=False):
    by = [(one.name, one.highest) for one in HEURISTICS[heuristic].by]
    only = candidates_only or HEURISTICS[heuristic].candidates_only
    own = list(range(len(game.secrets)))
    return reference.tries(classes(game), own, by, ties=ties, candidates_only=only)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["Sum", "Gmax", "PossibleGmax", "SumGini", "Entropy", "Bobo"])
def test_it_plays_as_the_definition_says(name, seed):
    game = Motus(words(seed))
    expected = by_definition(game, name)
    played = play(game, name)
    assert played.tries.tolist() == expected
    assert played.total == sum(expected)
    assert played.mean == sum(expected) / len(expected)
    assert played.worst == max(expected)
    assert list(played.counts) == np.bincount(expected)[1:].tolist()


@pytest.mark.parametrize("name", ["Sum", "Information", "SumGini"])
def test_possible_before_a_name_proposes_candidates_only(name):
    game = Motus(words(4))
    played = play(game, f"possible{name}")
    assert (played.name, played.ties) == (f"Possible{name}", "alphabetical")
    expected = by_definition(game, name, "alphabetical", candidates_only=True)
    assert played.tries.tolist() == expected


def test_in_a_hard_game_only_candidates_are_proposed():
    game = Motus(words(4))
    found = play_all(game.hardened(), settings(["Sum", "PossibleSum", "Bobo", MINIMAX]))
    assert [one.name for one in found] == ["PossibleSum", "Bobo", MINIMAX]
    for one in found[:2]:
        assert one.tries.tolist() == play(game, one.name).tries.tolist()
        assert found[2].worst <= one.worst


def test_any_game_is_played():
    game = Mastermind(2, 2)
    assert play(game, "Max", ties="last").tries.tolist() == by_definition(game, "Max", "last")


@pytest.mark.parametrize("seed", range(6))
def test_minimax_has_the_least_worst_case(seed):
    game = Motus(words(seed))
    own = list(range(len(game.secrets)))
    played = play(game, MINIMAX)
    assert played.worst == oracle.worst_case(classes(game), own, own)
    strategy = emi.strategy(game)
    assert played.tries.tolist() == strategy.tree.tries(len(own)).tolist()
    assert played.tries.tolist() == [len(strategy.play(secret)) for secret in game.secrets]
    assert (played.ties, played.direction) == ("", "")


def test_settings_that_play_no_role_are_not_multiplied():
    """PossibleGmax and Bobo propose candidates only: ties can only be alphabetical."""
    found = settings(
        ["sum", "Bobo", "POSSIBLEGMAX", "Minimax", "Random", "Sum"],
        ties=["possible", "alphabetical"],
        directions=["lowest", "highest"],
    )
    assert [(one.name, one.ties, one.direction) for one in found] == [
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


def test_a_heuristic_in_a_setting():
    game = Motus(words(0))
    played = play(game, "sum", ties="alphabetical", direction="highest")
    assert (played.name, played.ties, played.direction) == ("Sum", "alphabetical", "highest")
    assert played.worst > play(game, "Sum").worst


def test_random_play_is_drawn_from_its_seed():
    game = Motus(words(1))
    drawn = {tuple(play(game, "Random", seed=seed).tries) for seed in range(9)}
    assert len(drawn) > 1


def test_a_first_guess_is_made_by_all():
    game = Motus(words(5))
    for name in ("Sum", "Bobo", "Random"):
        assert play(game, name, first=game.guesses[3]).tries[3] == 1


@pytest.mark.parametrize(
    ("name", "setting"),
    [
        ("Somme", {}),
        ("Sum", {"ties": "x"}),
        ("Sum", {"direction": "up"}),
        ("Sum", {"first": "Z"}),
        (MINIMAX, {"first": "AB"}),
    ],
)
def test_what_cannot_be_played_is_refused(name, setting, refused):
    with refused(OptionError):
        play(Motus(["AA", "AB"]), name, **setting)


@pytest.mark.parametrize("name", ["Sum", MINIMAX])
def test_it_stops_when_told(name):
    with pytest.raises(Stopped):
        play(Motus(words(2)), name, watch=lambda playing: playing.name == "")


def test_the_watcher_hears_what_is_played():
    heard = []
    play_all(
        Motus(words(3)),
        settings(["Sum", "Max"]),
        watch=lambda playing: heard.append(playing) or True,
    )
    assert {playing.name for playing in heard} == {"", "Sum", "Max"}
    assert str(PlayProgress("Sum", 1234, 5678)) == "Sum 1,234/5,678"


def test_several_heuristics_at_once_play_as_one_after_the_other():
    game = Motus(words(6, many=40))
    names = ["Sum", "Max", "Bobo", "PossibleGmax", MINIMAX, "Random"]
    wanted = settings(names, ["possible", "last"])
    together = play_all(game, wanted, jobs=3)
    apart = play_all(game, wanted)
    assert [one.tries.tolist() for one in together] == [one.tries.tolist() for one in apart]
    assert [one.name for one in together] == [one.name for one in wanted]


def test_when_one_of_several_is_stopped_so_are_the_others():
    with pytest.raises(Stopped):
        play_all(
            Motus(words(2)),
            settings(["Sum", "Max", "Gini"]),
            jobs=2,
            watch=lambda playing: playing.name != "Max",
        )
