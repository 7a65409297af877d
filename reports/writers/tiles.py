"""HTML for notebooks: codes as letter tiles, strategies as collapsible trees.

The trees work without scripts, which notebooks do not run. The colours match the explorer page.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from emi.reports.plot.palette import TILES
from emi.reports.wording import plural, tries

if TYPE_CHECKING:
    import networkx as nx

#: Larger trees are cut off at this many nodes.
MOST = 1500
_COLOURS = "".join(
    f".emi-{mark}{{background:{paper};color:{ink}}}" for mark, (paper, ink) in TILES.items()
)
STYLE = (
    "<style>.emi-tiles{white-space:nowrap}.emi-tiles i{display:inline-block;width:1.5em;"
    "line-height:1.5em;margin-right:2px;border-radius:.2em;text-align:center;font-style:normal;"
    f"font-weight:700}}.emi-tiles .emi-Y{{border-radius:50%}}{_COLOURS}</style>"
)
"""The style sheet for the output of `tiled`, to be included once."""


def tiled(guess: str, feedback: str) -> str:
    """Return a guess with its feedback: a tile per letter, or the feedback after the guess.

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
    """Return a strategy as a collapsible tree for a notebook.

    Parameters
    ----------
    graph : networkx.DiGraph
        A graph as `emi.Strategy.graph` returns it.
    title : str
    what : str
        The noun for a secret, in the singular.
    """
    # Breadth first, so that a large tree is cut off at the bottom.
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
        facts = f"{size}, at most {tries(nodes[node]['within'])}"
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
