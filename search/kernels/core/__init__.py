"""The kernels that the searches share: partitions, tables, symmetry."""
