"""Published figures with their sources, and their comparison with computed ones."""
