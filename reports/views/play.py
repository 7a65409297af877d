"""A strategy, and the turns of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.given import Turn
from reports.table import Cell, Column, Note, Table
from reports.wording import plural

if TYPE_CHECKING:
    import networkx as nx

#: So many candidates are listed.
_FEW = 12


def strategy(graph: nx.DiGraph[int], title: str) -> Table:
    """Return the classes of the first guess of a strategy, the largest first.

    With each come its feedback, the next guess, and the guesses left to find all of the class.
    """
    columns = (
        Column("feedback", align="left", label=True),
        Column("candidates"),
        Column("next_guess", align="left"),
        Column("within"),
    )
    nodes = graph.nodes
    rows = [
        [
            Cell(graph.edges[0, below]["feedback"]),
            *(Cell(nodes[below][name]) for name in ("candidates", "guess", "depth")),
        ]
        for below in graph.successors(0)
    ]
    first = Note(f"After {nodes[0]['guess']}: what to propose next, and how soon it is found")
    return Table(columns, rows, title=title, caption="A strategy", summary=(first,))


def turns(made: Sequence[Turn], possible: Sequence[str], what: str, title: str) -> Table:
    """Return the guesses that were made, and what is left after each."""
    columns = (
        Column("guess", align="left", label=True),
        Column("feedback", align="left"),
        Column("candidates"),
    )
    rows = [
        [Cell(turn.guess, answer=turn.clue), Cell(turn.clue), Cell(len(turn.possible))]
        for turn in made
    ]
    more = "" if len(possible) <= _FEW else " ..."
    left = f"{plural(len(possible), what)} possible: {' '.join(possible[:_FEW])}{more}"
    return Table(columns, rows, title=title, caption="A position", closing=left)
