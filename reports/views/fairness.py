"""The fairness table: words that make games unfair and words to remove, by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from emi.results.fairness import Difficulty, Fairness, WordDifficulty
from emi.results.plain import column_names, plain
from reports.table import Cell, Column, Note, Table, filled
from reports.views.board import FEW, few
from reports.wording import between, plural

if TYPE_CHECKING:
    from search.model.bounds import Bounds

_INTRO = (
    "Words that no strategy can be sure to find within the tries, and the fewest to take off the "
    "list so that every other can be found"
)
_GUESSES = (
    "by the strategy of the least worst case, and with it of the least average; confused with: "
    "what stays possible longest beside the word"
)
_VERDICTS = {True: "yes", False: "no", None: "not known"}


def fairness(found: Sequence[Fairness], *, title: str = "", every: bool = False) -> Table:
    """Return the words that make games unfair; people see only the unfair games.

    With ``every``, all games are listed, the most unfair first.
    """
    if every:
        found = sorted(found, key=lambda one: one.closeness)
    unfair = [one for one in found if every or one.fair is not True]
    return Table(
        *filled(_columns(every=every), unfair),
        title=title or (repr(found[0])[1:-1] if len(found) == 1 else "Fairness"),
        caption="Fairness",
        intro=_INTRO,
        summary=(Note(_together(found)),),
        notes=tuple(Note(text) for one in unfair for text in _clusters(one)),
        format="emi-fairness",
        records="games",
        names=column_names(Fairness),
        facts={"games": plain(list(found))},
    )


def difficulty(found: Sequence[Difficulty], *, title: str = "") -> Table:
    """Return the difficulty of each word, the hardest words of each game first."""
    beyond = {one.game.name: one.tries for one in found}

    def guarantee(word: WordDifficulty) -> Cell:
        tries = beyond[word.game]
        marks = ("differs",) * (tries is not None and word.guarantee > tries)
        return Cell(word.guarantee, None, marks)

    words = [word for one in found for word in one.words]
    columns = [
        (Column("game", label=True, align="left"), lambda one: one.game),
        (Column("word", label=True, align="left"), lambda one: one.secret),
        (Column("guesses"), guarantee),
        (Column("by the best average"), lambda one: one.average),
        (Column("confused with", align="left"), lambda one: few(one.confused)),
    ]
    late = sum(guarantee(word).marks != () for word in words)
    said = plural(len(words), found[0].game.what)
    if late:
        said += f", {late:,} of them beyond the tries (*)"
    open_ones = [one.game.name for one in found if any(each.average is None for each in one.words)]
    notes = [Note(f"guesses: {_GUESSES}")]
    if open_ones:
        notes.append(Note(f"the least average is not known of {few(open_ones)}"))
    return Table(
        *filled(columns, words),
        title=title or "Difficulty",
        caption="Difficulty",
        intro="How many guesses each word takes, and the words it is confused with",
        summary=(Note(said),),
        notes=tuple(notes),
        format="emi-difficulty",
        records="words",
        names=column_names(WordDifficulty),
        facts={"games": plain(list(found)), "words": plain(words)},
    )


def _columns(*, every: bool) -> Iterator[tuple[Column, Callable[[Fairness], object]]]:
    def bounds(of: Callable[[Fairness], Bounds]) -> Callable[[Fairness], object]:
        def cell(one: Fairness) -> Cell:
            lower, upper = of(one).lower, of(one).upper
            marks = () if lower == upper else ("open",)
            return Cell(lower, between(lower, "?" if upper is None else upper), marks)

        return cell

    yield Column("game", label=True, align="left"), lambda one: one.game.name
    yield Column("secrets"), lambda one: one.game.secrets
    yield Column("tries"), lambda one: one.tries
    yield Column("worst case"), bounds(lambda one: one.worst)
    if every:
        yield Column("to spare"), lambda one: one.slack
    yield Column("fair"), lambda one: _VERDICTS[one.fair]
    yield Column("missed"), bounds(lambda one: one.misses)
    yield Column("to take off"), bounds(lambda one: one.removals)
    yield Column("which", align="left"), lambda one: few(one.removed or ()) or "?" * (not one.fair)


def _clusters(one: Fairness) -> Iterator[str]:
    """Yield a sentence for each cluster of a game."""
    for cluster in one.clusters:
        others = [code for code in cluster.secrets if code not in set(cluster.missed)]
        many = f"{len(others):,} others, such as " if len(others) > FEW else ""
        yield (
            f"{one.game}: {few(cluster.missed)} cannot be sure within {one.tries} beside "
            f"{many}{few(others)}{'' if cluster.minimal else ' (fewer of them may be enough)'}"
        )
    if one.missed and not one.final:
        kind = one.game.kind
        yield f"{one.game}: counting what is missed takes long, another run may name other {kind}"


def _together(found: Sequence[Fairness]) -> str:
    fair = sum(one.fair is True for one in found)
    unfair = sum(one.fair is False for one in found)
    text = f"{plural(len(found), 'game')}, {fair} fair, {unfair} not"
    if fair + unfair < len(found):
        text += f", {len(found) - fair - unfair} not known"
    if fair == len(found):
        return f"{text}: every secret can be found within the tries, proven"
    if any(one.removed is None for one in found):
        return f"{text}; what to take off is not known of all"
    total = sum(one.game.secrets for one in found)
    gone = sum(len(one.removed or ()) for one in found)
    least = all(one.removals.proven for one in found)
    fewest = "no fewer are enough" if least else "fewer may be enough"
    return (
        f"{text}; without {gone:,} of {total:,} {found[0].game.kind} every other can be found "
        f"within the tries, proven; {fewest}"
    )
