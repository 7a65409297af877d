"""One-step strategies: profiles of guesses, aggregates of profiles, and play by them."""
