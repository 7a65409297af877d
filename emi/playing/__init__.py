"""Positions, and one-step strategies at play."""
