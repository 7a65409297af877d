"""Which word to propose next, and why, in a sentence."""

from __future__ import annotations

from reports.guesses.weighed import Explanation, Weighed, figure

__all__ = ["advice", "plural"]

_RUNS = 24
"""Characters for a vector."""


def advice(explanation: Explanation) -> str:
    """Say which word to propose next, and why.

    Parameters
    ----------
    explanation : Explanation
        The position, with the best guess at least.

    Examples
    --------
    >>> from search.heuristics.heuristic import HEURISTICS
    >>> best = Weighed("LIGNINE", True, ((1, 2),), (), {"Sum": 2})
    >>> print(advice(Explanation(
    ...     "L7", "", "", 8, (), ("LIGNINE", "LIGNITE"), False, HEURISTICS["Sum"], (best,), 6, 2
    ... )))
    LIGNINE: Sum 2, the lowest (1 other has it too); it may itself be right; if not, 1 word is left
    """
    possible = explanation.possible
    if explanation.found:
        turns = [turn.guess for turn in explanation.turns]
        return f"{possible[0]} is right: found with guess {turns.index(possible[0]) + 1}"
    if len(possible) == 1:
        return f"{possible[0]} is the only word left: propose it"
    best = explanation.guesses[0]
    return f"{best.guess}: {_reason(explanation, best)}; {_prospect(explanation, best)}"


def _reason(explanation: Explanation, best: Weighed) -> str:
    """Say what puts a guess before the others."""
    method = explanation.method
    if not method.by:
        return "the first of the words that may be right"
    values = [f"{one.name} {figure(best.values[one.name], _RUNS)}" for one in method.by]
    reason = f"{', then '.join(values)}, the {method.direction}"
    if method.candidates_only:
        reason += " of the words that may be right"
    if explanation.tied > 1:
        others = explanation.tied - 1
        reason += f" ({plural(others, 'other')} {'has' if others == 1 else 'have'} it too)"
    return reason


def _prospect(explanation: Explanation, best: Weighed) -> str:
    """Say what a guess may lead to, where at least two words are possible."""
    largest, possible = best.classes[0][0], len(explanation.possible)
    if largest == possible:
        return f"but it tells nothing, all {possible:,} words stay possible"
    left = "1 word is left" if largest == 1 else f"at most {largest:,} words are left"
    if not best.possible:
        return f"it cannot itself be right, but then {left}"
    # Where only such words are proposed, that was said before.
    itself = "" if explanation.method.candidates_only else "it may itself be right; "
    return f"{itself}if not, {left}"


def plural(number: int, noun: str) -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> plural(1, "word"), plural(7067, "word")
    ('1 word', '7,067 words')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
