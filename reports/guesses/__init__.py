"""The next guess: what every word would tell."""
