"""Analyses built on questions: Pareto front, fairness, ranked guesses, data for the page."""
