"""The worst case where answers restrict the guesses."""
