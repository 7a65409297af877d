"""How many tries are allowed: in the show five for words of five letters, six for longer ones."""

import re

from emi.errors import OptionError
from emi.games.cell import parse_span
from emi.lexicon.load import MAX_LENGTH, MIN_LENGTH

DEFAULT = "5:5,6-10:6"


def tries_allowed(length: int) -> int:
    """Return the tries that the show allows for words of a length (paper, section 2.1)."""
    return 5 if length <= 5 else 6  # noqa: PLR2004 - the rule of the show


def parse_tries(text: str) -> dict[int, int]:
    """Read the tries allowed for each length, such as ``5:5,6-10:6``.

    Returns
    -------
    dict
        From a length to its tries; lengths that the text leaves out have those of the show.

    Raises
    ------
    OptionError
        If the text is anything else, or gives a length twice.

    Examples
    --------
    >>> allowed = parse_tries("5:4,7-8:9")
    >>> [allowed[length] for length in (5, 6, 7, 8)]
    [4, 6, 9, 9]
    """
    allowed: dict[int, int] = {}
    for part in text.split(","):
        match = re.fullmatch(r"([^:]*):([0-9]{1,4})", part.strip(), re.ASCII)
        lengths, tries = (parse_span(match[1]), int(match[2])) if match else (range(0), 0)
        if not lengths or not tries:
            raise OptionError(
                f"--tries {text!r}: expected lengths, each with the tries allowed, such as "
                f"{DEFAULT}"
            )
        for length in lengths:
            if length in allowed:
                raise OptionError(f"--tries {text!r}: length {length} is there twice")
            allowed[length] = tries
    every = range(MIN_LENGTH, MAX_LENGTH + 1)
    return {length: allowed.get(length, tries_allowed(length)) for length in every}
