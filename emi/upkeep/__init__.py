"""What is done with caches as a whole: they are verified, repaired and joined."""
