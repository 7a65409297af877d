"""Strategies as trees, and refutations as graphs of cores."""
