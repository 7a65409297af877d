"""The worst case in hard play, where answers restrict the guesses."""
