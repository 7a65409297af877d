"""The exceptions of this package; `emi` also exports those of the other packages."""

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
    """Raised if a file is damaged, too large, or of the wrong kind."""


class LexiconError(EmiError):
    """Raised if a word list cannot be read, or contains no usable word."""


class CellError(EmiError):
    """Raised if a cell is malformed, or has no words in the lexicon."""


class WordError(EmiError):
    """Raised if a word has the wrong length, or characters other than A to Z."""


class GameError(EmiError):
    """Raised if a game is unknown, or its size or lists are invalid."""


class MemoryNeedError(EmiError):
    """Raised if the feedback matrix of a game does not fit into memory."""


class WeightsError(EmiError):
    """Raised if weights cannot be read, or do not match the secrets of the game."""


class CertificateError(EmiError):
    """Raised if a file is not a certificate, or is for another lexicon."""


class ClueError(EmiError):
    """Raised if a clue is malformed or missing, or if the clues leave no candidate."""


class TreeError(EmiError):
    """Raised if a file contains no strategy for the game."""


class Unproven(EmiError):  # noqa: N818 - the value may still be right
    """Raised if a value, or the claim of a certificate, is not proven."""
