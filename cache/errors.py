"""What can go wrong with the folder of proven bounds."""


class CacheError(ValueError):
    """The cache cannot be used, or was asked something it does not do."""


class CacheDamagedError(CacheError):
    """The database is there but is not one, or is no longer whole."""


class CacheWarning(UserWarning):
    """Something in the cache was left out; it will have to be worked out again."""
