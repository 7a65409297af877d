"""Where the cache lives when nobody says otherwise."""

import os
from pathlib import Path

import platformdirs

VARIABLE = "EMI_CACHE_DIR"


def default_folder() -> Path:
    """Return the folder that holds the cache; it need not exist.

    Returns
    -------
    Path
        The environment variable ``EMI_CACHE_DIR`` if it is set and not empty,
        else the place the platform keeps for the caches of a user.

    Examples
    --------
    >>> default_folder() == Path(os.environ.get("EMI_CACHE_DIR") or default_folder())
    True
    """
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    return platformdirs.user_cache_path("emi", appauthor=False)
