"""Pictures of the comparison of methods."""
