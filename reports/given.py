"""What views and plots take: results of `emi`, which this room must not import, by what they have.

Each name says what is given; the class of `emi` beside it says what it holds.
"""

from typing import Any, TypeAlias

Explained: TypeAlias = Any  # emi.playing.explanation.Explanation
Turn: TypeAlias = Any  # emi.playing.explanation.Turn
Profiled: TypeAlias = Any  # emi.playing.explanation.GuessProfile
Result: TypeAlias = Any  # emi.playing.results.HeuristicResult
LengthResult: TypeAlias = Any  # emi.playing.results.LengthResult
ParetoRow: TypeAlias = Any  # emi.pareto_rows.ParetoRow
Move: TypeAlias = Any  # emi.playing.live.review.Move
Reviewed: TypeAlias = Any  # emi.playing.live.review.Review
Challenged: TypeAlias = Any  # emi.playing.live.challenge.Outcome
