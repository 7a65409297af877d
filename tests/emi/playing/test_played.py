from emi.games.motus import Motus
from emi.playing.played import tries_of
from emi.strategies import strategy


def test_the_tries_of_a_strategy_are_those_of_real_play():
    game = Motus(["LEGALES", "LIGNIEZ", "LIGNINE", "LIGNITE", "LIVIDES", "LOGIONS", "LOGIQUE"])
    whole = strategy(game)
    taken = tries_of(whole.tree, len(game.secrets))
    assert taken.tolist() == [len(whole.play(secret)) for secret in game.secrets]
    assert int(taken.sum()) == whole.total
