"""The tables of the literature, computed: one module for each game."""
