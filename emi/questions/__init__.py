"""Questions about a game: what is asked, what is kept of it, and how it is answered."""
