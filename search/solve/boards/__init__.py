"""Several boards at once: their worst case and their least total."""
