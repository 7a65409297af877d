"""Searches on other machines: tasks go out, proven bounds come back."""
