"""What the searches share: partitions, tables, symmetry."""
