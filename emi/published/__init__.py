"""Recompute the tables of the literature: one module for each game."""
