"""One search over several workers: its first guesses are handed out, proven bounds come back."""
