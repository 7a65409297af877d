"""The literature: its figures with their sources, and how computed ones compare with them."""
