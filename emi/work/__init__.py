"""Work on games: here, in processes, on a cluster."""
