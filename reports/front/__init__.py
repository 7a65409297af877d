"""Fewest misses and least average: what a number of tries makes of each."""
