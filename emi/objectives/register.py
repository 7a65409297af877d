"""The objectives by name: each module of this package registers its own.

No other place lists them: not the options, nor the help, nor the tables.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TypeVar

from emi import objectives as package
from emi.errors import OptionError
from emi.objectives.base import Objective

Kind = TypeVar("Kind", bound=type[Objective])

#: Every objective by its name, by `Objective.place`; the first is the default.
OBJECTIVES: dict[str, type[Objective]] = {}


def register(objective: Kind) -> Kind:
    """Add an objective, as a decorator: commands and tables then know it by its name.

    Raises
    ------
    OptionError
        If another objective has its name.
    """
    if OBJECTIVES.setdefault(objective.name, objective) is not objective:
        raise OptionError("there is an objective of this name", objective=objective.name)
    places = sorted(OBJECTIVES.items(), key=lambda item: item[1].place)
    OBJECTIVES.clear()
    OBJECTIVES.update(places)
    return objective


def objectives() -> dict[str, type[Objective]]:
    """Return every objective by its name."""
    for folder in package.__path__:
        for path in sorted(Path(folder).glob("*.py")):
            import_module(f"{package.__name__}.{path.stem}")
    return OBJECTIVES
