"""Games in a terminal: against the program, with its help, or as a challenge to it."""
