"""Games in a terminal: against the program, with its help, or challenging it."""
