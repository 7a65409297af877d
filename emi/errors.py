"""The exceptions of this room, beside those of the others: `emi` exports all of them."""

from emi_errors import EmiError, OptionError, one_line, shown

__all__ = [
    "CellError",
    "CertificateError",
    "ClueError",
    "EmiError",
    "FileError",
    "GameError",
    "LexiconError",
    "MemoryNeedError",
    "OptionError",
    "TreeError",
    "Unproven",
    "WeightsError",
    "WordError",
    "one_line",
    "shown",
]


class FileError(EmiError):
    """A file that is damaged or too large."""


class LexiconError(EmiError):
    """A word list that cannot be read, or holds nothing that can be used."""


class CellError(EmiError):
    """A malformed cell, or one without words in the lexicon."""


class WordError(EmiError):
    """A word of the wrong length or with characters other than A to Z."""


class GameError(EmiError):
    """An unknown game, or a size or lists that make no game."""


class MemoryNeedError(EmiError):
    """A game whose feedback matrix does not fit into memory."""


class WeightsError(EmiError):
    """Weights that cannot be read, or do not fit the secrets of the game."""


class CertificateError(EmiError):
    """A file that is not a certificate, or not one for the lexicon at hand."""


class ClueError(EmiError):
    """A clue that is badly written, is missing, or leaves no secret possible."""


class TreeError(EmiError):
    """A file that holds no strategy of the game."""


class Unproven(EmiError):  # noqa: N818 - what was asked for may be right
    """A value, or the claim of a certificate, is not proven."""
