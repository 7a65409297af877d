"""The searches: a question about a matrix goes in, bounds and a first guess come out."""
