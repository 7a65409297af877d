"""Strategies that are played or judged: heuristics, optima, trees of others."""
