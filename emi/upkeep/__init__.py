"""Maintain caches: verify, repair and merge them, and show the progress of searches."""
