"""A position: the guesses made, the remaining candidates, and ranked next guesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from emi.reports.table import PAGE, PEOPLE, Cell, Column, Facts, Legend, Note, Table, filled
from emi.reports.texts import ENGLISH
from emi.reports.wording import at_most, share
from emi.reports.writers.text import natural_width
from emi.results.advice import Exact, GuessProfile
from emi.results.base import column_names, plain, rounded
from emi.search.model.bounds import Bounds

if TYPE_CHECKING:
    from emi.reports.texts import Texts
    from emi.results.advice import Advice, Explanation
    from emi.results.base import GameFacts
    from emi.results.playing import Turn
    from emi.search.heuristics.profiles import Runs

_LEFT = 20
"""The most candidates listed beside a position."""
_FEW = 12
"""The most candidates listed, with one column each in a GitHub table."""
_RUNS = 24
"""The width of a vector among other figures, and the minimum width for class sizes."""
_WIDE = 60
"""The width for class sizes where the width is unlimited."""
_TABLE = frozenset({"table"})
_PAGES = frozenset({"markdown"}) | PAGE
Columns: TypeAlias = "list[tuple[Column, Callable[[GuessProfile], object]]]"


def guesses(
    explained: Explanation,
    *,
    show: Sequence[str] | None = None,
    width: int = 80,
    t: Texts = ENGLISH,
) -> Table:
    """Return a position with ranked next guesses and the aggregates to show.

    If the vectors do not fit into the terminal width (in characters), the class sizes are shown
    instead.
    """
    what = explained.game.what
    if show is None:
        show = [*explained.guesses[0].values] if explained.guesses else []
    off, last = t("guessOffList"), explained.turns[-1] if explained.turns else None
    turns = tuple(
        f"{turn.guess} {turn.feedback}  {'' if turn.listed else f'{off}, '}"
        f"{_left(turn, what, explained.likeliest if turn is last else (), t)}".rstrip(" ,")
        for turn in explained.turns
    )
    title = t.then(":", str(explained.game), secrets(explained.game, t))
    columns: Columns = []
    summary: tuple[Note, ...] = ()
    legend: tuple[Legend, ...] = ()
    if len(explained.possible) > 1:
        vectors = _with_vectors(explained, show, width)
        columns = _for_people(explained, show, vectors, width, t)
        summary = tuple(
            map(Note, (_order(explained, t), *_profiled(explained, t), prospect(explained, t)))
        )
        singular, many = t.kind(what, 1), t.kind(what, 3)
        legend = tuple(
            Legend(
                "possible", singular.upper(), t("viewRight", more=more), t("sayColGuess"), formats
            )
            for more, formats in (
                (t("viewVectorMean", kind=singular), vectors),
                (t("viewClassesMean", kind=many), PEOPLE - vectors),
            )
        )
    return Table(
        *filled(columns, explained.guesses),
        title=title if turns else f"{title}{_words(explained.likeliest or explained.possible, t)}",
        caption=t("viewNext"),
        language=t.language,
        lead=turns,
        summary=summary,
        legend=legend,
        opening=advice(explained, t),
        format="emi-position",
        records="profiles",
        names=(*column_names(GuessProfile), "keeps"),
        facts=Facts(lambda: _facts(explained, show)),
    )


def written(runs: Runs, room: int | None = None) -> str:
    """Return runs as text, ``3x7`` for seven threes, cut to the width but never empty."""
    parts = [str(size) if times == 1 else f"{size}x{times}" for size, times in runs]
    text = " ".join(parts)
    while room is not None and len(text) > room and len(parts) > 1:
        parts.pop()
        text = f"{' '.join(parts)} ..."
    return text


def figure(value: float | Fraction | Runs, room: int | None = None) -> str:
    """Return the value of an aggregate as the paper's tables print it, within a width."""
    if isinstance(value, tuple):
        return written(value, room)
    if isinstance(value, Fraction):
        whole, _, part = rounded(value, 2).partition(".")
        return f"{int(whole):,}.{part}"
    return f"{value:,}" if isinstance(value, int) else f"{value:z,.2f}"


def still(what: str, number: int, t: Texts) -> str:
    """Return the number of possible secrets as text, such as ``3 words left``."""
    return t("sayStill", n=number, kind=t.kind(what, number))


def secrets(game: GameFacts, t: Texts) -> str:
    """Return the number of secrets of a game, and their word list."""
    said = t("sayContents", n=game.secrets, kind=t.kind(game.what, game.secrets))
    return said if game.lexicon is None else t("sayOfList", what=said, name=game.lexicon.name)


def _words(words: Sequence[str], t: Texts) -> str:
    return t.then(":", "", " ".join(words)) if 0 < len(words) <= _LEFT else ""


