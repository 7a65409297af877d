"""The searches: given a question about a matrix, they return bounds and a first guess."""
