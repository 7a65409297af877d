"""Reviews of played games, ranked guesses, and games against the clock."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Legend, Note, Table, filled
from emi.reports.texts import ENGLISH, listed, said
from emi.reports.views.guesses import (
    advice,
    exact_columns,
    name_columns,
    prospect,
    secrets,
    still,
    usual_columns,
)
from emi.results.base import column_names, plain, rounded
from emi.results.playing import Attempt, Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from emi.reports.texts import Texts
    from emi.results.advice import Explanation, GuessProfile
    from emi.results.base import GameFacts
    from emi.results.playing import ChallengeResult, Review


#: The most words named in a note.
SUCH = 4


def contents(game: GameFacts, t: Texts = ENGLISH) -> str:
    """Return `GameFacts.contents` in the language of a player."""
    drawn = secrets(game, t)
    if game.boards is not None:
        drawn = t("boardsOf", boards=t("sizeBoards", n=game.boards), what=drawn)
    if game.guesses == game.secrets:
        return drawn
    guesses = t("sayGuesses", n=game.guesses)
    if game.proposed is not None:
        guesses = t("sayOfList", what=guesses, name=game.proposed.name)
    return f"{drawn}, {guesses}"


def review(reviewed: Review, *, t: Texts = ENGLISH) -> Table:
    """Return the guesses of a game compared with the best ones."""

    def part(move: Move, value: Fraction | None) -> Cell:
        text = "" if value is None else _estimated(move, t.decimal(signed(value)))
        return Cell(value, text, () if move.exact else ("open",))

    def skill(move: Move) -> Cell:
        text = "" if move.skill is None else _estimated(move, rounded(move.skill, 0))
        return Cell(move.skill, text, () if move.exact else ("open",))

    def rest(value: Fraction | None) -> Cell:
        return Cell(value, "" if value is None else t.decimal(rounded(value, 1)))

    def surely(move: Move) -> Cell:
        bounds = move.surely
        if bounds is None:
            return Cell(None, "")
        return Cell(None, str(bounds), () if bounds.proven else ("open",), key=bounds.upper)

    def after(move: Move) -> Cell:
        return Cell(move.after, t("sayOnList", n=move.after) if reviewed.unlisted else None)

    moves = reviewed.moves
    table = [
        (Column(t("sayColGuess"), align="left", label=True), lambda move: move.guess),
        (Column(t("sayColFeedback"), align="left"), lambda move: move.feedback),
        (Column(t("sayColAfter")), after),
        (Column(t("viewExpected")), lambda move: rest(move.expected_size)),
        (Column(t("sayColSurely")), surely),
        (Column(t("sayColBest"), align="left"), lambda move: move.best),
        (Column(t("sayColCost")), lambda move: part(move, move.cost)),
        (Column(t("sayColSkill")), skill),
        (Column(t("sayColLuck")), lambda move: part(move, move.luck)),
    ]
    what = reviewed.game.what
    words = [
        Note(t.then(":", move.guess, still(what, len(move.likeliest), t), " ".join(move.likeliest)))
        for move in moves
        if move.likeliest
    ]
    better = [Note(text) for move in moves if (text := _better(move, what, t))]
    order = t("sayReviewWorst" if reviewed.by == "worst" else "sayReviewAverage")
    notes = [*words, *better, Note(order), Note(t("sayReviewAfter")), Note(t("sayReviewCost"))]
    if off := [
        move.guess for move in moves if not (move.listed or move.guess in reviewed.unlisted)
    ]:
        notes.insert(0, Note(f"{listed(off, SUCH)}: {t('guessOffList')}"))
    if reviewed.unlisted:
        notes.insert(0, Note(t("sayReviewOff", words=listed(reviewed.unlisted, SUCH))))
    return Table(
        *filled(table, moves),
        title=t("sayReview", game=reviewed.game),
        caption="A game that was played",
        notes=tuple(notes),
        closing=_summed(reviewed, t),
        format="emi-review",
        records="moves",
        names=column_names(Move),
        facts=plain(reviewed),
    )


def _estimated(move: Move, text: str) -> str:
    """Return a value as text, marked if it is estimated."""
    return text if move.exact else f"≈{text}"


def _better(move: Move, what: str, t: Texts) -> str:
    """Return why another guess was better; empty if none is known to be."""
    yours, best = move.expected_size, move.best_size
    if move.beyond and move.surely is not None and move.surely.upper is not None and move.best:
        return t("sayReviewBeyond", best=move.best, guess=move.guess, n=move.surely.upper)
    if move.best == move.guess or not move.cost or yours is None or best is None:
        return ""
    return t(
        "sayReviewBetter", best=move.best, left=t.decimal(rounded(best, 1)), kind=t.kind(what, 2),
        guess=move.guess, yours=t.decimal(rounded(yours, 1)),
        cost=_estimated(move, t.decimal(rounded(move.cost, 2))),
    )  # fmt: skip


def signed(value: Fraction) -> str:
    """Return a number of guesses with its sign; none if it is rounded to 0.

    Examples
    --------
    >>> [signed(Fraction(1, n)) for n in (3, -3, -300)]
    ['+0.33', '-0.33', '0.00']
    """
    said = rounded(abs(value), 2)
    sign = "" if not float(said) else "-" if value < 0 else "+"
    return f"{sign}{said}"


def _summed(reviewed: Review, t: Texts) -> str:
    """Return a sentence with the number of guesses, and their cost and luck in all."""
    moves, mean = reviewed.moves, reviewed.mean
    made = t("sayReviewMade", n=len(moves))
    if not reviewed.found:
        made = t("sayReviewLost", made=made)
    valued = [
        (move.cost, move.luck) for move in moves if move.cost is not None and move.luck is not None
    ]
    if reviewed.unlisted and len(valued) < len(moves):
        return t("sayReviewOffCost", made=made)
    if not valued:
        return t("sayReviewNone", made=made)
    cost, luck = (sum(amounts, Fraction(0)) for amounts in zip(*valued, strict=True))
    more = "sayReviewMore" if cost >= 0 else "sayReviewLess"
    saved = "sayReviewSaved" if luck >= 0 else "sayReviewSpent"
    if reviewed.skill is not None:
        skill = rounded(reviewed.skill, 0)
        made = t("sayReviewSkill", skill=skill, luck=t.decimal(signed(luck)), made=made)
    if any(move.cost is not None and not move.exact for move in moves):
        made = t("sayReviewEstimated", made=made)
    said = {
        "made": made,
        # What gives up the worst case may have a lower average.
        "cost": t(more, cost=t.decimal(rounded(abs(cost), 2))),
        "luck": t(saved, luck=t.decimal(rounded(abs(luck), 2))),
    }
    if len(valued) == len(moves) and mean is not None:
        return t("sayReviewAll", mean=t.decimal(rounded(mean, 2)), **said)
    return t("sayReviewSome", n=len(valued), **said)


def ranked(explained: Explanation, t: Texts = ENGLISH) -> Table:
    """Return ranked next guesses: largest class, expected size, bits and exact play."""

    def value(name: str, places: int | None) -> Callable[[GuessProfile], Cell]:
        def of(profile: GuessProfile) -> Cell:
            amount = profile.values[name]
            if places is None or isinstance(amount, tuple):
                return Cell(amount)
            return Cell(amount, t.decimal(rounded(Fraction(amount), places)))

        return of

    columns = [
        *name_columns(t),
        (Column(t("sayColLargest")), value("Max", None)),
        (Column(t("viewExpected")), value("ExpectedSize", 2)),
        (Column("bits"), value("Information", 2)),
        *exact_columns(explained, t),
        *usual_columns(explained, t),
    ]
    rows = explained.guesses if len(explained.possible) > 1 else ()
    if explained.likeliest:
        # Of few candidates all are listed, and other guesses only if they are better.
        first = next((at for at, row in enumerate(rows) if row.possible), len(rows))
        rows = (*rows[:first], *[row for row in rows[first:] if row.possible])
    listed = sum(row.alike for row in rows)
    count = t("sayListedAll", n=listed)
    if listed != explained.ranked:
        count = t("sayListed", n=listed, of=explained.ranked)
    what = t.kind(explained.game.what, 1).upper()
    legend = Legend("possible", what, t("sayMayBeRight"), "guess")
    notes = (Note(count), Note(prospect(explained, t))) if listed > 1 else ()
    return Table(
        *filled(columns, rows),
        caption=t("viewNext"),
        summary=notes,
        legend=(legend,) if listed else (),
        opening=advice(explained, t),
    )


def challenge(challenged: ChallengeResult, t: Texts = ENGLISH) -> Table:
    """Return the words of a challenge with their tries and times."""
    columns = [
        (Column(t("theWord"), align="left", label=True), lambda attempt: attempt.word),
        (Column(t("viewGame"), align="left"), lambda attempt: attempt.game),
        (
            Column(t("found")),
            lambda attempt: Cell(attempt.found, t("viewYes" if attempt.found else "viewNo")),
        ),
        (Column(t("viewTries")), lambda attempt: Cell(len(attempt.turns), str(len(attempt.turns)))),
        (Column(t("sayAllowed")), lambda attempt: attempt.tries),
        (
            Column(t("viewSeconds")),
            lambda attempt: Cell(attempt.seconds, t.decimal(f"{attempt.seconds:.1f}")),
        ),
    ]
    attempts = challenged.attempts
    return Table(
        *filled(columns, attempts),
        title=t("sayChallenge"),
        caption=t("sayChallenge"),
        closing=t(
            "sayChallenged", found=sum(attempt.found for attempt in attempts),
            words=t.counted("word", len(attempts)), clock=f"{challenged.clock:g}",
            seconds=t.decimal(f"{challenged.seconds:.1f}"),
            who=said("sayWonByProgram" if challenged.won else "sayWonByYou"),
        ),
        format="emi-challenge",
        records="attempts",
        names=column_names(Attempt),
        facts=plain(challenged),
    )  # fmt: skip
