"""Run work on games: in this process, in other processes, or on a cluster."""
