"""Recompute the tables of the literature: a function for each part of the report."""
