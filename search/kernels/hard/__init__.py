"""The kernels of the worst case in hard play."""
