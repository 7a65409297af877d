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
    games: Sequence[Fairness], *, title: str = "", every: bool = False, t: Texts = ENGLISH
) -> Table:
    """Return the words that make games unfair; people see only the unfair games.

    With ``every``, all games are listed, the most unfair first.
    """
    if every:
        games = sorted(games, key=lambda game: game.closeness)
    unfair = [game for game in games if every or game.fair is not True]
    return Table(
        *filled(_columns(t, every=every), unfair),
        title=title or (repr(games[0])[1:-1] if len(games) == 1 else t("viewTitleFair")),
        caption=t("viewTitleFair"),
        intro=t("viewIntroFair"),
        language=t.language,
        summary=(Note(_together(games, t)),),
        notes=tuple(Note(text) for game in unfair for text in _clusters(game, t)),
        format="emi-fairness",
        records="games",
        names=column_names(Fairness),
        facts={"games": plain(list(games))},
    )


def difficulty(games: Sequence[Difficulty], *, title: str = "") -> Table:
    """Return the difficulty of each word, the hardest words of each game first."""
    beyond = {game.game.name: game.tries for game in games}

    def guarantee(word: WordDifficulty) -> Cell:
        tries = beyond[word.game]
        marks = ("differs",) * (tries is not None and word.guarantee > tries)
        return Cell(word.guarantee, None, marks)

    words = [word for game in games for word in game.words]
    columns = [
        (Column("game", label=True, align="left"), lambda game: game.game),
        (Column("word", label=True, align="left"), lambda game: game.secret),
        (Column("guesses"), guarantee),
        (Column("by the best average"), lambda game: game.average),
        (Column("confused with", align="left"), lambda game: few(game.confused)),
    ]
    late = sum(guarantee(word).marks != () for word in words)
    said = plural(len(words), games[0].game.what)
    if late:
        said += f", {late:,} of them beyond the tries (*)"
    open_ones = [
        game.game.name for game in games if any(word.average is None for word in game.words)
    ]
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
        facts={"games": plain(list(games)), "words": plain(words)},
    )


def _columns(t: Texts, *, every: bool) -> Iterator[tuple[Column, Callable[[Fairness], object]]]:
    def bounds(of: Callable[[Fairness], Bounds]) -> Callable[[Fairness], object]:
        def cell(game: Fairness) -> Cell:
            lower, upper = of(game).lower, of(game).upper
            marks = () if lower == upper else ("open",)
            return Cell(lower, between(lower, "?" if upper is None else upper), marks)

        return cell

    yield Column(t("viewGame"), label=True, align="left"), lambda game: game.game.name
    yield Column(t("viewSecrets")), lambda game: game.game.secrets
    yield Column(t("viewTries")), lambda game: game.tries
    yield Column(t("viewWorst")), bounds(lambda game: game.worst)
    if every:
        yield Column(t("viewSpare")), lambda game: game.slack
    yield Column(t("viewFair")), lambda game: t(_VERDICTS[game.fair])
    yield Column(t("viewMissedHead")), bounds(lambda game: game.misses)
    yield Column(t("viewTakeOff")), bounds(lambda game: game.removals)
    yield (
        Column(t("viewWhich"), align="left"),
        lambda game: few(game.removed or ()) or "?" * (not game.fair_as_read),
    )


def _clusters(game: Fairness, t: Texts) -> Iterator[str]:
    """Yield a sentence for each cluster of a game."""
    for cluster in game.clusters:
        others = [code for code in cluster.secrets if code not in set(cluster.missed)]
        some = few(others)
        if len(others) > FEW:
            some = t("fairOthers", n=len(others), some=some)
        said = t(
            "fairCluster", game=game.game, missed=few(cluster.missed), tries=game.tries, others=some
        )
        yield said if cluster.minimal else f"{said} {t('fairMaybe')}"
    if game.missed and not game.final:
        yield t("fairLimit", game=game.game, kind=t.kind(game.game.what, 2))


def _together(games: Sequence[Fairness], t: Texts) -> str:
    fair = sum(game.fair is True for game in games)
    unfair = sum(game.fair is False for game in games)
    text = t("fairGames", n=len(games), fair=fair, unfair=unfair)
    if fair + unfair < len(games):
        text += f", {t('fairUnknown', n=len(games) - fair - unfair)}"
    if all(game.fair_as_read for game in games):
        bent = any(game.game.bent for game in games)
        return t.then(":", text, t("fairBent" if bent else "fairAll"))
    if any(game.removed is None for game in games):
        return t.then(";", text, t("fairOpen"))
    gone, total = (
        sum(len(game.removed or ()) for game in games),
        sum(game.game.secrets for game in games),
    )
    without = t("fairWithout", gone=gone, total=total, kind=t.kind(games[0].game.what, 2))
    least = all(game.removals.proven for game in games)
    return t.then(";", text, without, t("fairFewest" if least else "fairFewer"))
