"""The commands that look after caches and runs."""
