"""What can be wrong with a question. A message is one line: the input, and what was expected."""


class EmiError(ValueError):
    """Base of every error that a user can cause; the command line prints it and exits with 2.

    Examples
    --------
    >>> import emi
    >>> try:
    ...     emi.Mastermind(0, 6)
    ... except emi.EmiError as error:
    ...     print(error)
    mastermind:0x6: expected 1 peg or more
    """


class FileError(EmiError):
    """A file that is damaged or too large; the message goes on after "is"."""


class LexiconError(EmiError):
    """A word list that cannot be read, or holds nothing that can be used."""


class CellError(EmiError):
    """A cell that is not written as a cell, or that the lexicon has no word for."""


class WordError(EmiError):
    """A word of the wrong length or with characters other than A to Z."""


class GameError(EmiError):
    """A game that is unknown, or of which the size or the lists make no game."""


class MemoryNeedError(EmiError):
    """A game whose feedback matrix does not fit into memory."""


class OptionError(EmiError):
    """An option with a value that it cannot have."""


class WeightsError(EmiError):
    """Weights that cannot be read, or do not fit the secrets of the game."""


class CertificateError(EmiError):
    """A file that is not a certificate, or not one for the lexicon at hand."""
