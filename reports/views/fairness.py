"""The fairness table: words that make games unfair and words to remove, by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from emi.reports.table import Cell, Column, Note, Table, filled
from emi.reports.texts import ENGLISH
from emi.reports.wording import FEW, between, few, plural
from emi.results.base import column_names, plain
from emi.results.fairness import Difficulty, Fairness, WordDifficulty

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.search.model.bounds import Bounds

_GUESSES = (
    "by a strategy with the least worst case and, among those, the least average; confused with: "
    "the words that it separates last from this one"
)
_VERDICTS = {True: "viewYes", False: "viewNo", None: "viewNotKnown"}


def fairness(
    found: Sequence[Fairness], *, title: str = "", every: bool = False, t: Texts = ENGLISH
) -> Table:
    """Return the words that make games unfair; people see only the unfair games.

    With ``every``, all games are listed, the most unfair first.
    """
    if every:
        found = sorted(found, key=lambda one: one.closeness)
    unfair = [one for one in found if every or one.fair is not True]
    return Table(
        *filled(_columns(t, every=every), unfair),
        title=title or (repr(found[0])[1:-1] if len(found) == 1 else t("viewTitleFair")),
        caption=t("viewTitleFair"),
        intro=t("viewIntroFair"),
        language=t.language,
        summary=(Note(_together(found, t)),),
        notes=tuple(Note(text) for one in unfair for text in _clusters(one, t)),
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
        notes.append(Note(f"the least average is not known for {few(open_ones)}"))
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


def _columns(t: Texts, *, every: bool) -> Iterator[tuple[Column, Callable[[Fairness], object]]]:
    def bounds(of: Callable[[Fairness], Bounds]) -> Callable[[Fairness], object]:
        def cell(one: Fairness) -> Cell:
            lower, upper = of(one).lower, of(one).upper
            marks = () if lower == upper else ("open",)
            return Cell(lower, between(lower, "?" if upper is None else upper), marks)

        return cell

    yield Column(t("viewGame"), label=True, align="left"), lambda one: one.game.name
    yield Column(t("viewSecrets")), lambda one: one.game.secrets
    yield Column(t("viewTries")), lambda one: one.tries
    yield Column(t("viewWorst")), bounds(lambda one: one.worst)
    if every:
        yield Column(t("viewSpare")), lambda one: one.slack
    yield Column(t("viewFair")), lambda one: t(_VERDICTS[one.fair])
    yield Column(t("viewMissedHead")), bounds(lambda one: one.misses)
    yield Column(t("viewTakeOff")), bounds(lambda one: one.removals)
    yield (
        Column(t("viewWhich"), align="left"),
        lambda one: few(one.removed or ()) or "?" * (not one.fair_as_read),
    )


def _clusters(one: Fairness, t: Texts) -> Iterator[str]:
    """Yield a sentence for each cluster of a game."""
    for cluster in one.clusters:
        others = [code for code in cluster.secrets if code not in set(cluster.missed)]
        some = few(others)
        if len(others) > FEW:
            some = t("fairOthers", n=len(others), some=some)
        said = t(
            "fairCluster", game=one.game, missed=few(cluster.missed), tries=one.tries, others=some
        )
        yield said if cluster.minimal else f"{said} {t('fairMaybe')}"
    if one.missed and not one.final:
        yield t("fairLimit", game=one.game, kind=t.kind(one.game.what, 2))


def _together(found: Sequence[Fairness], t: Texts) -> str:
    fair = sum(one.fair is True for one in found)
    unfair = sum(one.fair is False for one in found)
    text = t("fairGames", n=len(found), fair=fair, unfair=unfair)
    if fair + unfair < len(found):
        text += f", {t('fairUnknown', n=len(found) - fair - unfair)}"
    if all(one.fair_as_read for one in found):
        bent = any(one.game.bent for one in found)
        return t.then(":", text, t("fairBent" if bent else "fairAll"))
    if any(one.removed is None for one in found):
        return t.then(";", text, t("fairOpen"))
    gone, total = (
        sum(len(one.removed or ()) for one in found),
        sum(one.game.secrets for one in found),
    )
    without = t("fairWithout", gone=gone, total=total, kind=t.kind(found[0].game.what, 2))
    least = all(one.removals.proven for one in found)
    return t.then(";", text, without, t("fairFewest" if least else "fairFewer"))
