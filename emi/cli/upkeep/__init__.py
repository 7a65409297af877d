"""The commands that manage caches and runs."""
