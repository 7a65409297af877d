"""Reviews of played games, ranked guesses, and games against the clock."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from emi.results.live import Attempt, Move, SharedLine
from emi.results.plain import column_names, plain
from reports.table import Cell, Column, Legend, Note, Table, filled
from reports.texts import ENGLISH
from reports.views.guesses import advice, common_columns, exact_columns, name_columns, prospect
from reports.wording import plural, rounded

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.results.explanation import Explanation, GuessProfile
    from emi.results.live import ChallengeResult, Review, SharedReview
    from reports.texts import Texts


#: The guesses that are named for a line of a shared result.
SUCH = 4


def review(reviewed: Review) -> Table:
    """Return the guesses of a game compared with the best ones."""

    def part(value: Fraction | None) -> Cell:
        return Cell(value, "" if value is None else signed(value))

    def surely(move: Move) -> Cell:
        bounds = move.surely
        if bounds is None:
            return Cell(None, "")
        return Cell(None, str(bounds), () if bounds.proven else ("open",), key=bounds.upper)

    moves = reviewed.moves
    table = [
        (Column("guess", align="left", label=True), lambda one: one.guess),
        (Column("feedback", align="left"), lambda one: one.feedback),
        (Column("after"), lambda one: one.after),
        (Column("expected"), lambda one: Cell(one.expected, rounded(one.expected, 1))),
        (Column("surely"), surely),
        (Column("best", align="left"), lambda one: one.best),
        (Column("cost"), lambda one: part(one.cost)),
        (Column("luck"), lambda one: part(one.luck)),
    ]
    notes = (
        Note(
            "after: what is still possible, beside what was to be expected; surely: guesses enough"
        ),
        Note(
            "cost and luck: in guesses, on average; empty where it takes longer to prove: there "
            "the best guess is not proven either"
        ),
    )
    return Table(
        *filled(table, moves),
        title=f"{reviewed.game}: your game beside the best",
        caption="A game that was played",
        notes=notes,
        closing=_summed(reviewed),
        format="emi-review",
        records="moves",
        names=column_names(Move),
        facts=plain(reviewed),
    )


def shared(reviewed: SharedReview) -> Table:
    """Return the lines of a shared result, with the guesses that they may have been."""

    def after(line: SharedLine) -> Cell:
        low, high = line.after.lower, line.after.upper
        return Cell(low, f"{low:,}" if low == high else f"{low:,} to {high:,}", key=high)

    def such(line: SharedLine) -> str:
        more = len(line.guesses) - SUCH
        return ", ".join([*line.guesses[:SUCH], *(["..."] if more > 0 else [])])

    table = [
        (Column("feedback", align="left", label=True), lambda one: one.feedback),
        (Column("fit"), lambda one: one.fits),
        (Column("guesses", align="left"), such),
        (Column("after"), after),
        (Column("best", align="left"), lambda one: one.best),
    ]
    found = "" if reviewed.found else ", and it is not found"
    return Table(
        *filled(table, reviewed.lines),
        title=f"{reviewed.game}: a shared result, the secret is {reviewed.secret}",
        caption="A shared result",
        notes=(
            Note(
                "fit: how many guesses get this feedback; after: the fewest and the most secrets "
                "that such guesses can have left"
            ),
            Note(
                "best: of the least average, as far as it is known; empty where the guesses before "
                "are not told"
            ),
        ),
        closing=f"{plural(len(reviewed.lines), 'guess')}{found}; with the word before each line, "
        "cost and luck are shown too",
        format="emi-shared",
        records="lines",
        names=column_names(SharedLine),
        facts=plain(reviewed),
    )


def signed(value: Fraction) -> str:
    """Return a number of guesses with its sign."""
    sign = "-" if value < 0 else "+" if value > 0 else ""
    return f"{sign}{rounded(abs(value), 2)}"


def _summed(reviewed: Review) -> str:
    """Explain the sum of the guesses."""
    moves, mean = reviewed.moves, reviewed.mean
    made = plural(len(moves), "guess")
    if not reviewed.found:
        made += ", and it is not found"
    known = [(one.cost, one.luck) for one in moves if one.cost is not None and one.luck is not None]
    if not known:
        return f"{made}; what they cost takes longer to prove"
    cost, luck = (sum(each, Fraction(0)) for each in zip(*known, strict=True))
    luck_said = f"luck {'saved' if luck >= 0 else 'cost'} {rounded(abs(luck), 2)}"
    if len(known) == len(moves) and mean is not None:
        best = f"the best play takes {rounded(mean, 2)} on average"
        return f"{made}: {best}, yours cost {rounded(cost, 2)} more, and {luck_said}"
    proven = "1 of them" if len(known) == 1 else f"{len(known)} of them"
    return (
        f"{made}: {proven} cost {rounded(cost, 2)} more than the best, and {luck_said}; what the "
        "others cost takes longer to prove"
    )


def ranked(explained: Explanation, t: Texts = ENGLISH) -> Table:
    """Return ranked next guesses: largest class, expected size, bits and exact play."""

    def value(name: str, places: int | None) -> Callable[[GuessProfile], Cell]:
        def of(one: GuessProfile) -> Cell:
            found = one.values[name]
            if places is None or isinstance(found, tuple):
                return Cell(found)
            return Cell(found, rounded(Fraction(found), places))

        return of

    columns = [
        *name_columns(),
        (Column("largest"), value("Max", None)),
        (Column("expected"), value("ExpectedSize", 2)),
        (Column("bits"), value("Information", 2)),
        *exact_columns(explained),
        *common_columns(explained),
    ]
    listed, what = len(explained.guesses), explained.game.what
    of = "" if listed == explained.ranked else f" of {explained.ranked:,}"
    legend = Legend("possible", what.upper(), "may itself be right", "guess")
    notes = (Note(f"{listed:,}{of} next guesses"), Note(prospect(explained))) if listed > 1 else ()
    return Table(
        *filled(columns, explained.guesses),
        caption="The next guess",
        summary=notes,
        legend=(legend,) if listed else (),
        opening=advice(explained, t),
    )


def challenge(challenged: ChallengeResult) -> Table:
    """Return the words of a challenge with their tries and times."""
    columns = [
        (Column("word", align="left", label=True), lambda one: one.word),
        (Column("game", align="left"), lambda one: one.game),
        (Column("found"), lambda one: one.found),
        (Column("tries"), lambda one: Cell(len(one.turns), str(len(one.turns)))),
        (Column("of"), lambda one: one.tries),
        (Column("seconds", places=1), lambda one: one.seconds),
    ]
    attempts = challenged.attempts
    found = sum(one.found for one in attempts)
    who = "the program wins" if challenged.won else "you win"
    return Table(
        *filled(columns, attempts),
        title="A challenge",
        caption="A challenge",
        closing=(
            f"{found} of {plural(len(attempts), 'word')} found, {challenged.seconds:.1f} s of "
            f"{challenged.clock:g}: {who}"
        ),
        format="emi-challenge",
        records="attempts",
        names=column_names(Attempt),
        facts=plain(challenged),
    )
