"""Figures printed in the literature, stored beside this module as CSV, and their sources."""

import csv
from importlib.resources import files

SOURCES: dict[str, str] = {
    "motus": "N. Chetcuti-Sperandio, F. Delorme, S. Lagrue, On aggregate and comparison functions "
    "for Motus/Lingo playing, ICGA Journal 40 (3), 2018, Tables 1 to 4",
    "jotto": "P. Monta, MasterMind, Jotto, entropy, net.math, 8 March 1985; it prints no figures",
    "logik": "A. Heeffer, H. Heeffer, Near-optimal strategies for the game of Logik, ICGA Journal, "
    "Tables 2 to 4 and section 4",
    "ordered": "The On-Line Encyclopedia of Integer Sequences, A231205, Table of maximal number of "
    "guesses required to solve a Mastermind variant",
    "moo": "A. Pepperdine, The game of MOO, 2010",
    "mastermind": "D. E. Knuth, The computer as master mind, 1976 (worst case); E. Neuwirth, Some "
    "strategies for Mastermind, 1982 (entropy); R. W. Irving, Towards an optimum Mastermind "
    "strategy, 1978 (expected size); B. Kooi, Yet another Mastermind strategy, 2005 (partitions)",
}
"""The parts of the report in order, each with its source."""

OPTIMA: dict[str, str] = {
    "totals": "W. Goddard, Mastermind revisited, 2004; K. Koyama and T. W. Lai, An optimal "
    "Mastermind strategy, 1993; G. Ville, An optimal Mastermind (4,7) strategy and more results in "
    "the expected case, 2013",
    "koyama-lai": "K. Koyama and T. W. Lai, An optimal Mastermind strategy, J. Recreational "
    "Mathematics 25, 1993",
    "ville": "G. Ville, An optimal Mastermind (4,7) strategy and more results in the expected "
    "case, 2013",
    "jaeger-peczarski": "G. Jäger and M. Peczarski, The number of pessimistic guesses in "
    "Generalized Mastermind, Information Processing Letters, 2009",
    "chen-lin-mastermind": "S.-T. Chen and S.-S. Lin, Optimal algorithms for 2 x n "
    "Mastermind games, The Computer Journal 47 (5), 2004, the two formulas of the abstract",
    "chen-lin-ab": "S.-T. Chen and S.-S. Lin, Optimal algorithms for 2 x n AB games, Journal of "
    "Information Science and Engineering 20 (1), 2004, the two formulas of the abstract",
    "bulls-cows": "the least totals of Bulls and Cows as quoted elsewhere; their first publication "
    "is unknown",
    "selby": "A. Selby, The best strategies for Wordle, 2022, with the trees and lists of "
    "alex1770/wordle",
    "peattie": "A. Peattie, 2022: within five guesses not all words can be found",
    "evilwordle": "evilwordle.com",
    "olson": "J. Olson, Optimal Wordle solutions, jonathanolson.net, 2022: strategies that find "
    "all but 18 words within four guesses; L. Lessard, wordlesolver, 2022, finds none that finds "
    "all",
    "absurdle": "Absurdle, qntm.org, 2022: it is beaten with four guesses, and not with three",
}
"""The sources of values of optimal play, by their names in ``optima.csv``."""


def read(name: str) -> list[dict[str, str]]:
    """Return a printed table, such as ``logik_table3``, as one dictionary per line.

    Examples
    --------
    >>> read("logik_table3")[0]["bbcgr"]
    '7051'
    """
    text = files(__package__).joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