def _left(turn: Turn, what: str, likeliest: Sequence[str], t: Texts) -> str:
    """Return the candidates that a guess left as text: their number, and the words if few."""
    if turn.possible is None:
        return ""
    return f"{still(what, len(turn.possible), t)}{_words(likeliest or turn.possible, t)}"


def _order(explained: Explanation, t: Texts) -> str:
    """Return the sort order of the guesses, and the number of guesses not listed."""
    name, listed, what = explained.heuristic.name, explained.listed, explained.game.what
    if explained.advice is not None:
        name = t("viewExact" if explained.advice.complete else "viewExactTime", name=name)
    if listed == explained.ranked:
        return t("viewRanked", n=listed, kind=t.kind(what, listed), name=name)
    return t("viewRankedFirst", n=listed, count=t.counted(what, explained.ranked), name=name)


def _profiled(explained: Explanation, t: Texts) -> list[str]:
    """Return a note on the order of guesses if time did not suffice to profile all."""
    if explained.profiled == explained.ranked:
        return []
    said = t("viewProfiled", n=explained.profiled)
    if explained.sample:
        count = t.counted(explained.game.what, explained.sample)
        said = t("viewSampled", profiled=said, count=count)
    return [said]


def left_out(explained: Explanation, t: Texts = ENGLISH) -> str:
    """Return a note if guesses are missing because time ran out."""
    if not explained.left_out:
        return ""
    listed = len(explained.guesses)
    return t("sayLeftOut", n=listed, of=listed + explained.left_out)


def _with_vectors(explained: Explanation, show: Sequence[str], width: int) -> frozenset[str]:
    """Return the formats for people that have room for the vectors."""
    if not explained.guesses[0].vector:
        return frozenset()
    columns = [
        *name_columns(),
        *exact_columns(explained),
        *_vectors(explained, _TABLE),
        *_values(show),
        *usual_columns(explained),
    ]
    # The headings alone mostly tell that there is no room.
    fits = sum(len(word) + 2 for word in explained.possible) <= width and (
        natural_width(Table(*filled(columns, explained.guesses))) <= width
    )
    few = len(explained.possible) <= _FEW
    return (_TABLE if fits else frozenset()) | (_PAGES if few else frozenset())


def _for_people(
    explained: Explanation, show: Sequence[str], vectors: frozenset[str], width: int, t: Texts
) -> Columns:
    figures = [
        *name_columns(t),
        *exact_columns(explained, t),
        *_vectors(explained, vectors),
        *_values(show, t),
        *usual_columns(explained, t),
    ]

    @cache
    def room() -> int:
        if "table" in vectors:
            return _WIDE
        labels, every = (
            natural_width(Table(*filled(some, explained.guesses)))
            for some in (name_columns(t), figures)
        )
        # What does not fit beside the other columns is below, beside the guesses.
        return max(width - every - 2, min(_RUNS, width - labels - 2))

    classes = Column(t("viewClasses"), align="left", formats=PEOPLE - vectors)
    return [*figures, (classes, lambda profile: written(profile.classes, room()))]


def name_columns(t: Texts = ENGLISH) -> Columns:
    """Return the column of the guess, marked if the guess may be the secret."""
    text = Column("", align="left", formats=_TABLE, label=True)
    page = Column(t("sayColGuess"), align="left", formats=_PAGES, label=True)

    def alike(row: GuessProfile) -> str:
        return f" {t('alike', n=row.alike - 1)}" if row.alike > 1 else ""

    return [
        (text, lambda row: f"{row.guess} {'*' if row.possible else ' '}{alike(row)}"),
        (
            page,
            lambda row: Cell(row.guess, f"{row.guess}{alike(row)}", ("possible",) * row.possible),
        ),
    ]


def usual_columns(explained: Explanation, t: Texts = ENGLISH) -> Columns:
    """Return a column that marks usual words, if there is a list of them."""
    if all(profile.usual is None for profile in explained.guesses):
        return []
    said = t("yes")
    return [
        (
            Column(t("sayColUsual")),
            lambda profile: Cell(profile.usual, said if profile.usual else ""),
        )
    ]


def _total(profile: GuessProfile) -> Bounds | None:
    return None if profile.exact is None else profile.exact.total


def exact_columns(explained: Explanation, t: Texts = ENGLISH) -> Columns:
    """Return the columns of exact play: worst case and average after a guess, as far as proven."""
    if explained.advice is None:
        return []
    count = explained.whole

    def worst(profile: GuessProfile) -> Cell:
        if profile.exact is None:
            return Cell(None, "")
        bounds = profile.exact.worst
        if bounds.upper is None:
            return Cell(None, f"> {bounds.lower - 1}")
        return Cell(bounds.upper, at_most(bounds.upper, proven=bounds.proven))

    def average(profile: GuessProfile) -> Cell:
        total = _total(profile)
        if total is None or total.upper is None:
            return Cell(None, "")
        mean = Fraction(total.upper, count)
        return Cell(mean, at_most(t.decimal(rounded(mean, 2)), proven=total.proven))

    return [
        (Column(t("sayColWorst")), worst),
        (Column(t("sayColAverage")), average),
    ]


