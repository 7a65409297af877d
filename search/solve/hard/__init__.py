"""The worst case in hard play, where feedback restricts the guesses."""
