"""The kernels of the worst case."""
