"""Codes as the compiled rules take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def letters(words: tuple[str, ...]) -> NDArray[np.uint8]:
    """Return ``(words, length)`` uint8, the letters as 0 to 25.

    Examples
    --------
    >>> letters(("AB", "ZA")).tolist()
    [[0, 1], [25, 0]]
    """
    import numpy as np

    codes = np.frombuffer("".join(words).encode("ascii"), np.uint8) - np.uint8(ord("A"))
    return codes.reshape(len(words), -1)


def stock(words: NDArray[np.uint8], symbols: int = 26) -> NDArray[np.uint8]:
    """Return ``(symbols, words)`` uint8, how often each symbol occurs in each word.

    Examples
    --------
    >>> stock(letters(("ABA", "BBB")))[:2].tolist()
    [[2, 0], [1, 3]]
    """
    import numpy as np

    return np.stack([(words == a).sum(axis=1, dtype=np.uint8) for a in range(symbols)])
