"""Partitions: how many secrets are left after each feedback to some guesses, and their scores."""

from collections.abc import Sequence

from reports.table import Cell, Column, Table
from reports.wording import plural


def partitions(
    game: str,
    secrets: int,
    feedbacks: Sequence[str],
    sizes: Sequence[tuple[str, Sequence[int]]],
    scores: Sequence[tuple[str, Sequence[str]]],
) -> Table:
    """Return the classes that guesses make of all the secrets, and their scores below.

    With each guess come the sizes of its classes, one for each feedback; with each score its values
    as the paper prints them, one for each guess. JSON has an object for each guess instead.
    """
    columns = [
        Column("feedback", align="left", label=True),
        *(Column(guess, guess, literal=True) for guess, _ in sizes),
    ]
    classes = zip(*(column for _, column in sizes), strict=True)
    lines = [*zip(feedbacks, classes, strict=True), *scores]
    listed: list[dict[str, object]] = [
        {
            "guess": guess,
            "sizes": column,
            **{
                name.replace(" ", "_"): (float if "." in values[at] else int)(values[at])
                for name, values in scores
            },
        }
        for at, (guess, column) in enumerate(sizes)
    ]
    return Table(
        columns,
        [
            [Cell(name), *(Cell(each, share=_share(each, secrets)) for each in values)]
            for name, values in lines
        ],
        title=f"Partitions of {game}, {plural(secrets, 'secret')}",
        caption="Partitions",
        intro="How many of the secrets are left after each feedback to a first guess, and the "
        "scores of the guesses below",
        foot=len(scores),
        format="emi-partitions",
        records="",
        facts={"game": game, "secrets": secrets, "feedbacks": feedbacks, "guesses": listed},
    )


def _share(value: int | str, secrets: int) -> float | None:
    """Return how many of the secrets are in a class; a score is text."""
    return value / secrets if isinstance(value, int) else None
