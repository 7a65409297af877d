"""The least cost of a strategy: the average, the secrets missed, and both together."""
