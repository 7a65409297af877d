"""What the engine reasons about: matrices, sets of candidates, bounds, prices, and what is kept."""
