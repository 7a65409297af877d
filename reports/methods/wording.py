"""What a comparison of methods shows, in the sentences that every form of it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.methods.outcome import Summary, limited, rounded
from reports.methods.published import Figures, PublishedMethods

__all__ = [
    "Finding",
    "absent",
    "allowances",
    "comparison",
    "figures",
    "findings",
    "noun",
    "shortfalls",
    "spans",
    "summary",
    "told",
]


@dataclass(frozen=True)
class Finding:
    """What became of the published figures of one method.

    Attributes
    ----------
    published : Figures
        What is published.
    first : Summary
        The first computed row of the method: that of the usual setting.
    nearest : Summary
        Of all its computed rows the one whose average comes nearest, then its fails, then its
        worst case.
    rows : int
        How many computed rows the method has.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> rows = summaries([
    ...     Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2)),
    ...     Outcome("Sum", "alphabetical", "lowest", 5, 2, (1, 3, 3)),
    ... ])
    >>> finding = Finding(Figures(None, 3, 3), rows[0], rows[1], 2)
    >>> finding.agrees, finding.exact
    (False, True)
    >>> print(finding)
    Sum: 2.1429 / 2 / 3 here, ? / 3 / 3 published; with ties alphabetical exactly as published
    """

    published: Figures
    first: Summary
    nearest: Summary
    rows: int

    @property
    def agrees(self) -> bool:
        """Whether the usual setting gives what is published."""
        return not any(self.published.unlike(self.first))

    @property
    def exact(self) -> bool:
        """Whether some setting gives what is published."""
        return not any(self.published.unlike(self.nearest))

    def __str__(self) -> str:
        here = f"{self.first.method}: {figures(self.first)} here, {self.published} published"
        if self.agrees:
            return here
        if self.rows == 1:
            return f"{here}; no other setting is shown"
        if self.nearest == self.first:
            return f"{here}; of the settings shown this comes nearest"
        setting = _setting(self.nearest, self.first)
        if self.exact:
            return f"{here}; with {setting} exactly as published"
        return f"{here}; nearest with {setting}: {figures(self.nearest)}, and none is exact"


def findings(methods: Sequence[Summary], against: PublishedMethods) -> list[Finding]:
    """Hold what is published against all that was computed.

    Parameters
    ----------
    methods : sequence of Summary
        The computed rows; the first of a method is of its usual setting.
    against : PublishedMethods
        The published figures.

    Returns
    -------
    list of Finding
        One for each published method that was computed and that has a figure, in the order of the
        computed rows.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> rows = summaries([Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2))])
    >>> [str(each) for each in findings(rows, PublishedMethods({"Sum": Figures(None, 3, 3)}, ""))]
    ['Sum: 2.1429 / 2 / 3 here, ? / 3 / 3 published; no other setting is shown']
    """
    found = []
    for method in dict.fromkeys(each.method for each in methods):
        rows = [each for each in methods if each.method == method]
        published = against.of(method)
        if published is None or against.differs(rows[0]) is None:
            continue
        # Of rows that are equally near, the first.
        nearest = min(rows, key=published.distance)
        found.append(Finding(published, rows[0], nearest, len(rows)))
    return found


def absent(methods: Iterable[Summary], against: PublishedMethods) -> list[str]:
    """Return the published methods that were not computed.

    Examples
    --------
    >>> absent([], PublishedMethods({"Minimax": Figures(None, None, 7)}, "paper.csv"))
    ['Minimax: ? / ? / 7 published, not computed here']
    """
    computed = [against.of(method) for method in {each.method for each in methods}]
    return [
        f"{name}: {published} published, not computed here"
        for name, published in against.figures.items()
        if not any(published is each for each in computed)
    ]


def figures(one: Summary) -> str:
    """Return average, fails and worst case of a computed method.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome
    >>> figures(Summary((Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2)),)))
    '2.1429 / 2 / 3'
    """
    fails = "?" if one.fails is None else one.fails
    return f"{rounded(one.mean)} / {fails} / {one.worst}"


def noun(methods: Sequence[Summary]) -> str:
    """Return what the methods find, a word or a code.

    Examples
    --------
    >>> noun([])
    'word'
    """
    return methods[0].outcomes[0].what if methods else "word"


def summary(methods: Sequence[Summary]) -> str:
    """Say how many methods there are and how many words they were tried on.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> five = Outcome("Sum", "possible", "lowest", 5, 2, (1, 4, 2))
    >>> summary(summaries([five, Outcome("Sum", "possible", "highest", 5, 2, (1, 4, 2))]))
    '1 method, 2 rows, 7 words of 5 letters'
    """
    names = len({each.method for each in methods})
    parts = [_plural(names, "method")]
    if len(methods) > names:
        parts.append(_plural(len(methods), "row"))
    words = {each.length: each.words for one in methods for each in one.outcomes}
    if words:
        of = noun(methods)
        parts.append(
            f"{_plural(sum(words.values()), of)} of {spans(words)} "
            f"{'letters' if of == 'word' else 'pegs'}"
        )
    return ", ".join(parts)


def allowances(methods: Sequence[Summary]) -> str:
    """Say when a word counts as failed; nothing where there is no method, or no limit.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> allowances(summaries([
    ...     Outcome("Sum", "", "", length, allowed, (1, 4))
    ...     for length, allowed in [(5, 5), (6, 6), (7, 6)]
    ... ]))
    'Fails are words that need more than 5 tries (5 letters) or 6 tries (6-7 letters)'
    """
    lengths: dict[int, set[int]] = {}
    for one in methods:
        for each in one.outcomes:
            if each.allowed is not None:
                lengths.setdefault(each.allowed, set()).add(each.length)
    if not lengths or not limited(methods):
        return ""
    if len(lengths) == 1:
        return f"Fails are {noun(methods)}s that need more than {_tries(*lengths)}"
    parts = [f"{_tries(each)} ({spans(lengths[each])} letters)" for each in sorted(lengths)]
    return f"Fails are words that need more than {', '.join(parts[:-1])} or {parts[-1]}"


def shortfalls(methods: Sequence[Summary]) -> list[str]:
    """Say which methods were tried on fewer words than others: their sums do not compare.

    Examples
    --------
    >>> from reports.methods.outcome import Outcome, summaries
    >>> five, six = [Outcome("Sum", "", "", length, 6, (1, 4)) for length in (5, 6)]
    >>> shortfalls(summaries([five, six, Outcome("Max", "", "", 5, 6, (1, 4))]))
    ['Max was tried on 5 letters only: its sums do not compare']
    """
    every = {each.length for one in methods for each in one.outcomes}
    return [
        f"{one.name} was tried on {spans(lengths)} letters only: its sums do not compare"
        for one in methods
        if (lengths := {each.length for each in one.outcomes}) < every
    ]


def comparison(found: Sequence[Finding], source: str) -> str:
    """Say how many methods could be compared, and how many of them differ.

    Parameters
    ----------
    found : sequence of Finding
        One for each method that could.
    source : str
        What the published comparison is called, marked up as the text around it needs.

    Examples
    --------
    >>> comparison([], "paper.csv")
    'No method could be compared with paper.csv'
    """
    if not found:
        # "All agree" would be true, and would mislead.
        return f"No method could be compared with {source}"
    unlike = sum(not each.agrees for each in found)
    outcome = f"{unlike} {'differs' if unlike == 1 else 'differ'}" if unlike else "all agree"
    elsewhere = sum(each.exact and not each.agrees for each in found)
    if elsewhere:
        outcome += f", {elsewhere} of them only in the usual setting"
    return f"{_plural(len(found), 'method')} compared with {source}: {outcome}"


def told(found: Iterable[Finding]) -> list[str]:
    """Say of each method that differs what was computed, what is published, and what comes nearest.

    Examples
    --------
    >>> told([])
    []
    """
    return [str(each) for each in found if not each.agrees]


def spans(lengths: Iterable[int]) -> str:
    """Write lengths with runs drawn together.

    Examples
    --------
    >>> spans([5, 6, 7, 9]), spans([5, 6])
    ('5-7, 9', '5-6')
    """
    runs: list[list[int]] = []
    for length in sorted(lengths):
        if runs and runs[-1][-1] == length - 1:
            runs[-1].append(length)
        else:
            runs.append([length])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _setting(one: Summary, other: Summary) -> str:
    """Return what is special about the setting of one, beside the other."""
    parts = []
    if one.ties != other.ties:
        parts.append(f"ties {one.ties or 'none'}")
    if one.direction != other.direction:
        parts.append(f"direction {one.direction or 'none'}")
    return ", ".join(parts)


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _tries(number: int) -> str:
    return "1 try" if number == 1 else f"{number} tries"
