"""Pictures of the comparison of heuristics and of a Pareto front."""
