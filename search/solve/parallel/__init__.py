"""Distribute one search over workers: send out first guesses, collect proven bounds."""
