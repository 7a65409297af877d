"""Compile all kernels: searches, heuristics, and the rules of the games."""

from emi.compiling import kernels_ready, once, surveys_ready, wait_for_others


def compile_everything() -> None:
    """Compile all kernels that are not compiled yet."""
    from emi.games.jotto import Jotto
    from emi.games.mastermind import Mastermind
    from emi.games.motus import Motus
    from search.heuristics.heuristic import HEURISTICS
    from search.heuristics.play import tries

    kernels_ready(restricted=True, costs=True, refutations=True)
    surveys_ready()
    # The feedback of five letters fits into 8 bits; that of six letters does not.
    short, long = Motus(["CARTE", "CASER", "CARIE"]), Motus(["CARTES", "CASERA", "CARIES"])
    games = [short, long, Jotto(["CARTE", "CASER"]), Mastermind(2, 3)]
    matrices = [game.matrix() for game in games]

    def play() -> None:
        for matrix in matrices:
            tries(matrix, HEURISTICS["SumGini"])

    once("heuristics", play)
    wait_for_others()
