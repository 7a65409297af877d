"""The games: each one names its secrets and guesses and knows its feedback rule, twice."""
