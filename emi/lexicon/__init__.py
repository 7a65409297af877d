"""Word lists: reading and normalising them, and how probable each word is."""
