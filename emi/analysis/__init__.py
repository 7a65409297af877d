"""What follows from questions: the Pareto front, fairness, ranked guesses, what the page holds."""
