"""Views of strategies, positions, and shortest games against a greedy opponent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from emi.reports.graph import WRITERS
from emi.reports.table import Cell, Column, Note, Table
from emi.reports.wording import few, plural
from emi.reports.writers.tiles import unfolding
from emi.results.base import column_names, plain, rounded
from emi.results.playing import Turn
from emi.results.strategy import Judged
from emi.search.model.bounds import Bounds

if TYPE_CHECKING:
    from typing import Protocol

    from emi.results.base import GameFacts
    from emi.results.strategy import GreedyOpponent, Strategy

    class Named(Protocol):
        """Anything with the name of a game."""

        @property
        def facts(self) -> GameFacts:
            """The facts for JSON."""
            ...

    class Position(Protocol):
        """The part of `emi.Position` that a view needs; a position is not a result."""

        game: Named

        @property
        def turns(self) -> tuple[Turn, ...]:
            """The guesses made so far."""
            ...

        @property
        def possible(self) -> tuple[str, ...]:
            """The candidates."""
            ...


#: The most candidates that are listed.
_FEW = 12


def strategy(tree: Strategy, *, title: str = "") -> Table:
    """Return the classes after the first guess of a strategy, the largest first.

    Each row has the feedback, the next guess, and the guesses needed to find the whole class. A
    notebook shows the strategy as a collapsible tree instead.
    """
    from emi.reports import graph as graphs  # networkx takes a fifth of a second

    graph = tree.graph
    title = title or graphs.title(graph)
    columns = (
        Column("feedback", align="left", label=True),
        Column("candidates"),
        Column("next guess", align="left"),
        Column("within"),
    )
    nodes = graph.nodes
    rows = [
        [
            Cell(graph.edges[0, below]["feedback"]),
            *(Cell(nodes[below][name]) for name in ("candidates", "guess", "within")),
        ]
        for below in graph.successors(0)
    ]
    first = Note(f"After {nodes[0]['guess']}: the next guess, and the most guesses still needed")
    return Table(
        columns,
        rows,
        title=title,
        caption="A strategy",
        summary=(first,),
        fragment=lambda: unfolding(graph, title, tree.game.what),
        format=graphs.FORMAT,
        version=graphs.VERSION,
        records="classes",
        facts=graphs.facts(graph),
        files={
            **{suffix: partial(graphs.text, graph, suffix) for suffix in graphs.FORMATS},
            **{suffix: partial(text, tree) for suffix, text in WRITERS.items()},
        },
    )


def position(here: Position) -> Table:
    """Return the guesses made and the number of candidates after each."""
    columns = (
        Column("guess", align="left", label=True),
        Column("feedback", align="left"),
        Column("candidates"),
    )
    rows = [
        [Cell(turn.guess, feedback=turn.feedback), Cell(turn.feedback), _count(turn)]
        for turn in here.turns
    ]
    possible, what = here.possible, here.game.facts.what
    some = few(possible, _FEW, " ")
    left = f"{plural(len(possible), what)} possible: {some}"
    return Table(
        columns,
        rows,
        title=repr(here)[1:-1],
        caption="A position",
        closing=left,
        format="emi-turns",
        records="turns",
        names=column_names(Turn),
        facts={
            **plain(here.game.facts),
            "turns": plain(here.turns),
            "possible": list(possible),
        },
    )


def _count(turn: Turn) -> Cell:
    """Return how many candidates a guess left; None if that is unknown."""
    return Cell(None if turn.possible is None else len(turn.possible))


def duel(opponent: GreedyOpponent) -> Table:
    """Return a shortest way to beat a greedy opponent, with bounds on its length.

    The lower and upper bound differ if the opponent may choose among several largest classes: the
    worst and the best choice for the player.
    """
    columns = (
        Column("guess", align="left", label=True),
        Column("feedback", align="left"),
        Column("candidates"),
    )
    rows = [[Cell(turn.guess), Cell(turn.feedback), _count(turn)] for turn in opponent.turns]
    hardest, kindest = opponent.bounds, opponent.kindest
    state = "and with no fewer" if opponent.turns else "not proven in time"
    said = Note(f"A greedy opponent is beaten with {hardest} guesses, {state}")
    ties = "Among largest classes of equal size, the opponent keeps the worst for the player"
    if kindest != hardest:
        ties += f"; keeping the best would give {kindest}"
    return Table(
        columns,
        rows,
        title=opponent.game.name,
        caption="A greedy opponent",
        summary=(said,),
        notes=(Note(ties),),
        format="emi-opponent",
        records="turns",
        names=column_names(Turn),
        facts=plain(opponent),
    )


def judged(performance: Judged) -> Table:
    """Return the value of a strategy that was read, compared with exact play."""
    lines: list[tuple[str, dict[str, Bounds], int | None]] = [
        (
            "the strategy",
            {
                "total": Bounds(performance.total, performance.total),
                "worst": Bounds(performance.worst, performance.worst),
            },
            len(performance.missed),
        ),
        *((play.play, {play.figure: play.bounds}, None) for play in performance.exact),
    ]
    columns = [
        Column("play", align="left", label=True),
        *map(Column, ("total", "worst", "missed")),
    ]
    rows = [
        [Cell(how), *(_bounded(figures.get(name)) for name in ("total", "worst")), Cell(count)]
        for how, figures, count in lines
    ]
    mean = "" if performance.mean is None else f", {rounded(performance.mean)} on average"
    counts = "/".join(map(str, performance.counts))
    said = f"{performance.game}, begun with {performance.first_guess}: "
    said += f"{len(performance.tries):,} found{mean} ({counts})"
    if performance.missed:
        said += f"; missed: {few(performance.missed, _FEW, ' ')}"
    hard = performance.restriction
    notes = [
        Note(f"It obeys hard play ({hard})" if hard else "It obeys no restriction of hard play")
    ]
    notes += [
        Note(f"Hard play ({kind}) does not allow {what}")
        for kind, what in performance.breaks.items()
    ]
    if performance.unused:
        notes.append(Note(f"Unreachable in the file: {plural(performance.unused, 'guess')}"))
    return Table(
        columns,
        rows,
        title=performance.game.name,
        caption="A strategy that was read",
        summary=(Note(said),),
        notes=tuple(notes),
        format="emi-judged",
        records="",
        names=column_names(Judged),
        facts=plain(performance),
    )


def _bounded(bounds: Bounds | None) -> Cell:
    """Return bounds as text for people."""
    if bounds is None:
        return Cell(None)
    text = str(bounds).replace(",", "")
    return Cell(None, text, () if bounds.proven else ("open",), key=bounds.lower)
