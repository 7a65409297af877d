"""What others play: strategies that they published, and an opponent who is greedy."""
