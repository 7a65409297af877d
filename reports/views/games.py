"""What is known of games of any kind, by one objective: a line for each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from reports.table import PEOPLE, PROGRAMS, Cell, Column, Note, Table, filled
from reports.views.board import board, few
from reports.wording import at_most, between, clock, hard_play, plural, rounded, said_hard, share

_Row: TypeAlias = Mapping[str, Any]
_TITLES = {
    "worst": "Worst case",
    "average": "Least average",
    "guaranteed": "Most secrets guaranteed",
}
_INTROS = {
    "worst": "The least number of guesses that surely finds any secret of each game",
    "average": "The least total number of guesses for all secrets of each game, and their mean",
    "guaranteed": "The fewest secrets of each game that are not sure to be found within the tries",
}

#: What a line of CSV has no need of.
_BESIDE = ("rule", "length", "allowed", "kind", "candidates", "lexicon", "stored")
#: What games have by another objective alone.
_OF_AVERAGE = ("mean_lower", "mean_upper", "worst", "at_worst", "worst_proven")
_OF_GUARANTEED = ("guaranteed", "missed_share_lower", "missed_share_upper", "missed")
_FOREIGN = {
    "worst": ("tries", "weight", *_OF_AVERAGE, *_OF_GUARANTEED),
    "average": _OF_GUARANTEED,
    "guaranteed": _OF_AVERAGE,
}


def games(
    rows: Sequence[Mapping[str, object]], *, title: str = "", seconds: float | None = None
) -> Table:
    r"""Return what is known of games.

    Parameters
    ----------
    rows : sequence of mappings
        At least one, all by one objective; each holds the values that JSON prints of a game, by
        name: ``game``, ``objective``, ``lower``, ``upper``, ``first_guess``, ``secrets`` and so on.
        CSV has a column for each that the objective has. Where ``stored`` is true people see that
        the value was kept in place of the time.
    title : str, optional
        What the table is called; by default after the objective, the game and the word list.
    seconds : float, optional
        How long the run took by the clock, as of `reports.views.cells.cells`.

    Examples
    --------
    >>> from reports import render
    >>> moo = {"game": "moo:2x4", "objective": "worst", "lower": 3, "upper": 3, "proven": True,
    ...        "first_guess": "01", "secrets": 12, "nodes": 0, "seconds": 0.0}
    >>> print(*render(games([moo]), "markdown").splitlines()[:5], sep="\n")
    **Worst case, moo:2x4**
    <BLANKLINE>
    | game | worst case | first guess | secrets | nodes | seconds |
    | :--- | ---: | :--- | ---: | ---: | ---: |
    | moo:2x4 | 3 | 01 | 12 | 0 | 0.000 |
    """
    objective = str(rows[0]["objective"])
    proven = sum(bool(row["proven"]) for row in rows)
    spent = clock([float(str(row["seconds"])) for row in rows], seconds)
    count = f"{plural(len(rows), 'game')}, {proven} proven, {len(rows) - proven} not"
    columns = [*_for_programs(rows[0], objective), *_for_people(rows, objective)]
    grid, legend = board(rows)
    return Table(
        *filled(columns, rows),
        title=title or _title(rows, objective),
        caption=_TITLES[objective],
        intro=_INTROS[objective],
        summary=(
            Note(count + spent),
            Note(_together(rows, objective)),
            Note(hard_play(_hard(rows))),
        ),
        legend=legend,
        grid=grid,
        format="emi-games",
        records="games",
    )


def game(row: Mapping[str, object]) -> Table:
    """Return all that is known of one game, for JSON: the same keys for all objectives."""
    title = _title([row], str(row["objective"]))
    return Table((), (), title=title, format="emi-game", records="", facts=row)


def _hard(rows: Sequence[_Row]) -> str | None:
    """Return the restriction of all games; None where it is not one."""
    kinds = {row.get("hard") for row in rows}
    return kinds.pop() if len(kinds) == 1 else None


def _together(rows: Sequence[_Row], objective: str) -> str:
    """Return what proven games of one list add up to."""
    if len(rows) == 1 or objective == "worst" or not all(row["proven"] for row in rows):
        return ""
    value, weight = sum(row["lower"] for row in rows), sum(row["weight"] for row in rows)
    secrets = sum(row["secrets"] for row in rows)
    if objective == "guaranteed":
        missed = sum(len(row["missed"] or ()) for row in rows)
        return f"{secrets:,} secrets, {value if weight == secrets else missed:,} missed"
    mean = rounded(Fraction(value, weight))
    if weight != secrets:
        return f"{secrets:,} secrets of weight {weight:,}, {mean} tries expected"
    return f"{secrets:,} secrets, {value:,} tries in all, {mean} on average"


def _title(rows: Sequence[_Row], objective: str) -> str:
    # The name of a single game says it.
    parts = [_TITLES[objective] + (said_hard(_hard(rows)) if len(rows) > 1 else "")]
    if len(rows) == 1:
        parts.append(rows[0]["game"])
    if lexicon := rows[0].get("lexicon"):
        parts.append(f"lexicon {lexicon['name']} ({lexicon['digest'][:12]})")
    return ", ".join(parts)


def _for_programs(first: _Row, objective: str) -> Iterator[tuple[Column, Callable[[_Row], object]]]:
    def plain(name: str) -> Callable[[_Row], object]:
        return lambda row: row[name]

    for name in first:
        if name == "missed" and objective == "guaranteed":
            yield Column(name, formats=frozenset({"json"})), plain(name)
            yield (
                Column(name, formats=frozenset({"csv"})),
                lambda row: " ".join(row["missed"] or ()),
            )
        elif name not in {*_BESIDE, *_FOREIGN[objective]} and not (
            name == "hard" and first[name] is None
        ):
            places = 3 if name == "seconds" else None
            yield Column(name, formats=PROGRAMS, places=places), plain(name)


def _for_people(
    rows: Sequence[_Row], objective: str
) -> Iterator[tuple[Column, Callable[[_Row], object]]]:
    def left(name: str, *, label: bool = False) -> Column:
        return Column(name, align="left", formats=PEOPLE, label=label)

    def right(name: str) -> Column:
        return Column(name, formats=PEOPLE, places=3)

    weighted = any(row.get("weight", row["secrets"]) != row["secrets"] for row in rows)
    # Of several games what they have in common is said above.
    hard = _hard(rows) if len(rows) > 1 else None
    yield left("game", label=True), lambda row: row["game"].removesuffix(f" (hard: {hard})")
    if objective == "worst":
        yield right("worst_case"), _bounds
    elif objective == "average":
        # A sum of weights is no number of tries.
        if weighted:
            yield right("expected_tries"), _mean
        else:
            yield right("total"), _bounds
            yield right("mean"), _mean
        yield right("worst"), _worst
    else:
        yield right("tries"), lambda row: row["tries"]
        # Nor is it one of secrets.
        if weighted:
            yield right("missed"), lambda row: _number(row["missed"])
            yield right("missed_share"), _share
        else:
            yield right("missed"), _bounds
        yield right("guaranteed"), _guaranteed
        yield left("which_are_missed"), lambda row: few(row["missed"] or [])
    yield left("first_guess"), lambda row: row["first_guess"]
    yield right("secrets"), lambda row: row["secrets"]
    if weighted and objective == "average":
        yield right("weight"), lambda row: row["weight"]
    yield right("nodes"), lambda row: row["nodes"]
    yield right("seconds"), lambda row: Cell(row["seconds"], "kept" if row.get("stored") else None)


def _shown(row: _Row, text: Callable[[int], str]) -> Cell:
    lower, upper = row["lower"], row["upper"]
    most = "?" if upper is None else text(upper)
    marks = () if lower == upper else ("open",)
    return Cell(None, between(text(lower), most), marks, key=lower if upper is None else upper)


def _bounds(row: _Row) -> Cell:
    return _shown(row, lambda value: f"{value:,}")


def _worst(row: _Row) -> Cell:
    """Write the worst case of the strategy of the least average."""
    if row["worst"] is None:
        return Cell(None)
    proven = bool(row["worst_proven"])
    return Cell(
        None, at_most(row["worst"], proven=proven), () if proven else ("open",), key=row["worst"]
    )


def _guaranteed(row: _Row) -> Cell:
    """Write how many secrets are surely found: all but those missed."""
    if row["proven"] or row["weight"] != row["secrets"]:
        return Cell(row["guaranteed"])
    least = 0 if row["upper"] is None else row["secrets"] - row["upper"]
    return Cell(
        None, between(f"{least:,}", f"{row['secrets'] - row['lower']:,}"), ("open",), key=least
    )


def _share(row: _Row) -> Cell:
    return _shown(row, lambda value: share(value, row["weight"]))


def _number(missed: Sequence[str] | None) -> object:
    return None if missed is None else len(missed)


def _mean(row: _Row) -> Cell:
    return _shown(row, lambda value: rounded(Fraction(value, row["weight"])))
