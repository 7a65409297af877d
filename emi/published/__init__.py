"""The tables of the four documents, computed: one module for each game."""
