"""A strategy, one that was read, the turns of a position, and those against a greedy opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.given import Turn
from reports.table import PEOPLE, PROGRAMS, Cell, Column, Note, Table
from reports.wording import plural
from reports.writers.tiles import unfolding
from search.model.bounds import Bounds

if TYPE_CHECKING:
    import networkx as nx

#: So many candidates are listed.
_FEW = 12


def strategy(graph: nx.DiGraph[int], title: str, kind: str) -> Table:
    """Return the classes of the first guess of a strategy, the largest first.

    With each come its feedback, the next guess, and the guesses left to find all of the class. A
    notebook shows the strategy as a tree to unfold instead. The secrets are of a kind, ``words``.
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
    return Table(
        columns,
        rows,
        title=title,
        caption="A strategy",
        summary=(first,),
        fragment=lambda: unfolding(graph, title, kind),
    )


def turns(made: Sequence[Turn], possible: Sequence[str], what: str, title: str) -> Table:
    """Return the guesses that were made, and what is left after each."""
    columns = (
        Column("guess", align="left", label=True),
        Column("feedback", align="left"),
        Column("candidates"),
    )
    rows = [
        [Cell(turn.guess, feedback=turn.feedback), Cell(turn.feedback), Cell(len(turn.possible))]
        for turn in made
    ]
    more = "" if len(possible) <= _FEW else " ..."
    left = f"{plural(len(possible), what)} possible: {' '.join(possible[:_FEW])}{more}"
    return Table(columns, rows, title=title, caption="A position", closing=left)


def duel(made: Sequence[Turn], facts: Mapping[str, Any], bounds: tuple[str, str]) -> Table:
    """Return a shortest way to beat a greedy opponent, and within which bounds that is shortest.

    The bounds are those with the worst of several largest classes for the player, and the best.
    """
    columns = (
        Column("guess", align="left", label=True),
        Column("feedback", align="left"),
        Column("candidates"),
    )
    rows = [[Cell(turn.guess), Cell(turn.feedback), Cell(len(turn.possible))] for turn in made]
    hardest, kindest = bounds
    state = "and with no fewer" if made else "not proven in time"
    said = Note(f"A greedy opponent is beaten with {hardest} guesses, {state}")
    ties = "Of several largest classes he leaves the worst for the player"
    if kindest != hardest:
        ties += f"; did he leave the best, it would be {kindest}"
    return Table(
        columns,
        rows,
        title=str(facts["game"]),
        caption="A greedy opponent",
        summary=(said,),
        notes=(Note(ties),),
        format="emi-opponent",
        records="turns",
        facts=dict(facts),
    )


def _bounded(bounds: Bounds | None) -> tuple[Cell, Cell, Cell]:
    """Return bounds as people see them, and either end."""
    if bounds is None:
        return Cell(None), Cell(None), Cell(None)
    text = str(bounds).replace(",", "")
    shown = Cell(None, text, () if bounds.proven else ("open",), key=bounds.lower)
    return shown, Cell(bounds.lower), Cell(bounds.upper)


def judged(facts: Mapping[str, Any], exact: Sequence[tuple[str, str, Bounds]]) -> Table:
    """Return what a strategy comes to that was read from a file; beside it, what exact play does.

    Of exact play come a figure of the facts, how it plays, and its bounds.
    """
    missed = facts["missed"]
    lines: list[tuple[str, dict[str, Bounds], int | None]] = [
        (
            "the strategy",
            {name: Bounds(facts[name], facts[name]) for name in ("total", "worst")},
            len(missed),
        ),
        *((how, {name: bounds}, None) for name, how, bounds in exact),
    ]
    columns = [Column("play", align="left", label=True)]
    rows = [[Cell(how)] for how, _, _ in lines]
    for name in ("total", "worst"):
        columns += [
            Column(name, formats=PEOPLE),
            *(Column(f"{name}_{end}", formats=PROGRAMS) for end in ("lower", "upper")),
        ]
        for row, (_, figures, _) in zip(rows, lines, strict=True):
            row.extend(_bounded(figures.get(name)))
    columns.append(Column("missed"))
    for row, (_, _, count) in zip(rows, lines, strict=True):
        row.append(Cell(count))
    found = sum(facts["tries"])
    mean = f", {facts['mean']:.4f} on average" if found else ""
    counts = "/".join(map(str, facts["tries"]))
    said = f"{facts['game']}, begun with {facts['first_guess']}: {found:,} found{mean} ({counts})"
    if missed:
        more = " ..." if len(missed) > _FEW else ""
        said += f"; missed: {' '.join(missed[:_FEW])}{more}"
    hard = facts["hard"]
    notes = [Note(f"It keeps to hard play ({hard})" if hard else "It keeps to no restriction")]
    notes += [
        Note(f"Hard play ({kind}) does not allow {what}") for kind, what in facts["breaks"].items()
    ]
    if facts["unused"]:
        notes.append(Note(f"{plural(facts['unused'], 'guess')} of the file no secret leads to"))
    return Table(
        columns,
        rows,
        title=str(facts["game"]),
        caption="A strategy that was read",
        summary=(Note(said),),
        notes=tuple(notes),
        format="emi-judged",
        records="exact",
        facts=dict(facts),
    )
