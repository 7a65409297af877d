"""What notebooks show of codes and strategies: letters as tiles, a tree to unfold.

A notebook runs no scripts of ours, so a tree unfolds without. The colours are those of the page on
which games are explored.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from reports.plot.palette import TILES
from reports.wording import plural, tries

if TYPE_CHECKING:
    import networkx as nx

#: Trees of more nodes are cut off at this many.
MOST = 1500
_COLOURS = "".join(
    f".emi-{mark}{{background:{paper};color:{ink}}}" for mark, (paper, ink) in TILES.items()
)
STYLE = (
    "<style>.emi-tiles{white-space:nowrap}.emi-tiles i{display:inline-block;width:1.5em;"
    "line-height:1.5em;margin-right:2px;border-radius:.2em;text-align:center;font-style:normal;"
    f"font-weight:700}}.emi-tiles .emi-Y{{border-radius:50%}}{_COLOURS}</style>"
)
"""The looks of what `tiled` returns, once for all."""


def tiled(guess: str, feedback: str) -> str:
    """Return a guess with the feedback on it: a tile for each letter, or the feedback behind it.

    Examples
    --------
    >>> tiled("1122", "1b1w"), tiled("AS", "GB")[-49:]
    ('<b>1122</b> 1b1w', ' class="emi-G">A</i><i class="emi-B">S</i></span>')
    """
    if not re.fullmatch("[GYB]+", feedback) or len(feedback) != len(guess):
        return f"<b>{escape(guess)}</b> {escape(feedback)}"
    letters = "".join(
        f'<i class="emi-{mark}">{escape(letter)}</i>'
        for letter, mark in zip(guess, feedback, strict=True)
    )
    return f'<span class="emi-tiles" title="{escape(guess)} {feedback}">{letters}</span>'


def unfolding(graph: nx.DiGraph[int], title: str, what: str) -> str:
    """Return a strategy as a tree to unfold, for a notebook.

    Parameters
    ----------
    graph : networkx.DiGraph
        As of `emi.Strategy.graph`.
    title : str
    what : str
        What a secret is, in the singular.
    """
    # Level by level, so that a large tree is cut off below.
    shown = [0]
    for node in shown:
        below = [*graph.successors(node)]
        if len(shown) + len(below) <= MOST:
            shown += below
    within = set(shown)
    nodes = graph.nodes

    def line(node: int) -> str:
        above = next(graph.predecessors(node), None)
        first = "begin with"
        if above is not None:
            first = f"{tiled(nodes[above]['guess'], graph.edges[above, node]['feedback'])} then"
        size = plural(nodes[node]["candidates"], what)
        facts = f"{size}, at most {tries(nodes[node]['depth'])}"
        return f"{first} <b>{escape(nodes[node]['guess'])}</b> <small>{facts}</small>"

    def item(node: int) -> str:
        below = [one for one in graph.successors(node) if one in within]
        if not below:
            more = graph.out_degree(node)
            return f"<div>{line(node)}{' ...' if more else ''}</div>"
        unfolded = " open" if node == 0 else ""
        inside = "".join(map(item, below))
        return (
            f'<details{unfolded}><summary>{line(node)}</summary><div style="margin-left:1.5em">'
            f"{inside}</div></details>"
        )

    out = len(graph) - len(within)
    cut = f"<p>{plural(out, 'node')} below are left out.</p>" if out else ""
    return f"<div>{STYLE}<p><b>{escape(title)}</b></p>{item(0)}{cut}</div>"
