"""Questions about a game: their fields, their records in the cache, and their solution."""
