"""Strategies to play or judge: heuristics, optimal strategies, and trees from files."""