def _vectors(explained: Explanation, formats: frozenset[str]) -> Columns:
    if not formats or not explained.guesses or not explained.guesses[0].vector:
        return []

    def size(at: int) -> Callable[[GuessProfile], object]:
        return lambda profile: profile.vector[at]

    return [
        (Column(word, formats=formats, literal=True), size(at))
        for at, word in enumerate(explained.possible)
    ]


def _values(show: Sequence[str], t: Texts = ENGLISH) -> Columns:
    def cell(name: str) -> Callable[[GuessProfile], Cell]:
        def of(profile: GuessProfile) -> Cell:
            value = profile.values[name]
            key = None if isinstance(value, tuple) else value
            return Cell(key, t.decimal(figure(value, _RUNS)))

        return of

    return [(Column(name), cell(name)) for name in show]


def _facts(explained: Explanation, show: Sequence[str]) -> dict[str, object]:
    """Return the facts for programs, with the aggregates that are shown."""
    facts: dict[str, Any] = plain(explained)
    for guess, profile in zip(explained.guesses, facts["profiles"], strict=True):
        profile["values"] = {name: profile["values"][name] for name in show}
        profile["keeps"] = explained.advice and explained.advice.keeps(guess.exact)
    return facts


def advice(explained: Explanation, t: Texts = ENGLISH) -> str:
    """Return a sentence that recommends a guess and gives its value, without the full stop."""
    possible = explained.possible
    if explained.found:
        turns = [turn.guess for turn in explained.turns]
        return t("sayRight", word=possible[0], n=turns.index(possible[0]) + 1)
    if len(possible) == 1:
        return t("sayOnly", word=possible[0], kind=t.kind(explained.game.what, 1))
    best = explained.guesses[0]
    said = _reason(explained, best, t) if explained.advice is None else _exactly(explained, t)
    if explained.usual:
        said = t("sayUsual", said=said)
    if explained.better is not None:
        mean = ", ".join(["", *_worth(explained, explained.better.exact, t)])
        said = t("sayBetter", said=said, word=explained.better.guess, mean=mean)
    return t("sayPlay", word=best.guess, said=said)


def _exactly(explained: Explanation, t: Texts) -> str:
    """Return the value of the first guess in exact play as text, with its rival."""
    advice = cast("Advice", explained.advice)
    if advice.misses is not None:
        return _missing(explained, advice.misses, t)
    # Upper bounds are those of the first guess, lower bounds those of all.
    exact = explained.guesses[0].exact or Exact(Bounds(1, None), None)
    worst = Bounds(advice.worst.lower, exact.worst.upper)
    total = Bounds(advice.total.lower, None if exact.total is None else exact.total.upper)
    if explained.better is not None:
        worst, total = exact.worst, exact.total or total
    rival = None if explained.usual else advice.rival
    if advice.by == "average" and total.upper is not None:
        said = _average(explained, total, t)
        if worst.upper is not None:
            said = f"{said}, {t('sayAtMost', n=worst.upper)}"
        if rival is not None:
            said = t("saySurest", said=said, word=rival.guess, n=rival.exact.worst.upper)
        return said
    if worst.upper is None:
        return t("sayLeast", n=worst.lower)
    proven = t("sayProven")
    sure = proven if worst.proven else t.then(":", t("sayOpen"), t("sayMore", n=worst.lower))
    most, mean = t("sayMost", n=worst.upper), _average(explained, total, t)
    if not (worst.proven and total.proven):
        most = f"{most} ({sure})"
    said = t.then(";", most, mean) if total.upper is None else f"{most}, {mean}"
    if rival is not None and rival.exact.total is not None:
        mean = _mean(explained, rival.exact.total.upper, t)
        said = t("sayLowest", said=said, word=rival.guess, mean=mean)
    return said


def _average(explained: Explanation, total: Bounds, t: Texts) -> str:
    """Return the average of the first guess as text, and whether it is proven."""
    if total.upper is None:
        return t("sayNoMean")
    mean = _mean(explained, total.upper, t)
    if total.proven:
        return f"{t('sayMean', mean=mean)} ({t('sayProven')})"
    least = t("sayMore", n=_mean(explained, total.lower, t))
    return f"{t('sayMean', mean=f'≤{mean}')} ({least})"


def _mean(explained: Explanation, total: int | None, t: Texts) -> str:
    """Return the mean number of guesses as text, from their total."""
    return t.decimal(rounded(Fraction(total or 0, explained.whole), 2))


