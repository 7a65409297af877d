"""The figures that four documents print, which lie beside this file as CSV, and their sources."""

import csv
from importlib.resources import files

SOURCES: dict[str, str] = {
    "motus": "N. Chetcuti-Sperandio, F. Delorme, S. Lagrue, On aggregate and comparison functions "
    "for Motus/Lingo playing, ICGA Journal 40 (3), 2018, Tables 1 to 4",
    "jotto": "P. Monta, MasterMind, Jotto, entropy, net.math, 8 March 1985; it prints no figures",
    "logik": "A. Heeffer, H. Heeffer, Near-optimal strategies for the game of Logik, ICGA Journal, "
    "Tables 2 to 4 and section 4",
    "moo": "A. Pepperdine, The game of MOO, 2010",
    "mastermind": "D. E. Knuth, The computer as master mind, 1976 (worst case); E. Neuwirth, Some "
    "strategies for Mastermind, 1982 (entropy); R. W. Irving, Towards an optimum Mastermind "
    "strategy, 1978 (expected size); B. Kooi, Yet another Mastermind strategy, 2005 (partitions)",
}
"""Each part of the report, in its order, with its source."""


def read(name: str) -> list[dict[str, str]]:
    """Return a printed table, such as ``logik_table3``: a dictionary for each line.

    Examples
    --------
    >>> read("logik_table3")[0]["bbcgr"]
    '7051'
    """
    text = files(__package__).joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
