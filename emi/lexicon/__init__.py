"""Word lists: read and normalise them."""