def _worth(explained: Explanation, exact: Exact | None, t: Texts) -> list[str]:
    """Return the average and the worst case of a guess as texts, as far as they are known."""
    said = []
    if exact is not None and exact.total is not None and exact.total.upper is not None:
        mean = _mean(explained, exact.total.upper, t)
        said.append(t("sayMean", mean=mean if exact.total.proven else f"≤{mean}"))
    if exact is not None and exact.worst.upper is not None:
        said.append(t("sayAtMost", n=exact.worst.upper))
    return said


def _missing(explained: Explanation, misses: Bounds, t: Texts) -> str:
    """Return the number or share of secrets guaranteed within the remaining tries, as text."""
    within = t("sayWithin", n=(explained.game.allowed or 0) - len(explained.turns))
    if misses.upper is None:
        return t("sayNever", within=within)
    proof = t("sayProven" if misses.proven else "sayOpen")
    weight = explained.whole - misses.upper
    if explained.weight is not None:
        part = t.decimal(share(weight, explained.weight))
        return t("sayShare", within=within, share=part, proof=proof)
    what = explained.game.what
    words = f"{explained.whole:,} {t.kind(what, explained.whole)}"
    return t("saySure", found=weight, words=words, within=within, proof=proof)


def _reason(explained: Explanation, best: GuessProfile, t: Texts) -> str:
    """Return the reason why a heuristic puts a guess first, as text."""
    heuristic, kind = explained.heuristic, t.kind(explained.game.what, 2)
    if not heuristic.by:
        return t("viewReasonFirst", kind=kind)
    reason = ""
    for aggregate in heuristic.by:
        value = f"{aggregate.name} {t.decimal(figure(best.values[aggregate.name], _RUNS))}"
        reason = t("viewReasonThen", one=reason, other=value) if reason else value
    reason = t(f"viewReason{heuristic.direction}", values=reason)
    if heuristic.candidates_only:
        reason = t("viewReasonPossible", reason=reason, kind=kind)
    if explained.tied > 1:
        reason = t("viewReasonTied", reason=reason, n=explained.tied - 1)
    return reason


def rated(explained: Explanation, guess: str, first: int, t: Texts = ENGLISH) -> str:
    """Return a sentence about a guess: its rank, its value beside the best one, and its classes.

    ``explained`` lists the ``first`` best guesses, and this one.
    """
    profiles = explained.guesses
    if explained.possible == (guess,):
        return advice(explained, t)
    place = next(at for at, profile in enumerate(profiles) if profile.guess == guess)
    profile, best, what = profiles[place], profiles[0], explained.game.what
    before = sum(row.alike for row in profiles[:place])
    said = t("sayPlace", word=guess, n=before + 1, of=explained.ranked)
    if place == first:
        said = t("sayBehind", word=guess, n=before, of=explained.ranked)
    parts = [said, *_worth(explained, profile.exact, t)]
    total, least = _total(profile), _total(best)
    if total is not None and least is not None and total.proven and least.proven:
        cost = cast("int", total.upper) - least.lower
        if cost > 0:
            parts.insert(2, t("sayCosts", cost=_mean(explained, cost, t), word=best.guess))
    largest = profile.classes[0][0]
    leaves = t("sayLeaves", n=largest, kind=t.kind(what, largest))
    if largest == len(explained.possible) > 1:
        leaves = t("sayTellsNothing", word=guess, n=largest, kind=t.kind(what, 2))
    expected = cast("Fraction", profile.values["ExpectedSize"])
    parts.append(f"{leaves} ({t('viewExpected')} {t.decimal(rounded(Fraction(expected), 2))})")
    return t.then(";", ", ".join(parts[:-1]), parts[-1])


def prospect(explained: Explanation, t: Texts = ENGLISH) -> str:
    """Return a sentence on the outcomes of the first guess, if at least two words are possible."""
    game = explained.game
    said = [_outcome(explained, t)]
    advice, others = explained.advice, explained.tied - 1
    if advice is not None and game.allowed is not None:
        left = max(game.allowed - len(explained.turns), 0)
        said.append(t("sayAllows", n=left))
    if advice is not None and advice.misses is None and advice.exact and others:
        said.append(t("sayAsGood" if explained.ties_known else "sayAsGoodLeast", n=others))
    return t.then(";", *said)


def _outcome(explained: Explanation, t: Texts) -> str:
    """Return whether the first guess may be right, and how many candidates it leaves, as text."""
    best, what = explained.guesses[0], explained.game.what
    largest, possible = best.classes[0][0], len(explained.possible)
    if largest == possible:
        kind = t.kind(what, 2)
        return t("sayTellsNothing", word=best.guess, n=possible, kind=kind)
    left = t("sayLeaves", n=largest, kind=t.kind(what, largest))
    return t("sayIfNot" if best.possible else "sayNotRight", word=best.guess, left=left)
