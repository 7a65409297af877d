"""The games: each one defines secrets, guesses and a feedback rule (scalar and compiled)."""
