"""The least number of guesses that surely finds every candidate."""
